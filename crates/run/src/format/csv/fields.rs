//! Where rows and fields of a table begin and end, by RFC 4180.
//!
//! A quote opens a quoted field only at the beginning of the field. Text between its closing quote
//! and the next delimiter belongs to the field.

use crate::quoting::{quoted_end, without_doubled};
use memchr::{memchr, memchr2};
use quadrille_base::framing::HeadEnd;
use quadrille_grid::cells::is_record;
use std::{borrow::Cow, ops::Range};

/// Whether the line at the beginning of `text` is a row: neither blank nor a comment. A tab that separates fields is not
/// blank.
#[inline]
pub(super) fn is_row(text: &[u8], delimiter: u8) -> bool {
    is_record(text) || (delimiter == b'\t' && text.iter().find(|b| **b != b' ') == Some(&b'\t'))
}

/// The newline at the end of the first row of `bytes`. `None` if the row has no end.
pub(super) fn row_end(bytes: &[u8], delimiter: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        if bytes.get(at) == Some(&b'"') {
            at = quoted_end(bytes, at)?;
        }
        at += memchr2(delimiter, b'\n', &bytes[at..])?;
        if bytes[at] == b'\n' {
            return Some(at);
        }
        at += 1;
    }
}

/// The length of the first row of a head with this end, with its newline. `None` if the row has no end.
pub(super) fn row_len(bytes: &[u8], delimiter: u8, end: HeadEnd) -> Option<usize> {
    match row_end(bytes, delimiter) {
        Some(newline) => Some(newline + 1),
        None => (end == HeadEnd::Eof).then_some(bytes.len()),
    }
}

/// The fields of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FieldCount {
    pub fields: usize,
    /// Whether the last field is quoted and has no closing quote.
    pub unclosed: bool,
}

/// Calls `f` with the number, from 0, and the place of each field of a row, which is given without
/// its newline.
pub(super) fn each_field(row: &[u8], delimiter: u8, mut f: impl FnMut(usize, Range<usize>)) -> FieldCount {
    let (mut at, mut number) = (0, 0);
    loop {
        let (mut end, mut unclosed) = (at, false);
        if row.get(at) == Some(&b'"') {
            let quoted = quoted_end(row, at);
            (end, unclosed) = (quoted.unwrap_or(row.len()), quoted.is_none());
        }
        end = memchr(delimiter, &row[end..]).map_or(row.len(), |i| end + i);
        f(number, at..end);
        number += 1;
        if end == row.len() {
            return FieldCount { fields: number, unclosed };
        }
        at = end + 1;
    }
}

/// The contents of a field. Doubled quotes are left as they are: neither grids nor names have any.
pub(super) fn unquoted(field: &[u8]) -> &[u8] {
    field.strip_prefix(b"\"").and_then(|f| f.strip_suffix(b"\"")).unwrap_or(field)
}

/// The contents of a field, with doubled quotes as one.
pub(super) fn contents(field: &[u8]) -> Cow<'_, [u8]> {
    let text = unquoted(field);
    if text.len() == field.len() { Cow::Borrowed(text) } else { without_doubled(text) }
}

/// A row without the carriage return at its end.
pub(super) fn without_return(row: &[u8]) -> &[u8] {
    row.strip_suffix(b"\r").unwrap_or(row)
}
