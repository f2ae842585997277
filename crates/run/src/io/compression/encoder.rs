//! Compresses outputs.

use super::Compression;
use std::io::{self, Write};

/// Compresses what is written to it into `W`.
pub(in crate::io) trait Encoder<W>: Write + Send {
    /// Where the compressed bytes go.
    fn get_ref(&self) -> &W;

    /// Writes what is buffered, and the end of the stream.
    fn finish(self: Box<Self>) -> io::Result<W>;
}

/// An encoder whose bytes depend only on what is written; they contain no name and no time.
pub(in crate::io) fn encoder<W: Write + Send + 'static>(
    compression: Compression,
    sink: W,
) -> io::Result<Box<dyn Encoder<W>>> {
    match compression {
        #[cfg(feature = "gzip")]
        Compression::Gzip => {
            Ok(Box::new(flate2::GzBuilder::new().write(sink, flate2::Compression::default())))
        }
        #[cfg(feature = "zstd")]
        Compression::Zstd => {
            let mut encoder = zstd::stream::write::Encoder::new(sink, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            encoder.include_checksum(true)?;
            Ok(Box::new(encoder))
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

#[cfg(feature = "gzip")]
impl<W: Write + Send> Encoder<W> for flate2::write::GzEncoder<W> {
    fn get_ref(&self) -> &W {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        (*self).finish()
    }
}

#[cfg(feature = "zstd")]
impl<W: Write + Send> Encoder<W> for zstd::stream::write::Encoder<'static, W> {
    fn get_ref(&self) -> &W {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        (*self).finish()
    }
}
