//! Detection of the format of a text.

use super::{
    CoverFormat,
    counted::{COMMENT, parse_header, parse_row, row_count},
    dlx::BAR,
};
use crate::framing::HeadEnd;

/// The format of a complete text.
pub(super) fn detect(text: &[u8]) -> CoverFormat {
    of_lines(text.split(|b| *b == b'\n')).unwrap_or(CoverFormat::Matrix)
}

/// The format of a text that begins with these bytes; `None` if more bytes are needed to decide. The answer
/// does not change with more bytes.
pub(super) fn detect_head(head: &[u8], end: HeadEnd) -> Option<CoverFormat> {
    let mut lines: Vec<_> = head.split(|b| *b == b'\n').collect();
    if end != HeadEnd::Eof {
        // The last line may be incomplete.
        lines.pop();
    }
    of_lines(lines.into_iter()).or(end.is_final().then_some(CoverFormat::Matrix))
}

/// The format, once a line decides.
fn of_lines<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<CoverFormat> {
    let lines = lines.map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| line.first().is_some_and(|b| *b != COMMENT));
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
    // Rows that could be of either format, or of neither, and then a line that is no header.
    Some(if parse_header(first).is_some() { CoverFormat::Matrix } else { CoverFormat::Dlx })
}
