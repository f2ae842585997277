//! `generate`: random puzzles.

mod rows;
mod search;
mod wanted;

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, PUZZLES, TUNING, WithHelp},
    options::{OutputArgs, ProgressArg, VariantArgs, VariantConfig, puzzle_formats, ranges},
    run::{ProgressReporter, machine_decisions, write_table},
};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::{
    engine::{EngineArgs, thread_count},
    exit::{ExitStatus, print_stderr},
    files::{is_dash, open_any_output, table_format},
    numbers::{any_number, grouped, whole_number},
    outputs::check_input_is_kept,
    random::random,
    signals::{RunControl, stopped},
};
use quadrille_engines::RunOptions;
use quadrille_grid::{Rules, Shape, Variant, Variants};
use quadrille_puzzles::generate::{Generator, GeneratorOptions, Givens, PuzzleFormat};
use quadrille_run::{
    io::{Output, expect_puzzle_lines},
    tables::TableFormat,
};
use rows::{RowForm, Rows};
use std::{
    collections::BTreeSet,
    io::{self, IsTerminal, Write, stdout},
    path::PathBuf,
    sync::atomic::Ordering,
    thread::available_parallelism,
};
use wanted::WantedArgs;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Plain,
    exit_codes: "0 all puzzles were generated, 1 the search gave up before (see --max-tries)",
    short: "\
  quadrille generate --number 1000 --minimal -o minimal.txt
  quadrille generate --size 16 --number 10 --seed 7 --givens 110",
    examples: "\
  quadrille generate --variant x --minimal --number 100
  quadrille generate --rating 20.. --number 1000 -o hard.txt
  quadrille generate --symmetry rotate180 --givens 24..28 --number 100
  quadrille generate --variant jigsaw --regions regions.txt --with-regions --number 100
  quadrille generate --number 1000000 --seed 1 -o easy.txt
  quadrille generate --number 1000 -o easy.csv
  quadrille generate --number 1000 --minimal | quadrille check -
  quadrille generate --number 1000000 --threads 2 -o easy.txt
  quadrille generate --number 1000 --engine dlx -o easy.txt",
    pages: "docs/guides/generate.md describes puzzles by difficulty, givens and symmetry",
};

/// Generate random puzzles
///
/// Every puzzle has exactly one solution unless --no-unique is given. Boards larger than 9×9 are
/// written with letters (A = 1).
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    /// Side length of the boards: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole_number::<usize>(1..=25), help_heading = PUZZLES)]
    size: usize,
    /// Number of puzzles to generate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = any_number(), help_heading = PUZZLES)]
    number: u64,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run makes other puzzles, unless it has a seed: the same seed and the same other options give the same puzzles.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = PUZZLES)]
    seed: Option<u64>,
    /// Number of givens in each puzzle, as in 30, 24..28, 24.. or ..28 [default: by size, 33 for 9×9]
    ///
    /// By default puzzles are easy. Both bounds belong to the range. A range, or --minimal too, starts a search for such puzzles.
    #[arg(long, value_name = "A..B", help_heading = PUZZLES)]
    givens: Option<String>,
    /// Remove givens until removing another one would allow a second solution
    #[arg(long, conflicts_with = "no_unique", help_heading = PUZZLES)]
    minimal: bool,
    /// Allow puzzles with several solutions
    #[arg(long, help_heading = PUZZLES)]
    no_unique: bool,
    #[command(flatten)]
    wanted: WantedArgs,
    #[command(flatten, next_help_heading = PUZZLES)]
    variants: VariantArgs,
    /// Append the regions of the jigsaw to each puzzle
    #[arg(long, requires = "regions", help_heading = PUZZLES, hide_short_help = true)]
    with_regions: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Format of the puzzles
    ///
    /// `auto` follows the extension of the output: .csv, .ndjson or .jsonl, also followed by .gz or .zst, and for tables
    /// .parquet, .arrow or .feather, .arrows, .npy. With any other it means `line`. csv, ndjson and tables have a column or
    /// member `puzzle`.
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = puzzle_formats(), help_heading = OUTPUT, display_order = 101)]
    output_format: String,
    /// Number of threads [default: one per core]
    ///
    /// It does not affect the puzzles.
    #[arg(short, long, value_name = "N", value_parser = thread_count(), help_heading = TUNING)]
    threads: Option<usize>,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

/// The table that is written, if one is, and its rows.
type OutputForm = (Option<TableFormat>, RowForm);

pub fn run(mut args: Args) -> Result<ExitStatus> {
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
    if let Some(output) = output {
        output.finish()?;
    }
    if !args.output.quiet {
        print_stderr(&format!("quadrille: generated {what}; --seed {seed} gives the same again"));
    }
    Ok(ExitStatus::AllAnswered)
}

/// How the output holds puzzles: the table, if it is one, and its rows. Refuses outputs that cannot hold what is written.
fn output_form(args: &Args, form: PuzzleFormat) -> Result<OutputForm> {
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

/// Opens the output, into which `make` writes puzzles, at most so many bytes at a time. They are synced. If the run
/// fails, the output is returned only if it is a file.
fn write<T>(
    args: &Args,
    (table, form): OutputForm,
    control: &RunControl,
    make: impl FnOnce(RunOptions, usize, &mut (dyn Write + Send), &mut ProgressReporter) -> Result<T, Error>,
) -> Result<(Option<Output>, Result<T, Error>)> {
    let options = RunOptions::new().threads(args.threads.unwrap_or(0)).stop_flag(control.stop.clone());
    let options = options.engine(args.engine.choice())?;
    let mut output = open_any_output(&args.output.path, table)?;
    expect_puzzle_lines(&mut output)?;
    output.set_threads(args.threads.unwrap_or(0));
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
    // A file keeps what was written before a signal.
    if output.temporary().is_some() {
        control.end_stoppable_phase();
        return Ok((Some(output), outcome));
    }
    Ok(match control.end_run(outcome, output) {
        Ok((made, output)) => (Some(output), Ok(made)),
        Err(error) => (None, Err(error)),
    })
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
fn keep_puzzles<T>(
    control: &RunControl,
    output: Option<Output>,
    outcome: Result<T, Error>,
) -> Result<ExitStatus> {
    let has_failed = matches!(&outcome, Err(error) if error.kind() != ErrorKind::Interrupted);
    let is_kept = !has_failed && control.records.load(Ordering::Relaxed) > 0;
    if let Some(output) = output.filter(|output| is_kept && output.temporary().is_some()) {
        control.set_cleanup(Vec::new(), format!(", which are in {}", output.name()));
        output.finish()?;
    }
    match stopped(control, &outcome) {
        Some(status) => Ok(status),
        None => outcome.map(|_| ExitStatus::AllAnswered).map_err(Into::into),
    }
}

/// The puzzles in words, as in `3 puzzles: 9×9, minimal, with one solution`.
fn described(args: &Args, shape: Shape, givens: Givens, variants: &Variants) -> String {
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
fn resolve_rules(args: &mut Args) -> Result<(Rules, PuzzleFormat)> {
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
    args: &Args,
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
