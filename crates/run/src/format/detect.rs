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
    let Some(from_first) = head.first_text_lines(&lines) else {
        return match head.unfinished_line() {
            _ if head.end.can_grow() => Ok(None),
            [] | [b'#', ..] => Ok(Some(empty)),
            line => unrecognized(line),
        };
    };
    let all = from_first.lines;
    for start in (0..all.len()).filter(|&i| !all[i].is_empty()) {
        let rest = HeadLines { lines: &all[start..], at_start: start == 0, ..from_first };
        for format in formats {
            match (format.detect)(&rest, options) {
                Fit::Yes => return Ok(Some(format)),
                Fit::Unsure if head.end.can_grow() => return Ok(None),
                _ => {}
            }
        }
    }
    if head.end.is_final() { unrecognized(all[0]) } else { Ok(None) }
}
