//! The text of a file's units, made by several threads and read in order.
//!
//! Decoders are threads of their own, so that a worker that needs text never decodes while it holds the lock of the feed.
//! They are never more than a few units before the reader: if they are faster than the workers they sleep, and the
//! workers have the processors; if the workers are faster, these wait for text and the decoders have the processors.

use super::{DAMAGED, Plan, file::PositionedFile};
use quadrille_core::ordered::{job_threads::JobThreads, order::Panicked};
use std::{
    io::{self, Read},
    ops::Range,
    sync::Arc,
    thread,
};

/// More decoders than this read faster than any number of workers solves easy puzzles.
const MOST_DECODERS: usize = 16;

/// The name of the threads that decode. Whoever prints panics leaves those of these threads out: they are damage in a
/// file, and become errors.
pub(crate) const DECODER_THREAD: &str = "table decoder";

/// The text of a table, in order.
pub(crate) struct TableText {
    /// A job is a unit, and a buffer for its text. One more is under way than there are threads.
    decoders: JobThreads<(u64, Vec<u8>), Result<Vec<u8>, String>>,
    /// The units that no decoder has got.
    units: Range<u64>,
    /// The text that is being read, of which `taken` bytes have been.
    text: Vec<u8>,
    taken: usize,
    has_failed: bool,
}

impl TableText {
    /// The header row, and the rows of some units.
    pub(super) fn new(plan: Arc<dyn Plan>, file: PositionedFile, units: Range<u64>) -> TableText {
        let mut text = Vec::new();
        plan.schema().append_header(&mut text);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let wanted =
            cores.min(MOST_DECODERS).min(usize::try_from(units.end - units.start).unwrap_or(usize::MAX));
        let decoders = JobThreads::new(DECODER_THREAD, wanted, move |(unit, mut buffer): (_, Vec<u8>)| {
            buffer.clear();
            plan.append(unit, &file, &mut buffer).map(|()| buffer)
        });
        let mut table = TableText { decoders, units, text, taken: 0, has_failed: false };
        (0..=table.decoders.count()).for_each(|_| table.decode_another(Vec::new()));
        table
    }

    fn decode_another(&mut self, buffer: Vec<u8>) {
        if let Some(unit) = self.units.next() {
            self.decoders.push((unit, buffer));
        }
    }

    /// Goes on with the text of the next unit, if there is one.
    fn read_next(&mut self) -> io::Result<bool> {
        let next = if self.has_failed { None } else { self.decoders.take(true) };
        let Some(text) = next else { return Ok(false) };
        let read = std::mem::take(&mut self.text);
        self.taken = 0;
        // Decoders of damaged files may panic.
        let text = text.unwrap_or_else(|Panicked| Err(DAMAGED.into()));
        self.has_failed = text.is_err();
        self.text = text.map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?;
        self.decode_another(read);
        Ok(true)
    }
}

impl Read for TableText {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut done = 0;
        // Fills all of `bytes`, so that chunks of records have their usual size.
        while done < bytes.len() {
            let left = &self.text[self.taken..];
            if left.is_empty() {
                if !self.read_next()? {
                    break;
                }
                continue;
            }
            let count = left.len().min(bytes.len() - done);
            bytes[done..done + count].copy_from_slice(&left[..count]);
            (self.taken, done) = (self.taken + count, done + count);
        }
        Ok(done)
    }
}
