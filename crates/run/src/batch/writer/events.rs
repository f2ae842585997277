//! Reports what was noticed in a chunk.

use super::Writer;
use crate::{
    batch::{MALFORMED_SHOWN, input_format::InputFormat, worker::ChunkAnswers},
    io::Chunk,
};
use std::sync::Arc;

impl Writer<'_> {
    /// Whether an event of the chunk is to be reported that names a line.
    pub(super) fn has_events(&self, chunk: &Chunk<Arc<InputFormat>>, answers: &ChunkAnswers) -> bool {
        let ChunkAnswers { malformed, mismatches, .. } = answers;
        (!malformed.is_empty() && self.so_far.malformed_shown < MALFORMED_SHOWN)
            || (!mismatches.is_empty() && self.so_far.mismatches_shown < self.settings.mismatches_shown)
            || chunk.fault.is_some()
            || answers.end_line.is_some()
    }

    /// Reports the events of a chunk whose first line is `first`.
    pub(super) fn report_events(
        &mut self,
        chunk: &Chunk<Arc<InputFormat>>,
        answers: &ChunkAnswers,
        first: u64,
    ) {
        let name = &self.names[chunk.input];
        for (line, reason) in &answers.malformed {
            if self.so_far.malformed_shown < MALFORMED_SHOWN {
                self.observer.malformed(name, first + line, &reason.to_string());
                self.observer.reason(reason);
                self.so_far.malformed_shown += 1;
            }
        }
        for (line, mismatch) in &answers.mismatches {
            if self.so_far.mismatches_shown < self.settings.mismatches_shown {
                self.observer.mismatch(name, first + line, mismatch);
                self.so_far.mismatches_shown += 1;
            }
        }
        if let Some(line) = answers.end_line {
            self.observer.end_line(name, first + line);
        }
        if let Some((line, what)) = &chunk.fault {
            self.so_far.tally.faults += 1;
            self.observer.fault(name, first + line, what);
        }
    }
}
