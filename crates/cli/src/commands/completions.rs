//! Completion scripts, generated from the definition of the arguments.
//!
//! The generator completes a single value. For an option that takes several, separated by commas, it gets one
//! made-up value; the place where the script completes it is then rewritten, so that what follows the last
//! comma is completed.
//!
//! Only values that are files are completed by names of files. The name of the value tells which ones are.

use super::COMMANDS;
use crate::{args::Args as ProgramArgs, options::RATING_METHODS};
use anyhow::Result;
use clap::{
    Arg, Command, CommandFactory, ValueHint,
    builder::{PossibleValuesParser, Resettable},
};
use clap_complete::{Shell, generate};
use quadrille_console::exit::ExitStatus;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell that will run the script
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish";

pub fn run(args: Args) -> Result<ExitStatus> {
    super::man::print(script(args.shell).as_bytes())
}

/// An option whose values are separated by commas.
struct List {
    command: String,
    option: String,
    values: Vec<String>,
}

impl List {
    /// The made-up value; it occurs nowhere else.
    fn marker(&self) -> String {
        format!("quadrille-list-{}-{}", self.command, self.option)
    }
}

/// The script for a shell.
fn script(shell: Shell) -> String {
    let mut program = ProgramArgs::command().mut_subcommands(|command| command.mut_args(with_values));
    let lists = lists(&program);
    for list in &lists {
        let marked = |arg: Arg| {
            arg.value_parser(PossibleValuesParser::new([list.marker()])).default_value(Resettable::Reset)
        };
        program = program.mut_subcommand(&list.command, |command| command.mut_arg(&list.option, marked));
    }
    let mut script = Vec::new();
    generate(shell, &mut program, "quadrille", &mut script);
    let mut script = String::from_utf8(script).expect("the script is text");
    for list in &lists {
        script = with_list(shell, &script, list);
    }
    if shell == Shell::Bash {
        script = script.replace("    prev=\"$3\"\n", &format!("    prev=\"$3\"\n{EQUALS}"));
    }
    if shell == Shell::Fish {
        // The generator for fish has no values of arguments without a name.
        let commands = COMMANDS.join(" ");
        script += &format!(
            "complete -c quadrille -n \"__fish_quadrille_using_subcommand man\" -f -a \"{commands}\"\n"
        );
    }
    script
}

/// For bash, the equals sign in `--option=value` is a word of its own.
const EQUALS: &str = r#"    if [[ "${cur}" == "=" ]]; then
        cur=""
    fi
    if [[ "${prev}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"#;

/// The kind of names that complete an argument without a list of values.
fn with_values(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() || !arg.get_possible_values().is_empty() {
        return arg;
    }
    match arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str()) {
        "FILE" | "INPUT" | "TEST" | "TRAIN" => arg.value_hint(ValueHint::FilePath),
        "METHOD" => arg.value_parser(PossibleValuesParser::new(RATING_METHODS)),
        _ => arg.value_hint(ValueHint::Other),
    }
}

fn lists(program: &Command) -> Vec<List> {
    let of = |command: &Command| {
        let separated = command.get_arguments().filter(|arg| arg.get_value_delimiter() == Some(','));
        let list = |arg: &Arg| List {
            command: command.get_name().to_owned(),
            option: arg.get_id().to_string(),
            values: arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect(),
        };
        separated.map(list).filter(|list| !list.values.is_empty()).collect::<Vec<_>>()
    };
    program.get_subcommands().flat_map(of).collect()
}

/// Completes the values of a list after each comma.
fn with_list(shell: Shell, script: &str, list: &List) -> String {
    let (marker, values) = (list.marker(), list.values.join(" "));
    match shell {
        Shell::Bash => script.replace(
            &format!("compgen -W \"{marker}\" -- \"${{cur}}\""),
            &format!("compgen -P \"${{cur%\"${{cur##*,}}\"}}\" -W \"{values}\" -- \"${{cur##*,}}\""),
        ),
        Shell::Zsh => script.replace(&format!(":({marker})"), &format!(":_sequence compadd - {values}")),
        Shell::Fish => {
            let listed = format!("\"(__fish_append , {values})\"");
            script.replace(&format!("\"{marker}\\t''\""), &listed)
        }
        _ => script.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_made_up_value_is_left_in_a_script() {
        assert!(
            lists(&ProgramArgs::command())
                .iter()
                .any(|list| list.command == "solve" && list.option == "variants")
        );
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            assert!(!script(shell).contains("quadrille-list-"), "{shell}");
        }
    }
}
