//! Encodes blocks on several threads, and writes them in order on another one.

use super::{
    blocks::Block,
    encode::{EncodedRows, Encoding},
    file::{Opened, TableFile, failed},
    target::Target,
};
use crate::tables::expecting_panics;
use quadrille_base::error::internal_error;
use quadrille_ordered::{job_threads::JobThreads, order::Panicked};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

/// The most blocks whose memory is kept for the next ones. If many wait for the thread that writes, the memory of the others is freed.
const MOST_SPARE: usize = 4;

/// The result of a thread that encodes: the block or the first of its rows and the rest, and its memory.
type Done = (io::Result<EncodedRows>, Block);

/// A file that is being written; `None` after an error, so that nothing is written after a missing part.
type OpenFile<W> = Mutex<Option<TableFile<W>>>;

/// The threads that encode, and the one that writes. The caller does neither, because all workers wait for it. With one thread, the caller
/// does both.
pub(super) struct WritingThreads<W: Target> {
    encoders: JobThreads<Block, Done>,
    writer: JobThreads<io::Result<EncodedRows>, io::Result<()>>,
    file: Arc<OpenFile<W>>,
    spare: Vec<Block>,
}

impl<W: Target> WritingThreads<W> {
    /// `count` threads encode.
    pub fn new(Opened { file, encoding }: Opened<W>, count: usize) -> WritingThreads<W> {
        let (encoding, file) = (Arc::new(encoding), Arc::new(Mutex::new(Some(file))));
        let of_block = encoding.clone();
        let encode = move |mut block: Block| (expecting_panics(|| of_block.encode(&mut block)), block);
        let of_rows = file.clone();
        let write = move |rows| expecting_panics(|| write(&of_rows, rows, &encoding));
        let (encoders, writers) = if count > 1 { (count, 1) } else { (0, 0) };
        let encoders = JobThreads::new("table encoder", encoders, encode);
        let writer = JobThreads::new("table writer", writers, write);
        WritingThreads { encoders, writer, file, spare: Vec::new() }
    }

    /// Encodes and writes a block. An error may belong to a block before it.
    pub fn push(&mut self, block: Block) -> io::Result<()> {
        self.encoders.push(block);
        // One more block is under way than there are threads, so that memory is bounded.
        self.pass_on(self.encoders.count() as u64 + 1)
    }

    /// Memory of a block that is not needed any more.
    pub fn spare(&mut self) -> Option<Block> {
        self.spare.pop()
    }

    /// Waits for all blocks, and writes the end of the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.pass_on(0)?;
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner).take();
        file.ok_or_else(failed)?.finish()
    }

    /// Passes encoded blocks on to the thread that writes, and waits until no more than this many blocks are under way.
    fn pass_on(&mut self, most: u64) -> io::Result<()> {
        loop {
            let is_over = self.encoders.pending() + self.writer.pending() > most;
            // The blocks that are being written are the first ones.
            let waits_for_encoder = is_over && self.writer.pending() == 0;
            if let Some(done) = self.encoders.take(waits_for_encoder) {
                let encoded = done.map_err(panicked).and_then(|(encoded, block)| {
                    if self.spare.len() < MOST_SPARE {
                        self.spare.push(block);
                    }
                    encoded
                });
                self.writer.push(encoded);
            } else if let Some(written) = self.writer.take(is_over) {
                written.map_err(panicked)??;
            } else {
                return Ok(());
            }
        }
    }
}

/// Writes the encoded rows of a block, and encodes and writes the rest of it. An error of the encoder is returned in its turn.
fn write<W: Target>(
    open: &OpenFile<W>,
    rows: io::Result<EncodedRows>,
    encoding: &Encoding,
) -> io::Result<()> {
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    let mut file = open.take().ok_or_else(failed)?;
    let mut rows = rows?;
    loop {
        file.append(rows.encoded)?;
        encoding.pass(rows.last);
        let Some(rest) = rows.rest else { break };
        rows = encoding.encode_rest(rest)?;
    }
    *open = Some(file);
    Ok(())
}

fn panicked(_: Panicked) -> io::Error {
    io::Error::other(internal_error("a thread that encodes or writes the table has ended"))
}
