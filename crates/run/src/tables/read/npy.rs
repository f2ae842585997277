//! Arrays of NumPy: a table with one column of puzzles.

use super::{
    Batches, Plan, damaged,
    groups::{Groups, Unit},
};
use crate::{positioned_file::PositionedFile, tables::TableSchema};
use arrow_array::{
    ArrayRef, FixedSizeListArray, PrimitiveArray, RecordBatch,
    types::{
        ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
        UInt64Type,
    },
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use quadrille_grid::Shape;
use std::{ops::Range, sync::Arc};

/// Rows of a unit, which are also what shards are made of.
const UNIT_ROWS: u64 = 1 << 14;

/// The name of the column.
const COLUMN: &str = "puzzle";

/// The contents of the head of a file.
#[derive(Clone)]
pub(super) struct NpyPlan {
    table: Arc<TableSchema>,
    schema: SchemaRef,
    /// Where the values begin.
    start: u64,
    /// Values of a row.
    cells: usize,
    is_big_endian: bool,
    groups: Arc<Groups>,
}

/// The head of a file.
struct Head {
    start: u64,
    data_type: DataType,
    width: u64,
    is_big_endian: bool,
    shape: Vec<u64>,
}

impl NpyPlan {
    pub fn new(file: &PositionedFile) -> Result<NpyPlan, String> {
        let head = Head::read(file)?;
        let (rows, cells) = match head.shape[..] {
            [rows, cells] => (rows, Some(cells)),
            [rows, side, columns] => (rows, side.checked_mul(columns)),
            _ => return Err(wrong_shape(&head.shape)),
        };
        let is_board =
            |cells: &u64| usize::try_from(*cells).is_ok_and(|cells| Shape::from_area(cells).is_some());
        let cells = cells.filter(is_board).ok_or_else(|| wrong_shape(&head.shape))?;
        let len = rows.checked_mul(cells * head.width).and_then(|len| len.checked_add(head.start));
        match len {
            Some(len) if len == file.len() => {}
            Some(len) if len < file.len() => return Err(damaged("", "bytes follow the array")),
            _ => return Err(damaged("", "values are missing")),
        }
        let item = Arc::new(Field::new_list_field(head.data_type, false));
        let column = Field::new(COLUMN, DataType::FixedSizeList(item, cells as i32), false);
        let schema = Arc::new(Schema::new(vec![column]));
        let groups = (0..rows.div_ceil(UNIT_ROWS)).map(|i| (UNIT_ROWS.min(rows - i * UNIT_ROWS), UNIT_ROWS));
        Ok(NpyPlan {
            table: Arc::new(TableSchema::new(&schema)),
            schema,
            start: head.start,
            cells: cells as usize,
            is_big_endian: head.is_big_endian,
            groups: Arc::new(Groups::new(groups).ok_or_else(|| damaged("", "too many rows"))?),
        })
    }

    /// Some rows of the file.
    fn rows(&self, file: &PositionedFile, rows: Range<u64>) -> Result<RecordBatch, String> {
        let width = self.item().data_type().primitive_width().unwrap_or(1) as u64;
        let (row, count) = (self.cells as u64 * width, rows.end - rows.start);
        let bytes = file.bytes(self.start + rows.start * row, count * row);
        let values = self.values(&bytes.map_err(|e| damaged("", e))?);
        let lists = FixedSizeListArray::try_new(self.item().clone(), self.cells as i32, values, None);
        let lists = lists.map_err(|e| e.to_string())?;
        RecordBatch::try_new(self.schema.clone(), vec![Arc::new(lists)]).map_err(|e| e.to_string())
    }

    fn item(&self) -> &Arc<Field> {
        match self.schema.field(0).data_type() {
            DataType::FixedSizeList(item, _) => item,
            _ => unreachable!("the column is a list"),
        }
    }

    fn values(&self, bytes: &[u8]) -> ArrayRef {
        let big = self.is_big_endian;
        macro_rules! values {
            ($type:ty) => {
                Arc::new(integers::<$type, _>(bytes, |bytes| {
                    type Native = <$type as ArrowPrimitiveType>::Native;
                    if big { Native::from_be_bytes(bytes) } else { Native::from_le_bytes(bytes) }
                }))
            };
        }
        match self.item().data_type() {
            DataType::Int8 => values!(Int8Type),
            DataType::Int16 => values!(Int16Type),
            DataType::Int32 => values!(Int32Type),
            DataType::Int64 => values!(Int64Type),
            DataType::UInt16 => values!(UInt16Type),
            DataType::UInt32 => values!(UInt32Type),
            DataType::UInt64 => values!(UInt64Type),
            _ => values!(UInt8Type),
        }
    }
}

/// Integers of `N` bytes each.
fn integers<T: ArrowPrimitiveType, const N: usize>(
    bytes: &[u8],
    read: impl Fn([u8; N]) -> T::Native,
) -> PrimitiveArray<T> {
    let (whole, _) = bytes.as_chunks::<N>();
    PrimitiveArray::from_iter_values(whole.iter().map(|bytes| read(*bytes)))
}

impl Plan for NpyPlan {
    fn schema(&self) -> &Arc<TableSchema> {
        &self.table
    }

    fn groups(&self) -> &Groups {
        &self.groups
    }

    fn batches(&self, unit: Unit, file: &PositionedFile) -> Result<Batches, String> {
        let rows = self.rows(file, unit.rows_before..unit.rows_before + unit.rows);
        Ok(Box::new(std::iter::once(rows)))
    }

    /// There is one column.
    fn with_columns(&self, _: &[usize]) -> Arc<dyn Plan> {
        Arc::new(self.clone())
    }
}

impl Head {
    /// Reads the head: a version, a length, and a dictionary of Python.
    fn read(file: &PositionedFile) -> Result<Head, String> {
        let fail = || damaged("", "its head is malformed");
        let first = file.bytes(0, 12.min(file.len())).map_err(|e| e.to_string())?;
        let (len, start) = match first[..] {
            [_, _, _, _, _, _, 1, _, a, b, ..] => (u64::from(u16::from_le_bytes([a, b])), 10),
            [_, _, _, _, _, _, 2 | 3, _, a, b, c, d] => (u64::from(u32::from_le_bytes([a, b, c, d])), 12),
            _ => return Err(fail()),
        };
        let text = file.bytes(start, len).map_err(|_| fail())?;
        let text = str::from_utf8(&text).map_err(|_| fail())?;
        let order = value(text, "fortran_order").ok_or_else(fail)?;
        if !order.starts_with("False") {
            let what = "its values are in the order of Fortran, which cannot be read: save numpy.ascontiguousarray of it";
            return Err(what.into());
        }
        let descr = value(text, "descr").ok_or_else(fail)?;
        let (data_type, width) = data_type(descr).ok_or_else(|| wrong_type(descr))?;
        let shape = value(text, "shape").and_then(|shape| shape.strip_prefix('(')).ok_or_else(fail)?;
        let shape = shape.split(')').next().unwrap_or_default().split(',').map(str::trim);
        let shape: Result<Vec<u64>, _> = shape.filter(|size| !size.is_empty()).map(str::parse).collect();
        Ok(Head {
            start: start + len,
            data_type,
            width,
            is_big_endian: descr[1..].starts_with('>'),
            shape: shape.map_err(|_| fail())?,
        })
    }
}

/// The value after a key in the head.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("'{key}'"))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

/// The type of the values, and its width in bytes.
fn data_type(descr: &str) -> Option<(DataType, u64)> {
    let descr = descr.strip_prefix('\'')?.split('\'').next()?;
    let name = descr.strip_prefix(['|', '<', '>'])?;
    Some(match name {
        "i1" => (DataType::Int8, 1),
        "i2" => (DataType::Int16, 2),
        "i4" => (DataType::Int32, 4),
        "i8" => (DataType::Int64, 8),
        "u1" => (DataType::UInt8, 1),
        "u2" => (DataType::UInt16, 2),
        "u4" => (DataType::UInt32, 4),
        "u8" => (DataType::UInt64, 8),
        _ => return None,
    })
}

fn wrong_type(descr: &str) -> String {
    let name =
        descr.strip_prefix('\'').and_then(|rest| rest.split('\'').next()).unwrap_or("a structured type");
    let is_text = name.trim_start_matches(['<', '>', '|', '=']).starts_with(['U', 'S']);
    let what = if is_text {
        "write it as text with numpy.savetxt(FILE, a, fmt='%s')"
    } else {
        "save it with astype('uint8')"
    };
    let name = name.escape_debug();
    format!("its values are of type {name}, and only arrays of integers can be read: {what}")
}

fn wrong_shape(shape: &[u64]) -> String {
    let shape: Vec<String> = shape.iter().map(u64::to_string).collect();
    let shape = shape.join(", ");
    format!(
        "its shape is ({shape}), and puzzles are arrays of shape (N, 81), (N, 9, 9), or of another size of board"
    )
}
