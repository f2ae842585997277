//! Chunks, and positions in the inputs of a run.

use super::{overlong::overlong_record, stream::TakenBytes, survey::Survey};
use crate::io::{mapped::Mapped, shard_start::ShardStart};
use std::{io, ops::Range, sync::Arc};

/// Whole records of one input.
pub(crate) struct Chunk<F> {
    /// The number of the input, from 0. Every input has at least one chunk, even if it is empty.
    pub input: usize,
    pub format: F,
    /// Lines of the input between the previous chunk and this one.
    pub skipped_lines: u64,
    /// Counted records of the run before this chunk.
    pub first_record: u64,
    /// As [`Cut::records`](quadrille_base::framing::Cut::records).
    pub records: Option<u64>,
    /// As [`Cut::fault`](quadrille_base::framing::Cut::fault).
    pub fault: Option<(u64, String)>,
    /// The next record is longer than this. The run must end there: the chunk has no records, and nothing more of the input
    /// is cut.
    pub overlong: Option<usize>,
    /// The end of the chunk, in bytes of the input after its byte-order mark.
    pub end: u64,
    /// Nothing more of the input can be cut.
    pub last: bool,
    /// Where the input was entered, unless it is read from its beginning to its end.
    pub shard_start: Option<Arc<ShardStart>>,
    pub(super) bytes: Bytes,
}

pub(super) enum Bytes {
    Mapped(Arc<Mapped>, Range<usize>, Option<Arc<Survey>>),
    /// The bytes are in the buffer that was passed to [`Feed::next`](super::Feed::next).
    Buffered {
        /// The input ends after them.
        at_eof: bool,
        /// The bytes taken from a file, if workers read it ahead.
        taken: Option<TakenBytes>,
    },
}

impl<F> Chunk<F> {
    /// Rows of a table, the first after so many others, whose values are elsewhere.
    #[cfg(feature = "parquet")]
    pub fn of_table((input, format): (usize, F), skipped_lines: u64, last: bool) -> Chunk<F> {
        let bytes = Bytes::Buffered { at_eof: last, taken: None };
        Chunk {
            input,
            format,
            skipped_lines,
            first_record: 0,
            records: None,
            fault: None,
            overlong: None,
            end: 0,
            last,
            shard_start: None,
            bytes,
        }
    }

    /// # Errors
    /// If the file has changed: the bytes of the chunk are then unreliable. If the next record is too long.
    pub fn check(&self) -> io::Result<()> {
        if let Some(longest) = self.overlong {
            return Err(io::Error::new(io::ErrorKind::InvalidData, overlong_record(longest)));
        }
        match &self.bytes {
            Bytes::Mapped(map, ..) => map.guard.check(),
            Bytes::Buffered { .. } => Ok(()),
        }
    }

    /// Surveys bytes far after the chunk if the input is mapped, and reads them otherwise, so that the feed need not do it. To be called by the worker
    /// that took it, before it does anything else.
    pub fn look_ahead(&self) {
        match &self.bytes {
            Bytes::Mapped(map, range, Some(survey)) => survey.look_ahead(map, range.clone()),
            Bytes::Buffered { taken: Some((file, taken)), .. } => file.look_ahead(taken.clone()),
            _ => {}
        }
    }

    /// The first bytes of the input after the chunk, at most `max`; `None` if they have not been read.
    pub fn following(&self, max: usize) -> io::Result<Option<Vec<u8>>> {
        match (&self.bytes, &self.shard_start) {
            (Bytes::Mapped(map, range, _), _) => {
                let rest = &map[range.end..];
                Ok(Some(rest[..rest.len().min(max)].to_vec()))
            }
            (Bytes::Buffered { .. }, Some(start)) => start.text_at(self.end, max).map(Some),
            (Bytes::Buffered { at_eof, .. }, None) => Ok(at_eof.then(Vec::new)),
        }
    }

    /// Gives the mapping back, after which [`bytes`](Self::bytes) must not be called. So no more files are open than chunks
    /// are being answered.
    pub fn release(&mut self) {
        self.bytes = Bytes::Buffered { at_eof: false, taken: None };
    }

    /// The records, given the buffer that was passed to [`Feed::next`](super::Feed::next).
    pub fn bytes<'b>(&'b self, buffer: &'b [u8]) -> &'b [u8] {
        match &self.bytes {
            Bytes::Mapped(map, range, _) => &map[range.clone()],
            Bytes::Buffered { .. } => buffer,
        }
    }
}

/// How far a run over several inputs has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// The number of the input, from 0.
    pub input: usize,
    /// As [`Chunk::end`].
    pub offset: u64,
    /// Counted records of the run before it.
    pub records: u64,
    /// Nothing more of that input is needed.
    pub ended: bool,
}
