//! The summary of a run, for people and for programs.

use quadrille::Summary;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The summary as aligned lines.
pub(super) fn text(summary: &Summary) -> String {
    let tally = &summary.tally;
    let hints = tally.hinted + tally.no_suggestion + tally.mistakes;
    let counts = match hints {
        0 => vec![
            ("records", tally.records),
            ("solved", tally.with_solution()),
            ("  unique", tally.unique),
            ("  multiple", tally.multiple),
            ("none", tally.none),
            ("invalid", tally.invalid),
            ("unknown", tally.unknown),
        ],
        _ => vec![
            ("records", tally.records),
            ("hints", tally.hinted),
            ("nothing", tally.no_suggestion),
            ("mistakes", tally.mistakes),
            ("invalid", tally.invalid),
        ],
    };
    let mut lines: Vec<_> =
        counts.into_iter().map(|(name, n)| format!("{name:<12}{:>14}", grouped(n))).collect();
    if tally.mismatches > 0 {
        lines.push(format!("{:<12}{:>14}", "mismatches", grouped(tally.mismatches)));
    }
    lines.push(format!("{:<12}{:>14}", "threads", grouped(summary.threads as u64)));
    lines.push(format!("{:<12}{:>14}", "format", names(&tally.formats)));
    let mut rates = vec![("end to end", summary.rate_end_to_end())];
    if hints == 0 {
        lines.push(format!("{:<12}{:>14}", "engine", names(&tally.engines)));
        rates.push(("solve only", summary.rate_solving()));
    }
    lines.push(format!("{:<12}{:>14.3} s", "elapsed", summary.elapsed.as_secs_f64()));
    for (name, rate) in rates {
        lines.push(format!("{name:<12}{:>14} puzzles/s", grouped(rate.round() as u64)));
    }
    lines.join("\n")
}

/// The summary with all counters.
pub(super) fn json(summary: &Summary) -> Value {
    let tally = &summary.tally;
    json!({
        "records": tally.records,
        "solved": tally.with_solution(),
        "unique": tally.unique,
        "multiple": tally.multiple,
        "none": tally.none,
        "invalid": tally.invalid,
        "unknown": tally.unknown,
        "hinted": tally.hinted,
        "no_suggestion": tally.no_suggestion,
        "mistakes": tally.mistakes,
        "mismatches": tally.mismatches,
        "faults": tally.faults,
        "nodes": tally.nodes,
        "guesses": tally.guesses,
        "threads": summary.threads,
        "engines": tally.engines,
        "formats": tally.formats,
        "elapsed_seconds": summary.elapsed.as_secs_f64(),
        "solve_seconds": tally.solving.as_secs_f64(),
        "puzzles_per_second_end_to_end": summary.rate_end_to_end(),
        "puzzles_per_second_solve_only": summary.rate_solving(),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

fn names(names: &BTreeSet<&'static str>) -> String {
    match names.len() {
        0 => "none".into(),
        _ => names.iter().copied().collect::<Vec<_>>().join(", "),
    }
}

/// A number with a comma between thousands.
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
    fn thousands_are_grouped() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
