//! A reader that is cut into chunks of whole records.

use super::{chunk_size::end_of_lines, file_blocks::FileBlocks, head::HeadBytes, overlong::before_overlong};
use crate::io::disk::retry;
use memchr::memrchr;
use quadrille_base::framing::{Cut, Framing, MAX_HEAD, Target};
use std::{
    io::{self, Read},
    ops::Range,
    sync::Arc,
};

/// A byte-order mark, which is not part of the text.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

pub(super) struct RecordStream<'a> {
    source: Source<'a>,
    /// The bytes read after the last chunk.
    pub rest: Vec<u8>,
    /// Bytes of the text that were cut or skipped.
    pub position: u64,
    /// Bytes dropped from a line of the next chunk.
    dropped: u64,
    /// How many of the first bytes after the last chunk have been searched for a boundary without success.
    asked: usize,
    /// Whether `rest` has not been searched for a boundary.
    is_unsearched: bool,
    pub may_have_bom: bool,
    pub ended: bool,
}

/// Where the bytes come from.
pub(super) enum Source<'a> {
    Reader(Box<dyn Read + Send + 'a>),
    /// A file that workers read ahead, and the place of the next byte.
    File(Arc<FileBlocks>, u64),
}

/// Bytes of a file that the feed has taken.
pub(super) type TakenBytes = (Arc<FileBlocks>, Range<u64>);

impl<'a> RecordStream<'a> {
    pub fn new(source: Source<'a>) -> RecordStream<'a> {
        RecordStream {
            source,
            rest: Vec::new(),
            position: 0,
            dropped: 0,
            asked: 0,
            is_unsearched: false,
            may_have_bom: true,
            ended: false,
        }
    }

    /// Fills `buffer` with whole records, about `size` bytes. The cut is empty at the end of the input, and `None` if the
    /// next record is too long.
    ///
    /// Returns as soon as a read comes back short and there is a whole record, so that a pipe that is written line by
    /// line is answered line by line.
    pub fn fill(
        &mut self,
        buffer: &mut Vec<u8>,
        size: usize,
        framing: &mut dyn Framing,
    ) -> io::Result<Option<Cut>> {
        let mut was_short = std::mem::take(&mut self.is_unsearched);
        if self.rest.is_empty() && self.source.take(buffer) {
            was_short = true;
        } else {
            buffer.clear();
            buffer.append(&mut self.rest);
        }
        loop {
            if self.ended || (!buffer.is_empty() && (was_short || buffer.len() >= size)) {
                if let Some(cut) = self.cut(buffer, size, framing) {
                    let end = cut.end;
                    let Some(cut) = before_overlong(framing, cut, buffer, size) else { return Ok(None) };
                    self.is_unsearched |= cut.end < end;
                    self.rest.extend_from_slice(&buffer[cut.end..]);
                    buffer.truncate(cut.end);
                    self.position += cut.end as u64 + std::mem::take(&mut self.dropped);
                    return Ok(Some(cut));
                }
                match framing.max_line() {
                    Some(longest) => self.dropped += shorten_last_line(buffer, longest),
                    None if buffer.len() > framing.max_record() => return Ok(None),
                    None => {}
                }
                self.asked = self.asked.min(buffer.len());
            }
            let missing = if buffer.len() < size { size - buffer.len() } else { size };
            was_short = self.read(buffer, missing)? < missing;
        }
    }

    /// The place of the next byte in a file that workers read ahead.
    pub fn place(&self) -> Option<u64> {
        if let Source::File(_, at) = self.source { Some(at) } else { None }
    }

    /// The bytes between two places of such a file: `from`, and the next byte.
    pub fn taken(&self, from: Option<u64>) -> Option<TakenBytes> {
        let Source::File(file, at) = &self.source else { return None };
        from.map(|from| (file.clone(), from..*at))
    }

    /// Whether nothing follows what has been cut.
    pub fn is_at_eof(&self) -> bool {
        self.ended && self.rest.is_empty()
    }

    /// Cuts what was read, or less of it if that is long or its lines are short. Never less than was searched without success,
    /// since a [`Framing`] may remember what it has searched.
    fn cut(&mut self, buffer: &[u8], size: usize, framing: &mut dyn Framing) -> Option<Cut> {
        let asked = std::mem::take(&mut self.asked);
        let len = buffer.len();
        // The head of an input may be much longer than a chunk. Since the rest is copied, a part of it is cut off, if a chunk is
        // shorter.
        let most = if len < 2 * size { len } else { size.max(len / 16) };
        let end = end_of_lines(&buffer[..most], size, framing.short_line()).unwrap_or(most);
        if (asked + 1..len).contains(&end)
            && let Some(cut) = framing.cut(&buffer[..end], Target::Last)
        {
            // The remaining bytes may hold whole records, and a pipe may bring no more for a while.
            self.is_unsearched = true;
            self.asked = end - cut.end;
            return Some(cut);
        }
        let cut = framing.cut(buffer, if self.ended { Target::End } else { Target::Last });
        self.asked = len - cut.as_ref().map_or(0, |cut| cut.end);
        cut
    }

    /// Reads this many bytes and discards them.
    pub fn skip(&mut self, mut left: u64) -> io::Result<()> {
        const PIECE: usize = 1 << 16;
        self.position += left;
        while left > 0 {
            let have = left.min(self.rest.len() as u64) as usize;
            self.rest.drain(..have);
            left -= have as u64;
            if left > 0 {
                let mut rest = std::mem::take(&mut self.rest);
                self.read(&mut rest, PIECE)?;
                self.rest = rest;
                if self.ended && self.rest.is_empty() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
        // The rest may hold whole records, and a pipe may bring no more for a while.
        self.is_unsearched = true;
        Ok(())
    }

    /// Reads up to `most` bytes more, or the lines of a block; detects the end, and removes a byte-order mark.
    fn read(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let got = self.source.read(buffer, most);
        self.ended = matches!(got, Ok(0));
        if self.may_have_bom && (self.ended || buffer.len() >= BOM.len() || !BOM.starts_with(buffer)) {
            self.may_have_bom = false;
            if buffer.starts_with(BOM) {
                buffer.drain(..BOM.len());
            }
        }
        got
    }
}

impl Source<'_> {
    /// Exchanges the buffer, whose contents are lost, for the lines that workers have read ahead, if they are there.
    fn take(&mut self, buffer: &mut Vec<u8>) -> bool {
        let Source::File(file, at) = self else { return false };
        let is_there = file.take(*at, buffer);
        *at += if is_there { buffer.len() as u64 } else { 0 };
        is_there
    }

    /// Appends up to `most` bytes, or the lines of a block.
    fn read(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let reader = match self {
            Source::File(file, at) => return file.read(*at, buffer).inspect(|got| *at += *got as u64),
            Source::Reader(reader) => reader,
        };
        let before = buffer.len();
        buffer.try_reserve(most).map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(before + most, 0);
        let got = retry(|| reader.read(&mut buffer[before..]));
        buffer.truncate(before + got.as_ref().copied().unwrap_or(0));
        got
    }
}

impl HeadBytes for RecordStream<'_> {
    fn bytes(&self) -> &[u8] {
        &self.rest
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn read_more(&mut self) -> io::Result<()> {
        let mut rest = std::mem::take(&mut self.rest);
        let got = self.read(&mut rest, MAX_HEAD);
        self.rest = rest;
        self.is_unsearched = true;
        got.map(drop)
    }
}

/// Drops what no grid can need of a line that does not end, except for one byte, which shows that the line is too long.
/// Returns how many bytes were dropped.
fn shorten_last_line(buffer: &mut Vec<u8>, longest: usize) -> u64 {
    let before = buffer.len();
    let line_start = memrchr(b'\n', buffer).map_or(0, |i| i + 1);
    buffer.truncate(line_start + longest + 1);
    (before - buffer.len()) as u64
}
