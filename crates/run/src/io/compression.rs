//! Compressed inputs, recognized by their first bytes, and compressed outputs, recognized by their names.

mod encoder;
#[cfg(test)]
mod encoder_tests;
mod member;
#[cfg(any(feature = "gzip", feature = "zstd"))]
mod parallel;
#[cfg(any(feature = "gzip", feature = "zstd"))]
mod pieces;
#[cfg(test)]
mod tests;

pub(crate) use encoder::CompressionTimes;
pub(super) use encoder::Encoder;

#[cfg(feature = "gzip")]
use flate2::bufread::GzDecoder;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use std::io::BufRead;
#[cfg(any(feature = "gzip", feature = "xz"))]
use std::io::BufReader;
use std::{
    ffi::OsStr,
    io::{self, Read},
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

/// The memory that the decoder of xz may allocate, in KiB: more than any level of `xz` asks for.
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
            Compression::Zstd => Ok(Box::new(Frames(zstd::stream::read::Decoder::new(reader)?))),
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

    /// As [`decoder`](Self::decoder), but this many other threads decompress gzip members and zstd frames. Reads several MiB ahead
    /// before it returns any text, so the reader should be a regular file.
    pub fn parallel_decoder(
        self,
        reader: Box<dyn Read + Send>,
        threads: usize,
    ) -> io::Result<Box<dyn Read + Send>> {
        match self {
            #[cfg(feature = "gzip")]
            Compression::Gzip => Ok(Box::new(parallel::Parallel::new(self, reader, threads))),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Ok(Box::new(parallel::Parallel::new(self, reader, threads))),
            _ => {
                let _ = threads;
                self.decoder(reader)
            }
        }
    }
}

/// The frames of a zstd stream.
#[cfg(feature = "zstd")]
struct Frames<R: BufRead>(zstd::stream::read::Decoder<'static, R>);

#[cfg(feature = "zstd")]
impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(zstd_error)
    }
}

/// One message for damage: what zstd says depends on the sizes of the buffers too.
#[cfg(feature = "zstd")]
fn zstd_error(error: io::Error) -> io::Error {
    match error.to_string().as_str() {
        "Destination buffer is too small" | "Src size is incorrect" => {
            io::Error::new(error.kind(), "Data corruption detected")
        }
        _ => error,
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
