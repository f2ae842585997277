//! Cuts a compressed stream into pieces of whole members or frames, without decompressing it.

use super::Compression;
#[cfg(feature = "zstd")]
use super::is_skippable;
use crate::io::disk::retry;
#[cfg(feature = "gzip")]
use memchr::memmem;
use std::io::{self, BufRead, Read};

/// The limits of a piece.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Small members are joined until they have this many bytes.
    pub piece: usize,
    /// The maximum length of a piece in bytes. Longer members are read in order.
    pub most: usize,
    /// The maximum length of the text of a piece in bytes.
    pub most_text: usize,
}

impl Bounds {
    /// The bounds for this many threads. All pieces under way hold at most 128 MiB of text, or 1 MiB each.
    pub fn usual(threads: usize) -> Bounds {
        let most_text = (128 << 20) / (threads + 2);
        Bounds { piece: 256 << 10, most: 4 << 20, most_text: most_text.clamp(1 << 20, 16 << 20) }
    }
}

/// Where a piece ends.
enum Cut {
    At(usize),
    /// More bytes are needed to find the end.
    Later,
    /// The bytes do not begin with a member that can be cut.
    Nowhere,
}

/// A compressed stream that can be cut into pieces, and read in order in between.
pub(super) struct CompressedStream {
    reader: Box<dyn Read + Send>,
    compression: Compression,
    bounds: Bounds,
    bytes: Vec<u8>,
    /// How many of the bytes have been consumed.
    next: usize,
    /// How many of the bytes that follow were searched for the end of a piece without success.
    searched: usize,
    /// The end of the reader, or its error.
    end: Option<io::Result<()>>,
}

impl CompressedStream {
    pub fn new(reader: Box<dyn Read + Send>, compression: Compression, bounds: Bounds) -> CompressedStream {
        CompressedStream { reader, compression, bounds, bytes: Vec::new(), next: 0, searched: 0, end: None }
    }

    /// Moves the next piece to `piece`. Returns `false` if the next member must be read in order, because it is long, damaged
    /// or the last one.
    ///
    /// The ends of zstd frames are exact. The end of a gzip member is guessed from the header that follows, and the guess may be
    /// wrong.
    pub fn cut_piece(&mut self, piece: &mut Vec<u8>) -> bool {
        loop {
            match self.cut() {
                Cut::At(len) => {
                    piece.clear();
                    piece.extend_from_slice(&self.bytes[self.next..self.next + len]);
                    (self.next, self.searched) = (self.next + len, 0);
                    return true;
                }
                Cut::Later if self.bytes.len() - self.next < self.bounds.most && self.read_more() => {}
                _ => return false,
            }
        }
    }

    /// Takes back the last bytes that were cut.
    pub fn put_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(&self.bytes[self.next..]);
        (self.bytes, self.next, self.searched) = (bytes, 0, 0);
    }

    fn cut(&mut self) -> Cut {
        let bytes = &self.bytes[self.next..];
        match self.compression {
            #[cfg(feature = "gzip")]
            Compression::Gzip => cut_members(bytes, self.bounds.piece, &mut self.searched),
            #[cfg(feature = "zstd")]
            Compression::Zstd => cut_frames(bytes, self.bounds.piece, &mut self.searched),
            _ => Cut::Nowhere,
        }
    }

    /// Reads more bytes; returns `false` if there are none.
    fn read_more(&mut self) -> bool {
        const BLOCK: usize = 256 << 10;
        if self.end.is_some() {
            return false;
        }
        self.bytes.drain(..std::mem::take(&mut self.next));
        let before = self.bytes.len();
        self.bytes.resize(before + BLOCK, 0);
        let got = retry(|| self.reader.read(&mut self.bytes[before..]));
        self.bytes.truncate(before + got.as_ref().copied().unwrap_or(0));
        match got {
            Ok(0) => self.end = Some(Ok(())),
            Ok(_) => return true,
            Err(error) => self.end = Some(Err(error)),
        }
        false
    }
}

impl Read for CompressedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for CompressedStream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next == self.bytes.len() && !self.read_more() {
            // An error is returned once.
            self.end.replace(Ok(())).transpose()?;
        }
        Ok(&self.bytes[self.next..])
    }

    fn consume(&mut self, count: usize) {
        self.next += count;
        self.searched = 0;
    }
}

/// Cuts before the next bytes that look like the header of a member.
#[cfg(feature = "gzip")]
fn cut_members(bytes: &[u8], least: usize, searched: &mut usize) -> Cut {
    const HEADER: usize = 10;
    if bytes.len() >= HEADER && !is_header(bytes) {
        return Cut::Nowhere;
    }
    *searched = (*searched).max(least.max(HEADER));
    while bytes.len() >= *searched + HEADER {
        let Some(found) = memmem::find(&bytes[*searched..], &[0x1F, 0x8B, 8]) else {
            *searched = bytes.len() - 2;
            return Cut::Later;
        };
        *searched += found;
        match bytes[*searched..].len() >= HEADER {
            true if is_header(&bytes[*searched..]) => return Cut::At(*searched),
            true => *searched += 1,
            false => {}
        }
    }
    Cut::Later
}

/// Whether the first bytes of a member are usual: deflate, known flags, level and system.
#[cfg(feature = "gzip")]
fn is_header(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1F, 0x8B, 8, 0..0x20, _, _, _, _, 0 | 2 | 4, 0..=13 | 255, ..])
}

/// Cuts after a frame.
#[cfg(feature = "zstd")]
fn cut_frames(bytes: &[u8], least: usize, searched: &mut usize) -> Cut {
    while *searched < least {
        match frame_len(&bytes[*searched..]) {
            Some(0) => return Cut::Nowhere,
            Some(len) if len <= bytes.len() - *searched => *searched += len,
            _ => return Cut::Later,
        }
    }
    Cut::At(*searched)
}

/// The length of a zstd frame (RFC 8878, section 3.1), 0 if the bytes are not a frame that can be cut, and `None` if more bytes are needed.
#[cfg(feature = "zstd")]
fn frame_len(bytes: &[u8]) -> Option<usize> {
    let number = |at: usize, len: usize| {
        let bytes = bytes.get(at..at.checked_add(len)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    let magic = bytes.get(..4)?;
    if is_skippable(magic) == Some(true) {
        return usize::try_from(number(4, 4)? + 8).ok();
    }
    if magic != Compression::Zstd.magic() {
        return Some(0);
    }
    let descriptor = *bytes.get(4)?;
    let is_single = descriptor & 0x20 != 0;
    let window = usize::from(!is_single);
    // The usual decoder refuses a larger window than 128 MiB; the one for whole frames does not look at it.
    if !is_single && *bytes.get(5)? > 17 << 3 {
        return Some(0);
    }
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let size = [usize::from(is_single), 2, 4, 8][usize::from(descriptor >> 6)];
    let mut at = 5 + window + dictionary + size;
    loop {
        let block = number(at, 3)? as usize;
        at += 3 + match block >> 1 & 3 {
            1 => 1,
            3 => return Some(0),
            _ => block >> 3,
        };
        if block & 1 == 1 {
            return Some(at + if descriptor & 4 != 0 { 4 } else { 0 });
        }
    }
}
