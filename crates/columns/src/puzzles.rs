//! The puzzles of some rows of a column, by shape.

use super::{
    column::{Column, Value},
    nines::{Nines, are_digits},
    numbers::NoDigit,
    row_texts::RowTexts,
};
use quadrille_core::grid::{
    Alphabet, InputSymbols, NineRow, NineText, ParsePuzzleError, Shape, field::parse_field,
};
use std::{fmt, ops::Range};

const NINE: usize = Shape::NINE.area();

/// What a row holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Null,
    /// Its error is known.
    Malformed,
    Board(Shape, Style),
}

/// How a board is written, in a column and in its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Text(Alphabet),
    Digits,
}

/// For each shape why boards of it are refused, if they are.
pub(super) type Refused = [Option<String>; Shape::EACH.len()];

/// The puzzles of some rows. The memory is kept for the next rows.
pub(super) struct Puzzles {
    pub rows: Vec<Row>,
    /// The style of all rows, if they are 9×9 boards of one style.
    only_nines: Option<Style>,
    /// The cells of the boards of each shape, in the order of the rows.
    cells: [Vec<u8>; Shape::EACH.len()],
    /// The cells of one board.
    board: Vec<u8>,
    nine_text: NineText,
    /// Texts that do not stand one behind the other in the column.
    gathered: Vec<u8>,
}

/// Why a value is no board, or none that the task is for.
pub(super) enum NoBoard<'r> {
    Text(ParsePuzzleError),
    Digit(NoDigit),
    /// A row of a list of lists: its number from 1, its length, and how many rows there are.
    Row(usize, usize, usize),
    /// In a column of values of one length: that and the cells of the board.
    Length(usize, usize),
    Refused(&'r str),
}

impl fmt::Display for NoBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoBoard::Text(error) => error.fmt(f),
            NoBoard::Digit(error) => error.fmt(f),
            NoBoard::Row(row, found, side) => write!(f, "row {row}: expected {side} cells, found {found}"),
            NoBoard::Length(area, found) => {
                write!(f, "expected {area} cells as in the type of the column, found {found}")
            }
            NoBoard::Refused(reason) => f.write_str(reason),
        }
    }
}

/// How a column is read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub column: &'a Column,
    pub symbols: InputSymbols,
    pub refused: &'a Refused,
}

impl Puzzles {
    pub fn new() -> Puzzles {
        Puzzles {
            rows: Vec::new(),
            only_nines: None,
            cells: Default::default(),
            board: Vec::new(),
            nine_text: NineText::default(),
            gathered: Vec::new(),
        }
    }

    /// The cells of all boards of a shape, one behind the other.
    pub fn cells(&self, shape: Shape) -> &[u8] {
        &self.cells[shape.index()]
    }

    /// The style of all rows, if they are 9×9 boards of one style.
    pub fn only_nines(&self) -> Option<Style> {
        self.only_nines
    }

    /// Reads some rows in place of those before.
    pub fn read(&mut self, reading: Reading<'_>, rows: Range<usize>, errors: &mut RowTexts) {
        self.rows.clear();
        self.only_nines = None;
        self.cells.iter_mut().for_each(Vec::clear);
        let takes_nines = reading.refused[Shape::NINE.index()].is_none();
        let mut next = rows.start;
        while next < rows.end {
            if takes_nines {
                next += self.read_nines(reading.column, next..rows.end);
            }
            if next < rows.end {
                let row = self.read_one(reading, next).unwrap_or_else(|reason| {
                    errors.push(next, &reason);
                    Row::Malformed
                });
                self.push(row, 1);
                next += 1;
            }
        }
    }

    /// Adds several rows of one kind.
    fn push(&mut self, row: Row, count: usize) {
        if count > 0 {
            let style = if let Row::Board(Shape::NINE, style) = row { Some(style) } else { None };
            let is_first = self.rows.is_empty();
            self.only_nines = style.filter(|_| is_first || self.only_nines == style);
            self.rows.resize(self.rows.len() + count, row);
        }
    }

    /// Reads the 9×9 boards at the beginning of some values, and returns how many they are.
    fn read_nines(&mut self, column: &Column, rows: Range<usize>) -> usize {
        let cells = &mut self.cells[Shape::NINE.index()];
        let (count, style) = match column.nines(rows, &mut self.gathered) {
            Nines::None => return 0,
            Nines::Text(text) => {
                let count = self.nine_text.read_rows(text, NineRow::Framed(b"", b""), cells);
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
        self.push(Row::Board(Shape::NINE, style), count);
        count
    }

    fn read_one<'r>(&mut self, reading: Reading<'r>, row: usize) -> Result<Row, NoBoard<'r>> {
        let value = reading.column.value(row);
        if let Value::Null = value {
            return Ok(Row::Null);
        }
        let (shape, style) = self.read_value(reading.column, reading.symbols, value)?;
        if let Some(reason) = &reading.refused[shape.index()] {
            return Err(NoBoard::Refused(reason));
        }
        self.cells[shape.index()].extend_from_slice(&self.board);
        Ok(Row::Board(shape, style))
    }

    /// The cells of the value that was read last.
    pub fn board(&self) -> &[u8] {
        &self.board
    }

    /// Reads a value of a column.
    ///
    /// # Errors
    /// Why it is no board, or none that fits the column.
    pub fn read_value(
        &mut self,
        column: &Column,
        symbols: InputSymbols,
        value: Value<'_>,
    ) -> Result<(Shape, Style), NoBoard<'static>> {
        self.board.clear();
        let no_shape = |found| NoBoard::Text(ParsePuzzleError::Length(found));
        let (shape, style) = match value {
            Value::Null => return Err(no_shape(0)),
            Value::Bytes(bytes) => self.read_bytes((column, symbols), bytes).map_err(NoBoard::Text)?,
            Value::Numbers(numbers, range) => {
                let shape = Shape::from_area(range.len()).ok_or(no_shape(range.len()))?;
                numbers.read(range, shape.side(), &mut self.board).map_err(NoBoard::Digit)?;
                (shape, Style::Digits)
            }
            Value::Uneven { row, found, side } => return Err(NoBoard::Row(row, found, side)),
        };
        match column.fixed_area().filter(|area| *area != shape.area()) {
            Some(area) => Err(NoBoard::Length(area, shape.area())),
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

    /// Calls `f` for each row, with its number in these rows, and for a board with its cells and its place among those of its shape.
    pub fn each(&self, mut f: impl FnMut(usize, Row, &[u8], usize)) {
        let mut next = [0; Shape::EACH.len()];
        for (number, &row) in self.rows.iter().enumerate() {
            let Row::Board(shape, _) = row else {
                f(number, row, &[], 0);
                continue;
            };
            let nth = next[shape.index()];
            next[shape.index()] += 1;
            let cells = nth * shape.area()..(nth + 1) * shape.area();
            f(number, row, &self.cells[shape.index()][cells], nth);
        }
    }
}
