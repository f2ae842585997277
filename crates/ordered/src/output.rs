//! An output that workers may write to themselves, each in its turn.
//!
//! The sink of a pipeline writes the results in order. A worker whose result outgrows what may be kept in memory waits
//! until everything before its chunk has been written, and then writes the first parts of it itself. It cannot wait
//! forever: workers that can finish them, or the sink, hold the results before it, and all waiting ends when the sink
//! ends.

use super::sync::{Condvar, Mutex, MutexGuard};
use std::{
    io::{self, Write},
    sync::PoisonError,
};

/// An output that the sink of a pipeline and its workers write in the order of the chunks.
pub struct OrderedOutput<'a> {
    turn: Mutex<Turn<'a>>,
    changed: Condvar,
}

struct Turn<'a> {
    output: &'a mut (dyn Write + Send),
    /// The number of the chunk whose result is next.
    next: u64,
    closed: bool,
}

/// Why a worker could not write.
#[derive(Debug)]
pub enum WriteError {
    /// The run has ended, and the result is not needed.
    Closed,
    /// Writing failed.
    Io(io::Error),
}

impl<'a> OrderedOutput<'a> {
    /// Everything is written to `output`.
    pub fn new(output: &'a mut (dyn Write + Send)) -> OrderedOutput<'a> {
        let turn = Turn { output, next: 0, closed: false };
        OrderedOutput { turn: Mutex::new(turn), changed: Condvar::new() }
    }

    /// The end of the sink; there must be only one.
    pub fn sink(&self) -> OutputSink<'_, 'a> {
        OutputSink(self)
    }

    /// Waits for the turn of the chunk with this number, then writes a part of its result.
    pub fn write_part(&self, number: u64, text: &[u8]) -> Result<(), WriteError> {
        let mut turn = self.lock();
        while turn.next != number && !turn.closed {
            turn = self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
        if turn.closed {
            return Err(WriteError::Closed);
        }
        turn.output.write_all(text).map_err(WriteError::Io)
    }

    fn lock(&self) -> MutexGuard<'_, Turn<'a>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sink's end. When it is dropped, because the sink has written all results, failed or panicked, all waiting ends.
pub struct OutputSink<'t, 'a>(&'t OrderedOutput<'a>);

impl OutputSink<'_, '_> {
    /// Writes the last part of the next chunk's result; the turn passes to the chunk after it.
    pub fn finish_chunk(&self, text: &[u8]) -> io::Result<()> {
        let mut turn = self.0.lock();
        turn.output.write_all(text)?;
        turn.next += 1;
        drop(turn);
        self.0.changed.notify_all();
        Ok(())
    }
}

impl Drop for OutputSink<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}
