//! Detection: the first line of an input that matches a format decides.

use super::{
    codec::{Format, ReadOptions},
    error::{FormatError, excerpt},
    head::{Fit, Head, HeadLines},
};
/// Tries `formats` in order on each line in turn. `Ok(None)` if more bytes are needed.
///
/// An input with only blank lines and comments is in the format `empty`.
pub(super) fn detect(
    head: &Head<'_>,
    options: &ReadOptions,
    formats: &[&'static Format],
    empty: &'static Format,
) -> Result<Option<&'static Format>, FormatError> {
    let unrecognized = |line: &[u8]| Err(FormatError::Unrecognized { first_line: excerpt(line) });
    let lines = head.lines();
    let has_text = |line: &&[u8]| !line.is_empty();
    let Some(first) = lines.iter().position(has_text) else {
        return match head.unfinished_line() {
            _ if head.end.can_grow() => Ok(None),
            [] | [b'#', ..] => Ok(Some(empty)),
            line => unrecognized(line),
        };
    };
    for start in (first..lines.len()).filter(|&i| has_text(&lines[i])) {
        let rest = HeadLines { lines: &lines[start..], at_start: start == first, end: head.end };
        for format in formats {
            match (format.detect)(&rest, options) {
                Fit::Yes => return Ok(Some(format)),
                Fit::Unsure if head.end.can_grow() => return Ok(None),
                _ => {}
            }
        }
    }
    if head.end.is_final() { unrecognized(lines[first]) } else { Ok(None) }
}
