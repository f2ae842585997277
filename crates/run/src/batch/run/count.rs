//! Counts the records before a shard, whose numbers continue the numbers of the shards before it.

use super::chunk_size;
use crate::{
    batch::{
        Batch, Shard,
        input_format::{InputFormat, Recognizer},
    },
    format::{FOLLOWING, RecordBatch, ends_with_end_line},
    io::{Chunk, Feed, Input},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_ordered::{
    order::ChunkResult,
    pipeline::{ChunkSource, Job, Rest},
    workers::Workers,
};
use std::{ops::Range, sync::Arc};

/// The records counted in a chunk.
#[derive(Default)]
struct Counted {
    records: u64,
    ended: bool,
}

impl ChunkResult for Counted {
    fn bytes(&self) -> usize {
        0
    }
}

impl Batch {
    /// The number of records before the shard. All of the inputs before it is read.
    pub(super) fn records_before(&self, shard: Shard, inputs: &[Input<'_>]) -> Result<u64, Error> {
        let mut ranges = shard.ranges_before(inputs)?;
        if ranges.iter().all(Option::is_none) {
            return Ok(0);
        }
        let rows = rows_of_tables(inputs, &mut ranges)?;
        if ranges.iter().all(Option::is_none) {
            return Ok(rows);
        }
        // Only files can be sharded, and they can be read again.
        let inputs: Vec<Input<'static>> = inputs.iter().filter_map(Input::again).collect();
        let threads = self.options.thread_count(0);
        let size = self.chunk_size.unwrap_or_else(|| chunk_size(&inputs, threads));
        let feed = Feed::new(inputs, size, self.recognizer()).ranges(ranges);
        let stop = self.options.stop();
        let (mut total, mut ended_input) = (rows, None);
        Workers::new(threads).run(
            feed,
            stop,
            || Ok(counter()),
            |chunk, counted: &mut Counted| {
                if ended_input != Some(chunk.input) {
                    total += counted.records;
                    ended_input = counted.ended.then_some(chunk.input);
                }
                Ok(())
            },
        )?;
        Ok(total)
    }
}

/// How many rows of tables there are in these ranges of the inputs. Only the ranges of other inputs are left.
fn rows_of_tables(inputs: &[Input<'_>], ranges: &mut [Option<Range<u64>>]) -> Result<u64, Error> {
    let mut rows = 0;
    #[cfg(feature = "parquet")]
    for (input, range) in inputs.iter().zip(ranges).filter(|(input, _)| input.is_table()) {
        rows += range.take().map_or(Ok(0), |range| input.rows_within(&range))?;
    }
    #[cfg(not(feature = "parquet"))]
    let _ = (inputs, ranges, &mut rows);
    Ok(rows)
}

/// The answer function of a worker that only counts.
fn counter() -> impl FnMut(Job<'_, Chunk<Arc<InputFormat>>>, &mut Counted) -> Result<Rest, Error> {
    let mut batch = RecordBatch::new(Default::default());
    move |job, counted| {
        let (chunk, bytes) = (job.chunk, job.chunk.bytes(job.buffer));
        chunk.look_ahead();
        batch.clear();
        let fail = |e| Error::io(ErrorKind::Input, "cannot read the records before the shard", e);
        if ends_with_end_line(bytes) {
            batch.following = chunk.following(FOLLOWING).map_err(fail)?;
        }
        chunk.format.codec.read(bytes, chunk.records, &mut batch);
        chunk.check().map_err(fail)?;
        *counted = Counted { records: batch.boards.len() as u64, ended: batch.ended };
        Ok(if batch.ended { Rest::Skip } else { Rest::Read })
    }
}

impl ChunkSource for Feed<'_, Recognizer> {
    type Chunk = Chunk<Arc<InputFormat>>;
    type Error = Error;

    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Self::Chunk>, Error> {
        Feed::next(self, buffer)
    }

    fn release(chunk: &mut Self::Chunk) {
        chunk.release();
    }

    fn skip_rest(&mut self, chunk: &Self::Chunk) {
        self.skip(chunk.input);
    }
}
