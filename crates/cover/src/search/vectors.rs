//! The builds for AVX2 and AVX-512. All `unsafe` of the search is here.
//!
//! With AVX-512 the sizes of eight items are counted at once, without a branch that depends on them. AVX2 has no
//! instruction that counts bits in vectors: its build is the portable code with the instruction that counts the bits
//! of a word.

use super::bit_set::BitSet;
use super::block::Block;
use super::matrix::Matrix;
use super::matrix_search::MatrixSearch;
use super::needs::Needs;
use super::progress::{Reached, Tracker};
use super::smallest::{Build, STATES, Words};
use super::state::{Smallest, State};
use quadrille_base::isa::InstructionSet;
use std::arch::x86_64::*;

/// Lists whose sizes are counted at once.
const LANES: usize = 8;

/// Proof that the machine has AVX2 with BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub fn new() -> Option<Avx2> {
        InstructionSet::Avx2.is_available().then_some(Avx2(()))
    }

    /// See [`MatrixSearch::advance`].
    #[inline(always)]
    pub fn advance<const W: usize, N: Needs>(
        self,
        search: &mut MatrixSearch<W, N>,
        block: &Block,
        tracker: &mut Tracker<'_>,
    ) -> Reached {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn shim<const W: usize, N: Needs>(
            token: Avx2,
            search: &mut MatrixSearch<W, N>,
            block: &Block,
            tracker: &mut Tracker<'_>,
        ) -> Reached {
            search.advance(token, block, tracker)
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { shim(self, search, block, tracker) }
    }
}

impl Build for Avx2 {
    #[inline(always)]
    fn smallest_of_each(self, rows: &[u64], live: &Words, open: &Words) -> Words {
        let mut smallest = [u64::MAX; STATES];
        for (i, best) in smallest.iter_mut().enumerate() {
            let mut open = open[i];
            while open != 0 && *best >= 2 << 8 {
                let item = open.trailing_zeros() as usize;
                open &= open - 1;
                *best = (*best).min(u64::from((live[i] & rows[item]).count_ones()) << 8 | item as u64);
            }
        }
        smallest
    }
}

/// Proof that the machine has AVX-512 F, BW, DQ, VL and VPOPCNTDQ, with all that [`Avx2`] has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    pub fn new() -> Option<Avx512> {
        quadrille_base::isa::counts_bits_of_vectors().then_some(Avx512(()))
    }

    /// See [`MatrixSearch::advance`].
    #[inline(always)]
    pub fn advance<const W: usize, N: Needs>(
        self,
        search: &mut MatrixSearch<W, N>,
        block: &Block,
        tracker: &mut Tracker<'_>,
    ) -> Reached {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn shim<const W: usize, N: Needs>(
            token: Avx512,
            search: &mut MatrixSearch<W, N>,
            block: &Block,
            tracker: &mut Tracker<'_>,
        ) -> Reached {
            search.advance(token, block, tracker)
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { shim(self, search, block, tracker) }
    }
}

impl Build for Avx512 {
    /// The least of the numbers `256·size + item`, where the greatest number marks items that are not open.
    ///
    /// Loops count with `while`: the functions of an iterator are compiled without these instruction sets, and the
    /// compiler then does not always inline them.
    #[inline(always)]
    fn smallest<O: BitSet, I: BitSet, N: Needs>(
        self,
        block: &Block,
        matrix: &Matrix<O, I, N>,
        state: &mut State<O, I, N>,
    ) -> Smallest {
        if N::BOUNDED {
            return state.smallest(block, matrix);
        }
        const { assert!(N::BOUNDED || N::LANES == LANES, "groups of other lengths") };
        let (live, open) = (state.live.words(), state.open.words());
        let groups = matrix.groups(block.primary(), live.len()).as_chunks::<LANES>().0;
        // SAFETY: the token proves that the machine has these instructions; each load is of the eight words of an
        // array, and needs no alignment.
        unsafe {
            let mut best = _mm512_set1_epi64(-1);
            let mut items = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            let mut number = 0;
            while number * live.len() < groups.len() {
                let group = &groups[number * live.len()..][..live.len()];
                let mut sizes = _mm512_setzero_si512();
                let mut w = 0;
                while w < live.len() {
                    let words: &[u64; LANES] = &group[w];
                    let words = _mm512_loadu_si512(words.as_ptr().cast());
                    let words = _mm512_and_si512(words, _mm512_set1_epi64(live[w] as i64));
                    sizes = _mm512_add_epi64(sizes, _mm512_popcnt_epi64(words));
                    w += 1;
                }
                let open = (open[number / LANES] >> (LANES * (number % LANES))) as u8;
                let keys = _mm512_or_si512(_mm512_slli_epi64::<8>(sizes), items);
                best = _mm512_mask_min_epu64(best, open, best, keys);
                items = _mm512_add_epi64(items, _mm512_set1_epi64(LANES as i64));
                number += 1;
            }
            let best = _mm256_min_epu64(_mm512_castsi512_si256(best), _mm512_extracti64x4_epi64::<1>(best));
            let best = _mm_min_epu64(_mm256_castsi256_si128(best), _mm256_extracti128_si256::<1>(best));
            let best = _mm_min_epu64(best, _mm_unpackhi_epi64(best, best));
            let best = _mm_cvtsi128_si64(best) as u64;
            if best == u64::MAX { None } else { Some(((best & 0xff) as usize, (best >> 8) as u32)) }
        }
    }

    #[inline(always)]
    fn smallest_of_each(self, rows: &[u64], live: &Words, open: &Words) -> Words {
        // SAFETY: the token proves that the machine has these instructions; each load and store is of the eight words
        // of an array, and needs no alignment.
        unsafe {
            let live = _mm512_loadu_si512(live.as_ptr().cast());
            let open = _mm512_loadu_si512(open.as_ptr().cast());
            let (mut best, mut bit) = (_mm512_set1_epi64(-1), _mm512_set1_epi64(1));
            let mut item = 0;
            while item < rows.len() {
                let list = _mm512_and_si512(live, _mm512_set1_epi64(rows[item] as i64));
                let keys = _mm512_slli_epi64::<8>(_mm512_popcnt_epi64(list));
                let keys = _mm512_or_si512(keys, _mm512_set1_epi64(item as i64));
                best = _mm512_mask_min_epu64(best, _mm512_test_epi64_mask(open, bit), best, keys);
                bit = _mm512_add_epi64(bit, bit);
                item += 1;
            }
            let mut smallest = [0; STATES];
            _mm512_storeu_si512(smallest.as_mut_ptr().cast(), best);
            smallest
        }
    }
}
