//! Cuts after a blank line or before a title.

use super::lines::LineKind;
use crate::framing::{Cut, Framing, SeekSupport, Target, line_end};
use memchr::{memchr, memrchr};

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

fn next_boundary(bytes: &[u8], min: usize) -> usize {
    let mut at = line_end(bytes, min);
    let mut line_start = memrchr(b'\n', &bytes[..at.saturating_sub(1)]).map_or(0, |i| i + 1);
    while at < bytes.len() {
        if LineKind::of(&bytes[line_start..at]) == LineKind::Blank {
            return at;
        }
        let end = at + memchr(b'\n', &bytes[at..]).map_or(bytes.len() - at, |i| i + 1);
        if LineKind::of(&bytes[at..end]) == LineKind::Title {
            return at;
        }
        (line_start, at) = (at, end);
    }
    at
}

fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = memrchr(b'\n', bytes)? + 1;
    while end > 0 {
        let start = memrchr(b'\n', &bytes[..end - 1]).map_or(0, |i| i + 1);
        match LineKind::of(&bytes[start..end]) {
            LineKind::Blank => return Some(end),
            LineKind::Title if start > 0 => return Some(start),
            _ => end = start,
        }
    }
    None
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
}
