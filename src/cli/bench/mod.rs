//! `bench`: any solvers on any file, fairly.
//!
//! ```text
//!  FILE ─► puzzles ─► rounds: A B C, A B C, … ─► report ─► table, JSON, page
//!                     │            │     │
//!              engine, in memory   process, file to file
//!                     └──► verify ◄┘   (launch: a small process between)
//! ```
//!
//! | file | its one concern |
//! | --- | --- |
//! | `args` | the arguments |
//! | `contestant` | who takes part: options and `bench.toml` |
//! | `shape` | what programs read and write |
//! | `puzzles` | a data set in memory |
//! | `engine`, `process`, `launch`, `cores` | one measurement |
//! | `scratch` | the folder for it |
//! | `verify` | whether the answers are true |
//! | `rounds` | the order of measurements |
//! | `profile` | a closer look at the engines |
//! | `statistics`, `machine`, `report` | what is made of them |
//! | `table`, `page`, `charts`, `number` | how it is shown |

pub(super) mod args;
mod charts;
mod contestant;
mod cores;
mod engine;
mod launch;
mod machine;
mod number;
mod page;
mod process;
mod profile;
mod puzzles;
mod report;
mod rounds;
mod scratch;
mod shape;
mod statistics;
mod table;
mod verify;

pub(super) use {launch::launch, scratch::cleanup};

use super::{
    ExitStatus,
    files::{is_dash, is_special, output_disposition},
    sigbus::open_mapped,
    signals::{RunControl, stopped},
};
use anyhow::{Context, Result, bail};
use args::BenchArgs;
use contestant::{Contestant, contestants};
use machine::Machine;
use puzzles::Puzzles;
use quadrille::{EngineChoice, Error, ErrorKind, Output};
use report::{FileReport, Report, Settings};
use std::{
    io::{IsTerminal, Write, stderr, stdout},
    path::{Path, PathBuf},
};

/// What the arguments come to: everything that can be refused is refused before any work.
struct Plan {
    contestants: Vec<Contestant>,
    baseline: String,
    json: Option<Output>,
    html: Option<Output>,
}

pub(super) fn run(args: &BenchArgs) -> Result<ExitStatus> {
    // Before there is anything to be left behind. Nothing here looks at the flag: what a contestant does
    // cannot be cut short, and its process is ended with this one.
    let control = RunControl::start_without_records();
    let plan = resolve(args, &control)?;
    let mut out = Output::stdout();
    let mut report = Report {
        schema: 1,
        machine: Machine::this(),
        settings: Settings {
            limit: args.limit,
            runs: args.runs,
            warm_up: args.warm_up,
            pin: args.pin,
            timeout_s: args.timeout,
            baseline: plan.baseline,
        },
        files: Vec::new(),
    };
    print(&mut out, &table::head(&report))?;
    let ended = files(args, &plan.contestants, &mut report, &mut out);
    // Of files that were measured before one that cannot be, the report is written all the same.
    if report.files.is_empty() {
        return ended.map(|()| ExitStatus::AllAnswered);
    }
    control.end_stoppable_phase();
    if let Some(end) = stopped(&control, &Ok(())) {
        return Ok(end);
    }
    out.finish()?;
    write(plan.json, || Ok(format!("{:#}\n", serde_json::to_value(&report)?)))?;
    write(plan.html, || Ok(page::page(&report)))?;
    ended?;
    let bad = report.files.iter().flat_map(|f| &f.rows).any(|r| r.verdict.is_bad());
    Ok(if bad { ExitStatus::SomeUnanswered } else { ExitStatus::AllAnswered })
}

/// Measures file by file, each one's tables as soon as it is done.
fn files(args: &BenchArgs, contestants: &[Contestant], report: &mut Report, out: &mut Output) -> Result<()> {
    let mut progress = Progress { shown: !args.quiet && stderr().is_terminal() };
    let colour = stdout().is_terminal();
    for path in &args.files {
        progress.tell(&format!("{}: reading", path.display()));
        let puzzles = Puzzles::read(path, known(contestants), args.records)?;
        let file = measure(&puzzles, contestants, args, &mut |what| progress.tell(what))?;
        progress.clear();
        print(out, &table::file(&file, colour))?;
        report.files.push(file);
    }
    Ok(())
}

/// How many solutions must be known of each puzzle to judge all contestants: whether there is a second one,
/// if any of them looks for it.
fn known(contestants: &[Contestant]) -> u64 {
    let present = contestants.iter().filter(|c| c.absent.is_none());
    present.map(|c| c.limit.min(2)).max().unwrap_or(1)
}

fn resolve(args: &BenchArgs, control: &RunControl) -> Result<Plan> {
    if args.files.iter().any(|f| is_dash(f)) {
        bail!("a file is read several times; standard input cannot be");
    }
    outputs_apart(args)?;
    let contestants = contestants(args)?;
    let baseline = args.baseline.clone().unwrap_or_else(|| contestants[0].name.clone());
    if !contestants.iter().any(|c| c.name == baseline) {
        let names: Vec<_> = contestants.iter().map(|c| c.name.as_str()).collect();
        bail!("--baseline {baseline:?}: the contestants are {}", names.join(", "));
    }
    if let Some(first) = args.pin {
        let most = contestants.iter().filter(|c| c.absent.is_none()).map(|c| c.threads).max().unwrap_or(1);
        // On a thread of its own: this one stays free. Core by core: of several, one that is there is enough
        // for the system.
        let each = move || (0..most).try_for_each(|place| cores::pin(first.saturating_add(place), 1));
        std::thread::spawn(each).join().expect("no panic").context("--pin")?;
    }
    for path in &args.files {
        open_mapped(path)?;
    }
    let open = |path: &Option<PathBuf>| path.as_deref().map(Output::path).transpose();
    let json = open(&args.json)?;
    // At once, since to open a FIFO may take for ever.
    leaves(control, &[&json]);
    let html = open(&args.html)?;
    leaves(control, &[&json, &html]);
    Ok(Plan { contestants, baseline, json, html })
}

/// What a process that is stopped must not leave behind.
fn leaves(control: &RunControl, outputs: &[&Option<Output>]) {
    let outputs = outputs.iter().filter_map(|output| output.as_ref());
    let (files, fates): (Vec<_>, Vec<_>) = outputs
        .filter_map(|output| Some((output.temporary()?.to_owned(), output_disposition(output))))
        .unzip();
    control.set_cleanup(files, fates.concat());
}

/// One name for a file, whether it is there already or not.
fn real(path: &Path) -> PathBuf {
    let beside = || {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(std::fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    std::fs::canonicalize(path).ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// No file is written over another, nor over what is measured.
fn outputs_apart(args: &BenchArgs) -> Result<()> {
    let named = [("--json", &args.json), ("--html", &args.html)];
    for (option, path) in named.iter().filter_map(|(option, path)| Some((option, path.as_deref()?))) {
        if is_dash(path) {
            bail!("{option} -: the tables go to standard output; name a file");
        }
        let inputs = args.files.iter().chain(&args.config);
        if inputs.into_iter().any(|input| path.is_file() && real(input) == real(path)) {
            bail!("{option} {}: that is an input", path.display());
        }
    }
    match (&args.json, &args.html) {
        (Some(json), Some(html)) if real(json) == real(html) && !is_special(json) => {
            bail!("--json and --html both name {}", json.display())
        }
        _ => Ok(()),
    }
}

fn measure(
    puzzles: &Puzzles,
    contestants: &[Contestant],
    args: &BenchArgs,
    tell: &mut dyn FnMut(&str),
) -> Result<FileReport> {
    let mut file = rounds::measure(puzzles, contestants, args, tell)?;
    let mut seen = Vec::new();
    // Only 9×9 boards have engines to choose from.
    let nine = puzzles.sides().contains(&9);
    for contestant in contestants.iter().filter(|c| args.profile && c.absent.is_none()) {
        if let Some(choice) = contestant.engine
            && let same = if nine { choice } else { EngineChoice::Dlx }
            && !seen.contains(&same)
        {
            seen.push(same);
            file.profiles.push(profile::profile(contestant, choice, puzzles, args, tell)?);
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
    Error::io(ErrorKind::Output, "cannot write", error)
}

/// A line on a terminal that says what goes on.
struct Progress {
    shown: bool,
}

impl Progress {
    fn tell(&mut self, what: &str) {
        if self.shown {
            let short: String = what.chars().take(78).collect();
            let _ = write!(stderr(), "\r\x1b[K{short}").and_then(|()| stderr().flush());
        }
    }

    fn clear(&mut self) {
        self.tell("");
    }
}
