//! Entries of a list by their hash.

use super::Failure;
use crate::{OutOfMemory, memory};

/// The numbers of entries by their hash, with linear probing. The list itself is stored elsewhere, and has no
/// entry 0.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// A power of two; 0 if it is empty.
    slots: Vec<u32>,
}

impl Index {
    pub fn new() -> Index {
        Index { slots: vec![0; 64] }
    }

    pub fn bytes(&self) -> usize {
        size_of::<u32>() * self.slots.len()
    }

    /// Removes all entries and frees the memory; the index cannot be used again.
    pub fn free(&mut self) {
        self.slots = Vec::new();
    }

    /// The slot of the wanted entry, or the empty slot where it has to be inserted.
    #[inline(always)]
    pub fn slot(&self, hash: u64, is_wanted: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 && !is_wanted(self.slots[slot]) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The entry of a slot.
    #[inline(always)]
    pub fn at(&self, slot: usize) -> Option<u32> {
        Some(self.slots[slot]).filter(|entry| *entry != 0)
    }

    #[inline(always)]
    pub fn put(&mut self, slot: usize, entry: u32) {
        self.slots[slot] = entry;
    }

    /// Whether this number of entries fits: half of the slots stay empty.
    #[inline(always)]
    pub fn has_room(&self, entries: usize) -> bool {
        2 * entries <= self.slots.len()
    }

    /// Makes room for `wanted` entries, in at most `spare` bytes. `all` gives every entry and its hash.
    pub fn make_room<I: Iterator<Item = (u32, u64)>>(
        &mut self,
        wanted: usize,
        spare: usize,
        all: impl Fn() -> I,
    ) -> Result<(), Failure> {
        while !self.has_room(wanted) {
            if 2 * self.bytes() > spare {
                return Err(Failure::Limit);
            }
            self.double(all())?;
        }
        Ok(())
    }

    /// Doubles the number of slots.
    pub fn double(&mut self, all: impl Iterator<Item = (u32, u64)>) -> Result<(), OutOfMemory> {
        let slots = 2 * self.slots.len();
        self.free();
        self.slots = memory::filled(0, slots)?;
        for (entry, hash) in all {
            let slot = self.slot(hash, |_| false);
            self.put(slot, entry);
        }
        Ok(())
    }
}
