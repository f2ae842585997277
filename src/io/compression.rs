//! Compressed inputs, recognized by their first bytes, and compressed outputs, recognized by their names.

#[cfg(feature = "gzip")]
use flate2::{GzBuilder, bufread::GzDecoder, write::GzEncoder};
#[cfg(feature = "gzip")]
use std::io::BufRead;
#[cfg(any(feature = "gzip", feature = "xz"))]
use std::io::BufReader;
use std::{
    ffi::OsStr,
    io::{self, Read, Write},
    path::Path,
};

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compression {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

/// What the decoder of xz may allocate, in KiB: more than any level of `xz` asks for.
#[cfg(feature = "xz")]
const XZ_MEMORY: u32 = 128 << 10;

impl Compression {
    const ALL: [Compression; 4] = [Compression::Gzip, Compression::Zstd, Compression::Xz, Compression::Bzip2];

    fn magic(self) -> &'static [u8] {
        match self {
            Compression::Gzip => &[0x1F, 0x8B],
            Compression::Zstd => &[0x28, 0xB5, 0x2F, 0xFD],
            Compression::Xz => &[0xFD, b'7', b'z', b'X', b'Z', 0],
            Compression::Bzip2 => b"BZh",
        }
    }

    /// The error of a build without the feature for this compression.
    #[cfg(not(all(feature = "gzip", feature = "zstd", feature = "xz", feature = "bzip2")))]
    fn unsupported(self) -> io::Error {
        let name = match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Xz => "xz",
            Compression::Bzip2 => "bzip2",
        };
        let what =
            format!("compressed with {name}, which this build does not support: enable its feature `{name}`");
        io::Error::new(io::ErrorKind::Unsupported, what)
    }

    /// The compression of a file with these first bytes.
    pub fn of_bytes(bytes: &[u8]) -> Option<Compression> {
        Self::ALL.into_iter().find(|p| match p {
            // The block size, and the first bytes of a block or of the end.
            Compression::Bzip2 => {
                bytes.starts_with(p.magic())
                    && matches!(bytes.get(3), Some(b'1'..=b'9'))
                    && matches!(bytes.get(4..10), Some(b"1AY&SY" | b"\x17\x72\x45\x38\x50\x90"))
            }
            // `pzstd` and others begin with a frame that holds no text.
            Compression::Zstd => bytes.starts_with(p.magic()) || is_skippable(bytes) == Some(true),
            _ => bytes.starts_with(p.magic()),
        })
    }

    /// Whether more bytes may show that these are the first bytes of a compressed file.
    pub fn may_be(bytes: &[u8]) -> bool {
        let begins = |p: Compression| p.magic().starts_with(bytes);
        let is_bzip2 = bytes.starts_with(Compression::Bzip2.magic()) && bytes.len() < 10;
        Self::ALL.into_iter().any(begins) || is_bzip2 || is_skippable(bytes).is_none()
    }

    /// The compression that a file name asks for.
    pub fn of_name(path: &Path) -> Option<Compression> {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("gz") => Some(Compression::Gzip),
            Some("zst") => Some(Compression::Zstd),
            Some("xz") => Some(Compression::Xz),
            Some("bz2") => Some(Compression::Bzip2),
            _ => None,
        }
    }

    /// Decompresses a reader.
    ///
    /// Several members or frames, one after the other, are one stream; one that is cut short or corrupt is an
    /// error at that point. Zeros after the last member of a gzip stream are ignored as padding, which tapes add
    /// and `gzip` accepts. The decompressed bytes are never held in memory as a whole.
    pub fn decoder<'a>(self, reader: Box<dyn Read + Send + 'a>) -> io::Result<Box<dyn Read + Send + 'a>> {
        match self {
            #[cfg(feature = "gzip")]
            Compression::Gzip => Ok(Box::new(Members::new(reader))),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Ok(Box::new(zstd::stream::read::Decoder::new(reader)?)),
            #[cfg(feature = "xz")]
            Compression::Xz => {
                let reader = BufReader::with_capacity(64 << 10, reader);
                Ok(Box::new(lzma_rust2::XzReader::new_mem_limit(reader, true, XZ_MEMORY)))
            }
            #[cfg(feature = "bzip2")]
            Compression::Bzip2 => Ok(Box::new(bzip2::read::MultiBzDecoder::new(reader))),
            #[cfg(not(all(feature = "gzip", feature = "zstd", feature = "xz", feature = "bzip2")))]
            other => {
                drop(reader);
                Err(other.unsupported())
            }
        }
    }
}

/// Whether a frame of zstd begins that holds no text; `None` if more bytes are needed.
fn is_skippable(bytes: &[u8]) -> Option<bool> {
    const REST: &[u8] = &[0x2A, 0x4D, 0x18];
    match bytes {
        [0x50..=0x5F, rest @ ..] if rest.len() >= REST.len() => Some(rest.starts_with(REST)),
        [0x50..=0x5F, rest @ ..] if REST.starts_with(rest) => None,
        _ => Some(false),
    }
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
            Compression::Xz | Compression::Bzip2 => {
                drop(sink);
                let what = "xz and bz2 can be read but not written; use a name that ends in .gz or .zst";
                Err(io::Error::new(io::ErrorKind::Unsupported, what))
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
    use crate::io::text::open_text;

    /// Those that can be written.
    const WRITTEN: [Compression; 2] = [Compression::Gzip, Compression::Zstd];

    fn compressed(compression: Compression, text: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn decompressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        open_text(Box::new(bytes))?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn several_members_are_one_stream_and_a_truncated_one_is_an_error() {
        for compression in WRITTEN {
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
        for compression in WRITTEN {
            let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
            let zeros = vec![b'\n'; 1 << 20];
            (0..64).for_each(|_| encoder.write_all(&zeros).unwrap());
            let bomb = encoder.finish().unwrap();
            assert!(bomb.len() < 100_000, "{compression:?}: {}", bomb.len());
            let (mut reader, mut piece, mut all) = (open_text(Box::new(&bomb[..])).unwrap(), [0; 4096], 0);
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
        for text in
            [&b""[..], b"\x1F", b"\x28\xB5\x2F", b"x\n", b"53..7", b"BZh9 is a title", b"P*M", b"BZh91AY&S"]
        {
            assert_eq!(decompressed(text).unwrap(), text);
        }
    }

    /// As `pzstd` writes them: a frame without text with the size of the next one, then a frame of text.
    #[test]
    fn frames_without_text_before_a_zstd_stream_are_skipped() {
        let frame = compressed(Compression::Zstd, b"text\n");
        for first in [0x50, 0x5F] {
            let skipped = [first, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, frame.len() as u8, 0, 0, 0];
            let stream = [&skipped[..], &frame, &skipped, &frame].concat();
            assert_eq!(Compression::of_bytes(&stream), Some(Compression::Zstd));
            assert_eq!(decompressed(&stream).unwrap(), b"text\ntext\n");
            for len in 1..4 {
                assert!(
                    Compression::may_be(&stream[..len]) && Compression::of_bytes(&stream[..len]).is_none()
                );
            }
        }
    }

    /// `printf 'text\\n' | xz`, and the same with bzip2.
    #[test]
    fn xz_and_bzip2_are_read() {
        #[rustfmt::skip]
        let xz: &[u8] = &[
            0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04, 0xE6, 0xD6, 0xB4, 0x46, 0x02, 0x00, 0x21, 0x01,
            0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0x01, 0x00, 0x04, 0x74, 0x65, 0x78, 0x74, 0x0A,
            0x00, 0x00, 0x00, 0x00, 0x1D, 0x2B, 0xD2, 0x8A, 0xAF, 0x19, 0x4C, 0xCD, 0x00, 0x01, 0x1D, 0x05,
            0xB8, 0x2D, 0x80, 0xAF, 0x1F, 0xB6, 0xF3, 0x7D, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5A,
        ];
        #[rustfmt::skip]
        let bzip2: &[u8] = &[
            0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xC0, 0x6F, 0xE0, 0x65, 0x00, 0x00,
            0x01, 0xC1, 0x80, 0x00, 0x10, 0x02, 0x00, 0x04, 0x40, 0x20, 0x00, 0x21, 0x8C, 0x83, 0x34, 0xD0,
            0x88, 0xF1, 0x77, 0x24, 0x53, 0x85, 0x09, 0x0C, 0x06, 0xFE, 0x06, 0x50,
        ];
        for (bytes, compression) in [(xz, Compression::Xz), (bzip2, Compression::Bzip2)] {
            assert_eq!(Compression::of_bytes(bytes), Some(compression));
            assert_eq!(
                decompressed(&[bytes, bytes].concat()).unwrap(),
                b"text\ntext\n",
                "two streams are one"
            );
            for len in 12..bytes.len() {
                assert!(decompressed(&bytes[..len]).is_err(), "{compression:?}: {len} bytes");
            }
            let mut corrupt = bytes.to_vec();
            corrupt[bytes.len() / 2] ^= 0x10;
            assert!(decompressed(&corrupt).is_err(), "{compression:?}");
        }
    }
}
