//! Inputs that are read in part: where their parts begin and end.

use memchr::{memchr, memchr_iter};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// Where a part of a file was entered.
pub(crate) struct ShardStart {
    path: PathBuf,
    /// Bytes of the byte-order mark.
    base: u64,
    /// The first byte of the part; 0 if nothing is left out before it.
    from: u64,
    lines: OnceLock<u64>,
}

impl ShardStart {
    pub fn new(path: PathBuf, base: u64, from: u64) -> Arc<ShardStart> {
        Arc::new(ShardStart { path, base, from, lines: OnceLock::new() })
    }

    /// Lines of the file before the part. They are counted when they are first asked for, which is when
    /// there is something to tell about a line.
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

    /// Whether nothing but blanks comes after this place, in bytes after the byte-order mark.
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

/// The beginning of the first line that begins at or after `place`.
pub(super) fn line_start(file: &mut File, place: u64) -> io::Result<u64> {
    let Some(mut at) = place.checked_sub(1) else { return Ok(0) };
    file.seek(SeekFrom::Start(at))?;
    each_piece(file, |piece| {
        let newline = memchr(b'\n', piece);
        at += newline.map_or(piece.len(), |i| i + 1) as u64;
        newline.is_none()
    })?;
    Ok(at)
}

/// Reads to the end, or until `more` says that it is enough.
fn each_piece(reader: &mut dyn Read, mut more: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut piece = vec![0; 1 << 16];
    loop {
        match super::disk::again(|| reader.read(&mut piece))? {
            0 => return Ok(()),
            n if !more(&piece[..n]) => return Ok(()),
            _ => {}
        }
    }
}
