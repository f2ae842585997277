//! The columns of csv and ndjson that are numbers: text has no types, so the first rows say them.

use super::{blocks::Block, layout::Layout};
use crate::tables::dialect::texts;
use arrow_array::StringArray;
use arrow_schema::DataType;

/// All decimal numbers of so many digits are doubles, and are written again with the same digits. Boards are longer.
const MOST_DIGITS: usize = 15;

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

/// The type of the numbers, if all values are numbers.
fn number_type(values: &StringArray) -> Option<DataType> {
    let mut found = None;
    for value in values.iter().flatten() {
        let is_whole = number(value)?;
        if !is_whole || found.is_none() {
            found = Some(if is_whole { DataType::Int64 } else { DataType::Float64 });
        }
    }
    found
}

/// Whether a number is whole; `None` if the text is no number, or not as numbers are written: `007` is a name.
fn number(text: &str) -> Option<bool> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_usual = all_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    let is_number = is_usual && fraction.is_none_or(all_digits);
    let is_exact = whole.len() + fraction.map_or(0, str::len) <= MOST_DIGITS;
    (is_number && is_exact && text != "-0").then_some(fraction.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_that_are_written_as_numbers() {
        let of = |values: &[&str]| number_type(&StringArray::from(values.to_vec()));
        assert_eq!(of(&["1", "-20", "0"]), Some(DataType::Int64));
        assert_eq!(of(&["1", "2.50", "-0.5"]), Some(DataType::Float64));
        for names in
            [&["007"][..], &["1", "x"], &["1.2.3"], &[""], &["1e5"], &["+1"], &[".5"], &["1."], &["-"]]
        {
            assert_eq!(of(names), None, "{names:?}");
        }
        assert_eq!(of(&["123456789012345"]), Some(DataType::Int64));
        assert_eq!(of(&["1234341221434321"]), None, "a board of 16 cells");
        assert_eq!(number_type(&StringArray::from(vec![None::<&str>])), None);
    }
}
