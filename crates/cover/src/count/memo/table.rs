//! The memory of subproblems: their keys and their numbers of solutions, in a table of bounded size.
//!
//! It consists of segments (`segment.rs`). The highest bits of the hash select one. A larger table has the same number,
//! so threads that share a table copy it together, each a different segment (`growth.rs`).

use super::growth::Growth;
use super::number::Number;
use super::segment::{BIG, SEGMENT_BITS, Segment, USES, WORDS, Written, has_key, write};
use crate::OutOfMemory;
use num_bigint::BigUint;
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering, fence},
};

/// The smallest table has this many entries.
const FEWEST: usize = 1 << 11;
/// A table with fewer entries becomes four times as large, a larger one twice, so that less of the memory is empty.
const LARGE: usize = 1 << 18;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// A table of numbers of solutions by key. All keys have the same number of words.
#[derive(Debug, Default)]
pub(crate) struct SubproblemTable {
    segments: Vec<Segment>,
    key_words: usize,
    /// Entries that are not empty.
    used: AtomicUsize,
    big: Mutex<BigNumbers>,
    /// The most bytes of this table and the one that replaces it, together.
    max_bytes: usize,
    /// The larger table, while entries are copied to it.
    growth: Option<Growth>,
}

/// The numbers that do not fit an entry.
#[derive(Debug, Default)]
struct BigNumbers {
    numbers: Vec<BigUint>,
    free: Vec<usize>,
    bytes: usize,
}

impl SubproblemTable {
    /// An empty table that takes at most this number of bytes, however long it lives.
    ///
    /// # Errors
    /// If its first few entries cannot be allocated.
    pub fn try_new(key_words: usize, max_bytes: usize) -> Result<SubproblemTable, OutOfMemory> {
        let table = SubproblemTable { key_words, max_bytes, ..SubproblemTable::default() };
        let entries = FEWEST.min(table.fitting());
        let segments = (0..SEGMENTS).map(|_| Segment::try_new(table.stride(), entries / SEGMENTS));
        Ok(SubproblemTable { segments: segments.collect::<Result<_, _>>()?, ..table })
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        8 * self.words() + self.lock().bytes
    }

    fn words(&self) -> usize {
        self.segments.iter().map(|segment| segment.words.len()).sum()
    }

    /// The number of places.
    fn entries(&self) -> usize {
        self.words() / self.stride()
    }

    /// The number of subproblems in the table.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Counts entries that [`put`](Self::put) has added. Threads that counted each entry would wait for each other.
    pub fn count_used(&self, added: usize) {
        self.used.fetch_add(added, Ordering::Relaxed);
    }

    /// Raises the most bytes that the table may take.
    pub fn allow(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
    }

    /// Whether a larger table would hold more, and may be allocated.
    pub fn should_grow(&self) -> bool {
        let entries = self.entries();
        self.used() > entries / 2 && self.larger() > entries + entries / 4
    }

    /// The number of entries of the next table, as far as both fit the limit.
    fn larger(&self) -> usize {
        let entries = self.entries();
        let factor = if entries < LARGE { 4 } else { 2 };
        (factor * entries).min(self.fitting())
    }

    /// The entries of another table that fit the limit, and leave an eighth for big numbers.
    fn fitting(&self) -> usize {
        (self.max_bytes - self.max_bytes / 8).saturating_sub(self.bytes()) / (8 * self.stride())
    }

    /// Grows if the larger table holds more and is allowed.
    pub fn grow_if_needed(&mut self) {
        self.begin_growth();
        while self.copy_segment() {}
        self.end_growth();
    }

    /// Begins to grow if the larger table holds more and is allowed. Until the end of the growth, entries are neither
    /// read nor written.
    pub fn begin_growth(&mut self) {
        if self.growth.is_none() && self.should_grow() {
            self.growth = Some(Growth::new(SEGMENTS, self.larger() / SEGMENTS));
        }
    }

    /// Whether a growth has begun and not ended.
    pub fn is_growing(&self) -> bool {
        self.growth.is_some()
    }

    /// Copies a segment that no other thread copies or has copied; `false` if none is left.
    pub fn copy_segment(&self) -> bool {
        self.growth.as_ref().is_some_and(|growth| growth.copy_one(&self.segments))
    }

    /// Whether all segments are copied, so that the growth can end.
    pub fn is_copied(&self) -> bool {
        self.growth.as_ref().is_some_and(Growth::is_over)
    }

    /// Becomes the larger table if all is copied to it. If memory for it cannot be allocated, the table remains, and
    /// does not grow again.
    pub fn end_growth(&mut self) {
        let Some(growth) = self.growth.take_if(|growth| growth.is_over()) else { return };
        let Some(grown) = growth.finish() else {
            self.max_bytes = self.bytes() + self.bytes() / 8;
            return;
        };
        self.segments = grown.segments;
        self.used.store(grown.used, Ordering::Relaxed);
        grown.lost.into_iter().for_each(|place| self.lock().remove(place));
    }

    fn stride(&self) -> usize {
        self.key_words + WORDS
    }

    fn lock(&self) -> MutexGuard<'_, BigNumbers> {
        self.big.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The segment that has the places of a key.
    #[inline(always)]
    fn segment(&self, hash: u64) -> &Segment {
        &self.segments[(hash >> (64 - SEGMENT_BITS)) as usize]
    }

    /// The number of solutions of a subproblem.
    #[inline(always)]
    pub fn get(&self, hash: u64, key: &[u64]) -> Option<Number> {
        for entry in self.segment(hash).row(hash) {
            let version = entry[0].load(Ordering::Acquire);
            if version == 0 {
                return None;
            }
            let meta = entry[1].load(Ordering::Relaxed);
            if (meta ^ hash) & !USES != 0 || version & 1 != 0 {
                continue;
            }
            if !has_key(entry, key) {
                continue;
            }
            let low = entry[2 + key.len()].load(Ordering::Relaxed);
            let high = entry[3 + key.len()].load(Ordering::Relaxed);
            let number = if high & BIG == 0 {
                Number::Small(u128::from(high) << 64 | u128::from(low))
            } else {
                // The place may have been given to another number; the version shows this.
                Number::Big(self.lock().numbers.get(low as usize).cloned().unwrap_or_default())
            };
            fence(Ordering::Acquire);
            if entry[0].load(Ordering::Relaxed) != version {
                return None;
            }
            if meta & USES < USES {
                let _ = entry[1].compare_exchange(meta, meta + 1, Ordering::Relaxed, Ordering::Relaxed);
            }
            return Some(number);
        }
        None
    }

    /// Remembers the number of solutions of a subproblem. Returns the number of added entries, to be
    /// [counted](Self::count_used).
    #[inline(always)]
    pub fn put(&self, hash: u64, key: &[u64], number: &Number) -> usize {
        let Some(entry) = self.segment(hash).place_for(hash, key) else { return 0 };
        let (low, high) = match number {
            Number::Small(small) => (*small as u64, (*small >> 64) as u64),
            Number::Big(big) => {
                let most = self.max_bytes - 8 * self.words();
                let Some(place) = self.lock().insert(big, most) else { return 0 };
                (place as u64, BIG)
            }
        };
        let remove = |place| self.lock().remove(place);
        match write(entry, hash & !USES, key, low, high) {
            Written::Empty => return 1,
            Written::Replaced(place) => _ = place.map(remove),
            Written::Busy if high & BIG != 0 => remove(low as usize),
            Written::Busy => {}
        }
        0
    }
}

impl BigNumbers {
    /// The place of a number, if it fits into this number of bytes.
    fn insert(&mut self, number: &BigUint, max_bytes: usize) -> Option<usize> {
        if self.bytes + size_of(number) > max_bytes {
            return None;
        }
        self.bytes += size_of(number);
        if let Some(place) = self.free.pop() {
            self.numbers[place] = number.clone();
            return Some(place);
        }
        self.numbers.push(number.clone());
        Some(self.numbers.len() - 1)
    }

    fn remove(&mut self, place: usize) {
        self.bytes -= size_of(&self.numbers[place]);
        self.numbers[place] = BigUint::default();
        self.free.push(place);
    }
}

/// The bytes of a number and its place.
fn size_of(number: &BigUint) -> usize {
    number.bits().div_ceil(64) as usize * 8 + 32
}

/// The hash of a key.
#[inline(always)]
pub(crate) fn hash(key: &[u64]) -> u64 {
    /// The fractional part of the golden ratio, and another odd number without a pattern.
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let mut hash = 0u64;
    for &word in key {
        let product = u128::from(hash ^ word ^ FACTORS[1]) * u128::from(FACTORS[0]);
        hash = (product as u64) ^ ((product >> 64) as u64).rotate_left(17);
    }
    let product = u128::from(hash) * u128::from(FACTORS[1]);
    (product as u64) ^ (product >> 64) as u64
}
