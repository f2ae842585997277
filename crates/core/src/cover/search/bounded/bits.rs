//! Sets of small numbers, of a length known to the compiler or not.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// A value without shared or hidden state, so that a solver that has it can be sent to another thread.
pub(in crate::cover) trait Plain: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<T: Debug + Send + Sync + UnwindSafe + RefUnwindSafe> Plain for T {}

/// A set of numbers below some length, as bits of words.
///
/// Arrays of words are for sets whose length the compiler knows: it unrolls their loops. Vectors are for any length.
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
        (0..len).for_each(|member| set.insert(member));
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

    /// Adds the members of another set of the same length.
    #[inline(always)]
    fn add_all(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(word, other)| *word |= other);
    }

    /// Removes the members of another set of the same length.
    #[inline(always)]
    fn remove_all(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(word, other)| *word &= !other);
    }

    /// Keeps the members of another set of the same length.
    #[inline(always)]
    fn keep_all(&mut self, other: &Self) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(word, other)| *word &= other);
    }

    /// The number of members.
    #[inline(always)]
    fn size(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The number of members that are in another set of the same length, too.
    #[inline(always)]
    fn shared(&self, other: &Self) -> u32 {
        self.words().iter().zip(other.words()).map(|(word, other)| (word & other).count_ones()).sum()
    }

    /// The smallest member that is in another set of the same length, too.
    #[inline(always)]
    fn first_shared(&self, other: &Self) -> Option<usize> {
        let words = self.words().iter().zip(other.words()).map(|(word, other)| word & other);
        let (at, word) = words.enumerate().find(|&(_, word)| word != 0)?;
        Some(64 * at + word.trailing_zeros() as usize)
    }

    /// The members, ascending.
    fn members(&self) -> impl Iterator<Item = usize> {
        self.words().iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let member = (rest != 0).then(|| 64 * at + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                member
            })
        })
    }
}

impl<const W: usize> BitSet for [u64; W] {
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
