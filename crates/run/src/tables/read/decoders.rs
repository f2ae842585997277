//! The text of a file's units, made by several threads and read in order.
//!
//! Decoders are threads of their own, so that a worker that needs text never decodes while it holds the lock of the feed.
//! They are never more than `AHEAD` units before the reader: if they are faster than the workers they sleep, and the
//! workers have the processors; if the workers are faster, these wait for text and the decoders have the processors.

use super::{Plan, file::PositionedFile, guarded};
use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::Range,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

/// More decoders than this read faster than any number of workers solves easy puzzles.
const MOST_DECODERS: usize = 16;

/// The name of the threads that decode. Whoever prints panics leaves those of these threads out: they are damage in a
/// file, and become errors.
pub(crate) const DECODER_THREAD: &str = "table decoder";

/// The text of a table, in order.
pub(crate) struct TableText {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The text that is being read, of which `taken` bytes have been.
    text: Vec<u8>,
    taken: usize,
    next: u64,
    end: u64,
    has_failed: bool,
}

struct Shared {
    plan: Arc<dyn Plan>,
    file: PositionedFile,
    state: Mutex<State>,
    /// A unit is ready, or no decoder will make it.
    ready: Condvar,
    /// There is room for a unit.
    room: Condvar,
    ahead: usize,
}

struct State {
    /// The next unit that no decoder has taken.
    untaken: u64,
    end: u64,
    /// Those from the next one that is read on; `None` while it is decoded.
    units: VecDeque<Option<Result<Vec<u8>, String>>>,
    /// The unit at the front of `units`.
    front: u64,
    /// Buffers whose text has been read.
    spare: Vec<Vec<u8>>,
    stopped: bool,
}

impl TableText {
    /// The header row, and the rows of some units.
    pub(super) fn new(plan: Arc<dyn Plan>, file: PositionedFile, units: Range<u64>) -> TableText {
        let mut text = Vec::new();
        plan.schema().append_header(&mut text);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let wanted =
            cores.min(MOST_DECODERS).min(usize::try_from(units.end - units.start).unwrap_or(usize::MAX));
        let state = State {
            untaken: units.start,
            end: units.end,
            units: VecDeque::new(),
            front: units.start,
            spare: Vec::new(),
            stopped: false,
        };
        let shared = Arc::new(Shared {
            plan,
            file,
            state: Mutex::new(state),
            ready: Condvar::new(),
            room: Condvar::new(),
            ahead: wanted + 1,
        });
        let start = |_| {
            let shared = shared.clone();
            let builder = thread::Builder::new().name(DECODER_THREAD.into());
            builder.spawn(move || shared.decode_all()).ok()
        };
        // If the system does not start a thread, the others do its part; without any, the reader decodes.
        let threads = (0..wanted).map_while(start).collect();
        TableText { shared, threads, text, taken: 0, next: units.start, end: units.end, has_failed: false }
    }

    /// The text of the next unit.
    fn next_text(&mut self) -> Result<Vec<u8>, String> {
        if self.threads.is_empty() {
            return self.shared.decode(self.next, std::mem::take(&mut self.text));
        }
        let mut state = self.shared.lock();
        state.spare.push(std::mem::take(&mut self.text));
        loop {
            if state.units.front().is_some_and(Option::is_some)
                && let Some(Some(text)) = state.units.pop_front()
            {
                state.front += 1;
                drop(state);
                self.shared.room.notify_one();
                return text;
            }
            state = self.shared.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes units until there are no more, or the reader is gone.
    fn decode_all(&self) {
        while let Some((unit, buffer)) = self.take() {
            let text = self.decode(unit, buffer);
            let mut state = self.lock();
            let place = (unit - state.front) as usize;
            state.units[place] = Some(text);
            drop(state);
            self.ready.notify_one();
        }
    }

    /// The next unit, as soon as there is room for it, and a buffer for its text.
    fn take(&self) -> Option<(u64, Vec<u8>)> {
        let mut state = self.lock();
        while !state.stopped && state.untaken < state.end && state.units.len() >= self.ahead {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.stopped || state.untaken == state.end {
            return None;
        }
        let unit = state.untaken;
        state.untaken += 1;
        state.units.push_back(None);
        Some((unit, state.spare.pop().unwrap_or_default()))
    }

    fn decode(&self, unit: u64, mut buffer: Vec<u8>) -> Result<Vec<u8>, String> {
        buffer.clear();
        guarded(|| self.plan.append(unit, &self.file, &mut buffer))?;
        Ok(buffer)
    }
}

impl Read for TableText {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut done = 0;
        // Fills all of `bytes`, so that chunks of records have their usual size.
        while done < bytes.len() {
            let left = &self.text[self.taken..];
            if left.is_empty() {
                if self.next == self.end || self.has_failed {
                    break;
                }
                let text = self.next_text();
                (self.next, self.taken) = (self.next + 1, 0);
                self.has_failed = text.is_err();
                self.text = text.map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?;
                continue;
            }
            let count = left.len().min(bytes.len() - done);
            bytes[done..done + count].copy_from_slice(&left[..count]);
            (self.taken, done) = (self.taken + count, done + count);
        }
        Ok(done)
    }
}

impl Drop for TableText {
    fn drop(&mut self) {
        self.shared.lock().stopped = true;
        self.shared.room.notify_all();
        for thread in self.threads.drain(..) {
            // A decoder catches its panics.
            let _ = thread.join();
        }
    }
}
