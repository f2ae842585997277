//! Arrays, which the compiler maps to the vectors of the target's baseline.

use super::state::{GUARDS, WORDS, candidates};
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector};
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

const LANES: usize = 4;

/// 4 lanes of 32 bits.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct V([u32; LANES]);

/// The baseline: every machine has it.
#[derive(Clone, Copy)]
pub(super) struct Portable;

#[inline(always)]
fn zip(a: V, b: V, f: impl Fn(u32, u32) -> u32) -> V {
    V([f(a.0[0], b.0[0]), f(a.0[1], b.0[1]), f(a.0[2], b.0[2]), f(a.0[3], b.0[3])])
}

macro_rules! operator {
    ($trait:ident, $method:ident, $f:expr) => {
        impl $trait for V {
            type Output = V;
            #[inline(always)]
            fn $method(self, b: V) -> V {
                zip(self, b, $f)
            }
        }
    };
}
operator!(BitAnd, bitand, |a, b| a & b);
operator!(BitOr, bitor, |a, b| a | b);
operator!(BitXor, bitxor, |a, b| a ^ b);
operator!(Add, add, u32::wrapping_add);
operator!(Sub, sub, u32::wrapping_sub);

impl Vector for V {
    const LANES: usize = LANES;

    #[inline(always)]
    fn shl<const N: u32>(self) -> V {
        V(self.0.map(|a| a << N))
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        V(self.0.map(|a| a >> N))
    }
    #[inline(always)]
    fn and_not(self, b: V) -> V {
        zip(self, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..LANES).fold(0, |mask, k| mask | u32::from(self.0[k] == 0) << k)
    }
    #[inline(always)]
    fn words(vectors: &[V]) -> &[u32] {
        // SAFETY: a V is LANES u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * LANES) }
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [V]) -> &mut [u32] {
        // SAFETY: a V is LANES u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len() * LANES) }
    }
}

impl Simd for Portable {
    type V = V;

    #[inline(always)]
    fn splat(self, word: u32) -> V {
        V([word; LANES])
    }

    #[inline(always)]
    fn select(self, lanes: u32, word: u32) -> V {
        V(std::array::from_fn(|k| if lanes >> k & 1 == 1 { word } else { 0 }))
    }

    #[inline(always)]
    fn pack(self, cells: &[u8; 81], row: &mut PuzzleState) {
        pack(cells, row);
    }

    #[inline(always)]
    fn unpack(self, state: &LaneStates<Self>, lane: usize, cells: &mut [u8; 81]) {
        let mut row = PuzzleState([0; PuzzleState::WORDS]);
        V::save(state, lane, &mut row);
        unpack(&row, cells);
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        kernel.run();
    }
}

/// [`Simd::pack`] word by word.
#[inline(always)]
pub(super) fn pack(cells: &[u8; 81], row: &mut PuzzleState) {
    for w in 0..WORDS {
        let word = |b: usize| candidates(cells[27 * b + w]) << (10 * b);
        row.0[w] = word(0) | word(1) | word(2) | GUARDS;
    }
}

/// [`Simd::unpack`] word by word, from the words of the lane.
#[inline(always)]
pub(super) fn unpack(row: &PuzzleState, cells: &mut [u8; 81]) {
    for w in 0..WORDS {
        for b in 0..3 {
            cells[27 * b + w] = 1 + (row.0[w] >> (10 * b)).trailing_zeros() as u8;
        }
    }
}
