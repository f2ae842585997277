//! Encodes blocks on several threads and gives them back in order.

use super::{
    blocks::Block,
    encode::{Encoded, Encoding},
};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::{
    collections::VecDeque,
    io,
    sync::Arc,
    thread::{Builder, JoinHandle},
};

/// The name of the threads that encode. Whoever prints panics leaves those of these threads out: they become errors.
pub(crate) const ENCODER_THREAD: &str = "table encoder";

/// What a thread gives back: the block, and its memory.
type Done = (io::Result<Encoded>, Vec<u8>);

/// A block, and where it goes when it is encoded.
type Job = (Block, Sender<Done>);

/// The threads that encode. They live as long as this; with one thread there is none but the caller's.
pub(super) struct Encoders {
    encoding: Arc<Encoding>,
    /// `None` when no more jobs come.
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    /// The blocks that are being encoded, in order. There is one more than threads, so that memory is bounded.
    pending: VecDeque<Receiver<Done>>,
    spare: Vec<Vec<u8>>,
}

impl Encoders {
    /// If the system does not start a thread, the others do its part.
    pub fn new(encoding: Encoding, count: usize) -> Encoders {
        let encoding = Arc::new(encoding);
        let (jobs, queue) = unbounded::<Job>();
        let mut threads = Vec::new();
        while count > 1 && threads.len() < count {
            let (queue, encoding) = (queue.clone(), encoding.clone());
            let work = move || {
                for (block, done) in queue {
                    let encoded = encoding.encode(&block);
                    // Nobody waits for it if the run has failed.
                    let _ = done.send((encoded, block.text));
                }
            };
            match Builder::new().name(ENCODER_THREAD.into()).spawn(work) {
                Ok(thread) => threads.push(thread),
                Err(_) => break,
            }
        }
        Encoders { encoding, jobs: Some(jobs), threads, pending: VecDeque::new(), spare: Vec::new() }
    }

    /// Encodes a block, and passes blocks that are encoded to `write`, in order.
    pub fn encode(
        &mut self,
        block: Block,
        mut write: impl FnMut(Encoded) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(jobs) = self.jobs.as_ref().filter(|_| !self.threads.is_empty()) else {
            write(self.encoding.encode(&block)?)?;
            self.spare.push(block.text);
            return Ok(());
        };
        let (done, encoded) = bounded(1);
        jobs.send((block, done)).map_err(|_| panicked())?;
        self.pending.push_back(encoded);
        while let Some(first) = self.pending.front() {
            if self.pending.len() <= self.threads.len() + 1 && first.is_empty() {
                break;
            }
            self.write_first(&mut write)?;
        }
        Ok(())
    }

    /// Memory of a block that is not needed any more.
    pub fn spare(&mut self) -> Option<Vec<u8>> {
        self.spare.pop()
    }

    /// Waits for all blocks.
    pub fn finish(mut self, mut write: impl FnMut(Encoded) -> io::Result<()>) -> io::Result<()> {
        while !self.pending.is_empty() {
            self.write_first(&mut write)?;
        }
        Ok(())
    }

    fn write_first(&mut self, write: &mut impl FnMut(Encoded) -> io::Result<()>) -> io::Result<()> {
        let Some(first) = self.pending.pop_front() else { return Ok(()) };
        let (encoded, text) = first.recv().map_err(|_| panicked())?;
        self.spare.push(text);
        write(encoded?)
    }
}

impl Drop for Encoders {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A panic was reported when its block was missing.
            let _ = thread.join();
        }
    }
}

fn panicked() -> io::Error {
    io::Error::other("a thread that encodes the table has ended")
}
