//! The columns of csv that are numbers: text has no types, so the first rows say them.

use super::{blocks::Block, layout::Layout};
use crate::tables::dialect::{number_type, texts};
use arrow_schema::DataType;

impl Layout {
    /// The same with the types of numbers for the columns that hold nothing else in the first rows of the text.
    pub fn with_numbers(mut self, first: &Block) -> Layout {
        let is_text = |layout: &Layout, n: usize| {
            let column = &layout.columns[n];
            column.is_carried && !column.is_puzzle && column.data_type == DataType::Utf8
        };
        if (0..self.columns.len()).any(|n| is_text(&self, n)) {
            for (n, values) in texts(&first.text, first.rows, &self.rows).iter().enumerate() {
                if is_text(&self, n)
                    && let Some(number) = number_type(values)
                {
                    self.columns[n].data_type = number;
                }
            }
        }
        self.with_schema()
    }
}
