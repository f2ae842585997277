//! Lines with a puzzle that is not a word of one character for each cell.
//!
//! ```text
//! 1: 53..7....6..195…        a number and a colon before the grid
//! 0000183b305c 530070000…    the name of a puzzle in the puzzle bank of sudoku-exchange, 12 hexadecimal digits
//! 53  7    6  195   …        81 characters, with blanks for empty cells
//! 0 12 3 0 0 10 …            as many numbers as a board larger than 9×9 has cells
//! ```

use super::{Alphabet, Shape, symbols::is_empty_cell};

/// The most digits of a record number, and the digits of a name: fewer than the smallest board has cells.
const MAX_DIGITS: usize = 12;

/// The length of a record number, such as `17: `, or a name, with the blanks after it, at the beginning of a text; 0 if
/// there is none.
pub(crate) fn prefix_len(text: &[u8]) -> usize {
    let digits = text.iter().take(MAX_DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
    if (1..=MAX_DIGITS).contains(&digits) && text.get(digits) == Some(&b':') {
        return digits + 1 + blanks(&text[digits + 1..]);
    }
    name_len(text)
}

/// The length of a name before 81 digits, with the blanks after it; 0 if there is none.
fn name_len(text: &[u8]) -> usize {
    let Some((name, rest)) = text.split_first_chunk::<MAX_DIGITS>() else { return 0 };
    let blanks = blanks(rest);
    let Some((grid, rest)) = rest[blanks..].split_first_chunk::<81>() else { return 0 };
    let is_named = name.iter().all(u8::is_ascii_hexdigit)
        && blanks > 0
        && grid.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        && rest.first().is_none_or(u8::is_ascii_whitespace);
    if is_named { MAX_DIGITS + blanks } else { 0 }
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The cells of a line of exactly 81 digits and blanks, as characters; `None` for any other line.
///
/// # Errors
/// If the first word is a board of this shape too, so that the rest may be text after it.
pub(crate) fn spaced_nine(line: &[u8]) -> Result<Option<[u8; 81]>, Shape> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Ok(nine) = <&[u8; 81]>::try_from(line) else { return Ok(None) };
    if !nine.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' ')) || !nine.contains(&b' ') {
        return Ok(None);
    }
    let word = nine.split(|byte| *byte == b' ').find(|word| !word.is_empty());
    match word.and_then(|word| Shape::from_area(word.len())) {
        Some(shape) => Err(shape),
        None => Ok(Some(nine.map(|byte| if byte == b' ' { b'.' } else { byte }))),
    }
}

/// Whether a line without surrounding blanks may be one of 81 digits and blanks.
pub fn may_be_spaced_nine(text: &[u8]) -> bool {
    // A row of 25 numbers is shorter.
    (76..=81).contains(&text.len())
        && text.contains(&b' ')
        && text.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
}

/// The cells of a line of numbers, as symbols of [`Alphabet::Digits`] and empty cells, in `buffer`; `None` for any
/// other line.
pub(crate) fn numbers<'b>(line: &[u8], buffer: &'b mut [u8; Shape::MAX_AREA]) -> Option<&'b [u8]> {
    let (mut count, mut highest) = (0, 0);
    for token in line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()) {
        let symbol = match *token {
            [digit @ b'0'..=b'9'] => digit,
            [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => {
                let number = (tens - b'0') * 10 + (ones - b'0');
                highest = highest.max(number);
                Alphabet::Digits.symbol(number)
            }
            [byte] if is_empty_cell(byte) => byte,
            _ => return None,
        };
        *buffer.get_mut(count)? = symbol;
        count += 1;
    }
    let side = Shape::from_area(count)?.side();
    (side > 9 && usize::from(highest) <= side).then_some(&buffer[..count])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_numbers_end_with_a_colon() {
        for (text, len) in
            [("1: 53", 3), ("17:53", 3), ("1:\t 53", 4), ("1 53", 0), (": 53", 0), ("1234341221434321: x", 0)]
        {
            assert_eq!(prefix_len(text.as_bytes()), len, "{text}");
        }
    }

    #[test]
    fn a_name_of_sudoku_exchange_may_precede_81_digits() {
        let grid = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        for (text, len) in [
            (format!("0000183b305c {grid}  1.2"), 13),
            (format!("0000183B305C  {grid} 1.2\r"), 14),
            (format!("000018000050\t{grid}"), 13),
            (format!("0000183b305{grid}"), 0),
            (format!("0000183b305g {grid} 1.2"), 0),
            (format!("0000183b305cd {grid} 1.2"), 0),
            (format!("0000183b305c {grid}0 1.2"), 0),
            (format!("0000183b305c {}", &grid[1..]), 0),
        ] {
            assert_eq!(prefix_len(text.as_bytes()), len, "{text}");
        }
    }

    #[test]
    fn blanks_are_cells_of_a_line_of_81_digits_and_blanks() {
        let line = "53  7    6  195    98    6 8   6   34  8 3  17   2   6 6    28    419  5    8  79";
        let cells = spaced_nine(line.as_bytes()).unwrap().unwrap();
        assert_eq!(cells[..], *line.replace(' ', ".").as_bytes());
        assert_eq!(spaced_nine(format!("{line}\r").as_bytes()), Ok(Some(cells)));
        for other in [&line[1..], &format!("{line} "), &line.replace(' ', "."), &line.replacen(' ', ".", 1)] {
            assert_eq!(spaced_nine(other.as_bytes()), Ok(None), "{other:?}");
        }
        let four = format!("{:81}", "1234341221434321");
        assert_eq!(spaced_nine(four.as_bytes()), Err(Shape::from_side(4).unwrap()));
    }

    #[test]
    fn numbers_are_the_cells_of_a_large_board() {
        let mut buffer = [0; Shape::MAX_AREA];
        let line = format!("0 16 3 .{}", " 0".repeat(252));
        assert_eq!(numbers(line.as_bytes(), &mut buffer).unwrap()[..4], *b"0G3.");
        for other in [
            format!("0 17{}", " 0".repeat(254)),
            "0 16 3".into(),
            format!("0 1 2{}", " 0".repeat(78)),
            "53..".into(),
        ] {
            assert_eq!(numbers(other.as_bytes(), &mut buffer), None, "{other}");
        }
    }
}
