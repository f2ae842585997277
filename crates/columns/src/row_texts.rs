//! Columns of texts that only some rows have, such as what is wrong with them.

use arrow_array::{
    ArrayRef, ListArray,
    builder::{ArrayBuilder, StringBuilder},
    new_null_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use std::{
    fmt::{Display, Write},
    ops::Range,
    sync::Arc,
};

/// The texts of some rows, kept in one text so that there is no allocation for each.
#[derive(Default)]
pub(super) struct RowTexts {
    text: String,
    /// Each row with its part of the text.
    rows: Vec<(usize, Range<usize>)>,
}

impl RowTexts {
    /// Adds the text of a row.
    pub fn push(&mut self, row: usize, text: &dyn Display) {
        let start = self.text.len();
        write!(self.text, "{text}").expect("a string takes all");
        self.rows.push((row, start..self.text.len()));
    }

    /// Adds the text of a row, in UTF-8.
    pub fn push_bytes(&mut self, row: usize, text: &[u8]) {
        self.push(row, &String::from_utf8_lossy(text));
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        self.rows.iter().map(|(row, range)| (*row, &self.text[range.clone()]))
    }

    /// The column with the texts of all threads, for this many rows, each as often as there are copies of it.
    pub fn column<'t>(all: impl Iterator<Item = &'t RowTexts>, len: usize, copies: usize) -> ArrayRef {
        let mut rows: Vec<(usize, &str)> = all.flat_map(RowTexts::iter).collect();
        let len = len * copies;
        if rows.is_empty() {
            return new_null_array(&DataType::Utf8, len);
        }
        rows.sort_unstable_by_key(|(row, _)| *row);
        let bytes: usize = rows.iter().map(|(_, text)| text.len()).sum();
        let mut column = StringBuilder::with_capacity(len, bytes * copies);
        for (row, text) in rows {
            column.append_nulls(row * copies - column.len());
            (0..copies).for_each(|_| column.append_value(text));
        }
        column.append_nulls(len - column.len());
        Arc::new(column.finish())
    }

    /// The column with the lines of the texts as lists.
    pub fn lists<'t>(all: impl Iterator<Item = &'t RowTexts>, len: usize) -> ArrayRef {
        let mut rows: Vec<(usize, &str)> = all.flat_map(RowTexts::iter).collect();
        rows.sort_unstable_by_key(|(row, _)| *row);
        let mut lines = StringBuilder::new();
        let (mut lengths, mut valid) = (vec![0; len], vec![false; len]);
        for (row, text) in rows {
            text.lines().for_each(|line| lines.append_value(line));
            (lengths[row], valid[row]) = (text.lines().count(), true);
        }
        let item = Arc::new(Field::new("item", DataType::Utf8, true));
        let lengths = OffsetBuffer::from_lengths(lengths);
        Arc::new(ListArray::new(item, lengths, Arc::new(lines.finish()), Some(valid.into())))
    }
}
