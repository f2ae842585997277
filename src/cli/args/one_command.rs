//! Parsing with the options of one command.
//!
//! The options of all commands take a thousand puzzles' time to set up, and 200 KiB of memory. A correct command line
//! needs the arguments of one command. Everything else, from help to mistyped words, is left to the whole definition.

use super::{Args, Command, GlobalArgs};
use clap::{ArgMatches, Args as _, FromArgMatches};
use std::ffi::OsString;

/// The command of this name with its options, if it solves or makes puzzles.
fn command(name: &str) -> Option<clap::Command> {
    Some(Command::options(name)?(clap::Command::new(name.to_owned())))
}

/// The arguments, if the first is the name of a command and the rest is correct.
pub(super) fn parse(args: &[OsString]) -> Option<Args> {
    Args::from_arg_matches(&matches(args)?).ok()
}

fn matches(args: &[OsString]) -> Option<ArgMatches> {
    let command = command(args.get(1)?.to_str()?)?;
    let program = GlobalArgs::augment_args(clap::Command::new("quadrille")).subcommand(command);
    program.try_get_matches_from(args).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::COMMANDS;
    use clap::CommandFactory;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_command_alone_has_the_options_that_it_has_among_all() {
        let program = Args::command();
        for name in &COMMANDS[..COMMANDS.len() - 4] {
            let (alone, among_all) = (command(name).unwrap(), program.find_subcommand(name).unwrap());
            let options = |command: &clap::Command| format!("{:?}", Vec::from_iter(command.get_arguments()));
            assert_eq!(options(&alone), options(among_all), "{name}");
            let groups = |command: &clap::Command| format!("{:?}", Vec::from_iter(command.get_groups()));
            assert_eq!(groups(&alone), groups(among_all), "{name}");
        }
        assert!(command("bench").is_none());
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
            assert!(parse(&line).is_some());
        }
    }

    #[test]
    fn help_and_mistakes_are_left_to_the_whole_definition() {
        for line in
            ["", "solve --help", "solve --version", "-q solve x", "solv x", "solve --limits 2 x", "bench x"]
        {
            assert!(parse(&words(&format!("quadrille {line}"))).is_none(), "{line}");
        }
    }
}
