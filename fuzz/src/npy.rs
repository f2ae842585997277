//! A reader of NumPy arrays that shares nothing with the library.

use arrow_array::{FixedSizeListArray, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// The boards of an array as a column `puzzle`; `None` if it is not a plain array of whole numbers that fit in 64 bits.
pub fn read(bytes: &[u8]) -> Option<RecordBatch> {
    let (at, width) = if *bytes.get(6)? == 1 { (8, 2) } else { (8, 4) };
    let mut len = 0;
    bytes.get(at..at + width)?.iter().rev().for_each(|byte| len = len << 8 | usize::from(*byte));
    let start = at + width + len;
    let head = str::from_utf8(bytes.get(at + width..start)?).ok()?;
    let after =
        |name: &str| head.split_once(name).map(|(_, rest)| rest.trim_start_matches([' ', ':', '\'', '"']));
    let descr: Vec<char> = after("descr")?.chars().take(3).collect();
    let [order, kind, size @ '1'..='8'] = descr[..] else { return None };
    let size = size as usize - '0' as usize;
    let shape = after("shape")?.strip_prefix('(')?.split_once(')')?.0;
    let shape: Vec<usize> = shape
        .split(',')
        .map(str::trim)
        .filter(|n| !n.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    let (rows, sides) = shape.split_first()?;
    let cells: usize = sides.iter().product();
    let values: Option<Vec<i64>> =
        bytes.get(start..)?.chunks(size).map(|value| number(value, order == '>', kind == 'i')).collect();
    let values = values.filter(|values| values.len() == rows * cells)?;
    let item = Arc::new(Field::new_list_field(DataType::Int64, false));
    let boards =
        FixedSizeListArray::try_new(item, cells as i32, Arc::new(Int64Array::from(values)), None).ok()?;
    RecordBatch::try_from_iter([("puzzle", Arc::new(boards) as _)]).ok()
}

fn number(bytes: &[u8], is_big_endian: bool, is_signed: bool) -> Option<i64> {
    let mut value: u64 = 0;
    let mut add = |byte: &u8| value = value << 8 | u64::from(*byte);
    if is_big_endian {
        bytes.iter().for_each(&mut add)
    } else {
        bytes.iter().rev().for_each(&mut add)
    }
    let unused = 64 - 8 * bytes.len() as u32;
    if is_signed { Some((value << unused) as i64 >> unused) } else { i64::try_from(value).ok() }
}
