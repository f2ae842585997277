//! Speeds relative to an earlier report.

use super::{
    contestant::LimitSource,
    machine::Machine,
    report::{ContestantReport, ContestantVerdict, FileReport, Timing},
};
use anyhow::{Context, Result, bail};
use quadrille_console::page::number::ratio;
use serde::Deserialize;
use std::path::Path;

/// An earlier report, from the file of `--json`.
pub(crate) struct EarlierReport {
    name: String,
    report: Report,
}

#[derive(Deserialize)]
struct Report {
    schema: u32,
    machine: MachineOf,
    files: Vec<FileOf>,
}

#[derive(Deserialize)]
struct MachineOf {
    cpu: String,
    cores: usize,
    version: String,
    date: String,
}

#[derive(Deserialize)]
struct FileOf {
    sha256: String,
    puzzles: usize,
    rows: Vec<RowOf>,
}

#[derive(Deserialize)]
struct RowOf {
    name: String,
    limit: u64,
    verdict: VerdictOf,
    solve: Option<TimingOf>,
    end_to_end: Option<TimingOf>,
}

#[derive(Deserialize)]
struct VerdictOf {
    is: String,
}

#[derive(Deserialize)]
struct TimingOf {
    median_seconds: f64,
}

/// The speed of a contestant on a file, relative to the earlier one.
pub(crate) struct Change {
    pub contestant: String,
    /// The part of the run that was measured.
    pub part: &'static str,
    pub speed: f64,
}

impl EarlierReport {
    /// # Errors
    /// If the file is not a report.
    pub fn read(path: &Path) -> Result<EarlierReport> {
        let name = path.display().to_string();
        let read = || -> Result<Report> {
            let text = std::fs::read_to_string(path)?;
            serde_json::from_str(&text).context("it is not a report that bench --json has written")
        };
        let report = read().with_context(|| format!("--compare {name}"))?;
        if report.schema != 1 {
            bail!("--compare {name}: its schema is {}, and this program compares schema 1", report.schema);
        }
        Ok(EarlierReport { name, report })
    }

    /// Names the earlier report, with its machine if that was another one.
    pub fn title(&self, machine: &Machine) -> String {
        let MachineOf { cpu, cores, version, date } = &self.report.machine;
        let is_same = *cpu == machine.cpu && *cores == machine.cores;
        let other =
            if is_same { String::new() } else { format!(", on another machine ({cpu}, {cores} cores)") };
        format!("speeds relative to {} (quadrille {version}, {date}{other})", self.name)
    }

    /// The speeds of the contestants that solved the same puzzles up to the same limit.
    pub fn changes(&self, file: &FileReport) -> Vec<Change> {
        let is_same = |old: &&FileOf| old.sha256 == file.sha256 && old.puzzles == file.puzzles;
        let Some(old) = self.report.files.iter().find(is_same) else { return Vec::new() };
        file.rows.iter().flat_map(|row| changes_of(row, &old.rows)).collect()
    }
}

fn changes_of(row: &ContestantReport, old: &[RowOf]) -> Vec<Change> {
    let has_figures = matches!(row.verdict, ContestantVerdict::Right | ContestantVerdict::Unchecked);
    let is_same = |old: &&RowOf| {
        old.name == row.name
            && old.limit == row.limit
            && ["right", "unchecked"].contains(&&*old.verdict.is)
            && row.limit_source != LimitSource::Assumed
    };
    let Some(old) = old.iter().find(is_same).filter(|_| has_figures) else { return Vec::new() };
    let parts = [("solve", &row.solve, &old.solve), ("end to end", &row.end_to_end, &old.end_to_end)];
    let change = |(part, new, old): (_, &Option<Timing>, &Option<TimingOf>)| {
        let speed = old.as_ref()?.median_seconds / new.as_ref()?.spread.median;
        Some(Change { contestant: row.name.clone(), part, speed })
    };
    parts.into_iter().filter_map(change).collect()
}

impl Change {
    /// As in `quadrille, solve: 1.02×`.
    pub fn text(&self) -> String {
        format!("{}, {}: {}×", self.contestant, self.part, ratio(self.speed))
    }
}

/// The changes of all files that make `--fail-if-slower` fail.
pub(crate) fn slower(files: &[FileReport], earlier: &EarlierReport, least: f64) -> Vec<String> {
    let of_file = |file: &FileReport| -> Vec<String> {
        let slower = earlier.changes(file).into_iter().filter(|change| change.speed < least);
        slower.map(|change| format!("{}: {}", file.name, change.text())).collect()
    };
    files.iter().flat_map(of_file).collect()
}
