//! One puzzle as the characters of its cells, row by row.

use super::{
    Alphabet, InputSymbols, Puzzle, Readings, Shape, Symbols,
    line_text::{numbers, prefix_len, spaced_nine},
    nine::push_nine,
    wide::narrowed,
};
use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, str::FromStr};

#[cfg(test)]
mod tests;

/// How many bytes of a line are read: a grid that does not end within them is malformed.
///
/// Far above any grid; the bound lets a stream be read in bounded memory.
pub const MAX_LINE: usize = 1 << 20;

/// The remedy for boards that a program has read as numbers.
pub const LEADING_ZEROS: &str =
    "leading zeros are missing: read the column as text, as with dtype=str of pandas";

/// Why a text is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// No board has this number of cells.
    Length(usize),
    /// A number that is a board if zeros are put before it.
    LeadingZeros {
        /// How many digits it has.
        found: usize,
        /// How many cells the board has.
        area: usize,
    },
    /// A number such as `5.3007E+80`, as spreadsheets write long ones.
    Scientific,
    /// A character that is not a digit of a board of this size.
    Symbol {
        /// Position of the character in the text, in bytes from 1.
        column: usize,
        /// The first byte of the character.
        byte: u8,
        /// The side of the board.
        side: usize,
    },
    /// A character beyond ASCII that is not a digit.
    Character {
        /// Position of the character in the text, from 1.
        column: usize,
        /// The character.
        character: char,
        /// The side of the board.
        side: usize,
    },
    /// The characters of a board larger than 9×9 fit several alphabets.
    Ambiguous(Readings),
    /// A board of up to 9×9 has `0`, another empty cell, and no digit as high as this side. So its digits may be 0 to 8, and the
    /// like for other sides.
    UnclearZero(usize),
    /// A line of 81 digits and blanks is a 9×9 board whose empty cells are blanks, or a board of this side with text
    /// after it.
    SpacesOrText(usize),
    /// A list of numbers, as long as a board of up to 9×9 or shorter, has one of several digits.
    LargeNumber,
    /// The grid is longer than 1 MiB.
    TooLong,
}

impl ParsePuzzleError {
    /// The size of a board that is refused only because its zeros may be digits. For detection it is a board like others.
    pub fn unclear_board(&self) -> Option<Shape> {
        if let ParsePuzzleError::UnclearZero(side) = self { Shape::from_side(*side) } else { None }
    }
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ParsePuzzleError::Length(found) => {
                write!(f, "expected 16, 36, 81, 144, 256 or 625 cells, found {found}")
            }
            ParsePuzzleError::LeadingZeros { found, area } => {
                write!(f, "expected {area} cells, found {found} digits; {LEADING_ZEROS}")
            }
            ParsePuzzleError::Scientific => f.write_str(
                "a number in scientific notation has lost digits; read the column as text, as with dtype=str of pandas",
            ),
            ParsePuzzleError::Symbol { column, byte, side } => {
                write!(f, "column {column}: {} is not a symbol of a {side}×{side} grid", ByteDisplay(byte))
            }
            ParsePuzzleError::Character { column, character, side } => {
                write!(f, "column {column}: '{character}' is not a symbol of a {side}×{side} grid")
            }
            ParsePuzzleError::Ambiguous(readings) => {
                write!(f, "the symbols can be read as {readings}; name the symbols")
            }
            ParsePuzzleError::UnclearZero(side) => write!(
                f,
                "0 is an empty cell, or a digit from 0 to {}, because other cells are empty in another way; name the \
                 symbols if it is an empty cell",
                side - 1
            ),
            ParsePuzzleError::SpacesOrText(side) => write!(
                f,
                "either a 9×9 grid with blanks for empty cells, or a {side}×{side} grid and text after it; write dots for \
                 empty cells or remove the text"
            ),
            ParsePuzzleError::LargeNumber => {
                f.write_str("the list has a number that is too large for a cell of its board")
            }
            ParsePuzzleError::TooLong => f.write_str("the grid is longer than 1 MiB"),
        }
    }
}

impl std::error::Error for ParsePuzzleError {}

impl From<ParsePuzzleError> for Error {
    fn from(error: ParsePuzzleError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

/// A byte of the input in a message.
pub struct ByteDisplay(pub u8);

impl fmt::Display for ByteDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0x21..=0x7E => write!(f, "'{}'", char::from(self.0)),
            byte => write!(f, "byte 0x{byte:02X}"),
        }
    }
}

/// Whether a line, with its newline or without, is a record: neither blank nor a `#` comment. Only
/// the first line of a longer text counts.
#[inline]
pub fn is_record(line: &[u8]) -> bool {
    // Nearly every record begins with one of its characters.
    line.first().is_some_and(|b| *b > b'#') || is_indented_record(line)
}

fn is_indented_record(line: &[u8]) -> bool {
    line.iter().find(|b| !is_blank(**b)).is_some_and(|first| !matches!(first, b'#' | b'\n'))
}

/// Reads the puzzle at the beginning of a line, given without its newline, and appends its cells, 0
/// for empty.
///
/// Blanks and a record number before the grid are skipped, and so is everything after a blank, `,`, `;` or `#` after
/// it. See `line_text.rs` for other ways to write a grid in a line.
///
/// # Errors
/// If the line has no grid; `cells` is then unchanged.
pub fn parse_line(
    line: &[u8],
    symbols: impl Into<InputSymbols>,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    if let Some(nine) = line.first_chunk::<81>()
        && line.get(81).is_none_or(|&b| ends_grid(b))
        && push_nine(nine, cells)
    {
        return Ok((Shape::NINE, Alphabet::Digits));
    }
    parse_line_slowly(line, symbols.into(), cells)
}

#[cold]
fn parse_line_slowly(
    line: &[u8],
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    let (start, grid) = grid_of_line(line);
    if start + grid.len() > MAX_LINE {
        return Err(ParsePuzzleError::TooLong);
    }
    let either = |shape: Shape| ParsePuzzleError::SpacesOrText(shape.side());
    if let Some(nine) = spaced_nine(line).map_err(either)? {
        return parse_grid(&nine, 0, symbols, cells);
    }
    if grid.len() <= 2
        && let Some(grid) = numbers(line, &mut [0; Shape::MAX_AREA])
    {
        return parse_grid(grid, start, symbols, cells);
    }
    parse_grid(grid, start, symbols, cells)
}

/// The position and the text of the grid in a line. A record number before it, as in `17: 53..7`, or a name is skipped.
pub fn grid_of_line(line: &[u8]) -> (usize, &[u8]) {
    let start = line.iter().position(|b| !is_blank(*b)).unwrap_or(line.len());
    let start = start + prefix_len(&line[start..]);
    let rest = &line[start..];
    (start, &rest[..rest.iter().position(|b| ends_grid(*b)).unwrap_or(rest.len())])
}

/// Where the text after the grid of a line begins.
pub fn grid_end(line: &[u8]) -> usize {
    if let Ok(Some(nine)) = spaced_nine(line) {
        return nine.len();
    }
    let (start, grid) = grid_of_line(line);
    let is_numbers = grid.len() <= 2 && numbers(line, &mut [0; Shape::MAX_AREA]).is_some();
    if is_numbers { line.trim_ascii_end().len() } else { start + grid.len() }
}

/// Reads a text that consists of a grid, possibly surrounded by blanks, and appends its cells.
///
/// # Errors
/// If the text is not a grid; `cells` is then unchanged.
pub fn parse_field(
    field: &[u8],
    symbols: impl Into<InputSymbols>,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    let start = field.len() - field.trim_ascii_start().len();
    parse_grid(field.trim_ascii(), start, symbols.into(), cells)
}

/// Reads the characters of a grid, which begins at position `start` of its line, and appends its
/// cells.
pub fn parse_grid(
    grid: &[u8],
    start: usize,
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    if let Ok(nine) = grid.try_into()
        && push_nine(nine, cells)
    {
        return Ok((Shape::NINE, Alphabet::Digits));
    }
    match parse_symbols(grid, start, symbols, cells) {
        Err(error) => match narrowed(grid, &mut [0; Shape::MAX_AREA]) {
            Some(narrow) => parse_symbols(narrow, start, symbols, cells),
            None => Err(in_characters(grid, start).or_else(|| as_number(grid)).unwrap_or(error)),
        },
        read => read,
    }
}

/// The error of a grid that has characters beyond ASCII, each of which is one cell, however many bytes it has.
#[cold]
fn in_characters(grid: &[u8], start: usize) -> Option<ParsePuzzleError> {
    let text = str::from_utf8(grid).ok().filter(|text| !text.is_ascii())?;
    let cells = text.chars().count();
    let Some(shape) = Shape::from_area(cells) else { return Some(ParsePuzzleError::Length(cells)) };
    let (place, character) = text.chars().enumerate().find(|(_, character)| !character.is_ascii())?;
    // A control character would not be seen, or would change how the message is shown.
    let is_shown = !character.is_control();
    is_shown.then(|| ParsePuzzleError::Character { column: start + place + 1, character, side: shape.side() })
}

/// The error of a board up to 9×9 without the zeros at its beginning, which programs drop that read it as a number. A board with one
/// solution does not begin with two empty rows, because these could be exchanged; shorter texts are other numbers.
#[cold]
fn as_number(grid: &[u8]) -> Option<ParsePuzzleError> {
    if is_scientific(grid) {
        return Some(ParsePuzzleError::Scientific);
    }
    let is_number = grid.iter().all(u8::is_ascii_digit) && grid.contains(&b'0') && grid[0] != b'0';
    let largest = is_number.then(|| grid.iter().max().map(|digit| usize::from(digit - b'0')))??;
    let fits = |side: &usize| ((side - 1).pow(2)..side.pow(2)).contains(&grid.len()) && largest <= *side;
    let side = [4, 6, 9].into_iter().find(fits)?;
    Some(ParsePuzzleError::LeadingZeros { found: grid.len(), area: side * side })
}

/// Whether a text is a number in scientific notation.
fn is_scientific(text: &[u8]) -> bool {
    let text = str::from_utf8(text).unwrap_or_default();
    let parts = text.split_once("E+").or_else(|| text.split_once("e+"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(number, exponent)| {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        is_number(whole) && is_number(fraction) && is_number(exponent)
    })
}

/// Reads the characters of a grid, each of them in ASCII.
fn parse_symbols(
    grid: &[u8],
    start: usize,
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    let shape = Shape::from_area(grid.len()).ok_or(ParsePuzzleError::Length(grid.len()))?;
    let alphabet = symbols.resolve(shape, grid).map_err(ParsePuzzleError::Ambiguous)?;
    let before = cells.len();
    for (i, &byte) in grid.iter().enumerate() {
        match alphabet.cell(byte, shape.side()) {
            Some(digit) => cells.push(digit),
            None => {
                cells.truncate(before);
                return Err(ParsePuzzleError::Symbol { column: start + i + 1, byte, side: shape.side() });
            }
        }
    }
    if may_be_zero_based(grid, shape.side()) && !symbols.zero_is_empty() {
        cells.truncate(before);
        return Err(ParsePuzzleError::UnclearZero(shape.side()));
    }
    Ok((shape, alphabet))
}

/// Whether the digits of a board up to 9×9 may begin with 0, because other cells are empty in another way.
fn may_be_zero_based(grid: &[u8], side: usize) -> bool {
    let is_other_empty = |byte: &u8| *byte != b'0' && Alphabet::Digits.cell(*byte, side) == Some(0);
    side <= 9
        && grid.contains(&b'0')
        && !grid.contains(&(b'0' + side as u8))
        && grid.iter().any(is_other_empty)
}

/// Reads the cells row by row, with one of `.0*-_?` for an empty cell; on boards of up to 16×16 also `x` and `X`. The
/// size follows from their number. If a board has `0` beside another empty cell, it must have the highest digit of its size, as `0` could be
/// a digit otherwise. The characters of a board larger than 9×9 must fit one of its alphabets only:
/// letters, digits and then letters, or zero-based, where `0` is a digit if another character is an empty cell. Nothing but
/// whitespace may surround them.
///
/// ```
/// use quadrille::Puzzle;
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// assert_eq!((puzzle.shape().side(), &puzzle.givens()[..6]), (4, &[1, 0, 0, 0, 3, 0][..]));
/// assert!("1...3..2..4.4..1 junk".parse::<Puzzle>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Puzzle, Error> {
        let mut cells = Vec::new();
        parse_field(text.as_bytes(), Symbols::Auto, &mut cells)?;
        Ok(Puzzle::new(cells).expect("the cells of a board"))
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}

const fn ends_grid(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b',' | b';' | b'#')
}
