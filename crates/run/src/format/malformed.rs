//! Reads records that are lines.

use memchr::memchr;
use quadrille_grid::{Alphabet, InputSymbols, Shape, cells::parse_line};
use quadrille_tasks::Malformed;

/// # Errors
/// If a line has text after a carriage return: it may be several lines of a text with CR line ends.
pub(super) fn return_within(line: &[u8]) -> Result<(), Malformed> {
    match memchr(b'\r', line) {
        Some(at) if !line[at..].trim_ascii().is_empty() => {
            Err(Malformed::At("a carriage return (CR) within the line; lines end with LF or CR LF", at + 1))
        }
        _ => Ok(()),
    }
}

/// Reads a line that is a record.
pub(super) fn read_record(
    line: &[u8],
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
) -> Result<(Shape, Alphabet), Malformed> {
    return_within(line)?;
    Ok(parse_line(line, symbols, cells)?)
}
