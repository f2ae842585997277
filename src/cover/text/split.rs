//! Where one problem ends and the next begins, line by line.

use super::{
    CoverFormat,
    counted::{COMMENT, header, matrix_row, rows, sparse_row},
    dlx::BAR,
    is_blank, words,
};
use crate::framing::{Cut, Framing, Target};
use memchr::memchr;

/// The longest problem that is taken from a stream, in bytes.
const LONGEST: usize = 1 << 30;

/// Cuts texts of a format between problems.
///
/// A problem ends where the next one begins. Of `matrix` and `sparse`:
/// - options too many are part of the problem that they spoil;
/// - a problem with too few ends where the line in place of an option can only begin another;
/// - lines that are nothing make a problem, malformed, up to one that can begin another.
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
    /// After them.
    Full { items: usize },
    /// In lines that are nothing.
    Junk,
    /// In the options of a `dlx` problem.
    Options,
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
        let state = self.state;
        match state {
            State::Before => self.state = self.begun(line),
            State::Options => return has_lone_bar(line),
            State::Junk => return header(line).is_some_and(|numbers| gap || self.is_no_row(numbers)),
            State::Full { items } => return self.is_no_option(line, items, gap),
            State::Rows { items, .. } if self.is_header_within(line, items, gap) => return true,
            State::Rows { left: 1, items } => self.state = State::Full { items },
            State::Rows { left, items } => self.state = State::Rows { left: left - 1, items },
        }
        false
    }

    /// What follows the first line of a problem.
    fn begun(&self, line: &[u8]) -> State {
        let matrix = self.format == CoverFormat::Matrix;
        match header(line) {
            _ if self.format == CoverFormat::Dlx => State::Options,
            None => State::Junk,
            Some((options, items)) => match rows(options, items, matrix) {
                0 => State::Full { items },
                left => State::Rows { left, items },
            },
        }
    }

    /// Whether two numbers on a line are no row of whatever problem it may be.
    fn is_no_row(&self, (first, second): (usize, usize)) -> bool {
        match self.format {
            CoverFormat::Matrix => first.max(second) > 1,
            _ => first != 1,
        }
    }

    /// Whether a line where an option should be begins another problem: two numbers that make no
    /// option, after a blank line or where a number, or their number, is not an option's.
    fn is_header_within(&mut self, line: &[u8], items: usize, gap: bool) -> bool {
        let Some((first, second)) = header(line) else { return false };
        let (top, may_be) = match self.format {
            CoverFormat::Matrix => (1, items == 2 && !gap),
            _ => (items, first == 1),
        };
        !may_be && !self.is_row(line, items) && (gap || first.max(second) > top)
    }

    /// Whether a line after the last option is not one more. Two numbers begin a problem, if it
    /// would have options and items.
    fn is_no_option(&mut self, line: &[u8], items: usize, gap: bool) -> bool {
        match header(line) {
            Some((first, second)) if gap || (first > 0 && second > 0) => true,
            _ => !self.is_row(line, items),
        }
    }

    fn is_row(&mut self, line: &[u8], items: usize) -> bool {
        match self.format {
            CoverFormat::Matrix => matrix_row(line, items, &mut self.row).is_ok(),
            _ => sparse_row(line, items, &mut self.row).is_ok(),
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
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let ended = target.reaches_eof();
        let aim = match target {
            Target::AtLeast(min) => min.max(1),
            Target::Last | Target::End => usize::MAX,
        };
        let (mut end, mut records) = (0, 0);
        while end < aim.min(bytes.len()) {
            let Some(len) = self.end(&bytes[end..], ended) else { break };
            records += u64::from(has_problem(self.format, &bytes[end..end + len]));
            end += len;
        }
        (ended || end > 0).then(|| Cut { records: Some(records), ..Cut::at(end) })
    }

    fn max_record(&self) -> usize {
        LONGEST
    }
}
