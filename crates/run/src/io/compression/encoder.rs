//! Compresses outputs.

use super::Compression;
#[cfg(feature = "gzip")]
use flate2::{GzBuilder, write::GzEncoder};
use std::io::{self, Write};

/// Compresses what is written to it into `W`.
pub(in crate::io) enum Encoder<W: Write> {
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
