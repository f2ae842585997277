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
//! table without locks and without `unsafe`. `tag` is a part of the hash, which tells most keys apart; the key
//! decides. A number of 2¹²⁷ or more is elsewhere, and `high` has its place.
//!
//! A key is looked up in [`PROBES`] places from the one that its hash names. If all are taken, it replaces the entry
//! with the fewest uses, which the others of its row lose one of each time: entries that nobody asks for go first.

use super::number::Number;
use crate::cover::{OutOfMemory, memory};
use num_bigint::BigUint;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, AtomicUsize, Ordering, fence},
};

/// The places of a key.
const PROBES: usize = 8;
/// Words of an entry beside its key.
const WORDS: usize = 4;
/// The bits of the second word that count uses.
const USES: u64 = 3;
/// Set in `high` if `low` is the place of a big number.
const BIG: u64 = 1 << 63;
/// The smallest table has this many entries.
const FEWEST: usize = 1 << 12;

/// A table of numbers of solutions by key. All keys have the same number of words.
#[derive(Debug, Default)]
pub(crate) struct Table {
    words: Vec<AtomicU64>,
    key_words: usize,
    entries: usize,
    /// Entries that are not empty.
    used: AtomicUsize,
    big: Mutex<BigNumbers>,
    /// The most bytes of this table and the one that replaces it, together.
    max_bytes: usize,
}

/// The numbers that do not fit an entry.
#[derive(Debug, Default)]
struct BigNumbers {
    numbers: Vec<BigUint>,
    free: Vec<usize>,
    bytes: usize,
}

impl Table {
    /// An empty table that takes at most this number of bytes, however long it lives.
    ///
    /// # Errors
    /// If its first few entries cannot be allocated.
    pub fn try_new(key_words: usize, max_bytes: usize) -> Result<Table, OutOfMemory> {
        let fitting = (max_bytes - max_bytes / 8) / (8 * (key_words + WORDS));
        Table::with_entries(key_words, FEWEST.min(fitting), max_bytes)
    }

    fn with_entries(key_words: usize, entries: usize, max_bytes: usize) -> Result<Table, OutOfMemory> {
        // A key looks at a whole row of places.
        let entries = if entries < PROBES { 0 } else { entries };
        let len = entries * (key_words + WORDS);
        let mut words = memory::with_capacity(len)?;
        words.resize_with(len, AtomicU64::default);
        Ok(Table { words, key_words, entries, used: AtomicUsize::new(0), big: Mutex::default(), max_bytes })
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        8 * self.words.len() + self.lock().bytes
    }

    /// The number of subproblems that it has.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether a larger table would keep more, and may be allocated.
    pub fn should_grow(&self) -> bool {
        self.used() > self.entries / 2 && self.larger() > self.entries + self.entries / 4
    }

    /// The number of entries of the next table: four times as many, if both fit the limit and leave an eighth for big numbers.
    fn larger(&self) -> usize {
        let left = (self.max_bytes - self.max_bytes / 8).saturating_sub(self.bytes());
        (4 * self.entries).min(left / (8 * self.stride()))
    }

    /// Raises the most bytes that the table may take.
    pub fn allow(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
    }

    /// Becomes larger if that keeps more and is allowed.
    pub fn grow_if_needed(&mut self) {
        if self.should_grow() {
            *self = std::mem::take(self).grow();
        }
    }

    /// A larger table with the same entries; the same table if there is no memory for it.
    fn grow(self) -> Table {
        let Ok(larger) = Table::with_entries(self.key_words, self.larger(), self.max_bytes) else {
            return Table { max_bytes: self.bytes() + self.bytes() / 8, ..self };
        };
        // First, since an entry that is replaced gives up its place there.
        *larger.lock() = std::mem::take(&mut *self.lock());
        for entry in self.words.chunks_exact(self.stride()) {
            let word = |at: usize| entry[at].load(Ordering::Relaxed);
            if word(0) == 0 {
                continue;
            }
            let key: Vec<u64> = (0..self.key_words).map(|k| word(2 + k)).collect();
            let slot = larger.slot_for(hash(&key), &key);
            if let Some(slot) = slot {
                larger.write(slot, word(1), &key, word(2 + self.key_words), word(3 + self.key_words));
            }
        }
        larger
    }

    fn stride(&self) -> usize {
        self.key_words + WORDS
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BigNumbers> {
        self.big.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first of the places of a key.
    #[inline(always)]
    fn first_slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * (self.entries - PROBES + 1) as u128) >> 64) as usize
    }

    #[inline(always)]
    fn entry(&self, slot: usize) -> &[AtomicU64] {
        &self.words[slot * self.stride()..][..self.stride()]
    }

    /// The number of solutions of a subproblem.
    #[inline(always)]
    pub fn get(&self, hash: u64, key: &[u64]) -> Option<Number> {
        if self.entries == 0 {
            return None;
        }
        let first = self.first_slot(hash);
        for slot in first..first + PROBES {
            let entry = self.entry(slot);
            let version = entry[0].load(Ordering::Acquire);
            if version == 0 {
                return None;
            }
            let meta = entry[1].load(Ordering::Relaxed);
            if (meta ^ hash) & !USES != 0 || version & 1 != 0 {
                continue;
            }
            if !key.iter().zip(&entry[2..]).all(|(key, word)| word.load(Ordering::Relaxed) == *key) {
                continue;
            }
            let low = entry[2 + self.key_words].load(Ordering::Relaxed);
            let high = entry[3 + self.key_words].load(Ordering::Relaxed);
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

    /// Remembers the number of solutions of a subproblem.
    #[inline(always)]
    pub fn put(&self, hash: u64, key: &[u64], number: &Number) {
        if self.entries == 0 {
            return;
        }
        let Some(slot) = self.slot_for(hash, key) else { return };
        let (low, high) = match number {
            Number::Small(small) => (*small as u64, (*small >> 64) as u64),
            Number::Big(big) => match self.lock().insert(big, self.max_bytes - 8 * self.words.len()) {
                Some(place) => (place as u64, BIG),
                None => return,
            },
        };
        self.write(slot, hash & !USES, key, low, high);
    }

    /// The place for a key: an empty one, or that of the least used entry. `None` if the key is there already, or another thread
    /// writes.
    #[inline(always)]
    fn slot_for(&self, hash: u64, key: &[u64]) -> Option<usize> {
        let first = self.first_slot(hash);
        let mut least = (u64::MAX, first);
        for slot in first..first + PROBES {
            let entry = self.entry(slot);
            let version = entry[0].load(Ordering::Acquire);
            if version == 0 {
                return Some(slot);
            }
            let meta = entry[1].load(Ordering::Relaxed);
            let same = |(key, word): (&u64, &AtomicU64)| word.load(Ordering::Relaxed) == *key;
            if (meta ^ hash) & !USES == 0 && key.iter().zip(&entry[2..]).all(same) {
                return None;
            }
            if meta & USES < least.0 {
                least = (meta & USES, slot);
            }
        }
        if least.0 > 0 {
            for slot in first..first + PROBES {
                let meta = &self.entry(slot)[1];
                let old = meta.load(Ordering::Relaxed);
                if old & USES > 0 {
                    let _ = meta.compare_exchange(old, old - 1, Ordering::Relaxed, Ordering::Relaxed);
                }
            }
        }
        Some(least.1)
    }

    /// Writes an entry, unless another thread does.
    #[inline(always)]
    fn write(&self, slot: usize, meta: u64, key: &[u64], low: u64, high: u64) {
        let entry = self.entry(slot);
        let version = entry[0].load(Ordering::Relaxed);
        let locked = version & 1 == 0
            && entry[0].compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !locked {
            if high & BIG != 0 {
                self.lock().remove(low as usize);
            }
            return;
        }
        // Readers must see the odd version before any word of the new entry.
        fence(Ordering::Release);
        if version == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        } else if entry[3 + self.key_words].load(Ordering::Relaxed) & BIG != 0 {
            self.lock().remove(entry[2 + self.key_words].load(Ordering::Relaxed) as usize);
        }
        entry[1].store(meta, Ordering::Relaxed);
        for (word, key) in entry[2..].iter().zip(key) {
            word.store(*key, Ordering::Relaxed);
        }
        entry[2 + self.key_words].store(low, Ordering::Relaxed);
        entry[3 + self.key_words].store(high, Ordering::Relaxed);
        entry[0].store(version + 2, Ordering::Release);
    }
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
