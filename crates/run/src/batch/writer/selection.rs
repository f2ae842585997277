//! Keeps the records of a sample until the end of the run, or writes the records of a split to their parts.

use super::{Writer, answers::are_separated, place::cannot_write};
use crate::batch::{input_format::InputFormat, selection::RecordTexts, worker::ChunkAnswers};
use quadrille_core::{error::Error, ordered::pipeline::Stopped};
use std::time::Instant;

impl Writer<'_> {
    /// Takes the records of a chunk; says whether it has, so that no answers are written.
    pub(super) fn select(&mut self, input: &InputFormat, answers: &ChunkAnswers) -> Result<bool, Error> {
        let ChunkAnswers { keys, text, ends, .. } = answers;
        let texts = RecordTexts { keys, text, ends, are_separated: are_separated(input) };
        if let Some(sampler) = &mut self.sampler {
            sampler.take(&texts);
            return Ok(true);
        }
        let start = Instant::now();
        let Some(end) = self.output.take(&texts) else { return Ok(false) };
        self.writing += start.elapsed();
        end.map_err(|e| cannot_write(self.written, e))?;
        self.written = self.so_far.tally.records + answers.tally.records;
        self.observer.written(self.written);
        Ok(true)
    }

    /// Writes the sample, if there is one, at the end of the run.
    pub fn write_sample(&mut self) -> Result<(), Error> {
        const BLOCK: usize = 256 << 10;
        let Some(sampler) = self.sampler.take() else { return Ok(()) };
        let (records, selected) = sampler.finish();
        self.selected = selected;
        let (mut text, mut ends, mut before) = (Vec::new(), Vec::new(), 0);
        let count = records.len();
        for (number, record) in (1..).zip(records) {
            record.write(number == 1, &mut text);
            ends.push(text.len());
            if text.len() >= BLOCK || number == count {
                self.write_pieces(&text, &ends, before)?;
                if self.is_stopped() {
                    return Err(Stopped.into());
                }
                before = number as u64;
                text.clear();
                ends.clear();
            }
        }
        Ok(())
    }
}
