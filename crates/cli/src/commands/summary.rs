//! `summary`: the summaries of several shards or runs as one.

use anyhow::{Context, Result, bail};
use quadrille_console::{exit::ExitStatus, files::open_output};
use serde_json::{Map, Value};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Add up the summaries of all shards of a run, or of several runs
///
/// The sum is printed as JSON, with the same members: numbers of records and seconds of searches are added, the start is the
/// earliest, and the elapsed time, the peak memory and the exit code are the greatest. A value that differs and cannot be added is
/// null, and so are rates.
#[derive(clap::Args)]
#[command(before_help = "Examples:\n  quadrille summary part1.json part2.json part3.json part4.json")]
pub struct Args {
    /// Files of --summary-json
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Prints the sum of some files of `--summary-json`.
pub fn run(Args { files }: Args) -> Result<ExitStatus> {
    let read = |path: &PathBuf| {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let document = serde_json::from_str(&text).ok().filter(is_summary);
        document.with_context(|| format!("{name}: expected a file that --summary-json has written"))
    };
    let documents = files.iter().map(read).collect::<Result<Vec<Value>>>()?;
    check_same(&documents, "command", &files)?;
    check_same(&documents, "schema", &files)?;
    check_shards(&documents, &files)?;
    let sum = documents.into_iter().reduce(|sum, other| joined("", sum, other));
    let mut output = open_output(Path::new("-"))?;
    let text = format!("{:#}\n", sum.unwrap_or_default());
    output.write_all(text.as_bytes()).context("cannot write the summary")?;
    output.finish()?;
    Ok(ExitStatus::AllAnswered)
}

fn is_summary(document: &Value) -> bool {
    document["schema"].is_u64() && document["command"].is_string() && document["records"].is_u64()
}

fn check_same(documents: &[Value], name: &str, files: &[PathBuf]) -> Result<()> {
    let (first, other) = (&documents[0][name], documents.iter().position(|d| d[name] != documents[0][name]));
    match other {
        Some(at) => bail!(
            "{}: its {name} is {}, and in {} it is {first}; name summaries of the same command and release",
            files[at].display(),
            documents[at][name],
            files[0].display()
        ),
        None => Ok(()),
    }
}

/// Refuses a part of the shards, or a shard twice: the sums would be wrong without a message.
fn check_shards(documents: &[Value], files: &[PathBuf]) -> Result<()> {
    check_once(documents, files)?;
    let shards: Vec<&str> = documents.iter().filter_map(|document| document["shard"].as_str()).collect();
    let Some((_, count)) = shards.first().and_then(|shard| shard.split_once('/')) else { return Ok(()) };
    let all: Vec<String> =
        (1..=count.parse::<u64>().unwrap_or(0)).map(|index| format!("{index}/{count}")).collect();
    if let Some(missing) = all.iter().find(|shard| !shards.contains(&shard.as_str())) {
        bail!("the summary of shard {missing} is missing; name the files of all shards");
    }
    if shards.len() != documents.len() || shards.len() != all.len() {
        bail!("there are summaries of other runs beside the {count} shards; name the files of one run");
    }
    Ok(())
}

/// Refuses two summaries of one shard.
fn check_once(documents: &[Value], files: &[PathBuf]) -> Result<()> {
    let shards = || documents.iter().map(|document| document["shard"].as_str());
    for (at, shard) in shards().enumerate() {
        let Some((shard, first)) = shard.zip(shards().position(|other| other == shard)) else { continue };
        let (one, other) = (files[first].display(), files[at].display());
        if first < at && files[first] == files[at] {
            bail!("{one} is given twice; name one file for each shard");
        } else if first < at {
            bail!("{one} and {other} are both summaries of shard {shard}; name one file for each shard");
        }
    }
    Ok(())
}

/// The values of a member in two documents as one.
fn joined(name: &str, one: Value, other: Value) -> Value {
    match (name, one, other) {
        ("started", one, other) => {
            if one.as_str() <= other.as_str() {
                one
            } else {
                other
            }
        }
        ("elapsed_seconds" | "peak_bytes" | "exit_code", one, other) => {
            if one.as_f64() >= other.as_f64() {
                one
            } else {
                other
            }
        }
        // The rates of runs at the same time, or on other machines, do not add up.
        (name, ..) if name.starts_with("puzzles_per_second") || name.starts_with("usable_cores") => {
            Value::Null
        }
        ("schema" | "limit" | "copies" | "seed", one, other) => same(one, other),
        (_, Value::Number(one), Value::Number(other)) => added(&one, &other),
        (_, Value::Object(one), Value::Object(other)) => Value::Object(joined_members(one, other)),
        (_, Value::Array(one), Value::Array(other)) => Value::Array(joined_lists(one, other)),
        (_, one, other) => same(one, other),
    }
}

fn same(one: Value, other: Value) -> Value {
    if one == other { one } else { Value::Null }
}

fn added(one: &serde_json::Number, other: &serde_json::Number) -> Value {
    match (one.as_u64(), other.as_u64()) {
        (Some(one), Some(other)) => one.saturating_add(other).into(),
        _ => (one.as_f64().unwrap_or(0.0) + other.as_f64().unwrap_or(0.0)).into(),
    }
}

fn joined_members(one: Map<String, Value>, mut other: Map<String, Value>) -> Map<String, Value> {
    let join = |(name, value): (String, Value)| {
        let value = joined(&name, value, other.remove(&name).unwrap_or_default());
        (name, value)
    };
    one.into_iter().map(join).collect()
}

/// Objects, such as the parts of a split, are joined by their places; of texts, each is listed once.
fn joined_lists(one: Vec<Value>, other: Vec<Value>) -> Vec<Value> {
    if one.iter().any(Value::is_object) && one.len() == other.len() {
        return one.into_iter().zip(other).map(|(one, other)| joined("", one, other)).collect();
    }
    let mut all = one;
    for value in other {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}
