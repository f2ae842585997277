//! Arrays of boards of every type, with what programs leave in them: values under nulls, rows before and after a slice,
//! values of a dictionary that no row has.

use crate::choices::Choices;
use arrow_array::{
    Array, ArrayRef, ArrowNativeTypeOp, BinaryArray, DictionaryArray, FixedSizeBinaryArray,
    FixedSizeListArray, LargeListArray, ListArray, PrimitiveArray, StringArray, builder::StringViewBuilder,
    make_array, types::*,
};
use arrow_buffer::{ArrowNativeType, NullBuffer, OffsetBuffer};
use arrow_cast::cast;
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// Puzzles of several shapes: with one solution, with none, and with several.
pub const POOL: [&str; 9] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1...3..2..4.4..1",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "12..............",
    "1.....2.....3.....4.....5.....6.....",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".................................................................................",
    "35..7....6..195....98....6.8...6...54..8.5..17...2...6.6....28....419..3....8..79",
    "1234341221434321",
];

/// A column of boards: the array, and the same values as fields of csv.
pub struct BoardColumn {
    pub array: ArrayRef,
    pub texts: Vec<Option<String>>,
    /// Whether values are strings, so that they have the same messages as in csv.
    pub is_text: bool,
}

/// A column with up to `most` rows of any type.
pub fn board_column(choices: &mut Choices<'_>, most: usize) -> BoardColumn {
    let rows = choices.below(most + 1);
    let (before, after) = (choices.below(4), choices.below(4));
    let all = before + rows + after;
    let has_nulls = choices.flag();
    let is_valid: Vec<bool> = (0..all).map(|_| !has_nulls || choices.below(5) > 0).collect();
    let (array, texts, is_text) = match choices.flag() {
        true => {
            let (array, texts) = cell_array(choices, all);
            (array, texts, false)
        }
        false => {
            let texts: Vec<String> = (0..all).map(|_| text(choices)).collect();
            (text_array(choices, &texts), texts, true)
        }
    };
    let array = if has_nulls { with_nulls(&array, &is_valid) } else { array };
    let texts = texts.into_iter().zip(is_valid).map(|(text, is_valid)| is_valid.then_some(text));
    BoardColumn { array: array.slice(before, rows), texts: texts.skip(before).take(rows).collect(), is_text }
}

/// The same values, some of them under a null.
fn with_nulls(array: &ArrayRef, is_valid: &[bool]) -> ArrayRef {
    let own = array.nulls().cloned();
    let nulls = NullBuffer::union(own.as_ref(), Some(&NullBuffer::from(is_valid.to_vec())));
    make_array(array.to_data().into_builder().nulls(nulls).build().expect("a mask of the same length"))
}

/// A puzzle, a puzzle with another character, or something else.
fn text(choices: &mut Choices<'_>) -> String {
    let pooled = (*choices.of(&POOL)).to_owned();
    match choices.below(8) {
        0 => {
            let mut bytes = pooled.into_bytes();
            let at = choices.below(bytes.len());
            bytes[at] = b' ' + choices.byte() % 95;
            String::from_utf8(bytes).expect("ASCII")
        }
        1 => pooled.chars().map(String::from).collect::<Vec<_>>().join([" ", ",", ", "][choices.below(3)]),
        2 => {
            (0..choices.below(6)).map(|_| char::from_u32(u32::from(choices.byte())).unwrap_or('x')).collect()
        }
        3 => pooled.replace('.', "0"),
        4 => format!("AB{}", ".".repeat(254)),
        5 => format!(" {pooled}\n"),
        _ => pooled,
    }
}

fn text_array(choices: &mut Choices<'_>, texts: &[String]) -> ArrayRef {
    use DataType::*;
    let kind = choices.below(8);
    if kind == 0 {
        return dictionary(choices, texts);
    }
    let strings = StringArray::from_iter_values(texts);
    if kind == 1 {
        // Small buffers, so that there are many.
        let mut builder = StringViewBuilder::new().with_fixed_block_size(100);
        texts.iter().for_each(|text| builder.append_value(text));
        return Arc::new(builder.finish());
    }
    let width = texts.first().map_or(0, String::len) as i32;
    if kind == 2 && width > 0 && texts.iter().all(|text| text.len() == width as usize) {
        return Arc::new(FixedSizeBinaryArray::try_from_iter(texts.iter()).expect("of one length"));
    }
    let types = [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView];
    cast(&strings, choices.of(&types)).expect("a cast of strings")
}

/// A dictionary with values that occur several times, and one that no row has.
fn dictionary(choices: &mut Choices<'_>, texts: &[String]) -> ArrayRef {
    use DataType::*;
    let mut values: Vec<Option<&str>> = vec![Some("unused"), None];
    let is_repeated = choices.flag();
    let mut keys = Vec::new();
    for text in texts {
        let known = values.iter().position(|value| *value == Some(text)).filter(|_| !is_repeated);
        keys.push(known.unwrap_or(values.len()));
        if known.is_none() {
            values.push(Some(text));
        }
    }
    let value_types = [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView];
    let values = cast(&StringArray::from(values), choices.of(&value_types)).expect("a cast of strings");
    match choices.below(8) {
        0 => with_keys::<Int8Type>(&keys, values),
        1 => with_keys::<Int16Type>(&keys, values),
        2 => with_keys::<Int32Type>(&keys, values),
        3 => with_keys::<Int64Type>(&keys, values),
        4 => with_keys::<UInt8Type>(&keys, values),
        5 => with_keys::<UInt16Type>(&keys, values),
        6 => with_keys::<UInt32Type>(&keys, values),
        _ => with_keys::<UInt64Type>(&keys, values),
    }
}

fn with_keys<K: ArrowDictionaryKeyType>(keys: &[usize], values: ArrayRef) -> ArrayRef {
    let keys = keys.iter().map(|key| K::Native::from_usize(*key).expect("few values"));
    Arc::new(DictionaryArray::new(PrimitiveArray::<K>::from_iter_values(keys), values))
}

/// Cells of a row, mostly of a puzzle. Numbers that are not digits are rare.
fn cells(choices: &mut Choices<'_>, pooled: &str) -> Vec<Option<i64>> {
    let digit = |symbol: u8| i64::from(symbol.wrapping_sub(b'0') % 254).min(9) % 10;
    let mut cells: Vec<_> = pooled.bytes().map(|b| Some(if b == b'.' { 0 } else { digit(b) })).collect();
    if choices.below(6) == 0 {
        let at = choices.below(cells.len());
        cells[at] = [None, Some(-1), Some(10), Some(26), Some(127), Some(5)][choices.below(6)];
    }
    cells
}

fn cell_array(choices: &mut Choices<'_>, rows: usize) -> (ArrayRef, Vec<String>) {
    let is_uniform = choices.flag();
    let first = *choices.of(&POOL);
    let pooled = |choices: &mut Choices<'_>| {
        if is_uniform {
            *choices.of(&POOL.map(|p| if p.len() == first.len() { p } else { first }))
        } else {
            *choices.of(&POOL)
        }
    };
    let mut boards: Vec<_> = (0..rows)
        .map(|_| pooled(choices))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|p| cells(choices, p))
        .collect();
    let kind = choices.below(5);
    let item = choices.below(8);
    // Unsigned numbers, and bytes of digits.
    let least = if kind == 4 || item >= 4 { 0 } else { -1 };
    for cell in boards.iter_mut().flatten() {
        *cell = cell.map(|number| number.max(least)).map(|n| if kind == 4 { n % 10 } else { n });
        if kind == 4 {
            *cell = Some(cell.unwrap_or(0));
        }
    }
    let flat: Vec<_> = boards.iter().flatten().copied().collect();
    let lens = || boards.iter().map(Vec::len);
    let is_nested = choices.flag() && kind != 4;
    let texts = boards.iter().map(|cells| list_text(cells, is_nested)).collect();
    if kind == 4 {
        let bytes: Vec<Vec<u8>> =
            boards.iter().map(|row| row.iter().map(|cell| cell.unwrap_or(0) as u8).collect()).collect();
        return (byte_array(choices, &bytes, is_uniform), texts);
    }
    let items = numbers(&flat, item);
    let (items, lens): (_, Vec<usize>) = if is_nested {
        let sides: Vec<usize> = lens().map(usize::isqrt).collect();
        let inner = sides.iter().flat_map(|side| std::iter::repeat_n(*side, *side)).collect();
        (lists(items, inner, if is_uniform { kind } else { kind % 2 }), sides)
    } else {
        (items, lens().collect())
    };
    (lists(items, lens, if is_uniform { kind } else { kind % 2 }), texts)
}

/// Lists of items: small ones, large ones, or of one length.
fn lists(items: ArrayRef, lens: Vec<usize>, kind: usize) -> ArrayRef {
    let field = Arc::new(Field::new_list_field(items.data_type().clone(), true));
    match (kind, lens.first()) {
        (2.., Some(len)) => Arc::new(FixedSizeListArray::new(field, *len as i32, items, None)),
        (1, _) => Arc::new(LargeListArray::new(field, OffsetBuffer::from_lengths(lens), items, None)),
        _ => Arc::new(ListArray::new(field, OffsetBuffer::from_lengths(lens), items, None)),
    }
}

fn byte_array(choices: &mut Choices<'_>, rows: &[Vec<u8>], is_uniform: bool) -> ArrayRef {
    use DataType::*;
    if is_uniform && !rows.is_empty() {
        return Arc::new(FixedSizeBinaryArray::try_from_iter(rows.iter()).expect("of one length"));
    }
    let bytes = BinaryArray::from_iter_values(rows);
    cast(&bytes, choices.of(&[Binary, LargeBinary, BinaryView])).expect("a cast of bytes")
}

fn numbers(cells: &[Option<i64>], kind: usize) -> ArrayRef {
    match kind {
        0 => of_type::<Int8Type>(cells),
        1 => of_type::<Int16Type>(cells),
        2 => of_type::<Int32Type>(cells),
        3 => of_type::<Int64Type>(cells),
        4 => of_type::<UInt8Type>(cells),
        5 => of_type::<UInt16Type>(cells),
        6 => of_type::<UInt32Type>(cells),
        _ => of_type::<UInt64Type>(cells),
    }
}

fn of_type<T: ArrowPrimitiveType>(cells: &[Option<i64>]) -> ArrayRef {
    let number = |cell: &i64| match cell {
        -1 => T::Native::ZERO.sub_wrapping(T::Native::ONE),
        cell => T::Native::from_usize(*cell as usize).expect("a small number"),
    };
    Arc::new(cells.iter().map(|cell| cell.as_ref().map(number)).collect::<PrimitiveArray<T>>())
}

/// A board as a list of numbers, or of its rows.
fn list_text(cells: &[Option<i64>], is_nested: bool) -> String {
    let list = |cells: &[Option<i64>]| {
        let numbers = cells.iter().map(|cell| cell.map_or("null".into(), |number| number.to_string()));
        format!("[{}]", numbers.collect::<Vec<_>>().join(","))
    };
    match is_nested {
        true => format!("[{}]", cells.chunks(cells.len().isqrt()).map(list).collect::<Vec<_>>().join(",")),
        false => list(cells),
    }
}
