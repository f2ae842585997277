//! Cuts after a blank line, before a title, or between boards that follow each other directly.

use super::{block::scan_board, lines::LineKind};
use memchr::{memchr, memrchr};
use quadrille_base::framing::{Cut, Framing, SeekSupport, Target, line_end};

pub(super) struct GridFraming;

impl Framing for GridFraming {
    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Bytes
    }

    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        match target {
            Target::AtLeast(min) => Some(Cut::at(next_boundary(bytes, min))),
            Target::End => Some(Cut::at(bytes.len())),
            Target::Last => last_boundary(bytes).map(Cut::at),
        }
    }
}

/// The first boundary at or after `min`. Boards that follow each other directly are counted from the last blank line or
/// title before it.
fn next_boundary(bytes: &[u8], min: usize) -> usize {
    let line = line_end(bytes, min);
    let mut at = delimiter_up_to(bytes, line).unwrap_or(0);
    while at < bytes.len() && at < min.max(1) {
        at += scan_board(&bytes[at..]).end;
    }
    at
}

/// The last boundary at or before the beginning of a line that is after a blank line or before a title.
fn delimiter_up_to(bytes: &[u8], mut at: usize) -> Option<usize> {
    if at < bytes.len() && LineKind::of(first_line(&bytes[at..])) == LineKind::Title {
        return Some(at);
    }
    while at > 0 {
        let start = memrchr(b'\n', &bytes[..at - 1]).map_or(0, |i| i + 1);
        match LineKind::of(&bytes[start..at]) {
            LineKind::Blank => return Some(at),
            LineKind::Title if start > 0 => return Some(start),
            _ => at = start,
        }
    }
    None
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr(b'\n', bytes).map_or(bytes.len(), |i| i + 1)]
}

fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let end = memrchr(b'\n', bytes)? + 1;
    delimiter_up_to(&bytes[..end], end).or_else(|| {
        // The last scan ends where the bytes do, which need not be the end of a board.
        let (mut at, mut last) = (0, None);
        while at < end {
            last = (at > 0).then_some(at);
            at += scan_board(&bytes[at..end]).end;
        }
        last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_are_after_blank_lines_and_before_titles() {
        let text = b"Grid 01\n12\n34\n\n12\n34\nGrid 02\n12\n34\n";
        let next = [1, 8, 15, 16, 22, 23, 40].map(|min| next_boundary(text, min));
        assert_eq!(next, [15, 15, 15, 21, 35, 35, 35]);
        assert_eq!(last_boundary(text), Some(21));
        assert_eq!(last_boundary(&text[..20]), Some(15));
        assert_eq!(last_boundary(&text[..14]), None);
    }

    #[test]
    fn boundaries_are_between_boards_without_a_blank_line() {
        let text = "1...\n....\n....\n....\n".repeat(3);
        let next = [1, 20, 21, 40, 41, 60].map(|min| next_boundary(text.as_bytes(), min));
        assert_eq!(next, [20, 20, 40, 40, 60, 60]);
        // Only as many rows as a board has show that a board has ended.
        let last = [60, 55, 40, 35, 20].map(|len| last_boundary(&text.as_bytes()[..len]));
        assert_eq!(last, [Some(40), Some(20), Some(20), None, None]);
    }

    #[test]
    fn a_boundary_is_found_again_from_every_boundary_before_it() {
        let board = "1...\n....\n....\n....\n";
        let larger = "12....\n".repeat(6);
        let text = format!("{board}{board}\n\n{board}Title\n{board}{board}{board}{}\n{board}", &board[..10]);
        let text = format!("{text}{larger}{board}{larger}{larger}{board}{board}");
        let text = text.as_bytes();
        let mut boundaries = vec![0];
        boundaries.extend((1..=text.len()).map(|min| next_boundary(text, min)));
        boundaries.dedup();
        for (i, &from) in boundaries.iter().enumerate() {
            for &to in &boundaries[i + 1..] {
                assert_eq!(from + next_boundary(&text[from..], to - from), to, "from {from}");
            }
        }
    }
}
