//! `csv`: a table with a header row, the puzzles in one of its columns. Commas, tabs or semicolons separate the fields;
//! quoting as in RFC 4180.
//!
//! Rows are copied byte for byte; only the positions of their fields are determined.

mod fields;
mod first_rows;
mod framing;
mod header;
#[cfg(test)]
mod tests;

use super::{
    answer::{Answer, AnswerContent, Field},
    codec::{Capabilities, Codec, Format, OpenedInput, ReadOptions, RecordText},
    error::FormatError,
    field::parse_field,
    head::Head,
    malformed::Malformed,
    output_format::OutputFormat,
    record_batch::{RecordBatch, RecordSpan},
};
use crate::grid::{Alphabet, InputSymbols};
use fields::{FieldCount, contents, each_field, is_row, row_end, without_return};
use framing::CsvFraming;
use header::Header;
use memchr::{memchr, memchr2};
use std::{borrow::Cow, ops::Range};

/// A table with a header row.
pub(super) static FORMAT: Format = Format {
    name: "csv",
    aliases: &["tsv"],
    about: "a header and rows, separated by commas, tabs or semicolons, the puzzle in one column",
    detect: header::detect,
    open,
};

/// A table of puzzles and answers.
pub(super) static OUTPUT_FORMAT: OutputFormat = OutputFormat {
    name: "csv",
    about: "puzzle,solution,status with a header",
    extensions: &["csv"],
    includes: |input| input == "csv",
    number_end: None,
    header: |fields, text| {
        text.extend_from_slice(b"puzzle");
        for field in fields {
            text.push(b',');
            text.extend_from_slice(field.name().as_bytes());
        }
        text.push(b'\n');
    },
    write: |answer, fields, text| {
        answer.write_puzzle(text);
        for field in fields {
            text.push(b',');
            write_field(*field, answer, b',', text);
        }
        text.push(b'\n');
    },
};

fn open(head: &Head<'_>, options: &ReadOptions) -> Result<Option<OpenedInput>, FormatError> {
    let Some((header, skip)) = Header::find(head, options)? else { return Ok(None) };
    let framing = Box::new(CsvFraming { delimiter: header.delimiter });
    let codec = CsvCodec { header, fields: options.fields, symbols: options.symbols.into() };
    Ok(Some(OpenedInput { codec: Box::new(codec), framing, skip }))
}

struct CsvCodec {
    header: Header,
    fields: &'static [Field],
    symbols: InputSymbols,
}

impl CsvCodec {
    fn read_row(&self, chunk: &[u8], at: Range<usize>, batch: &mut RecordBatch) {
        let row = &chunk[at.clone()];
        let mut span = RecordSpan::new(at.clone());
        let mut puzzle = None;
        let FieldCount { fields: found, unclosed } =
            each_field(row, self.header.delimiter, |column, field| {
                self.note_column(&mut span, column, at.start + field.start..at.start + field.end);
                if column == self.header.puzzle {
                    puzzle = Some(field);
                }
            });
        let expected = self.header.columns;
        batch.push(batch.lines, Some(span), |cells| match puzzle {
            _ if unclosed => Err(Malformed::Other("a quoted field has no closing quote")),
            Some(field) if found == expected => {
                parse_field(&contents(&row[field]), self.symbols, cells).map_err(Malformed::Puzzle)
            }
            _ => Err(Malformed::Fields { found, expected }),
        });
    }

    /// Records the place of a field if it has an expected solution or will be replaced.
    #[inline(always)]
    fn note_column(&self, span: &mut RecordSpan, column: usize, at: Range<usize>) {
        if self.header.expected == Some(column) {
            span.expected = at.clone().into();
        }
        for (replaced, place) in self.header.replaced.iter().zip(&mut span.replaced) {
            if *replaced == Some(column) {
                *place = at.clone().into();
            }
        }
    }

    /// Reads a row without quotes whose first field is a 9×9 puzzle and which has one field more: a
    /// single search finds its end. `None` if the row is not like this.
    #[inline]
    fn read_two_fields(&self, chunk: &[u8], start: usize, batch: &mut RecordBatch) -> Option<usize> {
        let (nine, rest) = chunk[start..].split_first_chunk::<81>()?;
        let (delimiter, second) = rest.split_first().filter(|(byte, _)| **byte == self.header.delimiter)?;
        let len = memchr2(*delimiter, b'\n', second).filter(|len| second[*len] == b'\n')?;
        if second[..len].ends_with(b"\r") {
            return None;
        }
        let end = start + 82 + len;
        let mut span = RecordSpan::new(start..end);
        self.note_column(&mut span, 1, start + 82..end);
        batch.push_nine(nine, Some(span)).then_some(end)
    }

    #[inline]
    fn write_field(&self, field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
        write_field(field, answer, self.header.delimiter, text);
    }

    /// Writes a row with replaced fields.
    fn write_row(&self, record: &RecordText<'_>, row: Range<usize>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let mut from = row.start;
        for &field in &self.header.replacing {
            let Some(place) = record.span.replaced[field].range() else { continue };
            text.extend_from_slice(&record.chunk[from..place.start]);
            self.write_field(self.fields[field], answer, text);
            from = place.end;
        }
        text.extend_from_slice(&record.chunk[from..row.end]);
    }

    /// Writes a malformed row field by field. Missing fields are written empty, so that the fields of
    /// the answer are in their columns.
    fn write_malformed_row(&self, row: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
        let write_one = |column: usize, field: &[u8], text: &mut Vec<u8>| {
            if column > 0 {
                text.push(self.header.delimiter);
            }
            match self.header.replaced.iter().position(|r| *r == Some(column)) {
                Some(i) => self.write_field(self.fields[i], answer, text),
                None => text.extend_from_slice(field),
            }
        };
        let FieldCount { fields, unclosed } =
            each_field(row, self.header.delimiter, |column, at| write_one(column, &row[at], text));
        if unclosed {
            text.push(b'"');
        }
        (fields..self.header.columns).for_each(|column| write_one(column, b"", text));
    }
}

impl Codec for CsvCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            columns: true,
            expected_solutions: self.header.expected.is_some(),
            details: true,
            header: &self.header.text,
            found_column: self.header.found.as_deref(),
            ..Capabilities::SPANS
        }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let has_quotes = memchr(b'"', chunk).is_some();
        let two_fields = !has_quotes && self.header.columns == 2 && self.header.puzzle == 0;
        let mut at = 0;
        while at < chunk.len() {
            if two_fields && let Some(end) = self.read_two_fields(chunk, at, batch) {
                (at, batch.lines) = (end + 1, batch.lines + 1);
                continue;
            }
            let rest = &chunk[at..];
            let end = if has_quotes && is_row(rest, self.header.delimiter) {
                row_end(rest, self.header.delimiter)
            } else {
                memchr(b'\n', rest)
            };
            let end = end.unwrap_or(rest.len());
            let row = without_return(&rest[..end]);
            if is_row(row, self.header.delimiter) {
                self.read_row(chunk, at..at + row.len(), batch);
            }
            let newlines = if has_quotes { memchr::memchr_iter(b'\n', row).count() as u64 } else { 0 };
            batch.lines += newlines + 1;
            at += end + 1;
        }
    }

    fn expected_solution<'c>(&self, chunk: &'c [u8], span: &RecordSpan) -> Cow<'c, [u8]> {
        let field = span.expected.range().map_or(&b""[..], |at| &chunk[at]);
        contents(field.trim_ascii())
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        if answer.puzzle.is_some() {
            self.write_row(record, at.clone(), answer, text);
        } else {
            self.write_malformed_row(&record.chunk[at.clone()], answer, text);
        }
        for (field, replaced) in self.fields.iter().zip(&self.header.replaced) {
            if replaced.is_none() {
                text.push(self.header.delimiter);
                self.write_field(*field, answer, text);
            }
        }
        write_line_end(record.chunk, at.end, text);
    }

    fn write_record(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        text.extend_from_slice(&record.chunk[at.clone()]);
        write_line_end(record.chunk, at.end, text);
    }
}

/// Appends the end of the row that ends here.
fn write_line_end(chunk: &[u8], end: usize, text: &mut Vec<u8>) {
    text.extend_from_slice(if chunk.get(end) == Some(&b'\r') { b"\r\n" } else { b"\n" });
}

/// Appends a field, with quotes if it needs them.
#[inline]
fn write_field(field: Field, answer: &Answer<'_>, delimiter: u8, text: &mut Vec<u8>) {
    match (field, answer.content) {
        (Field::Status, _) => text.extend_from_slice(answer.result.status().as_bytes()),
        (Field::Answer(_), AnswerContent::Text(word)) => write_text(word, delimiter, text),
        (Field::Answer(_), _) => answer.write(text),
        (Field::Note(_), _) => write_text(answer.details.note, delimiter, text),
        (Field::Nodes | Field::Guesses, _) => field.write_detail(&answer.details, text),
    }
}

/// Appends the contents of a field, with quotes if they need them.
fn write_text(word: &[u8], delimiter: u8, text: &mut Vec<u8>) {
    if !word.iter().any(|b| *b == delimiter || matches!(b, b'"' | b'\n' | b'\r')) {
        return text.extend_from_slice(word);
    }
    text.push(b'"');
    for &byte in word {
        text.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    text.push(b'"');
}
