//! The columns of answers, as a task declares them.

use super::Status;
use num_bigint::BigUint;
use std::{borrow::Cow, io::Write};

/// A column of the answers of a task: the formats with names, tables, arrays and the reference follow from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnSpec {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The type of its values.
    pub kind: ColumnKind,
    /// Whether formats of one line for each record write it.
    pub lines: InLines,
    /// Where it is written in a record that has columns.
    pub place: ColumnPlace,
    /// How many digits texts have after the point of a number with a fraction.
    pub digits: usize,
    /// Its contents, in one line.
    pub about: &'static str,
}

/// Whether formats of one line for each record write a column. They always write the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InLines {
    /// They do not.
    No,
    /// As a part of the answer, if there is a value.
    Answer,
    /// After the answer, where formats have room for it.
    Detail,
}

/// Where the values of a column are written in a record that has columns or members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnPlace {
    /// In the column of its name, which is added to a record without it.
    Named,
    /// In place of the puzzle. Always the first column.
    Puzzle,
    /// In place of the solution that the record brings, if it brings one.
    Solution,
    /// Nowhere: the values of the column of its name are read.
    Read,
    /// In the member of its name, in JSON objects alone: its texts are values of JSON. Always the last column.
    Member,
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
    /// Lists of texts.
    List,
}

/// The meaning of the columns `cell`.
pub const CELL: &str = "the cell that it is about, as `r1c5`: row 1, column 5";

/// The meaning of the columns `rating`.
pub(crate) const RATING: &str = "how difficult it is: a step by Sudoku Explainer, or a puzzle by guesses, by guesses on average over morphs, or by a level";

/// The meaning of the columns `score`.
pub(crate) const SCORE: &str =
    "the score by HoDoKu: of a step, or the sum of the scores of all steps of a puzzle";

/// The meaning of the columns `solution`.
pub const SOLUTION: &str = "the solution of the puzzle, the first one if there are several";

/// The meaning of the columns `steps`.
pub(crate) const STEPS: &str =
    "the steps that lead to the solution; of a hint, all steps that the techniques of HoDoKu find";

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
    /// An unknown number from this one up. Tables of numbers have a null for it.
    AtLeast(f64),
    /// A text.
    Text(&'a [u8]),
    /// Texts, a line each.
    List(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The lines of a list that has some.
    #[inline]
    pub fn list(self) -> Option<&'a [u8]> {
        match self {
            Value::List(lines) if !lines.is_empty() => Some(lines),
            _ => None,
        }
    }
}

impl ColumnSpec {
    /// The largest number of columns of a task.
    pub const MOST: usize = 11;

    /// A column that only formats with names write.
    pub const fn new(name: &'static str, kind: ColumnKind, about: &'static str) -> ColumnSpec {
        ColumnSpec::named(Cow::Borrowed(name), kind, about)
    }

    /// The same, with a name that need not be known before.
    pub const fn named(name: Cow<'static, str>, kind: ColumnKind, about: &'static str) -> ColumnSpec {
        let digits = if let ColumnKind::Float = kind { 3 } else { 0 };
        ColumnSpec { name, kind, lines: InLines::No, place: ColumnPlace::Named, digits, about }
    }

    /// Writes it in formats of one line for each record too.
    pub const fn in_lines(mut self, lines: InLines) -> ColumnSpec {
        self.lines = lines;
        self
    }

    /// Writes one digit after the point.
    pub const fn in_tenths(mut self) -> ColumnSpec {
        self.digits = 1;
        self
    }

    /// Writes it at another place.
    pub const fn at(mut self, place: ColumnPlace) -> ColumnSpec {
        self.place = place;
        self
    }

    /// The status of each record.
    pub const STATUS: ColumnSpec = ColumnSpec::new("status", ColumnKind::Status, "the result for the puzzle");
    /// The figures of each search.
    pub const FIGURES: [ColumnSpec; 2] = [
        ColumnSpec::new("nodes", ColumnKind::Nodes, "search-tree nodes").in_lines(InLines::Detail),
        ColumnSpec::new("guesses", ColumnKind::Guesses, "branch points of the search")
            .in_lines(InLines::Detail),
    ];

    /// Whether it is in the column or member of its own name, which is added to a record without it.
    pub fn is_named(&self) -> bool {
        self.place == ColumnPlace::Named
    }

    /// Whether it is a column or member of its own, next to the puzzle, where records are written anew.
    pub fn is_added(&self) -> bool {
        matches!(self.place, ColumnPlace::Named | ColumnPlace::Solution)
    }

    /// Whether it is a member of JSON objects, next to the puzzle, where records are written anew.
    pub fn is_member(&self) -> bool {
        self.is_added() || self.place == ColumnPlace::Member
    }

    /// Whether it has the figures of searches, which are 0 where nothing was searched.
    pub fn is_figure(&self) -> bool {
        matches!(self.kind, ColumnKind::Nodes | ColumnKind::Guesses)
    }

    /// Whether lines have it after the answer.
    pub fn is_detail(&self) -> bool {
        self.lines == InLines::Detail
    }

    /// Whether it says something about the puzzle, so that lines have the puzzle before it. Boards, counts and words are
    /// alone.
    pub fn is_about_puzzle(&self) -> bool {
        matches!(self.kind, ColumnKind::Number | ColumnKind::Float | ColumnKind::Text)
    }
}

/// A number as in text, with three digits after the point.
pub fn thousandths(number: f64) -> Option<f64> {
    let mut text = [0; 64];
    let mut rest = &mut text[..];
    write!(rest, "{number:.3}").ok()?;
    let len = 64 - rest.len();
    std::str::from_utf8(&text[..len]).ok()?.parse().ok()
}
