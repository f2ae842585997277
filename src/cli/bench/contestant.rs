//! The contestants: engines of this program, and other programs.

use super::layout::{InputLayout, OutputLayout};
use anyhow::{Context, Result, bail};
use quadrille::EngineChoice;
use std::collections::BTreeMap;

/// One contestant.
pub(super) struct Contestant {
    pub name: String,
    /// Number of solutions at which its searches stop.
    pub limit: u64,
    pub threads: usize,
    /// The engine to run in this process.
    pub engine: Option<EngineChoice>,
    /// The program to run as a process; for an engine, this command.
    pub program: Program,
    /// Why it cannot take part.
    pub absent: Option<String>,
}

/// A command, and what it reads and writes.
pub(super) struct Program {
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

/// Whether a program reports its solving time, as `"solve_s": seconds` in a line of JSON.
pub(super) enum Clock {
    None,
    /// In every run.
    Always,
    /// In runs of another command, whose total time is not measured.
    Command(Vec<String>),
}

/// Splits a command into words like a shell, without expanding anything.
pub(super) fn split_command(command: &str) -> Result<Vec<String>> {
    let words = shlex::split(command).context("the command has a quote that is not closed")?;
    if words.is_empty() {
        bail!("the command is empty");
    }
    Ok(words)
}
