//! The arguments as typed.
//!
//! The options of all commands take a thousand puzzles' time to set up, and 200 KiB of memory. A correct command line
//! needs the options of one command. Everything else, from help to mistyped words, is left to the whole definition.

use super::{
    commands::Command,
    help::{self, OUTPUT},
};
use clap::{ArgMatches, Args as _, FromArgMatches, Parser};
use quadrille_console::color::ColorArg;
use std::ffi::OsString;

const ABOUT: &str = "Solve sudoku and other exact cover puzzles by the million, with answers in input order.";

#[derive(Parser)]
#[command(name = "quadrille", version, about = ABOUT, max_term_width = help::WIDTH)]
#[command(propagate_version = true, arg_required_else_help = true)]
#[command(before_help = help::FIRST_EXAMPLES, after_help = help::FIRST_PAGE, after_long_help = help::long_first_page())]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: GlobalArgs,
}

/// Options of every command.
#[derive(clap::Args)]
pub struct GlobalArgs {
    /// Print only errors
    // A command with an option of its own of the same name takes its value from here as well.
    #[arg(short, long, global = true, help_heading = OUTPUT, display_order = 203)]
    pub quiet: bool,
    /// Say on standard error what was decided: formats, columns, engine, threads, how inputs are read
    #[arg(long, global = true, help_heading = OUTPUT, display_order = 202, hide_short_help = true)]
    pub verbose: bool,
    /// When to color help, messages and charts
    ///
    /// `auto` means on a terminal, unless the environment variable NO_COLOR is set.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, help_heading = OUTPUT, display_order = 201, hide_short_help = true)]
    pub color: ColorArg,
}

impl Args {
    /// The arguments of the program, whose name is the first.
    pub fn parse_from_words(args: &[OsString]) -> Result<Args, clap::Error> {
        parse_one(args).map_or_else(|| Args::try_parse_from(args), Ok)
    }
}

/// The arguments, if the first is the name of a command and the rest is correct.
fn parse_one(args: &[OsString]) -> Option<Args> {
    Args::from_arg_matches(&matches(args)?).ok()
}

fn matches(args: &[OsString]) -> Option<ArgMatches> {
    let command = command(args.get(1)?.to_str()?)?;
    let program = GlobalArgs::augment_args(clap::Command::new("quadrille")).subcommand(command);
    program.try_get_matches_from(args).ok()
}

/// The command of this name with its options.
fn command(name: &str) -> Option<clap::Command> {
    Some(Command::options(name)?(clap::Command::new(name.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;
    use clap::CommandFactory;

    #[test]
    fn the_list_of_commands_is_complete() {
        let program = Args::command();
        let names: Vec<_> = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }

    #[test]
    fn argument_definition_is_valid() {
        Args::command().debug_assert();
    }

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_command_alone_has_the_options_that_it_has_among_all() {
        let program = Args::command();
        for name in COMMANDS {
            let (alone, among_all) = (command(name).unwrap(), program.find_subcommand(name).unwrap());
            let options = |command: &clap::Command| format!("{:?}", Vec::from_iter(command.get_arguments()));
            assert_eq!(options(&alone), options(among_all), "{name}");
            let groups = |command: &clap::Command| format!("{:?}", Vec::from_iter(command.get_groups()));
            assert_eq!(groups(&alone), groups(among_all), "{name}");
        }
    }

    #[test]
    fn a_correct_command_line_needs_one_command() {
        for line in [
            "solve a b -o c",
            "check -q -",
            "count --limit 7 x",
            "hint x",
            "canonical --form-of solution x",
            "rate --method morphs=7 --rating 1.5.. x",
            "cover x",
            "generate -n 9",
            "select --split 90/10 -o a -o b x",
        ] {
            let line = words(&format!("quadrille {line}"));
            let among_all = Args::command().try_get_matches_from(&line).unwrap();
            // Only the whole definition has the option --version.
            let values = |matches: &ArgMatches| {
                let (name, options) = matches.subcommand().unwrap();
                format!("{name} {} {options:?}", matches.get_flag("quiet")).replace("\"version\", ", "")
            };
            assert_eq!(values(&matches(&line).unwrap()), values(&among_all));
            assert!(parse_one(&line).is_some());
        }
    }

    #[test]
    fn help_and_mistakes_are_left_to_the_whole_definition() {
        for line in ["", "solve --help", "solve --version", "-q solve x", "solv x", "solve --limits 2 x"] {
            assert!(parse_one(&words(&format!("quadrille {line}"))).is_none(), "{line}");
        }
    }
}
