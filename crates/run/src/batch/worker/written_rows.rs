//! The answers of a worker as they are written: text, or rows of a table.

use crate::tables::{RowNumber, TableRows};
use quadrille_base::memory::heap_bytes;
use quadrille_tasks::{AnswerRows, Style};

/// A row of an input table, and the styles of its puzzle and solution.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch) struct InputRow {
    pub number: RowNumber,
    pub styles: [Style; 2],
}

/// Rows under construction.
#[derive(Default)]
pub(in crate::batch) struct WrittenRows {
    /// The answers as text or, for a table, the text of the other columns.
    pub text: Vec<u8>,
    /// The row numbers in the inputs, if these are tables.
    pub numbers: Vec<RowNumber>,
    /// The answers, if the output is a table.
    pub columns: AnswerRows,
}

impl WrittenRows {
    /// All of them as rows of a table.
    pub fn of_table(&self) -> TableRows<'_> {
        let WrittenRows { text, numbers, columns } = self;
        TableRows { text, numbers, answers: columns, rows: 0..columns.rows() }
    }

    /// The bytes of memory that they have allocated.
    pub fn memory(&self) -> usize {
        self.text.capacity() + heap_bytes(&self.numbers) + self.columns.memory()
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.numbers.clear();
        self.columns.clear();
    }
}
