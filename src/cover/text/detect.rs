//! Which format a text is in.

use super::{
    CoverFormat,
    counted::{COMMENT, header, matrix_row, rows, sparse_row},
    dlx::BAR,
};
use crate::framing::HeadEnd;

/// The answer does not change when more bytes are added.
pub(super) fn detect(head: &[u8], end: HeadEnd) -> Option<CoverFormat> {
    let mut all: Vec<_> = head.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).collect();
    if end != HeadEnd::Eof {
        // The last line may go on.
        all.pop();
    }
    let mut lines = all.into_iter().filter(|line| !line.is_empty());
    let undecided = end.is_final().then_some(CoverFormat::Matrix);
    let Some(first) = lines.find(|line| line[0] != COMMENT) else { return undecided };
    if first[0] == BAR {
        return Some(CoverFormat::Dlx);
    }
    let mut lines = lines.filter(|line| line[0] != COMMENT);
    let mut line = first;
    let mut row = Vec::new();
    while let Some((options, items)) = header(line) {
        for _ in 0..rows(options, items, true) {
            let Some(line) = lines.next() else { return undecided };
            let matrix = matrix_row(line, items, &mut row).is_ok();
            match (matrix, sparse_row(line, items, &mut row).is_ok()) {
                (true, false) => return Some(CoverFormat::Matrix),
                (false, true) => return Some(CoverFormat::Sparse),
                _ => {}
            }
        }
        line = match lines.next() {
            Some(line) => line,
            None => return undecided,
        };
    }
    // Rows that are neither, and then something else.
    Some(if header(first).is_some() { CoverFormat::Matrix } else { CoverFormat::Dlx })
}
