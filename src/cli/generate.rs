//! `generate`: random puzzles.

mod rows;
mod search;

use super::{
    args::GenerateArgs,
    options::ProgressArg,
    partial::write_table,
    progress::{ProgressReporter, machine_decisions},
    ranges,
    variants::VariantConfig,
};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use quadrille::{
    Error, ErrorKind, Output, RunOptions, Shape,
    batch::TableFormat,
    generate::{Generator, GeneratorOptions, Givens, PuzzleFormat},
    grid::{Rules, Variant, Variants},
};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    files::{is_dash, open_any_output, table_format},
    numbers::grouped,
    outputs::check_input_is_kept,
    random::random,
    signals::{RunControl, stopped},
};
use rows::{RowForm, Rows};
use std::{
    collections::BTreeSet,
    io::{self, IsTerminal, Write, stdout},
    path::PathBuf,
    sync::atomic::Ordering,
    thread::available_parallelism,
};

/// The table that is written, if one is, and its rows.
type OutputForm = (Option<TableFormat>, RowForm);

pub(super) fn run(mut args: GenerateArgs) -> Result<ExitStatus> {
    // Few digits, so that the seed is easily typed; there are four billion of them.
    let seed = args.seed.unwrap_or_else(|| random() >> 32);
    let (rules, form) = resolve_rules(&mut args)?;
    let output_form = output_form(&args, form)?;
    let area = rules.shape().area();
    let givens = args.givens.as_deref().map(|text| ranges::givens(text, area)).transpose()?;
    // One number of givens is reached by removing them from a grid, unless none may be left that could go.
    let is_drawn = givens.as_ref().is_none_or(|range| range.start() == range.end() && !args.minimal);
    if args.wanted.is_search() || !is_drawn {
        return search::run(&args, givens, (rules, form), output_form, seed);
    }
    if args.wanted.max_tries.is_some() {
        bail!("--max-tries has no effect without an option that starts a search, such as --rating");
    }
    let count = givens.map(|range| *range.start());
    let (generator, what) = resolve(&args, count, rules, form, seed)?;
    let control = RunControl::start();
    let (output, outcome) = write(&args, output_form, &control, |options, max_write, output, progress| {
        let generator = generator.run_options(options).max_write(max_write);
        generator.write(output, &mut |written| progress.update(written, written))
    })?;
    if control.signal().is_some() {
        return keep_puzzles(&control, output, outcome);
    }
    outcome?;
    output.finish()?;
    if !args.output.quiet {
        print_stderr(&format!("quadrille: generated {what}; --seed {seed} gives the same again"));
    }
    Ok(ExitStatus::AllAnswered)
}

/// How the output holds puzzles: the table, if it is one, and its rows. Refuses outputs that cannot hold what is written.
fn output_form(args: &GenerateArgs, form: PuzzleFormat) -> Result<OutputForm> {
    let is_grid_alone = !args.with_regions && matches!(form, PuzzleFormat::Line);
    let table = table_format(&args.output.path, &args.output_format)?;
    let rows = RowForm::of(&args.output_format, &args.output.path);
    if !is_grid_alone && (table.is_some() || rows != RowForm::Line) {
        bail!(
            "only lines can hold candidates or the regions of each puzzle; add --output-format line, or give the output another extension"
        );
    }
    Ok((table, rows))
}

/// Opens the output, into which `make` writes puzzles, at most so many bytes at a time. They are synced.
fn write<T>(
    args: &GenerateArgs,
    (table, form): OutputForm,
    control: &RunControl,
    make: impl FnOnce(RunOptions, usize, &mut (dyn Write + Send), &mut ProgressReporter) -> Result<T, Error>,
) -> Result<(Output, Result<T, Error>)> {
    let options = RunOptions::new().threads(args.threads.unwrap_or(0)).stop_flag(control.stop.clone());
    let options = options.engine(args.engine.choice())?;
    let mut output = open_any_output(&args.output.path, table)?;
    output.puzzle_lines()?;
    control.set_output(&output);
    let max_write = output.whole_write_size();
    write_table(&mut output, form.header())?;
    // The reader of a pipe may show its own progress.
    let hidden = args.output.quiet || args.output.progress == ProgressArg::Auto && max_write.is_some();
    let mut progress = ProgressReporter::new(args.output.progress, hidden, Some(args.number));
    progress.records = control.records.clone();
    let is_on_terminal = is_dash(&args.output.path) && stdout().is_terminal();
    let bar = if is_on_terminal { progress.late_bar() } else { None };
    let mut rows = Rows::new(AboveBar { output: &mut output, bar }, form);
    let max_write = max_write.map_or(usize::MAX, |bytes| form.lines_within(bytes, args.size * args.size));
    let outcome = make(options, max_write, &mut rows, &mut progress);
    progress.finish();
    if args.output.verbose {
        let threads = args.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        print_stderr(&machine_decisions(threads, &BTreeSet::new()));
    }
    let outcome = outcome.and_then(|made| output.sync().map(|()| made));
    control.end_stoppable_phase();
    Ok((output, outcome))
}

/// Writes puzzles above the bar, if both are on the same terminal.
struct AboveBar<'a> {
    output: &'a mut Output,
    bar: Option<ProgressBar>,
}

impl Write for AboveBar<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &self.bar {
            // A bar that has not been drawn yet would be drawn afterwards.
            Some(bar) if !bar.message().is_empty() => bar.suspend(|| self.output.write(bytes)),
            _ => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Ends a run that a signal stopped. The puzzles that were written are whole and are kept.
fn keep_puzzles<T>(control: &RunControl, output: Output, outcome: Result<T, Error>) -> Result<ExitStatus> {
    let has_failed = matches!(&outcome, Err(error) if error.kind() != ErrorKind::Interrupted);
    if !has_failed && control.records.load(Ordering::Relaxed) > 0 && output.temporary().is_some() {
        control.set_cleanup(Vec::new(), format!(", which are in {}", output.name()));
        output.finish()?;
    }
    match stopped(control, &outcome) {
        Some(status) => Ok(status),
        None => outcome.map(|_| ExitStatus::AllAnswered).map_err(Into::into),
    }
}

/// The puzzles in words, as in `3 puzzles: 9×9, minimal, with one solution`.
fn described(args: &GenerateArgs, shape: Shape, givens: Givens, variants: &Variants) -> String {
    let puzzles = if args.number == 1 { "puzzle" } else { "puzzles" };
    let names: String = Variant::ALL
        .iter()
        .filter(|variant| variants.has(**variant))
        .map(|variant| format!("{}, ", variant.name()))
        .collect();
    let givens = match givens {
        Givens::Count(count) => format!("{count} givens"),
        Givens::Minimal => "minimal".into(),
    };
    let solutions = if args.no_unique { "one or more solutions" } else { "one solution" };
    format!("{} {puzzles}: {shape}, {names}{givens}, {solutions}", grouped(args.number))
}

/// The rules of the puzzles, and how they are written.
fn resolve_rules(args: &mut GenerateArgs) -> Result<(Rules, PuzzleFormat)> {
    let Some(shape) = Shape::from_side(args.size) else {
        bail!("--size {}: unsupported size; use 4, 6, 9, 12, 16 or 25", args.size);
    };
    let VariantConfig { variants, pencilmark, regions } = std::mem::take(&mut args.variants).resolve()?;
    let inputs: Vec<_> = regions.iter().chain(&args.wanted.pattern).map(PathBuf::as_path).collect();
    if !inputs.is_empty() {
        check_input_is_kept("--output", &args.output.path, &inputs)?;
    }
    let rules = Rules::new(shape, &variants)?;
    if variants.wants_regions() {
        bail!("--variant jigsaw needs --regions FILE to generate puzzles");
    }
    Ok((rules, if pencilmark { PuzzleFormat::Pencilmark } else { PuzzleFormat::Line }))
}

/// The wanted puzzles. Rejects impossible combinations before any work is done.
fn resolve(
    args: &GenerateArgs,
    count: Option<usize>,
    rules: Rules,
    form: PuzzleFormat,
    seed: u64,
) -> Result<(Generator, String)> {
    let shape = rules.shape();
    let givens = match (count, args.minimal) {
        (Some(count), _) => Givens::Count(count),
        (None, true) => Givens::Minimal,
        (None, false) => GeneratorOptions::easy(shape),
    };
    let options = match (args.no_unique, givens) {
        (true, Givens::Count(count)) => GeneratorOptions::solvable(shape, count)?,
        (true, _) => bail!("--minimal cannot be used with --no-unique: a minimal puzzle has one solution"),
        (false, _) => GeneratorOptions::unique_under(&rules, givens)?,
    };
    let what = described(args, shape, givens, rules.variants());
    let generator = Generator::new(options, args.number).seed(seed).rules(rules)?.format(form);
    let generator = generator.append_regions(args.with_regions);
    Ok((generator, what))
}
