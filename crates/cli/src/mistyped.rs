//! A command line that cannot be parsed: the mistake in one line, and the words that were probably meant.

use super::{args::Args, commands::COMMANDS};
use clap::{
    Command, CommandFactory, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};
use quadrille_console::{
    nearest::{nearest, nearest_file, nearest_words},
    puzzle_argument::are_puzzles,
};
use std::{error::Error as _, ffi::OsString, path::Path};

/// A message about the mistake with its remedy; `None` leaves it to clap. `words` is the command line.
pub fn message(error: &Error, words: &[OsString]) -> Option<String> {
    let mut program = Args::command();
    program.build();
    let word = |word: &OsString| word.to_str().and_then(|word| program.find_subcommand(word));
    let command = words.iter().skip(1).find_map(word).unwrap_or(&program);
    match error.kind() {
        ErrorKind::InvalidSubcommand => Some(unknown_command(text(error, ContextKind::InvalidSubcommand)?)),
        ErrorKind::UnknownArgument => {
            unknown_option(text(error, ContextKind::InvalidArg)?, command, &program)
        }
        ErrorKind::InvalidValue => wrong_name(error),
        ErrorKind::ValueValidation => {
            let (option, value) = (option(error)?, text(error, ContextKind::InvalidValue)?);
            let value = if value.is_empty() { "\"\"" } else { value };
            Some(format!("{option} {value}: {}", error.source()?))
        }
        ErrorKind::ArgumentConflict => {
            let (first, second) = (option(error)?, text(error, ContextKind::PriorArg)?);
            let second = without_value(second);
            let is_twice = first == second;
            let twice = || format!("{first} is given more than once; remove all but one");
            let both = || format!("{first} cannot be used with {second}; remove one of them");
            Some(if is_twice { twice() } else { both() })
        }
        ErrorKind::MissingRequiredArgument => missing(error, command, words),
        _ => None,
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// The option that the error is about.
fn option(error: &Error) -> Option<&str> {
    text(error, ContextKind::InvalidArg).map(without_value)
}

/// An option without the name of its value, or the name of an argument.
fn without_value(option: &str) -> &str {
    let name = option.trim_start_matches(['<', '[']);
    name.split([' ', '=', '[', ']', '>']).next().unwrap_or(name)
}

/// The help of a command, for a message.
fn help_of(command: &Command) -> String {
    match command.get_name() {
        "quadrille" => "`quadrille --help`".into(),
        name => format!("`quadrille {name} --help`"),
    }
}

pub fn did_you_mean(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("did you mean {}? ", names.join(" or ")) }
}

/// The first word of the command line is not a command, but perhaps something to solve.
fn unknown_command(typed: &str) -> String {
    let word = typed;
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, command)| *command);
    let what = match synonym.unwrap_or(word) {
        "bench" if !cfg!(feature = "bench") => {
            return "this build does not contain bench; in a clone, use `cargo install --path .`".into();
        }
        _ if word == "-" => "standard input",
        _ if Path::new(word).is_dir() => "a folder",
        _ if Path::new(word).exists() => "a file",
        _ if are_puzzles(&[word.into()]) => "a puzzle",
        // It looks like the name of a file; `solve` reports that there is none.
        _ if word.contains(['/', '.']) && !word.contains(' ') => "the name of a file",
        _ => {
            let near = || nearest_words(word, COMMANDS.iter().copied().chain(["help"]));
            let meant = did_you_mean(&synonym.map_or_else(near, |synonym| vec![synonym]));
            return format!("there is no command {word}; {meant}`quadrille --help` lists all commands");
        }
    };
    let meant = nearest_file(Path::new(word)).filter(|_| what == "the name of a file");
    let word = meant.as_deref().unwrap_or(word);
    let quoted = shlex::try_quote(word).map_or_else(|_| word.into(), |word| word.into_owned());
    let quoted = if what == "a folder" { format!("{quoted}/FILE") } else { quoted };
    format!("{typed:?} is {what}, not a command; to solve it: quadrille solve {quoted}")
}

/// The names that other programs give to a command, and the command here.
const SYNONYMS: [(&str, &str); 16] = [
    ("benchmark", "bench"),
    ("compare", "leak"),
    ("create", "generate"),
    ("deduplicate", "dedup"),
    ("difficulty", "rate"),
    ("filter", "check --only"),
    ("grade", "rate"),
    ("minlex", "canonical"),
    ("normalize", "canonical"),
    ("permute", "morph"),
    ("sample", "select --number"),
    ("split", "select --split"),
    ("transform", "morph"),
    ("unique", "dedup"),
    ("validate", "check"),
    ("verify", "check --verify-answers"),
];

fn unknown_option(typed: &str, command: &Command, program: &Command) -> Option<String> {
    let typed = without_value(typed);
    if !typed.starts_with('-') {
        let place = command.get_name();
        return Some(format!(
            "{place} takes no argument {typed:?}; {} lists what it takes",
            help_of(command)
        ));
    }
    let name = typed.trim_start_matches('-');
    let others = program.get_subcommands().filter(|other| longs(other).any(|long| long == name));
    let others: Vec<_> = others.map(Command::get_name).collect();
    // An option of another command is not taken for an abbreviation.
    let names: Vec<_> = longs(command).collect();
    let names = names.iter().copied();
    let near = if others.is_empty() {
        nearest_words(name, names)
    } else {
        nearest(name, names).into_iter().collect()
    };
    let near: Vec<String> = near.iter().map(|long| format!("--{long}")).collect();
    let meant = if near.is_empty() && (1..=3).contains(&others.len()) {
        let have = if others.len() == 1 { "has" } else { "have" };
        format!("{} {have} it; ", listed(&others))
    } else {
        did_you_mean(&near.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let place = command.get_name();
    Some(format!("{place} has no option {typed}; {meant}{} lists all options", help_of(command)))
}

/// Names in a sentence: `a`, `a and b`, `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// The names of the options of a command that are shown.
fn longs(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long())
}

/// A value that is not one of the names that an option takes.
fn wrong_name(error: &Error) -> Option<String> {
    let (option, value) = (option(error)?, text(error, ContextKind::InvalidValue)?);
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::ValidValue) else { return None };
    let all = names.join(", ");
    if value.is_empty() {
        return Some(format!("{option} needs a value: {all}"));
    }
    let meant = did_you_mean(&nearest_words(value, names.iter().map(String::as_str)));
    Some(format!("{option} {value}: there is no such value; {meant}the values are {all}"))
}

fn missing(error: &Error, command: &Command, words: &[OsString]) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    if missing.iter().any(|argument| argument.starts_with("<TEST>")) {
        let usage =
            "usage: quadrille leak TEST --against TRAIN, where TEST is a file, or - for standard input";
        return Some(format!("leak has no test set; {usage}"));
    }
    let is_missing = |name: &str| missing.iter().any(|argument| without_value(argument) == name);
    let is_typed =
        |name: &str| words.iter().any(|word| word.to_str().is_some_and(|word| without_value(word) == name));
    let found = NEEDS.iter().find(|(option, needed)| is_typed(option) && is_missing(needed));
    if let Some((option, needed)) = found {
        return Some(format!("{option} needs {needed}; add it, or remove {option}"));
    }
    let (names, name) = (missing.join(" and "), command.get_name());
    Some(format!("{name} needs {names}; {} explains it", help_of(command)))
}

/// Options, and what they need: clap does not name the option that needs the missing one.
const NEEDS: [(&str, &str); 11] = [
    ("--solution-column", "--verify-answers"),
    ("--mismatches", "--verify-answers"),
    ("--checkpoint", "--resume"),
    ("--resume", "--output"),
    ("--method", "--rating"),
    ("--html", "--explain"),
    ("--method", "--explain"),
    ("--descending", "--sort"),
    ("--per-bucket", "--number"),
    ("--seed", "--sample"),
    ("--with-regions", "--regions"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_stand_for_commands_and_options_that_exist() {
        let program = Args::command();
        let exists = |meant: &str| meant != "bench" || cfg!(feature = "bench");
        for (synonym, meant) in SYNONYMS.into_iter().filter(|(_, meant)| exists(meant)) {
            let (command, option) = meant.split_once(" --").map_or((meant, None), |(c, o)| (c, Some(o)));
            let command = program.find_subcommand(command).expect(meant);
            assert!(option.is_none_or(|option| longs(command).any(|long| long == option)), "{meant}");
            assert!(program.find_subcommand(synonym).is_none(), "{synonym}");
        }
    }
}
