//! The numbers of records, which a worker needs while it answers them.
//!
//! How many records a chunk has is known only when it has been read. A worker reads its chunk, says how many records it
//! has, and waits until all chunks before it have been read. These were taken before it, by workers that wait only for
//! chunks before theirs, so there is always one that does not wait. Nobody waits for answers or for the sink.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts the records of a run, chunk by chunk.
pub(super) struct RecordNumbers {
    counted: Mutex<Counted>,
    changed: Condvar,
}

struct Counted {
    /// The number of the next chunk.
    chunk: u64,
    /// Records before it.
    records: u64,
    /// The last input whose records ended before the end of its text.
    ended: Option<usize>,
    /// A chunk could not be read, so that those behind it have no numbers.
    is_broken: bool,
}

/// What a chunk contains.
#[derive(Clone, Copy)]
pub(super) struct ChunkRecords {
    /// The number of its input.
    pub input: usize,
    pub records: u64,
    /// Whether the records of the input end in this chunk.
    pub ended: bool,
}

/// The place of a chunk in the order. Dropped before it is counted, it ends the waiting for it.
pub(super) struct ChunkNumber<'a> {
    numbers: Option<&'a RecordNumbers>,
    chunk: u64,
}

impl RecordNumbers {
    /// `records` are those before the first chunk of the run.
    pub fn after(records: u64) -> RecordNumbers {
        let counted = Counted { chunk: 0, records, ended: None, is_broken: false };
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
    /// Counts the records of the chunk and returns how many records are before it. `None` if a chunk before it could not
    /// be read: the run fails there.
    pub fn count(mut self, found: ChunkRecords) -> Option<u64> {
        let numbers = self.numbers.take()?;
        let is_waiting = |counted: &mut Counted| counted.chunk != self.chunk && !counted.is_broken;
        let counted = numbers.changed.wait_while(numbers.lock(), is_waiting);
        let mut counted = counted.unwrap_or_else(PoisonError::into_inner);
        if counted.is_broken {
            return None;
        }
        let before = counted.records;
        // Chunks behind the end were taken before it was found, and their answers are dropped.
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
            numbers.lock().is_broken = true;
            numbers.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn chunk(input: usize, records: u64, ended: bool) -> ChunkRecords {
        ChunkRecords { input, records, ended }
    }

    #[test]
    fn chunks_are_counted_in_order_whoever_comes_first() {
        let numbers = RecordNumbers::after(100);
        thread::scope(|scope| {
            let waiting: Vec<_> = (1..8)
                .rev()
                .map(|i| (i, numbers.of_chunk(i)))
                .map(|(i, place)| (i, scope.spawn(move || place.count(chunk(0, 10, false)))))
                .collect();
            assert_eq!(numbers.of_chunk(0).count(chunk(0, 5, false)), Some(100));
            for (i, worker) in waiting {
                assert_eq!(worker.join().unwrap(), Some(105 + 10 * (i - 1)));
            }
        });
    }

    #[test]
    fn records_behind_the_end_of_an_input_do_not_count() {
        let numbers = RecordNumbers::after(0);
        let found = [chunk(0, 3, true), chunk(0, 4, false), chunk(1, 5, false), chunk(1, 1, false)];
        let before: Vec<_> =
            (0..).zip(found).map(|(number, found)| numbers.of_chunk(number).count(found)).collect();
        assert_eq!(before, [Some(0), Some(3), Some(3), Some(8)]);
    }

    #[test]
    fn nobody_waits_for_a_chunk_that_failed() {
        let numbers = RecordNumbers::after(0);
        thread::scope(|scope| {
            let place = numbers.of_chunk(1);
            let waiting = scope.spawn(move || place.count(chunk(0, 1, false)));
            drop(numbers.of_chunk(0));
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
