//! Random numbers that never change from release to release.
//!
//! xoshiro256++ and SplitMix64 are fixed algorithms. The number below `n` and the shuffle are our own, because the
//! functions of the crate `rand` may change from version to version, and a seed must give the same puzzles in every
//! release.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random numbers of one puzzle.
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of puzzle `index` under `seed`.
    pub fn new(seed: u64, index: u64) -> Stream {
        let mut words = words(seed, index);
        let mut state = [0; 32];
        for word in state.chunks_exact_mut(8) {
            word.copy_from_slice(&words.next_u64().to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(state))
    }

    /// The next 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `n - 1`, with a bias of at most `n / 2⁶⁴`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Puts `items` into random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The words of `index` under `seed`.
///
/// Seed and index are each mixed by SplitMix64 before they are combined: if they were added, the words of index
/// `i + 1` would be the words of index `i`, shifted by one.
#[inline]
fn words(seed: u64, index: u64) -> SplitMix64 {
    SplitMix64::from_seed((mixed(seed) ^ mixed(!index)).to_le_bytes())
}

/// A hash of a word, which scatters its bits: the first word of SplitMix64 from this state. Different words have different
/// hashes.
#[inline]
pub fn mixed(word: u64) -> u64 {
    SplitMix64::from_seed(word.to_le_bytes()).next_u64()
}

/// A random word: the first of `index` under `seed`.
#[inline]
pub fn word(seed: u64, index: u64) -> u64 {
    words(seed, index).next_u64()
}

/// Numbers drawn from one random word: for few small numbers, for which creating a [`Stream`] would take most of the
/// time.
///
/// Each number is the integer part of a product, whose fraction the next one is drawn from. Together they are the integer
/// part of the word times all counts, a number below their product.
pub struct Draw {
    fraction: u64,
    /// The product of the counts.
    choices: u64,
}

impl Draw {
    /// The result of `draw` on the first word of `index` under `seed` that is [fair](Self::is_fair). It must draw from
    /// the same counts each time.
    #[inline(always)]
    pub fn of<T>(seed: u64, index: u64, draw: impl Fn(&mut Draw) -> T) -> T {
        let mut words = words(seed, index);
        loop {
            let mut numbers = Draw::from(words.next_u64());
            let drawn = draw(&mut numbers);
            if numbers.is_fair() {
                return drawn;
            }
        }
    }

    /// A number from 0 to `count - 1`. The product of all counts must be below 2⁶⁴.
    #[inline(always)]
    pub fn below(&mut self, count: u64) -> usize {
        let product = u128::from(self.fraction) * u128::from(count);
        self.fraction = product as u64;
        self.choices *= count;
        (product >> 64) as usize
    }

    /// Whether this word is one of those that remain if the same number of words leads to every choice: Lemire, Fast
    /// random integer generation in an interval (2019).
    #[inline(always)]
    fn is_fair(&self) -> bool {
        self.fraction >= self.choices || self.fraction >= self.choices.wrapping_neg() % self.choices
    }
}

impl From<u64> for Draw {
    fn from(word: u64) -> Draw {
        Draw { fraction: word, choices: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_word_are_those_of_a_fraction() {
        // 5/6 of 2⁶⁴, just above: the last of 2, then 4 of 6, then nearly nothing.
        let mut numbers = Draw::from((u128::pow(2, 64) * 5 / 6 + 1) as u64);
        assert_eq!([numbers.below(2), numbers.below(6), numbers.below(100)], [1, 4, 0]);
        let mut numbers = Draw::from(u64::MAX);
        assert_eq!([3, 1, 9, 40_320].map(|count| numbers.below(count)), [2, 0, 8, 40_319]);
    }

    /// 2⁶⁴ is 1 mod 3, and mod 3 · 5: one word is left over, which is 0.
    #[test]
    fn words_that_are_left_over_are_not_fair() {
        let is_fair = |word: u64, counts: &[u64]| {
            let mut numbers = Draw::from(word);
            counts.iter().for_each(|count| _ = numbers.below(*count));
            numbers.is_fair()
        };
        for counts in [&[3][..], &[3, 5], &[5, 3]] {
            assert!(!is_fair(0, counts));
            assert!((1..1000).all(|word| is_fair(word, counts) && is_fair(!word, counts)));
        }
        assert!([0, 1, 2, u64::MAX].iter().all(|word| is_fair(*word, &[]) && is_fair(*word, &[4, 2])));
        // With 2⁶³ + 1 choices half of all words remain, less one: those with a fraction from 2⁶³ - 1 on.
        let remaining =
            (0..1000).filter(|word| is_fair(words(1, *word).next_u64(), &[(1 << 63) + 1])).count();
        assert!((400..600).contains(&remaining), "{remaining}");
    }

    #[test]
    fn a_word_that_is_not_fair_is_replaced_by_the_next_one() {
        let draw = |numbers: &mut Draw| (numbers.fraction, numbers.below((1 << 63) + 1)).0;
        for index in 0..50 {
            let mut words = words(2, index);
            let first = std::iter::from_fn(|| Some(words.next_u64()))
                .find(|word| word.wrapping_mul((1 << 63) + 1) >= (1 << 63) - 1);
            assert_eq!(Some(Draw::of(2, index, draw)), first);
        }
    }

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
    fn neighboring_seeds_and_indices_give_different_streams() {
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
