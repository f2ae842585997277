//! Makes text from outside safe for a terminal.
//!
//! File names, csv headers, members of JSON, names in problems and the messages of other programs may contain
//! escape sequences, which move the cursor, change the title of the window or worse, and they may be long.
//! Every message goes through [`printable`]: `print_stderr` of `exit.rs`, the tables and the status line of
//! `bench`, and, where nothing may be allocated, the handler for SIGBUS, which uses [`is_printable`].

use std::io::stdout;

/// The columns of the terminal that standard output is; `None` if it is not a terminal, or its size is unknown.
pub fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// The longest message, in characters. A longer one loses its middle, because its beginning names the
/// failure, and its end says what to do.
const LONGEST: usize = 1000;

/// Whether a character can be shown unchanged: it is visible, is not a control character, and does not change
/// the direction of the text.
pub fn is_printable(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    !c.is_control() && !is_format
}

/// The text on one line, with escapes for characters that cannot be shown, cut to the length of a message.
pub fn printable(text: &str) -> String {
    shortened(text, LONGEST)
}

/// The lines of a text, each of them as [`printable`] gives it.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// The text on one line, with escapes for characters that cannot be shown. If it has more than `most`
/// characters, its middle is omitted.
pub fn shortened(text: &str, most: usize) -> String {
    // An escape is never cut in two.
    let first: Vec<String> = text.chars().take(most + 1).map(escaped).collect();
    let length: usize = first.iter().map(|text| text.chars().count()).sum();
    if first.len() <= most && length <= most {
        return first.concat();
    }
    let (head, tail) = ((most - 1) * 2 / 3, (most - 1) - (most - 1) * 2 / 3);
    let beginning = fitting(text.chars(), head);
    let mut end = fitting(text.chars().rev(), tail);
    end.reverse();
    format!("{}…{}", beginning.concat(), end.concat())
}

/// As many characters, escaped, as fit in `room`.
fn fitting(characters: impl Iterator<Item = char>, room: usize) -> Vec<String> {
    let mut left = room;
    let fits = |text: &String| {
        let length = text.chars().count();
        let fits = length <= left;
        left -= if fits { length } else { 0 };
        fits
    };
    characters.map(escaped).take_while(fits).collect()
}

fn escaped(c: char) -> String {
    match c {
        c if is_printable(c) => c.to_string(),
        '\n' | '\r' | '\t' => c.escape_default().to_string(),
        c if c < '\u{100}' => format!("\\x{:02x}", u32::from(c)),
        c => c.escape_unicode().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_shown_and_not_sent() {
        assert_eq!(printable("a\x1b]0;title\x07b"), "a\\x1b]0;title\\x07b");
        assert_eq!(printable("a\nb\tc\r\u{9b}31m\u{7f}"), "a\\nb\\tc\\r\\x9b31m\\x7f");
        assert_eq!(printable("x\u{202e}y\u{feff}"), "x\\u{202e}y\\u{feff}");
        assert_eq!(printable("Zürich 数独 9×9 … \\ \"q\""), "Zürich 数独 9×9 … \\ \"q\"");
        assert_eq!(printable_lines("a\n\x1bb\n"), "a\n\\x1bb\n");
    }

    #[test]
    fn a_long_text_loses_its_middle() {
        let long = format!("header {} ; use --column", "\x1b[31m".repeat(100_000));
        let text = printable(&long);
        assert!(text.chars().count() <= LONGEST, "{}", text.len());
        assert!(text.starts_with("header \\x1b[31m") && text.ends_with(" ; use --column"));
        assert_eq!(text.matches('…').count(), 1);
        let parts = text.split('…').map(|part| part.matches("\\x").count() == part.matches("x1b").count());
        assert!(parts.into_iter().all(|whole| whole), "no escape is cut in two: {text}");
        assert_eq!(shortened("0123456789", 10), "0123456789");
        assert_eq!(shortened("0123456789a", 10), "012345…89a");
    }
}
