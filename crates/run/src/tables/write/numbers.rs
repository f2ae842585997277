//! The columns of csv that are numbers: text has no types, so the first rows say them.

use super::{blocks::Block, layout::Layout};
use crate::tables::dialect::{Column, number_type, texts};
use arrow_schema::DataType;

impl Layout {
    /// The same with the types of numbers for the columns that hold nothing else in the first rows of the text.
    pub fn with_numbers(mut self, first: &Block) -> Layout {
        let texts = texts(&first.text, first.rows, &self.rows);
        let is_known = |column: &Column| column.is_puzzle || column.answer.is_some();
        for column in self.columns.iter_mut().filter(|column| !is_known(column)) {
            if let (Some(text), DataType::Utf8) = (column.text, &column.data_type)
                && let Some(number) = number_type(&texts[text])
            {
                column.data_type = number;
            }
        }
        self.with_schema()
    }
}
