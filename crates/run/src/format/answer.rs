//! The answer to one record, as a format writes it.

use super::{columns, error::FormatError, kind::FormatKind};
use quadrille_engines::SearchReport;
use quadrille_tasks::{ColumnKind, ColumnPlace, ColumnSpec, InLines, PuzzleView, Status, Value};
use std::io::Write;

/// The usual names of a column or member with the solution that the input itself gives.
pub const SOLUTION_NAMES: &[&str] =
    &["solution", "solutions", "answer", "answers", "target", "label", "output", "solved"];

/// Refuses usual names of the columns or members in which the answers to verify may be, if they are several.
pub(super) fn refuse_several(
    format: FormatKind,
    names: impl Iterator<Item = String>,
) -> Result<(), FormatError> {
    let mut columns: Vec<String> = names.collect();
    // The first is suggested.
    columns.sort_by_cached_key(|name| (columns::find(SOLUTION_NAMES, name), name.clone()));
    columns.dedup();
    if columns.len() > 1 { Err(FormatError::SeveralSolutionColumns { format, columns }) } else { Ok(()) }
}

/// The values of a record, by the numbers of their columns.
pub type Values<'a> = [Value<'a>; ColumnSpec::MOST];

/// The answer to one record.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The columns that are written.
    pub columns: &'a [ColumnSpec],
    /// Their values. Statuses need none.
    pub values: Values<'a>,
    /// The text in place of the first value, if there is none, or in formats of one line for each record.
    pub message: &'a [u8],
    /// The status of the record.
    pub status: Status,
    /// The puzzle; `None` for a malformed record.
    pub puzzle: Option<PuzzleView<'a>>,
    /// The regions of a jigsaw, if all puzzles of the run have the same.
    pub regions: Option<&'a [u8]>,
}

impl<'a> Answer<'a> {
    /// The answer to a malformed record.
    pub fn malformed(columns: &'a [ColumnSpec], message: &'a [u8]) -> Answer<'a> {
        let (values, status) = ([Value::Null; _], Status::Invalid);
        Answer { columns, values, message, status, puzzle: None, regions: None }
    }

    /// The answer that a search has found: a board, unless there is a message in its place.
    pub fn found(
        columns: &'a [ColumnSpec],
        puzzle: PuzzleView<'a>,
        found: Result<&'a [u8], &'a [u8]>,
        report: &SearchReport,
    ) -> Answer<'a> {
        let mut values = [Value::Null; _];
        for (column, value) in columns.iter().zip(&mut values) {
            *value = match (column.kind, found) {
                (ColumnKind::Board, Ok(board)) => Value::Board(board),
                (ColumnKind::Nodes, _) => Value::Number(report.nodes),
                (ColumnKind::Guesses, _) => Value::Number(report.guesses),
                _ => Value::Null,
            };
        }
        let (message, status) = (found.err().unwrap_or_default(), report.outcome.into());
        Answer { columns, values, message, status, puzzle: Some(puzzle), regions: None }
    }

    /// The value of a column.
    #[inline]
    pub fn value(&self, column: usize) -> Value<'a> {
        match self.columns[column].kind {
            ColumnKind::Status => Value::Status(self.status),
            _ => self.values[column],
        }
    }

    /// The board that is the answer, if it is one.
    #[inline]
    pub fn board(&self) -> Option<&'a [u8]> {
        match self.values[0] {
            Value::Board(cells) if self.message.is_empty() => Some(cells),
            _ => None,
        }
    }

    /// The columns that lines have after the answer, by their numbers.
    pub(super) fn details(&self) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(|column| self.columns[*column].is_detail())
    }

    /// Whether the answer as lines have it begins with the puzzle.
    pub(super) fn begins_with_puzzle(&self) -> bool {
        self.puzzle.is_some() && self.columns.first().is_some_and(ColumnSpec::is_about_puzzle)
    }

    /// Appends the answer as `line` writes it, without the newline.
    #[inline]
    pub fn write(&self, text: &mut Vec<u8>) {
        if self.begins_with_puzzle() {
            self.write_puzzle(text);
            text.push(b',');
        }
        if self.message.is_empty() {
            self.write_value(0, text);
        } else {
            text.extend_from_slice(self.message);
        }
        for (number, column) in self.columns.iter().enumerate() {
            if column.lines == InLines::Answer && self.values[number] != Value::Null {
                text.push(b',');
                self.write_value(number, text);
            }
        }
    }

    /// Appends the answer as [`write`](Self::write) does, and the columns that are details, each after a comma.
    pub(crate) fn write_with_details(&self, text: &mut Vec<u8>) {
        self.write(text);
        for column in self.details() {
            text.push(b',');
            self.write_value(column, text);
        }
    }

    /// Appends a value unchanged, without any quotes.
    #[inline]
    pub(super) fn write_value(&self, column: usize, text: &mut Vec<u8>) {
        match (self.value(column), self.puzzle) {
            (Value::Board(cells), Some(puzzle)) => puzzle.alphabet.write(puzzle.shape, cells, text),
            (Value::Status(status), _) => text.extend_from_slice(status.word().as_bytes()),
            (Value::Number(number), _) => push_number(number, text),
            (Value::Float(number) | Value::AtLeast(number), _) => {
                let digits = self.columns[column].digits;
                let sign = if let Value::AtLeast(_) = self.value(column) { ">=" } else { "" };
                write!(text, "{sign}{number:.digits$}").expect("a vector takes all");
            }
            (Value::Text(value) | Value::List(value), _) => text.extend_from_slice(value),
            (Value::Count { number, large, is_limit }, _) => {
                match large {
                    Some(large) => write!(text, "{large}").expect("a vector takes all"),
                    None => push_number(number, text),
                }
                text.extend_from_slice(if is_limit { b"+" } else { b"" });
            }
            // A puzzle that was not searched took nothing.
            (Value::Null, _) if self.columns[column].is_figure() => text.push(b'0'),
            (Value::Null | Value::Board(_), _) => {}
        }
    }

    /// Whether a column that the record has already is written anew.
    #[inline]
    pub(super) fn replaces(&self, column: usize) -> bool {
        match self.columns[column].place {
            ColumnPlace::Solution => self.values[column] != Value::Null,
            ColumnPlace::Read => false,
            ColumnPlace::Named | ColumnPlace::Puzzle | ColumnPlace::Member => true,
        }
    }

    /// Appends the board row by row, with `empty` for an empty cell, or the text on a line.
    pub(super) fn write_rows(&self, empty: u8, text: &mut Vec<u8>) {
        let (Some(board), Some(puzzle)) = (self.board(), self.puzzle) else {
            self.write(text);
            text.push(b'\n');
            return;
        };
        for row in board.chunks(puzzle.shape.side()) {
            text.extend(row.iter().map(|&d| if d == 0 { empty } else { puzzle.alphabet.symbol(d) }));
            text.push(b'\n');
        }
    }

    /// Appends the puzzle, `.` for an empty cell; nothing for a malformed record.
    pub(crate) fn write_puzzle(&self, text: &mut Vec<u8>) {
        let Some(puzzle) = self.puzzle else { return };
        // Without the candidates that its digits exclude, which tell a filled cell from one with a single candidate.
        let left = self.regions.or(puzzle.extras.regions).map_or_else(|| puzzle.candidates_left(), |_| None);
        match left.as_ref().map(|left| &left[..]).or(puzzle.extras.candidates) {
            Some(candidates) => puzzle.alphabet.write_candidates(puzzle.shape, candidates, text),
            None => puzzle.alphabet.write(puzzle.shape, puzzle.cells, text),
        }
        if let Some(regions) = puzzle.extras.regions {
            puzzle.alphabet.write_regions(regions, text);
        }
    }
}

/// Appends a number in decimal, several times faster than `write!`.
pub(crate) fn push_number(mut number: u64, text: &mut Vec<u8>) {
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
