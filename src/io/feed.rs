//! Cuts inputs into numbered chunks of whole records.

use super::{
    change_guard::{ChangeGuard, SteadyReader},
    input::{Input, Opened},
    mapped::Mapped,
    part::{ShardStart, line_start},
};
use crate::{
    error::{Error, ErrorKind},
    framing::{Cut, Framing, HeadEnd, MAX_HEAD, SeekSupport, Target},
};
use memchr::{memchr_iter, memrchr};
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    sync::Arc,
};

/// Knows the formats, which nothing here does.
pub(crate) trait Recognize {
    /// What it found out about an input; goes with each of its chunks.
    type Reading: Clone;

    /// Opens the input called `name`, which begins with `head`. `None` if more bytes are needed, which is
    /// possible only for [`HeadEnd::More`].
    fn recognize(
        &mut self,
        name: &str,
        head: &[u8],
        end: HeadEnd,
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
    /// Where the chunk ends, in bytes of the input after its byte-order mark.
    pub end: u64,
    /// Nothing more of the input can be cut.
    pub last: bool,
    /// Where the input was entered, if not at its beginning or not to its end.
    pub origin: Option<Arc<ShardStart>>,
    bytes: Bytes,
}

enum Bytes {
    Mapped(Arc<Mapped>, Range<usize>),
    /// The bytes are in the buffer that was handed to [`Feed::next`].
    Buffered,
}

impl<R> Chunk<R> {
    /// # Errors
    /// If the file has changed: what was read of the chunk may be anything.
    pub fn check(&self) -> io::Result<()> {
        match &self.bytes {
            Bytes::Mapped(map, _) => map.steady.check(),
            Bytes::Buffered => Ok(()),
        }
    }

    /// The records, given the buffer that was handed to [`Feed::next`].
    pub fn bytes<'b>(&'b self, buffer: &'b [u8]) -> &'b [u8] {
        match &self.bytes {
            Bytes::Mapped(map, range) => &map[range.clone()],
            Bytes::Buffered => buffer,
        }
    }
}

/// Where an earlier run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// Which input.
    pub input: usize,
    /// As [`Chunk::end`].
    pub offset: u64,
    /// Counted records before it.
    pub records: u64,
    /// Nothing more is wanted of that input.
    pub ended: bool,
}

/// An input whose turn will come.
struct Turn<'a> {
    number: usize,
    input: Input<'a>,
    /// The bytes of the file in which the records begin that are wanted.
    part: Option<Range<u64>>,
}

/// Hands out the chunks of all inputs, one after the other.
pub(crate) struct Feed<'a, K: Recognize> {
    waiting: VecDeque<Turn<'a>>,
    resume: Option<Position>,
    again: bool,
    current: Option<Current<'a, K::Reading>>,
    recognizer: K,
    names: Vec<String>,
    /// Bytes to aim at; a chunk is longer only where one record is.
    chunk_size: usize,
    next_number: u64,
    /// Counted records handed out.
    records: u64,
}

struct Current<'a, R> {
    number: usize,
    start: Start<R>,
    source: Source<'a>,
    skipped_lines: u64,
    origin: Option<Arc<ShardStart>>,
    fresh: bool,
    ended: bool,
}

enum Source<'a> {
    /// What is left is `at..end`; the text begins at `base`, after a byte-order mark.
    Mapped {
        map: Arc<Mapped>,
        base: usize,
        at: usize,
        end: usize,
    },
    Stream(Stream<'a>),
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'a, K: Recognize> Feed<'a, K> {
    pub fn new(inputs: Vec<Input<'a>>, chunk_size: usize, recognizer: K) -> Feed<'a, K> {
        let names = inputs.iter().map(|i| i.name().to_owned()).collect();
        let turn = |(number, input)| Turn { number, input, part: None };
        Feed {
            waiting: inputs.into_iter().enumerate().map(turn).collect(),
            resume: None,
            again: false,
            current: None,
            recognizer,
            names,
            chunk_size: chunk_size.max(1),
            next_number: 0,
            records: 0,
        }
    }

    /// Of each input only the records that begin in these bytes; of some inputs none.
    pub fn parts(mut self, parts: Vec<Option<Range<u64>>>) -> Self {
        for (turn, part) in self.waiting.iter_mut().zip(&parts) {
            turn.part.clone_from(part);
        }
        self.waiting.retain(|turn| turn.part.is_some());
        self
    }

    /// Another run must be able to find the records again.
    pub fn again(mut self) -> Self {
        self.again = true;
        self
    }

    /// Goes on where an earlier run over the same inputs came to.
    pub fn resume(mut self, spot: Position) -> Self {
        self.waiting.retain(|turn| turn.number > spot.input || (turn.number == spot.input && !spot.ended));
        self.records = spot.records;
        self.resume = Some(spot);
        self
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
        if self.current.as_ref().is_some_and(|current| current.number == input) {
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
        let Some(Turn { number, input, part }) = self.waiting.pop_front() else { return Ok(false) };
        let name = &self.names[number];
        let fail = |e| cannot_read(name, e);
        let resume = self.resume.filter(|spot| spot.input == number);
        let path = input.file().map(ToOwned::to_owned);
        let (recognizer, opened) = (&mut self.recognizer, input.open(part.is_some())?);
        let whole = |head: &[u8], recognizer: &mut K| {
            let head = &head[..head.len().min(MAX_HEAD)];
            let start = recognizer.recognize(name, head, HeadEnd::new(head.len(), true))?;
            Ok::<_, Error>(start.expect("a final head is enough"))
        };
        let mut skipped_lines = 0;
        let mut origin = None;
        let (mut start, mut source) = match opened {
            Opened::Mapped(map) => {
                let base = if map.starts_with(BOM) { BOM.len() } else { 0 };
                let start = whole(&map[base..], recognizer)?;
                let (at, end) = (base + start.skip, map.len());
                skipped_lines = lines(&map[base..at]);
                (start, Source::Mapped { map, base, at, end })
            }
            Opened::Stream(reader) => {
                let mut stream = Stream::new(reader);
                let mut start = loop {
                    let head = &stream.rest[..stream.rest.len().min(MAX_HEAD)];
                    let end = HeadEnd::new(head.len(), stream.ended);
                    match recognizer.recognize(name, head, end)? {
                        None if !end.is_final() => stream.peek().map_err(fail)?,
                        start => break start.expect("a final head is enough"),
                    }
                };
                if self.again && start.framing.seek_support() == SeekSupport::Counted {
                    let what = "cannot be resumed: its records must be counted, in a file that is mapped";
                    return Err(Error::new(ErrorKind::Config, format!("{name} {what}")));
                }
                let skip = std::mem::take(&mut start.skip);
                skipped_lines = lines(&stream.rest[..skip]);
                stream.rest.drain(..skip);
                stream.taken = skip as u64;
                (start, Source::Stream(stream))
            }
            Opened::File(mut file, steady) => {
                let mut head = Vec::new();
                (&mut file).take((MAX_HEAD + BOM.len()) as u64).read_to_end(&mut head).map_err(fail)?;
                let base = if head.starts_with(BOM) { BOM.len() } else { 0 };
                let start = whole(&head[base..], recognizer)?;
                let part = part.clone().expect("only a part is read so");
                if start.framing.seek_support() != SeekSupport::Newline {
                    return Err(no_parts(
                        name,
                        "it must be mapped, without --no-mmap, for its records to be found",
                    ));
                }
                let (stream, from) = part_of_file(file, steady, part, base as u64).map_err(fail)?;
                origin = path.clone().map(|path| ShardStart::new(path, base as u64, from));
                (start, Source::Stream(stream))
            }
        };
        if let Some(part) = part {
            if start.framing.seek_support() == SeekSupport::Counted {
                return Err(no_parts(name, "its records must be counted from the beginning"));
            }
            if let Source::Mapped { map, base, at, end } = &mut source {
                let first = *at;
                let mut boundary = |place: u64| match usize::try_from(place) {
                    Ok(place) if place <= first => first,
                    Ok(place) if place < map.len() => {
                        let cut = start.framing.cut(&map[first..], Target::AtLeast(place - first));
                        first + cut.expect("the end is a boundary").end
                    }
                    _ => map.len(),
                };
                (*at, *end) = (boundary(part.start), boundary(part.end));
                let from = if *at == first { 0 } else { *at as u64 };
                if from > 0 {
                    skipped_lines = 0;
                }
                origin = path.map(|path| ShardStart::new(path, *base as u64, from));
            }
        }
        let mut current = Current { number, start, source, skipped_lines, origin, fresh: true, ended: false };
        if let Some(spot) = resume {
            current.pass(spot).map_err(fail)?;
        }
        self.current = Some(current);
        Ok(true)
    }

    fn cut(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<K::Reading>>, Error> {
        let current = self.current.as_mut().expect("an input is open");
        let name = &self.names[current.number];
        if current.ended {
            current.close().map_err(|e| cannot_read(name, e))?;
            return Ok(None);
        }
        let framing = &mut *current.start.framing;
        let (cut, bytes, end) = match &mut current.source {
            Source::Mapped { map, base, at, end } => {
                let from = *at;
                let cut = framing.cut(&map[from..*end], Target::AtLeast(self.chunk_size));
                let cut = cut.expect("the end is a boundary");
                *at += cut.end;
                (cut, Bytes::Mapped(map.clone(), from..*at), (*at - *base) as u64)
            }
            Source::Stream(stream) => {
                let cut = stream.fill(buffer, self.chunk_size, framing);
                (cut.map_err(|e| cannot_read(name, e))?, Bytes::Buffered, stream.taken)
            }
        };
        current.ended = cut.ended || cut.end == 0;
        if current.ended && cut.end == 0 && cut.fault.is_none() && !current.fresh {
            current.close().map_err(|e| cannot_read(name, e))?;
            return Ok(None);
        }
        current.fresh = false;
        let chunk = Chunk {
            number: self.next_number,
            input: current.number,
            reading: current.start.reading.clone(),
            skipped_lines: std::mem::take(&mut current.skipped_lines),
            first_record: self.records,
            records: cut.records,
            fault: cut.fault,
            end,
            last: current.ended,
            origin: current.origin.clone(),
            bytes,
        };
        self.next_number += 1;
        self.records += cut.records.unwrap_or(0);
        Ok(Some(chunk))
    }
}

/// Lines that end in the text.
fn lines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

fn no_parts(name: &str, why: &str) -> Error {
    Error::new(ErrorKind::Config, format!("{name} cannot be read in parts: {why}"))
}

/// The lines of a file that begin in `part`, and where they begin: 0 for the first line of all.
fn part_of_file<'a>(
    mut file: File,
    steady: ChangeGuard,
    part: Range<u64>,
    base: u64,
) -> io::Result<(Stream<'a>, u64)> {
    let from = line_start(&mut file, part.start)?.max(base);
    let to = line_start(&mut file, part.end)?.max(from);
    file.seek(SeekFrom::Start(from))?;
    let reader = SteadyReader { reader: file.take(to - from), steady };
    let mut stream = Stream::new(Box::new(reader));
    (stream.fresh, stream.taken) = (false, from - base);
    Ok((stream, if from == base { 0 } else { from }))
}

fn cannot_read(name: &str, error: io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot read {name}"), error)
}

impl<R> Current<'_, R> {
    /// Passes over what an earlier run has answered.
    fn pass(&mut self, spot: Position) -> io::Result<()> {
        (self.skipped_lines, self.fresh) = (0, false);
        let lost = || io::Error::new(io::ErrorKind::InvalidData, "there is no record where the run was left");
        match &mut self.source {
            Source::Mapped { map, base, at, end } => {
                let target = usize::try_from(spot.offset).ok().and_then(|offset| base.checked_add(offset));
                let target = target.filter(|target| *target <= *end).ok_or_else(lost)?;
                // Once where the bytes tell, more often where records are counted.
                while *at < target && !self.ended {
                    let cut = self.start.framing.cut(&map[*at..*end], Target::AtLeast(target - *at));
                    let cut = cut.expect("the end is a boundary");
                    *at += cut.end;
                    self.ended = cut.ended || cut.end == 0;
                }
                if *at == target { Ok(()) } else { Err(lost()) }
            }
            Source::Stream(stream) => {
                if self.start.framing.seek_support() == SeekSupport::Counted {
                    return Err(lost());
                }
                let left = spot.offset.checked_sub(stream.taken).ok_or_else(lost)?;
                stream.pass(left)
            }
        }
    }

    /// Looks at a mapped file a last time: a stream has been looked at by its reader.
    fn close(&self) -> io::Result<()> {
        match &self.source {
            Source::Mapped { map, .. } => map.steady.check_place(),
            Source::Stream(_) => Ok(()),
        }
    }
}

/// A reader that is cut into chunks of whole records.
struct Stream<'a> {
    reader: Box<dyn Read + Send + 'a>,
    /// What was read after the last chunk.
    rest: Vec<u8>,
    /// Bytes of the text that were cut, or passed over.
    taken: u64,
    /// Bytes dropped from a line of the next chunk.
    dropped: u64,
    /// Whether the rest has not been looked at for a boundary.
    peeked: bool,
    fresh: bool,
    ended: bool,
}

impl<'a> Stream<'a> {
    fn new(reader: Box<dyn Read + Send + 'a>) -> Stream<'a> {
        Stream { reader, rest: Vec::new(), taken: 0, dropped: 0, peeked: false, fresh: true, ended: false }
    }

    /// Reads some more of the first bytes.
    fn peek(&mut self) -> io::Result<()> {
        let mut rest = std::mem::take(&mut self.rest);
        let got = self.read(&mut rest, MAX_HEAD);
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
                let target = if self.ended { Target::End } else { Target::Last };
                if let Some(cut) = framing.cut(buffer, target) {
                    self.rest.extend_from_slice(&buffer[cut.end..]);
                    buffer.truncate(cut.end);
                    self.taken += cut.end as u64 + std::mem::take(&mut self.dropped);
                    return Ok(cut);
                }
                self.dropped += shorten(buffer, framing)?;
            }
            let wanted = if buffer.len() < size { size - buffer.len() } else { size };
            short = self.read(buffer, wanted)? < wanted;
        }
    }

    /// Reads this many bytes and forgets them.
    fn pass(&mut self, mut left: u64) -> io::Result<()> {
        const PIECE: usize = 1 << 16;
        self.taken += left;
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
        // What is left may have whole records, and may be all there is for a while.
        self.peeked = true;
        Ok(())
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

/// Bounds what is kept of a record that does not end; gives how many bytes were dropped.
fn shorten(buffer: &mut Vec<u8>, framing: &dyn Framing) -> io::Result<u64> {
    let before = buffer.len();
    if let Some(longest) = framing.max_line() {
        // What no grid can need is dropped, but for one byte that tells that it was there.
        let line_start = memrchr(b'\n', buffer).map_or(0, |i| i + 1);
        buffer.truncate(line_start + longest + 1);
    } else if buffer.len() > framing.max_record() {
        let what = format!("a record is longer than {} MiB", framing.max_record() >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok((before - buffer.len()) as u64)
}

#[cfg(test)]
mod tests;
