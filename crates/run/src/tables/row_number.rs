//! Rows on their way to a table, and their numbers.

use quadrille_tasks::AnswerRows;
use std::ops::Range;

/// The number of a row: its input and its place there, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RowNumber {
    pub input: usize,
    pub row: u64,
}

impl RowNumber {
    /// The number of the row that comes this many rows later.
    pub fn after(self, rows: u64) -> RowNumber {
        RowNumber { row: self.row + rows, ..self }
    }
}

/// Rows that are written to a table.
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only tables need it"))]
#[derive(Clone, Debug)]
pub(crate) struct TableRows<'r> {
    /// The csv text of the other columns, if not all inputs are tables.
    pub text: &'r [u8],
    /// The row numbers in the inputs, if these are tables.
    pub numbers: &'r [RowNumber],
    pub answers: &'r AnswerRows,
    /// Which of the answers belong to these rows; empty if the rows have no answers.
    pub rows: Range<usize>,
}

impl TableRows<'_> {
    /// Rows of input tables, without answers.
    pub fn of_inputs(numbers: &[RowNumber]) -> TableRows<'_> {
        const NONE: &AnswerRows = &AnswerRows { columns: Vec::new() };
        TableRows { text: b"", numbers, answers: NONE, rows: 0..0 }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.numbers.is_empty()
    }
}
