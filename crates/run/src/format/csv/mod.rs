//! `csv`: a table with a header row, the puzzles in one of its columns. Commas, tabs or semicolons separate the fields;
//! quoting as in RFC 4180.
//!
//! Rows are copied byte for byte; only the positions of their fields are determined.

mod beside;
mod codec;
mod fields;
mod first_rows;
mod framing;
mod header;
mod rows;
#[cfg(test)]
mod tests;
mod write;

use super::{
    answer::Answer,
    codec::{Capabilities, CellContent, Codec, Format, OpenedInput, ReadOptions, TableColumns},
    error::FormatError,
    head::Head,
    kind,
    output_format::{AnswerForm, OutputFormat},
    pencilmark,
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
    solved::SolvedRecords,
};
use codec::CsvCodec;
use fields::{contents, each_field, is_row, row_len, without_return};
use framing::CsvFraming;
use header::Header;
use quadrille_base::framing::HeadEnd;
use quadrille_grid::Alphabet;
use quadrille_tasks::ColumnPlace;
use std::borrow::Cow;
use write::{line_end, write_field};

/// A table with a header row.
pub(super) static FORMAT: Format = Format {
    kind: kind::CSV,
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
    form: AnswerForm::Rows,
    number_end: None,
    header: |columns, text| {
        text.extend_from_slice(b"puzzle");
        for column in columns.iter().filter(|column| column.is_added()) {
            text.push(b',');
            text.extend_from_slice(column.name.as_bytes());
        }
        text.push(b'\n');
    },
    write: |answer, text| {
        match answer.columns.first() {
            Some(column) if column.place == ColumnPlace::Puzzle => write_field(0, answer, b',', text),
            _ => answer.write_puzzle(text),
        }
        for (number, _) in answer.columns.iter().enumerate().filter(|(_, column)| column.is_added()) {
            text.push(b',');
            write_field(number, answer, b',', text);
        }
        text.push(b'\n');
    },
};

fn open(head: &Head<'_>, options: &ReadOptions) -> Result<Option<OpenedInput>, FormatError> {
    let Some((header, skip)) = Header::find(head, options)? else { return Ok(None) };
    let framing = Box::new(CsvFraming { delimiter: header.delimiter, columns: header.columns });
    let frame = write::solution_frame(&header, &options.columns);
    let symbols = options.symbols.into();
    let Some(has_candidates) = has_candidates(&header, &head.bytes[skip..], head.end) else {
        return Ok(None);
    };
    let codec = CsvCodec { header, symbols, has_candidates, frame };
    Ok(Some(OpenedInput { codec: Box::new(codec), framing, skip }))
}

/// Opens a table whose rows are not text, by its header row and the fields of its first rows.
#[cfg(feature = "parquet")]
pub(super) fn open_rows(
    head: (&[String], &[u8]),
    rows: &[Vec<Vec<u8>>],
    options: &ReadOptions,
) -> Result<Box<dyn Codec>, FormatError> {
    let header = Header::of_rows(head, rows, options)?;
    let first = rows.iter().find(|row| row.iter().any(|field| !field.is_empty()));
    let has_candidates = first.is_some_and(|row| pencilmark::are_marks(&row[header.puzzle]));
    let frame = write::solution_frame(&header, &options.columns);
    Ok(Box::new(CsvCodec { header, symbols: options.symbols.into(), has_candidates, frame }))
}

/// Whether the first row has candidates; `None` if it is not there yet.
fn has_candidates(header: &Header, mut rest: &[u8], end: HeadEnd) -> Option<bool> {
    while let Some(len) = row_len(rest, header.delimiter, end).filter(|len| *len > 0) {
        let row;
        (row, rest) = rest.split_at(len);
        if is_row(row, header.delimiter) {
            let mut found = false;
            each_field(
                without_return(row.strip_suffix(b"\n").unwrap_or(row)),
                header.delimiter,
                |column, at| {
                    found |= column == header.puzzle && pencilmark::are_marks(&contents(&row[at]));
                },
            );
            return Some(found);
        }
    }
    (end != HeadEnd::More).then_some(false)
}

impl Codec for CsvCodec {
    fn memory(&self) -> usize {
        self.header.memory()
    }

    fn capabilities(&self) -> Capabilities<'_> {
        let cells = if self.has_candidates { CellContent::Candidates } else { CellContent::Givens };
        Capabilities {
            cells,
            columns: true,
            expected_solutions: self.header.expected.is_some(),
            details: true,
            header: &self.header.text,
            puzzle_column: Some((&self.header.puzzle_name, self.header.is_found)),
            solution_column: self.header.expected_name.as_deref(),
            table: Some(TableColumns {
                delimiter: self.header.delimiter,
                count: self.header.columns,
                puzzle: self.header.puzzle,
                solution: self.header.expected,
                replaced: self.header.replaced,
            }),
            used_columns: &self.header.used,
            overwritten: &self.header.overwritten,
            other_columns: self.header.other_columns,
            ..Capabilities::SPANS
        }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        self.read_rows(chunk, self.has_short_rows(), batch);
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
        self.write_new_fields(answer, text);
        text.extend_from_slice(line_end(record.chunk, at.end));
    }

    fn write_solved(&self, records: &SolvedRecords<'_>, text: &mut Vec<u8>) {
        if !self.frame.as_ref().is_some_and(|frame| frame.write(records, text)) {
            records.each(|record, answer| self.write(record, answer, text));
        }
    }

    fn write_record(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        text.extend_from_slice(&record.chunk[at.clone()]);
        text.extend_from_slice(line_end(record.chunk, at.end));
    }

    fn write_row(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        let row = &record.chunk[at.clone()];
        text.extend_from_slice(row);
        // Only the last row of a chunk may have a quote that is never closed, which takes the rest of it.
        if at.end + 1 >= record.chunk.len() && each_field(row, self.header.delimiter, |_, _| {}).unclosed {
            text.push(b'"');
        }
        text.extend_from_slice(line_end(record.chunk, at.end));
    }
}
