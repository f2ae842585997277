//! A table of keys, each with a number, in at most 32 bytes a key.
//!
//! A slot has 21 bytes: the key and a number of 40 bits. It is empty if the number is 0. The table consists of parts that
//! grow alone, by a fifth, when they are 85 % full, so that no more than a 256th of the table is there twice, and at least
//! 70 % of the slots are in use: 30 bytes a key. A key's place in its part grows with the key, so a part is copied into
//! a larger one from its beginning to its end.

use super::key::Key;
use std::collections::BTreeMap;

/// The largest number of an entry; larger ones become this one.
const MAX_NUMBER: u64 = (1 << 40) - 1;

const KEY: usize = 16;
const SLOT: usize = KEY + 5;
const PARTS: usize = 256;

type Slot = [u8; SLOT];

/// Keys with numbers from 1 to [`MAX_NUMBER`].
#[derive(Debug)]
pub struct KeyTable {
    parts: Vec<Part>,
}

#[derive(Default, Debug)]
struct Part {
    slots: Vec<Slot>,
    used: usize,
}

impl Default for KeyTable {
    fn default() -> KeyTable {
        KeyTable { parts: (0..PARTS).map(|_| Part::default()).collect() }
    }
}

impl KeyTable {
    /// How many keys there are.
    pub fn count_keys(&self) -> u64 {
        self.parts.iter().map(|part| part.used as u64).sum()
    }

    /// The number of a key that is in the table.
    pub fn get(&self, key: Key) -> Option<u64> {
        let part = &self.parts[part_of(key)];
        if part.slots.is_empty() {
            return None;
        }
        match number(&part.slots[part.find(key)]) {
            0 => None,
            number => Some(number),
        }
    }

    /// The number of a key; one that is not in the table is added with `new`, and the result is `None`.
    pub fn insert(&mut self, key: Key, new: u64) -> Option<u64> {
        let slot = self.slot(key);
        match number(slot) {
            0 => {
                set_number(slot, new);
                None
            }
            number => Some(number),
        }
    }

    /// Adds 1 to the number of a key, which is 1 if it was not in the table.
    pub fn count(&mut self, key: Key) -> u64 {
        let slot = self.slot(key);
        let count = number(slot) + 1;
        set_number(slot, count);
        count
    }

    /// Adds to `counts` how many keys have each number.
    pub fn add_counts(&self, counts: &mut BTreeMap<u64, u64>) {
        self.numbers().for_each(|number| *counts.entry(number).or_insert(0) += 1);
    }

    /// All numbers, in the order of the keys' places.
    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.parts.iter().flat_map(|part| &part.slots).map(number).filter(|&number| number > 0)
    }

    /// The slot of a key, whose number the caller has to set if it is 0.
    fn slot(&mut self, key: Key) -> &mut Slot {
        let part = &mut self.parts[part_of(key)];
        if part.is_full() {
            part.grow();
        }
        let place = part.find(key);
        let slot = &mut part.slots[place];
        if number(slot) == 0 {
            slot[..KEY].copy_from_slice(&key.to_le_bytes());
            part.used += 1;
        }
        slot
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.slots.capacity() * SLOT + size_of::<Part>()).sum()
    }
}

impl Part {
    /// Whether there is no room for another key at 85 %.
    fn is_full(&self) -> bool {
        (self.used + 1) * 20 > self.slots.len() * 17
    }

    fn grow(&mut self) {
        let size = self.slots.len() + self.slots.len() / 5 + 8;
        let old = std::mem::replace(&mut self.slots, vec![[0; SLOT]; size]);
        for slot in old.iter().filter(|slot| number(slot) > 0) {
            let place = self.find(key(slot));
            self.slots[place] = *slot;
        }
    }

    /// The place of a key, or the empty one where it belongs.
    fn find(&self, wanted: Key) -> usize {
        let size = self.slots.len();
        // The bits after the bits that choose the part, as a fraction of the size.
        let mut place = (((wanted >> 56) as u64 as u128 * size as u128) >> 64) as usize;
        loop {
            let slot = &self.slots[place];
            if number(slot) == 0 || key(slot) == wanted {
                return place;
            }
            place = if place + 1 == size { 0 } else { place + 1 };
        }
    }
}

fn part_of(key: Key) -> usize {
    (key >> 120) as usize
}

#[inline(always)]
fn key(slot: &Slot) -> Key {
    Key::from_le_bytes(*slot.first_chunk().expect("a slot begins with a key"))
}

#[inline(always)]
fn number(slot: &Slot) -> u64 {
    let mut bytes = [0; 8];
    bytes[..SLOT - KEY].copy_from_slice(&slot[KEY..]);
    u64::from_le_bytes(bytes)
}

fn set_number(slot: &mut Slot, number: u64) {
    slot[KEY..].copy_from_slice(&number.min(MAX_NUMBER).to_le_bytes()[..SLOT - KEY]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Keys that look random.
    fn keys(count: u64) -> impl Iterator<Item = Key> {
        let mix = |n: u64| u128::from(n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (0..count).map(move |n| mix(n).swap_bytes().wrapping_mul(0xDA94_2042_E4DD_58B5_94D0_49BB_1331_11EB))
    }

    #[test]
    fn a_table_is_a_map_that_keeps_the_first_number() {
        let (mut table, mut map) = (KeyTable::default(), HashMap::new());
        for (number, key) in (1..).zip(keys(20_000).chain(keys(30_000))) {
            assert_eq!(table.insert(key, number), map.get(&key).copied());
            map.entry(key).or_insert(number);
        }
        assert_eq!((table.count_keys(), map.len()), (30_000, 30_000));
        for key in keys(31_000) {
            assert_eq!(table.get(key), map.get(&key).copied());
        }
        let mut numbers: Vec<u64> = table.numbers().collect();
        numbers.sort_unstable();
        assert_eq!(numbers.len(), 30_000);
        assert_eq!((numbers[0], *numbers.last().unwrap()), (1, 50_000));
    }

    #[test]
    fn keys_are_counted() {
        let mut table = KeyTable::default();
        let counts: Vec<u64> = [5, 6, 5, 5, 7].map(|key: Key| table.count(key << 64)).to_vec();
        assert_eq!(counts, [1, 1, 2, 3, 1]);
        let mut numbers: Vec<u64> = table.numbers().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 1, 3]);
    }

    #[test]
    fn keys_at_the_end_of_a_part_go_on_at_its_beginning() {
        let mut table = KeyTable::default();
        let last = |n: Key| Key::MAX << 24 | n;
        for n in 0..100 {
            assert_eq!(table.insert(last(n), n as u64 + 1), None);
        }
        assert!((0..100).all(|n| table.get(last(n)) == Some(n as u64 + 1)));
        assert_eq!(table.get(last(100)), None);
    }

    #[test]
    fn large_numbers_are_cut() {
        let mut table = KeyTable::default();
        table.insert(1, u64::MAX);
        assert_eq!(table.get(1), Some(MAX_NUMBER));
    }

    #[test]
    fn a_key_takes_at_most_32_bytes() {
        let mut table = KeyTable::default();
        for (count, key) in (1usize..).zip(keys(300_000)) {
            table.insert(key, 1);
            let most = 32 * count.max(20_000);
            assert!(table.bytes() <= most, "{} bytes for {count} keys", table.bytes());
        }
    }
}
