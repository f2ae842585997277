//! Surveys of a mapped input, made by workers ahead of the feed.
//!
//! The feed has to know two things about the bytes of a chunk: how many lines they have, and whether a quote is among them.
//! Finding out means reading them all, and the first who reads a page waits until the system has mapped it. So a worker
//! does that for bytes far after its chunk, and the feed, which holds a lock, only looks the results up. Bytes that have not
//! been surveyed are read by the feed itself, so the chunks are the same.

use memchr::{memchr, memchr_iter};
use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

/// The blocks of a chunk: each is surveyed as a whole.
const BLOCKS: usize = 8;

/// How far ahead of its chunk a worker looks, in chunks. Its result is there when the feed needs it, unless all others
/// take this many chunks meanwhile. 2 MiB are still in the cache when they are solved.
const AHEAD: usize = 16;

/// Results are kept for this many chunks.
const KEPT: usize = 4 * AHEAD;

pub(super) struct Survey {
    /// The bytes of a block.
    block: usize,
    /// The end of the bytes that are needed.
    end: usize,
    /// The result for block `b` is at `b % len`: from the highest bit on `b + 1`, 23 bits for the newlines, and whether
    /// there is a quote.
    results: Box<[AtomicU64]>,
}

const COUNT_BITS: u32 = 23;

/// The survey of a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// At least as many newlines as there are.
    pub newlines: usize,
    /// There may be a quote.
    pub has_quote: bool,
}

impl Survey {
    /// For chunks of this size in the bytes `from..end`; `None` if there are too few to look ahead, or a block may have more
    /// newlines than can be counted.
    pub fn new(from: usize, end: usize, chunk_size: usize) -> Option<Survey> {
        let block = chunk_size.div_ceil(BLOCKS);
        let results = || (0..KEPT * BLOCKS).map(|_| AtomicU64::new(0)).collect();
        let is_long = from.saturating_add(block.saturating_mul(AHEAD * BLOCKS)) < end;
        (is_long && block < 1 << COUNT_BITS).then(|| Survey { block, end, results: results() })
    }

    /// Surveys the blocks that begin a fixed distance after the bytes of a chunk. So every block but the first ones is
    /// surveyed once.
    pub fn look_ahead(&self, input: &[u8], chunk: Range<usize>) {
        let first_after = |at: usize| at.div_ceil(self.block) + AHEAD * BLOCKS;
        for block in first_after(chunk.start)..first_after(chunk.end) {
            let start = block * self.block;
            if start >= self.end {
                return;
            }
            let bytes = &input[start..self.end.min(start + self.block)];
            let newlines = memchr_iter(b'\n', bytes).count() as u64;
            let has_quote = u64::from(memchr(b'"', bytes).is_some());
            let result = (block as u64 + 1) << (COUNT_BITS + 1) | newlines << 1 | has_quote;
            // The result is this one number, so it needs no order with others.
            self.results[block % self.results.len()].store(result, Ordering::Relaxed);
        }
    }

    /// The survey of the bytes, if all their blocks have been surveyed.
    pub fn found(&self, bytes: Range<usize>) -> Option<Found> {
        let mut found = Found { newlines: 0, has_quote: false };
        for block in bytes.start / self.block..bytes.end.div_ceil(self.block) {
            let result = self.results[block % self.results.len()].load(Ordering::Relaxed);
            if result >> (COUNT_BITS + 1) != block as u64 + 1 {
                return None;
            }
            found.newlines += (result >> 1 & ((1 << COUNT_BITS) - 1)) as usize;
            found.has_quote |= result & 1 == 1;
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveyed_ranges_have_no_more_newlines_and_quotes_than_found() {
        let text: Vec<u8> = (0..40_000_usize)
            .map(|i| match (i * i) % 1009 {
                0..40 => b'\n',
                40 => b'"',
                _ => b'1',
            })
            .collect();
        let survey = Survey::new(3, text.len(), 100).unwrap();
        assert_eq!(survey.found(5000..5100), None, "nothing has been surveyed");
        let (mut at, mut known, mut exact) = (3, 0, 0);
        while at < text.len() {
            let bytes = at..(at + 100).min(text.len());
            if let Some(found) = survey.found(bytes.clone()) {
                known += 1;
                let newlines = memchr_iter(b'\n', &text[bytes.clone()]).count();
                assert!(newlines <= found.newlines && found.newlines <= newlines + 26, "{bytes:?}");
                assert!(found.has_quote || memchr(b'"', &text[bytes.clone()]).is_none(), "{bytes:?}");
                exact += usize::from(found.newlines == newlines);
            }
            let end = (at + 100 + at % 37).min(text.len());
            survey.look_ahead(&text, at..end);
            at = end;
        }
        assert!(known > 250 && exact > 20, "{known} ranges were known, {exact} exactly");
    }

    #[test]
    fn results_of_other_blocks_are_not_used() {
        let text = vec![b'\n'; 100_000];
        let survey = Survey::new(0, text.len(), 80).unwrap();
        survey.look_ahead(&text, 0..80);
        let first = AHEAD * 80;
        assert_eq!(survey.found(first..first + 80), Some(Found { newlines: 80, has_quote: false }));
        assert_eq!(survey.found(first + KEPT * 80..first + KEPT * 80 + 80), None);
        survey.look_ahead(&text, KEPT * 80..KEPT * 80 + 80);
        assert_eq!(survey.found(first..first + 80), None);
        assert!(Survey::new(0, AHEAD * 80, 80).is_none());
        assert!(Survey::new(0, usize::MAX, BLOCKS << COUNT_BITS).is_none(), "a block of too many bytes");
    }
}
