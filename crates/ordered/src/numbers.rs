//! The numbers of records, which a worker needs while it answers them.
//!
//! The number of records of a chunk is known only once it has been read. A worker reads its chunk, reports the number
//! of its records, and waits until all earlier chunks have been read. These were taken earlier, by workers that wait
//! only for chunks before theirs, so at least one worker does not wait. No worker waits for answers or for the sink.
//! `tests/ordered_model` runs this file under a model checker.

use super::sync::{Condvar, Mutex, MutexGuard};
use std::sync::PoisonError;

/// Counts the records of a run, chunk by chunk.
pub struct RecordNumbers {
    counted: Mutex<Counted>,
    changed: Condvar,
}

struct Counted {
    /// The number of the next chunk.
    chunk: u64,
    /// Records before this chunk.
    records: u64,
    /// The last input whose records ended before the end of its text.
    ended: Option<usize>,
    /// The first chunk that could not be read, so the chunks after it have no numbers.
    broken: u64,
}

/// The contents of a chunk.
#[derive(Clone, Copy)]
pub struct ChunkRecords {
    /// The number of its input.
    pub input: usize,
    /// Records of the chunk.
    pub records: u64,
    /// Whether the records of the input end in this chunk.
    pub ended: bool,
}

/// The place of a chunk in the order. If it is dropped before it is counted, no worker waits for it any
/// longer.
pub struct ChunkNumber<'a> {
    numbers: Option<&'a RecordNumbers>,
    chunk: u64,
}

impl RecordNumbers {
    /// `records` is the number of records before the first chunk of the run.
    pub fn after(records: u64) -> RecordNumbers {
        let counted = Counted { chunk: 0, records, ended: None, broken: u64::MAX };
        RecordNumbers { counted: Mutex::new(counted), changed: Condvar::new() }
    }

    /// The place of a chunk, by its number in the order of the run.
    pub fn of_chunk(&self, chunk: u64) -> ChunkNumber<'_> {
        ChunkNumber { numbers: Some(self), chunk }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChunkNumber<'_> {
    /// Counts the records of the chunk and returns how many records come before it. `None` if an earlier chunk could
    /// not be read, where the run fails.
    pub fn count(mut self, found: ChunkRecords) -> Option<u64> {
        let numbers = self.numbers.take()?;
        let mut counted = numbers.lock();
        // Not `wait_while`, which stops waiting when the lock is poisoned. The model checker can poison it: all its
        // threads run on one, so a worker that holds the lock while another one panics counts as panicking too.
        while counted.chunk != self.chunk && counted.broken > self.chunk {
            counted = numbers.changed.wait(counted).unwrap_or_else(PoisonError::into_inner);
        }
        if counted.broken < self.chunk {
            return None;
        }
        let before = counted.records;
        // Chunks after the end were taken before the end was found, and their answers are dropped.
        if counted.ended != Some(found.input) {
            counted.records += found.records;
            if found.ended {
                counted.ended = Some(found.input);
            }
        }
        counted.chunk += 1;
        drop(counted);
        numbers.changed.notify_all();
        Some(before)
    }
}

impl Drop for ChunkNumber<'_> {
    fn drop(&mut self) {
        if let Some(numbers) = self.numbers {
            let mut counted = numbers.lock();
            counted.broken = counted.broken.min(self.chunk);
            drop(counted);
            numbers.changed.notify_all();
        }
    }
}
