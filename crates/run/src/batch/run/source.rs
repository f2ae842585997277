//! The chunks of a run: text, and pieces of tables.

#[cfg(feature = "parquet")]
use super::tables::{TableChunk, TableSource};
use crate::{
    batch::input_format::{InputFormat, Recognizer},
    io::{Chunk, Feed},
};
use quadrille_base::error::Error;
use quadrille_ordered::pipeline::ChunkSource;
use std::sync::Arc;

/// The chunks of all inputs, one input after the other.
pub(super) struct RecordSource<'s, 'a> {
    pub feed: Feed<'a, Recognizer>,
    #[cfg(feature = "parquet")]
    pub tables: TableSource<'s, 'a>,
    #[cfg(not(feature = "parquet"))]
    pub tables: std::marker::PhantomData<&'s ()>,
}

/// A chunk of text, or of rows of a table.
pub(super) struct RecordChunk {
    pub chunk: Chunk<Arc<InputFormat>>,
    #[cfg(feature = "parquet")]
    pub rows: Option<TableChunk>,
}

impl RecordChunk {
    fn of_text(chunk: Chunk<Arc<InputFormat>>) -> RecordChunk {
        RecordChunk {
            chunk,
            #[cfg(feature = "parquet")]
            rows: None,
        }
    }
}

impl ChunkSource for RecordSource<'_, '_> {
    type Chunk = RecordChunk;
    type Error = Error;

    #[cfg(feature = "parquet")]
    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<RecordChunk>, Error> {
        loop {
            if let Some((chunk, rows)) = self.tables.next()? {
                return Ok(Some(RecordChunk { chunk, rows: Some(rows) }));
            }
            if let Some(chunk) = self.feed.next(buffer)? {
                return Ok(Some(RecordChunk::of_text(chunk)));
            }
            let Some(table) = self.feed.next_table() else { return Ok(None) };
            self.tables.open(table)?;
        }
    }

    #[cfg(not(feature = "parquet"))]
    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<RecordChunk>, Error> {
        Ok(self.feed.next(buffer)?.map(RecordChunk::of_text))
    }

    fn release(chunk: &mut RecordChunk) {
        chunk.chunk.release();
        #[cfg(feature = "parquet")]
        {
            chunk.rows = None;
        }
    }

    fn bytes(chunk: &RecordChunk) -> usize {
        chunk.chunk.format.codec.memory()
    }

    fn skip_rest(&mut self, chunk: &RecordChunk) {
        self.feed.skip(chunk.chunk.input);
    }
}
