//! From the bytes of an input to its text: decompresses, decodes UTF-16, and refuses anything that is not text.

#[cfg(feature = "parquet")]
use super::file_kind::is_arrow_stream;
use super::{
    compression::Compression,
    file_kind::{FileKind, LONGEST, Place, Recognized, UnsupportedFile, recognize},
    read_ahead::{ReadAhead, Source},
    utf16::{ByteOrder, Utf16Reader},
};
#[cfg(feature = "parquet")]
use crate::tables::StreamBatches;
use std::io::{self, Cursor, Read};

/// The text of an input.
pub(super) enum Text<'a> {
    Plain(Box<dyn Read + Send + 'a>),
    #[cfg(feature = "parquet")]
    Table(Box<StreamBatches<'a>>),
}

/// The kind of an input by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Plain,
    Compressed(Compression),
    Utf16(ByteOrder),
    Unsupported(FileKind),
}

impl Encoding {
    /// The encoding of an input with these first bytes, of which [`LONGEST`] are enough.
    pub fn of(head: &[u8]) -> Encoding {
        Encoding::of_first(head, true).unwrap_or(Encoding::Plain)
    }

    /// `None` if it depends on further bytes.
    fn of_first(head: &[u8], is_all: bool) -> Option<Encoding> {
        if let Some(compression) = Compression::of_bytes(head) {
            return Some(Encoding::Compressed(compression));
        }
        let kind = recognize(head, is_all);
        if let Recognized::Kind(kind) = kind {
            return Some(Encoding::Unsupported(kind));
        }
        if !is_all && (kind == Recognized::Unsure || Compression::may_be(head)) {
            return None;
        }
        Some(ByteOrder::of_mark(head).map_or(Encoding::Plain, Encoding::Utf16))
    }
}

/// The text of an input that is not a table: decompressed, and as UTF-8.
///
/// # Errors
/// If it is a table or no text, is compressed in a way that this build does not read, or cannot be read.
pub fn open_plain_text<'a>(reader: Box<dyn Read + Send + 'a>) -> io::Result<Box<dyn Read + Send + 'a>> {
    match open_text(reader)? {
        Text::Plain(reader) => Ok(reader),
        #[cfg(feature = "parquet")]
        Text::Table(_) => Err(io::Error::other("it is a table; write it as csv first")),
    }
}

/// Says which threads decompress and decode.
trait Reading<'a> {
    fn decoder(
        &self,
        compression: Compression,
        reader: Box<dyn Read + Send + 'a>,
    ) -> io::Result<Box<dyn Read + Send + 'a>>;

    /// Wraps a text that was decompressed or decoded.
    fn text(&self, text: Box<dyn Read + Send + 'a>) -> Box<dyn Read + Send + 'a>;
}

/// The thread that reads the text does everything.
struct Here;

impl<'a> Reading<'a> for Here {
    fn decoder(
        &self,
        compression: Compression,
        reader: Box<dyn Read + Send + 'a>,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        compression.decoder(reader)
    }

    fn text(&self, text: Box<dyn Read + Send + 'a>) -> Box<dyn Read + Send + 'a> {
        text
    }
}

/// Other threads decompress and decode, ahead of the thread that reads the text.
struct Ahead {
    threads: usize,
    may_block: bool,
}

impl Reading<'static> for Ahead {
    fn decoder(&self, compression: Compression, reader: Source) -> io::Result<Source> {
        // A pipe may be written slowly, and the text of a member must not wait for the next member.
        if self.may_block {
            return compression.decoder(reader);
        }
        compression.parallel_decoder(reader, self.threads)
    }

    fn text(&self, text: Source) -> Source {
        Box::new(ReadAhead::new(text, self.may_block))
    }
}

/// The text of an input. Reads no more of its first bytes than needed to see what it is.
///
/// # Errors
/// An [`UnsupportedFile`], if it is not text; if it is compressed in a way that this build does not read; if its first
/// bytes cannot be read.
pub(super) fn open_text<'a>(reader: Box<dyn Read + Send + 'a>) -> io::Result<Text<'a>> {
    open(reader, &Here)
}

/// As [`open_text`], but with more than one thread, other threads decompress and decode, and may read further. `may_block` says
/// whether a read may take arbitrarily long, as with pipes.
///
/// # Errors
/// As [`open_text`].
pub(super) fn open_text_ahead<'a>(source: Source, threads: usize, may_block: bool) -> io::Result<Text<'a>> {
    if threads > 1 { open(source, &Ahead { threads, may_block }) } else { open(source, &Here) }
}

fn open<'a>(reader: Box<dyn Read + Send + 'a>, reading: &impl Reading<'a>) -> io::Result<Text<'a>> {
    let (outer, reader) = peek(reader)?;
    let (encoding, reader, place) = match outer {
        Encoding::Compressed(compression) => match peek(reading.decoder(compression, reader)?) {
            Ok((Encoding::Compressed(_), _)) => {
                return Err(unsupported(FileKind::CompressedTwice, Place::Compressed));
            }
            Ok((encoding, reader)) => (encoding, reader, Place::Compressed),
            // The file was opened; what it holds is cut short or corrupt, as it may be further on.
            Err(error) => return Ok(Text::Plain(Box::new(Failing(Some(error))))),
        },
        _ => (outer, reader, Place::Pipe),
    };
    match decode(encoding, reader, place)? {
        Text::Plain(text) if outer != Encoding::Plain => Ok(Text::Plain(reading.text(text))),
        text => Ok(text),
    }
}

fn decode<'a>(
    encoding: Encoding,
    mut reader: Box<dyn Read + Send + 'a>,
    place: Place,
) -> io::Result<Text<'a>> {
    Ok(Text::Plain(match encoding {
        #[cfg(feature = "parquet")]
        Encoding::Unsupported(FileKind::Arrow) => {
            let mut head = [0; 4];
            reader.read_exact(&mut head)?;
            if !is_arrow_stream(&head) {
                return Err(unsupported(FileKind::Arrow, place));
            }
            let batches = StreamBatches::open(Box::new(Cursor::new(head).chain(reader)));
            return batches.map(Box::new).map(Text::Table);
        }
        Encoding::Unsupported(kind) => return Err(unsupported(kind, place)),
        Encoding::Utf16(order) => {
            // The byte-order mark.
            reader.read_exact(&mut [0; 2])?;
            Box::new(Utf16Reader::new(reader, order))
        }
        Encoding::Plain | Encoding::Compressed(_) => reader,
    }))
}

fn unsupported(kind: FileKind, place: Place) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, UnsupportedFile::new(kind, place))
}

/// A reader that fails, and ends after that.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The kind by the first bytes, and a reader of all bytes.
fn peek<'a>(mut reader: Box<dyn Read + Send + 'a>) -> io::Result<(Encoding, Box<dyn Read + Send + 'a>)> {
    let (mut head, mut len, mut ended) = ([0; LONGEST], 0, false);
    let encoding = loop {
        if len > 0 || ended {
            let is_all = ended || len == LONGEST;
            if let Some(encoding) = Encoding::of_first(&head[..len], is_all) {
                break encoding;
            }
        }
        let count = super::disk::retry(|| reader.read(&mut head[len..]))?;
        (len, ended) = (len + count, count == 0);
    };
    Ok((encoding, Box::new(Cursor::new(head).take(len as u64).chain(reader))))
}
