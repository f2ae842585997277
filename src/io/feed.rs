//! Cuts inputs into numbered chunks of whole records.

use super::{
    input::{Input, Opened},
    mapped::Mapped,
};
use crate::{
    error::{Error, ErrorKind},
    framing::{Cut, Framing, HEAD, Want},
};
use memchr::{memchr_iter, memrchr};
use std::{collections::VecDeque, io, io::Read, ops::Range, sync::Arc};

/// Knows the formats, which nothing here does.
pub(crate) trait Recognize {
    /// What it found out about an input; goes with each of its chunks.
    type Reading: Clone;

    /// What the input called `name` is, from its first bytes; `whole` if there will be no more of
    /// them. `None` if these are too few.
    fn recognize(
        &mut self,
        name: &str,
        head: &[u8],
        whole: bool,
    ) -> Result<Option<Start<Self::Reading>>, Error>;
}

/// An input whose records can be cut.
pub(crate) struct Start<R> {
    pub reading: R,
    pub framing: Box<dyn Framing>,
    /// Bytes before the first record that belong to no chunk.
    pub skip: usize,
}

/// Whole records of one input.
pub(crate) struct Chunk<R> {
    /// Place in the order of all chunks of the run, from 0.
    pub number: u64,
    /// Which input it is from, from 0. Every input has at least one chunk, though it be empty.
    pub input: usize,
    pub reading: R,
    /// Lines of the input between the last chunk and this one.
    pub skipped_lines: u64,
    /// Counted records of the run before this chunk.
    pub first_record: u64,
    /// As [`Cut::records`].
    pub records: Option<u64>,
    /// As [`Cut::fault`].
    pub fault: Option<(u64, String)>,
    bytes: Bytes,
}

enum Bytes {
    Mapped(Arc<Mapped>, Range<usize>),
    /// The bytes are in the buffer that was handed to [`Feed::next`].
    Buffered,
}

impl<R> Chunk<R> {
    /// The records, given the buffer that was handed to [`Feed::next`].
    pub fn bytes<'b>(&'b self, buffer: &'b [u8]) -> &'b [u8] {
        match &self.bytes {
            Bytes::Mapped(map, range) => &map[range.clone()],
            Bytes::Buffered => buffer,
        }
    }
}

/// Hands out the chunks of all inputs, one after the other.
pub(crate) struct Feed<'a, K: Recognize> {
    waiting: VecDeque<Input<'a>>,
    current: Option<Current<'a, K::Reading>>,
    recognizer: K,
    names: Vec<String>,
    /// Bytes to aim at; a chunk is longer only where one record is.
    chunk_size: usize,
    next_number: u64,
    /// Counted records handed out.
    records: u64,
    /// Inputs opened so far.
    opened: usize,
}

struct Current<'a, R> {
    start: Start<R>,
    source: Source<'a>,
    fresh: bool,
    ended: bool,
}

enum Source<'a> {
    Mapped { map: Arc<Mapped>, at: usize },
    Stream(Stream<'a>),
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'a, K: Recognize> Feed<'a, K> {
    pub fn new(inputs: Vec<Input<'a>>, chunk_size: usize, recognizer: K) -> Feed<'a, K> {
        let names = inputs.iter().map(|i| i.name().to_owned()).collect();
        Feed {
            waiting: inputs.into(),
            current: None,
            recognizer,
            names,
            chunk_size: chunk_size.max(1),
            next_number: 0,
            records: 0,
            opened: 0,
        }
    }

    /// The next chunk, or `None` after the last. A stream's bytes go into `buffer`, whose contents
    /// are lost.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<K::Reading>>, Error> {
        loop {
            if self.current.is_none() && !self.open()? {
                return Ok(None);
            }
            if let Some(chunk) = self.cut(buffer)? {
                return Ok(Some(chunk));
            }
            self.current = None;
        }
    }

    /// Hands out nothing more of an input: its records have ended.
    pub fn skip(&mut self, input: usize) {
        if input + 1 == self.opened {
            self.current = None;
        }
    }

    /// Hands out nothing more.
    pub fn stop(&mut self) {
        self.waiting.clear();
        self.current = None;
    }

    /// Opens the next input; false if there is none.
    fn open(&mut self) -> Result<bool, Error> {
        let Some(input) = self.waiting.pop_front() else { return Ok(false) };
        self.opened += 1;
        let name = &self.names[self.opened - 1];
        let mut source = match input.open()? {
            Opened::Mapped(map) => {
                let at = if map.starts_with(BOM) { BOM.len() } else { 0 };
                Source::Mapped { map, at }
            }
            Opened::Stream(reader) => Source::Stream(Stream::new(reader)),
        };
        let start = match &mut source {
            Source::Mapped { map, at } => {
                let text = &map[*at..];
                self.recognizer.recognize(name, &text[..text.len().min(HEAD)], true)?
            }
            Source::Stream(stream) => loop {
                let head = &stream.rest[..stream.rest.len().min(HEAD)];
                let whole = stream.ended || head.len() == HEAD;
                match self.recognizer.recognize(name, head, whole)? {
                    None if !whole => stream.peek().map_err(|e| cannot_read(name, e))?,
                    start => break start,
                }
            },
        };
        let start = start.expect("a whole head is enough");
        self.current = Some(Current { start, source, fresh: true, ended: false });
        Ok(true)
    }

    fn cut(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<K::Reading>>, Error> {
        let current = self.current.as_mut().expect("an input is open");
        if current.ended {
            return Ok(None);
        }
        let name = &self.names[self.opened - 1];
        let skipped_lines = current.skip_header();
        let framing = &mut *current.start.framing;
        let (cut, bytes) = match &mut current.source {
            Source::Mapped { map, at } => {
                let from = *at;
                let cut = framing.cut(&map[from..], Want::Reach(self.chunk_size), true);
                let cut = cut.expect("the end is a boundary");
                *at += cut.end;
                (cut, Bytes::Mapped(map.clone(), from..*at))
            }
            Source::Stream(stream) => {
                let cut = stream.fill(buffer, self.chunk_size, framing);
                (cut.map_err(|e| cannot_read(name, e))?, Bytes::Buffered)
            }
        };
        current.ended = cut.ended || cut.end == 0;
        if current.ended && cut.end == 0 && cut.fault.is_none() && !current.fresh {
            return Ok(None);
        }
        current.fresh = false;
        let chunk = Chunk {
            number: self.next_number,
            input: self.opened - 1,
            reading: current.start.reading.clone(),
            skipped_lines,
            first_record: self.records,
            records: cut.records,
            fault: cut.fault,
            bytes,
        };
        self.next_number += 1;
        self.records += cut.records.unwrap_or(0);
        Ok(Some(chunk))
    }
}

fn cannot_read(name: &str, error: io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot read {name}"), error)
}

impl<R> Current<'_, R> {
    /// Passes over what is before the first record; gives its lines.
    fn skip_header(&mut self) -> u64 {
        let skip = std::mem::take(&mut self.start.skip);
        let lines = |text: &[u8]| memchr_iter(b'\n', text).count() as u64;
        match &mut self.source {
            Source::Mapped { map, at } => {
                *at += skip;
                lines(&map[*at - skip..*at])
            }
            Source::Stream(stream) => {
                let count = lines(&stream.rest[..skip]);
                stream.rest.drain(..skip);
                count
            }
        }
    }
}

/// A reader that is cut into chunks of whole records.
struct Stream<'a> {
    reader: Box<dyn Read + Send + 'a>,
    /// What was read after the last chunk.
    rest: Vec<u8>,
    /// Whether the rest has not been looked at for a boundary.
    peeked: bool,
    fresh: bool,
    ended: bool,
}

impl<'a> Stream<'a> {
    fn new(reader: Box<dyn Read + Send + 'a>) -> Stream<'a> {
        Stream { reader, rest: Vec::new(), peeked: false, fresh: true, ended: false }
    }

    /// Reads some more of the first bytes.
    fn peek(&mut self) -> io::Result<()> {
        let mut rest = std::mem::take(&mut self.rest);
        let got = self.read(&mut rest, HEAD);
        self.rest = rest;
        self.peeked = true;
        got.map(drop)
    }

    /// Fills `buffer` with whole records, about `size` bytes; an empty cut at the end of the input.
    ///
    /// Hands over what is there as soon as a read comes back short with a whole record: who feeds a
    /// pipe line by line gets the answers line by line.
    fn fill(&mut self, buffer: &mut Vec<u8>, size: usize, framing: &mut dyn Framing) -> io::Result<Cut> {
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut short = std::mem::take(&mut self.peeked);
        loop {
            if self.ended || (!buffer.is_empty() && (short || buffer.len() >= size)) {
                if let Some(cut) = framing.cut(buffer, Want::Last, self.ended) {
                    self.rest.extend_from_slice(&buffer[cut.end..]);
                    buffer.truncate(cut.end);
                    return Ok(cut);
                }
                shorten(buffer, framing)?;
            }
            let wanted = if buffer.len() < size { size - buffer.len() } else { size };
            short = self.read(buffer, wanted)? < wanted;
        }
    }

    /// Reads up to `wanted` bytes more; notices the end, and takes a byte-order mark away.
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
        self.ended = matches!(got, Ok(0));
        if self.fresh && (self.ended || buffer.len() >= BOM.len() || !BOM.starts_with(buffer)) {
            self.fresh = false;
            if buffer.starts_with(BOM) {
                buffer.drain(..BOM.len());
            }
        }
        got
    }
}

/// Bounds what is kept of a record that does not end.
fn shorten(buffer: &mut Vec<u8>, framing: &dyn Framing) -> io::Result<()> {
    if let Some(longest) = framing.longest_line() {
        // What no grid can need is dropped, but for one byte that tells that it was there.
        let line_start = memrchr(b'\n', buffer).map_or(0, |i| i + 1);
        buffer.truncate(line_start + longest + 1);
    } else if buffer.len() > framing.longest_record() {
        let what = format!("a record is longer than {} MiB", framing.longest_record() >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{Lines, line_end};

    /// Everything is lines.
    struct Plain(usize);

    impl Recognize for Plain {
        type Reading = ();

        fn recognize(&mut self, _: &str, _: &[u8], _: bool) -> Result<Option<Start<()>>, Error> {
            Ok(Some(Start { reading: (), framing: Box::new(Lines { longest: Some(self.0) }), skip: 0 }))
        }
    }

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
        let mut feed = Feed::new(vec![Input::reader("x", Drip(text, step))], size, Plain(max_line));
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
            let end = at + line_end(&text[at..], size);
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
            let mut feed = Feed::new(vec![Input::reader("x", Drip(&text, step))], 64, Plain(1000));
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
