//! How this command is started again as a process of its own.

use anyhow::{Context, Result};
use std::{env, ffi::OsString, process::Command, sync::OnceLock};

/// The words that start the command if the executable of the process alone does not.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets them, the program first. The first call counts.
pub fn set(words: Vec<OsString>) {
    if !words.is_empty() {
        let _ = WORDS.set(words);
    }
}

/// A program and its first arguments, behind which come the arguments of the command.
pub fn words() -> Result<Vec<OsString>> {
    match WORDS.get() {
        Some(words) => Ok(words.clone()),
        None => {
            let program = env::current_exe().context("cannot find the executable of this program")?;
            Ok(vec![program.into()])
        }
    }
}

/// Starts this command with the arguments that are added.
pub fn command() -> Result<Command> {
    let words = words()?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    Ok(command)
}
