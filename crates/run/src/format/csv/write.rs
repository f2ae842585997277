//! Writes rows with the fields of an answer.

use super::{
    codec::CsvCodec,
    fields::{FieldCount, each_field},
    header::Header,
};
use crate::{
    format::{
        answer::Answer,
        record_span::RecordText,
        solution_frame::{FrameTexts, SolutionFrame},
    },
    quoting::append_quoted,
};
use quadrille_tasks::{ColumnSpec, Value};
use std::ops::Range;

/// The text around the solutions of solved puzzles, if these columns need nothing else.
pub(super) fn solution_frame(header: &Header, columns: &[ColumnSpec]) -> Option<SolutionFrame> {
    let delimiter = &[header.delimiter];
    let texts = FrameTexts {
        replacing: b"",
        appended: delimiter,
        after: b"",
        status: [delimiter, b""],
        ends: LINE_ENDS,
        dropped: 0,
    };
    SolutionFrame::new(columns, &texts)
}

/// The end of the answer to a row that ends without a carriage return, and with one.
const LINE_ENDS: [&[u8]; 2] = [b"\n", b"\r\n"];

impl CsvCodec {
    /// Writes a row with replaced fields.
    pub(super) fn write_row(
        &self,
        record: &RecordText<'_>,
        row: Range<usize>,
        answer: &Answer<'_>,
        text: &mut Vec<u8>,
    ) {
        let mut from = row.start;
        for &column in &self.header.replacing {
            let Some(place) = record.span.replaced[column].range() else { continue };
            if !answer.replaces(column) {
                continue;
            }
            text.extend_from_slice(&record.chunk[from..place.start]);
            write_field(column, answer, self.header.delimiter, text);
            from = place.end;
        }
        text.extend_from_slice(&record.chunk[from..row.end]);
    }

    /// Writes a malformed row field by field. Missing fields are written empty, so that the fields of
    /// the answer are in their columns.
    pub(super) fn write_malformed_row(&self, row: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
        let write_one = |column: usize, field: &[u8], text: &mut Vec<u8>| {
            if column > 0 {
                text.push(self.header.delimiter);
            }
            match self.header.replaced.iter().position(|r| *r == Some(column)) {
                Some(i) if answer.replaces(i) => write_field(i, answer, self.header.delimiter, text),
                _ => text.extend_from_slice(field),
            }
        };
        let FieldCount { fields, unclosed } =
            each_field(row, self.header.delimiter, |column, at| write_one(column, &row[at], text));
        if unclosed {
            text.push(b'"');
        }
        (fields..self.header.columns).for_each(|column| write_one(column, b"", text));
    }

    /// Writes the fields of the answer that replace none of the row.
    pub(super) fn write_new_fields(&self, answer: &Answer<'_>, text: &mut Vec<u8>) {
        for (number, column) in answer.columns.iter().enumerate() {
            if self.header.replaced[number].is_none() && column.is_named() {
                text.push(self.header.delimiter);
                write_field(number, answer, self.header.delimiter, text);
            }
        }
    }
}

/// The end of the answer to the row that ends here.
#[inline]
pub(super) fn line_end(chunk: &[u8], end: usize) -> &'static [u8] {
    LINE_ENDS[usize::from(chunk.get(end) == Some(&b'\r'))]
}

/// Appends a field, with quotes if it needs them.
#[inline]
pub(super) fn write_field(column: usize, answer: &Answer<'_>, delimiter: u8, text: &mut Vec<u8>) {
    match answer.value(column) {
        Value::Null if column == 0 => write_text(answer.message, delimiter, text),
        Value::Text(value) => write_text(value, delimiter, text),
        Value::List(lines) => {
            let lines: Vec<&[u8]> = lines.split(|b| *b == b'\n').collect();
            write_text(&lines.join(&b" | "[..]), delimiter, text);
        }
        _ => answer.write_value(column, text),
    }
}

/// Appends the contents of a field, with quotes if they need them.
fn write_text(word: &[u8], delimiter: u8, text: &mut Vec<u8>) {
    if !word.iter().any(|b| *b == delimiter || matches!(b, b'"' | b'\n' | b'\r')) {
        return text.extend_from_slice(word);
    }
    append_quoted(word, text);
}
