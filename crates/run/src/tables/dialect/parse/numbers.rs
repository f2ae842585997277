//! Numbers in csv, which has no types: a value is a number if it is written again as it is read.

use arrow_array::StringArray;
use arrow_schema::DataType;

/// All decimal numbers of so many digits are doubles, and are written again with the same digits. Boards are longer.
const MOST_DIGITS: usize = 15;

/// The type of the numbers, if all values are numbers.
pub(crate) fn number_type(values: &StringArray) -> Option<DataType> {
    let mut found = None;
    for value in values.iter().flatten() {
        let is_whole = number(value)?;
        if !is_whole || found.is_none() {
            found = Some(if is_whole { DataType::Int64 } else { DataType::Float64 });
        }
    }
    found
}

/// The kind of the values of a type.
pub(super) fn described(data_type: &DataType) -> String {
    let whole = if *data_type == DataType::Int64 { "whole " } else { "" };
    format!("a {whole}number of at most {MOST_DIGITS} digits")
}

/// Whether a number is whole; `None` if the text is not a number, or not as numbers are written: `007` is a name.
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

/// The first value that is not a number of the type: what was not a number in the first rows is not one later.
pub(super) fn not_of_type<'a>(values: &'a StringArray, data_type: &DataType) -> Option<(usize, &'a str)> {
    let is_of_type = |text: &str| match data_type {
        DataType::Int64 => number(text) == Some(true),
        DataType::Float64 => number(text).is_some(),
        _ => true,
    };
    let mut values = values.iter().enumerate().filter_map(|(row, text)| Some((row, text?)));
    values.find(|(_, text)| !is_of_type(text))
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
