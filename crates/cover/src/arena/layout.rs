//! The types of an arena, chosen by the size of the problem.

use std::fmt::Debug;
use std::marker::PhantomData;

/// A machine word of live bits, or a size.
pub trait Word: Copy + Ord + Default + Debug + Send {
    /// Bits of the word.
    const BITS: usize;
    /// The top bit, which belongs to no option. The word of an item that is being covered has it set, and the word
    /// of a covered item is this bit alone.
    const GUARD: Self;
    /// 1.
    const ONE: Self;
    fn new(n: usize) -> Self;
    fn get(self) -> usize;
    fn bit(n: usize) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn minus_one(self) -> Self;
    fn plus_one(self) -> Self;
    fn is_zero(self) -> bool;
    /// Number of the lowest bit; `BITS` if no bit is set.
    fn lowest(self) -> usize;
    /// The word without its lowest bit; 0 stays 0.
    fn drop_lowest(self) -> Self;
    fn count(self) -> usize;
    /// The word, or 0, without a branch.
    fn only_if(self, condition: bool) -> Self;
}

macro_rules! word {
    ($($t:ty)*) => {$(
        impl Word for $t {
            const BITS: usize = <$t>::BITS as usize;
            const GUARD: $t = 1 << (<$t>::BITS - 1);
            const ONE: $t = 1;
            #[inline(always)]
            fn new(n: usize) -> $t {
                n as $t
            }
            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
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
            fn minus_one(self) -> $t {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn plus_one(self) -> $t {
                self.wrapping_add(1)
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
            fn only_if(self, condition: bool) -> $t {
                self & <$t>::from(condition).wrapping_neg()
            }
        }
    )*};
}
word!(u16 u32 u64);

/// A number of an option, an item, a word or a bit.
pub trait Index: Copy + Eq + Default + Debug + Send {
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
                debug_assert!(n <= <$t>::MAX as usize, "{n} does not fit");
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

/// The types and features of an arena.
pub trait Layout: Debug {
    /// Holds the live bits of an item, or a part of them.
    type Word: Word;
    /// Numbers options, items and words.
    type Index: Index;
    /// 4 if every option has four nodes, all of them primary, and an item is at the same position in all its
    /// options; 0 otherwise.
    const FIXED: usize;
    /// Whether an item may need several words; its size is then stored as well.
    const WIDE: bool;
    /// Whether options may exclude each other although they share no item: see
    /// [`Tables::exclude`](super::tables::Tables::exclude).
    const EXCLUDING: bool = false;
    /// Whether branches below some depth backtrack by undoing moves, and lists of options are packed, so that
    /// memory is linear in the problem; see [`Arena`](super::Arena).
    const UNDOES: bool;
}

/// An arena of words `W` and indices `X`; see [`Layout`] for the rest. An arena for options of any length may undo
/// moves.
#[derive(Debug)]
pub struct Of<W, X, const FIXED: usize, const WIDE: bool>(PhantomData<(W, X)>);

/// As [`Of`], narrow, of options of any length that may exclude each other.
#[derive(Debug)]
pub struct Excluding<W, X>(PhantomData<(W, X)>);

impl<W: Word, X: Index> Layout for Excluding<W, X> {
    type Word = W;
    type Index = X;
    const FIXED: usize = 0;
    const WIDE: bool = false;
    const EXCLUDING: bool = true;
    const UNDOES: bool = false;
}

impl<W: Word, X: Index, const FIXED: usize, const WIDE: bool> Layout for Of<W, X, FIXED, WIDE> {
    type Word = W;
    type Index = X;
    const FIXED: usize = FIXED;
    const WIDE: bool = WIDE;
    const UNDOES: bool = FIXED == 0;
}
