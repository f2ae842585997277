//! Cuts inputs into numbered chunks of whole lines.

use super::{
    input::{Input, Opened},
    mapped::Mapped,
};
use crate::error::{Error, ErrorKind};
use memchr::{memchr, memrchr};
use std::{collections::VecDeque, io, io::Read, ops::Range, sync::Arc};

/// Whole lines of one input.
pub(crate) struct Chunk {
    /// Place in the order of all chunks of the run, from 0.
    pub number: u64,
    /// Which input it is from, from 0.
    pub input: usize,
    bytes: Bytes,
}

enum Bytes {
    Mapped(Arc<Mapped>, Range<usize>),
    /// The bytes are in the buffer that was handed to [`Feed::next`].
    Buffered,
}

impl Chunk {
    /// The lines, given the buffer that was handed to [`Feed::next`].
    pub fn bytes<'b>(&'b self, buffer: &'b [u8]) -> &'b [u8] {
        match &self.bytes {
            Bytes::Mapped(map, range) => &map[range.clone()],
            Bytes::Buffered => buffer,
        }
    }
}

/// Hands out the chunks of all inputs, one after the other.
pub(crate) struct Feed<'a> {
    waiting: VecDeque<Input<'a>>,
    current: Option<Current<'a>>,
    names: Vec<String>,
    /// Bytes to aim at; a chunk is longer only where one line is.
    chunk_size: usize,
    /// What is kept of a line in a stream; the rest is dropped. Bounds the memory.
    max_line: usize,
    next_number: u64,
    /// Inputs opened so far.
    opened: usize,
}

enum Current<'a> {
    Mapped { map: Arc<Mapped>, at: usize },
    Stream(Stream<'a>),
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'a> Feed<'a> {
    pub fn new(inputs: Vec<Input<'a>>, chunk_size: usize, max_line: usize) -> Feed<'a> {
        let names = inputs.iter().map(|i| i.name().to_owned()).collect();
        let waiting = inputs.into();
        Feed {
            waiting,
            current: None,
            names,
            chunk_size: chunk_size.max(1),
            max_line,
            next_number: 0,
            opened: 0,
        }
    }

    /// The next chunk, or `None` after the last. A stream's bytes go into `buffer`, whose contents
    /// are lost.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk>, Error> {
        loop {
            if self.current.is_none() {
                let Some(input) = self.waiting.pop_front() else { return Ok(None) };
                self.opened += 1;
                self.current = Some(match input.open()? {
                    Opened::Mapped(map) => {
                        let at = if map.starts_with(BOM) { BOM.len() } else { 0 };
                        Current::Mapped { map, at }
                    }
                    Opened::Stream(reader) => Current::Stream(Stream::new(reader)),
                });
            }
            if let Some(bytes) = self.cut(buffer)? {
                let number = self.next_number;
                self.next_number += 1;
                return Ok(Some(Chunk { number, input: self.opened - 1, bytes }));
            }
            self.current = None;
        }
    }

    /// Hands out nothing more.
    pub fn stop(&mut self) {
        self.waiting.clear();
        self.current = None;
    }

    fn cut(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Bytes>, Error> {
        match self.current.as_mut().expect("an input is open") {
            Current::Mapped { map, at } => {
                let start = *at;
                *at = line_end(map, start, self.chunk_size);
                Ok((start < *at).then(|| Bytes::Mapped(map.clone(), start..*at)))
            }
            Current::Stream(stream) => {
                let fail = |e| {
                    let name = &self.names[self.opened - 1];
                    Error::io(ErrorKind::Input, format!("cannot read {name}"), e)
                };
                let any = stream.fill(buffer, self.chunk_size, self.max_line).map_err(fail)?;
                Ok(any.then_some(Bytes::Buffered))
            }
        }
    }
}

/// The end of the first line that ends at or after `start + size`, or of the bytes.
fn line_end(bytes: &[u8], start: usize, size: usize) -> usize {
    let aim = start.saturating_add(size);
    if aim >= bytes.len() {
        return bytes.len();
    }
    memchr(b'\n', &bytes[aim - 1..]).map_or(bytes.len(), |i| aim + i)
}

/// A reader that is cut into chunks of whole lines.
struct Stream<'a> {
    reader: Box<dyn Read + Send + 'a>,
    /// The begun line after the last chunk.
    rest: Vec<u8>,
    fresh: bool,
    ended: bool,
}

impl<'a> Stream<'a> {
    fn new(reader: Box<dyn Read + Send + 'a>) -> Stream<'a> {
        Stream { reader, rest: Vec::new(), fresh: true, ended: false }
    }

    /// Fills `buffer` with whole lines, about `size` bytes; false at the end of the input.
    ///
    /// Hands over what is there as soon as a read comes back short with a whole line: who feeds a
    /// pipe line by line gets the answers line by line.
    fn fill(&mut self, buffer: &mut Vec<u8>, size: usize, max_line: usize) -> io::Result<bool> {
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut line_start = 0;
        while !self.ended {
            let wanted = if buffer.len() < size { size - buffer.len() } else { size };
            let before = buffer.len();
            let got = self.read(buffer, wanted)?;
            if got == 0 {
                self.ended = true;
                break;
            }
            if self.fresh && (buffer.len() >= BOM.len() || !BOM.starts_with(buffer)) {
                self.fresh = false;
                if buffer.starts_with(BOM) {
                    buffer.drain(..BOM.len());
                }
            }
            let seen = before.min(buffer.len());
            let Some(newline) = memrchr(b'\n', &buffer[seen..]).map(|i| seen + i) else {
                // What no grid can need is dropped, but for one byte that tells that it was there.
                buffer.truncate(line_start + max_line + 1);
                continue;
            };
            line_start = newline + 1;
            if buffer.len() >= size || got < wanted {
                self.rest.extend_from_slice(&buffer[line_start..]);
                buffer.truncate(line_start);
                return Ok(true);
            }
        }
        Ok(!buffer.is_empty())
    }

    fn read(&mut self, buffer: &mut Vec<u8>, wanted: usize) -> io::Result<usize> {
        let before = buffer.len();
        buffer.resize(before + wanted, 0);
        let got = loop {
            match self.reader.read(&mut buffer[before..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                other => break other,
            }
        };
        buffer.truncate(before + got.as_ref().copied().unwrap_or(0));
        got
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out at most `step` bytes a read.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(buffer.len()).min(self.0.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn chunks(text: &[u8], step: usize, size: usize, max_line: usize) -> Vec<Vec<u8>> {
        let mut feed = Feed::new(vec![Input::reader("x", Drip(text, step))], size, max_line);
        let mut buffer = Vec::new();
        let mut chunks = Vec::new();
        while let Some(chunk) = feed.next(&mut buffer).unwrap() {
            assert_eq!(chunk.number, chunks.len() as u64);
            chunks.push(chunk.bytes(&buffer).to_vec());
        }
        chunks
    }

    fn mapped_cuts(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let (mut at, mut cuts) = (0, Vec::new());
        while at < text.len() {
            let end = line_end(text, at, size);
            cuts.push(text[at..end].to_vec());
            at = end;
        }
        cuts
    }

    #[test]
    fn chunks_are_whole_lines_and_lose_nothing() {
        let text = b"one\n\nthree\r\n four\nfive and a long one\nno newline";
        for size in 1..60 {
            for step in 1..60 {
                let cut = chunks(text, step, size, 1000);
                assert_eq!(cut.concat(), text, "size {size} step {step}");
                let (last, whole) = cut.split_last().unwrap();
                assert!(whole.iter().all(|c| c.ends_with(b"\n")) && !last.is_empty());
            }
            let cut = mapped_cuts(text, size);
            assert_eq!(cut.concat(), text);
            let short = |c: &Vec<u8>| memrchr(b'\n', &c[..c.len() - 1]).is_none_or(|i| i + 1 < size);
            assert!(cut.iter().all(short), "a chunk ends with the line that reaches its size");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        for step in 1..8 {
            assert_eq!(chunks(b"\xEF\xBB\xBFab\ncd\n", step, 100, 100).concat(), b"ab\ncd\n");
            assert_eq!(chunks(b"\xEF\xBB", step, 100, 100).concat(), b"\xEF\xBB");
        }
    }

    #[test]
    fn a_line_without_end_is_kept_only_as_far_as_it_can_matter() {
        let mut text = vec![b'1'; 100_000];
        text.extend_from_slice(b"\nnext\n");
        for step in [1000, 5000, 200_000] {
            let mut feed = Feed::new(vec![Input::reader("x", Drip(&text, step))], 64, 1000);
            let mut buffer = Vec::new();
            let mut lines = Vec::new();
            while let Some(chunk) = feed.next(&mut buffer).unwrap() {
                assert!(buffer.len() < 1000 + 64 + 1000, "{} bytes held", buffer.len());
                lines.extend(chunk.bytes(&buffer).split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec));
            }
            assert_eq!(lines.len(), 2);
            assert!(lines[0].len() > 1000);
            assert_eq!(lines[1], b"next\n");
        }
    }

    #[test]
    fn a_line_fed_alone_is_handed_over_alone() {
        assert_eq!(chunks(b"a\nb\nc\n", 2, 1 << 16, 100).len(), 3);
    }
}
