//! AVX2: 8 lanes.

use super::InstructionSet;
use super::sse2;
use super::state::{CANDIDATES, GUARDS, WORDS};
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector, operators};
use std::arch::x86_64::*;

/// 8 lanes of 32 bits; created by [`Avx2`] alone.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct V(__m256i);

/// Proof that the machine has the instructions that [`V`] uses.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The token, if the machine has AVX2 and the scalar extensions that come with it.
    pub(super) fn new() -> Option<Avx2> {
        // It checks for every feature that `run` enables.
        InstructionSet::Avx2.is_available().then_some(Avx2(()))
    }
}

operators!(V, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_add_epi32, _mm256_sub_epi32);

impl Vector for V {
    const LANES: usize = 8;

    #[inline(always)]
    fn shl<const N: u32>(self) -> V {
        // SAFETY: a V exists only where `Avx2::new` found AVX2.
        V(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        // SAFETY: a V exists only where `Avx2::new` found AVX2.
        V(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn and_not(self, b: V) -> V {
        // SAFETY: a V exists only where `Avx2::new` found AVX2.
        V(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
    #[inline(always)]
    fn narrow(&mut self, subset: V, kept: V) {
        // SAFETY: a V exists only where `Avx2::new` found AVX2.
        self.0 = unsafe { _mm256_blendv_epi8(subset.0, self.0, kept.0) };
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: a V exists only where `Avx2::new` found AVX2.
        let mask = unsafe {
            let zero = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(zero))
        };
        mask as u32
    }
    #[inline(always)]
    fn save(vectors: &[V; WORDS], lane: usize, row: &mut PuzzleState) {
        sse2::save(vectors, lane, row);
    }
    #[inline(always)]
    fn words(vectors: &[V]) -> &[u32] {
        // SAFETY: a V is 8 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * Self::LANES) }
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [V]) -> &mut [u32] {
        // SAFETY: a V is 8 u32 without padding, and any bits are valid in both.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len() * Self::LANES) }
    }
}

impl Simd for Avx2 {
    type V = V;

    #[inline(always)]
    fn splat(self, word: u32) -> V {
        // SAFETY: the token is the proof of AVX2.
        V(unsafe { _mm256_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn select(self, lanes: u32, word: u32) -> V {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let lanes = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(lanes as i32), bits), bits);
            V(_mm256_and_si256(lanes, _mm256_set1_epi32(word as i32)))
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        sse2::prefetch(value);
    }

    #[inline(always)]
    fn pack(self, cells: &[u8; 81], row: &mut PuzzleState) {
        // SAFETY: the token is the proof of AVX2. The loads are of 8 bytes at most 54 + 19 + 8 = 81
        // into the cells, the stores of 8 words at most 19 + 8 = 27 into the row.
        unsafe {
            let one = _mm256_set1_epi32(1);
            let all = _mm256_set1_epi32(CANDIDATES as i32);
            let guards = _mm256_set1_epi32(GUARDS as i32);
            for at in [0, 8, 16, 19] {
                let band = |b: usize| {
                    let bytes = _mm_loadl_epi64(cells.as_ptr().add(27 * b + at).cast());
                    let digits = _mm256_cvtepu8_epi32(bytes);
                    let empty = _mm256_cmpeq_epi32(digits, _mm256_setzero_si256());
                    let given = _mm256_srli_epi32::<1>(_mm256_sllv_epi32(one, digits));
                    _mm256_or_si256(given, _mm256_and_si256(empty, all))
                };
                let low = _mm256_or_si256(band(0), guards);
                let high =
                    _mm256_or_si256(_mm256_slli_epi32::<10>(band(1)), _mm256_slli_epi32::<20>(band(2)));
                _mm256_storeu_si256(row.0.as_mut_ptr().add(at).cast(), _mm256_or_si256(low, high));
            }
        }
    }

    #[inline(always)]
    fn unpack(self, state: &LaneStates<Self>, lane: usize, cells: &mut [u8; 81]) {
        let mut row = PuzzleState([0; PuzzleState::WORDS]);
        V::save(state, lane, &mut row);
        // SAFETY: the token is the proof of AVX2. The loads are of 8 words at most 19 + 8 = 27 into
        // the row, the stores of 8 bytes at most 54 + 19 + 8 = 81 into the cells.
        unsafe {
            let field = _mm256_set1_epi32(CANDIDATES as i32);
            let bias = _mm256_set1_epi32(126);
            for at in [0, 8, 16, 19] {
                let words = _mm256_loadu_si256(row.0.as_ptr().add(at).cast());
                let mut put = |b: usize, words: __m256i| {
                    // The exponent of a power of two as a float is its digit.
                    let float = _mm256_cvtepi32_ps(_mm256_and_si256(words, field));
                    let digits = _mm256_srli_epi32::<23>(_mm256_castps_si256(float));
                    let digits = _mm256_sub_epi32(digits, bias);
                    let (low, high) = (_mm256_castsi256_si128(digits), _mm256_extracti128_si256::<1>(digits));
                    let words = _mm_packs_epi32(low, high);
                    let bytes = _mm_packus_epi16(words, words);
                    _mm_storel_epi64(cells.as_mut_ptr().add(27 * b + at).cast(), bytes);
                };
                put(0, words);
                put(1, _mm256_srli_epi32::<10>(words));
                put(2, _mm256_srli_epi32::<20>(words));
            }
        }
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn shim(kernel: impl Kernel) {
            kernel.run();
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { shim(kernel) }
    }
}
