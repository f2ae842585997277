//! Random numbers whose bytes never change.
//!
//! xoshiro256++ and SplitMix64 are fixed algorithms. What stands on top of them (a number below
//! `n`, a shuffle) is ours, because crate `rand` may draw differently from one version to the
//! next, and a seed has to give the same puzzles for ever.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random numbers of one puzzle.
pub(super) struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of puzzle `index` under `seed`.
    ///
    /// Seed and index each pass through SplitMix64's mixer before they meet: added as they are,
    /// the words of puzzle `i + 1` would be those of puzzle `i`, moved by one.
    pub(super) fn new(seed: u64, index: u64) -> Stream {
        let mixed = |word: u64| SplitMix64::from_seed(word.to_le_bytes()).next_u64();
        let mut words = SplitMix64::from_seed((mixed(seed) ^ mixed(!index)).to_le_bytes());
        let mut state = [0; 32];
        for word in state.chunks_exact_mut(8) {
            word.copy_from_slice(&words.next_u64().to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(state))
    }

    /// A number from 0 to `n - 1`; the bias, at most `n / 2⁶⁴`, is left in.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Puts `items` into random order (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written down once: if this fails, every data set and every user's seed has changed.
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
    fn neighbours_in_seed_and_index_do_not_meet() {
        let mut first: Vec<_> =
            (0..100).flat_map(|s| (0..100).map(move |i| Stream::new(s, i).0.next_u64())).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 10_000);
    }

    #[test]
    fn below_reaches_everything_evenly() {
        let mut stream = Stream::new(7, 7);
        let mut seen = [0; 6];
        (0..60_000).for_each(|_| seen[stream.below(6)] += 1);
        // Seven standard deviations of 91 around 10,000.
        assert!(seen.iter().all(|n| (9_360..10_640).contains(n)), "{seen:?}");
    }
}
