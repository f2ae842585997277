//! A reader that is read ahead on a thread of its own.

use super::disk::retry;
use quadrille_base::error::internal_error;
use std::{
    io::{self, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread::{Builder, JoinHandle},
};

/// The size of a block in bytes.
const BLOCK: usize = 256 << 10;

/// Blocks that wait to be taken. With the one that is being read and the one that is being taken, 1 MiB for each input.
const WAITING: usize = 2;

/// A reader without borrows, which can be moved to another thread.
pub(super) type Source = Box<dyn Read + Send + 'static>;

/// Reads a source on a thread of its own, which starts with the first read.
///
/// Each block holds the result of a single read of the source, so that text from a slow pipe arrives at once. An error is returned
/// after all bytes before it.
pub(super) struct ReadAhead {
    state: State,
    /// Whether a read of the source may take arbitrarily long, as with pipes. Then `drop` does not wait for the thread, which ends
    /// when its read returns.
    may_block: bool,
}

enum State {
    Idle(Source),
    /// The system started no thread.
    Direct(Source),
    Running(Running),
    Ended,
}

struct Running {
    blocks: Receiver<io::Result<Block>>,
    /// Returns buffers to the thread.
    spare: Sender<Vec<u8>>,
    block: Block,
    thread: JoinHandle<()>,
}

/// A buffer; the bytes from `next` to `end` have been read but not taken.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    next: usize,
    end: usize,
}

impl ReadAhead {
    pub fn new(source: Source, may_block: bool) -> ReadAhead {
        ReadAhead { state: State::Idle(source), may_block }
    }

    /// Starts the thread, unless it was started.
    fn start(&mut self) {
        if !matches!(self.state, State::Idle(_)) {
            return;
        }
        let State::Idle(source) = std::mem::replace(&mut self.state, State::Ended) else { return };
        let source = Arc::new(Mutex::new(Some(source)));
        let (filled, blocks) = sync_channel(WAITING);
        let (spare, used) = channel();
        let theirs = source.clone();
        let started = Builder::new().name("read ahead".into()).spawn(move || {
            if let Some(source) = take(&theirs) {
                fill(source, &filled, &used);
            }
        });
        self.state = match started {
            Ok(thread) => State::Running(Running { blocks, spare, block: Block::default(), thread }),
            Err(_) => take(&source).map_or(State::Ended, State::Direct),
        };
    }

    fn end(&mut self) {
        let State::Running(running) = std::mem::replace(&mut self.state, State::Ended) else { return };
        let Running { blocks, thread, .. } = running;
        // Without a receiver, the thread ends when it has read its block.
        drop(blocks);
        if !self.may_block {
            // `receive` reports a panic.
            let _ = thread.join();
        }
    }
}

fn take(source: &Mutex<Option<Source>>) -> Option<Source> {
    source.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Reads until the end of the source, an error, or until nobody takes the blocks.
fn fill(mut source: Source, filled: &SyncSender<io::Result<Block>>, used: &Receiver<Vec<u8>>) {
    loop {
        let mut bytes = used.try_recv().unwrap_or_default();
        bytes.resize(BLOCK, 0);
        let block = retry(|| source.read(&mut bytes)).map(|end| Block { bytes, next: 0, end });
        let is_last = block.as_ref().map_or(true, |block| block.end == 0);
        if filled.send(block).is_err() || is_last {
            return;
        }
    }
}

impl Running {
    /// Waits for the next block; returns `false` if the source has ended.
    fn receive(&mut self) -> io::Result<bool> {
        let lost = |_| io::Error::other(internal_error("the thread that reads ahead has panicked"));
        let block = self.blocks.recv().map_err(lost)??;
        let before = std::mem::replace(&mut self.block, block);
        if !before.bytes.is_empty() {
            // The thread may have read everything.
            let _ = self.spare.send(before.bytes);
        }
        Ok(self.block.end > 0)
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.start();
        let running = match &mut self.state {
            State::Idle(source) | State::Direct(source) => return source.read(buffer),
            State::Ended => return Ok(0),
            State::Running(running) => running,
        };
        if running.block.next == running.block.end {
            let received = running.receive();
            if !matches!(received, Ok(true)) {
                self.end();
                return received.map(|_| 0);
            }
        }
        let Block { bytes, next, end } = &mut running.block;
        let count = buffer.len().min(*end - *next);
        buffer[..count].copy_from_slice(&bytes[*next..*next + count]);
        *next += count;
        Ok(count)
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns pieces of these sizes, then an error or the end.
    struct Pieces(Vec<usize>, bool, u8);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(size) = self.0.pop() else {
                return if self.1 { Err(io::ErrorKind::InvalidData.into()) } else { Ok(0) };
            };
            let size = size.min(buffer.len());
            for byte in &mut buffer[..size] {
                *byte = self.2;
                self.2 = self.2.wrapping_add(1);
            }
            Ok(size)
        }
    }

    fn all(mut reader: impl Read, step: usize) -> (Vec<u8>, Option<io::ErrorKind>) {
        let (mut text, mut buffer) = (Vec::new(), vec![0; step]);
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return (text, None),
                Ok(count) => text.extend_from_slice(&buffer[..count]),
                Err(error) => return (text, Some(error.kind())),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn bytes_and_errors_come_in_order(
            sizes in prop::collection::vec(1..400_000_usize, 0..8),
            fails: bool,
            step in 1..300_000_usize,
            may_block: bool,
        ) {
            let step = step.max(500);
            let ahead = ReadAhead::new(Box::new(Pieces(sizes.clone(), fails, 0)), may_block);
            prop_assert_eq!(all(ahead, step), all(Pieces(sizes, fails, 0), BLOCK));
        }
    }

    #[test]
    fn the_end_of_a_reader_does_not_wait_for_a_pipe() {
        let (pipe, writer) = io::pipe().unwrap();
        let mut ahead = ReadAhead::new(Box::new(io::Cursor::new(b"text").chain(pipe)), true);
        assert_eq!(ahead.read(&mut [0; 9]).unwrap(), 4);
        drop(ahead);
        drop(writer);
    }

    #[test]
    fn a_file_is_closed_with_its_reader() {
        let source = Arc::new(());
        struct Endless(#[expect(dead_code, reason = "counts the readers")] Arc<()>);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                Ok(buffer.len())
            }
        }
        let mut ahead = ReadAhead::new(Box::new(Endless(source.clone())), false);
        ahead.read_exact(&mut [0; 1000]).unwrap();
        drop(ahead);
        assert_eq!(Arc::strong_count(&source), 1);
    }

    #[test]
    fn a_panic_of_the_source_is_an_error() {
        struct Panics;
        impl Read for Panics {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("on purpose")
            }
        }
        let (text, error) = all(ReadAhead::new(Box::new(Panics), false), 9);
        assert_eq!((text.len(), error), (0, Some(io::ErrorKind::Other)));
    }
}
