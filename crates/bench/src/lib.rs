//! `bench`: a fair comparison of any solvers on any file.
//!
//! ```text
//!  FILE ─► puzzles ─► rounds: A B C, A B C, ... ─► report ─► table, JSON, HTML page
//!                     │            │     │
//!              engine, in memory   process, from file to file
//!                     └──► verify ◄┘   (started by `launch`, a small process in between)
//! ```
//!
//! | file | contents |
//! | --- | --- |
//! | `args` | the arguments |
//! | `contestant`, `selection`, `config` | the contestants: their types, from the options, from `bench.toml` |
//! | `layout` | the input and output of programs |
//! | `placeholders` | the words in braces of a command |
//! | `probe` | the limits and start times of programs, detected before the measurement |
//! | `puzzles` | a data set in memory |
//! | `engine`, `process`, `launch`, `cores` | one measurement |
//! | `temp_folder` | the folder for inputs and outputs of processes |
//! | `verify` | checking the answers |
//! | `rounds` | the order of the measurements |
//! | `profile` | details of the engines |
//! | `statistics`, `machine`, `cpu`, `report` | the results |
//! | `compare` | speeds relative to an earlier report |
//! | `table`, `cells`, `markdown`, `page`, `curves` | their presentation |

#![expect(
    missing_docs,
    reason = "clap shows the comments of types as help, and no other program uses this crate"
)]

pub mod args;
mod cells;
mod compare;
mod config;
mod contestant;
mod cores;
mod cpu;
mod curves;
mod engine;
pub mod keys;
mod launch;
mod layout;
mod machine;
mod markdown;
mod page;
mod placeholders;
mod probe;
mod process;
mod profile;
mod puzzles;
mod report;
mod rounds;
mod selection;
mod statistics;
mod table;
mod temp_folder;
mod verify;

use anyhow::{Context, Result, bail};
use args::{BenchArgs, HelperCommand};
use compare::EarlierReport;
use contestant::Contestant;
use machine::Machine;
use puzzles::Puzzles;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::{
    exit::ExitStatus,
    files::{is_dash, open_input, open_output, output_disposition},
    outputs::check_distinct,
    signals::{RunControl, stopped},
    terminal::shortened,
};
use quadrille_engines::EngineChoice;
use quadrille_run::io::Output;
use report::{BenchReport, BenchSettings, FileReport};
use selection::contestants;
use std::{
    io::{IsTerminal, Write, stderr},
    path::{Path, PathBuf},
};
use table::Style;

/// The resolved arguments: errors are found before any work is done.
struct ResolvedBench {
    contestants: Vec<Contestant>,
    baseline: String,
    json: Option<Output>,
    html: Option<Output>,
    markdown: Option<Output>,
    earlier: Option<EarlierReport>,
}

pub fn run(args: &BenchArgs) -> Result<ExitStatus> {
    // The signals are handled before a file is created, so that a signal removes it. Nothing here checks the stop flag:
    // a contestant cannot be interrupted, and its process ends together with this one.
    let control = RunControl::start_without_records();
    let mut plan = resolve(args, &control)?;
    let mut status = StatusLine { shown: !args.quiet && stderr().is_terminal() };
    probe::probe(&mut plan.contestants, args, &mut |what| status.show(what))?;
    status.clear();
    let mut out = open_output(Path::new("-"))?;
    let mut report = BenchReport {
        schema: 1,
        machine: Machine::this(),
        settings: BenchSettings {
            limit: args.limit,
            runs: args.runs,
            warm_up: args.warm_up,
            pin: args.pin,
            timeout_seconds: args.timeout,
            baseline: plan.baseline,
        },
        files: Vec::new(),
    };
    let style = Style::of_stdout();
    print(&mut out, &table::head(&report, style.width))?;
    let measured = (&plan.contestants[..], plan.earlier.as_ref());
    let outcome = measure_files(args, measured, &mut report, (&mut out, style));
    // If a file cannot be measured, the report on earlier files is still written.
    if report.files.is_empty() {
        return outcome.map(|()| ExitStatus::AllAnswered);
    }
    control.end_stoppable_phase();
    if let Some(end) = stopped(&control, &Ok(())) {
        return Ok(end);
    }
    let slower = match (&plan.earlier, args.fail_if_slower) {
        (Some(earlier), Some(least)) => Some(compare::slower(&report.files, earlier, least)),
        _ => None,
    };
    for slower in slower.iter().flatten() {
        print(&mut out, &format!("slower: {slower}\n"))?;
    }
    out.finish()?;
    write(plan.json, || Ok(format!("{:#}\n", serde_json::to_value(&report)?)))?;
    write(plan.html, || Ok(page::page(&report)))?;
    write(plan.markdown, || Ok(markdown::markdown(&report, plan.earlier.as_ref())))?;
    outcome?;
    if slower.is_some() {
        check_compared(&report, plan.earlier.as_ref())?;
    }
    let bad = report.files.iter().flat_map(|f| &f.rows).any(|r| r.verdict.is_bad());
    let bad = bad || slower.is_some_and(|slower| !slower.is_empty());
    Ok(if bad { ExitStatus::SomeUnanswered } else { ExitStatus::AllAnswered })
}

/// Runs a helper of another process that runs `bench`.
pub fn help_out(helper: HelperCommand) -> Result<ExitStatus> {
    match helper {
        HelperCommand::Launch(args) => launch::launch(args),
        HelperCommand::Cleanup(args) => temp_folder::cleanup(&args),
    }
}

/// Measures file by file and prints the tables of each one when it is done.
fn measure_files(
    args: &BenchArgs,
    (contestants, earlier): (&[Contestant], Option<&EarlierReport>),
    report: &mut BenchReport,
    (out, style): (&mut Output, Style),
) -> Result<()> {
    let mut status = StatusLine { shown: !args.quiet && stderr().is_terminal() };
    for path in &args.files {
        status.show(&format!("{}: reading", path.display()));
        let puzzles = Puzzles::read(path, solution_limit(contestants), args.records)?;
        let file = measure(&puzzles, contestants, args, &mut |what| status.show(what))?;
        status.clear();
        print(out, &table::file(&file, style))?;
        if let Some(earlier) = earlier {
            print(out, &table::changes(&file, earlier, &report.machine, style.width))?;
        }
        report.files.push(file);
    }
    Ok(())
}

/// Number of solutions of each puzzle that must be known to check all contestants: 2 if any of them searches
/// for a second solution.
fn solution_limit(contestants: &[Contestant]) -> u64 {
    let present = contestants.iter().filter(|c| c.absent.is_none());
    present.map(|c| c.limit.min(2)).max().unwrap_or(1)
}

fn resolve(args: &BenchArgs, control: &RunControl) -> Result<ResolvedBench> {
    if args.files.iter().any(|f| is_dash(f)) {
        bail!("standard input cannot be benchmarked because files are read several times; name a file");
    }
    check_output_paths(args)?;
    let contestants = contestants(args)?;
    let baseline = args.baseline.clone().unwrap_or_else(|| contestants[0].name.clone());
    if !contestants.iter().any(|c| c.name == baseline) {
        let names: Vec<_> = contestants.iter().map(|c| c.name.as_str()).collect();
        bail!("--baseline {baseline}: no such contestant; the contestants are {}", names.join(", "));
    }
    if let Some(first) = args.pin {
        let most = contestants.iter().filter(|c| c.absent.is_none()).map(|c| c.threads).max().unwrap_or(1);
        // Another thread tries this, so that this one is not pinned. It tries core by core, because the system accepts
        // a set of cores if one of them exists.
        let each = move || (0..most).try_for_each(|i| cores::pin(first.saturating_add(i), 1));
        std::thread::spawn(each).join().expect("pinning does not panic").context("--pin")?;
    }
    for path in &args.files {
        open_input(path, true)?;
    }
    let earlier = args.compare.as_deref().map(EarlierReport::read).transpose()?;
    let open = |path: &Option<PathBuf>| path.as_deref().map(Output::path).transpose();
    let json = open(&args.json)?;
    // The cleanup is set before the next file is opened, because opening a FIFO may block forever.
    set_cleanup(control, &[&json]);
    let html = open(&args.html)?;
    set_cleanup(control, &[&json, &html]);
    let markdown = open(&args.markdown)?;
    set_cleanup(control, &[&json, &html, &markdown]);
    Ok(ResolvedBench { contestants, baseline, json, html, markdown, earlier })
}

/// Refuses to say that nothing is slower if nothing was compared.
fn check_compared(report: &BenchReport, earlier: Option<&EarlierReport>) -> Result<()> {
    let has_changes = |earlier: &EarlierReport| report.files.iter().any(|f| !earlier.changes(f).is_empty());
    if !earlier.is_some_and(has_changes) {
        bail!(
            "--fail-if-slower: the report of --compare has no contestant with the same name and limit on the same \
             puzzles; compare with a report of these files"
        );
    }
    Ok(())
}

/// Sets the files to remove and the message for a process that is stopped.
fn set_cleanup(control: &RunControl, outputs: &[&Option<Output>]) {
    let outputs = outputs.iter().filter_map(|output| output.as_ref());
    let (files, dispositions): (Vec<_>, Vec<_>) = outputs
        .filter_map(|output| Some((output.temporary()?.to_owned(), output_disposition(output))))
        .unzip();
    control.set_cleanup(files, dispositions.concat());
}

/// Rejects outputs that would overwrite each other or an input.
fn check_output_paths(args: &BenchArgs) -> Result<()> {
    let named = [("--json", &args.json), ("--html", &args.html), ("--markdown", &args.markdown)];
    let named = named.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    let named: Vec<_> = named.collect();
    if let Some((option, _)) = named.iter().find(|(_, path)| is_dash(path)) {
        bail!("{option} -: standard output is used for the tables; name a file");
    }
    let inputs: Vec<_> =
        args.files.iter().chain(&args.config).chain(&args.compare).map(PathBuf::as_path).collect();
    check_distinct(None, &named, &inputs)
}

fn measure(
    puzzles: &Puzzles,
    contestants: &[Contestant],
    args: &BenchArgs,
    status: &mut dyn FnMut(&str),
) -> Result<FileReport> {
    let mut file = rounds::measure(puzzles, contestants, args, status)?;
    let mut seen = Vec::new();
    // For other sizes all engines are the same.
    let nine = puzzles.sides().contains(&9);
    for contestant in contestants.iter().filter(|c| args.profile && c.absent.is_none()) {
        if let Some(choice) = contestant.engine
            && let same = if nine { choice } else { EngineChoice::Dlx }
            && !seen.contains(&same)
        {
            seen.push(same);
            file.profiles.push(profile::profile(contestant, choice, puzzles, args, status)?);
        }
    }
    Ok(file)
}

fn print(out: &mut Output, text: &str) -> Result<()> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)?;
    Ok(())
}

fn write(file: Option<Output>, text: impl FnOnce() -> Result<String>) -> Result<()> {
    if let Some(mut file) = file {
        file.write_all(text()?.as_bytes()).map_err(cannot_write)?;
        file.finish()?;
    }
    Ok(())
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the report", error)
}

/// A line on a terminal that shows the current measurement.
struct StatusLine {
    shown: bool,
}

impl StatusLine {
    fn show(&mut self, what: &str) {
        if self.shown {
            let short = shortened(what, 78);
            let _ = write!(stderr(), "\r\x1b[K{short}").and_then(|()| stderr().flush());
        }
    }

    fn clear(&mut self) {
        self.show("");
    }
}
