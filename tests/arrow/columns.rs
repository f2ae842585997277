//! Columns of every type, and what is in them.

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray, FixedSizeListArray,
    LargeBinaryArray, LargeListArray, LargeStringArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
    StringViewArray,
    cast::AsArray,
    types::{ArrowPrimitiveType, Int8Type, Int16Type, UInt8Type, UInt16Type, UInt32Type},
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use quadrille::{Outcome, Puzzle, Solver};
use std::sync::Arc;

pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
pub const NONE: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SEVERAL: &str = ".................................................................................";

/// Values of all kinds: puzzles of several shapes and styles, malformed ones, and nulls.
pub fn mixed() -> Vec<Option<String>> {
    let large = format!("AB{}", ".".repeat(254));
    let spaced: Vec<String> = EASY.chars().map(String::from).collect();
    let values = [
        Some(EASY),
        None,
        Some(HARD),
        Some("1...3..2..4.4..1"),
        Some(""),
        Some(NONE),
        Some(&large),
        Some(SEVERAL),
        Some("53..7"),
        Some("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7!"),
        Some(&EASY.replace('.', "0")),
        Some(&format!("  {HARD}\n")),
        Some("1.....2.....3.....4.....5.....6....."),
        Some(&spaced.join(" ")),
        None,
        Some(EASY),
    ]
    .map(|value| value.map(str::to_owned));
    values.into()
}

/// A column of strings for each type that holds them.
pub fn strings(values: &[Option<String>]) -> Vec<ArrayRef> {
    let texts = || values.iter().map(Option::as_deref);
    let bytes = || texts().map(|text| text.map(str::as_bytes));
    let keys: DictionaryArray<UInt16Type> = texts().collect();
    vec![
        Arc::new(StringArray::from_iter(texts())),
        Arc::new(LargeStringArray::from_iter(texts())),
        Arc::new(StringViewArray::from_iter(texts())),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
        Arc::new(keys),
    ]
}

/// The digits of 9×9 puzzles.
pub fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

/// A column of 9×9 puzzles for each type that holds digits.
pub fn digit_columns(values: &[Option<&str>]) -> Vec<ArrayRef> {
    let cells: Vec<Option<Vec<u8>>> = values.iter().map(|value| value.map(digits)).collect();
    let flat: Vec<u8> = cells.iter().flat_map(|cells| cells.clone().unwrap_or(vec![9; 81])).collect();
    let present: Vec<u8> = cells.iter().flatten().flatten().copied().collect();
    let nulls = Some(NullBuffer::from_iter(cells.iter().map(Option::is_some)));
    let lens = || cells.iter().map(|cells| cells.as_ref().map_or(0, Vec::len));
    let field = |array: &ArrayRef| Arc::new(Field::new_list_field(array.data_type().clone(), true));
    let fixed = |items: ArrayRef, len: i32, nulls| -> ArrayRef {
        Arc::new(FixedSizeListArray::new(field(&items), len, items, nulls))
    };
    let list = |items: ArrayRef| -> ArrayRef {
        Arc::new(ListArray::new(field(&items), OffsetBuffer::from_lengths(lens()), items, nulls.clone()))
    };
    let nine_lists = || -> ArrayRef {
        let items = of_type::<UInt8Type>(&present);
        let lens = std::iter::repeat_n(9, present.len() / 9);
        Arc::new(ListArray::new(field(&items), OffsetBuffer::from_lengths(lens), items, None))
    };
    let large = of_type::<Int16Type>(&present);
    let rows = nine_lists();
    let outer = OffsetBuffer::from_lengths(lens().map(|len| len / 9));
    let binary = cells.iter().map(|cells| cells.as_deref());
    vec![
        Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(binary.clone(), 81).unwrap()),
        Arc::new(BinaryArray::from_iter(binary)),
        fixed(of_type::<UInt8Type>(&flat), 81, nulls.clone()),
        fixed(of_type::<Int8Type>(&flat), 81, nulls.clone()),
        fixed(of_type::<UInt32Type>(&flat), 81, nulls.clone()),
        fixed(fixed(of_type::<UInt8Type>(&flat), 9, None), 9, nulls.clone()),
        list(of_type::<UInt8Type>(&present)),
        list(of_type::<arrow_array::types::Int64Type>(&present)),
        Arc::new(LargeListArray::new(
            field(&large),
            OffsetBuffer::from_lengths(lens()),
            large,
            nulls.clone(),
        )),
        Arc::new(ListArray::new(field(&rows), outer, rows, nulls.clone())),
    ]
}

fn of_type<T: ArrowPrimitiveType<Native: TryFrom<u8>>>(cells: &[u8]) -> ArrayRef {
    let number = |&cell: &u8| T::Native::try_from(cell).ok().expect("a digit");
    Arc::new(PrimitiveArray::<T>::from_iter_values(cells.iter().map(number)))
}

/// The texts of a column: bytes as they are, digits as characters.
pub fn texts(array: &dyn Array) -> Vec<Option<String>> {
    (0..array.len()).map(|row| (!array.is_null(row)).then(|| text(array, row))).collect()
}

fn text(array: &dyn Array, row: usize) -> String {
    let string = |bytes: &[u8]| {
        let are_digits = !bytes.is_empty() && bytes.iter().all(|&byte| byte <= 9);
        let symbol = |byte: &u8| char::from(byte + if are_digits { b'0' } else { 0 });
        bytes.iter().map(symbol).collect()
    };
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        DataType::Binary => string(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => string(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => string(array.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => string(array.as_fixed_size_binary().value(row)),
        DataType::List(_) => items(&array.as_list::<i32>().value(row)),
        DataType::LargeList(_) => items(&array.as_list::<i64>().value(row)),
        DataType::FixedSizeList(..) => items(&array.as_fixed_size_list().value(row)),
        DataType::Dictionary(..) => {
            let array = array.as_any_dictionary();
            text(array.values(), array.normalized_keys()[row])
        }
        other => panic!("a column of {other}"),
    }
}

/// The numbers of a list, or of the lists in it.
fn items(array: &dyn Array) -> String {
    let number = |row: usize| match array.data_type() {
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).to_string(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<arrow_array::types::Int64Type>().value(row).to_string(),
        _ => text(array, row),
    };
    (0..array.len()).map(number).collect()
}

/// The texts of a column of a batch.
pub fn column(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    texts(batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}")))
}

/// The numbers of a column of a batch.
pub fn numbers(batch: &RecordBatch, name: &str) -> Vec<Option<u64>> {
    let array = batch.column_by_name(name).unwrap().as_primitive::<arrow_array::types::UInt64Type>();
    array.iter().collect()
}

/// Solution, status and error of a value, as the rest of the library has them. Values may have blanks and commas between
/// cells, which `Puzzle` does not read.
pub fn expected(value: Option<&str>, limit: u64) -> [Option<String>; 3] {
    let Some(value) = value else { return [const { None }; 3] };
    let between = |c: char| c.is_ascii_whitespace() || c == ',';
    let has_gaps = value.trim().contains(between);
    let value = if has_gaps { value.replace(between, "") } else { value.to_owned() };
    let invalid = |error: String| [None, Some("invalid".into()), Some(error)];
    match value.parse::<Puzzle>() {
        Err(error) => invalid(error.to_string()),
        Ok(puzzle) => {
            let verdict = Solver::new().limit(limit).solve(&puzzle);
            let solution = verdict.solution().map(ToString::to_string);
            let status = match verdict.outcome() {
                Outcome::Solved => "solved",
                Outcome::Unique => "unique",
                Outcome::Multiple => "multiple",
                Outcome::None => "none",
                other => panic!("{other:?}"),
            };
            [solution, Some(status.into()), None]
        }
    }
}
