//! Blocks of text become members of a gzip stream or frames of a zstd stream, each complete in itself.

use super::Compression;
use std::io;

/// Compresses one block after the other.
pub(super) trait BlockCompressor: Send {
    /// Replaces `member` by the member or frame that holds the text.
    fn compress(&mut self, text: &[u8], member: &mut Vec<u8>) -> io::Result<()>;
}

/// A compressor whose bytes depend only on the text; they contain no name and no time.
pub(super) fn compressor(compression: Compression) -> io::Result<Box<dyn BlockCompressor>> {
    match compression {
        #[cfg(feature = "gzip")]
        Compression::Gzip => {
            Ok(Box::new(GzipMembers(flate2::Compress::new(flate2::Compression::default(), false))))
        }
        #[cfg(feature = "zstd")]
        Compression::Zstd => {
            let mut compressor = zstd::bulk::Compressor::new(zstd::DEFAULT_COMPRESSION_LEVEL)?;
            compressor.include_checksum(true)?;
            Ok(Box::new(ZstdFrames(compressor)))
        }
        Compression::Xz | Compression::Bzip2 => {
            let what = "xz and bz2 can be read but not written; use a name that ends in .gz or .zst";
            Err(io::Error::new(io::ErrorKind::Unsupported, what))
        }
        #[cfg(not(all(feature = "gzip", feature = "zstd")))]
        other => Err(other.unsupported()),
    }
}

/// A header with one extra field, `MZ`: the length of the deflated data, in 4 bytes that follow. MiGz writes it
/// too, so that readers find the members without decompressing them. The time is 0, and the system unknown.
#[cfg(feature = "gzip")]
const GZIP_HEADER: [u8; 16] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 8, 0, b'M', b'Z', 4, 0];

/// Where the deflated data begins.
#[cfg(feature = "gzip")]
const GZIP_DATA: usize = GZIP_HEADER.len() + 4;

#[cfg(feature = "gzip")]
struct GzipMembers(flate2::Compress);

#[cfg(feature = "gzip")]
impl BlockCompressor for GzipMembers {
    fn compress(&mut self, text: &[u8], member: &mut Vec<u8>) -> io::Result<()> {
        member.clear();
        member.extend_from_slice(&GZIP_HEADER);
        member.extend_from_slice(&[0; 4]);
        self.0.reset();
        loop {
            member.reserve(text.len() / 2 + 64);
            let rest = &text[self.0.total_in() as usize..];
            if self.0.compress_vec(rest, member, flate2::FlushCompress::Finish)? == flate2::Status::StreamEnd
            {
                break;
            }
        }
        // A block is far below 4 GiB.
        let len = (member.len() - GZIP_DATA) as u32;
        member[GZIP_HEADER.len()..GZIP_DATA].copy_from_slice(&len.to_le_bytes());
        member.extend_from_slice(&crc32fast::hash(text).to_le_bytes());
        member.extend_from_slice(&(text.len() as u32).to_le_bytes());
        Ok(())
    }
}

/// Frames with the length of the text and a checksum.
#[cfg(feature = "zstd")]
struct ZstdFrames(zstd::bulk::Compressor<'static>);

#[cfg(feature = "zstd")]
impl BlockCompressor for ZstdFrames {
    fn compress(&mut self, text: &[u8], member: &mut Vec<u8>) -> io::Result<()> {
        member.clear();
        member.reserve(zstd::zstd_safe::compress_bound(text.len()));
        self.0.compress_to_buffer(text, member).map(|_| ())
    }
}
