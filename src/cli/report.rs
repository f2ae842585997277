//! The summary of a run, as text and as JSON.

use quadrille::{Summary, Tally, Times};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The version of the JSON summary. It grows when a member is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// What a run was asked for.
pub(super) struct RunInfo {
    pub command: &'static str,
    /// Number of solutions at which each search stopped, if that was limited.
    pub limit: Option<u64>,
    /// Whether all solutions were written: the time that this took is not that of the searches.
    pub all: bool,
    pub inputs: Vec<String>,
}

impl RunInfo {
    /// Whether the searches told puzzles with one solution from those with several.
    fn is_classified(&self) -> bool {
        self.limit != Some(1)
    }
}

/// The summary as aligned lines.
pub(super) fn text(summary: &Summary, run: &RunInfo) -> String {
    let tally = &summary.tally;
    let is_morph = run.command == "morph";
    // Records that are compared by their text are not solved.
    let is_unsolved = tally.engines.is_empty() && tally.classes > 0;
    let is_search = !is_morph && tally.hinted + tally.no_suggestion + tally.mistakes == 0;
    let shown = |name: &str| match is_unsolved {
        true => ["records", "invalid"].contains(&name),
        false => run.is_classified() || !name.starts_with(' '),
    };
    let counts = if is_morph { morph_counts(tally) } else { counts(tally, is_search) };
    let mut lines: Vec<_> = counts
        .into_iter()
        .filter(|(name, _)| shown(name))
        .map(|(name, count)| format!("{name:<12}{:>14}", grouped(count)))
        .collect();
    if tally.classes > 0 {
        for (name, count) in [("classes", tally.classes), ("duplicates", tally.duplicates)] {
            lines.push(format!("{name:<12}{:>14}", grouped(count)));
        }
    }
    if tally.mismatches > 0 {
        lines.push(format!("{:<12}{:>14}", "mismatches", grouped(tally.mismatches)));
    }
    lines.push(format!("{:<12}{:>14}", "threads", grouped(summary.threads as u64)));
    lines.push(format!("{:<12}{:>14}", "format", joined(&tally.formats)));
    let mut rates = vec![("end to end", summary.rate_end_to_end())];
    if is_search {
        lines.push(format!("{:<12}{:>14}", "engine", joined(&tally.engines)));
        // Without a board there was nothing to search.
        if summary.rate_solving() > 0.0 && !run.all {
            rates.push(("solve only", summary.rate_solving()));
        }
    }
    lines.push(format!("{:<12}{:>14.3} s", "elapsed", summary.elapsed.as_secs_f64()));
    for (name, rate) in rates {
        lines.push(format!("{name:<12}{:>14} puzzles/s", grouped(rate.round() as u64)));
    }
    lines.join("\n")
}

/// Records that have morphs, and others.
fn morph_counts(tally: &Tally) -> Vec<(&'static str, u64)> {
    vec![("records", tally.records), ("morphed", tally.records - tally.invalid), ("invalid", tally.invalid)]
}

/// Records by outcome: of searches, or of hints. The indented lines divide the line above them.
fn counts(tally: &Tally, is_search: bool) -> Vec<(&'static str, u64)> {
    match is_search {
        true => vec![
            ("records", tally.records),
            ("solved", tally.with_solution()),
            ("  unique", tally.unique),
            ("  multiple", tally.multiple),
            ("none", tally.none),
            ("invalid", tally.invalid),
            ("unknown", tally.unknown),
        ],
        false => vec![
            ("records", tally.records),
            ("hints", tally.hinted),
            ("no hint", tally.no_suggestion),
            ("mistakes", tally.mistakes),
            ("invalid", tally.invalid),
        ],
    }
}

/// The summary with all counters, as JSON; docs/formats.md describes it.
pub(super) fn json(summary: &Summary, run: &RunInfo) -> Value {
    let tally = &summary.tally;
    // With a limit of 1 nobody looked for a second solution.
    let classified = |count: u64| run.is_classified().then_some(count);
    json!({
        "schema": SCHEMA,
        "command": run.command,
        "inputs": run.inputs,
        "limit": run.limit,
        "records": tally.records,
        "solved": tally.with_solution(),
        "unique": classified(tally.unique),
        "multiple": classified(tally.multiple),
        "minimal": tally.minimal,
        "none": tally.none,
        "invalid": tally.invalid,
        "unknown": tally.unknown,
        "hinted": tally.hinted,
        "no_suggestion": tally.no_suggestion,
        "mistakes": tally.mistakes,
        "mismatches": tally.mismatches,
        "classes": tally.classes,
        "duplicates": tally.duplicates,
        "faults": tally.faults,
        "nodes": tally.nodes,
        "guesses": tally.guesses,
        "threads": summary.threads,
        "engines": tally.engines,
        "formats": tally.formats,
        "elapsed_seconds": summary.elapsed.as_secs_f64(),
        "solve_seconds": tally.solving.as_secs_f64(),
        "part_seconds": parts(&summary.times),
        "usable_cores": summary.times.usable_cores(),
        "usable_cores_of_one_file": summary.times.usable_cores_of_one_file(),
        "puzzles_per_second_end_to_end": summary.rate_end_to_end(),
        "puzzles_per_second_solve_only": (!run.all).then(|| summary.rate_solving()),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// The table of `dedup --count`.
pub(super) fn size_table(summary: &Summary) -> String {
    let rows = summary.class_sizes.iter().map(|(size, classes)| format!("{size},{classes}\n"));
    std::iter::once("size,classes\n".to_owned()).chain(rows).collect()
}

/// How long each part of the run took.
fn parts(times: &Times) -> Value {
    json!({
        "dividing": times.dividing.as_secs_f64(),
        "ordering": times.ordering.as_secs_f64(),
        "writing_in_order": times.writing_in_order.as_secs_f64(),
        "writing_to_places": times.writing_to_places.as_secs_f64(),
        "answering": times.answering.as_secs_f64(),
    })
}

fn joined(names: &BTreeSet<&'static str>) -> String {
    match names.len() {
        0 => "none".into(),
        _ => names.iter().copied().collect::<Vec<_>>().join(", "),
    }
}

/// A number with a comma between groups of three digits.
pub(super) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
