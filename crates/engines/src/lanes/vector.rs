//! The operations that an instruction set provides, and the kernel that it runs.

use super::state::WORDS;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// Words of a puzzle: 27 of state, padded to whole vectors and cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct PuzzleState(pub [u32; PuzzleState::WORDS]);

impl PuzzleState {
    /// Words with the padding.
    pub(super) const WORDS: usize = 32;
}

/// The words of every lane.
pub(super) type LaneStates<S> = [<S as Simd>::V; WORDS];

/// One 32-bit word of every lane.
///
/// A value exists only where its instruction set does: the first ones come from a [`Simd`] token.
pub(super) trait Vector:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// Lanes in a vector, at most 32.
    const LANES: usize;

    /// `self << N` in every lane.
    fn shl<const N: u32>(self) -> Self;
    /// `self >> N` in every lane.
    fn shr<const N: u32>(self) -> Self;
    /// `self & !b`.
    fn and_not(self, b: Self) -> Self;
    /// The lanes that are 0, as a bit mask.
    fn zeros(self) -> u32;
    /// The words of vectors in memory; word `i` of lane `k` is at `i * LANES + k`.
    fn words(vectors: &[Self]) -> &[u32];
    /// [`words`](Self::words) that can be changed.
    fn words_mut(vectors: &mut [Self]) -> &mut [u32];

    /// Writes the words of a puzzle's state into one lane.
    #[inline(always)]
    fn load<const N: usize>(vectors: &mut [Self; N], lane: usize, row: &PuzzleState) {
        let words = Self::words_mut(vectors);
        for w in 0..N {
            words[w * Self::LANES + lane] = row.0[w];
        }
    }

    /// The words of one lane.
    #[inline(always)]
    fn save(vectors: &[Self; WORDS], lane: usize, row: &mut PuzzleState) {
        let words = Self::words(vectors);
        for w in 0..WORDS {
            row.0[w] = words[w * Self::LANES + lane];
        }
    }

    /// Replaces `self` by a subset of its bits, except in the lanes where `kept` has all bits.
    #[inline(always)]
    fn narrow(&mut self, subset: Self, kept: Self) {
        *self = *self & (subset | kept);
    }
    /// `self & b & c`.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self & b & c
    }
    /// `self | b | c`.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }
    /// `self | (b & c)`.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self | (b & c)
    }
    /// The bits that two or three of the words have.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        (self & b) | ((self | b) & c)
    }
    /// `self | (b ^ c)`.
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self | (b ^ c)
    }
    /// `self & !b | c`.
    #[inline(always)]
    fn and_not_or(self, b: Self, c: Self) -> Self {
        self.and_not(b) | c
    }
    /// `self & !b & !c`.
    #[inline(always)]
    fn without(self, b: Self, c: Self) -> Self {
        self.and_not(b | c)
    }
    /// `self & b & !c`.
    #[inline(always)]
    fn and_and_not(self, b: Self, c: Self) -> Self {
        (self & b).and_not(c)
    }
}

/// The operators of a vector, each by an intrinsic of its instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! operators {
    ($V:ident, $and:ident, $or:ident, $xor:ident, $add:ident, $sub:ident) => {
        $crate::lanes::vector::operators!($V: BitAnd bitand $and);
        $crate::lanes::vector::operators!($V: BitOr bitor $or);
        $crate::lanes::vector::operators!($V: BitXor bitxor $xor);
        $crate::lanes::vector::operators!($V: Add add $add);
        $crate::lanes::vector::operators!($V: Sub sub $sub);
    };
    ($V:ident: $trait:ident $method:ident $intrinsic:ident) => {
        impl std::ops::$trait for $V {
            type Output = $V;
            #[inline(always)]
            fn $method(self, b: $V) -> $V {
                // SAFETY: a vector exists only where its instruction set does.
                $V(unsafe { $intrinsic(self.0, b.0) })
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use operators;

/// Code over the vectors of an instruction set, inlined into the function that enables the instructions:
/// [`run`](Self::run) and everything that it calls for each sweep is `#[inline(always)]`.
pub(super) trait Kernel {
    fn run(self);
}

/// An instruction set; a value proves that this machine has it.
pub(super) trait Simd: Copy {
    /// Its vector.
    type V: Vector;

    /// `word` in every lane.
    fn splat(self, word: u32) -> Self::V;
    /// `word` in the lanes of a mask, 0 in the others.
    fn select(self, lanes: u32, word: u32) -> Self::V;
    /// Loads the cache line of a value that will be written, where the instruction set can.
    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}
    /// The state of a puzzle in one lane, from its cells, 0 to 9.
    fn pack(self, cells: &[u8; 81], row: &mut PuzzleState);
    /// The digits in a lane of which every cell is a single.
    fn unpack(self, state: &LaneStates<Self>, lane: usize, cells: &mut [u8; 81]);
    /// Runs a kernel where the compiler may use the instruction set.
    fn run(self, kernel: impl Kernel);
}
