//! The pages of `-h` and `--help`, which clap lays out in its short form: two columns, and one text for each option.

use crate::args::Args;
use clap::{Command, CommandFactory};
use quadrille_console::color::bold;
use std::ffi::OsString;

/// The most columns of a line.
pub const WIDTH: usize = 100;

/// The examples are before the options.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// The page of the command that these words name: the long one with `--help` or the command `help`.
pub fn page(words: &[OsString], colored: bool) -> String {
    let mut program = Args::command();
    program.build();
    let words: Vec<_> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let named = words.iter().find(|word| **word != "help" && program.find_subcommand(word).is_some());
    let command = named.and_then(|name| program.find_subcommand(name)).unwrap_or(&program).clone();
    let is_long = words.contains(&"--help") || words.first() == Some(&"help");
    styled(&rendered(command, is_long), colored)
}

/// The page of a command that has been built.
fn rendered(command: Command, is_long: bool) -> String {
    let command = if is_long { lengthened(command) } else { command };
    command.help_template(TEMPLATE).render_help().to_string()
}

/// The command with what its short help leaves out. What takes more than a sentence is left to the manual page.
fn lengthened(command: Command) -> Command {
    let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
    let before = command.get_before_long_help().or(command.get_before_help()).cloned().unwrap_or_default();
    let after = command.get_after_long_help().or(command.get_after_help()).cloned().unwrap_or_default();
    let command = command.mut_args(|option| option.hide_short_help(false));
    let command = command.mut_arg("help", |option| option.help("Print help (see a summary with '-h')"));
    command.about(about).before_help(before).after_help(after)
}

/// The page with headings and the names of options in bold.
fn styled(page: &str, colored: bool) -> String {
    let line = |line: &str| {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let end = match text {
            _ if text.starts_with('-') && indent > 0 => indent + text.find("  ").unwrap_or(text.len()),
            _ if line.starts_with("Usage:") => "Usage:".len(),
            _ if line.ends_with(':') && indent == 0 => line.len(),
            _ => return line.to_owned(),
        };
        let (head, rest) = line.split_at(end);
        bold(head, colored) + rest
    };
    page.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST_LINES: usize = 120;

    fn pages(is_long: bool) -> Vec<(String, String)> {
        let mut program = Args::command().term_width(WIDTH);
        program.build();
        let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
        let commands = commands.chain([&program]).cloned();
        commands.map(|command| (command.get_name().to_owned(), rendered(command, is_long))).collect()
    }

    #[test]
    fn every_page_fits_and_leads_with_the_examples() {
        for (is_long, most) in [(false, 70), (true, MOST_LINES)] {
            for (name, page) in pages(is_long) {
                let lines = page.lines().count();
                assert!(lines <= most, "{name}: {lines} lines\n{page}");
                let wide = page.lines().find(|line| line.chars().count() > WIDTH);
                assert_eq!(wide, None, "{name}");
                let (examples, options) = (page.find("Examples:"), page.find("Options:"));
                let is_tool = ["completions", "man"].contains(&&*name);
                assert!(examples.is_some() && (is_tool || examples < options), "{name}: {page}");
            }
        }
    }

    /// The words after `quadrille` of each example, up to a pipe or a redirection.
    fn examples(page: &str) -> Vec<Vec<String>> {
        let lines = page.lines().filter(|line| line.starts_with("  ") && line.contains("quadrille "));
        let commands =
            lines.flat_map(|line| line.split(" | ")).filter_map(|part| part.split_once("quadrille "));
        let words = |(_, command): (&str, &str)| {
            let words = shlex::split(command).expect("an example is a command line").into_iter();
            words.take_while(|word| ![">", "<"].contains(&&**word)).collect()
        };
        commands.filter(|(before, _)| before.trim().is_empty()).map(words).collect()
    }

    #[test]
    fn every_example_can_be_parsed() {
        for (name, page) in pages(true).into_iter().filter(|(name, _)| name != "man") {
            let examples = examples(&page);
            assert!(!examples.is_empty(), "{name}");
            for example in examples {
                let words = std::iter::once("quadrille".into()).chain(example.iter().map(OsString::from));
                let parsed = Args::parse_from_words(&words.collect::<Vec<_>>());
                assert!(parsed.is_ok(), "{example:?}: {}", parsed.err().unwrap());
            }
        }
    }

    #[test]
    fn every_option_has_a_help_of_one_sentence() {
        let mut program = Args::command();
        program.build();
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
                let name = format!("{} {option}", command.get_name());
                let help = option.get_help().expect(&name).to_string();
                let (text, default) = help.split_once(" [default: ").unwrap_or((&help, "]"));
                assert!(default.ends_with(']') && !text.contains("default"), "{name}: {help}");
                assert!(
                    !help.contains('\n') && help.chars().count() <= 120 && !help.ends_with('.'),
                    "{name}: {help}"
                );
            }
        }
    }

    #[test]
    fn paragraphs_are_wrapped_once() {
        // A paragraph that was broken before it is wrapped leaves a short line in its middle.
        for (name, page) in pages(true) {
            let lines: Vec<_> = page.lines().collect();
            for pair in lines.windows(2) {
                let continues = pair[1].starts_with(|c: char| c.is_ascii_lowercase());
                let first = pair[1].split(' ').next().unwrap_or_default();
                let (length, next) = (pair[0].chars().count(), first.chars().count());
                let is_paragraph =
                    continues && !pair[0].is_empty() && !pair[0].starts_with(' ') && !pair[0].ends_with(':');
                assert!(!is_paragraph || length + 1 + next > WIDTH, "{name}:\n{}\n{}", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn headings_and_options_are_bold_in_color() {
        let page = "About\n\nUsage: quadrille x\n\nInput:\n  -o, --output <FILE>  File -x\n";
        assert_eq!(styled(page, false), page);
        assert_eq!(
            styled(page, true),
            "About\n\n\x1b[1mUsage:\x1b[0m quadrille x\n\n\x1b[1mInput:\x1b[0m\n\
             \x1b[1m  -o, --output <FILE>\x1b[0m  File -x\n"
        );
    }
}
