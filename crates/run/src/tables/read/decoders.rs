//! The text of a file's units, made by several threads and read in order.
//!
//! Decoders are threads of their own, so that a worker that needs text never decodes while it holds the lock of the feed.
//! They are never more than a few units before the reader: if they are faster than the workers they sleep, and the
//! workers have the processors; if the workers are faster, these wait for text and the decoders have the processors.

use super::{DAMAGED, Plan, append_unit, expecting_panics, file::PositionedFile, groups::Unit, guarded};
use quadrille_ordered::{job_threads::JobThreads, order::Panicked};
use std::{
    io::{self, Read},
    ops::Range,
    sync::Arc,
    thread,
};

/// More decoders than this read faster than any number of workers solves easy puzzles.
const MOST_DECODERS: usize = 16;

/// The text of a table, in order.
pub(crate) struct TableText {
    /// A job is a unit, and a buffer for its text. One more is under way than there are threads.
    decoders: JobThreads<(u64, Vec<u8>), Decoded>,
    plan: Arc<dyn Plan>,
    file: PositionedFile,
    /// The rows of a unit that come next, whose text was too long to be made at once.
    rest: Option<Unit>,
    /// The units that no decoder has taken.
    units: Range<u64>,
    /// The text that is being read, of which `taken` bytes have been.
    text: Vec<u8>,
    taken: usize,
    has_failed: bool,
}

/// Text, and the rows of the unit that are not in it; or what is wrong with the file.
type Decoded = Result<(Vec<u8>, Option<Unit>), String>;

fn decode(plan: &dyn Plan, file: &PositionedFile, unit: Unit, mut text: Vec<u8>) -> Decoded {
    text.clear();
    let rows = append_unit(plan, unit, file, &mut text)?;
    Ok((text, unit.after(rows)))
}

impl TableText {
    /// The header row, and the rows of some units.
    pub(super) fn new(plan: Arc<dyn Plan>, file: PositionedFile, units: Range<u64>) -> TableText {
        let mut text = Vec::new();
        plan.schema().append_header(&mut text);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let wanted =
            cores.min(MOST_DECODERS).min(usize::try_from(units.end - units.start).unwrap_or(usize::MAX));
        let (of, from) = (plan.clone(), file.clone());
        let decoders = JobThreads::new("table decoder", wanted, move |(unit, buffer): (_, Vec<u8>)| {
            expecting_panics(|| decode(&*of, &from, of.groups().unit(unit), buffer))
        });
        let mut table =
            TableText { decoders, plan, file, rest: None, units, text, taken: 0, has_failed: false };
        (0..=table.decoders.count()).for_each(|_| table.decode_another(Vec::new()));
        table
    }

    fn decode_another(&mut self, buffer: Vec<u8>) {
        if let Some(unit) = self.units.next() {
            self.decoders.push((unit, buffer));
        }
    }

    /// Continues with the text of the rest of a unit or of the next one, if there is one.
    fn read_next(&mut self) -> io::Result<bool> {
        let read = std::mem::take(&mut self.text);
        self.taken = 0;
        let decoded = match self.rest.take() {
            // The other decoders are as far ahead as they may be.
            Some(rest) => guarded(|| decode(&*self.plan, &self.file, rest, read)),
            None => {
                let next = if self.has_failed { None } else { self.decoders.take(true) };
                let Some(decoded) = next else { return Ok(false) };
                self.decode_another(read);
                // Decoders of damaged files may panic.
                decoded.unwrap_or_else(|Panicked| Err(DAMAGED.into()))
            }
        };
        self.has_failed = decoded.is_err();
        let (text, rest) = decoded.map_err(super::invalid)?;
        (self.text, self.rest) = (text, rest);
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
