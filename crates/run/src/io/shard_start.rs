//! Where a shard of a file begins.

use memchr::{memchr, memchr_iter};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// Where a shard enters a file.
pub(crate) struct ShardStart {
    path: PathBuf,
    /// Bytes of the byte-order mark.
    base: u64,
    /// The first byte of the shard; 0 if nothing is left out before it.
    from: u64,
    lines: OnceLock<u64>,
}

impl ShardStart {
    pub fn new(path: PathBuf, base: u64, from: u64) -> Arc<ShardStart> {
        Arc::new(ShardStart { path, base, from, lines: OnceLock::new() })
    }

    /// Lines of the file before the shard. They are counted on the first call, which happens only when the run reports
    /// an event with a line number.
    pub fn lines(&self) -> io::Result<u64> {
        if let Some(lines) = self.lines.get() {
            return Ok(*lines);
        }
        let mut count = 0;
        if self.from > 0 {
            let mut before = File::open(&self.path)?.take(self.from);
            each_piece(&mut before, |piece| {
                count += memchr_iter(b'\n', piece).count() as u64;
                true
            })?;
        }
        Ok(*self.lines.get_or_init(|| count))
    }

    /// At most `max` bytes of the text from an offset on, in bytes after the byte-order mark.
    pub fn text_at(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.base + offset))?;
        let mut text = Vec::new();
        file.take(max as u64).read_to_end(&mut text)?;
        Ok(text)
    }

    /// Whether only blanks follow an offset, in bytes after the byte-order mark.
    pub fn is_blank_after(&self, offset: u64) -> io::Result<bool> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.base + offset))?;
        let mut blank = true;
        each_piece(&mut file, |piece| {
            blank = piece.trim_ascii().is_empty();
            blank
        })?;
        Ok(blank)
    }
}

/// The start of the first line that starts at or after `offset`.
pub(super) fn line_start(file: &mut File, offset: u64) -> io::Result<u64> {
    let Some(mut start) = offset.checked_sub(1) else { return Ok(0) };
    file.seek(SeekFrom::Start(start))?;
    each_piece(file, |piece| {
        let newline = memchr(b'\n', piece);
        start += newline.map_or(piece.len(), |i| i + 1) as u64;
        newline.is_none()
    })?;
    Ok(start)
}

/// Reads to the end, or until `more` returns `false`.
fn each_piece(reader: &mut dyn Read, mut more: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut piece = vec![0; 1 << 16];
    loop {
        match super::disk::retry(|| reader.read(&mut piece))? {
            0 => return Ok(()),
            n if !more(&piece[..n]) => return Ok(()),
            _ => {}
        }
    }
}
