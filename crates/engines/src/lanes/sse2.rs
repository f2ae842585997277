//! SSE2, the baseline of x86-64: 4 lanes.
//!
//! The compiler maps the arrays of [`Portable`](super::portable) to the same instructions, but leaves parts of a
//! function as long as the sweep scalar. The sweep then takes 1.5 to 4 times as long.

use super::portable;
use super::state::WORDS;
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector, operators};
use std::arch::x86_64::*;
use std::sync::atomic::{Ordering, compiler_fence};

/// 4 lanes of 32 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct V(__m128i);

/// Every x86-64 machine has SSE2.
#[derive(Clone, Copy)]
pub(super) struct Sse2;

operators!(V, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_add_epi32, _mm_sub_epi32);

/// [`Vector::save`] with a store for four words.
#[inline(always)]
pub(super) fn save<W: Vector>(vectors: &[W; WORDS], lane: usize, row: &mut PuzzleState) {
    let words = W::words(vectors);
    let word = |w: usize| words[w.min(WORDS - 1) * W::LANES + lane] as i32;
    for w in (0..WORDS).step_by(4) {
        // SAFETY: x86-64 has SSE2. A store is of 4 words, at most 24 + 4 = 28 into the row of 32.
        unsafe {
            let four = _mm_set_epi32(word(w + 3), word(w + 2), word(w + 1), word(w));
            _mm_storeu_si128(row.0.as_mut_ptr().add(w).cast(), four);
        }
        // Without this, the compiler gathers the words, which takes longer.
        compiler_fence(Ordering::Release);
    }
}

/// [`Simd::prefetch`].
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    // SAFETY: x86-64 has the instruction, which neither reads nor writes for the program.
    unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *value).cast()) }
}

impl Vector for V {
    const LANES: usize = 4;

    #[inline(always)]
    fn shl<const N: u32>(self) -> V {
        // SAFETY: x86-64 has SSE2.
        V(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        // SAFETY: x86-64 has SSE2.
        V(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn and_not(self, b: V) -> V {
        // SAFETY: x86-64 has SSE2.
        V(unsafe { _mm_andnot_si128(b.0, self.0) })
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: x86-64 has SSE2.
        let mask = unsafe { _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(self.0, _mm_setzero_si128()))) };
        mask as u32
    }
    #[inline(always)]
    fn save(vectors: &[V; WORDS], lane: usize, row: &mut PuzzleState) {
        save(vectors, lane, row);
    }
    #[inline(always)]
    fn words(vectors: &[V]) -> &[u32] {
        // SAFETY: a V is 4 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * Self::LANES) }
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [V]) -> &mut [u32] {
        // SAFETY: a V is 4 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len() * Self::LANES) }
    }
}

impl Simd for Sse2 {
    type V = V;

    #[inline(always)]
    fn splat(self, word: u32) -> V {
        // SAFETY: x86-64 has SSE2.
        V(unsafe { _mm_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn select(self, lanes: u32, word: u32) -> V {
        // SAFETY: x86-64 has SSE2.
        unsafe {
            let bits = _mm_setr_epi32(1, 2, 4, 8);
            let lanes = _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(lanes as i32), bits), bits);
            V(_mm_and_si128(lanes, _mm_set1_epi32(word as i32)))
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        prefetch(value);
    }

    #[inline(always)]
    fn pack(self, cells: &[u8; 81], row: &mut PuzzleState) {
        portable::pack(cells, row);
    }

    #[inline(always)]
    fn unpack(self, state: &LaneStates<Self>, lane: usize, cells: &mut [u8; 81]) {
        let mut row = PuzzleState([0; PuzzleState::WORDS]);
        V::save(state, lane, &mut row);
        portable::unpack(&row, cells);
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        kernel.run();
    }
}
