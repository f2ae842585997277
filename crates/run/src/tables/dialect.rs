//! The csv text of a table: what is written for each type of value. Strings and numbers are also read back, as the same values.
//!
//! - The first row holds the names of the columns. Fields are separated by `,` and rows end with `\n`.
//! - Null is an empty field without quotes. In a table of one column it is written `""`, as an empty string is, because an
//!   empty line is not a row.
//! - Strings and names are written as they are, or between double quotes with inner quotes doubled: if they are empty, hold
//!   a comma, a quote, CR or LF, begin with `#`, or begin or end with a blank or a tab.
//! - Integers are decimal. Booleans are `true` and `false`.
//! - Floats have as few digits as give the same float back, and a point or an exponent; or are `NaN`, `inf`, `-inf`.
//! - Dates, times, timestamps and decimals are what the formatter of `arrow-cast` writes. Timestamps with a time zone are
//!   written in UTC, with a `Z`. A duration is the integer that counts its units.
//! - Binary values, with or without a fixed size: the values of a column are all digits (bytes of 0 to 9, written as `0` to `9`) or
//!   all text in UTF-8 without control characters but tab, CR and LF (written as a string).
//!   [`TableColumn::bytes`] says which, from the first value on that is not empty.
//! - Lists of integers are `[1,2,3]` between double quotes, without blanks; a null in a list is `null`. But a list of
//!   81 integers from 0 to 9 is its 81 digits, which the reader of csv knows best.
//! - Lists of strings, as steps are, are their strings with ` | ` between them; a null in a list is `null`.
//! - A dictionary's values are written.
//!
//! Other types are refused: lists of other values, structs, maps, unions, intervals and run-end encoded columns.

mod bytes;
mod column;
mod normal;
mod parse;
mod quoted;
mod rows;
mod text_lists;

pub(super) use column::Fault;
pub(crate) use column::text_of;
pub(crate) use parse::{Column, DIGITS_AND_TEXT, RowShape, names, number_type, numbers_of, texts, typed};
pub(crate) use rows::{PIECE_BYTES, RowPart, rows_at_a_time};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Schema};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_columns::table::holds_boards;
use std::sync::OnceLock;

/// The columns of a table, in their order: from a table that is read to a table that is written with the same columns.
#[derive(Debug)]
pub(crate) struct TableSchema {
    pub columns: Vec<TableColumn>,
}

/// A column of a table.
#[derive(Debug)]
pub(crate) struct TableColumn {
    pub name: String,
    /// As in the file that was read.
    pub data_type: DataType,
    /// How the values are written, if they are binary; set when the first one that is not empty is read, and so before an
    /// answer to its row is written.
    pub bytes: OnceLock<ByteValues>,
    /// The same, if the first rows of the table show it.
    first_bytes: OnceLock<ByteValues>,
}

/// The error of a column with this name.
pub(crate) fn column_error(name: &str, what: &str) -> String {
    format!("column {name:?}: {what}")
}

impl TableColumn {
    /// Reads some values. The first rows of the table, or else these values, tell what binary ones are. What another thread has
    /// read meanwhile does not count, because the first row with an error must not depend on it.
    fn read<T>(&self, read: impl FnOnce(&OnceLock<ByteValues>) -> T) -> T {
        let kind = self.first_bytes.clone();
        let values = read(&kind);
        if let Some(kind) = kind.get() {
            // Another thread may have set it.
            let _ = self.bytes.set(*kind);
        }
        values
    }

    /// Whether its values can be written as text.
    pub fn has_text(&self) -> bool {
        has_text(&self.data_type)
    }

    /// # Errors
    /// If it cannot hold boards; `input` is the name of the file.
    pub fn check_boards(&self, input: &str) -> Result<(), Error> {
        use DataType::{LargeList, List};
        let what = match &self.data_type {
            List(item) | LargeList(item) if item.data_type().is_string() => "has lists of strings".to_owned(),
            other if self.has_text() || holds_boards(other) => return Ok(()),
            other => format!("has values of the type {other}"),
        };
        let remedy = "save boards as strings or as lists of whole numbers";
        Err(Error::new(ErrorKind::Input, format!("{input}: the column {:?} {what}: {remedy}", self.name)))
    }
}

/// The meaning of the bytes of binary values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteValues {
    /// Digits from 0 to 9.
    Digits,
    /// Text in UTF-8.
    Text,
}

impl TableSchema {
    /// The schema of a file. [`check`](Self::check) tells whether its columns can be written as text.
    pub fn new(schema: &Schema) -> TableSchema {
        let column = |field: &arrow_schema::FieldRef| TableColumn {
            name: field.name().clone(),
            data_type: field.data_type().clone(),
            bytes: OnceLock::new(),
            first_bytes: OnceLock::new(),
        };
        TableSchema { columns: schema.fields().iter().map(column).collect() }
    }

    /// Some of the columns of a file.
    pub fn of(schema: &Schema, columns: &[usize]) -> TableSchema {
        let fields: Vec<_> = columns.iter().map(|column| schema.fields()[*column].clone()).collect();
        TableSchema::new(&Schema::new(fields))
    }

    /// Finds out from the first rows of the table, which contain these columns, what binary values are. Errors are reported where the
    /// rows are answered.
    pub fn note_first_rows(&self, first: &[RecordBatch], columns: &[usize]) {
        let columns = columns.iter().map(|number| &self.columns[*number]).enumerate();
        for (at, column) in columns.filter(|(_, column)| is_binary(&column.data_type)) {
            let values = first.iter().map(|batch| batch.column(at));
            // One row at a time: a dictionary repeats values that may be long.
            for row in values.flat_map(|values| (0..values.len()).map(|row| values.slice(row, 1))) {
                if text_of(&row, &column.first_bytes).is_err() || column.first_bytes.get().is_some() {
                    break;
                }
            }
        }
    }

    /// Whether all columns can be written as text.
    ///
    /// # Errors
    /// The names and types of those that cannot, in words.
    pub fn check(&self) -> Result<(), String> {
        let refused: Vec<String> = self
            .columns
            .iter()
            .filter(|column| !column.has_text())
            .map(|column| format!("{:?} ({})", column.name, column.data_type))
            .collect();
        if !refused.is_empty() {
            let (columns, them) = if refused.len() == 1 { ("column", "it") } else { ("columns", "them") };
            let names = refused.join(", ");
            return Err(format!(
                "cannot carry the {columns} {names} along as text; name a Parquet or Arrow output, or save the table without {them}"
            ));
        }
        Ok(())
    }
}

/// Whether values are bytes without a meaning of their own, or dictionaries of such.
pub(super) fn is_binary(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        Dictionary(_, values) => is_binary(values),
        other => matches!(other, Binary | LargeBinary | BinaryView | FixedSizeBinary(_)),
    }
}

/// Whether values of a type can be written as text.
pub(super) fn has_text(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        List(item) | LargeList(item) => item.data_type().is_integer() || item.data_type().is_string(),
        FixedSizeList(item, _) => item.data_type().is_integer(),
        Dictionary(_, values) => !matches!(**values, Dictionary(..)) && has_text(values),
        Null | Boolean | Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => true,
        FixedSizeBinary(_) | Date32 | Date64 | Time32(_) | Time64(_) | Timestamp(..) | Duration(_) => true,
        other => other.is_numeric(),
    }
}
