//! The contestants: engines of this program, and other programs.

use super::{
    layout::{InputLayout, OutputLayout},
    placeholders::check_placeholders,
};
use anyhow::{Context, Result, bail};
use quadrille_engines::EngineChoice;
use serde::Serialize;
use std::{collections::BTreeMap, env, path::PathBuf};

/// One contestant.
pub(crate) struct Contestant {
    pub name: String,
    /// Number of solutions at which its searches stop.
    pub limit: u64,
    pub limit_source: LimitSource,
    /// Seconds from start to end with a single easy puzzle, if it solved it.
    pub start: Option<f64>,
    pub threads: usize,
    /// The engine to run in this process.
    pub engine: Option<EngineChoice>,
    /// The program to run as a process; for an engine, this command.
    pub program: Program,
    /// Why it cannot take part.
    pub absent: Option<String>,
}

/// How the limit of a contestant is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitSource {
    /// It was given, or passed to the program.
    Given,
    /// The program was given a puzzle with two solutions.
    Found,
    /// Its answer to that puzzle did not show the limit.
    Assumed,
}

/// A command, and the layouts of its input and output.
pub(crate) struct Program {
    /// The words of the command, with placeholders such as `{input}`.
    pub words: Vec<String>,
    pub input: InputLayout,
    pub output: OutputLayout,
    pub env: BTreeMap<String, String>,
    /// Seconds.
    pub timeout: f64,
    /// Sides of the boards that it can read; empty if it can read all.
    pub sides: Vec<usize>,
    /// Exit codes that mean success.
    pub exit: Vec<i32>,
    pub clock: Clock,
}

/// Whether a program reports its solving time, as `"solve_seconds": seconds` in a line of JSON.
pub(crate) enum Clock {
    None,
    /// In every run.
    Always,
    /// In runs of another command, whose total time is not measured.
    Command(Vec<String>),
}

impl Contestant {
    /// A program on one thread.
    pub fn of(name: String, program: Program, (limit, limit_source): (u64, LimitSource)) -> Contestant {
        Contestant { name, limit, limit_source, start: None, threads: 1, engine: None, program, absent: None }
    }
}

impl Program {
    /// The limit of a program: `given`, if it was given, or the limit that its command passes on. Otherwise
    /// the limit is detected.
    pub fn limit(&self, given: Option<u64>, default: u64) -> (u64, LimitSource) {
        let is_passed = self.words.iter().any(|word| word.contains("{limit}"));
        // It has no solutions to find.
        let is_checked = !matches!(self.output, OutputLayout::Copy);
        match given {
            Some(limit) => (limit, LimitSource::Given),
            None if is_passed || !is_checked => (default, LimitSource::Given),
            None => (default, LimitSource::Assumed),
        }
    }
}

/// Splits a command into words like a shell, without expanding anything.
/// Each word is passed to `resolve` first.
pub(crate) fn split_command(command: &str, resolve: &dyn Fn(&str) -> String) -> Result<Vec<String>> {
    let words = shlex::split(command).context("the command has a quote that is not closed")?;
    let words: Vec<String> = words.iter().map(|word| resolve(word)).collect();
    if words.is_empty() {
        bail!("the command is empty");
    }
    check_placeholders(&words)?;
    Ok(words)
}

/// The executable of this program, which `bench` starts again.
pub(crate) fn own_program() -> Result<PathBuf> {
    env::current_exe().context("cannot find the executable of this program")
}
