//! AVX2: a box is one vector.

use super::{
    boxes::{BoxDigits, BoxTask},
    fields::{ALL, THREE, others},
    rules::{Kernel, Rules},
};
use quadrille_core::isa::InstructionSet;
use std::arch::x86_64::*;

/// Proof that the machine has AVX2 and the scalar extensions that come with it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The token, if the machine has every feature that [`Rules::run`] enables.
    pub(super) fn new() -> Option<Avx2> {
        InstructionSet::Avx2.is_available().then_some(Avx2(()))
    }
}

/// The field numbers of the word of a row, as bytes to shuffle.
const fn fields(numbers: [u8; 4]) -> i64 {
    let mut bytes = [0; 8];
    let mut i = 0;
    while i < 4 {
        bytes[2 * i] = 2 * numbers[i];
        bytes[2 * i + 1] = 2 * numbers[i] + 1;
        i += 1;
    }
    i64::from_le_bytes(bytes)
}

/// How the rows of a task, fields 0 to 2, and the digits of the other two rows, 4 to 6, give the remaining digits;
/// fields 3 and 7 have all digits. First from a band, then from a stack.
const ALLOWED: [[i64; 4]; 2] = [
    [fields([0, 0, 0, 4]), fields([1, 1, 1, 5]), fields([2, 2, 2, 6]), fields([3, 3, 3, 3])],
    [fields([0, 1, 2, 3]), fields([0, 1, 2, 3]), fields([0, 1, 2, 3]), fields([4, 5, 6, 3])],
];

/// The cells of a box.
const CELLS: [i64; 4] = [THREE as i64, THREE as i64, THREE as i64, 0];
/// Its rows with their fourth fields.
const ROWS: [i64; 4] = [-1, -1, -1, 0];
/// Its columns with the fourth word.
const COLUMNS: [i64; 4] = [THREE as i64; 4];

#[inline(always)]
fn constant(words: [i64; 4]) -> __m256i {
    // SAFETY: four words of 64 bits are 256 bits, any of which are valid; the load needs no alignment. Called only by
    // functions that have the token.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

impl Avx2 {
    /// Each field of a word in the place of the one before it, around the end.
    #[inline(always)]
    fn turn_fields(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            _mm256_shuffle_epi8(
                v,
                constant([
                    fields([1, 2, 3, 0]),
                    fields([5, 6, 7, 4]),
                    fields([1, 2, 3, 0]),
                    fields([5, 6, 7, 4]),
                ]),
            )
        }
    }

    /// Each word in the place of the one before it, around the end.
    #[inline(always)]
    fn turn_words(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_alignr_epi8::<8>(self.swap_words(v), v) }
    }

    /// Fields 0 and 1 of a word exchanged with 2 and 3.
    #[inline(always)]
    fn swap_fields(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(v) }
    }

    /// Words 0 and 1 exchanged with 2 and 3.
    #[inline(always)]
    fn swap_words(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_permute2x128_si256::<1>(v, v) }
    }

    /// Every field without its lowest digit.
    #[inline(always)]
    fn without_lowest(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_and_si256(v, _mm256_sub_epi16(v, _mm256_set1_epi16(1))) }
    }

    /// The fields without digits, as masks.
    #[inline(always)]
    fn empty(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_cmpeq_epi16(v, _mm256_setzero_si256()) }
    }

    /// The digits of `x` that are in one of four places: the digits that two neighbors share and have, and the same for
    /// the other two.
    #[inline(always)]
    fn once(self, x: __m256i, two: __m256i, two_more: __m256i, some: __m256i, some_more: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let twice = _mm256_or_si256(_mm256_or_si256(two, two_more), _mm256_and_si256(some, some_more));
            _mm256_andnot_si256(twice, x)
        }
    }

    /// The digits of a word in each of its fields.
    #[inline(always)]
    fn in_fields(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let two = _mm256_or_si256(v, self.turn_fields(v));
            _mm256_or_si256(two, self.swap_fields(two))
        }
    }

    /// The digits that a task leaves in its box.
    #[inline(always)]
    fn allowed(self, task: &BoxTask) -> __m256i {
        let all = ALL & !THREE;
        let (rows, elsewhere) = (task.rows | all, others(task.rows) | all);
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let both = _mm256_broadcastsi128_si256(_mm_set_epi64x(elsewhere as i64, rows as i64));
            _mm256_shuffle_epi8(both, constant(ALLOWED[usize::from(task.from_stack)]))
        }
    }

    /// The forced digits of a box, as in the portable rules; `None` for a contradiction.
    #[inline(always)]
    fn forced(self, x: __m256i) -> Option<__m256i> {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let cells = constant(CELLS);
            // The digits of a cell, except the digits that a row or column must have.
            let all = _mm256_andnot_si256(
                cells,
                constant([ALL as i64, ALL as i64, ALL as i64, (ALL & THREE) as i64]),
            );
            let digits = _mm256_xor_si256(x, all);
            let without_one = self.without_lowest(digits);
            let without_two = self.without_lowest(without_one);
            let more = _mm256_andnot_si256(cells, self.without_lowest(without_two));
            let none = _mm256_and_si256(cells, self.empty(digits));
            let wrong = _mm256_or_si256(more, none);
            if _mm256_testz_si256(wrong, wrong) == 0 {
                return None;
            }
            let full = _mm256_andnot_si256(self.empty(without_two), all);
            let full = _mm256_blendv_epi8(full, self.empty(without_one), cells);
            let (next, below) = (self.turn_fields(x), self.turn_words(x));
            let (two, some) = (_mm256_and_si256(x, next), _mm256_or_si256(x, next));
            let in_row = self.once(x, two, self.swap_fields(two), some, self.swap_fields(some));
            let (two, some) = (_mm256_and_si256(x, below), _mm256_or_si256(x, below));
            let in_column = self.once(x, two, self.swap_words(two), some, self.swap_words(some));
            let lines = _mm256_or_si256(
                _mm256_and_si256(in_row, constant(ROWS)),
                _mm256_and_si256(in_column, constant(COLUMNS)),
            );
            Some(_mm256_or_si256(_mm256_and_si256(x, full), lines))
        }
    }

    /// The digits that forced digits exclude from the box, and the digits of its rows and columns that they
    /// have settled.
    #[inline(always)]
    fn exclusion(self, forced: __m256i) -> (__m256i, __m256i) {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let mask = constant(CELLS);
            let cells = _mm256_and_si256(forced, mask);
            let in_row = self.in_fields(cells);
            let two = _mm256_or_si256(cells, self.turn_words(cells));
            let in_column = _mm256_or_si256(two, self.swap_words(two));
            let others = self.in_fields(in_column);
            let given = _mm256_cmpeq_epi16(cells, _mm256_setzero_si256());
            let kept =
                _mm256_blendv_epi8(_mm256_andnot_si256(cells, _mm256_set1_epi16(0x1FF)), others, given);
            // The word of the columns is the last one, in which no row has digits; fourth fields have no column's.
            let lines = _mm256_andnot_si256(mask, _mm256_blend_epi32::<0b1100_0000>(in_row, in_column));
            (_mm256_blendv_epi8(lines, kept, mask), lines)
        }
    }

    /// The fourth fields of the rows of a box, and the word of its columns.
    #[inline(always)]
    fn lines(self, v: __m256i) -> [u64; 2] {
        let mut words = [0_u64; 4];
        // SAFETY: the token is the proof of AVX2; the words are 256 bits, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), v) };
        [words[0] >> 48 | words[1] >> 48 << 16 | words[2] >> 48 << 32, words[3]]
    }
}

impl Rules for Avx2 {
    #[inline(always)]
    fn changes(self, digits: &BoxDigits, task: &BoxTask) -> bool {
        // SAFETY: the token is the proof of AVX2; a box is 256 bits, and the load needs no alignment.
        unsafe { _mm256_testc_si256(self.allowed(task), _mm256_loadu_si256(digits.as_ptr().cast())) == 0 }
    }

    #[inline(always)]
    fn narrow(self, digits: &mut BoxDigits, task: &BoxTask) -> Option<[u64; 2]> {
        // SAFETY: the token is the proof of AVX2; a box is 256 bits, and neither load nor store needs alignment.
        unsafe {
            let (mut all_forced, mut all_settled) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            let mut now = _mm256_and_si256(_mm256_loadu_si256(digits.as_ptr().cast()), self.allowed(task));
            loop {
                let forced = self.forced(now)?;
                let (excluded, settled) = self.exclusion(forced);
                all_forced = _mm256_or_si256(all_forced, forced);
                all_settled = _mm256_or_si256(all_settled, settled);
                if _mm256_testz_si256(now, excluded) != 0 {
                    break;
                }
                now = _mm256_andnot_si256(excluded, now);
            }
            _mm256_storeu_si256(digits.as_mut_ptr().cast(), now);
            let (forced, settled) = (self.lines(all_forced), self.lines(all_settled));
            Some([forced[0] | others(settled[0]), forced[1] | others(settled[1])])
        }
    }

    #[inline(always)]
    fn threes(self, words: [u64; 3]) -> [u64; 3] {
        let mut full = [words[0] as i64, words[1] as i64, words[2] as i64, 0];
        let v = constant(full);
        // SAFETY: the token is the proof of AVX2; four words are 256 bits, and the store needs no alignment.
        unsafe {
            let without_two = self.without_lowest(self.without_lowest(v));
            let more = self.empty(self.without_lowest(without_two));
            let three = _mm256_and_si256(v, _mm256_andnot_si256(self.empty(without_two), more));
            _mm256_storeu_si256(full.as_mut_ptr().cast(), three);
        }
        [full[0] as u64, full[1] as u64, full[2] as u64]
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn shim(rules: Avx2, kernel: impl Kernel) -> bool {
            kernel.run(rules)
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { shim(self, kernel) }
    }
}
