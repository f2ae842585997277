//! Draws records: those with the smallest random numbers.
//!
//! Each record has a random number that depends on the seed and on its own number, and the records with the smallest numbers are drawn. So the
//! sample depends neither on threads nor on chunks, and a smaller one is part of a larger one.

use super::Selected;
use quadrille_base::random;
use std::collections::BinaryHeap;

/// Records of which some are drawn.
pub struct Draw {
    /// How many are drawn.
    count: u64,
    seed: u64,
    /// The least so far, the greatest of them on top.
    kept: BinaryHeap<KeptRecord>,
    found: u64,
}

/// A record that is drawn so far. They are ordered by their random numbers and, if these are equal, as in the input.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct KeptRecord {
    rank: u64,
    /// The number of the record.
    pub number: u64,
    /// Its place in the order in which records are written; those with equal ones are in the order of the input.
    order: u64,
    /// Where it is kept.
    pub place: usize,
}

impl Draw {
    /// Draws this many records.
    pub fn new(count: u64, seed: u64) -> Draw {
        Draw { count, seed, kept: BinaryHeap::new(), found: 0 }
    }

    /// The random number of a record.
    fn rank(&self, number: u64) -> u64 {
        // Random morphs have the same seeds and numbers: with their words, a sample would have morphs of one kind.
        const PURPOSE: u64 = u64::from_le_bytes(*b"a sample");
        random::word(self.seed ^ PURPOSE, number)
    }

    /// Whether a record with this number is one of the least so far.
    pub fn is_wanted(&self, number: u64) -> bool {
        let place = (self.rank(number), number);
        (self.kept.len() as u64) < self.count
            || self.kept.peek().is_some_and(|greatest| place < (greatest.rank, greatest.number))
    }

    /// Takes a record if it is one of the least so far, and returns its place: `free`, or the place of the record that it displaces.
    pub fn take(&mut self, number: u64, order: u64, free: usize) -> Option<usize> {
        self.found += 1;
        let record = KeptRecord { rank: self.rank(number), number, order, place: free };
        let left = self.count.saturating_sub(self.kept.len() as u64);
        if left > 0 {
            if self.kept.len() == self.kept.capacity() {
                // Doubled, but never more than are kept in the end.
                self.kept.reserve_exact(self.kept.len().max(64).min(left as usize));
            }
            self.kept.push(record);
            return Some(free);
        }
        let mut greatest = self.kept.peek_mut()?;
        if (record.rank, record.number) >= (greatest.rank, greatest.number) {
            return None;
        }
        let place = greatest.place;
        *greatest = KeptRecord { place, ..record };
        Some(place)
    }

    /// How many records there were, and how many are drawn.
    pub fn selected(&self) -> Selected {
        Selected { found: self.found, written: self.kept.len() as u64 }
    }

    /// The records that are drawn of some groups, in the order in which they are written.
    pub fn join(groups: Vec<Draw>) -> Vec<KeptRecord> {
        let groups = groups.into_iter().map(|group| group.kept.into_vec());
        // One group stays where it is.
        let mut records = groups.reduce(|mut all, group| (all.extend(group), all).1).unwrap_or_default();
        records.sort_unstable_by_key(|record| (record.order, record.number));
        records
    }
}
