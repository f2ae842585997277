//! Starts this command again as a separate process.

use anyhow::{Context, Result};
use std::{env, ffi::OsString, process::Command, sync::OnceLock};

/// The words that start the command if the executable of the process alone does not.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets them, the program first. Only the first call has an effect.
pub fn set(words: Vec<OsString>) {
    if !words.is_empty() {
        let _ = WORDS.set(words);
    }
}

/// A program and its first arguments, which the arguments of the command follow.
pub fn words() -> Result<Vec<OsString>> {
    match WORDS.get() {
        Some(words) => Ok(words.clone()),
        None => {
            let program = env::current_exe().context("cannot find the executable of this program")?;
            Ok(vec![program.into()])
        }
    }
}

/// This command, to which the caller adds arguments.
pub fn command() -> Result<Command> {
    let words = words()?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    Ok(command)
}
