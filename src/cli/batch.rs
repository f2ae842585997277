//! `solve`, `check` and `count`: one run over the inputs.

use super::{
    End,
    args::{BatchArgs, CheckArgs, CountArgs, HintArgs, ProgressArg, RunArgs, SolveArgs, SymbolsArg},
    part::Answers,
    progress::Progress,
    report,
    signals::Control,
    tell,
    variants::VariantConfig,
};
use anyhow::{Result, bail};
use quadrille::{Batch, ErrorKind, Format, Input, Output, OutputFormat, Summary, Symbols, Tally, Task};
use std::{
    io::{IsTerminal, Write, stdin, stdout},
    path::{Path, PathBuf},
};

pub(super) fn solve(mut args: SolveArgs) -> Result<End> {
    let batch = search(Batch::new(Task::Solve).limit(args.limit), &mut args.batch)?;
    run(batch, args.batch.run, |t| t.with_solution() == t.records)
}

pub(super) fn check(mut args: CheckArgs) -> Result<End> {
    let batch = search(Batch::new(Task::Check), &mut args.batch)?;
    run(batch, args.batch.run, |t| t.unique == t.records)
}

pub(super) fn count(mut args: CountArgs) -> Result<End> {
    let batch = search(Batch::new(Task::Count), &mut args.batch)?;
    let batch = match args.limit {
        Some(limit) => batch.limit(limit),
        None => batch,
    };
    run(batch, args.batch.run, |t| t.invalid + t.unknown == 0)
}

pub(super) fn hint(args: HintArgs) -> Result<End> {
    run(Batch::new(Task::Hint), args.run, |t| t.invalid == 0)
}

/// What only a search needs to know.
fn search(batch: Batch, args: &mut BatchArgs) -> Result<Batch> {
    let VariantConfig { variants, pencilmark } = std::mem::take(&mut args.rules).resolve()?;
    if pencilmark {
        let format = &mut args.run.format;
        if !["auto", "pencilmark"].contains(&&**format) {
            bail!("--variant pencilmark is a format: it does not go with --format {format}");
        }
        *format = "pencilmark".into();
    }
    let batch = match args.timeout_per_puzzle {
        Some(timeout) => batch.timeout_per_puzzle(timeout),
        None => batch,
    };
    Ok(batch
        .variants(variants)
        .max_nodes(args.max_nodes.unwrap_or(u64::MAX))
        .verify(!args.no_verify)
        .check_own_answers(args.check)
        .engine(args.engine.choice()))
}

/// What the arguments come to: everything that can be refused is refused before any work.
struct Plan {
    batch: Batch,
    inputs: Vec<Input<'static>>,
    output: Answers,
    stats: Option<(PathBuf, Output)>,
    progress: Progress,
    quiet: bool,
}

fn run(batch: Batch, args: RunArgs, all_answered: impl Fn(&Tally) -> bool) -> Result<End> {
    // Before there is anything to be left behind.
    let control = Control::begin();
    let Plan { batch, inputs, mut output, stats, mut progress, quiet } = resolve(batch, args, &control)?;
    progress.reached = control.reached.clone();
    if let Some(records) = output.resumed().filter(|_| !quiet) {
        tell(&format!("quadrille: goes on after {} records", report::grouped(records)));
    }
    let batch = batch.stop_flag(control.stop.clone());
    let outcome = output.run(&batch, inputs, &mut progress);
    progress.finish();
    control.end();
    if let Some(end) = stopped(&control, &outcome) {
        return Ok(end);
    }
    let summary = outcome?;
    output.finish()?;
    conclude(&summary, stats, quiet)?;
    let tally = &summary.tally;
    let all = all_answered(tally) && tally.faults + tally.mismatches == 0;
    Ok(if all { End::AllSolved } else { End::SomeNot })
}

/// What becomes of an output when the run is stopped, to be said after the number of records.
pub(super) fn fate(output: &Output) -> String {
    match output.temporary() {
        Some(_) => format!("; {} is as it was", output.name()),
        None => " were written".into(),
    }
}

/// The end of a run that a signal came to: nothing is put in its place any more.
pub(super) fn stopped<T>(control: &Control, outcome: &Result<T, quadrille::Error>) -> Option<End> {
    let signal = control.signal()?;
    match outcome {
        // What went wrong for another reason is told as that.
        Err(error) if error.kind() != ErrorKind::Interrupted => None,
        _ => {
            tell(&control.farewell());
            Some(End::Stopped(signal))
        }
    }
}

fn conclude(summary: &Summary, stats: Option<(PathBuf, Output)>, quiet: bool) -> Result<()> {
    if let Some((path, mut file)) = stats {
        let text = format!("{:#}\n", report::json(summary));
        file.write_all(text.as_bytes())
            .map_err(|e| anyhow::anyhow!("cannot write {}: {e}", path.display()))?;
        file.finish()?;
    }
    let shown = quadrille::MALFORMED_SHOWN as u64;
    for (count, what) in [
        (summary.tally.invalid, "malformed lines"),
        (summary.tally.mismatches, "answers that are no solutions"),
    ] {
        if count > shown {
            tell(&format!("quadrille: and {} more {what}", count - shown));
        }
    }
    if !quiet {
        tell(&report::text(summary));
    }
    Ok(())
}

fn resolve(batch: Batch, args: RunArgs, control: &Control) -> Result<Plan> {
    let inputs = open_inputs(&args.inputs, !args.no_mmap)?;
    let total = inputs.iter().map(Input::size).sum();
    let mut batch = batch.threads(args.threads.unwrap_or(0)).symbols(match args.symbols {
        SymbolsArg::Auto => Symbols::Auto,
        SymbolsArg::Letters => Symbols::Letters,
        SymbolsArg::Digits => Symbols::Digits,
    });
    if let Some(format) = Format::named(&args.format) {
        batch = batch.format(format);
    }
    if let Some(conversion) = OutputFormat::named(&args.output_format) {
        batch = batch.convert(conversion);
    }
    if let Some(name) = args.column {
        batch = batch.column(name);
    }
    if let Some(bytes) = args.chunk_size {
        batch = batch.chunk_size(bytes);
    }
    if let Some(shard) = args.part.shard {
        batch = batch.shard(shard);
    }
    let output = Answers::open(&args.output, &args.part, &batch, &inputs)?;
    let leaves = |stats: Option<&Output>| {
        let temporary = [output.temporary(), stats.and_then(Output::temporary)];
        control.leaves(temporary.into_iter().flatten().map(Path::to_owned).collect(), output.fate());
    };
    // At once, since to open a FIFO may take for ever.
    leaves(None);
    let stats = match args.stats_json {
        // The one written last would take the other's place.
        Some(path) if !is_dash(&path) && path == args.output && !is_special(&path) => {
            bail!("--output and --stats-json both name {}", path.display())
        }
        Some(path) => Some((path.clone(), open_output(&path)?)),
        None => None,
    };
    leaves(stats.as_ref().map(|(_, file)| file));
    // On a terminal a bar would be among the answers.
    let on_terminal = is_dash(&args.output) && stdout().is_terminal();
    let when =
        if on_terminal && args.progress == ProgressArg::Auto { ProgressArg::Never } else { args.progress };
    let progress = Progress::new(when, args.quiet, total);
    Ok(Plan { batch, inputs, output, stats, progress, quiet: args.quiet })
}

fn open_inputs(paths: &[PathBuf], map: bool) -> Result<Vec<Input<'static>>> {
    if paths.is_empty() && stdin().is_terminal() {
        bail!("no INPUT: name a file, or - for standard input");
    }
    if paths.iter().filter(|p| is_dash(p)).count() > 1 {
        bail!("standard input is named twice");
    }
    if paths.is_empty() {
        return Ok(vec![Input::stdin()]);
    }
    let open = |path: &PathBuf| if is_dash(path) { Ok(Input::stdin()) } else { Input::path(path, map) };
    Ok(paths.iter().map(open).collect::<Result<_, _>>()?)
}

pub(super) fn open_output(path: &Path) -> Result<Output> {
    Ok(if is_dash(path) { Output::stdout() } else { Output::path(path)? })
}

/// Whether several may write to it: a device or a pipe, which keeps its name.
pub(super) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| !about.is_file())
}

pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}
