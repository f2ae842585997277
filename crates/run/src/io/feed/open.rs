//! Opens inputs and finds the position from which they are read.

use super::{
    chunk::Position,
    file_blocks::FileBlocks,
    head::{HeadBytes, cannot_read, recognize},
    recognize::{Recognize, Recognized},
    stream::{BOM, RecordStream, Source},
};
use crate::{
    io::{
        change_guard::GuardedReader,
        input::Input,
        input_bytes::{InputBytes, PlainFile},
        mapped::Mapped,
        shard_start::{ShardStart, line_start},
    },
    positioned_file::PositionedFile,
};
use memchr::memchr_iter;
use quadrille_base::{
    error::{Error, ErrorKind},
    framing::{Framing, MAX_HEAD, SeekSupport, Target},
};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::PathBuf,
    sync::Arc,
};

/// An input that has not been opened yet.
pub(crate) struct PendingInput<'a> {
    pub number: usize,
    pub input: Input<'a>,
    /// If set, only the records that begin in this range of the file's bytes are needed.
    pub range: Option<Range<u64>>,
}

/// An input that is being cut.
pub(super) struct OpenInput<'a, F> {
    pub number: usize,
    pub format: F,
    pub framing: Box<dyn Framing>,
    pub contents: Contents<'a>,
    pub skipped_lines: u64,
    pub shard_start: Option<Arc<ShardStart>>,
    /// No chunk has been cut.
    pub is_first: bool,
    pub ended: bool,
}

pub(super) enum Contents<'a> {
    /// `next..end` is left; the text begins at `base`, after a byte-order mark.
    Mapped {
        map: Arc<Mapped>,
        base: usize,
        next: usize,
        end: usize,
    },
    Stream(RecordStream<'a>),
}

impl Contents<'_> {
    /// The next bytes, as far as they are known. The bytes of a stream are in the buffer.
    pub fn next_bytes<'b>(&'b self, buffer: &'b [u8]) -> &'b [u8] {
        match self {
            Contents::Mapped { map, next, end, .. } => &map[*next..*end],
            Contents::Stream(_) => buffer,
        }
    }
}

/// Opens an input and reads or maps its first bytes, to recognize its format.
pub(super) fn open<'a, K: Recognize>(
    recognizer: &mut K,
    name: &str,
    pending: PendingInput<'a>,
    (chunk_size, must_be_rereadable): (usize, bool),
) -> Result<OpenInput<'a, K::Format>, Error> {
    let PendingInput { number, input, range } = pending;
    let path = input.file().map(ToOwned::to_owned);
    let mut opened = match (input.open(range.as_ref())?, &range) {
        (InputBytes::Mapped(map), _) => open_mapped(recognizer, name, map)?,
        (InputBytes::Stream(reader), _) => {
            open_stream(recognizer, name, RecordStream::new(Source::Reader(reader)), must_be_rereadable)?
        }
        (InputBytes::File(file), None) => {
            let len = file.guard.len();
            let stream = stream_of_file(file, 0..len, chunk_size).map_err(|e| cannot_read(name, e))?;
            open_stream(recognizer, name, stream, must_be_rereadable)?
        }
        (InputBytes::File(file), Some(range)) => {
            open_range(recognizer, name, (file, chunk_size), range.clone(), path.clone())?
        }
    };
    opened.number = number;
    if let Some(range) = range {
        opened.restrict(name, range, path)?;
    }
    Ok(opened)
}

fn open_mapped<'a, K: Recognize>(
    recognizer: &mut K,
    name: &str,
    map: Arc<Mapped>,
) -> Result<OpenInput<'a, K::Format>, Error> {
    let base = if map.starts_with(BOM) { BOM.len() } else { 0 };
    let recognized = recognize(recognizer, name, &mut &map[base..])?;
    let (next, end) = (base + recognized.skip, map.len());
    let skipped_lines = lines(&map[base..next]);
    Ok(OpenInput::new(recognized, Contents::Mapped { map, base, next, end }, skipped_lines))
}

fn open_stream<'a, K: Recognize>(
    recognizer: &mut K,
    name: &str,
    mut stream: RecordStream<'a>,
    must_be_rereadable: bool,
) -> Result<OpenInput<'a, K::Format>, Error> {
    let recognized = recognize(recognizer, name, &mut stream)?;
    if must_be_rereadable && recognized.framing.seek_support() == SeekSupport::Counted {
        let what = "cannot resume a run over it unless it is mapped: its records must be counted";
        return Err(Error::new(ErrorKind::NeedsMapping, format!("{name}: {what}")));
    }
    let skipped_lines = lines(&stream.rest[..recognized.skip]);
    stream.rest.drain(..recognized.skip);
    stream.position = recognized.skip as u64;
    Ok(OpenInput::new(recognized, Contents::Stream(stream), skipped_lines))
}

/// The error of a table where only text can be read.
pub(super) fn refused_table(name: &str, is_resumed: bool) -> Error {
    let (kind, what) = match is_resumed {
        true => (
            ErrorKind::Config,
            "cannot resume a run over a table: use --shard to divide it into runs that can be repeated",
        ),
        false => (ErrorKind::Input, "it is a table, and a text is needed here"),
    };
    Error::new(kind, format!("{name}: {what}"))
}

/// Opens a file that is not mapped, to read the lines that begin in a range.
fn open_range<'a, K: Recognize>(
    recognizer: &mut K,
    name: &str,
    (mut file, chunk_size): (PlainFile, usize),
    range: Range<u64>,
    path: Option<PathBuf>,
) -> Result<OpenInput<'a, K::Format>, Error> {
    let fail = |e| cannot_read(name, e);
    let mut head = FileHead::new(&mut file.file);
    head.read_more().map_err(fail)?;
    let base = if head.bytes.starts_with(BOM) { BOM.len() } else { 0 };
    head.bytes.drain(..base);
    let recognized = recognize(recognizer, name, &mut head)?;
    if recognized.framing.seek_support() != SeekSupport::Newline {
        let what = "cannot shard it unless it is mapped: its records cannot be found from the middle";
        return Err(Error::new(ErrorKind::NeedsMapping, format!("{name}: {what}")));
    }
    let (stream, from) = stream_of_range(file, range, (base as u64, chunk_size)).map_err(fail)?;
    let mut opened = OpenInput::new(recognized, Contents::Stream(stream), 0);
    opened.shard_start = path.map(|path| ShardStart::new(path, base as u64, from));
    Ok(opened)
}

/// The first bytes of a file that is neither mapped nor read in order.
struct FileHead<'f> {
    file: &'f mut File,
    bytes: Vec<u8>,
    ended: bool,
}

impl FileHead<'_> {
    fn new(file: &mut File) -> FileHead<'_> {
        FileHead { file, bytes: Vec::new(), ended: false }
    }
}

impl HeadBytes for FileHead<'_> {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn read_more(&mut self) -> io::Result<()> {
        self.ended = (&mut *self.file).take(MAX_HEAD as u64).read_to_end(&mut self.bytes)? < MAX_HEAD;
        Ok(())
    }
}

/// Lines that end in the text.
fn lines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// The lines of a file that begin in the range, and where they begin: 0 for the first line of the file.
fn stream_of_range<'a>(
    mut file: PlainFile,
    range: Range<u64>,
    (base, chunk_size): (u64, usize),
) -> io::Result<(RecordStream<'a>, u64)> {
    let from = line_start(&mut file.file, range.start)?.max(base);
    let to = line_start(&mut file.file, range.end)?.max(from);
    let mut stream = stream_of_file(file, from..to, chunk_size)?;
    (stream.may_have_bom, stream.position) = (false, from - base);
    Ok((stream, if from == base { 0 } else { from }))
}

/// A range of a file; the workers read it ahead if it is long.
fn stream_of_file<'a>(
    PlainFile { mut file, guard, threads }: PlainFile,
    range: Range<u64>,
    chunk_size: usize,
) -> io::Result<RecordStream<'a>> {
    let Range { start, end } = range;
    let source = if FileBlocks::pays(&range, chunk_size, threads) {
        let blocks = FileBlocks::new((PositionedFile::new(file)?, guard), end, chunk_size, threads);
        Source::File(Arc::new(blocks), start)
    } else {
        file.seek(SeekFrom::Start(start))?;
        Source::Reader(Box::new(GuardedReader { reader: file.take(end - start), guard }))
    };
    Ok(RecordStream::new(source))
}

impl<'a, F> OpenInput<'a, F> {
    fn new(recognized: Recognized<F>, contents: Contents<'a>, skipped_lines: u64) -> OpenInput<'a, F> {
        let Recognized { format, framing, skip: _ } = recognized;
        OpenInput {
            number: 0,
            format,
            framing,
            contents,
            skipped_lines,
            shard_start: None,
            is_first: true,
            ended: false,
        }
    }

    /// Restricts a mapped input to the records that begin in the range. A stream has been restricted already.
    fn restrict(&mut self, name: &str, range: Range<u64>, path: Option<PathBuf>) -> Result<(), Error> {
        if self.framing.seek_support() == SeekSupport::Counted {
            let what = "cannot shard an input whose records must be counted from the beginning; convert it to lines or csv first";
            return Err(Error::new(ErrorKind::Config, format!("{name}: {what}")));
        }
        let Contents::Mapped { map, base, next, end } = &mut self.contents else { return Ok(()) };
        let first = *next;
        let mut boundary = |offset: u64| match usize::try_from(offset) {
            Ok(offset) if offset <= first => first,
            Ok(offset) if offset < map.len() => {
                let cut = self.framing.cut(&map[first..], Target::AtLeast(offset - first));
                first + cut.expect("the end is a boundary").end
            }
            _ => map.len(),
        };
        (*next, *end) = (boundary(range.start), boundary(range.end));
        let from = if *next == first { 0 } else { *next as u64 };
        if from > 0 {
            self.skipped_lines = 0;
        }
        self.shard_start = path.map(|path| ShardStart::new(path, *base as u64, from));
        Ok(())
    }

    /// Skips what an earlier run has answered.
    pub fn skip_to(&mut self, position: Position) -> io::Result<()> {
        (self.skipped_lines, self.is_first) = (0, false);
        let lost = || {
            let what = "no record begins where the earlier run ended";
            io::Error::new(io::ErrorKind::InvalidData, what)
        };
        match &mut self.contents {
            Contents::Mapped { map, base, next, end } => {
                let target =
                    usize::try_from(position.offset).ok().and_then(|offset| base.checked_add(offset));
                let target = target.filter(|target| *target <= *end).ok_or_else(lost)?;
                // One cut if the bytes before tell where a record begins; several if records are counted.
                while *next < target && !self.ended {
                    let cut = self.framing.cut(&map[*next..*end], Target::AtLeast(target - *next));
                    let cut = cut.expect("the end is a boundary");
                    *next += cut.end;
                    self.ended = cut.ended || cut.end == 0;
                }
                if *next == target { Ok(()) } else { Err(lost()) }
            }
            Contents::Stream(stream) => {
                if self.framing.seek_support() == SeekSupport::Counted {
                    return Err(lost());
                }
                let left = position.offset.checked_sub(stream.position).ok_or_else(lost)?;
                stream.skip(left)
            }
        }
    }

    /// # Errors
    /// If a mapped file has changed or was replaced. A stream is checked by its reader.
    pub fn check_unchanged(&self) -> io::Result<()> {
        match &self.contents {
            Contents::Mapped { map, .. } => map.guard.check_path(),
            Contents::Stream(_) => Ok(()),
        }
    }
}
