//! The given cells of a puzzle, as a text.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_grid::{Shape, is_empty_x};
use std::fmt;

/// The cells that are given.
///
/// Its text has a symbol for each cell, row by row: `.`, `0` or `_` for an empty cell, and `x`, `X`, `#`, `*`, a digit
/// from 1 to 9 or an upper-case letter for a given. So a puzzle is a pattern, too. White space, `|`, `+` and `-` are
/// ignored and may draw lines. In some puzzles `*`, `x` and `X` are empty cells, so a pattern with digits or letters
/// must not contain them. On some large boards `0` is a digit, so a pattern with `.` or `_` must not contain it.
///
/// ```
/// use quadrille::{Shape, generate::Pattern};
///
/// let pattern = Pattern::parse(Shape::from_side(4).unwrap(), "x..x .xx. .xx. x..x")?;
/// assert_eq!(pattern.cells().collect::<Vec<_>>(), [0, 3, 5, 6, 9, 10, 12, 15]);
/// assert_eq!(pattern.shape().side(), 4);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    shape: Shape,
    is_given: Box<[bool]>,
}

/// Why a text is not a [`Pattern`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatternError {
    /// A symbol without a meaning.
    Symbol {
        /// The symbol.
        symbol: char,
        /// Its line, from 1 on.
        line: usize,
    },
    /// A symbol that is a given in a pattern and an empty cell in a puzzle, in a text that may be either.
    Mixed {
        /// The symbol.
        symbol: char,
        /// Its line, from 1 on.
        line: usize,
    },
    /// The wrong number of cells.
    Cells {
        /// The number of cells.
        found: usize,
        /// The shape of the puzzles.
        shape: Shape,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Symbol { symbol, line } => {
                write!(
                    f,
                    "line {line}: {symbol:?} is not a cell of a pattern; use . for an empty cell and x for a given"
                )
            }
            PatternError::Mixed { symbol, line } => write!(
                f,
                "line {line}: {symbol:?} may be a given or an empty cell here; use . for an empty cell"
            ),
            PatternError::Cells { found, shape } => {
                write!(f, "expected a pattern of {} cells for {shape}, found {found}", shape.area())
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl From<PatternError> for Error {
    fn from(error: PatternError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// If the text has another symbol, a symbol that can be read in two ways, or a wrong number of cells.
    pub fn parse(shape: Shape, text: &str) -> Result<Pattern, Error> {
        let mut is_given = Vec::with_capacity(shape.area());
        for (line, text) in text.lines().enumerate() {
            for symbol in text.chars() {
                match symbol {
                    '.' | '0' | '_' => is_given.push(false),
                    'x' | '#' | '*' | '1'..='9' | 'A'..='Z' => is_given.push(true),
                    '|' | '+' | '-' | '\u{feff}' => {}
                    _ if symbol.is_whitespace() => {}
                    _ => return Err(PatternError::Symbol { symbol, line: line + 1 }.into()),
                }
            }
        }
        if let Some((symbol, line)) = ambiguous(shape, text) {
            return Err(PatternError::Mixed { symbol, line }.into());
        }
        if is_given.len() == shape.area() {
            Ok(Pattern { shape, is_given: is_given.into() })
        } else {
            Err(PatternError::Cells { found: is_given.len(), shape }.into())
        }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells that are given, by their numbers from 0 on.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_given.len()).filter(|&cell| self.is_given[cell])
    }

    /// Two rows of one band or two columns of one stack without a given, which can be exchanged in any solution.
    pub(super) fn exchangeable(&self) -> Option<(&'static str, [usize; 2])> {
        let shape = self.shape;
        let is_empty =
            |line: usize, of: fn(Shape, usize) -> usize| self.cells().all(|cell| of(shape, cell) != line);
        let pair = |width: usize, of: fn(Shape, usize) -> usize| {
            let lines: Vec<_> = (0..shape.side()).filter(|&line| is_empty(line, of)).collect();
            lines.windows(2).find(|pair| pair[0] / width == pair[1] / width).map(|pair| [pair[0], pair[1]])
        };
        let rows = pair(shape.box_rows(), Shape::row_of).map(|pair| ("rows", pair));
        rows.or_else(|| pair(shape.box_columns(), Shape::column_of).map(|pair| ("columns", pair)))
    }
}

/// The first symbol that has a different meaning if the text is read as a puzzle, with its line.
fn ambiguous(shape: Shape, text: &str) -> Option<(char, usize)> {
    let is_cross =
        |symbol| symbol == '*' || u8::try_from(symbol).is_ok_and(|byte| is_empty_x(byte, shape.side()));
    let is_digit = |symbol| matches!(symbol, '1'..='9' | 'A'..='Z') && !is_cross(symbol);
    let (has_digits, has_empty) = (text.contains(is_digit), text.contains(['.', '_']));
    // Next to other empty cells, 0 may be the first digit of a large board.
    let zero = (has_empty && shape.side() > 9).then_some('0');
    let is_ambiguous = |symbol| has_digits && is_cross(symbol) || Some(symbol) == zero;
    (1..)
        .zip(text.lines())
        .find_map(|(line, text)| Some((text.chars().find(|&symbol| is_ambiguous(symbol))?, line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: Shape = Shape::EACH[0];

    #[test]
    fn drawn_boards_and_puzzles_are_patterns() {
        let plain = Pattern::parse(FOUR, "x..x.xx..xx.x..x").unwrap();
        for text in ["x.|.x\n.x|x.\n--+--\n.#|*.\nX.|.x\n", "1002\n0340\n_#1_\r\n3004"] {
            assert_eq!(Pattern::parse(FOUR, text).as_ref(), Ok(&plain), "{text}");
        }
        assert_ne!(Pattern::parse(FOUR, &".".repeat(16)), Ok(plain));
    }

    #[test]
    fn errors_name_the_line_and_the_number() {
        let of = |text| Pattern::parse(FOUR, text).unwrap_err().to_string();
        assert_eq!(
            of("x..x\n.?x."),
            "line 2: '?' is not a cell of a pattern; use . for an empty cell and x for a given"
        );
        for text in ["1*2*\n****\n****\n****", "1xx2", "..x.\n1..."] {
            assert!(of(text).contains("may be a given or an empty cell here"), "{text}");
        }
        let large = |text: &str| Pattern::parse(Shape::from_side(16).unwrap(), &text.repeat(16)).is_ok();
        assert!(large("0123456789ABCDEF") && large("x.xx............") && !large("0123...........F"));
        assert_eq!(of("x..x"), "expected a pattern of 16 cells for 4×4, found 4");
    }

    #[test]
    fn empty_lines_of_one_band_are_found() {
        let of = |text| Pattern::parse(FOUR, text).unwrap().exchangeable();
        assert_eq!(of("xxxx xxxx .... ...."), Some(("rows", [2, 3])));
        assert_eq!(of("..xx ..xx ..xx ..xx"), Some(("columns", [0, 1])));
        assert_eq!(of("x..x .... .... x..x"), None);
    }
}
