//! Random numbers that never change from release to release.
//!
//! xoshiro256++ and SplitMix64 are fixed algorithms. The number below `n` and the shuffle are our own, because those of
//! the crate `rand` may change from version to version, and a seed must give the same puzzles in every release.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random numbers of one puzzle.
pub(crate) struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of puzzle `index` under `seed`.
    ///
    /// Seed and index are each mixed by SplitMix64 before they are combined: if they were added, the words of puzzle
    /// `i + 1` would be those of puzzle `i`, shifted by one.
    pub(crate) fn new(seed: u64, index: u64) -> Stream {
        let mixed = |word: u64| SplitMix64::from_seed(word.to_le_bytes()).next_u64();
        let mut words = SplitMix64::from_seed((mixed(seed) ^ mixed(!index)).to_le_bytes());
        let mut state = [0; 32];
        for word in state.chunks_exact_mut(8) {
            word.copy_from_slice(&words.next_u64().to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(state))
    }

    /// A number from 0 to `n - 1`, with a bias of at most `n / 2⁶⁴`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Puts `items` into random order (Fisher–Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, all data sets and all seeds of users have changed.
    #[test]
    fn the_numbers_are_these() {
        let mut stream = Stream::new(1, 0);
        let drawn: Vec<_> = (0..8).map(|_| stream.below(1000)).collect();
        assert_eq!(drawn, [578, 361, 844, 644, 701, 888, 162, 20]);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        Stream::new(1, 1).shuffle(&mut items);
        assert_eq!(items, [1, 0, 9, 7, 5, 8, 3, 2, 4, 6]);
    }

    #[test]
    fn neighbouring_seeds_and_indices_give_different_streams() {
        let mut first: Vec<_> =
            (0..100).flat_map(|s| (0..100).map(move |i| Stream::new(s, i).0.next_u64())).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 10_000);
    }

    #[test]
    fn below_is_uniform() {
        let mut stream = Stream::new(7, 7);
        let mut seen = [0; 6];
        (0..60_000).for_each(|_| seen[stream.below(6)] += 1);
        // Seven standard deviations of 91 around 10,000.
        assert!(seen.iter().all(|n| (9_360..10_640).contains(n)), "{seen:?}");
    }
}
