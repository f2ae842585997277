//! The regions of a jigsaw as text.

use super::line::Shown;
use crate::{Regions, RegionsError, Shape};

/// Why a text is no regions. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegionsTextError {
    /// There is no line but comments.
    #[error("no regions: a board's rows are needed, or all of them in one line")]
    Empty,
    /// The first line is neither a row nor a board.
    #[error(
        "line {line}: {found} characters: a row has 4, 6, 9, 12, 16 or 25, a board in one line 16, 36, 81, 144, 256 or 625"
    )]
    Length {
        /// The line.
        line: usize,
        /// Its characters.
        found: usize,
    },
    /// A line that is not as long as the first one.
    #[error("line {line}: {found} characters: the rows above have {wanted}")]
    Row {
        /// The line.
        line: usize,
        /// Its characters.
        found: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// Too few rows.
    #[error("line {line}: the regions end after {found} rows: {wanted} are needed")]
    Short {
        /// The last line.
        line: usize,
        /// Rows.
        found: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// More lines than the board has rows.
    #[error("line {line}: more than the {wanted} rows of the board")]
    Long {
        /// The first line that is too many.
        line: usize,
        /// How many rows there must be.
        wanted: usize,
    },
    /// A character that names no region.
    #[error("line {line}, column {column}: {} is no region: letters and digits are", Shown(*.byte))]
    RecordSpan {
        /// The line.
        line: usize,
        /// Place in the line, in bytes from 1.
        column: usize,
        /// The character's first byte.
        byte: u8,
    },
    /// A region of the wrong size, first seen in this line.
    #[error("line {line}: {error}")]
    Region {
        /// The line.
        line: usize,
        /// The region.
        error: RegionsError,
    },
}

/// Whether a character names a region; case counts.
pub(super) const fn is_mark(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// Reads regions: a line for each row, or all rows in one line; a letter or digit for each cell,
/// the same one for the cells of a region. Blank lines and lines that begin with `#` are passed
/// over.
///
/// # Errors
/// If the text is no regions.
///
/// ```
/// use quadrille::unstable::format::regions;
///
/// let rows = regions::parse(b"# a board of side 4\nAAAB\nCADB\nCDDB\nCCDB\n")?;
/// assert_eq!(rows, regions::parse(b"1112314234423342")?);
/// let error = regions::parse(b"AAAB\nCADB\nCDDB\nCCDD\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: region 'B' has 3 cells: 4 are needed");
/// # Ok::<(), regions::RegionsTextError>(())
/// ```
pub fn parse(text: &[u8]) -> Result<Regions, RegionsTextError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let lines = text.split(|b| *b == b'\n').enumerate().map(|(i, line)| (i + 1, line));
    let rows = lines.filter(|(_, row)| !row.trim_ascii().is_empty() && !row.trim_ascii().starts_with(b"#"));
    let mut marks = Vec::new();
    let (mut shape, mut last, mut width, mut starts) = (None, 0, 0, Vec::new());
    for (line, row) in rows {
        let start = row.len() - row.trim_ascii_start().len();
        let row = row.trim_ascii();
        if let Some(at) = row.iter().position(|b| !is_mark(*b)) {
            return Err(RegionsTextError::RecordSpan { line, column: start + at + 1, byte: row[at] });
        }
        let Some(board) = shape else {
            // Sixteen characters are a board of side 4 if no line follows, and a row otherwise.
            shape = Shape::from_side(row.len()).or(Shape::from_area(row.len()));
            shape.ok_or(RegionsTextError::Length { line, found: row.len() })?;
            (last, width) = (line, row.len());
            starts.push(line);
            marks.extend_from_slice(row);
            continue;
        };
        let whole = width == board.area();
        if whole || starts.len() == board.side() {
            return Err(RegionsTextError::Long { line, wanted: if whole { 1 } else { board.side() } });
        }
        if row.len() != width {
            return Err(RegionsTextError::Row { line, found: row.len(), wanted: width });
        }
        last = line;
        starts.push(line);
        marks.extend_from_slice(row);
    }
    let mut shape = shape.ok_or(RegionsTextError::Empty)?;
    if starts.len() == 1 {
        shape = Shape::from_area(width).unwrap_or(shape);
    }
    if marks.len() != shape.area() {
        let (found, wanted) = (starts.len(), shape.side());
        return Err(RegionsTextError::Short { line: last, found, wanted });
    }
    Regions::new(shape, &marks).map_err(|error| {
        let first = if let RegionsError::Size { first, .. } = error { first } else { 0 };
        RegionsTextError::Region { line: starts[first / width], error }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn rows_and_lines_are_the_same() {
        for shape in Shape::ALL {
            let mark = |cell: usize| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[shape.box_of(cell)];
            let line: Vec<u8> = (0..shape.area()).map(mark).collect();
            let rows: Vec<u8> =
                line.chunks(shape.side()).flat_map(|r| [b" ", r, b"\r\n\n# x\n"].concat()).collect();
            let regions = parse(&line).unwrap();
            assert_eq!(regions.shape(), shape);
            assert_eq!(regions, parse(&[b"\xEF\xBB\xBF", &rows[..]].concat()).unwrap());
        }
    }

    #[test]
    fn an_empty_text_is_refused() {
        assert!(error("# nothing\n\n").starts_with("no regions"));
    }

    #[test]
    fn a_line_of_no_board_is_refused() {
        assert!(error("\nAAABB\n").starts_with("line 2: 5 characters"));
    }

    #[test]
    fn a_row_of_another_length_is_refused() {
        assert_eq!(error("AAAB\n\nCAD\n"), "line 3: 3 characters: the rows above have 4");
    }

    #[test]
    fn too_few_rows_are_refused() {
        assert_eq!(error("AAAB\nCADB\nCDDB\n"), "line 3: the regions end after 3 rows: 4 are needed");
    }

    #[test]
    fn too_many_rows_are_refused() {
        assert_eq!(error("AAAB\nCADB\nCDDB\nCCDB\nAAAB\n"), "line 5: more than the 4 rows of the board");
        let line = "1".repeat(36);
        assert_eq!(error(&format!("{line}\n{line}")), "line 2: more than the 1 rows of the board");
    }

    #[test]
    fn a_character_that_is_no_mark_is_refused() {
        assert_eq!(error("AAAB\n C.DB\n"), "line 2, column 3: '.' is no region: letters and digits are");
    }

    #[test]
    fn a_region_of_the_wrong_size_is_refused() {
        assert_eq!(error("AAAB\nCADB\nCDDB\nCCDE\n"), "line 1: region 'B' has 3 cells: 4 are needed");
        assert_eq!(error("AAAB\nCaDB\nCDDB\nCCDB\n"), "line 1: region 'A' has 3 cells: 4 are needed");
        assert_eq!(error("AAAA\nBBBB\nCCCC\nCDDD\n"), "line 3: region 'C' has 5 cells: 4 are needed");
    }
}
