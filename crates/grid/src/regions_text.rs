//! The regions of a jigsaw as text.

use super::{Regions, RegionsError, Shape, cells::ByteDisplay};
use quadrille_base::error::{Error, ErrorKind};
use std::fmt;

#[cfg(test)]
mod tests;

/// Why a text does not describe regions. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseRegionsError {
    /// The text has only blank lines and comments.
    Empty,
    /// The first line is neither a row nor a board.
    Length {
        /// The line.
        line: usize,
        /// How many characters it has.
        found: usize,
    },
    /// A line has another length than the first one.
    Row {
        /// The line.
        line: usize,
        /// How many characters it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// Too few rows.
    TooShort {
        /// The last line.
        line: usize,
        /// The number of rows.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// Too many rows.
    TooLong {
        /// The first line that is too many.
        line: usize,
        /// How many rows there must be.
        expected: usize,
    },
    /// A character that is neither a letter nor a digit.
    Symbol {
        /// The line.
        line: usize,
        /// Position of the character in the line, in bytes from 1.
        column: usize,
        /// The first byte of the character.
        byte: u8,
    },
    /// A region of the wrong size.
    Region {
        /// The line with its first cell.
        line: usize,
        /// The error.
        error: RegionsError,
    },
}

impl fmt::Display for ParseRegionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRegionsError::Empty => {
                f.write_str("no regions: expected the rows of a board, or all of them in one line")
            }
            ParseRegionsError::Length { line, found } => write!(
                f,
                "line {line}: expected 4, 6, 9, 12, 16 or 25 characters for a row, or 16, 36, 81, 144, 256 or 625 for a \
                 whole board, found {found}"
            ),
            ParseRegionsError::Row { line, found, expected } => {
                write!(f, "line {line}: expected {expected} characters as in the rows above, found {found}")
            }
            ParseRegionsError::TooShort { line, found, expected } => {
                write!(f, "line {line}: expected {expected} rows, found {found}")
            }
            ParseRegionsError::TooLong { line, expected } => {
                write!(f, "line {line}: more than the {expected} rows of the board")
            }
            ParseRegionsError::Symbol { line, column, byte } => {
                let byte = ByteDisplay(*byte);
                write!(
                    f,
                    "line {line}, column {column}: expected a letter or digit for a region, found {byte}"
                )
            }
            ParseRegionsError::Region { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl std::error::Error for ParseRegionsError {}

impl From<ParseRegionsError> for Error {
    fn from(error: ParseRegionsError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

/// Whether a character can be the mark of a region; case counts.
pub const fn is_region_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

impl Regions {
    /// Reads regions: a line for each row of the board, or all rows in one line. Each cell is a letter
    /// or digit, the same for all cells of a region. Blank lines and lines that begin with `#` are
    /// skipped.
    ///
    /// # Errors
    /// If the text does not describe the regions of a board.
    ///
    /// ```
    /// use quadrille::grid::Regions;
    ///
    /// let rows = Regions::parse(b"# a board of side 4\nAAAB\nCADB\nCDDB\nCCDB\n")?;
    /// assert_eq!(rows, Regions::parse(b"1112314234423342")?);
    /// let error = Regions::parse(b"AAAB\nCADB\nCDDB\nCCDD\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: expected 4 cells in region 'B', found 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Regions, Error> {
        let mut rows = Rows::default();
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        for (line, row) in (1..).zip(text.split(|b| *b == b'\n')) {
            let row_text = row.trim_ascii();
            if !row_text.is_empty() && !row_text.starts_with(b"#") {
                rows.add(line, row)?;
            }
        }
        Ok(rows.finish()?)
    }
}

/// The rows of a board's regions.
#[derive(Default)]
struct Rows {
    symbols: Vec<u8>,
    /// The line of each row.
    lines: Vec<usize>,
    /// Length of the first row.
    width: usize,
}

impl Rows {
    fn add(&mut self, line: usize, row: &[u8]) -> Result<(), ParseRegionsError> {
        let start = row.len() - row.trim_ascii_start().len();
        let row = row.trim_ascii();
        if let Some(at) = row.iter().position(|b| !is_region_symbol(*b)) {
            return Err(ParseRegionsError::Symbol { line, column: start + at + 1, byte: row[at] });
        }
        if self.lines.is_empty() {
            self.width = row.len();
        }
        // Sixteen characters are a board of side 4 if no line follows, and a row otherwise.
        let as_row = Shape::from_side(self.width).map(Shape::side);
        let as_board = Shape::from_area(self.width).map(|_| 1);
        let Some(expected) = as_row.or(as_board) else {
            return Err(ParseRegionsError::Length { line, found: row.len() });
        };
        if self.lines.len() == expected {
            return Err(ParseRegionsError::TooLong { line, expected });
        }
        if row.len() != self.width {
            return Err(ParseRegionsError::Row { line, found: row.len(), expected: self.width });
        }
        self.lines.push(line);
        self.symbols.extend_from_slice(row);
        Ok(())
    }

    fn finish(self) -> Result<Regions, ParseRegionsError> {
        let Some(&last) = self.lines.last() else { return Err(ParseRegionsError::Empty) };
        let as_row = Shape::from_side(self.width);
        let shape = Shape::from_area(self.width).filter(|_| self.lines.len() == 1).or(as_row);
        let shape = shape.expect("the length of the first row was checked");
        if self.symbols.len() != shape.area() {
            let (found, expected) = (self.lines.len(), shape.side());
            return Err(ParseRegionsError::TooShort { line: last, found, expected });
        }
        Regions::of_marks(shape, &self.symbols).map_err(|error| {
            let first = if let RegionsError::Size { first, .. } = error { first } else { 0 };
            ParseRegionsError::Region { line: self.lines[first / self.width], error }
        })
    }
}
