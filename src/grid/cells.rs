//! The cells of a board as text, one character each.

use super::{Alphabet, Puzzle, Shape, Symbols, symbols::is_empty_cell};
use std::{fmt, str::FromStr};

/// How much of a line is looked at, in bytes: a grid that does not end within it is malformed.
///
/// Far above any grid; the bound lets a stream be read in bounded memory.
pub const MAX_LINE: usize = 1 << 20;

/// Why a line is no puzzle. The messages are the reasons of `!invalid: reason`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The length of the grid belongs to no shape.
    Length(usize),
    /// A character that is in no alphabet of a board of this size.
    Symbol {
        /// Place in the line, in bytes from 1.
        column: usize,
        /// The character's first byte.
        byte: u8,
        /// The side of the board.
        side: usize,
    },
    /// The grid is longer than [`MAX_LINE`].
    TooLong,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LineError::Length(found) => {
                write!(f, "{found} characters: a grid has 16, 36, 81, 144, 256 or 625")
            }
            LineError::Symbol { column, byte, side } => {
                write!(f, "column {column}: {} is no symbol of a {side}×{side} grid", Shown(byte))
            }
            LineError::TooLong => f.write_str("the grid is longer than 1 MiB"),
        }
    }
}

impl std::error::Error for LineError {}

pub(crate) struct Shown(pub u8);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0x21..=0x7E => write!(f, "'{}'", char::from(self.0)),
            byte => write!(f, "byte 0x{byte:02X}"),
        }
    }
}

/// Whether a line, given without its newline, is a record: not blank and no `#` comment.
pub fn is_record(line: &[u8]) -> bool {
    match line.iter().find(|b| !is_blank(**b)) {
        Some(first) => *first != b'#',
        None => false,
    }
}

/// Reads one record, given without its newline, and appends its cells, 0 for empty.
///
/// Blanks before the grid, and anything after it that a blank, `,`, `;` or `#` sets off, are
/// passed over.
///
/// # Errors
/// If the line holds no grid; `cells` is then as it was.
///
/// ```
/// use quadrille::format::{Symbols, line};
///
/// let mut cells = Vec::new();
/// let (shape, _) = line::parse(b"1...3..2..4.4..1 easy", Symbols::Auto, &mut cells).unwrap();
/// assert_eq!((shape.side(), &cells[..6]), (4, &[1, 0, 0, 0, 3, 0][..]));
/// ```
pub fn parse(line: &[u8], symbols: Symbols, cells: &mut Vec<u8>) -> Result<(Shape, Alphabet), LineError> {
    if let Some(nine) = line.first_chunk::<81>()
        && line.get(81).is_none_or(|&b| ends_grid(b))
        && push_nine(nine, cells)
    {
        return Ok((Shape::NINE, Alphabet::Digits));
    }
    parse_any(line, symbols, cells)
}

/// Appends 81 characters as cells; false, with nothing appended, if one is no digit and not empty.
///
/// One pass without a branch, which compiles to vector code.
#[inline]
pub(crate) fn push_nine(text: &[u8; 81], cells: &mut Vec<u8>) -> bool {
    let mut nine = [0u8; 81];
    let mut bad = 0u8;
    for (cell, &byte) in nine.iter_mut().zip(text) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_empty = (byte == b'.') | (byte == b'*') | (byte == b'-') | (byte == b'_');
        *cell = if is_digit { digit } else { 0 };
        bad |= u8::from(!(is_digit | is_empty));
    }
    if bad == 0 {
        cells.extend_from_slice(&nine);
    }
    bad == 0
}

#[cold]
fn parse_any(line: &[u8], symbols: Symbols, cells: &mut Vec<u8>) -> Result<(Shape, Alphabet), LineError> {
    let (start, grid) = grid_of(line);
    if start + grid.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    parse_grid(grid, start, symbols, cells)
}

/// Where the grid of a line begins, and the grid.
pub(crate) fn grid_of(line: &[u8]) -> (usize, &[u8]) {
    let start = line.iter().position(|b| !is_blank(*b)).unwrap_or(line.len());
    let rest = &line[start..];
    (start, &rest[..rest.iter().position(|b| ends_grid(*b)).unwrap_or(rest.len())])
}

/// Reads a field that is a grid from end to end, blanks around it apart, and appends its cells.
///
/// # Errors
/// If it is none; `cells` is then as it was.
pub fn parse_field(
    field: &[u8],
    symbols: Symbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), LineError> {
    let start = field.iter().position(|b| !is_blank(*b)).unwrap_or(field.len());
    parse_grid(field.trim_ascii(), start, symbols, cells)
}

/// Reads a grid's characters, of which the first is at `start` from 0, and appends its cells.
pub(crate) fn parse_grid(
    grid: &[u8],
    start: usize,
    symbols: Symbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), LineError> {
    if let Ok(nine) = grid.try_into()
        && push_nine(nine, cells)
    {
        return Ok((Shape::NINE, Alphabet::Digits));
    }
    let shape = Shape::from_area(grid.len()).ok_or(LineError::Length(grid.len()))?;
    let alphabet = symbols.resolve(shape, grid);
    let before = cells.len();
    for (i, &byte) in grid.iter().enumerate() {
        match alphabet.digit(byte) {
            Some(digit) if usize::from(digit) <= shape.side() => cells.push(digit),
            _ => {
                cells.truncate(before);
                return Err(LineError::Symbol { column: start + i + 1, byte, side: shape.side() });
            }
        }
    }
    debug_assert!(grid.iter().zip(&cells[before..]).all(|(b, d)| is_empty_cell(*b) == (*d == 0)));
    Ok((shape, alphabet))
}

impl FromStr for Puzzle {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Puzzle, LineError> {
        let mut cells = Vec::new();
        parse(text.as_bytes(), Symbols::Auto, &mut cells)?;
        Ok(Puzzle::new(cells).expect("a line that was read is a board"))
    }
}

/// As `line` writes it: digits up to 9×9, letters above, `.` for an empty cell.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alphabet = Symbols::Letters.resolve(self.shape(), &[]);
        self.givens().iter().try_for_each(|&d| write!(f, "{}", char::from(alphabet.symbol(d))))
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}

const fn ends_grid(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b',' | b';' | b'#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8]) -> Result<(Shape, Alphabet, Vec<u8>), LineError> {
        let mut cells = vec![7];
        let read = parse(line, Symbols::Auto, &mut cells);
        assert_eq!(cells.remove(0), 7);
        if read.is_err() {
            assert!(cells.is_empty(), "an error leaves nothing behind");
        }
        read.map(|(shape, alphabet)| (shape, alphabet, cells))
    }

    const NINE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn empty_cells_have_five_spellings() {
        let plain = read(NINE.as_bytes()).unwrap().2;
        for empty in ["0", "*", "-", "_"] {
            assert_eq!(read(NINE.replace('.', empty).as_bytes()).unwrap().2, plain);
        }
    }

    #[test]
    fn what_follows_the_grid_is_not_read() {
        let plain = read(NINE.as_bytes()).unwrap();
        for tail in ["\r", " ", "\t\r", ",123", ";x", "#hard", " 17 clues\r"] {
            assert_eq!(read(format!("{NINE}{tail}").as_bytes()).unwrap(), plain, "{tail:?}");
            assert_eq!(read(format!(" \t{NINE}{tail}").as_bytes()).unwrap(), plain, "{tail:?}");
        }
    }

    #[test]
    fn fast_and_general_reading_agree_on_every_byte() {
        for byte in 0..=255u8 {
            for at in [0, 40, 80] {
                let mut line = NINE.as_bytes().to_vec();
                line[at] = byte;
                let mut general = Vec::new();
                let slow = parse_any(&line, Symbols::Auto, &mut general);
                let fast = read(&line);
                assert_eq!(fast.clone().map(|f| f.0), slow.map(|s| s.0), "{byte:#x} at {at}");
                if let Ok((_, _, cells)) = fast {
                    assert_eq!(cells, general);
                }
            }
        }
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(read(&NINE.as_bytes()[1..]), Err(LineError::Length(80)));
        assert_eq!(read(b""), Err(LineError::Length(0)));
        let line = NINE.replacen("36", "3\u{0}", 1);
        let error = read(line.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "column 13: byte 0x00 is no symbol of a 9×9 grid");
        let error = read(b"5...............").unwrap_err();
        assert_eq!(error.to_string(), "column 1: '5' is no symbol of a 4×4 grid");
        let long = vec![b'1'; MAX_LINE + 1];
        assert_eq!(read(&long), Err(LineError::TooLong));
    }

    #[test]
    fn large_boards_show_their_alphabet() {
        let mut line = vec![b'.'; 256];
        line[0] = b'p';
        assert_eq!(read(&line).unwrap().2[0], 16);
        line[1] = b'1';
        assert_eq!(read(&line), Err(LineError::Symbol { column: 1, byte: b'p', side: 16 }));
        line[0] = b'g';
        let (_, alphabet, cells) = read(&line).unwrap();
        assert_eq!((alphabet, &cells[..2]), (Alphabet::Digits, &[16, 1][..]));
    }

    #[test]
    fn records_are_told_from_comments_and_blanks() {
        for (line, record) in [("", false), (" \t\r", false), ("# x", false), ("  #x", false), ("x", true)] {
            assert_eq!(is_record(line.as_bytes()), record, "{line:?}");
        }
    }
}
