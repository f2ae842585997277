//! AVX-512: 16 lanes.

use super::InstructionSet;
use super::sse2;
use super::state::{CANDIDATES, GUARDS, WORDS};
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector, operators};
use std::arch::x86_64::*;

/// 16 lanes of 32 bits; created by [`Avx512`] alone.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct V(__m512i);

/// Proof that the machine has the instructions that [`V`] uses.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, if the machine has AVX-512 F, BW, DQ, VL and CD, and the scalar extensions that come with them.
    pub(super) fn new() -> Option<Avx512> {
        // It checks for every feature that `run` enables.
        InstructionSet::Avx512.is_available().then_some(Avx512(()))
    }
}

operators!(V, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_add_epi32, _mm512_sub_epi32);

/// Bit 4a + 2b + c of the constant is the result for the bits a, b, c.
macro_rules! ternary {
    ($method:ident, $table:expr) => {
        #[inline(always)]
        fn $method(self, b: V, c: V) -> V {
            // SAFETY: a V exists only where `Avx512::new` found AVX-512.
            V(unsafe { _mm512_ternarylogic_epi32::<{ $table }>(self.0, b.0, c.0) })
        }
    };
}
const A: i32 = 0xF0;
const B: i32 = 0xCC;
const C: i32 = 0xAA;

impl Vector for V {
    const LANES: usize = 16;

    #[inline(always)]
    fn shl<const N: u32>(self) -> V {
        // SAFETY: a V exists only where `Avx512::new` found AVX-512.
        V(unsafe { _mm512_slli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        // SAFETY: a V exists only where `Avx512::new` found AVX-512.
        V(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn and_not(self, b: V) -> V {
        // SAFETY: a V exists only where `Avx512::new` found AVX-512.
        V(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: a V exists only where `Avx512::new` found AVX-512.
        u32::from(unsafe { _mm512_testn_epi32_mask(self.0, self.0) })
    }
    #[inline(always)]
    fn save(vectors: &[V; WORDS], lane: usize, row: &mut PuzzleState) {
        sse2::save(vectors, lane, row);
    }
    #[inline(always)]
    fn words(vectors: &[V]) -> &[u32] {
        // SAFETY: a V is 16 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * 16) }
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [V]) -> &mut [u32] {
        // SAFETY: a V is 16 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len() * 16) }
    }

    #[inline(always)]
    fn narrow(&mut self, subset: V, kept: V) {
        // A blend of all words of a sweep takes 8 % longer than these stores.
        // SAFETY: a V exists only where `Avx512::new` found AVX-512; the store is to `self`.
        unsafe {
            let lanes = _mm512_testn_epi32_mask(kept.0, kept.0);
            _mm512_mask_store_epi32((&raw mut self.0).cast(), lanes, subset.0);
        }
    }

    ternary!(and3, A & B & C);
    ternary!(or3, A | B | C);
    ternary!(or_and, A | (B & C));
    ternary!(two_of, (A & B) | (B & C) | (A & C));
    ternary!(or_xor, A | (B ^ C));
    ternary!(and_not_or, (A & !B & 0xFF) | C);
    ternary!(without, A & !B & !C & 0xFF);
    ternary!(and_and_not, A & B & !C & 0xFF);
}

/// Candidates of a cell by its given digit; 0 leaves all of them.
static BY_DIGIT: [u32; 16] = [0x1FF, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];

impl Simd for Avx512 {
    type V = V;

    #[inline(always)]
    fn splat(self, word: u32) -> V {
        // SAFETY: the token is the proof of AVX-512.
        V(unsafe { _mm512_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn select(self, lanes: u32, word: u32) -> V {
        // SAFETY: the token is the proof of AVX-512.
        V(unsafe { _mm512_maskz_set1_epi32(lanes as u16, word as i32) })
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        sse2::prefetch(value);
    }

    #[inline(always)]
    fn pack(self, cells: &[u8; 81], row: &mut PuzzleState) {
        // SAFETY: the token is the proof of AVX-512. The loads are of 16 bytes at most 54 + 11 + 16
        // = 81 into the cells; the stores are of 16 words at 0 and 11 of the row's 32.
        unsafe {
            let table = _mm512_loadu_si512(BY_DIGIT.as_ptr().cast());
            let guards = _mm512_set1_epi32(GUARDS as i32);
            for at in [0, 11] {
                let band = |b: usize| {
                    let bytes = _mm_loadu_si128(cells.as_ptr().add(27 * b + at).cast());
                    _mm512_permutexvar_epi32(_mm512_cvtepu8_epi32(bytes), table)
                };
                let (b0, b1, b2) = (band(0), band(1), band(2));
                let b1 = _mm512_slli_epi32::<10>(b1);
                let b2 = _mm512_slli_epi32::<20>(b2);
                let words = _mm512_or_si512(_mm512_ternarylogic_epi32::<{ A | B | C }>(b0, b1, b2), guards);
                _mm512_storeu_si512(row.0.as_mut_ptr().add(at).cast(), words);
            }
        }
    }

    #[inline(always)]
    fn unpack(self, state: &LaneStates<Self>, lane: usize, cells: &mut [u8; 81]) {
        // The words are gathered. Copying 27 scalars and then loading them made easy puzzles 3 % slower, because the
        // load waits for all copies.
        let words = V::words(state);
        assert!(lane < V::LANES && words.len() == 27 * V::LANES);
        // SAFETY: the token is the proof of AVX-512. The gathers read words 16 w + lane for w up to
        // 11 + 15 = 26 of 27; the stores of 16 bytes end at most 54 + 11 + 16 = 81 into the cells.
        unsafe {
            let stride =
                _mm512_setr_epi32(0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240);
            let field = _mm512_set1_epi32(CANDIDATES as i32);
            let top = _mm512_set1_epi32(32);
            for at in [0, 11] {
                let from = words.as_ptr().add(16 * at + lane).cast();
                let words = _mm512_i32gather_epi32::<4>(stride, from);
                let mut put = |b: usize, words: __m512i| {
                    let zeros = _mm512_lzcnt_epi32(_mm512_and_si512(words, field));
                    let digits = _mm512_cvtepi32_epi8(_mm512_sub_epi32(top, zeros));
                    _mm_storeu_si128(cells.as_mut_ptr().add(27 * b + at).cast(), digits);
                };
                put(0, words);
                put(1, _mm512_srli_epi32::<10>(words));
                put(2, _mm512_srli_epi32::<20>(words));
            }
        }
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,bmi1,bmi2,lzcnt,popcnt")]
        fn shim(kernel: impl Kernel) {
            kernel.run();
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { shim(kernel) }
    }
}
