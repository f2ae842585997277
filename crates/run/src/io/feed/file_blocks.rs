//! A file that workers read ahead of the feed.
//!
//! The file is divided into blocks of a fixed size. The lines of a block are those that begin in it:
//!
//! ```text
//!  file    ...3.7..\n.81.5..6...\n9.....|..4..\n........1...\n.5.3|......\n
//!  blocks                                ^ size * n                  ^ size * (n + 1)
//!  lines of block n                            [........1...\n.5.3.......\n]
//! ```
//!
//! A worker that has taken a chunk reads the lines of a block that comes a fixed distance after it, and the feed, which
//! holds a lock, exchanges its buffer for them. Lines that no worker has read are read by the feed itself, so the bytes are
//! the same.

use crate::{io::change_guard::ChangeGuard, positioned_file::PositionedFile};
use memchr::memchr;
use std::{
    io,
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Blocks of fewer bytes are not read ahead, since a call of the system would read too little.
const LEAST_BLOCK: usize = 16 << 10;

/// Blocks of more bytes are not read ahead, since up to four for each thread are in memory.
const MOST_BLOCK: usize = 1 << 20;

/// How far a worker looks for the newline before the first line of a block, and for the newline that ends its last line. The feed reads
/// blocks whose newlines are farther away.
const LINE: usize = 4 << 10;

pub(super) struct FileBlocks {
    file: PositionedFile,
    guard: ChangeGuard,
    /// The end of the bytes that are needed.
    end: u64,
    /// The bytes of a block.
    size: usize,
    /// How many blocks after its chunk a worker reads.
    ahead: u64,
    /// The lines of block `n` are at `n % len`.
    read: Box<[Mutex<ReadLines>]>,
}

/// Lines that a worker has read, and the place of the first one.
#[derive(Default)]
struct ReadLines {
    start: Option<u64>,
    bytes: Vec<u8>,
}

impl FileBlocks {
    /// Whether the bytes of a range are enough to be read ahead, as blocks of this size, by this many threads.
    pub fn pays(range: &Range<u64>, size: usize, threads: usize) -> bool {
        (LEAST_BLOCK..=MOST_BLOCK).contains(&size) && (range.end - range.start) / size as u64 > ahead(threads)
    }

    /// Reads the file up to `end`, in blocks of this size.
    pub fn new(
        (file, guard): (PositionedFile, ChangeGuard),
        end: u64,
        size: usize,
        threads: usize,
    ) -> FileBlocks {
        let (ahead, end) = (ahead(threads), end.min(file.len()));
        let read = (0..2 * ahead).map(|_| Mutex::default()).collect();
        FileBlocks { file, guard, end, size, ahead, read }
    }

    /// Reads the blocks that begin a fixed distance after the bytes of a chunk. So every block but the first ones is read once.
    /// If that fails, the feed reads the block and returns the error.
    pub fn look_ahead(&self, chunk: Range<u64>) {
        let first_after = |at: u64| at.div_ceil(self.size as u64) + self.ahead;
        for block in first_after(chunk.start)..first_after(chunk.end) {
            let from = block * self.size as u64;
            if from >= self.end {
                return;
            }
            let mut read = self.lock(block);
            // If the read fails, the buffer contains a part of the block.
            read.start = None;
            read.start = self.read_block(from, &mut read.bytes).unwrap_or_default();
        }
    }

    /// Reads the lines of the block at `from`, and returns the place of the first one; `None` if it cannot be found.
    fn read_block(&self, from: u64, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
        // A line that begins at `from` is one of the block: the byte before it ends a line.
        let mut first = [0; LINE];
        let got = self.file.read(&mut first, from - 1)?;
        let Some(newline) = memchr(b'\n', &first[..got]) else { return Ok(None) };
        let start = from + newline as u64;
        let got = self.read_lines(start, bytes, 0)?;
        let is_whole = bytes.ends_with(b"\n") || start + got as u64 == self.end;
        Ok((got > 0 && is_whole).then_some(start))
    }

    /// Exchanges the buffer, whose contents are lost, for the lines from `at` to the end of its block, if a worker has read them.
    pub fn take(&self, at: u64, buffer: &mut Vec<u8>) -> bool {
        let Some(mut read) = self.lines(at) else { return false };
        std::mem::swap(buffer, &mut read.bytes);
        true
    }

    /// The lines from `at` on, if a worker has read them. They can be used once.
    fn lines(&self, at: u64) -> Option<MutexGuard<'_, ReadLines>> {
        let mut read = self.lock(at / self.size as u64);
        let is_there = read.start.take_if(|start| *start == at).is_some();
        is_there.then_some(read)
    }

    /// Appends the lines from `at` to the end of its block, or at most [`LINE`] bytes after that. Returns the number of bytes: 0 at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or at its end, if it has changed.
    pub fn read(&self, at: u64, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let before = buffer.len();
        if let Some(read) = self.lines(at) {
            buffer.extend_from_slice(&read.bytes);
            return Ok(read.bytes.len());
        }
        let got = self.read_lines(at, buffer, before);
        let got = got.map_err(|error| self.guard.check().err().unwrap_or(error))?;
        if got == 0 {
            self.guard.check_path()?;
        }
        Ok(got)
    }

    /// Reads from `at` to the end of the last line that begins in its block, but at most [`LINE`] bytes after the block.
    /// Leaves `before` bytes of the buffer.
    fn read_lines(&self, at: u64, buffer: &mut Vec<u8>, before: usize) -> io::Result<usize> {
        let block = (self.size as u64 - at % self.size as u64) as usize;
        let most = usize::try_from(self.end.saturating_sub(at)).unwrap_or(usize::MAX).min(block + LINE);
        buffer
            .try_reserve((before + most).saturating_sub(buffer.len()))
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        // A buffer that was exchanged is nearly as long already, so that little has to be filled.
        buffer.resize(before + most, 0);
        let got = self.file.read(&mut buffer[before..], at)?;
        // The last line may end with the last byte of the block.
        let last = before + block - 1;
        let newline = buffer[..before + got].get(last..).and_then(|rest| memchr(b'\n', rest));
        buffer.truncate(newline.map_or(before + got, |newline| last + newline + 1));
        Ok(buffer.len() - before)
    }

    /// Nothing panics with the lock held, so it is never poisoned.
    fn lock(&self, block: u64) -> MutexGuard<'_, ReadLines> {
        let place = (block % self.read.len() as u64) as usize;
        self.read[place].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines of a block are there when the feed needs them, unless all other workers take twice as many chunks meanwhile.
fn ahead(threads: usize) -> u64 {
    2 * threads as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::{fs, io::Write};

    fn blocks(text: &[u8], threads: usize) -> (tempfile::NamedTempFile, FileBlocks) {
        let mut named = tempfile::NamedTempFile::new().unwrap();
        named.write_all(text).unwrap();
        let file = fs::File::open(named.path()).unwrap();
        let guard = ChangeGuard::new(&file, named.path().to_owned()).unwrap();
        let file = PositionedFile::new(file).unwrap();
        let end = text.len() as u64;
        (named, FileBlocks::new((file, guard), end, LEAST_BLOCK, threads))
    }

    /// Lines of these lengths, over and over.
    fn lines(lengths: &[usize], bytes: usize) -> Vec<u8> {
        let mut text = Vec::new();
        for (i, length) in lengths.iter().cycle().enumerate() {
            text.extend((0..*length).map(|j| b'a' + ((i + j) % 26) as u8));
            text.push(b'\n');
            if text.len() >= bytes {
                text.truncate(bytes);
                return text;
            }
        }
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn bytes_are_the_same_whichever_blocks_were_read_ahead(
            lengths in prop::collection::vec(prop_oneof![9 => 0..200_usize, 1 => 0..40_000_usize], 1..60),
            bytes in 0..700_000_usize,
            threads in 1..4_usize,
            looks in prop::collection::vec(any::<bool>(), 1..9),
            takes in prop::collection::vec(any::<bool>(), 1..5),
        ) {
            let text = lines(&lengths, bytes);
            let (_named, blocks) = blocks(&text, threads);
            let (mut at, mut all, mut number) = (0, Vec::new(), 0);
            loop {
                let mut buffer = vec![b'-'; number % 3];
                let is_taken = takes[number % takes.len()] && blocks.take(at, &mut buffer);
                let before = if is_taken { 0 } else { buffer.len() };
                let got = if is_taken { buffer.len() } else { blocks.read(at, &mut buffer).unwrap() };
                prop_assert_eq!(got, buffer.len() - before);
                prop_assert!(got <= LEAST_BLOCK + LINE, "a block of {} bytes", got);
                all.extend_from_slice(&buffer[before..]);
                let from = at;
                at += got as u64;
                if got == 0 {
                    break;
                }
                if looks[number % looks.len()] {
                    blocks.look_ahead(from..at);
                }
                number += 1;
            }
            prop_assert!(all == text);
        }
    }

    #[test]
    fn the_feed_finds_all_blocks_but_the_first_ones() {
        let text = lines(&[81, 90, 700, 3], 40 * LEAST_BLOCK);
        let (_named, blocks) = blocks(&text, 2);
        let (mut at, mut found, mut reads) = (0, 0, 0);
        while at < text.len() as u64 {
            let mut buffer = Vec::new();
            let is_there = blocks.take(at, &mut buffer);
            found += u64::from(is_there);
            let got = if is_there { buffer.len() } else { blocks.read(at, &mut buffer).unwrap() } as u64;
            assert!(buffer.ends_with(b"\n") || at + got == text.len() as u64);
            blocks.look_ahead(at..at + got);
            (at, reads) = (at + got, reads + 1);
        }
        assert_eq!((found, reads), (40 - ahead(2), 40));
    }

    #[test]
    fn a_file_that_has_changed_is_an_error_at_its_end() {
        let text = lines(&[81], 10 * LEAST_BLOCK);
        let (mut named, blocks) = blocks(&text, 1);
        named.write_all(b"more").unwrap();
        assert!(blocks.read(0, &mut Vec::new()).unwrap() > 0);
        let error = blocks.read(text.len() as u64, &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "it changed while it was read");
    }

    #[test]
    fn short_files_and_small_blocks_are_not_read_ahead() {
        let pays = |bytes: u64, size, threads| FileBlocks::pays(&(7..7 + bytes), size, threads);
        assert!(pays(5 << 20, 128 << 10, 2) && pays(5 << 20, 128 << 10, 16));
        assert!(!pays(4 << 20, 128 << 10, 16) && !pays(5 << 20, 8 << 10, 2) && !pays(1 << 30, 2 << 20, 2));
    }
}
