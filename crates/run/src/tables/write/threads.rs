//! Encodes blocks on several threads and gives them back in order.

use super::{
    blocks::Block,
    encode::{Encoded, EncodedRows, Encoding},
};
use crate::tables::expecting_panics;
use quadrille_base::error::internal_error;
use quadrille_ordered::{job_threads::JobThreads, order::Panicked};
use std::{io, sync::Arc};

/// The result of a thread: the block or the first of its rows and the rest, and its memory.
type Done = (io::Result<EncodedRows>, Vec<u8>);

/// The threads that encode. They live as long as this; with one thread there is none but the caller's.
pub(super) struct Encoders {
    threads: JobThreads<Block, Done>,
    encoding: Arc<Encoding>,
    spare: Vec<Vec<u8>>,
}

impl Encoders {
    pub fn new(encoding: Encoding, count: usize) -> Encoders {
        let encoding = Arc::new(encoding);
        let of_block = encoding.clone();
        let encode = move |mut block: Block| (expecting_panics(|| of_block.encode(&mut block)), block.text);
        let count = if count > 1 { count } else { 0 };
        let threads = JobThreads::new("table encoder", count, encode);
        Encoders { threads, encoding, spare: Vec::new() }
    }

    /// Encodes a block, and passes blocks that are encoded to `write`, in order.
    pub fn encode(
        &mut self,
        block: Block,
        mut write: impl FnMut(Encoded) -> io::Result<()>,
    ) -> io::Result<()> {
        self.threads.push(block);
        // One more block is under way than there are threads, so that memory is bounded.
        let most = self.threads.count() as u64 + 1;
        while let Some(done) = self.threads.take(self.threads.pending() > most) {
            self.write_one(done, &mut write)?;
        }
        Ok(())
    }

    /// Memory of a block that is not needed any more.
    pub fn spare(&mut self) -> Option<Vec<u8>> {
        self.spare.pop()
    }

    /// Waits for all blocks.
    pub fn finish(mut self, mut write: impl FnMut(Encoded) -> io::Result<()>) -> io::Result<()> {
        while let Some(done) = self.threads.take(true) {
            self.write_one(done, &mut write)?;
        }
        Ok(())
    }

    fn write_one(
        &mut self,
        done: Result<Done, Panicked>,
        write: &mut impl FnMut(Encoded) -> io::Result<()>,
    ) -> io::Result<()> {
        let (encoded, text) = done.map_err(|Panicked| panicked())?;
        self.spare.push(text);
        let mut next = encoded?;
        loop {
            let EncodedRows { encoded, last, rest } = next;
            write(encoded)?;
            self.encoding.pass(last);
            let Some(rest) = rest else { return Ok(()) };
            next = self.encoding.encode_rest(rest)?;
        }
    }
}

fn panicked() -> io::Error {
    io::Error::other(internal_error("a thread that encodes the table has ended"))
}
