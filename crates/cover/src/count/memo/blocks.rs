//! Interchangeable blocks of options in sets of options.
//!
//! Sets that differ only in the order of such blocks become equal when the blocks are sorted.

use super::symmetry::groups;
use crate::search::conflict_lists::ConflictLists;
use std::collections::BTreeSet;

/// Interchangeable blocks of options: their numbers follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    first: usize,
    len: usize,
    count: usize,
}

/// The options of longer blocks are not sorted.
const MAX_BLOCK: usize = 256;

/// The options, with the options of interchangeable blocks first.
pub(super) fn by_blocks(lists: &ConflictLists, options: &[u32]) -> (Vec<u32>, Vec<Blocks>) {
    let (mut ordered, mut all) = (Vec::new(), Vec::new());
    for group in groups(lists, options) {
        let (first, len, count) = (ordered.len(), group[0].len(), group.len());
        if len <= MAX_BLOCK {
            all.push(Blocks { first, len, count });
            ordered.extend(group.into_iter().flatten());
        }
    }
    let in_blocks: BTreeSet<u32> = ordered.iter().copied().collect();
    ordered.extend(options.iter().filter(|option| !in_blocks.contains(option)));
    (ordered, all)
}

impl Blocks {
    /// Sorts the blocks of a set of options.
    #[inline(always)]
    pub fn sort(&self, set: &mut [u64]) {
        match self.len {
            0..=64 => self.sort_words::<1>(set),
            _ => self.sort_words::<{ MAX_BLOCK / 64 }>(set),
        }
    }

    fn sort_words<const N: usize>(&self, set: &mut [u64]) {
        const MOST: usize = 32;
        let mut blocks = [[0u64; N]; MOST];
        let count = self.count.min(MOST);
        for (at, block) in blocks[..count].iter_mut().enumerate() {
            for (w, word) in block.iter_mut().enumerate() {
                let start = self.first + at * self.len + 64 * w;
                *word = bits(set, start, self.len.saturating_sub(64 * w));
            }
        }
        blocks[..count].sort_unstable_by(|a, b| b.cmp(a));
        for (at, block) in blocks[..count].iter().enumerate() {
            for (w, word) in block.iter().enumerate() {
                let start = self.first + at * self.len + 64 * w;
                set_bits(set, start, self.len.saturating_sub(64 * w), *word);
            }
        }
    }
}

/// At most 64 bits from an offset.
#[inline(always)]
fn bits(set: &[u64], start: usize, len: usize) -> u64 {
    if len == 0 {
        return 0;
    }
    let (word, shift) = (start / 64, start % 64);
    let low = set[word] >> shift;
    let high = if shift > 0 && word + 1 < set.len() { set[word + 1] << (64 - shift) } else { 0 };
    (low | high) & mask(len)
}

/// Replaces at most 64 bits from an offset.
#[inline(always)]
fn set_bits(set: &mut [u64], start: usize, len: usize, bits: u64) {
    if len == 0 {
        return;
    }
    let (word, shift) = (start / 64, start % 64);
    set[word] = set[word] & !(mask(len) << shift) | bits << shift;
    if shift + len.min(64) > 64 {
        set[word + 1] = set[word + 1] & !(mask(len) >> (64 - shift)) | bits >> (64 - shift);
    }
}

/// The lowest bits, at most 64.
fn mask(len: usize) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}
