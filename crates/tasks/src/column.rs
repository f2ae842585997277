//! The columns of answers, as a task declares them.

use super::Status;
use num_bigint::BigUint;
use std::borrow::Cow;

/// A column of the answers of a task: the formats with names, tables, arrays and the reference follow from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnSpec {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The type of its values.
    pub kind: ColumnKind,
    /// Whether formats of one line for each record write it after the answer.
    pub in_lines: bool,
    /// What it holds, in one line.
    pub about: &'static str,
}

/// The type of the values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Boards of the shape of the puzzle; see [`Answers::boards`](super::Answers::boards).
    Board,
    /// Words of a fixed set; see [`Answers::statuses`](super::Answers::statuses).
    Status,
    /// Numbers of solutions, of any size.
    Count,
    /// The nodes of each search.
    Nodes,
    /// The guesses of each search.
    Guesses,
    /// Whole numbers.
    Number,
    /// Numbers with a fraction.
    Float,
    /// Texts.
    Text,
    /// Digits: in text as they are written in the alphabet of the puzzle, in arrays as numbers from 1.
    Digit,
    /// Lists of texts.
    List,
}

/// The value of one column for one record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// There is none.
    Null,
    /// The cells of a board.
    Board(&'a [u8]),
    /// A word of a fixed set.
    Status(Status),
    /// A number of solutions.
    Count {
        /// The number, or `u64::MAX` if it is larger.
        number: u64,
        /// The number if it is larger.
        large: Option<&'a BigUint>,
        /// Whether there may be more: the search ended at its limit.
        is_limit: bool,
    },
    /// A whole number.
    Number(u64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(&'a [u8]),
    /// Texts, a line each.
    List(&'a [u8]),
}

impl ColumnSpec {
    /// A column that only formats with names write.
    pub const fn new(name: &'static str, kind: ColumnKind, about: &'static str) -> ColumnSpec {
        ColumnSpec { name: Cow::Borrowed(name), kind, in_lines: false, about }
    }

    /// Writes it in formats of one line for each record too.
    pub const fn in_lines(mut self) -> ColumnSpec {
        self.in_lines = true;
        self
    }

    /// The status of each record.
    pub const STATUS: ColumnSpec =
        ColumnSpec::new("status", ColumnKind::Status, "what was found out about the puzzle");
    /// The figures of each search.
    pub const FIGURES: [ColumnSpec; 2] = [
        ColumnSpec::new("nodes", ColumnKind::Nodes, "search-tree nodes").in_lines(),
        ColumnSpec::new("guesses", ColumnKind::Guesses, "branch points of the search").in_lines(),
    ];
}
