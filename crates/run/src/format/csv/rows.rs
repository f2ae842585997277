//! Reads rows: their puzzles, and where the fields are that are checked or replaced.

use super::{
    codec::CsvCodec,
    fields::{FieldCount, contents, each_field, is_row, row_end, without_return},
};
use crate::format::{pencilmark, record_batch::RecordBatch, record_span::RecordSpan};
use memchr::{memchr, memchr_iter, memchr2};
use quadrille_grid::{NineRow, Shape, field::parse_field};
use quadrille_tasks::Malformed;
use std::ops::Range;

impl CsvCodec {
    /// Whether rows may be like the rows of [`read_short_row`](Self::read_short_row) and [`read_short_rows`](Self::read_short_rows).
    pub(super) fn has_short_rows(&self) -> bool {
        self.header.columns <= 2 && self.header.puzzle == 0 && !self.has_candidates
    }

    /// Reads the rows of a chunk. The result is the same whether short rows are tried first or not.
    pub(super) fn read_rows(&self, chunk: &[u8], is_short: bool, batch: &mut RecordBatch) {
        // Whether there are quotes from some row on; not searched for before a row needs it.
        let mut has_quotes = None;
        let mut at = 0;
        while at < chunk.len() {
            if is_short {
                let len = self.read_short_rows(chunk, at, batch);
                if len > 0 {
                    at += len;
                    continue;
                }
                if let Some(end) = self.read_short_row(chunk, at, batch) {
                    (at, batch.lines) = (end + 1, batch.lines + 1);
                    continue;
                }
            }
            let rest = &chunk[at..];
            let has_quotes = *has_quotes.get_or_insert_with(|| memchr(b'"', rest).is_some());
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
            let newlines = if has_quotes { memchr_iter(b'\n', row).count() as u64 } else { 0 };
            batch.lines += newlines + 1;
            at += end + 1;
        }
    }

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
        let field = match puzzle {
            _ if unclosed => Err(Malformed::Other("a quoted field has no closing quote")),
            Some(field) if found == expected => Ok(contents(&row[field])),
            _ => Err(Malformed::Fields { found, expected }),
        };
        if self.has_candidates {
            batch.push_with_extras(batch.lines, Some(span), |cells, extras| {
                pencilmark::read_field(&field?, self.symbols, cells, extras)
            });
        } else {
            batch.push(batch.lines, Some(span), |cells| Ok(parse_field(&field?, self.symbols, cells)?));
        }
    }

    /// Records the place of a field if it has an expected solution or will be replaced.
    #[inline(always)]
    fn note_column(&self, span: &mut RecordSpan, column: usize, at: Range<usize>) {
        span.note((column, at), (self.header.expected, &self.header.replaced));
    }

    /// Reads the rows from `start` on that are alike: a 9×9 puzzle, or one followed by an empty field or another 9×9 grid.
    /// Gives how many bytes they are.
    pub(super) fn read_short_rows(&self, chunk: &[u8], start: usize, batch: &mut RecordBatch) -> usize {
        const NINE: usize = Shape::NINE.area();
        let (text, delimiter) = (&chunk[start..], self.header.delimiter);
        let end = &[delimiter, b'\n'][..];
        let (row, second) = match text.get(NINE + 1) {
            _ if self.header.columns == 1 => (NineRow::Framed(b"", b"\n"), None),
            Some(b'\n') => (NineRow::Framed(b"", end), Some(start + NINE + 1)),
            _ => (NineRow::Pair(delimiter), Some(start + NINE + 1)),
        };
        if text.len() < row.bytes() {
            return 0;
        }
        let end = start + row.bytes() - 1;
        let mut span = RecordSpan::new(start..end);
        self.note_column(&mut span, 0, start..start + NINE);
        if let Some(second) = second {
            self.note_column(&mut span, 1, second..end);
        }
        batch.push_nine_rows(text, row, span)
    }

    /// Reads a row whose first field is a 9×9 puzzle, and whose second and last one has no quote at its beginning: a single
    /// search finds its end. Gives the place of its newline; `None` if the row is not like this.
    #[inline]
    fn read_short_row(&self, chunk: &[u8], start: usize, batch: &mut RecordBatch) -> Option<usize> {
        let (nine, rest) = chunk[start..].split_first_chunk::<81>()?;
        let (&byte, second) = rest.split_first()?;
        if byte != self.header.delimiter || self.header.columns == 1 || second.first() == Some(&b'"') {
            return None;
        }
        let len = memchr2(byte, b'\n', second).filter(|len| second[*len] == b'\n')?;
        if second[..len].ends_with(b"\r") {
            return None;
        }
        let end = start + 82 + len;
        let mut span = RecordSpan::new(start..end);
        self.note_column(&mut span, 0, start..start + 81);
        self.note_column(&mut span, 1, start + 82..end);
        batch.push_nine(nine, Some(span)).then_some(end)
    }
}
