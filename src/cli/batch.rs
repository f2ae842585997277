//! `solve`, `check`, `count`, `hint` and `canon`, and the run of `rate`, `morph` and `dedup`: one run over the inputs.

mod resolve;

use super::{
    args::{CanonArgs, CheckArgs, CountArgs, HintArgs, RunArgs, SearchArgs, SolveArgs},
    csv_file::CsvFile,
    empty_inputs::EmptyInputs,
    options::OnlyArg,
    partial::RunOutput,
    rate, report,
    run_info::RunInfo,
    variants::VariantConfig,
};
use anyhow::{Result, bail};
use quadrille::{Batch, ExpectedAnswers, FormOf, Summary, Tally, Task, Verification};
use quadrille_console::{
    exit::{ExitStatus, print_lines, print_stderr},
    numbers::grouped,
    outputs::{SideFile, with_outcome},
    signals::{RunControl, stopped},
};
pub(super) use resolve::configure;
use resolve::{ResolvedRun, resolve};

pub(super) fn solve(mut args: SolveArgs) -> Result<ExitStatus> {
    (args.search.run.draws, args.search.run.all) = (true, args.all);
    let limit = args.limit.or((!args.all).then_some(1));
    let has_variants = args.search.variants.are_given();
    let batch = search(Batch::new(Task::Solve).limit(limit.unwrap_or(u64::MAX)), &mut args.search)?;
    let batch = if args.all { batch.all_solutions() } else { batch };
    let batch = match (args.explain, has_variants) {
        (true, false) => batch.explain().steps(),
        (true, true) => batch.explain(),
        (false, _) => batch,
    };
    run(batch, args.search.run, ("solve", limit), |t| t.with_solution() == t.records)
}

pub(super) fn check(mut args: CheckArgs) -> Result<ExitStatus> {
    let mut batch = search(Batch::new(Task::Check), &mut args.search)?;
    if let Some(only) = args.only {
        batch = batch.only(only.outcome());
        let allows_malformed = only == OnlyArg::Invalid;
        return run(batch, args.search.run, ("check", Some(2)), |t| {
            t.unknown == 0 && (t.invalid == 0 || allows_malformed)
        });
    }
    if args.minimal {
        return run(batch.minimal(), args.search.run, ("check", Some(2)), |t| t.minimal == t.records);
    }
    run(batch, args.search.run, ("check", Some(2)), |t| t.unique == t.records)
}

pub(super) fn count(mut args: CountArgs) -> Result<ExitStatus> {
    let batch = search(Batch::new(Task::Count), &mut args.search)?;
    let batch = match args.limit {
        Some(limit) => batch.limit(limit),
        None => batch,
    };
    let batch = match args.memory {
        Some(bytes) => batch.memory(usize::try_from(bytes).unwrap_or(usize::MAX)),
        None => batch,
    };
    run(batch, args.search.run, ("count", args.limit), |t| t.invalid + t.unknown == 0)
}

pub(super) fn hint(mut args: HintArgs) -> Result<ExitStatus> {
    args.run.draws = true;
    let batch = Batch::new(Task::Hint);
    let batch = if args.explain { batch.explain() } else { batch };
    let batch = if args.one { batch.one_step() } else { batch };
    let batch = match args.method {
        Some(method) => batch.techniques(method.techniques()),
        None => batch,
    };
    run(batch, args.run, ("hint", None), |t| t.invalid == 0)
}

pub(super) fn canon(args: CanonArgs) -> Result<ExitStatus> {
    let form_of = args.of.form_of();
    let batch = Batch::new(Task::Canon).form_of(form_of).engine(args.engine.choice());
    let batch = if args.transform { batch.transforms() } else { batch };
    run(batch, args.run, ("canon", Some(2)), |t| match form_of {
        FormOf::Puzzle => t.invalid + t.unknown == 0,
        FormOf::Solution => t.unique == t.records,
    })
}

/// Adds the settings that only searches have.
fn search(batch: Batch, args: &mut SearchArgs) -> Result<Batch> {
    let VariantConfig { variants, pencilmark } = std::mem::take(&mut args.variants).resolve()?;
    if pencilmark {
        let format = &mut args.run.format;
        if !["auto", "pencilmark"].contains(&&**format) {
            bail!("--variant pencilmark implies --format pencilmark; remove --format {format}");
        }
        *format = "pencilmark".into();
    }
    let batch = match args.timeout_per_puzzle {
        Some(timeout) => batch.timeout_per_puzzle(timeout),
        None => batch,
    };
    let batch = if args.stats { batch.stats() } else { batch };
    args.run.mismatches_file = args.mismatches.take();
    let batch = match args.solution_column.take() {
        Some(name) => batch.solution_column(name),
        None => batch,
    };
    Ok(batch
        .variants(variants)
        .max_nodes(args.max_nodes.unwrap_or(u64::MAX))
        .verification(if args.no_verify { Verification::Off } else { Verification::On })
        .expected_answers(if args.check { ExpectedAnswers::Check } else { ExpectedAnswers::Ignore })
        .engine(args.engine.choice()))
}

/// `what` is the command and the number of solutions at which its searches stop.
pub(super) fn run(
    batch: Batch,
    mut args: RunArgs,
    what: (&'static str, Option<u64>),
    all_answered: impl Fn(&Tally) -> bool,
) -> Result<ExitStatus> {
    // Before any file is created that a signal would leave behind.
    let control = RunControl::start();
    let mut info = info(&mut args, what);
    // A part may well be empty.
    let (counts, is_part) = (args.counts, args.partial.shard.is_some());
    let ResolvedRun { batch, inputs, mut output, stats, page, mut progress, quiet } =
        resolve(batch, args, &control)?;
    progress.records = control.records.clone();
    info.inputs = inputs.iter().map(|input| input.name().to_owned()).collect();
    let empty = EmptyInputs::among(&inputs);
    if let Some(records) = output.resumed().filter(|_| !quiet) {
        print_stderr(&format!("quadrille: resuming after {} records", grouped(records)));
    }
    let mut batch = batch.stop_flag(control.stop.clone());
    if let Some(bytes) = output.whole_write_size() {
        batch = batch.max_write(bytes);
    }
    let table = |summary: &Summary| if counts { count_table(summary, &info) } else { String::new() };
    let outcome = output.run(&batch, inputs, &mut progress, table);
    progress.finish();
    control.end_stoppable_phase();
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let summary = outcome?;
    let reports = Reports {
        stats,
        page,
        mismatches: progress.mismatches.take(),
        duplicates: progress.duplicates.take(),
    };
    finish(output, &summary, &info, reports)?;
    if let Some(ratings) = info.ratings.filter(|ratings| ratings.chart && !counts) {
        rate::print_chart(&ratings, &summary.ratings)?;
    }
    if !quiet && !is_part {
        empty.warn(summary.tally.records, "record");
    }
    print_summary(&summary, &info, quiet);
    let tally = &summary.tally;
    let all = all_answered(tally) && tally.faults + tally.mismatches == 0;
    Ok(if all { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered })
}

/// The counts that a run prints in place of answers.
fn count_table(summary: &Summary, info: &RunInfo) -> String {
    match &info.ratings {
        Some(ratings) => rate::chart(ratings, &summary.ratings),
        None => report::size_table(summary),
    }
}

/// What a run was asked for. Its inputs are named when they are open.
fn info(args: &mut RunArgs, (command, limit): (&'static str, Option<u64>)) -> RunInfo {
    RunInfo {
        command,
        limit,
        all: args.all,
        morphs: args.morphs,
        ratings: args.ratings,
        selection: args.selection.take(),
        inputs: Vec::new(),
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
            page.write(rate::page(summary, info).as_bytes())?;
            files.push(page);
        }
        Ok(files)
    }
}

fn print_summary(summary: &Summary, info: &RunInfo, quiet: bool) {
    if let Some(selection) = &info.selection {
        report::selection_notes(selection, summary, quiet).iter().for_each(|note| print_stderr(note));
    }
    let shown = quadrille::MALFORMED_SHOWN as u64;
    for (count, what) in
        [(summary.tally.invalid, "malformed lines"), (summary.tally.mismatches, "wrong answers in the input")]
    {
        if count > shown {
            print_stderr(&format!("quadrille: and {} more {what}", count - shown));
        }
    }
    if !quiet {
        print_lines(&report::text(summary, info));
    }
}
