//! Contestants from a configuration file; `benches/bench.toml` is an example.

use super::{
    args::BenchArgs,
    contestant::{Clock, Contestant, Program, split_command},
    layout::{InputLayout, OutputLayout},
};
use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    contestant: Vec<ContestantEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestantEntry {
    name: String,
    command: String,
    limit: Option<u64>,
    threads: Option<usize>,
    timeout: Option<f64>,
    #[serde(default)]
    sides: Vec<usize>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    exit: Option<Vec<i32>>,
    #[serde(default)]
    input: InputEntry,
    #[serde(default)]
    output: OutputEntry,
    clock: Option<ClockEntry>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ClockEntry {
    Always(bool),
    Command(String),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct InputEntry {
    /// The symbol of an empty cell, `.` or `0`.
    empty: Option<String>,
    #[serde(default)]
    count: bool,
    end: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct OutputEntry {
    shape: Option<String>,
    #[serde(default)]
    skip: usize,
}

/// Reads all contestants of a file.
pub(crate) fn read(path: &Path, args: &BenchArgs) -> Result<Vec<Contestant>> {
    let text = std::fs::read_to_string(path)?;
    let config: ConfigFile = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        anyhow!("line {line}: {}", error.message())
    })?;
    // `{here}` in a command is replaced by the folder of the file.
    let folder =
        std::fs::canonicalize(path)?.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    let resolve = |entry: ContestantEntry| {
        let name = entry.name.clone();
        entry.resolve(args, &folder).with_context(|| format!("contestant {name:?}"))
    };
    config.contestant.into_iter().map(resolve).collect()
}

impl ContestantEntry {
    fn resolve(self, args: &BenchArgs, folder: &str) -> Result<Contestant> {
        let timeout = self.timeout.unwrap_or(args.timeout);
        if self.limit == Some(0) || !(timeout > 0.0 && timeout <= 1e6) {
            bail!("limit must be at least 1, and timeout above 0 and at most 1000000");
        }
        let threads = self.threads.unwrap_or(1);
        if !(1..=1024).contains(&threads) {
            bail!("threads is {threads}; expected 1 to 1024");
        }
        let shape = self.output.shape.as_deref().unwrap_or("{solution}");
        let words = |command: &str| -> Result<Vec<String>> {
            split_command(command, &|word| word.replace("{here}", folder))
        };
        let program = Program {
            output: OutputLayout::parse(shape, self.output.skip)?,
            words: words(&self.command)?,
            clock: match &self.clock {
                Some(ClockEntry::Always(true)) => Clock::Always,
                Some(ClockEntry::Command(command)) => Clock::Command(words(command)?),
                Some(ClockEntry::Always(false)) | None => Clock::None,
            },
            input: self.input.layout()?,
            env: self.env,
            timeout,
            sides: self.sides,
            exit: self.exit.unwrap_or(vec![0]),
        };
        check_strings(&program)?;
        let limit = program.limit(self.limit, args.limit);
        Ok(Contestant { threads, ..Contestant::of(self.name, program, limit) })
    }
}

impl InputEntry {
    fn layout(self) -> Result<InputLayout> {
        let zeros = match self.empty.as_deref() {
            None | Some(".") => false,
            Some("0") => true,
            Some(other) => bail!("input.empty is {other:?}; expected \".\" or \"0\""),
        };
        Ok(InputLayout { zeros, count: self.count, end: self.end })
    }
}

/// Rejects strings that cannot be passed to a process.
fn check_strings(program: &Program) -> Result<()> {
    if let Some(name) = program.env.keys().find(|name| name.is_empty() || name.contains(['=', '\0'])) {
        bail!("env: {name:?} is not a valid variable name");
    }
    if program.env.values().chain(&program.words).any(|text| text.contains('\0')) {
        bail!("command and env must not contain a NUL character");
    }
    Ok(())
}
