//! The node of each subproblem.

use super::Failure;
use super::index::Index;
use crate::count::memo::hash;
use crate::{OutOfMemory, memory};

/// A map from keys, all of the same length and compared as a whole, to nodes.
pub(super) struct Keys {
    words: usize,
    /// The keys, end to end, and their nodes.
    keys: Vec<u64>,
    nodes: Vec<u32>,
    /// The numbers of the keys, from 1.
    index: Index,
}

impl Keys {
    pub fn new(words: usize) -> Keys {
        Keys { words: words.max(1), keys: Vec::new(), nodes: Vec::new(), index: Index::new() }
    }

    pub fn bytes(&self) -> usize {
        size_of::<u64>() * self.keys.capacity()
            + size_of::<u32>() * self.nodes.capacity()
            + self.index.bytes()
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
        let Keys { words, keys, index, .. } = self;
        index.make_room(wanted, spare, || hashes(keys, *words))
    }

    fn key(&self, at: usize) -> &[u64] {
        &self.keys[at * self.words..][..self.words]
    }

    /// The node of a key.
    #[inline(always)]
    pub fn get(&self, key: &[u64]) -> Option<u32> {
        let number = self.index.at(self.slot(key))?;
        Some(self.nodes[number as usize - 1])
    }

    /// Adds a new key.
    #[inline(always)]
    pub fn insert(&mut self, key: &[u64], node: u32) -> Result<(), OutOfMemory> {
        if !self.index.has_room(self.nodes.len() + 1) {
            let Keys { words, keys, index, .. } = self;
            index.double(hashes(keys, *words))?;
        }
        memory::reserve(&mut self.keys, self.words)?;
        memory::reserve(&mut self.nodes, 1)?;
        let slot = self.slot(key);
        self.keys.extend_from_slice(key);
        self.nodes.push(node);
        self.index.put(slot, self.nodes.len() as u32);
        Ok(())
    }

    /// The slot of a key in the index, or the slot where it has to be inserted.
    #[inline(always)]
    fn slot(&self, key: &[u64]) -> usize {
        self.index.slot(hash(key), |number| self.key(number as usize - 1) == key)
    }
}

/// The number of each key, from 1, and its hash.
fn hashes(keys: &[u64], words: usize) -> impl Iterator<Item = (u32, u64)> {
    (1..).zip(keys.chunks_exact(words).map(hash))
}
