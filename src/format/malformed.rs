//! Why a record is no puzzle.

use super::line::{LineError, Shown};
use crate::{RegionsError, RulesError};

/// Why a record is no puzzle. The messages are the reasons of `!invalid: reason`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The grid's characters, all in a row.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A character that is in no alphabet of a board of this size.
    #[error("row {row}, column {column}: {} is no symbol of a {side}×{side} grid", Shown(*.byte))]
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
    #[error("row {row}: {found} cells in a grid of side {side}")]
    Row {
        /// Row of the board, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The side of the board.
        side: usize,
    },
    /// Rows of a length that no board has.
    #[error("rows of {0} cells: a grid has 4, 6, 9, 12, 16 or 25")]
    Side(usize),
    /// Too few rows or too many.
    #[error("{found} rows in a grid of side {side}")]
    Rows {
        /// How many there are.
        found: usize,
        /// How many there must be.
        side: usize,
    },
    /// A row of a table that does not fit the header.
    #[error("{found} fields: the header has {wanted}")]
    Fields {
        /// How many there are.
        found: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// A line that is too long or too short for what it should have.
    #[error("{found} characters: {lengths}")]
    Length {
        /// Its characters.
        found: usize,
        /// What has which lengths.
        lengths: &'static str,
    },
    /// The regions that a record brings.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// A board that the variants do not go with.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Anything else there is a word for.
    #[error("{0}")]
    Other(&'static str),
    /// Anything else that has a place in the line, in bytes from 1.
    #[error("column {1}: {0}")]
    At(&'static str, usize),
}

impl Malformed {
    /// The reason for a grid whose rows were laid end to end.
    pub(super) fn in_rows(error: LineError) -> Malformed {
        match error {
            LineError::Symbol { column, byte, side } => {
                let cell = column - 1;
                Malformed::Cell { row: cell / side + 1, column: cell % side + 1, byte, side }
            }
            other => other.into(),
        }
    }
}
