//! The page docs/reference/commands.md, made from the definition of the arguments.

use crate::args::Args;
use clap::{Arg, Command, CommandFactory, builder::StyledStr};

/// In how many commands an option with the same text is described once, in the section of common options.
const COMMON: usize = 3;

const HEAD: &str = "\
# Commands and options

This page is generated from the program, as is `quadrille COMMAND --help`, which is shorter, and `quadrille man COMMAND`.
An option has the same meaning in every command that has it; options of many commands are described in
[Common options](#common-options). Sizes are numbers of bytes and may end in K, M or G (1024, 1024² or 1024³ bytes);
times are in seconds and may have a fraction.
";

fn program() -> Command {
    let mut program = Args::command();
    program.build();
    program
}

/// The commands, without `help`.
fn commands(program: &Command) -> Vec<&Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help").collect()
}

/// The options and arguments of a command that are shown.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let shown =
        |option: &&Arg| !option.is_hide_set() && !["help", "version"].contains(&option.get_id().as_str());
    command.get_arguments().filter(shown)
}

/// Everything that is written about an option, which is equal for equal options.
fn described(option: &Arg) -> String {
    let text = |text: Option<&StyledStr>| text.map(StyledStr::to_string).unwrap_or_default();
    let help = text(option.get_long_help().or(option.get_help()));
    let mut about = format!("{}\n", help.replace(" [default:", "\n\n[default:"));
    let values: Vec<_> =
        option.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    let defaults =
        option.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>();
    if option.get_action().takes_values() && !option.is_hide_default_value_set() && !defaults.is_empty() {
        about += &format!("\n[default: {}]\n", defaults.join(","));
    }
    if let Some(variable) = option.get_env() {
        about += &format!("\n[environment: {}]\n", variable.to_string_lossy());
    }
    if option.get_action().takes_values() && !option.is_hide_possible_values_set() && !values.is_empty() {
        about += "\n| value | meaning |\n| --- | --- |\n";
        for value in values {
            about += &format!("| `{}` | {} |\n", value.get_name(), cell(&text(value.get_help())));
        }
    }
    escaped(&about)
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Text without what looks like HTML.
fn escaped(text: &str) -> String {
    let outside =
        |(index, part): (usize, &str)| if index % 2 == 0 { part.replace('<', "&lt;") } else { part.into() };
    text.split('`').enumerate().map(outside).collect::<Vec<_>>().join("`")
}

/// The option as it is typed, as in `-o, --output <FILE>`.
fn typed(option: &Arg) -> String {
    let short = option.get_short().map_or(String::new(), |short| format!("-{short}, "));
    format!("{short}{option}")
}

/// The names of the commands that have exactly this option.
fn having(option: &Arg, program: &Command) -> Vec<String> {
    let about = described(option);
    let has = |command: &&&Command| {
        options(command).any(|other| other.get_id() == option.get_id() && described(other) == about)
    };
    commands(program).iter().filter(has).map(|command| command.get_name().to_owned()).collect()
}

fn is_common(option: &Arg, program: &Command) -> bool {
    having(option, program).len() >= COMMON
}

/// The page of all commands and options.
pub fn commands_page() -> String {
    let program = program();
    let mut page = HEAD.to_owned();
    page += "\n| command | |\n| --- | --- |\n";
    for command in commands(&program) {
        let (name, about) = (command.get_name(), command.get_about().map(StyledStr::to_string));
        page += &format!("| [`{name}`](#{name}) | {} |\n", cell(&about.unwrap_or_default()));
    }
    for command in commands(&program) {
        page += &section(command, &program);
    }
    page += "\n## Common options\n";
    let mut seen = Vec::new();
    for option in commands(&program).into_iter().flat_map(options) {
        let entry = (typed(option), described(option));
        if is_common(option, &program) && !seen.contains(&entry) {
            let names = having(option, &program)
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", ");
            page += &format!("\n### `{}`\n\n{}\nCommands: {names}.\n", entry.0, entry.1);
            seen.push(entry);
        }
    }
    page
}

fn section(command: &Command, program: &Command) -> String {
    let name = command.get_name();
    let text = |long: Option<&StyledStr>, short: Option<&StyledStr>| {
        long.or(short).map(StyledStr::to_string).unwrap_or_default()
    };
    let about = escaped(&text(command.get_long_about(), command.get_about()));
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let examples = text(command.get_before_long_help(), command.get_before_help());
    let examples: Vec<_> = examples.lines().skip(1).map(str::trim).collect();
    let mut section = format!("\n## {name}\n\n{about}\n\n```text\n{usage}\n```\n");
    if !examples.is_empty() {
        section += &format!("\n```sh\n{}\n```\n", examples.join("\n"));
    }
    let (common, own): (Vec<_>, Vec<_>) = options(command).partition(|option| is_common(option, program));
    for option in own {
        section += &format!("\n### `{}` of `{name}`\n\n{}", typed(option), described(option));
    }
    if !common.is_empty() {
        let names =
            common.into_iter().map(|option| format!("`{}`", typed(option))).collect::<Vec<_>>().join(", ");
        section += &format!("\n[Common options](#common-options): {names}.\n");
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The meaning of an option: its name with its value, and its help without the default.
    fn meaning(option: &Arg) -> (String, String) {
        let help = option.get_help().map(StyledStr::to_string).unwrap_or_default();
        (typed(option), help.split(" [default").next().unwrap_or_default().to_owned())
    }

    #[test]
    fn an_option_has_one_meaning_in_all_commands() {
        let program = program();
        let mut meanings: BTreeMap<&str, (&str, (String, String))> = BTreeMap::new();
        for command in commands(&program) {
            for option in options(command) {
                let (Some(name), command) = (option.get_long(), command.get_name()) else { continue };
                if DIFFERENT.iter().any(|(of, option, _)| (*of, *option) == (command, name)) {
                    continue;
                }
                let (first, expected) = meanings.entry(name).or_insert_with(|| (command, meaning(option)));
                assert_eq!(meaning(option), *expected, "--{name} of {command} and {first}");
            }
        }
    }

    /// Options that differ in a command, each with the reason.
    const DIFFERENT: &[(&str, &str, &str)] = &[
        ("select", "output", "it may be given for each part of a split"),
        ("select", "output-format", "records are copied, and only `same` has a meaning"),
        ("dedup", "output-format", "records are copied, and only `same` has a meaning"),
        ("generate", "number", "puzzles, not records"),
        ("generate", "output-format", "it writes puzzles, not answers to records"),
        ("generate", "minimal", "a property to have, not one to report"),
        ("hint", "method", "techniques, not ratings"),
        ("solve", "method", "techniques, not ratings"),
        ("solve", "html", "steps, not ratings"),
        ("rate", "timeout-per-puzzle", "ratings, not searches"),
        ("hint", "explain", "one step, not all"),
        ("morph", "transform", "the transformation itself; `canonical` adds one"),
        ("rate", "engine", "only --method logic and se search with an engine"),
        ("rate", "isa", "guesses are counted without an engine"),
        ("bench", "engine", "a list"),
        ("bench", "isa", "a list"),
        ("bench", "threads", "a list"),
        ("bench", "timeout", "for programs, not for searches"),
    ];
}
