//! Why a record is not a puzzle.

use quadrille_grid::{ParsePuzzleError, Refusal, RegionsError, RulesError, Shape, cells::ByteDisplay};

/// Why a record is not a puzzle. The message is the reason in `!invalid: reason`; an `Observer` of a run gets both.
///
/// ```
/// use quadrille::batch::Malformed;
/// use quadrille_grid::ParsePuzzleError;
///
/// let error = ParsePuzzleError::Symbol { column: 8, byte: b'x', side: 4 };
/// assert_eq!(Malformed::from(error).to_string(), "column 8: 'x' is not a symbol of a 4×4 grid");
/// assert_eq!(Malformed::in_rows(error).to_string(), "r2c4: 'x' is not a symbol of a 4×4 grid");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The characters of a grid, all in one text.
    #[error(transparent)]
    Puzzle(#[from] ParsePuzzleError),
    /// A character that is not a symbol of a digit of a board of this size.
    #[error("r{row}c{column}: {} is not a symbol of a {side}×{side} grid", ByteDisplay(*.byte))]
    Cell {
        /// Row of the board, from 1.
        row: usize,
        /// Column of the board, from 1.
        column: usize,
        /// The character.
        byte: u8,
        /// The side of the board.
        side: usize,
    },
    /// A row of the wrong length.
    #[error("row {row}: expected {side} cells, found {found}")]
    Row {
        /// Row of the board, from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// The side of the board.
        side: usize,
    },
    /// Rows of a length that no board has.
    #[error("expected rows of 4, 6, 9, 12, 16 or 25 cells, found {0}")]
    Side(usize),
    /// Too few rows or too many.
    #[error("expected {side} rows, found {found}")]
    Rows {
        /// How many there are.
        found: usize,
        /// How many there must be.
        side: usize,
    },
    /// A number that is not a digit of a board of this size.
    #[error("r{}c{}: digit {number} is {}", cell / side + 1, cell % side + 1, beyond(*.number, *.side))]
    Digit {
        /// The cell, from 0.
        cell: usize,
        /// The number.
        number: i128,
        /// The side of the board.
        side: usize,
    },
    /// A board of another size than all others of its column must have.
    #[error("expected {area} cells because the column type has {area} values, found {found}")]
    Area {
        /// How many cells it has.
        found: usize,
        /// How many it must have.
        area: usize,
    },
    /// A row of a table with another number of fields than the header.
    #[error("expected {expected} fields as in the header, found {found}")]
    Fields {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A line that is too long or too short.
    #[error("expected {lengths}, found {found}")]
    Length {
        /// How many characters it has.
        found: usize,
        /// The possible lengths.
        lengths: &'static str,
    },
    /// The regions of a record.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// A board that the variants do not fit.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A board that the task cannot be done with.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A transformation for boards of another shape.
    #[error("expected a {transform} board for this transformation, found {board}")]
    OtherShape {
        /// The shape of the boards that it is for.
        transform: Shape,
        /// The shape of the board.
        board: Shape,
    },
    /// An object with two members in which the answer to verify may be.
    #[error("the answer to verify may be in member {0} or {1}")]
    TwoAnswers(&'static str, &'static str),
    /// A deleted candidate of a position that is the digit of its own cell.
    #[error(
        "column {at}: the deleted candidate {digit}{row}{column} is the digit of r{row}c{column}; remove one of them"
    )]
    DeletedDigit {
        /// The position in the line, in bytes from 1.
        at: usize,
        /// The digit, from 1.
        digit: u8,
        /// Row of the board, from 1.
        row: u8,
        /// Column of the board, from 1.
        column: u8,
    },
    /// Any other error.
    #[error("{0}")]
    Other(&'static str),
    /// Any other error at a position of the line, in bytes from 1.
    #[error("column {1}: {0}")]
    At(&'static str, usize),
}

/// On which side of the digits of a board a number is.
fn beyond(number: i128, side: usize) -> String {
    if number < 0 { "less than 0".to_owned() } else { format!("greater than {side}") }
}

impl Malformed {
    /// The error in a grid whose rows were joined to one text.
    pub fn in_rows(error: ParsePuzzleError) -> Malformed {
        match error {
            ParsePuzzleError::Symbol { column, byte, side } => {
                let cell = column - 1;
                Malformed::Cell { row: cell / side + 1, column: cell % side + 1, byte, side }
            }
            other => other.into(),
        }
    }
}
