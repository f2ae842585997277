//! Writes all solutions of the records of a chunk.

use super::Writer;
use crate::batch::{
    input_format::InputFormat,
    worker::{AllSolutions, ChunkAnswers, Rows},
};
use quadrille_base::error::Error;
use quadrille_ordered::{pieces::pieces, pipeline::Stopped};
use std::ops::{ControlFlow, Range};

impl Writer<'_> {
    /// Writes the rows of a chunk and, at their places, those that did not fit into memory.
    pub(super) fn write_solutions(
        &mut self,
        all: &AllSolutions,
        input: &InputFormat,
        answers: &mut ChunkAnswers,
    ) -> Result<(), Error> {
        const BLOCK: usize = 64 << 10;
        let (mut from, mut rows) = (0, Rows::default());
        for record in std::mem::take(&mut answers.deferred) {
            self.write_rows(input, &answers.rows, from..record.rows_before)?;
            from = record.rows_before;
            let write = |rows: &mut Rows, writer: &mut Self| {
                let end = writer.write_rows(input, rows, 0..rows.starts.len());
                rows.clear();
                end
            };
            let outcome = record.write(all, input, &mut rows, |rows| {
                if rows.bytes() < BLOCK {
                    return ControlFlow::Continue(());
                }
                write(rows, self).map_or_else(ControlFlow::Break, ControlFlow::Continue)
            });
            // A search that was stopped says that it was given up, which must not be written.
            if self.is_stopped() {
                return Err(Stopped.into());
            }
            match outcome {
                ControlFlow::Break(error) => return Err(error),
                ControlFlow::Continue(outcome) => record.count(outcome, &mut answers.tally),
            }
            write(&mut rows, self)?;
        }
        self.write_rows(input, &answers.rows, from..answers.rows.starts.len())
    }

    /// Writes some rows, with the numbers of their records over the whole run.
    fn write_rows(&mut self, input: &InputFormat, rows: &Rows, range: Range<usize>) -> Result<(), Error> {
        let before = self.so_far.tally.records;
        if input.is_typed {
            let rows = rows.of_table(range);
            return self.write_timed(before, |output| output.write_rows(rows));
        }
        let (text, ends) = rows.numbered(range.start, range.end, before, input);
        for (piece, _) in pieces(&text, &ends, self.settings.max_write.unwrap_or(usize::MAX)) {
            self.write_text(piece, before)?;
            if self.settings.max_write.is_some() && self.is_stopped() {
                return Err(Stopped.into());
            }
        }
        Ok(())
    }
}
