//! Compressed inputs, recognized by their first bytes, and compressed outputs, recognized by their names.

#[cfg(feature = "gzip")]
use flate2::{GzBuilder, bufread::GzDecoder, write::GzEncoder};
#[cfg(feature = "gzip")]
use std::io::{BufRead, BufReader};
use std::{
    ffi::OsStr,
    io::{self, Cursor, Read, Write},
    path::Path,
};

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compression {
    Gzip,
    Zstd,
}

impl Compression {
    const ALL: [Compression; 2] = [Compression::Gzip, Compression::Zstd];

    fn magic(self) -> &'static [u8] {
        match self {
            Compression::Gzip => &[0x1F, 0x8B],
            Compression::Zstd => &[0x28, 0xB5, 0x2F, 0xFD],
        }
    }

    /// The error of a build without the feature for this compression.
    #[cfg(not(all(feature = "gzip", feature = "zstd")))]
    fn unsupported(self) -> io::Error {
        let name = match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
        };
        let what =
            format!("compressed with {name}, which this build does not support: enable its feature `{name}`");
        io::Error::new(io::ErrorKind::Unsupported, what)
    }

    /// The compression of a file with these first bytes.
    pub fn of_bytes(bytes: &[u8]) -> Option<Compression> {
        Self::ALL.into_iter().find(|p| bytes.starts_with(p.magic()))
    }

    /// The compression that a file name asks for.
    pub fn of_name(path: &Path) -> Option<Compression> {
        match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Some(Compression::Gzip),
            Some("zst") => Some(Compression::Zstd),
            _ => None,
        }
    }
}

/// Decompresses a reader if its first bytes say that it is compressed. Reads no more of them than needed to decide.
///
/// Several members or frames, one after the other, are one stream; one that is cut short or corrupt is an
/// error at that point. Zeros after the last member of a gzip stream are ignored as padding, which tapes add
/// and `gzip` accepts. The decompressed bytes are never held in memory as a whole.
pub(super) fn decompress<'a>(mut reader: Box<dyn Read + Send + 'a>) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut head = [0; 4];
    let mut len = 0;
    while len < head.len()
        && Compression::of_bytes(&head[..len]).is_none()
        && Compression::ALL.iter().any(|p| p.magic().starts_with(&head[..len]))
    {
        match reader.read(&mut head[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let whole = Cursor::new(head).take(len as u64).chain(reader);
    Ok(match Compression::of_bytes(&head[..len]) {
        None => Box::new(whole),
        #[cfg(feature = "gzip")]
        Some(Compression::Gzip) => Box::new(Members::new(whole)),
        #[cfg(feature = "zstd")]
        Some(Compression::Zstd) => Box::new(zstd::stream::read::Decoder::new(whole)?),
        #[cfg(not(all(feature = "gzip", feature = "zstd")))]
        Some(other) => return Err(other.unsupported()),
    })
}

/// The members of a gzip stream, one after the other.
#[cfg(feature = "gzip")]
struct Members<R: BufRead>(Option<GzDecoder<R>>);

#[cfg(feature = "gzip")]
impl<R: Read> Members<BufReader<R>> {
    fn new(reader: R) -> Members<BufReader<R>> {
        Members(Some(GzDecoder::new(BufReader::with_capacity(64 << 10, reader))))
    }
}

#[cfg(feature = "gzip")]
impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let got = member.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            let Some(ended) = self.0.take() else { break };
            let mut rest = ended.into_inner();
            if !only_zeros(&mut rest)? {
                self.0 = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

/// Skips zeros; returns whether nothing follows them. No member begins with a zero, so padding can only be at the end.
#[cfg(feature = "gzip")]
fn only_zeros(rest: &mut impl BufRead) -> io::Result<bool> {
    let mut padding = false;
    loop {
        let bytes = match rest.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let (len, zeros) = (bytes.len(), bytes.iter().take_while(|b| **b == 0).count());
        rest.consume(zeros);
        padding |= zeros > 0;
        match (len, zeros < len) {
            (0, _) => return Ok(true),
            (_, true) if padding => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "data after the padding"));
            }
            (_, true) => return Ok(false),
            _ => {}
        }
    }
}

/// Compresses what is written to it into `W`.
pub(super) enum Encoder<W: Write> {
    #[cfg(feature = "gzip")]
    Gzip(Box<GzEncoder<W>>),
    #[cfg(feature = "zstd")]
    Zstd(Box<zstd::stream::write::Encoder<'static, W>>),
    #[cfg(not(any(feature = "gzip", feature = "zstd")))]
    #[allow(dead_code, reason = "there is no encoder in a build without compression")]
    Never(std::convert::Infallible, std::marker::PhantomData<W>),
}

impl<W: Write> Encoder<W> {
    /// The compressed bytes depend only on what is written; they contain no name and no time.
    pub fn new(compression: Compression, sink: W) -> io::Result<Encoder<W>> {
        match compression {
            #[cfg(feature = "gzip")]
            Compression::Gzip => {
                let encoder = GzBuilder::new().write(sink, flate2::Compression::default());
                Ok(Encoder::Gzip(Box::new(encoder)))
            }
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(sink, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Ok(Encoder::Zstd(Box::new(encoder)))
            }
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            other => {
                drop(sink);
                Err(other.unsupported())
            }
        }
    }

    /// Where the compressed bytes go.
    pub fn get_ref(&self) -> &W {
        match self {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder.get_ref(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder.get_ref(),
            #[cfg(not(any(feature = "gzip", feature = "zstd")))]
            Encoder::Never(never, _) => match *never {},
        }
    }

    /// Writes what is buffered, and the end of the stream.
    pub fn finish(self) -> io::Result<W> {
        match self {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder.finish(),
            #[cfg(not(any(feature = "gzip", feature = "zstd")))]
            Encoder::Never(never, _) => match never {},
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = bytes;
        match self {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder.write(bytes),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder.write(bytes),
            #[cfg(not(any(feature = "gzip", feature = "zstd")))]
            Encoder::Never(never, _) => match *never {},
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder.flush(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder.flush(),
            #[cfg(not(any(feature = "gzip", feature = "zstd")))]
            Encoder::Never(never, _) => match *never {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compressed(compression: Compression, text: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn decompressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompress(Box::new(bytes))?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn several_members_are_one_stream_and_a_truncated_one_is_an_error() {
        for compression in Compression::ALL {
            let (a, b) = (compressed(compression, b"first\n"), compressed(compression, b"second\n"));
            assert_eq!(compressed(compression, b"first\n"), a, "no time goes into it");
            let both = [a, b].concat();
            assert_eq!(Compression::of_bytes(&both), Some(compression));
            assert_eq!(decompressed(&both).unwrap(), b"first\nsecond\n");
            for cut in [1, 4, 9] {
                assert!(
                    decompressed(&both[..both.len() - cut]).is_err(),
                    "{compression:?}: {cut} bytes less"
                );
            }
            let mut corrupt = both.clone();
            corrupt[both.len() - 6] ^= 0x55;
            assert!(decompressed(&corrupt).is_err(), "{compression:?}");
        }
    }

    #[test]
    fn only_zeros_may_follow_the_last_member() {
        let whole = compressed(Compression::Gzip, b"text\n");
        for zeros in [1, 511, 200_000] {
            let padded = [&whole[..], &vec![0; zeros]].concat();
            assert_eq!(decompressed(&padded).unwrap(), b"text\n", "{zeros} zeros");
            assert!(decompressed(&[&padded[..], b"x"].concat()).is_err());
            assert!(decompressed(&[&padded[..], &whole].concat()).is_err());
        }
        assert!(decompressed(&[&whole[..], b"x"].concat()).is_err());
    }

    #[test]
    fn a_decompression_bomb_is_read_piece_by_piece() {
        for compression in Compression::ALL {
            let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
            let zeros = vec![b'\n'; 1 << 20];
            (0..64).for_each(|_| encoder.write_all(&zeros).unwrap());
            let bomb = encoder.finish().unwrap();
            assert!(bomb.len() < 100_000, "{compression:?}: {}", bomb.len());
            let (mut reader, mut piece, mut all) = (decompress(Box::new(&bomb[..])).unwrap(), [0; 4096], 0);
            loop {
                match reader.read(&mut piece).unwrap() {
                    0 => break,
                    n => all += n,
                }
            }
            assert_eq!(all, 64 << 20);
        }
    }

    #[test]
    fn other_bytes_are_not_changed() {
        for text in [&b""[..], b"\x1F", b"\x28\xB5\x2F", b"x\n", b"53..7"] {
            assert_eq!(decompressed(text).unwrap(), text);
        }
    }
}
