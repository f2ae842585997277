//! Draws a sample of the rows: the rows with the smallest random numbers.

use super::check::Checked;
use quadrille_base::random::word;
use std::{cmp::Ordering, collections::BinaryHeap};

/// The rows that were drawn so far. Without a least rating they are the same as for `quadrille select --number`.
pub struct Sampler {
    count: usize,
    seed: u64,
    /// The greatest on top.
    kept: BinaryHeap<Kept>,
}

struct Kept {
    /// The random number, and the number of the row.
    place: (u64, u64),
    checked: Checked,
}

impl Sampler {
    /// Draws `count` rows.
    pub fn new(count: usize, seed: u64) -> Sampler {
        Sampler { count, seed, kept: BinaryHeap::new() }
    }

    /// Whether this row is among the least so far.
    pub fn is_wanted(&self, number: u64) -> bool {
        let place = (self.rank(number), number);
        self.kept.len() < self.count || self.kept.peek().is_some_and(|greatest| place < greatest.place)
    }

    /// Takes a row.
    pub fn take(&mut self, number: u64, checked: Checked) {
        if self.is_wanted(number) {
            self.kept.push(Kept { place: (self.rank(number), number), checked });
            if self.kept.len() > self.count {
                self.kept.pop();
            }
        }
    }

    /// The sample in the order of the file.
    pub fn finish(self) -> Vec<Checked> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|kept| kept.place.1);
        kept.into_iter().map(|kept| kept.checked).collect()
    }

    fn rank(&self, number: u64) -> u64 {
        // Random morphs have the same seeds and numbers; this is the word of `Sample` in the library.
        const PURPOSE: u64 = u64::from_le_bytes(*b"a sample");
        word(self.seed ^ PURPOSE, number)
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        self.place == other.place
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> Ordering {
        self.place.cmp(&other.place)
    }
}
