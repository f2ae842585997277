//! `solve`, `check`, `count`, `hint` and `canon`, and the run of `morph`: one run over the inputs.

use super::{
    args::{CanonArgs, CheckArgs, CountArgs, HintArgs, RunArgs, SearchArgs, SolveArgs},
    csv_file::CsvFile,
    duplicates,
    empty_inputs::EmptyInputs,
    exit::{ExitStatus, print_lines, print_stderr},
    files::{is_dash, open_inputs},
    mismatches,
    options::{OnlyArg, ProgressArg},
    outputs::{SideFile, check_distinct, with_outcome},
    partial::RunOutput,
    progress::ProgressReporter,
    puzzle_argument::are_puzzles,
    report::{self, RunInfo},
    signals::{RunControl, stopped},
    variants::VariantConfig,
};
use anyhow::{Result, bail};
use quadrille::{
    Batch, ExpectedAnswers, FormOf, Format, Input, OutputFormat, Summary, Tally, Task, Verification,
};
use std::{
    io::{IsTerminal, stdout},
    path::{Path, PathBuf},
};

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

/// A run with everything resolved and opened: what can be rejected is rejected before any work is done.
struct ResolvedRun {
    batch: Batch,
    inputs: Vec<Input<'static>>,
    output: RunOutput,
    /// The file of `--stats-json`.
    stats: Option<SideFile>,
    progress: ProgressReporter,
    quiet: bool,
}

/// `what` is the command and the number of solutions at which its searches stop.
pub(super) fn run(
    batch: Batch,
    args: RunArgs,
    what: (&'static str, Option<u64>),
    all_answered: impl Fn(&Tally) -> bool,
) -> Result<ExitStatus> {
    // Before any file is created that a signal would leave behind.
    let control = RunControl::start();
    let (all, counts, morphs) = (args.all, args.counts, args.morphs);
    // A part may well be empty.
    let is_part = args.partial.shard.is_some();
    let ResolvedRun { batch, inputs, mut output, stats, mut progress, quiet } =
        resolve(batch, args, &control)?;
    progress.records = control.records.clone();
    let info = RunInfo {
        command: what.0,
        limit: what.1,
        all,
        morphs,
        inputs: inputs.iter().map(|input| input.name().to_owned()).collect(),
    };
    let empty = EmptyInputs::among(&inputs);
    if let Some(records) = output.resumed().filter(|_| !quiet) {
        print_stderr(&format!("quadrille: resuming after {} records", report::grouped(records)));
    }
    let mut batch = batch.stop_flag(control.stop.clone());
    if let Some(bytes) = output.whole_write_size() {
        batch = batch.max_write(bytes);
    }
    let table = |summary: &Summary| if counts { report::size_table(summary) } else { String::new() };
    let outcome = output.run(&batch, inputs, &mut progress, table);
    progress.finish();
    control.end_stoppable_phase();
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let summary = outcome?;
    let reports = Reports { mismatches: progress.mismatches.take(), duplicates: progress.duplicates.take() };
    finish(output, &summary, &info, stats, reports)?;
    if !quiet && !is_part {
        empty.warn(summary.tally.records, "record");
    }
    print_summary(&summary, &info, quiet);
    let tally = &summary.tally;
    let all = all_answered(tally) && tally.faults + tally.mismatches == 0;
    Ok(if all { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered })
}

/// The files with what was found in single records.
struct Reports {
    mismatches: Option<CsvFile>,
    duplicates: Option<CsvFile>,
}

/// Puts the outputs in place: all, or none if one cannot be written.
fn finish(
    output: RunOutput,
    summary: &Summary,
    info: &RunInfo,
    mut stats: Option<SideFile>,
    reports: Reports,
) -> Result<()> {
    let kept = |e| with_outcome(e, &output.kept());
    let mismatches = reports.mismatches.map(CsvFile::written).transpose().map_err(kept)?;
    let duplicates = reports.duplicates.map(CsvFile::written).transpose().map_err(kept)?;
    if let Some(stats) = &mut stats {
        let text = format!("{:#}\n", report::json(summary, info));
        stats.write(text.as_bytes()).map_err(|e| with_outcome(e, &output.kept()))?;
    }
    let finished = output.finished();
    output.finish()?;
    for file in stats.into_iter().chain(mismatches).chain(duplicates) {
        file.finish().map_err(|e| with_outcome(e.into(), &finished))?;
    }
    Ok(())
}

fn print_summary(summary: &Summary, info: &RunInfo, quiet: bool) {
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

fn resolve(batch: Batch, args: RunArgs, control: &RunControl) -> Result<ResolvedRun> {
    let inputs = open_inputs(&args.inputs, !args.no_mmap)?;
    let batch = configure(batch, &args);
    check_outputs(&args)?;
    let output = RunOutput::open(&args.output.path, &args.partial, &batch, &inputs)?;
    // Before the next file is opened, because opening a FIFO may block forever.
    set_cleanup(control, &output, &[]);
    let stats = args.stats_json.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(control, &output, &[&stats]);
    let mismatches = args.mismatches_file.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(control, &output, &[&stats, &mismatches]);
    let duplicates = args.duplicates_file.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(control, &output, &[&stats, &mismatches, &duplicates]);
    let total = inputs.iter().map(Input::size).sum();
    // On a terminal the progress bar would be mixed with the answers.
    let on_terminal = is_dash(&args.output.path) && stdout().is_terminal();
    let when = if on_terminal && args.output.progress == ProgressArg::Auto {
        ProgressArg::Never
    } else {
        args.output.progress
    };
    let mut progress = ProgressReporter::new(when, args.quiet, total);
    progress.mismatches = mismatches.map(|file| CsvFile::new(file, mismatches::HEADER));
    progress.duplicates = duplicates.map(|file| CsvFile::new(file, duplicates::HEADER));
    progress.counts_read = args.counts_read;
    Ok(ResolvedRun { batch, inputs, output, stats, progress, quiet: args.quiet })
}

/// Adds the settings that all runs over puzzles have.
pub(super) fn configure(batch: Batch, args: &RunArgs) -> Batch {
    let mut batch = batch.threads(args.threads.unwrap_or(0)).symbols(args.symbols.symbols());
    if let Some(format) = Format::named(&args.format) {
        batch = batch.format(format);
    }
    batch = match (OutputFormat::named(&args.output_format), OutputFormat::of_name(&args.output.path)) {
        // The answers are a table of their own.
        _ if args.counts => batch,
        (Some(format), _) => batch.output_format(format),
        (None, Some(format)) if args.output_format == "auto" => batch.preferred_output_format(format),
        (None, None) if args.output_format == "auto" && args.draws && are_puzzles(&args.inputs) => {
            batch.output_format(OutputFormat::named("grid").expect("the name of a format"))
        }
        _ => batch,
    };
    if let Some(name) = &args.column {
        batch = batch.column(name.clone());
    }
    if args.mismatches_file.is_some() {
        batch = batch.all_mismatches();
    }
    if args.keep {
        batch = batch.keep();
    }
    if let Some(bytes) = args.chunk_size {
        batch = batch.chunk_size(bytes);
    }
    if let Some(shard) = args.partial.shard {
        batch = batch.shard(shard);
    }
    batch
}

fn check_outputs(args: &RunArgs) -> Result<()> {
    let named = [
        ("--stats-json", &args.stats_json),
        ("--mismatches", &args.mismatches_file),
        ("--report", &args.duplicates_file),
    ];
    let side_files: Vec<_> =
        named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect();
    let inputs: Vec<_> = args.inputs.iter().map(PathBuf::as_path).collect();
    check_distinct(Some(("--output", &args.output.path)), &side_files, &inputs)
}

pub(super) fn set_cleanup(control: &RunControl, output: &RunOutput, side_files: &[&Option<SideFile>]) {
    let side_files = side_files.iter().copied().flatten().filter_map(SideFile::temporary);
    let temporary = output.temporary().into_iter().chain(side_files).map(Path::to_owned).collect();
    control.set_cleanup(temporary, output.disposition());
}
