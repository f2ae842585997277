//! Sets of small numbers, as bits of words.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// A set of numbers below `64·W`.
pub(crate) type Set<const W: usize> = [u64; W];

/// A value without shared or hidden state, so that a solver that has it can be sent to another thread.
pub(crate) trait Plain: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<T: Debug + Send + Sync + UnwindSafe + RefUnwindSafe> Plain for T {}

/// A set of numbers below some length.
///
/// Arrays of words are for sets whose length the compiler knows: it unrolls their loops. Vectors are for any length.
/// Two sets of one operation have the same length.
pub(crate) trait BitSet: Clone + PartialEq + Plain {
    /// The empty set, with room for the numbers below `len`.
    ///
    /// # Panics
    /// If an array is too short for that.
    fn empty(len: usize) -> Self;

    /// The words, the smallest numbers first.
    fn words(&self) -> &[u64];

    /// The words, to change them.
    fn words_mut(&mut self) -> &mut [u64];

    /// The numbers below `len`.
    fn below(len: usize) -> Self {
        let mut set = Self::empty(len);
        for (w, word) in set.words_mut().iter_mut().enumerate() {
            let members = len.saturating_sub(64 * w);
            *word = if members < 64 { (1 << members) - 1 } else { u64::MAX };
        }
        set
    }

    #[inline(always)]
    fn insert(&mut self, member: usize) {
        self.words_mut()[member / 64] |= 1 << (member % 64);
    }

    #[inline(always)]
    fn remove(&mut self, member: usize) {
        self.words_mut()[member / 64] &= !(1 << (member % 64));
    }

    #[inline(always)]
    fn contains(&self, member: usize) -> bool {
        self.words()[member / 64] >> (member % 64) & 1 != 0
    }

    /// Adds the members of another set.
    #[inline(always)]
    fn add_all(&mut self, other: &Self) {
        for (word, other) in self.words_mut().iter_mut().zip(other.words()) {
            *word |= other;
        }
    }

    /// Removes the members of another set.
    #[inline(always)]
    fn remove_all(&mut self, other: &Self) {
        for (word, other) in self.words_mut().iter_mut().zip(other.words()) {
            *word &= !other;
        }
    }

    /// Keeps the members of another set.
    #[inline(always)]
    fn keep_all(&mut self, other: &Self) {
        for (word, other) in self.words_mut().iter_mut().zip(other.words()) {
            *word &= other;
        }
    }

    /// The number of members.
    #[inline(always)]
    fn size(&self) -> u32 {
        let mut size = 0;
        for word in self.words() {
            size += word.count_ones();
        }
        size
    }

    /// The smallest member.
    #[inline(always)]
    fn lowest(&self) -> Option<usize> {
        for (w, word) in self.words().iter().enumerate() {
            if *word != 0 {
                return Some(64 * w + word.trailing_zeros() as usize);
            }
        }
        None
    }

    /// Removes and returns the smallest member of a set that is not empty.
    #[inline(always)]
    fn pop(&mut self) -> usize {
        let words = self.words_mut();
        let mut w = 0;
        while w + 1 < words.len() && words[w] == 0 {
            w += 1;
        }
        let bit = words[w].trailing_zeros() as usize;
        words[w] &= words[w].wrapping_sub(1);
        64 * w + bit
    }

    /// The members, ascending.
    fn members(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.lowest().map(|_| self.pop()))
    }
}

impl<const W: usize> BitSet for Set<W> {
    fn empty(len: usize) -> Self {
        assert!(len <= 64 * W, "too many members for a set");
        [0; W]
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl BitSet for Vec<u64> {
    fn empty(len: usize) -> Self {
        vec![0; len.div_ceil(64)]
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}
