//! Boards of a fixed number of rows, counted or up to the end: what the judges' formats share.
//!
//! Blank lines and comments mean nothing, wherever they are: a board is the next `side` lines.

use super::{
    Answer, Codec, Fit, Head, Lines, Malformed, OpenedInput, Place, RecordBatch, RecordSpan, Shown, Status,
    Symbols,
    line::{LineError, is_record, parse_grid},
};
use crate::framing::{Cut, Framing, Target};
use memchr::{memchr, memrchr};
use std::ops::Range;

/// How boards are read and written.
#[derive(Clone, Copy)]
pub(super) struct Boards {
    /// Lines of a board, and characters of a line.
    pub side: usize,
    /// Whether the first line is the number of boards.
    pub counted: bool,
    /// The alphabet, whatever the run's own.
    pub symbols: Symbols,
    pub style: Style,
    /// How an empty cell is written.
    pub empty: u8,
}

/// What goes between answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `Case #1:` before the first, and so on.
    Cases,
    /// A blank line between them.
    Blocks,
}

impl Boards {
    /// Whether lines are a number and then rows of this side.
    pub fn fits_counted(&self, lines: &Lines<'_>) -> Fit {
        let number = lines.lines[0];
        if !lines.first || parse_count(number).is_none() {
            return Fit::No;
        }
        // The number may be the first row of a block: then there are as many rows as columns.
        let run = lines.lines.iter().take(self.side + 1).take_while(|l| l.len() == self.side).count();
        if run > 1 {
            let known = run > self.side || run < lines.lines.len() || lines.whole;
            return if known { Fit::when(run != self.side) } else { Fit::Unsure };
        }
        match lines.lines[1..].iter().find(|l| !l.is_empty()) {
            Some(row) => Fit::when(row.len() == self.side),
            None if !lines.whole => Fit::Unsure,
            // A number and nothing more: no boards, of whatever size.
            None => Fit::when(self.side == 4),
        }
    }

    /// Reads the number of boards.
    pub fn open(&self, head: &Head<'_>) -> Result<Option<OpenedInput>, String> {
        let (mut skip, mut left) = (0, None);
        if self.counted {
            let Some((line, end)) = first_line(head) else {
                return if head.whole { Err("no number of boards".into()) } else { Ok(None) };
            };
            let shown = String::from_utf8_lossy(&line[..line.len().min(60)]);
            left = Some(parse_count(line).ok_or_else(|| format!("{shown:?} is no number of boards"))?);
            skip = end;
        }
        let framing = BoardFraming { side: self.side, announced: left, found: 0 };
        Ok(Some(OpenedInput { reader: Box::new(*self), framing: Box::new(framing), skip }))
    }
}

/// A number of boards as it stands on a line.
fn parse_count(line: &[u8]) -> Option<u64> {
    let digits = !line.is_empty() && line.len() <= 12 && line.iter().all(u8::is_ascii_digit);
    digits.then(|| line.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0')))
}

/// The first line that is neither blank nor a comment, and where the next one begins.
fn first_line<'a>(head: &Head<'a>) -> Option<(&'a [u8], usize)> {
    let mut at = 0;
    loop {
        let rest = &head.bytes[at..];
        let end = match memchr(b'\n', rest) {
            Some(end) => at + end + 1,
            None if head.whole && !rest.is_empty() => head.bytes.len(),
            None => return None,
        };
        if is_row(&head.bytes[at..end]) {
            return Some((head.bytes[at..end].trim_ascii(), end));
        }
        at = end;
    }
}

/// Whether a line, with its newline, is a row.
#[inline]
fn is_row(line: &[u8]) -> bool {
    // A row begins with one of its characters nearly always.
    line.first().is_some_and(|b| *b > b'#') || is_record(line.trim_ascii_end())
}

/// Counts the rows: a pass over the newlines, which is all that is done under the feed's lock.
struct BoardFraming {
    side: usize,
    announced: Option<u64>,
    found: u64,
}

impl Framing for BoardFraming {
    fn cut(&mut self, bytes: &[u8], want: Target, ended: bool) -> Option<Cut> {
        if self.announced == Some(self.found) {
            return self.trailing(bytes, ended);
        }
        let left = self.announced.map_or(u64::MAX, |all| all - self.found);
        let walk = self.walk(bytes, want, ended, left);
        let mut cut = Cut { end: walk.end, records: Some(walk.boards), ..Cut::default() };
        if walk.reached || walk.boards == left {
            self.found += walk.boards;
            return Some(cut);
        }
        if !ended {
            self.found += walk.boards;
            return (walk.end > 0).then_some(cut);
        }
        // The last board may lack rows: it is a record, though malformed.
        let boards = walk.boards + u64::from(walk.rows_left > 0);
        (cut.end, cut.records, cut.ended) = (bytes.len(), Some(boards), true);
        self.found += boards;
        if let Some(all) = self.announced.filter(|all| *all > self.found) {
            cut.fault = Some((walk.lines, format!("{all} boards are announced, but {} follow", self.found)));
        }
        Some(cut)
    }
}

struct Walk {
    /// After the last whole board that is wanted.
    end: usize,
    boards: u64,
    /// Whether the wanted bytes were reached.
    reached: bool,
    /// Rows after the last whole board.
    rows_left: usize,
    /// Lines looked at.
    lines: u64,
}

impl BoardFraming {
    fn walk(&self, bytes: &[u8], want: Target, ended: bool, most: u64) -> Walk {
        let aim = match want {
            Target::AtLeast(aim) => aim,
            Target::Last => usize::MAX,
        };
        let mut walk = Walk { end: 0, boards: 0, reached: false, rows_left: 0, lines: 0 };
        let mut at = 0;
        while at < bytes.len() && walk.boards < most {
            let newline = memchr(b'\n', &bytes[at..]);
            // A line without its newline may go on.
            if newline.is_none() && !ended {
                break;
            }
            let end = newline.map_or(bytes.len(), |i| at + i + 1);
            walk.rows_left += usize::from(is_row(&bytes[at..end]));
            walk.lines += 1;
            at = end;
            if walk.rows_left == self.side {
                walk.boards += 1;
                (walk.end, walk.rows_left) = (end, 0);
                if end >= aim {
                    walk.reached = true;
                    break;
                }
            }
        }
        walk
    }

    /// What follows the announced boards: nothing, or it is a fault.
    fn trailing(&self, bytes: &[u8], ended: bool) -> Option<Cut> {
        let (mut at, mut line) = (0, 0);
        while at < bytes.len() {
            let newline = memchr(b'\n', &bytes[at..]);
            if newline.is_none() && !ended {
                break;
            }
            let end = newline.map_or(bytes.len(), |i| at + i + 1);
            if is_row(&bytes[at..end]) {
                let all = self.found;
                let what = format!("{all} boards are announced, but more follow; what follows is not read");
                let fault = Some((line, what));
                return Some(Cut { end: at, records: Some(0), fault, ended: true });
            }
            (at, line) = (end, line + 1);
        }
        let end = if ended { bytes.len() } else { memrchr(b'\n', bytes)? + 1 };
        Some(Cut { end, records: Some(0), fault: None, ended })
    }
}

impl Codec for Boards {
    fn read(&self, chunk: &[u8], records: Option<u64>, sheet: &mut RecordBatch) {
        let mut grid = std::mem::take(&mut sheet.scratch);
        let mut left = records.unwrap_or(u64::MAX);
        let mut board = Board::default();
        let mut at = 0;
        while at < chunk.len() {
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |i| at + i + 1);
            if left > 0 && is_row(&chunk[at..end]) {
                board.add(&chunk[at..end], at..end, self.side, sheet.lines, &mut grid);
            }
            (at, sheet.lines) = (end, sheet.lines + 1);
            if board.rows > 0 && (board.rows == self.side || end == chunk.len()) {
                self.finish(&std::mem::take(&mut board), &grid, sheet);
                grid.clear();
                left -= 1;
            }
        }
        grid.clear();
        sheet.scratch = grid;
    }

    fn separated(&self) -> bool {
        self.style == Style::Blocks
    }

    fn write(&self, place: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        match self.style {
            Style::Blocks => text.push(b'\n'),
            Style::Cases => {
                text.extend_from_slice(b"Case #");
                push_number(place.number, text);
                text.extend_from_slice(b":\n");
            }
        }
        let said: &[u8] = match answer.status {
            Status::Mistake => b"Mistake situation.",
            Status::NoSuggestion => b"No suggestion.",
            _ => return answer.write_rows(self.empty, text),
        };
        Answer { shown: Shown::Word(said), ..*answer }.write_rows(self.empty, text);
    }
}

impl Boards {
    fn finish(&self, board: &Board, grid: &[u8], sheet: &mut RecordBatch) {
        let area = self.side * self.side;
        let wrong = match board.wrong {
            None if board.rows < self.side => Some(Malformed::Rows { found: board.rows, side: self.side }),
            wrong => wrong,
        };
        sheet.push(board.line, |cells| match wrong {
            Some(wrong) => Err(wrong),
            None if grid.len() != area => Err(Malformed::Line(LineError::Length(grid.len()))),
            None => parse_grid(grid, 0, self.symbols, cells).map_err(Malformed::in_rows),
        });
        sheet.mark(RecordSpan::new(board.text.clone()));
    }
}

/// A board that is being read.
#[derive(Default)]
struct Board {
    rows: usize,
    text: Range<usize>,
    /// The line of the first row.
    line: u64,
    wrong: Option<Malformed>,
}

impl Board {
    fn add(&mut self, row: &[u8], at: Range<usize>, side: usize, line: u64, grid: &mut Vec<u8>) {
        if self.rows == 0 {
            (self.text, self.line) = (at.clone(), line);
        }
        self.text.end = at.end;
        self.rows += 1;
        let row = row.trim_ascii();
        if row.len() == side {
            grid.extend_from_slice(row);
        } else if self.wrong.is_none() {
            self.wrong = Some(Malformed::Row { row: self.rows, found: row.len(), side });
        }
    }
}

/// Appends a number in decimal.
fn push_number(mut number: u64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}
