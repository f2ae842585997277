//! Writes the answers to a chunk, or finds the place where a worker is to write them.

use super::{AnswerOutput, AnswerPlace, Writer, place::cannot_write};
use crate::{
    batch::{input_format::InputFormat, worker::ChunkAnswers},
    format::Separator,
};
use quadrille_base::error::Error;
use quadrille_ordered::{pieces::pieces, pipeline::Stopped};
use std::{io, time::Instant};

impl Writer<'_> {
    pub(super) fn write_answers(
        &mut self,
        input: &InputFormat,
        answers: &mut ChunkAnswers,
    ) -> Result<Option<AnswerPlace>, Error> {
        if let Some(all) = self.settings.all.clone() {
            return self.write_solutions(&all, input, answers).map(|()| None);
        }
        #[cfg(feature = "parquet")]
        if let Some(unit) = answers.unit.take() {
            let records = self.so_far.tally.records + answers.tally.records;
            return self.write_timed(records, |output| output.write_unit(unit)).map(|()| None);
        }
        if input.is_typed {
            let records = self.so_far.tally.records + answers.tally.records;
            let rows = answers.written.of_table();
            if !rows.is_empty() {
                return self.write_timed(records, |output| output.write_rows(rows)).map(|()| None);
            }
        }
        let mut text = &*answers.written.text;
        if are_separated(input) && !self.so_far.has_answers {
            text = text.strip_prefix(b"\n").unwrap_or(text);
            let removed = answers.written.text.len() - text.len();
            answers.ends.iter_mut().for_each(|end| *end = end.saturating_sub(removed));
        }
        self.so_far.has_answers |= !text.is_empty();
        let records = self.so_far.tally.records + answers.tally.records;
        if let Some(at) = self.output.place(text.len()) {
            let from = answers.written.text.len() - text.len();
            let records_before = std::mem::replace(&mut self.written, records);
            self.observer.written(records);
            return Ok(Some(AnswerPlace { at, from, records_before }));
        }
        if self.settings.max_write.is_none() {
            return self.write_text(text, records).map(|()| None);
        }
        self.write_pieces(text, &answers.ends, self.so_far.tally.records).map(|()| None)
    }

    /// Writes records, whose ends are given, in pieces that are not too large; `before` are those before them.
    pub(super) fn write_pieces(&mut self, text: &[u8], ends: &[usize], before: u64) -> Result<(), Error> {
        for (piece, records) in pieces(text, ends, self.settings.max_write.unwrap_or(usize::MAX)) {
            self.write_text(piece, before + records as u64)?;
            // Only a stop from outside is known here: the reader may be slow, and the process is to end soon.
            if self.settings.max_write.is_some() && self.is_stopped() {
                return Err(Stopped.into());
            }
        }
        Ok(())
    }

    /// Writes a text with which the answers to this many records of the run are complete.
    pub(super) fn write_text(&mut self, text: &[u8], records: u64) -> Result<(), Error> {
        if text.is_empty() {
            self.written = records;
            self.observer.written(records);
            return Ok(());
        }
        self.write_timed(records, |output| output.write(text))
    }

    pub(super) fn write_timed(
        &mut self,
        records: u64,
        write: impl FnOnce(&mut dyn AnswerOutput) -> io::Result<()>,
    ) -> Result<(), Error> {
        let start = Instant::now();
        let written = write(self.output);
        self.writing += start.elapsed();
        written.map_err(|e| cannot_write(self.written, e))?;
        self.written = records;
        self.observer.written(records);
        Ok(())
    }
}

/// Whether each record in the input's own form begins with the blank line that separates it from the one before it.
pub(super) fn are_separated(input: &InputFormat) -> bool {
    input.output.is_none() && input.codec.capabilities().separator == Separator::Newline
}
