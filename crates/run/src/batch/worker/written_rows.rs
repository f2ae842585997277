//! The answers of a worker as they are written: text, or rows of a table.

use crate::tables::{RowNumber, TableRows};
use quadrille_tasks::{AnswerRows, Style};

/// A row of an input table, and how its boards are written: the puzzle and its solution.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch) struct InputRow {
    pub number: RowNumber,
    pub styles: [Style; 2],
}

/// Rows under construction.
#[derive(Default)]
pub(in crate::batch) struct WrittenRows {
    /// The rows, or what is beside the answers if they are rows of a table.
    pub text: Vec<u8>,
    /// The numbers of the rows of the inputs, if these are tables.
    pub numbers: Vec<RowNumber>,
    /// The answers, if they are rows of a table.
    pub columns: AnswerRows,
}

impl WrittenRows {
    /// All of them as rows of a table.
    pub fn of_table(&self) -> TableRows<'_> {
        let WrittenRows { text, numbers, columns } = self;
        TableRows { text, numbers, answers: columns, rows: 0..columns.rows() }
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.numbers.clear();
        self.columns.clear();
    }
}
