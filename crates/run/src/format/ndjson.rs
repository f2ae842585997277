//! `ndjson`: one JSON object per line, the puzzle in one of its members.
//!
//! Objects are copied byte for byte; only the positions of their members are determined.

use super::{
    answer::Answer,
    codec::{Capabilities, CellContent, Codec, Format, OpenedInput},
    kind,
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
    solved::SolvedRecords,
};
use codec::NdjsonCodec;
pub(super) use elements::ARRAY_FORMAT;
use members::unescaped;
use memchr::memchr;
pub(super) use output::OUTPUT_FORMAT;
use quadrille_base::framing::LineFraming;
use quadrille_grid::{Alphabet, cells::is_record};
use std::borrow::Cow;

mod array;
mod beside;
mod codec;
mod elements;
mod members;
mod object;
mod output;
#[cfg(test)]
mod tests;
mod write;

/// One object per line.
pub(super) static FORMAT: Format = Format {
    kind: kind::NDJSON,
    aliases: &[],
    about: "one JSON object per line, the puzzle in one of its members",
    detect: |head, _| (head.at_start && head.lines[0].starts_with(b"{")).into(),
    open: |head, options| {
        let lines = head.lines();
        let objects = lines.into_iter().filter(|line| is_record(line));
        let Some(codec) = NdjsonCodec::open(objects, head, options)? else { return Ok(None) };
        let framing = Box::new(LineFraming { max_line: None });
        Ok(Some(OpenedInput { codec: Box::new(codec), framing, skip: 0 }))
    },
};

impl Codec for NdjsonCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        let cells = if self.has_candidates { CellContent::Candidates } else { CellContent::Givens };
        Capabilities {
            cells,
            columns: true,
            expected_solutions: true,
            puzzle_column: Some((&self.puzzle.name, self.puzzle.is_found)),
            details: true,
            overwritten: &self.overwritten,
            other_columns: self.other_columns,
            ..Capabilities::SPANS
        }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut at = 0;
        while at < chunk.len() {
            let len = self.read_lone_puzzles(chunk, at, batch);
            if len > 0 {
                at += len;
                continue;
            }
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |i| at + i);
            let line = chunk[at..end].trim_ascii();
            if is_record(line) {
                let indent = end - at - chunk[at..end].trim_ascii_start().len();
                self.read_line(line, (at + indent, Some(indent)), batch);
            }
            (at, batch.lines) = (end + 1, batch.lines + 1);
        }
    }

    fn expected_solution<'c>(&self, chunk: &'c [u8], span: &RecordSpan) -> Cow<'c, [u8]> {
        let value = span.expected.range().map_or(&b""[..], |at| &chunk[at]);
        unescaped(value).unwrap_or(Cow::Borrowed(value))
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        self.write_object(record, answer, text);
    }

    fn write_solved(&self, records: &SolvedRecords<'_>, text: &mut Vec<u8>) {
        if !self.frame.as_ref().is_some_and(|frame| frame.write(records, text)) {
            records.each(|record, answer| self.write(record, answer, text));
        }
    }
}
