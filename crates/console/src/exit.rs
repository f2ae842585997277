//! How commands end, and lines on standard error.

use super::color;
use super::terminal::{printable, printable_lines};
use std::io::Write;

/// How a command that ran without an error ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// Every record was answered as requested.
    AllAnswered,
    /// Some records were not answered as requested.
    SomeUnanswered,
    /// A signal stopped the run.
    Stopped(u8),
}

impl ExitStatus {
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::AllAnswered => 0,
            ExitStatus::SomeUnanswered => 1,
            ExitStatus::Stopped(signal) => 128 + signal,
        }
    }
}

/// Prints a message as one line on standard error, with escapes for characters that a terminal would not
/// show. A closed standard error is not a reason to stop.
pub fn print_stderr(message: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable(message));
}

/// Prints a message about a failure as one line on standard error, with the name of the program in bold red if it is
/// colored.
pub fn print_failure(message: &str) {
    let (name, colored) = ("quadrille:", color::is_on(&std::io::stderr()));
    let name = if colored { format!("\x1b[1;31m{name}\x1b[0m") } else { name.into() };
    let _ = writeln!(std::io::stderr(), "{name} {}", printable(message));
}

/// Like [`print_stderr`], for text of several lines.
pub fn print_lines(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable_lines(text));
}
