//! Which node each subproblem is.

use super::super::memo::hash;
use super::Failure;
use crate::cover::{OutOfMemory, memory};

/// A map from keys, all of the same length and compared as a whole, to nodes.
pub(super) struct Keys {
    words: usize,
    /// The keys, end to end, and their nodes.
    keys: Vec<u64>,
    nodes: Vec<u32>,
    /// The numbers of the keys by their hash, from 1, with linear probing; 0 where there is none.
    index: Vec<u32>,
}

impl Keys {
    pub fn new(words: usize) -> Keys {
        Keys { words: words.max(1), keys: Vec::new(), nodes: Vec::new(), index: vec![0; 64] }
    }

    pub fn bytes(&self) -> usize {
        size_of::<u64>() * self.keys.capacity()
            + size_of::<u32>() * (self.nodes.capacity() + self.index.len())
    }

    /// Makes room for some more keys, if the memory for that is at most `spare` bytes.
    pub fn make_room(&mut self, more: usize, spare: usize) -> Result<(), Failure> {
        let wanted = self.nodes.len() + more;
        if wanted >= u32::MAX as usize {
            return Err(Failure::Limit);
        }
        if wanted > self.nodes.capacity() {
            let capacity = wanted.max(self.nodes.capacity() / 2 * 3);
            if (size_of::<u64>() * self.words + size_of::<u32>()) * capacity > spare {
                return Err(Failure::Limit);
            }
            memory::reserve_exact(&mut self.keys, capacity * self.words)?;
            memory::reserve_exact(&mut self.nodes, capacity)?;
        }
        while 2 * wanted > self.index.len() {
            let slots = 2 * self.index.len();
            if size_of::<u32>() * slots > spare {
                return Err(Failure::Limit);
            }
            self.rehash(slots)?;
        }
        Ok(())
    }

    fn rehash(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        self.index = Vec::new();
        self.index = memory::filled(0, slots)?;
        for at in 0..self.nodes.len() {
            let slot = self.slot(self.key(at));
            self.index[slot] = at as u32 + 1;
        }
        Ok(())
    }

    fn key(&self, at: usize) -> &[u64] {
        &self.keys[at * self.words..][..self.words]
    }

    /// The node of a key.
    #[inline(always)]
    pub fn get(&self, key: &[u64]) -> Option<u32> {
        let at = self.index[self.slot(key)];
        (at != 0).then(|| self.nodes[at as usize - 1])
    }

    /// Adds a key that is not there.
    #[inline(always)]
    pub fn insert(&mut self, key: &[u64], node: u32) -> Result<(), OutOfMemory> {
        if 2 * self.nodes.len() >= self.index.len() {
            self.rehash(2 * self.index.len())?;
        }
        memory::reserve(&mut self.keys, self.words)?;
        memory::reserve(&mut self.nodes, 1)?;
        let slot = self.slot(key);
        self.keys.extend_from_slice(key);
        self.nodes.push(node);
        self.index[slot] = self.nodes.len() as u32;
        Ok(())
    }

    /// Where a key is in the index, or has to be put.
    #[inline(always)]
    fn slot(&self, key: &[u64]) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.index[slot] != 0 && self.key(self.index[slot] as usize - 1) != key {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
