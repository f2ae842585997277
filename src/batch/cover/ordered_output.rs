//! The output, and whose turn it is to write to it.
//!
//! A worker whose answers grow beyond what may be kept waits until everything before them is
//! written, and then writes for itself. It cannot wait for ever: what is before it is in the hands
//! of workers that are before it, or of the writer.

use std::{
    io::{self, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

pub(super) struct Turn<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    /// Set when nobody wants any more answers.
    stop: Arc<AtomicBool>,
}

struct State<'a> {
    output: &'a mut (dyn Write + Send),
    /// The chunk whose answers are next.
    next: u64,
    failure: Option<io::Error>,
    stopped: bool,
}

impl<'a> Turn<'a> {
    pub fn new(output: &'a mut (dyn Write + Send), stop: Arc<AtomicBool>) -> Turn<'a> {
        let state = State { output, next: 0, failure: None, stopped: false };
        Turn { state: Mutex::new(state), moved: Condvar::new(), stop }
    }

    /// Writes the end of the next chunk's answers, and it is the turn of the one after it.
    pub fn pass(&self, text: &[u8]) -> io::Result<()> {
        let mut state = self.lock();
        let written = state.output.write_all(text);
        state.next += 1;
        drop(state);
        if written.is_err() {
            self.stop();
        }
        self.moved.notify_all();
        written
    }

    /// Writes the first part of a chunk's answers when it is its ordered_output; false if there is no point
    /// in going on.
    pub fn write(&self, number: u64, text: &[u8]) -> bool {
        let not_yet = |state: &mut State<'_>| state.next != number && !state.stopped;
        let waited = self.moved.wait_while(self.lock(), not_yet);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return false;
        }
        if let Err(error) = state.output.write_all(text) {
            state.failure = Some(error);
            drop(state);
            self.stop();
            return false;
        }
        true
    }

    /// Nobody waits any longer, and all searches end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.lock().stopped = true;
        self.moved.notify_all();
    }

    /// Why a worker could not write.
    pub fn failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops everybody if its thread panics.
pub(super) struct Alarm<'t, 'a>(pub &'t Turn<'a>);

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_wait_for_their_turn() {
        let mut out = Vec::new();
        let turn = Turn::new(&mut out, Arc::default());
        std::thread::scope(|scope| {
            let late = scope.spawn(|| turn.write(2, b"c") && turn.write(2, b"d"));
            let early = scope.spawn(|| turn.write(0, b"a"));
            assert!(early.join().unwrap());
            turn.pass(b"b").unwrap();
            turn.pass(b"").unwrap();
            assert!(late.join().unwrap());
            turn.pass(b"e").unwrap();
        });
        assert_eq!(out, b"abcde");
    }

    #[test]
    fn a_panic_or_a_full_disk_ends_the_waiting() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Vec::new();
        let turn = Turn::new(&mut out, Arc::default());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| turn.write(7, b"x"));
            let falling = scope.spawn(|| {
                let _alarm = Alarm(&turn);
                std::panic::resume_unwind(Box::new("on purpose"));
            });
            assert!(falling.join().is_err());
            assert!(!waiting.join().unwrap());
        });
        let stop = Arc::new(AtomicBool::new(false));
        let mut full = Full;
        let turn = Turn::new(&mut full, stop.clone());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| turn.write(1, b"x"));
            assert!(!turn.write(0, b"x"));
            assert!(!waiting.join().unwrap());
        });
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(turn.failure().unwrap().kind(), io::ErrorKind::StorageFull);
    }
}
