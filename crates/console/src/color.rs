//! Whether text is colored: by `--color`, the environment variable NO_COLOR, and terminals.

use clap::ValueEnum;
use std::{
    env,
    ffi::OsString,
    io::IsTerminal,
    sync::atomic::{AtomicU8, Ordering},
};

/// The values of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ColorArg {
    #[default]
    Auto,
    Always,
    Never,
}

/// The choice for this process, as a number of [`ColorArg`].
static CHOICE: AtomicU8 = AtomicU8::new(ColorArg::Auto as u8);

/// Makes the choice for this process.
pub fn set(when: ColorArg) {
    CHOICE.store(when as u8, Ordering::Relaxed);
}

/// Makes the choice that these words contain, before they are parsed: help and mistakes are colored too.
pub fn set_by_words(words: &[OsString]) {
    let words: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
    let mut after = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let value = words.iter().find_map(|word| word.strip_prefix("--color=")).or_else(|| after.next_back());
    set(value.and_then(|value| ColorArg::from_str(value, false).ok()).unwrap_or_default());
}

/// Whether text on this stream is colored.
pub fn is_on(stream: &impl IsTerminal) -> bool {
    match CHOICE.load(Ordering::Relaxed) {
        choice if choice == ColorArg::Always as u8 => true,
        choice if choice == ColorArg::Never as u8 => false,
        _ => stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// The text in bold, if it is colored.
pub fn bold(text: &str, colored: bool) -> String {
    if colored { format!("\x1b[1m{text}\x1b[0m") } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_command_line_choose() {
        let choice = |line: &str| {
            set_by_words(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
            CHOICE.swap(ColorArg::Auto as u8, Ordering::Relaxed)
        };
        for (line, expected) in [
            ("solve --color always x", ColorArg::Always),
            ("--color=never solve", ColorArg::Never),
            ("solve x", ColorArg::Auto),
            ("solve --color", ColorArg::Auto),
            ("solve --color blue", ColorArg::Auto),
        ] {
            assert_eq!(choice(line), expected as u8, "{line}");
        }
    }
}
