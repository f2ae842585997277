//! Writes rows with the fields of an answer.

use super::{
    codec::CsvCodec,
    fields::{FieldCount, each_field},
    header::Header,
};
use crate::{
    format::{
        answer::{Answer, AnswerContent, Field},
        record_span::RecordText,
        solution_frame::{FrameTexts, SolutionFrame},
    },
    quoting::append_quoted,
};
use std::ops::Range;

/// The text around the solutions of solved puzzles, if these fields need nothing else.
pub(super) fn solution_frame(header: &Header, fields: &[Field]) -> Option<SolutionFrame> {
    let delimiter = &[header.delimiter];
    let texts = FrameTexts {
        replacing: b"",
        appended: delimiter,
        after: b"",
        status: [delimiter, b""],
        ends: LINE_ENDS,
        dropped: 0,
    };
    SolutionFrame::new(fields, &texts)
}

/// The end of the answer to a row that ends without a carriage return, and with one.
const LINE_ENDS: [&[u8]; 2] = [b"\n", b"\r\n"];

impl CsvCodec {
    #[inline]
    fn write_field(&self, field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
        write_field(field, answer, self.header.delimiter, text);
    }

    /// Writes a row with replaced fields.
    pub(super) fn write_row(
        &self,
        record: &RecordText<'_>,
        row: Range<usize>,
        answer: &Answer<'_>,
        text: &mut Vec<u8>,
    ) {
        let mut from = row.start;
        for &field in &self.header.replacing {
            let Some(place) = record.span.replaced[field].range() else { continue };
            if !answer.replaces(self.fields[field]) {
                continue;
            }
            text.extend_from_slice(&record.chunk[from..place.start]);
            self.write_field(self.fields[field], answer, text);
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
                Some(i) if answer.replaces(self.fields[i]) => self.write_field(self.fields[i], answer, text),
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
        for (field, replaced) in self.fields.iter().zip(&self.header.replaced) {
            if replaced.is_none() && field.is_named() {
                text.push(self.header.delimiter);
                self.write_field(*field, answer, text);
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
pub(super) fn write_field(field: Field, answer: &Answer<'_>, delimiter: u8, text: &mut Vec<u8>) {
    match (field, answer.content) {
        (Field::Status, _) => text.extend_from_slice(answer.result.word().as_bytes()),
        (Field::Answer(_) | Field::Puzzle, AnswerContent::Text(word) | AnswerContent::Rating(word)) => {
            write_text(word, delimiter, text);
        }
        (Field::Answer(_) | Field::Puzzle, _) => answer.write(text),
        (Field::Solution, _) => answer.write_solution(text),
        (Field::Note(_), _) => write_text(answer.details.note, delimiter, text),
        (Field::Fact(fact), _) => write_text(answer.details.facts[fact as usize], delimiter, text),
        (Field::Steps, _) => {
            let steps: Vec<&[u8]> = answer.details.steps.split(|b| *b == b'\n').collect();
            write_text(&steps.join(&b" | "[..]), delimiter, text);
        }
        _ => field.write_detail(&answer.details, text),
    }
}

/// Appends the contents of a field, with quotes if they need them.
fn write_text(word: &[u8], delimiter: u8, text: &mut Vec<u8>) {
    if !word.iter().any(|b| *b == delimiter || matches!(b, b'"' | b'\n' | b'\r')) {
        return text.extend_from_slice(word);
    }
    append_quoted(word, text);
}
