//! Speeds relative to an earlier report.

use super::{
    contestant::LimitSource,
    machine::Machine,
    report::{ContestantReport, ContestantVerdict, FileReport, Timing},
};
use anyhow::{Context, Result, ensure};
use quadrille_console::page::number::ratio;
use serde_json::Value;
use std::path::Path;

/// An earlier report, from the file of `--json`.
pub(crate) struct EarlierReport {
    name: String,
    report: Value,
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
        let read = || -> Result<Value> {
            const OTHER: &str = "it is not a report that bench --json has written";
            let report: Value = serde_json::from_str(&std::fs::read_to_string(path)?).context(OTHER)?;
            let is_report =
                report["schema"].is_u64() && report["machine"].is_object() && report["files"].is_array();
            ensure!(is_report, OTHER);
            Ok(report)
        };
        let report = read().with_context(|| format!("--compare {name}"))?;
        let schema = &report["schema"];
        ensure!(*schema == 1, "--compare {name}: its schema is {schema}, and this program compares schema 1");
        Ok(EarlierReport { name, report })
    }

    /// Names the earlier report, with its machine if that was another one.
    pub fn title(&self, machine: &Machine) -> String {
        let old = &self.report["machine"];
        let [cpu, version, date] =
            ["cpu", "version", "date"].map(|name| old[name].as_str().unwrap_or("unknown"));
        let is_same = cpu == machine.cpu && old["cores"] == machine.cores;
        let other = if is_same {
            String::new()
        } else {
            format!(", on another machine ({cpu}, {} cores)", old["cores"])
        };
        format!("speeds relative to {} (quadrille {version}, {date}{other})", self.name)
    }

    /// The speeds of the contestants that solved the same puzzles up to the same limit.
    pub fn changes(&self, file: &FileReport) -> Vec<Change> {
        let is_same = |old: &&Value| old["sha256"] == *file.sha256 && old["puzzles"] == file.puzzles;
        let Some(old) = list(&self.report["files"]).iter().find(is_same) else { return Vec::new() };
        file.rows.iter().flat_map(|row| changes_of(row, list(&old["rows"]))).collect()
    }
}

/// The items of a list; none if it is not one.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn changes_of(row: &ContestantReport, old: &[Value]) -> Vec<Change> {
    let has_figures = matches!(row.verdict, ContestantVerdict::Right | ContestantVerdict::Unchecked)
        && row.limit_source != LimitSource::Assumed;
    let is_same = |old: &&Value| {
        let verdict = &old["verdict"]["is"];
        old["name"] == *row.name
            && old["limit"] == row.limit
            && (*verdict == "right" || *verdict == "unchecked")
    };
    let Some(old) = old.iter().find(is_same).filter(|_| has_figures) else { return Vec::new() };
    let parts = [("solve", &row.solve, &old["solve"]), ("end to end", &row.end_to_end, &old["end_to_end"])];
    let change = |(part, new, old): (_, &Option<Timing>, &Value)| {
        let speed = old["median_seconds"].as_f64()? / new.as_ref()?.spread.median;
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
