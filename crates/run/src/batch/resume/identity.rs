//! The identity of a run, which shows whether it is the run that began an output.

use crate::{
    batch::{Batch, Morphs, morphs::MorphSource, settings::OutputChoice, work::Work},
    format::Format,
    io::{Input, cannot_read, checksum},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_engines::{EngineChoice, Limits};
use quadrille_puzzles::symmetry::Symmetries;
use serde_json::{Value, json};
use std::time::UNIX_EPOCH;

/// The settings and inputs that the bytes of the output depend on. Threads, chunk size, instruction set and mapping do
/// not matter.
pub(super) fn identity(batch: &Batch, inputs: &[Input<'_>]) -> Result<Value, Error> {
    if let Some(what) = batch.work.needs().no_resume {
        return Err(Error::new(ErrorKind::Config, what));
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
fn settings(batch: &Batch) -> [Value; 3] {
    let Batch {
        work,
        options,
        verifies,
        symbols,
        chunk_size: _,
        max_write: _,
        format,
        output,
        column,
        solution_column,
        all_mismatches: _,
        variants,
        shard,
        keep_trailing,
        text_columns: _,
    } = batch;
    let Limits { max_nodes, timeout_per_puzzle, .. } = options.limits();
    let searched = json!({
        "max-nodes": max_nodes,
        "timeout-per-puzzle": timeout_per_puzzle.map(|t| t.as_nanos().to_string()),
        "verify": verifies,
        "engine": engine_identity(options.choice()),
        "variants": format!("{variants:?}"),
    });
    let read = json!({
        "symbols": format!("{symbols:?}").to_lowercase(),
        "format": format.map(Format::name),
        "column": column,
        "solution-column": solution_column,
        "shard": shard.map(|s| s.to_string()),
        "output-format": output_identity(*output),
        "keep-trailing": keep_trailing,
    });
    [work_identity(work), searched, read]
}

/// By the names of the options.
fn work_identity(work: &Work) -> Value {
    if let Some(morphs) = work.morphs() {
        return morph_identity(morphs);
    }
    let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    let options = work.task().map(|task| task.options()).unwrap_or_default();
    options.into_iter().map(|(name, text)| (name.to_owned(), value(text))).collect()
}

/// The lanes answer alike on all instruction sets.
fn engine_identity(engine: EngineChoice) -> &'static str {
    match engine {
        EngineChoice::Auto | EngineChoice::Lanes(_) => "lanes",
        EngineChoice::Dlx => "dlx",
    }
}

/// By the names of the options.
fn morph_identity(morphs: &Morphs) -> Value {
    let Morphs { source, is_inverse, copies, moves_solutions } = morphs;
    let mut identity = json!({ "command": "morph", "inverse": is_inverse, "copies": copies, "no-solution": !moves_solutions });
    match source {
        MorphSource::Random(from, seed) => {
            identity["seed"] = json!(seed);
            identity["exclude-symmetry"] = json!(excluded(*from));
        }
        MorphSource::By(transform) => identity["transform"] = json!(transform.to_string()),
        MorphSource::Column(name) => identity["transform-column"] = json!(name),
    }
    identity
}

/// The symmetries that are left out, in words.
fn excluded(from: Symmetries) -> String {
    let Symmetries { digits, bands, rows, stacks, columns, transpose } = from;
    let all = [
        ("digits", digits),
        ("bands", bands),
        ("rows", rows),
        ("stacks", stacks),
        ("columns", columns),
        ("transpose", transpose),
    ];
    let excluded: Vec<&str> = all.iter().filter(|(_, is_used)| !is_used).map(|(name, _)| *name).collect();
    if excluded.is_empty() { "none".into() } else { excluded.join(",") }
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
    let identity = input.identity().map_err(|e| cannot_read(input.name(), e))?;
    let Some((file, ends)) = identity else {
        let what =
            format!("{}: a run that can be resumed needs an input that can be read again", input.name());
        return Err(Error::new(ErrorKind::NotAFile, what));
    };
    let modified = file.modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(json!({
        "bytes": file.len,
        "modified": modified.map(|t| t.as_nanos().to_string()),
        "ends": checksum(&ends),
    }))
}
