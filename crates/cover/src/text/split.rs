//! Splitting a text into problems, line by line.

use super::{
    BAR, CoverFormat,
    counted::{parse_header, parse_row, row_count},
    ec, is_ignored, words,
};
use memchr::memchr;
use quadrille_base::framing::{Cut, Framing, Target};

/// The longest problem that is accepted from a stream, in bytes.
const MAX_PROBLEM: usize = 1 << 30;

/// Finds where the problems of a text end.
///
/// A problem ends where the next one begins. In `matrix` and `sparse`:
/// - options beyond the declared number belong to the problem, which is malformed then;
/// - a problem with too few options ends at the first line that is not an option and can begin a problem;
/// - lines that do not belong to a problem form a malformed problem, up to a line that can begin one.
#[derive(Clone, Debug)]
pub struct Splitter {
    format: CoverFormat,
    state: SplitState,
    /// Bytes of the current problem in lines that have been scanned, so that none is scanned twice.
    scanned: usize,
    /// Bytes after the scanned ones that have been searched for the end of a line that arrives in parts.
    searched: usize,
    /// Whether the last line was blank.
    gap: bool,
    row: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SplitState {
    /// Only blank lines and comments so far.
    Before,
    /// In the options of a `matrix` or `sparse` problem: how many are left, and the number of items.
    Rows { left: usize, items: usize },
    /// After the declared number of options.
    Full { items: usize },
    /// In lines that do not belong to a problem.
    Junk,
    /// In the options of an `ec` or `dlx` problem.
    Options,
}

impl Splitter {
    /// A splitter of texts of this format.
    pub fn new(format: CoverFormat) -> Splitter {
        Splitter { format, state: SplitState::Before, scanned: 0, searched: 0, gap: false, row: Vec::new() }
    }

    /// The end of the problem at the beginning of `text`; `None` if it may continue after `text`, unless
    /// the input has `ended`. In the next call after `None`, `text` must begin with the same bytes.
    pub fn end(&mut self, text: &[u8], ended: bool) -> Option<usize> {
        loop {
            let rest = &text[self.scanned..];
            let searched = std::mem::take(&mut self.searched);
            let line = match memchr(b'\n', &rest[searched..]) {
                Some(end) => &rest[..searched + end + 1],
                None if ended => rest,
                None => {
                    self.searched = rest.len();
                    return None;
                }
            };
            if line.is_empty() || self.begins_next(line.trim_ascii()) {
                let end = std::mem::take(&mut self.scanned);
                (self.state, self.gap) = (SplitState::Before, false);
                return Some(end);
            }
            self.scanned += line.len();
        }
    }

    /// Whether a line begins the next problem. If not, it is added to the current one.
    fn begins_next(&mut self, line: &[u8]) -> bool {
        if is_ignored(line, self.format) {
            self.gap |= line.is_empty();
            return false;
        }
        let gap = std::mem::take(&mut self.gap);
        let state = self.state;
        match state {
            SplitState::Before => self.state = self.state_after_first(line),
            SplitState::Options if self.format == CoverFormat::Ec => return ec::begins_problem(line),
            SplitState::Options => return has_lone_bar(line),
            SplitState::Junk => {
                return parse_header(line).is_some_and(|numbers| gap || self.is_no_row(numbers));
            }
            SplitState::Full { items } => return self.is_no_option(line, items, gap),
            SplitState::Rows { items, .. } if self.is_header_within(line, items, gap) => return true,
            SplitState::Rows { left: 1, items } => self.state = SplitState::Full { items },
            SplitState::Rows { left, items } => self.state = SplitState::Rows { left: left - 1, items },
        }
        false
    }

    /// The state after the first line of a problem.
    fn state_after_first(&self, line: &[u8]) -> SplitState {
        match parse_header(line) {
            _ if matches!(self.format, CoverFormat::Ec | CoverFormat::Dlx) => SplitState::Options,
            None => SplitState::Junk,
            Some((options, items)) => match row_count(options, items, self.format) {
                0 => SplitState::Full { items },
                left => SplitState::Rows { left, items },
            },
        }
    }

    /// Whether two numbers on a line cannot be a row of any problem.
    fn is_no_row(&self, (first, second): (usize, usize)) -> bool {
        match self.format {
            CoverFormat::Matrix => first.max(second) > 1,
            _ => first != 1,
        }
    }

    /// Whether a line in place of an option begins another problem: two numbers that are not an option,
    /// either after a blank line or with a number that no option of this problem can have.
    fn is_header_within(&mut self, line: &[u8], items: usize, gap: bool) -> bool {
        let Some((first, second)) = parse_header(line) else { return false };
        let (top, may_be) = match self.format {
            CoverFormat::Matrix => (1, items == 2 && !gap),
            _ => (items, first == 1),
        };
        !may_be && !self.is_row(line, items) && (gap || first.max(second) > top)
    }

    /// Whether a line after the last option is not one more option. Two numbers begin a problem if they
    /// declare options and items.
    fn is_no_option(&mut self, line: &[u8], items: usize, gap: bool) -> bool {
        match parse_header(line) {
            Some((first, second)) if gap || (first > 0 && second > 0) => true,
            _ => !self.is_row(line, items),
        }
    }

    fn is_row(&mut self, line: &[u8], items: usize) -> bool {
        parse_row(line, items, self.format, &mut self.row).is_ok()
    }
}

fn has_lone_bar(line: &[u8]) -> bool {
    memchr(BAR, line).is_some() && words(line).any(|word| word == [BAR])
}

/// Whether a text has more than blank lines and comments.
fn has_problem(format: CoverFormat, text: &[u8]) -> bool {
    super::lines(text, format).next().is_some()
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
        MAX_PROBLEM
    }
}
