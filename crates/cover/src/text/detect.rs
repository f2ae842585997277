//! Detection of the format of a text.

use super::{
    BAR, CoverFormat,
    counted::{COMMENT, parse_header, parse_row, row_count},
    ec, words,
};
use memchr::memrchr;
use quadrille_base::framing::HeadEnd;

/// The format of a complete text.
pub(super) fn detect(text: &[u8]) -> CoverFormat {
    of_lines(text.split(|b| *b == b'\n'), true).unwrap_or(CoverFormat::Matrix)
}

/// The format of a text that begins with these bytes; `None` if more bytes are needed to decide. The answer
/// does not change with more bytes.
pub fn detect_head(head: &[u8], end: HeadEnd) -> Option<CoverFormat> {
    // The last line may be incomplete.
    let complete = match end {
        HeadEnd::Eof => head.len(),
        _ => memrchr(b'\n', head).map_or(0, |newline| newline + 1),
    };
    let (lines, rest) = head.split_at(complete);
    match (of_lines(lines.split(|b| *b == b'\n'), !end.can_grow()), end) {
        (Some(format), _) => Some(format),
        (None, HeadEnd::Eof) => Some(CoverFormat::Matrix),
        (None, HeadEnd::Truncated) => {
            let is_first = super::lines(lines, CoverFormat::Matrix).next().is_none();
            Some(of_unfinished_line(rest, is_first))
        }
        (None, _) => None,
    }
}

/// The format of a text whose first deciding line is so long that its end is not known.
fn of_unfinished_line(line: &[u8], is_first: bool) -> CoverFormat {
    let mut words = words(line);
    let is_binary = |word: &[u8]| matches!(word, b"0" | b"1");
    match is_first {
        // No line of two numbers begins with three words.
        true if words.nth(2).is_some() && line.first() != Some(&COMMENT) => CoverFormat::Dlx,
        false if !words.all(is_binary) && !line.iter().all(|b| matches!(b, b'0' | b'1')) => {
            CoverFormat::Sparse
        }
        _ => CoverFormat::Matrix,
    }
}

/// The format, once a line decides. `all` if no more lines can be had.
fn of_lines<'a>(lines: impl Iterator<Item = &'a [u8]> + Clone, all: bool) -> Option<CoverFormat> {
    let lines = lines.map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| line.first().is_some_and(|b| *b != COMMENT));
    match lines.clone().find(|line| !ec::is_comment(line)) {
        Some(line) if ec::is_head(line) => return Some(CoverFormat::Ec),
        // Items of `dlx` may look like a comment of `ec`.
        None if !all => return None,
        _ => {}
    }
    let first = lines.next()?;
    if first[0] == BAR {
        return Some(CoverFormat::Dlx);
    }
    let (mut line, mut row) = (first, Vec::new());
    while let Some((options, items)) = parse_header(line) {
        for _ in 0..row_count(options, items, CoverFormat::Matrix) {
            let line = lines.next()?;
            let [matrix, sparse] = [CoverFormat::Matrix, CoverFormat::Sparse]
                .map(|format| parse_row(line, items, format, &mut row).is_ok());
            match (matrix, sparse) {
                (true, false) => return Some(CoverFormat::Matrix),
                (false, true) => return Some(CoverFormat::Sparse),
                _ => {}
            }
        }
        line = lines.next()?;
    }
    // Rows that could be of either format, or of neither, and then a line that is not a header.
    Some(if parse_header(first).is_some() { CoverFormat::Matrix } else { CoverFormat::Dlx })
}
