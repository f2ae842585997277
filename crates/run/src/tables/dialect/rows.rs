//! Writes the rows of a table as csv text.

use super::{
    TableColumn, TableSchema,
    column::{ColumnText, Fault, text_of},
    column_error,
    normal::normal,
    quoted::append_string,
};
use crate::tables::read::{guarded, invalid};
use arrow_array::{Array, ArrayRef, OffsetSizeTrait, RecordBatch, StringArray, cast::AsArray};
use arrow_schema::DataType;
use std::{io, ops::Range, sync::Arc};

/// The most rows of a batch that are decoded at a time.
const ROWS: usize = 2048;

/// The bytes that the values of dictionaries may take at a time when they are repeated.
const REPEATED_BYTES: usize = 8 << 20;

/// How many rows of a batch are decoded at a time: fewer where the values of dictionaries, which are repeated before they become
/// text, are long.
pub(crate) fn rows_at_a_time(batch: &RecordBatch) -> usize {
    (REPEATED_BYTES / repeated_bytes(batch).max(1)).clamp(1, ROWS)
}

/// About the most bytes that the values of dictionaries take in a row of a batch.
fn repeated_bytes(batch: &RecordBatch) -> usize {
    batch.columns().iter().map(longest_repeated).fold(0, usize::saturating_add)
}

/// About the most bytes that the values of dictionaries take in a row of an array.
fn longest_repeated(array: &ArrayRef) -> usize {
    use DataType::*;
    // The mean length of a list represents all.
    let in_list =
        |items: &ArrayRef| longest_repeated(items).saturating_mul(items.len() / array.len().max(1) + 1);
    match array.data_type() {
        Dictionary(..) => longest(array.as_any_dictionary().values()),
        Struct(_) => array.as_struct().columns().iter().map(longest_repeated).fold(0, usize::saturating_add),
        List(_) => in_list(array.as_list::<i32>().values()),
        LargeList(_) => in_list(array.as_list::<i64>().values()),
        FixedSizeList(..) => in_list(array.as_fixed_size_list().values()),
        Map(..) => in_list(&(Arc::new(array.as_map().entries().clone()) as ArrayRef)),
        _ => 0,
    }
}

/// The bytes of the longest value of a dictionary, or of all of its values.
fn longest(values: &ArrayRef) -> usize {
    fn of<O: OffsetSizeTrait>(offsets: &[O]) -> usize {
        offsets.windows(2).map(|ends| (ends[1] - ends[0]).as_usize()).max().unwrap_or(0)
    }
    let of_views = |views: &[u128]| views.iter().map(|view| *view as u32 as usize).max().unwrap_or(0);
    match values.data_type() {
        DataType::Utf8 => of(values.as_string::<i32>().value_offsets()),
        DataType::LargeUtf8 => of(values.as_string::<i64>().value_offsets()),
        DataType::Binary => of(values.as_binary::<i32>().value_offsets()),
        DataType::LargeBinary => of(values.as_binary::<i64>().value_offsets()),
        DataType::Utf8View => of_views(values.as_string_view().views()),
        DataType::BinaryView => of_views(values.as_binary_view().views()),
        other => other.primitive_width().unwrap_or_else(|| values.get_buffer_memory_size()),
    }
}

/// About how many bytes of text the rows of a piece have.
pub(crate) const PIECE_BYTES: usize = 4 << 20;

/// How many of the first rows are measured.
const MEASURED_ROWS: usize = 64;

/// A part of the text of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowPart {
    /// The field of a column, by the number of the column.
    Field(usize),
    /// The whole row.
    Row,
}

/// Why a column could not be written.
#[derive(Debug)]
pub(crate) struct ColumnError {
    /// The row in the batch, from 0, if the error belongs to one row.
    pub row: Option<usize>,
    pub message: String,
}

impl ColumnError {
    /// The error in words, if there are so many rows before the batch.
    pub fn in_rows_from(self, rows_before: u64) -> String {
        match self.row {
            Some(row) => format!("row {}: {}", rows_before + row as u64 + 1, self.message),
            None => self.message,
        }
    }
}

impl TableColumn {
    fn error(&self, (row, what): Fault) -> ColumnError {
        ColumnError { row, message: column_error(&self.name, &what) }
    }
}

impl TableSchema {
    /// Appends the row with the names of the columns.
    pub fn append_header(&self, text: &mut Vec<u8>) {
        for (number, column) in self.columns.iter().enumerate() {
            if number > 0 {
                text.push(b',');
            }
            append_string(column.name.as_bytes(), text);
        }
        text.push(b'\n');
    }

    /// Appends the rows of a batch with this schema. `placed` is called with the place of each field, and then with the place of the
    /// row.
    ///
    /// # Errors
    /// If a value has no text: bytes that are neither digits nor text, or a date that is out of range.
    pub fn append_rows(
        &self,
        batch: &RecordBatch,
        text: &mut Vec<u8>,
        mut placed: impl FnMut(RowPart, Range<usize>),
    ) -> Result<(), ColumnError> {
        let fail = |number: usize| move |fault| self.columns[number].error(fault);
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(self.columns.len());
        for (number, array) in batch.columns().iter().enumerate() {
            arrays.push(normal(array).map_err(|what| fail(number)((None, what)))?);
        }
        let mut columns = Vec::with_capacity(arrays.len());
        for (number, array) in arrays.iter().enumerate() {
            let column = self.columns[number].read(|kind| ColumnText::new(array, kind));
            columns.push(column.map_err(fail(number))?);
        }
        let widths = columns.iter().map(ColumnText::usual_width).sum::<usize>() + columns.len();
        text.reserve(widths.saturating_mul(batch.num_rows()));
        for row in 0..batch.num_rows() {
            let before = text.len();
            for (number, column) in columns.iter().enumerate() {
                if number > 0 {
                    text.push(b',');
                }
                let start = text.len();
                column.append(row, text).map_err(|what| fail(number)((Some(row), what)))?;
                // The row of a single column must not be a blank line.
                if text.len() == before && columns.len() == 1 {
                    text.extend_from_slice(b"\"\"");
                }
                placed(RowPart::Field(number), start..text.len());
            }
            placed(RowPart::Row, before..text.len());
            text.push(b'\n');
        }
        Ok(())
    }

    /// The values of one column as strings, of which the first one is in this row of the file, from 0.
    ///
    /// # Errors
    /// As [`append_rows`](Self::append_rows), with the row.
    pub fn texts(&self, column: usize, values: &ArrayRef, first: u64) -> io::Result<StringArray> {
        let column = &self.columns[column];
        let failed = |fault| column.error(fault).in_rows_from(first);
        guarded(|| column.read(|kind| text_of(values, kind)).map_err(failed)).map_err(invalid)
    }

    /// How many rows a worker answers at a time, if their text is as long as the text of these first rows.
    pub fn rows_of_text(&self, first: &[RecordBatch]) -> u64 {
        let (mut rows, mut text) = (0, Vec::new());
        let all = first.iter().flat_map(|batch| (0..batch.num_rows()).map(|row| batch.slice(row, 1)));
        for row in all.take(MEASURED_ROWS) {
            // Errors in these rows are reported when the rows are answered.
            let appended = guarded(|| self.append_rows(&row, &mut text, |_, _| {}).map_err(|e| e.message));
            rows += usize::from(appended.is_ok());
            if text.len() >= PIECE_BYTES {
                break;
            }
        }
        let width = text.len() / rows.max(1);
        let repeated = first.iter().map(repeated_bytes).max().unwrap_or(0);
        (PIECE_BYTES / width.max(repeated).max(1)).max(1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{DictionaryArray, ListArray, StructArray, types::Int8Type};
    use arrow_buffer::OffsetBuffer;
    use arrow_schema::Field;

    #[test]
    fn rows_and_their_fields_are_where_they_are_said_to_be() {
        let first = [Some("a"), Some("b,\n\"c\""), None, Some("")];
        let columns = [first, [None, Some("#1"), None, Some("x")]];
        let columns = columns.map(|column| Arc::new(StringArray::from(column.to_vec())) as ArrayRef);
        let places = |columns: &[ArrayRef]| {
            let batch =
                RecordBatch::try_from_iter(["a", "b"].into_iter().zip(columns.iter().cloned())).unwrap();
            let (mut text, mut places) = (Vec::new(), Vec::new());
            let table = TableSchema::new(&batch.schema());
            table.append_rows(&batch, &mut text, |part, at| places.push((part, at))).unwrap();
            let text = String::from_utf8(text).unwrap();
            places.into_iter().map(|(part, at)| (part, text[at].to_owned())).collect::<Vec<_>>()
        };
        let quoted = "\"b,\n\"\"c\"\"\"";
        let row = format!("{quoted},\"#1\"");
        let expected = [["a", "", "a,"], [quoted, "\"#1\"", &row], ["", "", ","], ["\"\"", "x", "\"\",x"]];
        let parts = [RowPart::Field(0), RowPart::Field(1), RowPart::Row];
        let of_row = |row: [&str; 3]| parts.into_iter().zip(row.map(str::to_owned));
        assert_eq!(places(&columns), expected.into_iter().flat_map(of_row).collect::<Vec<_>>());
        // A row of one empty field is not a blank line.
        let single = places(&[Arc::new(StringArray::new_null(1))]);
        assert_eq!(single, [RowPart::Field(0), RowPart::Row].map(|part| (part, "\"\"".to_owned())));
    }

    #[test]
    fn fewer_rows_of_long_values_in_dictionaries_are_decoded_at_a_time_also_within_other_types() {
        let rows = |array: ArrayRef| rows_at_a_time(&RecordBatch::try_from_iter([("a", array)]).unwrap());
        let long = "x".repeat(1 << 20);
        let words = |long| Arc::new(DictionaryArray::<Int8Type>::from_iter(["a", long])) as ArrayRef;
        let field = Arc::new(Field::new("d", words("b").data_type().clone(), true));
        let structs = |of: ArrayRef| Arc::new(StructArray::from(vec![(field.clone(), of)])) as ArrayRef;
        let list = |of: ArrayRef| {
            let offsets = OffsetBuffer::from_lengths([2]);
            Arc::new(ListArray::new(field.clone(), offsets, of, None)) as ArrayRef
        };
        assert_eq!([rows(words("b")), rows(structs(words("b")))], [ROWS, ROWS]);
        assert_eq!([rows(words(&long)), rows(structs(words(&long)))], [8, 8]);
        assert_eq!(rows(list(words(&long))), 2);
    }
}
