//! Drops the records that are not the first of their class, as an earlier pass over the inputs found.

use super::{ChunkClasses, ClassOutput, ClassSink, Dedup, Duplicate, marks::Marks, places::LineNumbers};
use quadrille_core::error::Error;

/// The second pass over the inputs.
pub(in crate::batch) struct MarkedRecords {
    settings: Dedup,
    marks: Marks,
    lines: LineNumbers,
    /// The records so far.
    records: u64,
    dropped: Vec<bool>,
}

impl MarkedRecords {
    pub fn new(settings: Dedup, marks: Marks) -> MarkedRecords {
        MarkedRecords { settings, marks, lines: LineNumbers::default(), records: 0, dropped: Vec::new() }
    }
}

impl ClassSink for MarkedRecords {
    fn output(&self) -> ClassOutput {
        self.settings.output()
    }

    fn count(&self) -> u64 {
        // Known before this pass.
        0
    }

    fn take(
        &mut self,
        chunk: &ChunkClasses<'_>,
        report: &mut dyn FnMut(Duplicate),
    ) -> Result<&[bool], Error> {
        let MarkedRecords { settings, marks, lines, records, dropped } = self;
        let has_lines = settings.output().lines;
        let before =
            if has_lines { lines.before_chunk(chunk.input, chunk.first_line, chunk.lines) } else { 0 };
        dropped.clear();
        dropped.resize(chunk.records, false);
        let end = *records + chunk.records as u64;
        while let Some(mark) = marks.next_before(end)? {
            let index = (mark.record - *records) as usize;
            dropped[index] = true;
            if has_lines {
                let line = before + u64::from(chunk.record_lines[index]) + 1;
                report(Duplicate { record: lines.place(line), first: lines.place(mark.first_line) });
            }
        }
        *records = end;
        Ok(dropped)
    }
}
