//! The summary of a run, as text and as JSON.

use super::{
    csv_file::header,
    info::{MorphInfo, RatingInfo, RunInfo, SelectInfo},
};
use crate::{commands::rate, reference::SUMMARY_KEYS};
use quadrille_console::{exit::print_stderr, numbers::grouped};
use quadrille_puzzles::rating::Method;
use quadrille_run::batch::{MALFORMED_SHOWN, Selected, Summary, Times};
use quadrille_tasks::{ColumnKind, ColumnSpec, Tally};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The version of the JSON summary. It grows when a member is removed or changes its meaning.
const SCHEMA: u32 = 2;

/// The summary as aligned lines.
pub fn text(summary: &Summary, run: &RunInfo) -> String {
    let tally = &summary.tally;
    let (is_morph, is_hint) = (run.command == "morph", run.command == "hint");
    // Records that are described, compared by their text or drawn at random are not solved.
    let may_be_unsolved =
        ["givens", "convert", "canonical", "dedup", "leak", "select"].contains(&run.command);
    let only_selects = run.selection.as_ref().is_some_and(|selection| !selection.is_split);
    let is_unsolved = may_be_unsolved && tally.engines.is_empty() || only_selects;
    let is_search = !is_morph && !is_hint && !is_unsolved && run.ratings.is_none();
    let counts = match &run.ratings {
        Some(info) => rating_counts(tally, info, run.limit),
        None if is_morph => morph_counts(tally),
        None if is_hint => hint_counts(tally),
        None if is_unsolved => vec![("records", tally.records), ("invalid", tally.invalid)],
        None => search_counts(tally, run),
    };
    let mut lines: Vec<_> =
        counts.into_iter().map(|(name, count)| format!("{name:<12}{:>14}", grouped(count))).collect();
    if tally.classes > 0 {
        for (name, count) in [("classes", tally.classes), ("duplicates", tally.duplicates)] {
            lines.push(format!("{name:<12}{:>14}", grouped(count)));
        }
    }
    if run.selection.as_ref().is_some_and(|selection| selection.filters) {
        lines.push(format!("{:<12}{:>14}", "kept", grouped(tally.kept)));
    }
    lines.extend(run.selection.iter().flat_map(|selection| selected(selection, summary)));
    if tally.mismatches > 0 {
        lines.push(format!("{:<12}{:>14}", "mismatches", grouped(tally.mismatches)));
    }
    lines.push(format!("{:<12}{:>14}", "threads", grouped(summary.threads as u64)));
    lines.push(format!("{:<12}{:>14}", "format", joined(&tally.formats)));
    // Without a board nothing was searched.
    if is_search && !tally.engines.is_empty() {
        lines.push(format!("{:<12}{:>14}", "engine", joined(&tally.engines)));
    }
    lines.push(format!("{:<12}{:>14.3} s", "elapsed", summary.elapsed.as_secs_f64()));
    let is_rating = run.selection.is_some() && is_unsolved || run.ratings.is_some();
    for (name, rate) in rates(summary, run, (is_rating, is_search)) {
        lines.push(format!("{name:<12}{:>14} puzzles/s", grouped(rate.round() as u64)));
    }
    lines.join("\n")
}

/// The speeds, by what takes the time.
fn rates(summary: &Summary, run: &RunInfo, (is_rating, is_search): (bool, bool)) -> Vec<(&'static str, f64)> {
    let mut rates = vec![("end to end", summary.rate_end_to_end())];
    // Without a board there was nothing to search.
    if (is_rating || is_search) && summary.rate_solving() > 0.0 && !run.all {
        rates.push((if is_rating { "rating only" } else { "solve only" }, summary.rate_solving()));
    }
    rates
}

/// Records that have morphs, and others.
fn morph_counts(tally: &Tally) -> Vec<(&'static str, u64)> {
    vec![("records", tally.records), ("morphed", tally.records - tally.invalid), ("invalid", tally.invalid)]
}

/// Records that were rated and others, and what the searches for the ratings say of their solutions.
fn rating_counts(tally: &Tally, info: &RatingInfo, limit: Option<u64>) -> Vec<(&'static str, u64)> {
    let is_counted = !matches!(info.method, Method::Morphs { .. });
    let is_searched = info.method.needs_one_solution();
    [
        (true, "records", tally.records),
        (true, "rated", tally.rated),
        (info.filters, "kept", tally.kept),
        (is_counted && limit != Some(1), "multiple", tally.multiple),
        (is_counted, "none", tally.none),
        (true, "invalid", tally.invalid),
        (tally.given_up > 0, "given up", tally.given_up),
        (is_searched && tally.unknown > 0, "unknown", tally.unknown),
    ]
    .into_iter()
    .filter_map(|(is_shown, name, count)| is_shown.then_some((name, count)))
    .collect()
}

/// Records by hint.
fn hint_counts(tally: &Tally) -> Vec<(&'static str, u64)> {
    vec![
        ("records", tally.records),
        ("hints", tally.hinted),
        ("no hint", tally.no_hint),
        ("mistakes", tally.mistakes),
        ("invalid", tally.invalid),
    ]
}

/// Records by the outcome of their searches. The indented lines divide the line above them. A search ends without an outcome only
/// if it has a limit.
fn search_counts(tally: &Tally, run: &RunInfo) -> Vec<(&'static str, u64)> {
    [
        (true, "records", tally.records),
        (true, "solved", tally.with_solution()),
        (run.is_classified(), "  unique", tally.unique),
        (run.is_classified(), "  multiple", tally.multiple),
        (tally.minimal > 0, "  minimal", tally.minimal),
        (true, "none", tally.none),
        (true, "invalid", tally.invalid),
        (run.may_give_up || tally.unknown > 0, "unknown", tally.unknown),
    ]
    .into_iter()
    .filter_map(|(is_shown, name, count)| is_shown.then_some((name, count)))
    .collect()
}

/// The summary as JSON, with the members that `keys` declares for the command.
pub fn json(summary: &Summary, run: &RunInfo) -> Value {
    let tally = &summary.tally;
    // With a limit of 1 nobody looked for a second solution.
    let classified = |count: u64| run.is_classified().then_some(count);
    let mut members = json!({
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
        "no_hint": tally.no_hint,
        "mistakes": tally.mistakes,
        "rated": tally.rated,
        "given_up": tally.given_up,
        "kept": tally.kept,
        "mismatches": tally.mismatches,
        "classes": tally.classes,
        "duplicates": tally.duplicates,
        "temporary_bytes": summary.temporary_bytes,
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
        "started": run.started,
        "host": host(),
        "shard": run.shard,
        "exit_code": run.exit_code,
        "peak_bytes": peak_bytes(),
    });
    add_members(&mut members, summary, run);
    let is_declared = |name: &str| {
        SUMMARY_KEYS.iter().any(|key| key.is_of(run.command) && key.path.split('.').next() == Some(name))
    };
    if let Some(members) = members.as_object_mut() {
        members.retain(|name, _| is_declared(name));
    }
    members
}

/// The name of the machine in its network, if the system tells it.
fn host() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim().to_owned())
}

/// The largest resident set of the process so far, if the system tells it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * kib.trim().strip_suffix(" kB")?.parse::<u64>().ok()?)
}

/// The members that only some commands have.
fn add_members(members: &mut Value, summary: &Summary, run: &RunInfo) {
    if let Some(MorphInfo { copies, seed }) = run.morphs {
        (members["copies"], members["seed"]) = (json!(copies), json!(seed));
    }
    if let Some(info) = &run.ratings {
        (members["method"], members["seed"]) = (json!(info.method.to_string()), json!(info.seed));
        let groups = info.groups().into_iter().zip(rate::counts(summary).groups);
        let member = |(name, count): (&str, u64)| (name.to_owned(), json!(count));
        members["ratings"] = groups.map(member).collect();
        let [hardest, steps] = rate::techniques(rate::counts(summary));
        members["hardest_steps"] = hardest.into_iter().map(member).collect();
        members["steps"] = steps.into_iter().map(member).collect();
    }
    if let Some(selection) = run.selection.as_ref().filter(|selection| selection.seed.is_some()) {
        (members["seed"], members["selected"]) = (json!(selection.seed), selected_json(selection, summary));
    }
}

/// How many records were written of each group.
fn selected(info: &SelectInfo, summary: &Summary) -> Vec<String> {
    let of = |found| if info.per_bucket { format!(" of {}", grouped(found)) } else { String::new() };
    let groups = info.groups(summary);
    groups
        .map(|(name, group)| format!("{name:<12}{:>14}{}", grouped(group.written), of(group.found)))
        .collect()
}

fn selected_json(info: &SelectInfo, summary: &Summary) -> Value {
    let kind = if info.is_split { "part" } else { "bucket" };
    let member = |(name, group): (String, &Selected)| json!({kind: name, "found": group.found, "written": group.written});
    info.groups(summary).map(member).collect()
}

/// A line for each group that was not selected as requested.
pub fn selection_notes(info: &SelectInfo, summary: &Summary, quiet: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let left_out = summary.tally.invalid + summary.tally.unknown;
    if info.is_split && left_out > 0 {
        let (records, are) = if left_out == 1 { ("record", "is") } else { ("records", "are") };
        let left_out = grouped(left_out);
        notes.push(format!("quadrille: {left_out} {records} cannot be compared and {are} not in any part"));
    }
    for (name, group) in info.groups(summary).filter(|_| !quiet) {
        if let Some(wanted) = info.wanted.filter(|wanted| group.found < *wanted) {
            let of = if info.per_bucket { format!(" with {name}") } else { String::new() };
            let (found, wanted) = (grouped(group.found), grouped(wanted));
            notes.push(format!(
                "quadrille: records{of}: {found} instead of {wanted}; all of them are selected"
            ));
        }
    }
    notes
}

/// The columns of the table of classes.
pub const CLASS_SIZES: [ColumnSpec; 2] = [
    ColumnSpec::new("size", ColumnKind::Number, "a number of equal records"),
    ColumnSpec::new("classes", ColumnKind::Number, "the number of classes of this size"),
];

/// The table of `dedup --class-sizes`.
pub fn size_table(summary: &Summary) -> String {
    let rows = summary.class_sizes.iter().map(|(size, classes)| format!("{size},{classes}\n"));
    header(&CLASS_SIZES) + &rows.collect::<String>()
}

/// How long each part of the run took.
fn parts(times: &Times) -> Value {
    json!({
        "dividing": times.dividing.as_secs_f64(),
        "ordering": times.ordering.as_secs_f64(),
        "writing_in_order": times.writing_in_order.as_secs_f64(),
        "writing_to_places": times.writing_to_places.as_secs_f64(),
        "compressing": times.compressing.as_secs_f64(),
        "answering": times.answering.as_secs_f64(),
    })
}

fn joined<S: AsRef<str>>(names: &BTreeSet<S>) -> String {
    match names.len() {
        0 => "none".into(),
        _ => names.iter().map(S::as_ref).collect::<Vec<_>>().join(", "),
    }
}

/// Says how many more of these there are than were reported one by one.
pub fn print_more(count: u64, what: &str) {
    let shown = MALFORMED_SHOWN as u64;
    if count > shown {
        print_stderr(&format!("quadrille: and {} more {what}", count - shown));
    }
}
