//! `line` with the text after each grid, which is written after the answer, byte for byte.

use super::{
    answer::Answer,
    codec::{Capabilities, Codec, RecordLayout},
    end_line::{EndLine, MAX_END_LINE},
    malformed::read_record,
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
};
use memchr::memchr;
use quadrille_grid::{
    Alphabet, InputSymbols,
    cells::{grid_end, is_record},
};
use std::ops::Range;

pub(super) struct KeptLineCodec {
    pub symbols: InputSymbols,
    pub end_line: EndLine,
}

impl KeptLineCodec {
    fn read_line(&self, chunk: &[u8], at: Range<usize>, batch: &mut RecordBatch) {
        let line = &chunk[at.clone()];
        if !is_record(line) {
            return;
        }
        let mut span = RecordSpan::new(at.clone());
        // In the place of an expected solution, which a line does not have.
        span.expected = (at.start + grid_end(line)..at.end).into();
        let rest = chunk.get(at.end + 1..).unwrap_or_default();
        if line.len() < MAX_END_LINE && self.end_line.read((line, Some(span)), rest, batch) {
            return;
        }
        batch.push(batch.lines, Some(span), |cells| read_record(line, self.symbols, cells));
    }
}

impl Codec for KeptLineCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities { layout: RecordLayout::Spans, kept_text: true, ..Capabilities::LINES }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut at = 0;
        while at < chunk.len() && !batch.ended {
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |len| at + len);
            self.read_line(chunk, at..end, batch);
            (at, batch.lines) = (end + 1, batch.lines + 1);
        }
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        answer.write_with_details(text);
        if let Some(kept) = record.span.expected.range() {
            text.extend_from_slice(&record.chunk[kept]);
        }
        text.push(b'\n');
    }
}
