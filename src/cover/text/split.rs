//! Where one problem ends and the next begins, line by line.

use super::{
    CoverFormat,
    counted::{COMMENT, header, matrix_row, rows, sparse_row},
    dlx::BAR,
    is_blank, words,
};
use crate::framing::{Cut, Framing, Want};
use memchr::memchr;

/// The longest problem that is taken from a stream, in bytes.
const LONGEST: usize = 1 << 30;

/// Cuts texts of a format between problems.
///
/// A problem ends where the next one begins, so that lines too many are part of the problem that
/// they spoil. One that is too short ends early where the line in place of an option can only be the
/// beginning of another: then it costs itself alone.
#[derive(Clone, Debug)]
pub(crate) struct Splitter {
    format: CoverFormat,
    state: State,
    /// Bytes of the current problem that have been looked at, so that none is looked at twice.
    at: usize,
    /// Whether the last line was blank.
    gap: bool,
    row: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing but blank lines and comments so far.
    Before,
    /// In the options of a `matrix` or `sparse` problem: how many are to come, and the items.
    Rows { left: usize, items: usize },
    /// Up to the line that begins the next problem.
    Open,
}

impl Splitter {
    pub fn new(format: CoverFormat) -> Splitter {
        Splitter { format, state: State::Before, at: 0, gap: false, row: Vec::new() }
    }

    /// The end of the problem at the beginning of `text`; `None` if it may go on in text that is to
    /// come. Asked again after that, `text` must begin with the same bytes.
    pub fn end(&mut self, text: &[u8], ended: bool) -> Option<usize> {
        loop {
            let rest = &text[self.at..];
            let line = match memchr(b'\n', rest) {
                Some(end) => &rest[..end + 1],
                None if ended => rest,
                None => return None,
            };
            if line.is_empty() || self.begins_next(line.trim_ascii()) {
                let end = std::mem::take(&mut self.at);
                (self.state, self.gap) = (State::Before, false);
                return Some(end);
            }
            self.at += line.len();
        }
    }

    /// Takes a line, unless it begins the next problem.
    fn begins_next(&mut self, line: &[u8]) -> bool {
        let comment = if self.format == CoverFormat::Dlx { BAR } else { COMMENT };
        if is_blank(line, comment) {
            self.gap |= line.is_empty();
            return false;
        }
        let gap = std::mem::take(&mut self.gap);
        match (self.format, self.state) {
            (_, State::Before) => {
                self.state = self.begun(line);
                false
            }
            (CoverFormat::Dlx, _) => has_lone_bar(line),
            (_, State::Open) => header(line).is_some(),
            (_, State::Rows { left, items }) => {
                if self.cannot_be_row(line, items, gap) {
                    return true;
                }
                self.state = if left > 1 { State::Rows { left: left - 1, items } } else { State::Open };
                false
            }
        }
    }

    /// What follows the first line of a problem.
    fn begun(&self, line: &[u8]) -> State {
        let matrix = self.format == CoverFormat::Matrix;
        match header(line) {
            Some((options, items)) if self.format != CoverFormat::Dlx => match rows(options, items, matrix) {
                0 => State::Open,
                left => State::Rows { left, items },
            },
            _ => State::Open,
        }
    }

    /// Whether a line where an option should be begins another problem: two numbers that make no
    /// option, after a blank line or with one that no option has.
    fn cannot_be_row(&mut self, line: &[u8], items: usize, gap: bool) -> bool {
        let Some((first, second)) = header(line) else { return false };
        match self.format {
            CoverFormat::Matrix => {
                matrix_row(line, items, &mut self.row).is_err() && (gap || first.max(second) > 1)
            }
            _ => {
                let fits = first == 1 || sparse_row(line, items, &mut self.row).is_ok();
                !fits && (gap || first.max(second) > items)
            }
        }
    }
}

fn has_lone_bar(line: &[u8]) -> bool {
    memchr(BAR, line).is_some() && words(line).any(|word| word == [BAR])
}

/// Whether there is anything but blank lines and comments.
fn has_problem(format: CoverFormat, text: &[u8]) -> bool {
    let comment = if format == CoverFormat::Dlx { BAR } else { COMMENT };
    super::lines(text, comment).next().is_some()
}

/// The problems of a text; see [`CoverFormat::problems`].
#[derive(Clone, Debug)]
pub struct Problems<'a> {
    splitter: Splitter,
    rest: &'a [u8],
}

impl<'a> Problems<'a> {
    pub(super) fn new(format: CoverFormat, text: &'a [u8]) -> Problems<'a> {
        Problems { splitter: Splitter::new(format), rest: text }
    }
}

impl<'a> Iterator for Problems<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let end = self.splitter.end(self.rest, true)?;
        let (problem, rest) = self.rest.split_at(end);
        self.rest = rest;
        has_problem(self.splitter.format, problem).then_some(problem)
    }
}

impl Framing for Splitter {
    fn cut(&mut self, bytes: &[u8], want: Want, ended: bool) -> Option<Cut> {
        let (aim, ended) = match want {
            Want::Reach(aim) => (aim.max(1), true),
            Want::Last => (usize::MAX, ended),
        };
        let (mut end, mut records) = (0, 0);
        while end < aim.min(bytes.len()) {
            let Some(len) = self.end(&bytes[end..], ended) else { break };
            records += u64::from(has_problem(self.format, &bytes[end..end + len]));
            end += len;
        }
        (ended || end > 0).then(|| Cut { records: Some(records), ..Cut::at(end) })
    }

    fn longest_record(&self) -> usize {
        LONGEST
    }
}
