//! Segments of a table: entries, and the places of a key.
//!
//! An entry is a row of words:
//!
//! ```text
//!  version │ tag and uses │ key … │ low │ high
//! ```
//!
//! `version` is odd while a thread writes the entry and grows with every write, so a reader that finds the same even
//! version before and after it has read a whole entry (a sequence lock). The words are atomics, so threads share a
//! table without locks and without `unsafe`. `tag` is the hash without its lowest bits, which distinguishes most keys;
//! the key decides. A number of 2¹²⁷ or more is stored elsewhere, and `high` has its place.
//!
//! A key is looked up in [`PROBES`] places from the one that its hash selects. If all are taken, it replaces the entry
//! with the fewest uses. The others of the row then lose one use each, so entries that are never looked up are replaced
//! first.

use crate::{OutOfMemory, memory};
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The places of a key.
const PROBES: usize = 8;
/// Words of an entry besides its key.
pub(super) const WORDS: usize = 4;
/// The bits of the second word that count uses.
pub(super) const USES: u64 = 3;
/// Set in `high` if `low` is the place of a big number.
pub(super) const BIG: u64 = 1 << 63;
/// Bits of the hash that select a segment.
pub(super) const SEGMENT_BITS: u32 = 5;

/// A part of a table: some entries.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub words: Vec<AtomicU64>,
    /// Words of an entry.
    stride: usize,
    /// The places at which the row of a key can begin.
    starts: u64,
}

/// The result of writing an entry.
pub(super) enum Written {
    /// It is in an empty place.
    Empty,
    /// It replaced an entry, which had a big number at this place.
    Replaced(Option<usize>),
    /// Another thread writes there.
    Busy,
}

impl Segment {
    /// An empty segment.
    pub fn try_new(stride: usize, entries: usize) -> Result<Segment, OutOfMemory> {
        // A key looks at a whole row of places.
        let entries = if entries < PROBES { 0 } else { entries };
        let mut words = memory::with_capacity(entries * stride)?;
        words.resize_with(entries * stride, AtomicU64::default);
        Ok(Segment { words, stride, starts: entries.saturating_sub(PROBES - 1) as u64 })
    }

    /// The places of a key.
    #[inline(always)]
    pub fn row(&self, hash: u64) -> impl Iterator<Item = &[AtomicU64]> {
        // The bits that an entry keeps, without the bits that select the segment.
        let hash = (hash & !USES) << SEGMENT_BITS;
        let first = ((u128::from(hash) * u128::from(self.starts)) >> 64) as usize * self.stride;
        let len = if self.starts == 0 { 0 } else { PROBES * self.stride };
        self.words[first..first + len].chunks_exact(self.stride.max(1))
    }

    /// The place for a key: an empty one, or the place of the least used entry. `None` if the key is there already, or
    /// the segment is empty.
    #[inline(always)]
    pub fn place_for(&self, hash: u64, key: &[u64]) -> Option<&[AtomicU64]> {
        let mut least = None;
        for entry in self.row(hash) {
            let version = entry[0].load(Ordering::Acquire);
            if version == 0 {
                return Some(entry);
            }
            let meta = entry[1].load(Ordering::Relaxed);
            if (meta ^ hash) & !USES == 0 && has_key(entry, key) {
                return None;
            }
            if least.is_none_or(|(uses, _)| meta & USES < uses) {
                least = Some((meta & USES, entry));
            }
        }
        let (uses, place) = least?;
        if uses > 0 {
            for entry in self.row(hash) {
                let old = entry[1].load(Ordering::Relaxed);
                if old & USES > 0 {
                    let _ = entry[1].compare_exchange(old, old - 1, Ordering::Relaxed, Ordering::Relaxed);
                }
            }
        }
        Some(place)
    }

    /// A segment with this number of places and the same entries, the number of entries, and the places of
    /// big numbers whose entries had to be given up. No other thread may write to this one.
    pub fn copy(&self, entries: usize) -> Result<(Segment, usize, Vec<usize>), OutOfMemory> {
        let larger = Segment::try_new(self.stride, entries)?;
        let (mut key, mut used, mut lost) = (vec![0; self.stride - WORDS], 0, Vec::new());
        for entry in self.words.chunks_exact(self.stride) {
            let word = |at: usize| entry[at].load(Ordering::Relaxed);
            if word(0) == 0 {
                continue;
            }
            (0..).zip(&mut key).for_each(|(at, key)| *key = word(2 + at));
            let (low, high) = (word(2 + key.len()), word(3 + key.len()));
            let place = larger.place_for(word(1), &key);
            match place.map_or(Written::Busy, |place| write(place, word(1), &key, low, high)) {
                Written::Empty => used += 1,
                Written::Replaced(place) => lost.extend(place),
                Written::Busy if high & BIG != 0 => lost.push(low as usize),
                Written::Busy => {}
            }
        }
        Ok((larger, used, lost))
    }
}

#[inline(always)]
pub(super) fn has_key(entry: &[AtomicU64], key: &[u64]) -> bool {
    key.iter().zip(&entry[2..]).all(|(key, word)| word.load(Ordering::Relaxed) == *key)
}

/// Writes an entry, unless another thread does.
#[inline(always)]
pub(super) fn write(entry: &[AtomicU64], meta: u64, key: &[u64], low: u64, high: u64) -> Written {
    let version = entry[0].load(Ordering::Relaxed);
    let locked = version & 1 == 0
        && entry[0].compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
    if !locked {
        return Written::Busy;
    }
    // Readers must see the odd version before any word of the new entry.
    fence(Ordering::Release);
    let (low_word, high_word) = (&entry[2 + key.len()], &entry[3 + key.len()]);
    let written = if version == 0 {
        Written::Empty
    } else {
        let is_big = high_word.load(Ordering::Relaxed) & BIG != 0;
        Written::Replaced(is_big.then(|| low_word.load(Ordering::Relaxed) as usize))
    };
    entry[1].store(meta, Ordering::Relaxed);
    for (word, key) in entry[2..].iter().zip(key) {
        word.store(*key, Ordering::Relaxed);
    }
    low_word.store(low, Ordering::Relaxed);
    high_word.store(high, Ordering::Relaxed);
    entry[0].store(version + 2, Ordering::Release);
    written
}
