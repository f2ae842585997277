//! The puzzles of some rows of a column, as the boards that tasks answer.

use super::{
    column::{Column, Value},
    nines::{Nines, are_digits},
};
use quadrille_grid::{
    Alphabet, InputSymbols, NineRow, NineText, ParsePuzzleError, Shape, field::parse_field,
};
use quadrille_tasks::{Boards, Malformed, Place, RecordTag, Style};
use std::ops::Range;

const NINE: usize = Shape::NINE.area();

/// For each shape why boards of it are refused, if they are.
pub(super) type Refused = [Option<Malformed>; Shape::EACH.len()];

/// The puzzles of some rows. The memory is kept for the next rows.
#[derive(Default)]
pub(super) struct Puzzles {
    /// Malformed records have the number of their row in the column.
    pub boards: Boards,
    /// Whether the board of each row is stored as digits.
    are_digits: Vec<bool>,
    reader: Reader,
    /// Texts that are not contiguous in the column.
    gathered: Vec<u8>,
}

/// Reads one value after the other.
#[derive(Default)]
pub(super) struct Reader {
    /// The cells of the value that was read last.
    pub board: Vec<u8>,
    nine_text: NineText,
}

/// How a column is read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub column: &'a Column<'a>,
    pub symbols: InputSymbols,
    pub refused: &'a Refused,
    /// Whether a null is malformed, as in files.
    pub refuses_nulls: bool,
}

impl Puzzles {
    /// How the board of a row is written.
    #[inline]
    pub fn style(&self, row: usize, place: Place) -> Style {
        self.style_of(row, place.alphabet)
    }

    /// The same, in this alphabet if it is text.
    #[inline]
    pub fn style_of(&self, row: usize, alphabet: Alphabet) -> Style {
        if self.are_digits[row] { Style::Digits } else { Style::Text(alphabet) }
    }

    /// The style of all rows, if they are 9×9 boards of one style.
    pub fn only_nines(&self) -> Option<Style> {
        let first = *self.are_digits.first().filter(|_| self.boards.are_plain_nines())?;
        // Without a branch in the loop.
        let is_other = self.are_digits.iter().fold(false, |other, &digits| other | (digits != first));
        let style = if first { Style::Digits } else { Style::Text(Alphabet::Digits) };
        (!is_other).then_some(style)
    }

    /// Reads some rows in place of those before.
    pub fn read(&mut self, reading: Reading<'_>, rows: Range<usize>) {
        self.boards.clear();
        self.are_digits.clear();
        let mut next = rows.start;
        while next < rows.end {
            next += self.read_nines(reading.column, next..rows.end);
            if next < rows.end {
                let (tag, style) = self.read_one(reading, next).unwrap_or_else(|reason| {
                    self.boards.malformed.push((next as u64, reason));
                    (RecordTag::MALFORMED, Style::Digits)
                });
                self.push(tag, style, 1);
                next += 1;
            }
        }
        self.boards.refuse(reading.refused, |record| (rows.start + record) as u64);
    }

    /// Adds several rows of one kind.
    fn push(&mut self, tag: RecordTag, style: Style, count: usize) {
        let len = self.boards.tags.len() + count;
        self.boards.tags.resize(len, tag);
        self.are_digits.resize(len, style == Style::Digits);
    }

    /// Reads the 9×9 boards at the beginning of some values, and returns how many they are.
    fn read_nines(&mut self, column: &Column, rows: Range<usize>) -> usize {
        let cells = &mut self.boards.cells[Shape::NINE.index()];
        let (count, style) = match column.nines(rows, &mut self.gathered) {
            Nines::None => return 0,
            Nines::Text(text) => {
                let count = self.reader.nine_text.read_rows(text, NineRow::Framed(b"", b""), cells);
                (count, Style::Text(Alphabet::Digits))
            }
            Nines::Digits(digits) => {
                let are_nines = |board: &&[u8]| are_digits(board, Shape::NINE.side());
                let count = if are_digits(digits, Shape::NINE.side()) {
                    digits.len() / NINE
                } else {
                    digits.chunks_exact(NINE).take_while(are_nines).count()
                };
                cells.extend_from_slice(&digits[..count * NINE]);
                (count, Style::Digits)
            }
        };
        self.push(RecordTag::puzzle(Shape::NINE, Alphabet::Digits), style, count);
        count
    }

    fn read_one(&mut self, reading: Reading<'_>, row: usize) -> Result<(RecordTag, Style), Malformed> {
        let value = reading.column.value(row);
        if let (Value::Null, false) = (&value, reading.refuses_nulls) {
            return Ok((RecordTag::NULL, Style::Digits));
        }
        let (shape, style) = self.reader.read(reading.column, reading.symbols, value)?;
        self.boards.cells[shape.index()].extend_from_slice(&self.reader.board);
        let alphabet = match style {
            Style::Text(alphabet) => alphabet,
            Style::Digits => Alphabet::usual(shape),
        };
        Ok((RecordTag::puzzle(shape, alphabet), style))
    }
}

impl Reader {
    /// Reads a value of a column.
    ///
    /// # Errors
    /// Why it is not a board, or not one that fits the column.
    pub fn read(
        &mut self,
        column: &Column,
        symbols: InputSymbols,
        value: Value<'_>,
    ) -> Result<(Shape, Style), Malformed> {
        self.board.clear();
        let no_shape = |found| Malformed::Puzzle(ParsePuzzleError::Length(found));
        let (shape, style) = match value {
            Value::Null => return Err(no_shape(0)),
            Value::Bytes(bytes) => self.read_bytes((column, symbols), bytes)?,
            Value::Numbers(numbers, range) => {
                let shape = Shape::from_area(range.len()).ok_or(no_shape(range.len()))?;
                numbers.read(range, (shape.side(), symbols), &mut self.board)?;
                (shape, Style::Digits)
            }
            Value::Uneven { row, found, side } => return Err(Malformed::Row { row, found, side }),
        };
        match column.fixed_area().filter(|area| *area != shape.area()) {
            Some(area) => Err(Malformed::Area { found: shape.area(), area }),
            None => Ok((shape, style)),
        }
    }

    fn read_bytes(
        &mut self,
        (column, symbols): (&Column, InputSymbols),
        bytes: &[u8],
    ) -> Result<(Shape, Style), ParsePuzzleError> {
        if let Ok(nine) = bytes.try_into()
            && self.nine_text.read(nine, &mut self.board)
        {
            return Ok((Shape::NINE, Style::Text(Alphabet::Digits)));
        }
        if column.may_be_digits()
            && let Some(shape) = Shape::from_area(bytes.len())
            && are_digits(bytes, shape.side())
        {
            self.board.extend_from_slice(bytes);
            return Ok((shape, Style::Digits));
        }
        let (shape, alphabet) = parse_field(bytes, symbols, &mut self.board)?;
        Ok((shape, Style::Text(alphabet)))
    }
}

/// Whether there is no solution: nothing, or what a run over a file has written in its place, such as `!none`.
pub(super) fn is_no_solution(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Bytes(text) => {
            text.trim_ascii().is_empty() || text.starts_with(b"!") || *text == b"null".as_slice()
        }
        _ => false,
    }
}
