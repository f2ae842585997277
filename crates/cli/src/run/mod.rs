//! One run over the inputs: the plan that a command makes, what is opened for it, the run, and its reports.

pub mod csv_file;
mod info;
mod output;
mod plan;
mod progress;
pub mod report;
mod resolve;

use super::{commands::rate, options::RunArgs};
use anyhow::{Result, bail};
use csv_file::CsvFile;
pub use info::{MorphInfo, RatingInfo, RunInfo, SelectInfo};
use output::RunOutput;
pub use output::write_table;
pub use plan::{Plan, configure};
pub use progress::{ProgressReporter, machine_decisions};
use quadrille_console::{
    exit::{ExitStatus, print_lines, print_stderr},
    outputs::{SideFile, with_outcome},
    page::styled_document,
    puzzle_argument::are_puzzles,
    signals::{RunControl, stopped},
};
use quadrille_run::{
    batch::{Batch, Summary, Work},
    io::Input,
};
use quadrille_tasks::{Pictures, Tally};
use quadrille_techniques::{explanation::PAGE_STYLE, techniques::Picture};
use resolve::{ResolvedRun, resolve};

/// A command whose task needs no more than the options that all have.
pub fn task(name: &'static str, task: impl Into<Work>, args: RunArgs) -> Result<ExitStatus> {
    carry_out(Plan::new(Batch::new(task), args, RunInfo::of(name, None)), |t| t.invalid == 0)
}

/// Carries out a plan. `all_answered` tells whether the records were answered as requested.
pub fn carry_out(plan: Plan, all_answered: impl Fn(&Tally) -> bool) -> Result<ExitStatus> {
    // Before any file is created that a signal would leave behind.
    let control = RunControl::start();
    // A part may well be empty.
    let (counts, shard) = (plan.counts, plan.args.partial.shard.map(|shard| shard.to_string()));
    // The answer to a puzzle that is an argument says it all.
    let quiet = plan.args.output.quiet || are_puzzles(&plan.args.inputs);
    let ResolvedRun { batch, mut info, inputs, mut output, stats, page, mut progress } =
        resolve(plan, &control)?;
    info.shard = shard;
    info.inputs = inputs.iter().map(|input| input.name().to_owned()).collect();
    let empty = EmptyInputs::among(&inputs);
    if let Some(message) = output.earlier_run().filter(|_| !quiet) {
        print_stderr(&format!("quadrille: {message}"));
    }
    let mut batch = batch;
    if let Some(bytes) = output.whole_write_size() {
        batch = batch.max_write(bytes);
    }
    let table = |summary: &Summary| if counts { count_table(summary, &info) } else { String::new() };
    let outcome = output.run(&batch, inputs, &mut progress, table);
    progress.finish();
    let outcome = control.end_run(outcome, output);
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let (summary, output) = outcome?;
    let tally = &summary.tally;
    let all = all_answered(tally) && tally.faults + tally.mismatches == 0;
    let status = if all { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered };
    info.exit_code = status.code();
    let (mismatches, duplicates) = (progress.mismatches.take(), progress.duplicates.take());
    finish(output, &summary, &info, Reports { stats, page, mismatches, duplicates })?;
    if let Some(ratings) = info.ratings.filter(|ratings| ratings.chart && !counts) {
        rate::print_chart(&ratings, rate::counts(&summary))?;
    }
    if !quiet && info.shard.is_none() {
        empty.warn(summary.tally.records, "record");
    }
    print_summary(&summary, &info, quiet);
    progress.print_decisions(&summary);
    Ok(status)
}

/// The counts that a run prints in place of answers.
fn count_table(summary: &Summary, info: &RunInfo) -> String {
    match &info.ratings {
        Some(ratings) if ratings.chart => rate::chart(ratings, rate::counts(summary)),
        None if info.compares_records() => report::size_table(summary),
        _ => String::new(),
    }
}

/// The files beside the answers.
struct Reports {
    stats: Option<SideFile>,
    page: Option<SideFile>,
    mismatches: Option<CsvFile>,
    duplicates: Option<CsvFile>,
}

/// Puts the outputs in place: all, or none if one cannot be written.
fn finish(output: RunOutput, summary: &Summary, info: &RunInfo, reports: Reports) -> Result<()> {
    let files = reports.written(summary, info).map_err(|e| with_outcome(e, &output.kept()))?;
    let finished = output.finished();
    output.finish()?;
    for file in files {
        file.finish().map_err(|e| with_outcome(e.into(), &finished))?;
    }
    Ok(())
}

impl Reports {
    /// The files with their contents, so that only renaming them is left.
    fn written(self, summary: &Summary, info: &RunInfo) -> Result<Vec<SideFile>> {
        let Reports { stats, page, mismatches, duplicates } = self;
        let rows = [mismatches, duplicates].into_iter().flatten().map(CsvFile::written);
        let mut files = rows.collect::<Result<Vec<_>>>()?;
        if let Some(mut stats) = stats {
            stats.write(format!("{:#}\n", report::json(summary, info)).as_bytes())?;
            files.push(stats);
        }
        if let Some(mut page) = page {
            page.write(page_of(summary, info)?.as_bytes())?;
            files.push(page);
        }
        Ok(files)
    }
}

/// The page of `--html`, or the picture of `--svg`.
fn page_of(summary: &Summary, info: &RunInfo) -> Result<String> {
    if info.command == "rate" {
        return Ok(rate::page(summary, info));
    }
    let pictures = summary.total::<Pictures>().map_or(&[][..], |pictures| &pictures.all);
    let [first, ..] = pictures else { bail!("{}: there is no puzzle to draw", info.inputs.join(", ")) };
    if info.command == "hint" {
        return Ok(format!("{first}\n"));
    }
    let section =
        |(number, part): (usize, &String)| format!("<section>\n<h2>Puzzle {number}</h2>\n{part}</section>\n");
    let sections: String = (1..).zip(pictures).map(section).collect();
    Ok(styled_document("Solutions step by step", &format!("{}{PAGE_STYLE}", Picture::STYLE), &sections))
}

fn print_summary(summary: &Summary, info: &RunInfo, quiet: bool) {
    if let Some(selection) = &info.selection {
        report::selection_notes(selection, summary, quiet).iter().for_each(|note| print_stderr(note));
    }
    report::print_more(summary.tally.invalid, info.malformed());
    report::print_more(summary.tally.mismatches, "wrong answers in the input");
    if !quiet {
        print_lines(&report::text(summary, info));
    }
}

/// Empty inputs, which are rarely intended.
pub struct EmptyInputs {
    names: Vec<String>,
    /// Names of those that are files of no bytes.
    empty: Vec<String>,
}

impl EmptyInputs {
    pub fn among(inputs: &[Input<'_>]) -> EmptyInputs {
        let name = |input: &Input<'_>| match input.name() {
            "-" => "standard input".to_owned(),
            name => name.to_owned(),
        };
        let empty = inputs.iter().filter(|input| input.size() == Some(0));
        EmptyInputs { empty: empty.map(name).collect(), names: inputs.iter().map(name).collect() }
    }

    /// Warns of files that are empty, and of a run without any record, or whatever the inputs consist of.
    pub fn warn(&self, records: u64, what: &str) {
        for file in &self.empty {
            print_stderr(&format!("quadrille: warning: {file} is empty"));
        }
        if records == 0 && self.empty.len() < self.names.len() {
            let names = self.names();
            print_stderr(&format!("quadrille: warning: no {what} in {names}; there is nothing to answer"));
        }
    }

    /// The names of all inputs.
    pub fn names(&self) -> String {
        self.names.join(", ")
    }
}
