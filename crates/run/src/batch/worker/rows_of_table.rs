//! Records that are rows of a table.

use super::{
    RecordWorker, Records,
    lines::{LineFinder, line_of},
    written_rows::InputRow,
};
use crate::{batch::input_format::InputFormat, format::RecordSpan, tables::RowNumber};
#[cfg(feature = "parquet")]
use {
    super::ChunkAnswers, crate::format::push_candidates, arrow_array::StringArray,
    quadrille_columns::table::PuzzleRows, quadrille_grid::InputSymbols, quadrille_tasks::Style,
};

/// Some rows of a piece of a table.
#[cfg(feature = "parquet")]
pub(in crate::batch) struct ChunkRows<'a> {
    pub rows: &'a PuzzleRows,
    /// The texts of the puzzles, if these are candidates.
    pub candidates: Option<&'a StringArray>,
    /// The texts of the transformations, if each row contains its own.
    pub transforms: Option<&'a StringArray>,
    pub symbols: InputSymbols,
    /// The number of the first row.
    pub first: RowNumber,
    /// How many rows of the piece come before them.
    pub before: u64,
    /// Where the rows are in the chunk, if they are written as text.
    pub spans: Option<&'a [RecordSpan]>,
}

#[cfg(feature = "parquet")]
impl RecordWorker {
    /// Answers some rows of a piece, and adds their answers after the answers to earlier rows. `before` is the number of records of the run before
    /// them.
    pub fn answer_rows(&mut self, records: &Records<'_>, before: u64, answers: &mut ChunkAnswers) {
        let Some(rows) = &records.rows else { return };
        self.batch.clear();
        match rows.candidates {
            Some(texts) => {
                for text in texts.iter().map(Option::unwrap_or_default) {
                    let line = self.batch.lines;
                    push_candidates(&mut self.batch, line, text.as_bytes(), rows.symbols);
                    self.batch.lines += 1;
                }
            }
            None => self.reader.read(rows.rows, rows.symbols, &mut self.batch.boards),
        }
        if let Some(spans) = rows.spans {
            // Candidates already have spans, without a place.
            self.batch.spans.clear();
            self.batch.spans.extend_from_slice(spans);
        }
        self.batch.boards.malformed.iter_mut().for_each(|(line, _)| *line += rows.before);
        self.answer_read(records, before, answers);
        answers.lines += rows.rows.len() as u64;
    }
}

impl RecordWorker {
    /// The row of a record, if rows are written by their numbers.
    #[inline]
    pub(super) fn input_row(&self, records: &Records<'_>, index: usize) -> Option<InputRow> {
        #[cfg(feature = "parquet")]
        if let Some((first, rows)) = records.first_row().zip(records.rows.as_ref()) {
            let alphabet = self.batch.boards.tags[index].alphabet();
            let style = match rows.candidates {
                Some(_) => Style::Text(alphabet),
                None => self.reader.style(index, alphabet),
            };
            return Some(InputRow { number: first.after(index as u64), styles: [style; 2] });
        }
        let _ = (records, index);
        None
    }
}

impl<'a> Records<'a> {
    /// The records of a text.
    pub fn of_text(chunk: &'a [u8], input: &'a InputFormat) -> Records<'a> {
        Records {
            chunk,
            #[cfg(feature = "parquet")]
            rows: None,
            input,
            first_record: 0,
            records: None,
            following: None,
        }
    }

    /// Whether the records were read from the rows of a table.
    pub fn are_rows(&self) -> bool {
        #[cfg(feature = "parquet")]
        return self.rows.is_some();
        #[cfg(not(feature = "parquet"))]
        false
    }

    /// How many rows of the piece come before them; 0 if the records are text.
    pub fn rows_before(&self) -> u64 {
        #[cfg(feature = "parquet")]
        return self.rows.as_ref().map_or(0, |rows| rows.before);
        #[cfg(not(feature = "parquet"))]
        0
    }

    /// The number of the first row, if rows of a table are written by their numbers.
    pub fn first_row(&self) -> Option<RowNumber> {
        #[cfg(feature = "parquet")]
        return self.rows.as_ref().filter(|rows| rows.spans.is_none()).map(|rows| rows.first);
        #[cfg(not(feature = "parquet"))]
        None
    }

    /// The line of a record in its chunk, from 0, or its row in the piece.
    #[cold]
    pub fn line_of(&self, index: usize, span: Option<&RecordSpan>) -> u64 {
        if self.are_rows() {
            return self.rows_before() + index as u64;
        }
        line_of(self.chunk, index, span)
    }

    /// As [`line_of`](Self::line_of), for records that are asked for in their order.
    pub(super) fn next_line(&self, index: usize, spans: &[RecordSpan], lines: &mut LineFinder) -> u64 {
        match spans.get(index) {
            Some(span) if !self.are_rows() => lines.line_of(self.chunk, span),
            span => self.line_of(index, span),
        }
    }
}
