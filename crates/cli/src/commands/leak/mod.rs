//! `leak`: the records of a test set that equal records of other files.

mod rows;

use super::dedup::{refuse, refuse_format};
use crate::{
    help::{CommandHelp, HelpOfResult, INPUT, OUTPUT, TUNING, WithHelp},
    options::{CLASSES, RunArgs},
    run::{EmptyInputs, ProgressReporter, RunInfo, configure, report},
};
use anyhow::{Result, bail};
use clap::Arg;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::{
    engine::EngineArgs,
    exit::{ExitStatus, print_lines},
    files::{is_dash, open_any_output, open_inputs, output_disposition, table_format},
    numbers::grouped,
    one_of::one_of,
    outputs::{SideFile, check_distinct, with_outcome},
    signals::{RunControl, stopped},
};
use quadrille_engines::RunOptions;
use quadrille_run::{
    batch::{Batch, Leak, Leaks},
    io::{Input, Output, expect_counts},
};
use quadrille_tasks::EqualBy;
pub use rows::COLUMNS;
use serde_json::json;
use std::path::{Path, PathBuf};

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(LEAK_RECORDS),
    exit_codes: "0 no test record equals another record, 1 some do, or records are malformed (a test set without records: 2)",
    short: "\
  quadrille leak test.csv --against train.csv -o leaks.csv
  quadrille leak test.csv --against train.csv --equal-by solution",
    examples: "\
  quadrille leak test.csv --against a.csv b.csv.gz
  zcat test.csv.gz | quadrille leak - --against train.csv
  quadrille leak test.csv --against train.csv --equal-by solution --summary-json leaks.json
  quadrille leak test.csv --against train.csv --threads 2",
    pages: "docs/guides/clean-data-sets.md describes leaks, docs/reference/formats.md formats",
};

/// For `leak`.
const LEAK_RECORDS: &str = "\
Records:
The output is a csv table, whatever the format of the inputs. In `equals` the places are separated by blanks; a file \
name with a blank is in double quotes. Malformed records are not compared. Boards larger than 9×9 are only compared \
with --equal-by text.";

/// Find the records of a test set that equal records of other files
///
/// Two puzzles are equal if one is a morph of the other: digits renamed, bands, stacks, rows and
/// columns moved, transposed. The output has a csv row for each test record that equals another one:
/// `record`, the number of records that it equals, and `equals`, all of these, as input:line. The
/// counts of each file are printed on standard error.
///
/// Memory: about 50 bytes for each test record, and 16 for each other record that equals one.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
#[command(mut_args(of_leak))]
#[command(override_usage = "quadrille leak [OPTIONS] <TEST>... --against <TRAIN>...")]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Files with the other records, such as a training set; `-` means standard input
    #[arg(long, value_name = "TRAIN", required = true, num_args = 1.., help_heading = INPUT)]
    against: Vec<PathBuf>,
    /// Which records are equal
    #[arg(long, value_parser = one_of(&CLASSES), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    equal_by: EqualBy,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

/// As `of_dedup`, for `leak`, whose tests have to be named: `--against` takes all names that follow it.
fn of_leak(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "inputs" => option
            .value_name("TEST")
            .required(true)
            .help("Files with the test records; `-` means standard input")
            .long_help(
                "Files with the test records; `-` means standard input\n\n\
                 They must be named before --against, which takes all names that follow it. A test set without \
                 any record is an error.",
            ),
        "shard" | "resume" | "checkpoint" | "keep_trailing" | "output_format" | "text_columns" => option.hide(true),
        _ => option,
    }
}

pub fn run(args: Args) -> Result<ExitStatus> {
    refuse(&args.run, "leak")?;
    refuse_format(&args.run, "leak")?;
    let control = RunControl::start();
    let (tests, others) = open_sides(&args)?;
    let names = tests.iter().chain(&others).map(|input| input.name().to_owned()).collect();
    let mut info = RunInfo { inputs: names, ..RunInfo::of("leak", Some(2)) };
    let first_other = tests.len();
    let files = Files::open(&args, &control)?;
    let empty = [EmptyInputs::among(&tests), EmptyInputs::among(&others)];
    let outcome = find(&args, tests, others, &control);
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let leaks = outcome?;
    check_tests(&leaks, &info.inputs[..first_other])?;
    let tally = &leaks.summary().tally;
    let is_clean = leaks.count() + tally.invalid + tally.unknown + tally.faults == 0;
    let status = if is_clean { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered };
    info.exit_code = status.code();
    files.write(&leaks, &info)?;
    if !args.run.output.quiet {
        let (of_tests, of_others) = leaks.inputs().split_at(first_other);
        for (empty, counts) in empty.iter().zip([of_tests, of_others]) {
            empty.warn(counts.iter().map(|input| input.records).sum(), "record");
        }
        let counts = table(&leaks, &info, first_other);
        print_lines(&format!("{counts}\n{}", report::text(leaks.summary(), &info)));
    }
    report::print_more(tally.invalid, info.malformed());
    Ok(status)
}

/// Searches for leaks, with progress and until a signal comes.
fn find(
    args: &Args,
    tests: Vec<Input<'_>>,
    others: Vec<Input<'_>>,
    control: &RunControl,
) -> Result<Leaks, Error> {
    let total = tests.iter().chain(&others).map(Input::size).sum();
    let mut progress = ProgressReporter::new(args.run.output.progress, args.run.output.quiet, total);
    progress.records = control.records.clone();
    (progress.counts_read, progress.equal_by) = (true, true);
    let options = RunOptions::new().threads(args.run.threads.unwrap_or(0)).stop_flag(control.stop.clone());
    let options = options.engine(args.engine.choice())?;
    let batch = configure(Batch::new(Leak::equal_by(args.equal_by)), &args.run).run_options(options);
    if args.run.output.verbose {
        progress.note_decisions(&tests.iter().chain(&others).collect::<Vec<_>>());
    }
    let outcome = batch.find_leaks(tests, others, &mut progress);
    progress.finish();
    if let Ok(leaks) = &outcome {
        progress.print_decisions(leaks.summary());
    }
    control.end_stoppable_phase();
    outcome
}

/// Refuses a test set without records: no leaks would not be a result.
fn check_tests(leaks: &Leaks, names: &[String]) -> Result<()> {
    if leaks.inputs()[..names.len()].iter().all(|input| input.records == 0) {
        bail!("no test records in {}; there is nothing to compare", names.join(", "));
    }
    Ok(())
}

/// Opens the tests and the other inputs.
fn open_sides(args: &Args) -> Result<(Vec<Input<'static>>, Vec<Input<'static>>)> {
    let reads_stdin = |paths: &[PathBuf]| paths.iter().any(|path| is_dash(path));
    if reads_stdin(&args.run.inputs) && reads_stdin(&args.against) {
        bail!(
            "standard input cannot be both the test set and the other records; name a file for one of them"
        );
    }
    let map = args.run.maps_files();
    Ok((open_inputs(&args.run.inputs, map)?, open_inputs(&args.against, map)?))
}

/// The output: the leaked records, and the file of `--summary-json`.
struct Files {
    output: Output,
    stats: Option<SideFile>,
}

impl Files {
    fn open(args: &Args, control: &RunControl) -> Result<Files> {
        let (run, path) = (&args.run, &*args.run.output.path);
        let inputs: Vec<&Path> = run.inputs.iter().chain(&args.against).map(PathBuf::as_path).collect();
        let side_files: Vec<_> = run.summary_json.iter().map(|stats| ("--summary-json", &**stats)).collect();
        check_distinct(Some(("--output", path)), &side_files, &inputs)?;
        let mut output = open_any_output(path, table_format(path, &run.output_format)?)?;
        output.set_threads(run.threads.unwrap_or(0));
        expect_counts(&mut output, &[&rows::COLUMNS[1].name])?;
        let set_cleanup = |stats: &Option<SideFile>| {
            let files = output.temporary().into_iter().chain(stats.as_ref().and_then(SideFile::temporary));
            control.set_cleanup(files.map(Path::to_owned).collect(), output_disposition(&output));
        };
        // Before the next file is opened, because opening a FIFO may block forever.
        set_cleanup(&None);
        let stats = run.summary_json.as_deref().map(SideFile::open).transpose()?;
        set_cleanup(&stats);
        Ok(Files { output, stats })
    }

    fn write(mut self, leaks: &Leaks, info: &RunInfo) -> Result<()> {
        let name = self.output.name().to_owned();
        rows::write(&mut self.output, leaks, &info.inputs)
            .map_err(|e| Error::io(ErrorKind::Output, format!("cannot write {name}"), e))?;
        self.output.sync()?;
        if let Some(stats) = &mut self.stats {
            let text = format!("{:#}\n", summary_json(leaks, info));
            stats.write(text.as_bytes())?;
        }
        self.output.finish()?;
        match self.stats {
            Some(stats) => stats
                .finish()
                .map_err(|e| with_outcome(e.into(), &format!("{name} is complete and in place"))),
            None => Ok(()),
        }
    }
}

/// The counts of each input.
fn table(leaks: &Leaks, info: &RunInfo, first_other: usize) -> String {
    let width = info.inputs.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    let mut lines = Vec::new();
    for (index, (name, input)) in info.inputs.iter().zip(leaks.inputs()).enumerate() {
        match index {
            0 => lines.push(format!("{:<width$}{:>14}{:>14}", "tests", "records", "leaked")),
            _ if index == first_other => {
                lines.push(format!("{:<width$}{:>14}{:>14}", "against", "records", "equal"));
            }
            _ => {}
        }
        lines.push(format!("{name:<width$}{:>14}{:>14}", grouped(input.records), grouped(input.equal)));
    }
    lines.join("\n")
}

fn summary_json(leaks: &Leaks, info: &RunInfo) -> serde_json::Value {
    let mut summary = report::json(leaks.summary(), info);
    let counts = info.inputs.iter().zip(leaks.inputs());
    let counts =
        counts.map(|(name, input)| json!({"input": name, "records": input.records, "equal": input.equal}));
    summary["leaked"] = json!(leaks.count());
    summary["by_input"] = counts.collect();
    summary
}
