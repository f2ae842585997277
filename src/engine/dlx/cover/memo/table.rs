//! The memory of subproblems: their keys and their numbers of solutions, in a table of bounded size.
//!
//! An entry is a row of words:
//!
//! ```text
//!  version │ tag and uses │ key … │ low │ high
//! ```
//!
//! `version` is odd while a thread writes the entry and grows with every write, so a reader that finds the same even
//! version before and after it has read a whole entry (a sequence lock). The words are atomics, so threads share a
//! table without locks and without `unsafe`. `tag` is the hash without its lowest bits, which tells most keys apart; the key
//! decides. A number of 2¹²⁷ or more is elsewhere, and `high` has its place.
//!
//! A key is looked up in [`PROBES`] places from the one that its hash names. If all are taken, it replaces the entry
//! with the fewest uses, which the others of its row lose one of each time: entries that nobody asks for go first.
//!
//! The highest bits of the hash name a segment, and a larger table has as many segments: threads that share a table
//! copy it together, each another segment (`growth.rs`).

use super::growth::Growth;
use super::number::Number;
use crate::cover::{OutOfMemory, memory};
use num_bigint::BigUint;
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, AtomicUsize, Ordering, fence},
};

/// The places of a key.
const PROBES: usize = 8;
/// Words of an entry beside its key.
const WORDS: usize = 4;
/// The bits of the second word that count uses.
const USES: u64 = 3;
/// Set in `high` if `low` is the place of a big number.
pub(super) const BIG: u64 = 1 << 63;
/// The smallest table has this many entries.
const FEWEST: usize = 1 << 11;
/// A table with fewer entries becomes four times as large, a larger one twice, so that less of the memory is empty.
const LARGE: usize = 1 << 18;
/// Bits of the hash that name a segment.
const SEGMENT_BITS: u32 = 5;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// A table of numbers of solutions by key. All keys have the same number of words.
#[derive(Debug, Default)]
pub(crate) struct Table {
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

/// A part of a table: some entries.
#[derive(Debug, Default)]
pub(super) struct Segment {
    words: Vec<AtomicU64>,
    /// Words of an entry.
    stride: usize,
    /// The places at which the row of a key can begin.
    starts: u64,
}

/// The numbers that do not fit an entry.
#[derive(Debug, Default)]
struct BigNumbers {
    numbers: Vec<BigUint>,
    free: Vec<usize>,
    bytes: usize,
}

/// What became of an entry that was to be written.
enum Written {
    /// It is in an empty place.
    Empty,
    /// It replaced an entry, which had a big number at this place.
    Replaced(Option<usize>),
    /// Another thread writes there.
    Busy,
}

impl Table {
    /// An empty table that takes at most this number of bytes, however long it lives.
    ///
    /// # Errors
    /// If its first few entries cannot be allocated.
    pub fn try_new(key_words: usize, max_bytes: usize) -> Result<Table, OutOfMemory> {
        let table = Table { key_words, max_bytes, ..Table::default() };
        let entries = FEWEST.min(table.fitting());
        let segments = (0..SEGMENTS).map(|_| Segment::try_new(table.stride(), entries / SEGMENTS));
        Ok(Table { segments: segments.collect::<Result<_, _>>()?, ..table })
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        8 * self.words() + self.lock().bytes
    }

    fn words(&self) -> usize {
        self.segments.iter().map(|segment| segment.words.len()).sum()
    }

    /// The number of its places.
    fn entries(&self) -> usize {
        self.words() / self.stride()
    }

    /// The number of subproblems that it has.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Counts entries that [`put`](Self::put) has added. Threads that would do so for each entry would wait for each other.
    pub fn count_used(&self, added: usize) {
        self.used.fetch_add(added, Ordering::Relaxed);
    }

    /// Raises the most bytes that the table may take.
    pub fn allow(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
    }

    /// Whether a larger table would keep more, and may be allocated.
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

    /// Becomes larger if that keeps more and is allowed.
    pub fn grow_if_needed(&mut self) {
        self.begin_growth();
        while self.copy_segment() {}
        self.end_growth();
    }

    /// Begins to become larger if that keeps more and is allowed. Until the end of the growth, entries are neither read nor
    /// written.
    pub fn begin_growth(&mut self) {
        if self.growth.is_none() && self.should_grow() {
            self.growth = Some(Growth::new(SEGMENTS, self.larger() / SEGMENTS));
        }
    }

    /// Whether a growth has begun and not ended.
    pub fn is_growing(&self) -> bool {
        self.growth.is_some()
    }

    /// Copies a segment that no other thread copies or has copied; `false` if there is none.
    pub fn copy_segment(&self) -> bool {
        self.growth.as_ref().is_some_and(|growth| growth.copy_one(&self.segments))
    }

    /// Whether all segments are copied, so that the growth can end.
    pub fn is_copied(&self) -> bool {
        self.growth.as_ref().is_some_and(Growth::is_over)
    }

    /// Becomes the larger table if all is copied to it. If there is no memory for it, the table remains, and does not
    /// grow again.
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
                // The place may have been given to another number; the version tells.
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

    /// Remembers the number of solutions of a subproblem. The number of entries more than before, to be
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
    fn row(&self, hash: u64) -> impl Iterator<Item = &[AtomicU64]> {
        // The bits that an entry keeps, without those that name the segment.
        let hash = (hash & !USES) << SEGMENT_BITS;
        let first = ((u128::from(hash) * u128::from(self.starts)) >> 64) as usize * self.stride;
        let len = if self.starts == 0 { 0 } else { PROBES * self.stride };
        self.words[first..first + len].chunks_exact(self.stride.max(1))
    }

    /// The place for a key: an empty one, or that of the least used entry. `None` if the key is there already, or there
    /// are no places.
    #[inline(always)]
    fn place_for(&self, hash: u64, key: &[u64]) -> Option<&[AtomicU64]> {
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

    /// A segment with this number of places and the same entries, the number of these, and the places of big
    /// numbers whose entries had to be given up. No other thread may write to this one.
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
fn has_key(entry: &[AtomicU64], key: &[u64]) -> bool {
    key.iter().zip(&entry[2..]).all(|(key, word)| word.load(Ordering::Relaxed) == *key)
}

/// Writes an entry, unless another thread does.
#[inline(always)]
fn write(entry: &[AtomicU64], meta: u64, key: &[u64], low: u64, high: u64) -> Written {
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

impl BigNumbers {
    /// The place of a number, if there is room for it in this number of bytes.
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
