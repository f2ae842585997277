//! The first bytes of an input, by which its format is detected.

use memchr::{memchr, memchr_iter, memrchr};
use quadrille_base::framing::HeadEnd;
use std::mem;

/// The first bytes of an input.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The text after them.
    pub end: HeadEnd,
}

impl<'a> Head<'a> {
    /// The complete lines, trimmed, without comments.
    pub fn lines(&self) -> Vec<&'a [u8]> {
        let mut start = 0;
        let ends = memchr_iter(b'\n', self.bytes);
        let complete = ends.map(|end| &self.bytes[mem::replace(&mut start, end + 1)..end]);
        let mut lines: Vec<_> = complete.map(<[u8]>::trim_ascii).collect();
        // Only at the end of the input is a line without a newline complete.
        if self.end == HeadEnd::Eof {
            lines.push(self.bytes[start..].trim_ascii());
        }
        lines.retain(|line| !line.starts_with(b"#"));
        lines
    }

    /// Whether the first line that is not blank, as far as it is there, has text after a carriage return: its lines end
    /// with CR alone.
    pub fn has_bare_returns(&self) -> bool {
        let mut lines = self.bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
        lines.find(|line| !line.is_empty()).is_some_and(|line| memchr(b'\r', line).is_some())
    }

    /// The lines from the first one on that is not blank; `None` if there is none. `lines` are the lines of this head.
    pub fn first_text_lines<'l>(&self, lines: &'l [&'a [u8]]) -> Option<HeadLines<'l>>
    where
        'a: 'l,
    {
        let first = lines.iter().position(|line| !line.is_empty())?;
        let start = lines[first].as_ptr().addr() - self.bytes.as_ptr().addr();
        Some(HeadLines { lines: &lines[first..], text: &self.bytes[start..], at_start: true, end: self.end })
    }

    /// The beginning of a line of which the head does not have the end, trimmed.
    pub fn unfinished_line(&self) -> &'a [u8] {
        if self.end == HeadEnd::Eof {
            return b"";
        }
        self.bytes[memrchr(b'\n', self.bytes).map_or(0, |i| i + 1)..].trim_ascii()
    }
}

/// Complete lines of a head, trimmed and without comments. Blank lines are empty. There is at least
/// one line, and the first one is not blank.
#[derive(Clone, Copy, Debug)]
pub struct HeadLines<'a> {
    /// The lines.
    pub lines: &'a [&'a [u8]],
    /// The head from the first line of the input on that is neither blank nor a comment.
    pub text: &'a [u8],
    /// Whether `lines[0]` is the first line of the input that is neither blank nor a comment.
    pub at_start: bool,
    /// The text after them.
    pub end: HeadEnd,
}

/// Whether some lines are in a format. The answer must not change when more lines are added, so that a pipe
/// and a file are detected in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// They are.
    Yes,
    /// They are not.
    No,
    /// More lines are needed to decide.
    Unsure,
}

impl From<bool> for Fit {
    fn from(fits: bool) -> Fit {
        if fits { Fit::Yes } else { Fit::No }
    }
}
