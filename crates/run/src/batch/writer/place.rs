//! The place of the answers to a chunk in the output.

use crate::{batch::worker::ChunkAnswers, io::PlacedFile};
use quadrille_base::error::{Error, ErrorKind};
use std::io;

/// Where the answers to a chunk are written by a worker.
pub(in crate::batch) struct AnswerPlace {
    pub(super) at: u64,
    /// The first byte of the text that is written.
    pub(super) from: usize,
    /// The records whose answers come before it.
    pub(super) records_before: u64,
}

impl AnswerPlace {
    /// Writes the answers to their place.
    pub fn write(&self, file: PlacedFile<'_>, answers: &ChunkAnswers) -> Result<(), Error> {
        file.write(&answers.written.text[self.from..], self.at)
            .map_err(|e| cannot_write(self.records_before, e))
    }
}

pub(super) fn cannot_write(records_before: u64, error: io::Error) -> Error {
    let doing = match records_before {
        0 => "cannot write the output".into(),
        written => format!("cannot write the output after the answers to {written} records"),
    };
    Error::io(ErrorKind::Output, doing, error)
}
