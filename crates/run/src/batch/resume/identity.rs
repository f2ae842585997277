//! What tells whether a run is the one that an output was begun by.

use crate::{
    batch::{
        Batch, ExpectedAnswers, Morphs, Ratings, Shard, Task, Verification, morphs::MorphSource,
        settings::OutputChoice,
    },
    format::Format,
    io::{Input, checksum},
};
use quadrille_core::{
    engine::{EngineChoice, Limits},
    error::{Error, ErrorKind},
    grid::Symbols,
};
use quadrille_puzzles::symmetry::Symmetries;
use serde_json::{Value, json};
use std::{fmt::Debug, time::UNIX_EPOCH};

/// The settings and inputs that the bytes of the output depend on. Threads, chunk size, instruction set and mapping do
/// not matter.
pub(super) fn identity(batch: &Batch, inputs: &[Input<'_>]) -> Result<Value, Error> {
    let refused = |what| Err(Error::new(ErrorKind::Config, what));
    if batch.all {
        return refused("a run that writes all solutions cannot be resumed");
    }
    if batch.classes.is_some() {
        return refused(
            "a run that compares records cannot be resumed: its state does not say which classes there are",
        );
    }
    if batch.selection.is_some() {
        return refused(
            "a run that selects records cannot be resumed: its state does not say which it has kept",
        );
    }
    if batch.task == Task::Rate && batch.ratings.counts() {
        return refused(
            "a run that counts ratings cannot be resumed: its state does not say what was counted",
        );
    }
    let mut identity = json!({ "version": env!("CARGO_PKG_VERSION"), "inputs": inputs.len() });
    for mut part in settings(batch) {
        for (name, value) in part.as_object_mut().into_iter().flatten() {
            identity[name] = value.take();
        }
    }
    for (i, input) in inputs.iter().enumerate() {
        identity[format!("input {}", i + 1)] = input_identity(input)?;
    }
    Ok(identity)
}

/// The settings that matter, each by its name.
fn settings(batch: &Batch) -> [Value; 5] {
    let Batch {
        task,
        other,
        limits,
        verification,
        symbols,
        engine,
        threads: _,
        chunk_size: _,
        answers_are_columns: _,
        max_write: _,
        format,
        output,
        column,
        expected,
        solution_column,
        all_mismatches: _,
        variants,
        shard,
        stats,
        minimal,
        only,
        all: _,
        keep,
        explain,
        one,
        techniques,
        steps,
        form_of,
        transforms,
        morphs,
        ratings,
        classes: _,
        selection: _,
        // The counts do not depend on it.
        memory: _,
    } = batch;
    let checked = json!({
        "variants": format!("{variants:?}"),
        "check": *expected == ExpectedAnswers::Check,
    });
    let written = json!({
        "output-format": output_identity(*output), "stats": stats, "keep": keep, "minimal": minimal,
        "explain": explain, "one": one,
        "method": techniques.map(|techniques| techniques.name()), "steps": steps, "of": lowercase(form_of), "transform": transforms,
        "only": only.map(lowercase),
    });
    let searched = search_identity(*task, limits, *verification, *engine);
    let read = read_identity((*symbols, *format), (column.as_deref(), solution_column.as_deref()), *shard);
    let moved = match task {
        Task::Other => json!({ "task": format!("{other:?}") }),
        Task::Morph => morph_identity(morphs),
        Task::Rate => rating_identity(ratings),
        _ => Value::Null,
    };
    [searched, read, checked, written, moved]
}

fn lowercase(value: impl Debug) -> String {
    format!("{value:?}").to_lowercase()
}

fn search_identity(task: Task, limits: &Limits, verification: Verification, engine: EngineChoice) -> Value {
    let Limits { solutions, max_nodes, timeout_per_puzzle, .. } = limits;
    json!({
        "command": lowercase(task),
        "limit": solutions,
        "max-nodes": max_nodes,
        "timeout-per-puzzle": timeout_per_puzzle.map(|t| t.as_nanos().to_string()),
        "verify": verification == Verification::On,
        "engine": engine_identity(engine),
    })
}

/// The lanes answer alike on all instruction sets.
fn engine_identity(engine: EngineChoice) -> &'static str {
    match engine {
        EngineChoice::Auto | EngineChoice::Lanes(_) => "lanes",
        EngineChoice::Dlx => "dlx",
    }
}

fn read_identity(
    (symbols, format): (Symbols, Option<&Format>),
    (column, solution_column): (Option<&str>, Option<&str>),
    shard: Option<Shard>,
) -> Value {
    json!({
        "symbols": lowercase(symbols),
        "format": format.map(Format::name),
        "column": column,
        "solution-column": solution_column,
        "shard": shard.map(|s| s.to_string()),
    })
}

/// By the names of the options.
fn morph_identity(morphs: &Morphs) -> Value {
    let Morphs { source, is_inverse, copies, moves_solutions } = morphs;
    let mut identity = json!({ "inverse": is_inverse, "copies": copies, "no-solution": !moves_solutions });
    match source {
        MorphSource::Random(from, seed) => {
            identity["seed"] = json!(seed);
            identity["fix"] = json!(fixed(*from));
        }
        MorphSource::By(transform) => identity["by"] = json!(transform.to_string()),
        MorphSource::Column(name) => identity["by-column"] = json!(name),
    }
    identity
}

/// By the names of the options.
fn rating_identity(ratings: &Ratings) -> Value {
    let Ratings { method, limit, seed, column, least, most, only_counts: _, pairs: _ } = ratings;
    json!({
        "by": method.to_string(), "limit": limit, "seed": seed, "as": column, "min": least, "max": most,
    })
}

/// The symmetries that are left out, in words.
fn fixed(from: Symmetries) -> String {
    let Symmetries { digits, bands, rows, stacks, columns, transpose } = from;
    let all = [
        ("digits", digits),
        ("bands", bands),
        ("rows", rows),
        ("stacks", stacks),
        ("columns", columns),
        ("transpose", transpose),
    ];
    let fixed: Vec<&str> = all.iter().filter(|(_, is_used)| !is_used).map(|(name, _)| *name).collect();
    if fixed.is_empty() { "none".into() } else { fixed.join(",") }
}

fn output_identity(output: OutputChoice) -> Option<String> {
    match output {
        OutputChoice::Same => None,
        OutputChoice::Always(format) => Some(format.name().to_owned()),
        // A csv input keeps its columns with this choice, and loses them with the other.
        OutputChoice::Preferred(format) => Some(format!("auto ({})", format.name())),
        OutputChoice::Table => Some("table".into()),
    }
}

fn input_identity(input: &Input<'_>) -> Result<Value, Error> {
    let fail = |e| Error::io(ErrorKind::Input, format!("cannot read {}", input.name()), e);
    let Some((file, ends)) = input.identity().map_err(fail)? else {
        let what = format!("{}: cannot resume a run over an input that is not a regular file", input.name());
        return Err(Error::new(ErrorKind::NotAFile, what));
    };
    let modified = file.modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(json!({
        "bytes": file.len,
        "modified": modified.map(|t| t.as_nanos().to_string()),
        "ends": checksum(&ends),
    }))
}
