//! `quadrille FILE`: a file or a puzzle instead of a command.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use quadrille_console::puzzle_argument::are_puzzles;
use std::path::Path;

/// Advice if `leak` has no test set.
pub(super) fn without_test_set(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_test = error.kind() == ErrorKind::MissingRequiredArgument
        && missing.iter().any(|argument| argument.starts_with("<TEST>"));
    is_test.then_some(
        "quadrille: leak has no test set; usage: quadrille leak TEST --against TRAIN, where TEST is a file, or - for standard input",
    )
}

/// The command to type instead, if the first word of the command line is not a command but something to solve.
pub(super) fn not_a_command(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let what = match word {
        word if word == "-" => "standard input",
        word if Path::new(word).is_dir() => return None,
        word if Path::new(word).exists() => "a file",
        word if are_puzzles(&[word.into()]) => "a puzzle",
        // It looks like the name of a file; `solve` reports that there is none.
        word if word.contains(['/', '.']) && !word.contains(' ') => "the name of a file",
        _ => return None,
    };
    let quoted = shlex::try_quote(word).map_or_else(|_| word.clone(), |word| word.into_owned());
    Some(format!("quadrille: {word:?} is {what}, not a command; to solve it: quadrille solve {quoted}"))
}
