//! Strings and binary values as csv fields.

use super::{
    ByteValues,
    normal::is_null,
    quoted::{append_string, is_clean},
};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use std::sync::OnceLock;

/// The arrays of strings and bytes.
#[derive(Clone, Copy)]
pub(super) enum Bytes<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    FixedSizeBinary(&'a FixedSizeBinaryArray),
}

/// A column of strings or bytes.
pub(super) struct ByteColumn<'a> {
    bytes: Bytes<'a>,
    form: Form,
    has_nulls: bool,
}

/// How the values are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As they are.
    Clean,
    /// As they are or between quotes.
    String,
    /// Bytes of 0 to 9 as digits.
    Digits,
}

impl<'a> Bytes<'a> {
    fn array(&self) -> &'a dyn Array {
        match *self {
            Bytes::Utf8(array) => array,
            Bytes::LargeUtf8(array) => array,
            Bytes::Utf8View(array) => array,
            Bytes::Binary(array) => array,
            Bytes::LargeBinary(array) => array,
            Bytes::BinaryView(array) => array,
            Bytes::FixedSizeBinary(array) => array,
        }
    }

    #[inline]
    fn value(&self, row: usize) -> &'a [u8] {
        match *self {
            Bytes::Utf8(array) => array.value(row).as_bytes(),
            Bytes::LargeUtf8(array) => array.value(row).as_bytes(),
            Bytes::Utf8View(array) => array.value(row).as_bytes(),
            Bytes::Binary(array) => array.value(row),
            Bytes::LargeBinary(array) => array.value(row),
            Bytes::BinaryView(array) => array.value(row),
            Bytes::FixedSizeBinary(array) => array.value(row),
        }
    }

    /// The bytes of all values, if they are in one piece.
    fn all(&self) -> Option<&'a [u8]> {
        fn between(bytes: &[u8], first: usize, last: usize) -> &[u8] {
            &bytes[first..last]
        }
        let rows = self.array().len();
        match *self {
            Bytes::Utf8(array) => {
                let ends = array.value_offsets();
                Some(between(array.value_data(), ends[0] as usize, ends[rows] as usize))
            }
            Bytes::LargeUtf8(array) => {
                let ends = array.value_offsets();
                Some(between(array.value_data(), ends[0] as usize, ends[rows] as usize))
            }
            _ => None,
        }
    }

    fn is_binary(&self) -> bool {
        !matches!(self, Bytes::Utf8(_) | Bytes::LargeUtf8(_) | Bytes::Utf8View(_))
    }

    /// The rows that are not null.
    fn valid(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        let array = self.array();
        (0..array.len()).filter(|row| !is_null(array, *row)).map(|row| (row, self.value(row)))
    }
}

impl<'a> ByteColumn<'a> {
    /// `kind` says what the binary values of the column are, once one has been seen.
    pub fn new(
        bytes: Bytes<'a>,
        kind: &OnceLock<ByteValues>,
    ) -> Result<ByteColumn<'a>, (Option<usize>, String)> {
        let form = if bytes.is_binary() { binary_form(bytes, kind)? } else { string_form(bytes) };
        Ok(ByteColumn { bytes, form, has_nulls: bytes.array().null_count() > 0 })
    }

    pub fn usual_width(&self) -> usize {
        let first = self.bytes.valid().next().map_or(0, |(_, value)| value.len());
        // A view of a long value among short ones reserves no more than needed for usual puzzles.
        first.min(1 << 10)
    }

    #[inline]
    pub fn append(&self, row: usize, text: &mut Vec<u8>) -> Result<(), String> {
        if self.has_nulls && is_null(self.bytes.array(), row) {
            return Ok(());
        }
        let value = self.bytes.value(row);
        match self.form {
            Form::Clean => text.extend_from_slice(value),
            Form::Digits if !value.is_empty() => text.extend(value.iter().map(|digit| digit + b'0')),
            Form::String | Form::Digits => append_string(value, text),
        }
        Ok(())
    }
}

/// Looks at all bytes at once, if they are in one piece, and otherwise at each value.
fn string_form(bytes: Bytes<'_>) -> Form {
    let clean = match bytes.all() {
        Some(all) => is_clean(all) && bytes.valid().all(|(_, value)| !value.is_empty()),
        None => bytes.valid().all(|(_, value)| !value.is_empty() && is_clean(value)),
    };
    if clean { Form::Clean } else { Form::String }
}

fn binary_form(bytes: Bytes<'_>, kind: &OnceLock<ByteValues>) -> Result<Form, (Option<usize>, String)> {
    let is_digits = |value: &[u8]| value.iter().all(|byte| *byte <= 9);
    for (row, value) in bytes.valid().filter(|(_, value)| !value.is_empty()) {
        let found = if is_digits(value) {
            ByteValues::Digits
        } else if is_text(value) {
            ByteValues::Text
        } else {
            let what = "its bytes are neither digits from 0 to 9 nor text: save it as strings, or save the table without it";
            return Err((Some(row), what.into()));
        };
        if *kind.get_or_init(|| found) != found {
            let what = "some of its values are digits from 0 to 9 and others are text: save it as strings";
            return Err((Some(row), what.into()));
        }
    }
    Ok(if kind.get() == Some(&ByteValues::Digits) { Form::Digits } else { Form::String })
}

fn is_text(value: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\r' | b'\n');
    !value.iter().any(is_control) && str::from_utf8(value).is_ok()
}
