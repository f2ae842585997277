//! A board in one field of a table or one value of an object, in the forms that programs write: characters, characters
//! with blanks or line breaks between them, numbers, and lists such as `[[0, 6, …], …]`.

use super::{Alphabet, InputSymbols, ParsePuzzleError, Shape, cells};

/// The most cells of a board.
const MAX_CELLS: usize = 625;

/// Reads a field that consists of a board and appends its cells.
///
/// # Errors
/// If the field is not a board; `cells` is then unchanged. If the field has blanks or lists, positions count its cells.
pub fn parse_field(
    field: &[u8],
    symbols: impl Into<InputSymbols>,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    let symbols = symbols.into();
    cells::parse_field(field, symbols, cells).or_else(|error| parse_loosely(field, symbols, cells, error))
}

#[cold]
fn parse_loosely(
    field: &[u8],
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
    error: ParsePuzzleError,
) -> Result<(Shape, Alphabet), ParsePuzzleError> {
    if !field.trim_ascii().iter().any(|b| is_separator(*b)) {
        return Err(error);
    }
    let mut text = CellText::default();
    let is_read = text.read(field);
    // In a list each number is one cell; elsewhere several digits in a row are as many cells.
    if text.has_large_number && field.contains(&b'[') {
        return Err(ParsePuzzleError::LargeNumber);
    }
    if !is_read {
        return Err(error);
    }
    // Numbers are certain, regardless of the alphabets that their characters fit.
    let symbols = if text.has_numbers { Alphabet::Digits.into() } else { symbols };
    let separated = cells::parse_field(text.as_bytes(), symbols, cells);
    // A text of exactly a board's length may have blanks for its empty cells.
    let spaced = spaces_as_empty(field, &mut CellText::default())
        .is_some_and(|spaced| cells::parse_field(spaced, symbols, &mut Vec::new()).is_ok());
    match separated {
        Err(_) if spaced => {
            let mut text = CellText::default();
            let spaced = spaces_as_empty(field, &mut text).unwrap_or_default();
            cells::parse_field(spaced, symbols, cells)
        }
        Ok((shape, _)) if spaced => {
            // Both are possible, which no board of one of these sizes should be.
            cells.truncate(cells.len() - shape.area());
            Err(ParsePuzzleError::Length(field.len()))
        }
        Err(ParsePuzzleError::Length(_)) if !field.contains(&b'[') => Err(error),
        separated => separated,
    }
}

/// Whether a byte separates cells: blanks, line breaks, and the punctuation of lists.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'(' | b')')
}

/// The field with `.` for each blank, if all else is cells and its length is the length of a board.
fn spaces_as_empty<'t>(field: &[u8], text: &'t mut CellText) -> Option<&'t [u8]> {
    Shape::from_area(field.len())?;
    let fits =
        field.iter().all(|&b| (b == b' ' || !is_separator(b)) && text.push(if b == b' ' { b'.' } else { b }));
    fits.then(|| text.as_bytes())
}

/// Calls `f` with each text between separators, or in quotes, and whether it is quoted, until it returns false; false then,
/// or if a quote is not closed.
fn each_token(field: &[u8], mut f: impl FnMut(&[u8], bool) -> bool) -> bool {
    let mut rest = field;
    while let Some(start) = rest.iter().position(|b| !is_separator(*b)) {
        rest = &rest[start..];
        let quote = rest[0];
        let is_quoted = matches!(quote, b'"' | b'\'');
        let (token, next) = if is_quoted {
            let Some(len) = rest[1..].iter().position(|b| *b == quote) else { return false };
            (&rest[1..1 + len], len + 2)
        } else {
            let len = rest.iter().position(|b| is_separator(*b)).unwrap_or(rest.len());
            (&rest[..len], len)
        };
        if !f(token, is_quoted) {
            return false;
        }
        rest = &rest[next..];
    }
    true
}

/// Whether a text is a number that no cell has, of one digit in boards of up to 9×9.
fn is_large_number(token: &[u8], is_large: bool) -> bool {
    let most = if is_large { 2 } else { 1 };
    token.len() > most && token.iter().all(u8::is_ascii_digit)
}

/// The characters of a board's cells, without separators.
struct CellText {
    bytes: [u8; MAX_CELLS],
    len: usize,
    /// Whether a cell is written as a number of two digits.
    has_numbers: bool,
    /// Whether a cell is 0, and whether an empty one is written in another way.
    has_zero: bool,
    has_empty: bool,
    /// Whether some text that is not quoted is a number that no cell of the board can have. As many digits as there are
    /// texts are the rows of a board.
    has_large_number: bool,
}

impl Default for CellText {
    fn default() -> CellText {
        CellText {
            bytes: [0; MAX_CELLS],
            len: 0,
            has_numbers: false,
            has_zero: false,
            has_empty: false,
            has_large_number: false,
        }
    }
}

impl CellText {
    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn push(&mut self, byte: u8) -> bool {
        let Some(place) = self.bytes.get_mut(self.len) else { return false };
        (*place, self.len) = (byte, self.len + 1);
        true
    }

    /// Reads the cells of a field; false if it has something else, or if 0 may be a digit or an empty cell.
    fn read(&mut self, field: &[u8]) -> bool {
        // Only as many tokens as a large board has cells can be numbers of two digits.
        let mut count = 0;
        let complete = each_token(field, |_, _| {
            count += 1;
            true
        });
        let is_large = count > Shape::NINE.area();
        let (mut has_number, mut are_rows) = (false, true);
        let read = complete
            && each_token(field, |token, is_quoted| {
                has_number |= !is_quoted && is_large_number(token, is_large);
                are_rows &= token.len() == count;
                self.read_token(token, is_large)
            });
        self.has_large_number = has_number && !are_rows;
        read && !(is_large && self.has_zero && self.has_empty)
    }

    /// Reads a cell, or several in a row.
    fn read_token(&mut self, token: &[u8], is_number: bool) -> bool {
        match token {
            b"" | b"null" | b"None" | b"nan" | b"NaN" | b"-1" => {
                self.has_empty = true;
                self.push(b'.')
            }
            [b'0'] => {
                self.has_zero = true;
                self.push(b'0')
            }
            [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] if is_number => {
                let number = (tens - b'0') * 10 + (ones - b'0');
                self.has_numbers = true;
                self.push(Alphabet::Digits.symbol(number))
            }
            _ => token.iter().all(|&byte| {
                self.has_empty |= matches!(byte, b'.' | b'*' | b'-' | b'_');
                self.push(byte)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symbols;

    const FOUR: [u8; 16] = [1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1];

    fn read(field: &str) -> Result<Vec<u8>, ParsePuzzleError> {
        let mut cells = Vec::new();
        parse_field(field.as_bytes(), Symbols::Auto, &mut cells).map(|_| cells)
    }

    #[test]
    fn boards_with_blanks_line_breaks_and_in_lists_are_read() {
        for field in [
            "1...3..2..4.4..1",
            " 1... 3..2 ..4. 4..1 ",
            "1...\r\n3..2\r\n..4.\r\n4..1",
            "1 0 0 0 3 0 0 2 0 0 4 0 4 0 0 1",
            "1,0,0,0,3,0,0,2,0,0,4,0,4,0,0,1",
            "[[1,0,0,0],[3,0,0,2],[0,0,4,0],[4,0,0,1]]",
            "[1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1]",
            "[[1 0 0 0]\n [3 0 0 2]\n [0 0 4 0]\n [4 0 0 1]]",
            "[[1,null,null,null],[3,None,null,2],[null,nan,4,-1],[4,null,null,1]]",
            "[\"1...\",\"3..2\",\"..4.\",\"4..1\"]",
            "['1','','','','3','','','2','','','4','','4','','','1']",
            "1   3  2  4 4  1",
            "[1000,3002,0040,4001]",
            "1. .. 3. .2 .. 4. 4. .1",
        ] {
            assert_eq!(read(field), Ok(FOUR.to_vec()), "{field:?}");
        }
    }

    #[test]
    fn a_list_with_zeros_and_empty_values_may_have_digits_from_zero() {
        for empty in ["null", "None", "nan", "-1", "''", "\".\""] {
            let field = format!("[1,0,{empty},{empty},3,0,0,2,0,0,2,0,2,0,0,1]");
            assert_eq!(read(&field), Err(ParsePuzzleError::UnclearZero(4)), "{field}");
            let mut cells = Vec::new();
            parse_field(field.as_bytes(), Symbols::Digits, &mut cells).unwrap();
            assert_eq!(cells, [1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 2, 0, 2, 0, 0, 1]);
            assert!(read(&field.replace("[1", "[4")).is_ok(), "4 is above 3");
        }
    }

    #[test]
    fn pairs_of_digits_are_two_cells_of_a_small_board() {
        assert_eq!(read("12 34 34 12 21 43 43 21").unwrap()[..4], [1, 2, 3, 4]);
    }

    #[test]
    fn numbers_above_nine_are_digits_of_large_boards() {
        let numbers: Vec<String> = (0..256).map(|cell| (cell % 17).to_string()).collect();
        let expected: Vec<u8> = (0..256).map(|cell| (cell % 17) as u8).collect();
        assert_eq!(read(&numbers.join(" ")), Ok(expected.clone()));
        assert_eq!(read(&format!("[{}]", numbers.join(", "))), Ok(expected));
        // 0 and null: is 0 a digit or an empty cell?
        let unclear = numbers.join(",").replacen(",1,", ",null,", 1);
        assert!(read(&format!("[{unclear}]")).is_err());
    }

    #[test]
    fn other_texts_are_no_boards() {
        for field in [
            "",
            " ",
            "[]",
            "1 2 3",
            "[[1,2],[3,4]]",
            "hello world",
            "1...3..2..4.4..1 junk",
            "['1",
            "[1, x y, 2]",
            "[10,0,0,3,0,0,2,0,0,4,0,4,0,0,1]",
            "[12,34,34,12,21,43,43,21]",
            "[123456,1,2,3,4,123456]",
            "[10,0,0,0,3,0,0,2,0,0,4,0,4,0,0,1]",
        ] {
            assert!(read(field).is_err(), "{field:?}");
        }
        // 36 numbers of 625 digits in all.
        let long = [vec!["12345678901234567"; 35], vec!["123456789012345678901234567890"]].concat();
        assert_eq!(long.concat().len(), 625);
        assert_eq!(read(&format!("[{}]", long.join(","))), Err(ParsePuzzleError::LargeNumber));
        // 16 cells with blanks between some, or 36 of which many are empty.
        let unclear = format!("{}{}", "1...3..2..4.4..1", " ".repeat(20));
        assert_eq!(read(&unclear), Ok(FOUR.to_vec()), "blanks at the end are not cells");
        let unclear = format!("1...3..2..4.4..{}1", " ".repeat(20));
        assert_eq!(unclear.len(), 36);
        assert!(read(&unclear).is_err(), "4×4 or 6×6");
    }
}
