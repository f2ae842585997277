//! The types an arena is made of, chosen by the size of the problem.

use std::fmt::Debug;

/// A machine word that holds live bits.
pub(super) trait Word: Copy + Eq + Default + Debug + Send {
    /// Bits of the word.
    const BITS: usize;
    /// The top bit, which no option uses.
    const GUARD: Self;
    fn bit(n: usize) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Number of the lowest bit; the word is not zero.
    fn lowest(self) -> usize;
    fn drop_lowest(self) -> Self;
    fn count(self) -> usize;
    fn from_usize(n: usize) -> Self;
    fn to_usize(self) -> usize;
}

macro_rules! word {
    ($($t:ty)*) => {$(
        impl Word for $t {
            const BITS: usize = <$t>::BITS as usize;
            const GUARD: $t = 1 << (<$t>::BITS - 1);
            #[inline(always)]
            fn bit(n: usize) -> $t {
                1 << (n as u32 % <$t>::BITS)
            }
            #[inline(always)]
            fn or(self, other: $t) -> $t {
                self | other
            }
            #[inline(always)]
            fn without(self, other: $t) -> $t {
                self & !other
            }
            #[inline(always)]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn drop_lowest(self) -> $t {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn from_usize(n: usize) -> $t {
                n as $t
            }
            #[inline(always)]
            fn to_usize(self) -> usize {
                self as usize
            }
        }
    )*};
}
word!(u16 u32 u64);

/// A number of an option, a word or a bit.
pub(super) trait Index: Copy + Eq + Default + Debug + Send {
    /// The largest number that fits.
    const MAX: usize;
    fn new(n: usize) -> Self;
    fn get(self) -> usize;
}

macro_rules! index {
    ($($t:ty)*) => {$(
        impl Index for $t {
            const MAX: usize = <$t>::MAX as usize;
            #[inline(always)]
            fn new(n: usize) -> $t {
                debug_assert!(n <= <$t>::MAX as usize);
                n as $t
            }
            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    )*};
}
index!(u16 u32);

/// What an arena is made of.
pub(super) trait Layout {
    /// Holds the live bits of an item, or a part of them.
    type Word: Word;
    /// Numbers options and words.
    type Index: Index;
    /// Nodes of every option, all of them primary; 0 if options differ.
    const FIXED: usize;
    /// Whether an item may need several words, and so a size of its own.
    const WIDE: bool;
    /// Whether the inner loops check their bounds.
    const CHECKED: bool;
}

/// An arena of words `W` and indices `X`; see [`Layout`] for the numbers.
#[derive(Debug)]
pub(super) struct Of<W, X, const FIXED: usize, const WIDE: bool, const CHECKED: bool>(
    std::marker::PhantomData<(W, X)>,
);

impl<W: Word, X: Index, const FIXED: usize, const WIDE: bool, const CHECKED: bool> Layout
    for Of<W, X, FIXED, WIDE, CHECKED>
{
    type Word = W;
    type Index = X;
    const FIXED: usize = FIXED;
    const WIDE: bool = WIDE;
    const CHECKED: bool = CHECKED;
}
