//! AVX2: a box is one vector. With AVX-512 the compiler joins operations.

mod constants;

use super::{
    board::{Board, BoxDigits},
    fields::{ALL, THREE},
    rules::{Kernel, Rules},
    tasks::{BOXES, Pass, Tasks},
};
use constants::{CONSTANTS, Constants, LINES_OF, Words};
use quadrille_base::isa::InstructionSet;
use std::{arch::x86_64::*, hint::black_box};

/// Proof that the machine has AVX2 and the scalar extensions that come with it, and perhaps AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Avx2 {
    constants: &'static Constants,
    has_avx512: bool,
}

impl Avx2 {
    /// The token, if the machine has every feature that [`Rules::run`] enables.
    pub(super) fn new() -> Option<Avx2> {
        let token = || Avx2 { constants: black_box(&CONSTANTS), has_avx512: false };
        InstructionSet::Avx2.is_available().then(token)
    }

    /// The token for AVX-512 too.
    pub(super) fn with_avx512() -> Option<Avx2> {
        let avx2 = Avx2::new()?;
        InstructionSet::Avx512.is_available().then_some(Avx2 { has_avx512: true, ..avx2 })
    }
}

impl Avx2 {
    #[inline(always)]
    fn load(self, Words(words): &Words) -> __m256i {
        // SAFETY: the token is the proof of AVX2; four words of 64 bits are 256 bits, any of which are valid, and the
        // load needs no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }

    /// Each field of a word in the place of the one before it, around the end.
    #[inline(always)]
    fn turn_fields(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_shuffle_epi8(v, self.load(&self.constants.next)) }
    }

    /// Fields 0 and 1 of a word exchanged with 2 and 3.
    #[inline(always)]
    fn swap_fields(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(v) }
    }

    /// Words 0 and 1 exchanged with 2 and 3.
    #[inline(always)]
    fn swap_halves(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_permute2x128_si256::<1>(v, v) }
    }

    /// Word 0 exchanged with 1, and 2 with 3.
    #[inline(always)]
    fn swap_words(self, v: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(v) }
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

    /// The lower three fields of a word, each with the digits of the other two.
    #[inline(always)]
    fn others(self, v: __m256i) -> __m256i {
        let [one, two] = &self.constants.turned;
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            _mm256_or_si256(_mm256_shuffle_epi8(v, self.load(one)), _mm256_shuffle_epi8(v, self.load(two)))
        }
    }

    /// The rows in the boxes of a line.
    #[inline(always)]
    fn rows(self, placements: __m128i) -> __m256i {
        let [up, down] = &self.constants.rows;
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let twice = _mm256_broadcastsi128_si256(placements);
            _mm256_or_si256(
                _mm256_shuffle_epi8(twice, self.load(up)),
                _mm256_shuffle_epi8(twice, self.load(down)),
            )
        }
    }

    /// The placements of a line that are excluded by fields with three digits: these are not in the other rows.
    #[inline(always)]
    fn excess(self, rows: __m256i) -> __m128i {
        let [first_and_last, second] = &self.constants.lines;
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let without_two = self.without_lowest(self.without_lowest(rows));
            let more = self.empty(self.without_lowest(without_two));
            let three = _mm256_and_si256(rows, _mm256_andnot_si256(self.empty(without_two), more));
            let others = self.others(three);
            let two = _mm256_shuffle_epi8(others, self.load(first_and_last));
            let second =
                _mm_shuffle_epi8(_mm256_castsi256_si128(others), _mm256_castsi256_si128(self.load(second)));
            let two = _mm_or_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256::<1>(two));
            _mm_or_si128(two, second)
        }
    }

    /// The forced digits of a box, and whether there is a contradiction, as in the portable rules.
    #[inline(always)]
    fn forced(self, x: __m256i) -> (__m256i, bool) {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            // A cell with two digits more has at least three then. A row or column must have at most three digits, those
            // that are missing in its field. If there are three exactly, they are forced.
            let without_two = self
                .without_lowest(self.without_lowest(_mm256_xor_si256(x, self.load(&self.constants.three))));
            let (less, most) = (self.empty(without_two), self.empty(self.without_lowest(without_two)));
            let wrong = _mm256_or_si256(
                _mm256_and_si256(less, self.load(&self.constants.cells)),
                _mm256_andnot_si256(most, self.load(&self.constants.margins)),
            );
            let wrong = _mm256_testz_si256(wrong, wrong) == 0;
            let full = _mm256_and_si256(x, _mm256_andnot_si256(less, most));
            let (next, below) = (self.turn_fields(x), self.swap_halves(x));
            let (two, some) = (_mm256_and_si256(x, next), _mm256_or_si256(x, next));
            let in_row = self.once(x, two, self.swap_fields(two), some, self.swap_fields(some));
            let (two, some) = (_mm256_and_si256(x, below), _mm256_or_si256(x, below));
            let in_column = self.once(x, two, self.swap_words(two), some, self.swap_words(some));
            let zero = _mm256_setzero_si256();
            let in_row = _mm256_blend_epi32::<0b1100_0000>(in_row, zero);
            let in_column = _mm256_blend_epi16::<0b1000_1000>(in_column, zero);
            (_mm256_or_si256(full, _mm256_or_si256(in_row, in_column)), wrong)
        }
    }

    /// The digits that forced digits exclude from the box. In a fourth field or the last word, they are digits that a row or column has settled.
    #[inline(always)]
    fn exclusion(self, forced: __m256i) -> __m256i {
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let cells = _mm256_and_si256(forced, self.load(&self.constants.cells));
            let in_row = self.in_fields(cells);
            let two = _mm256_or_si256(cells, self.swap_halves(cells));
            let in_column = _mm256_or_si256(two, self.swap_words(two));
            let given = _mm256_cmpgt_epi16(cells, _mm256_setzero_si256());
            let excluded = _mm256_or_si256(self.in_fields(in_column), given);
            // The word of the columns is the last one, in which no row has digits; fourth fields have no column's.
            let excluded = _mm256_blend_epi32::<0b1100_0000>(excluded, in_column);
            let excluded = _mm256_blend_epi16::<0b1000_1000>(excluded, in_row);
            _mm256_andnot_si256(cells, excluded)
        }
    }

    /// The placements that a box leaves to be removed from its band and its stack.
    #[inline(always)]
    fn removed(self, number: usize, forced: __m256i, settled: __m256i) -> [__m128i; 2] {
        let [same, one, two] = &self.constants.rows_and_columns;
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let others = _mm256_or_si256(
                _mm256_shuffle_epi8(settled, self.load(one)),
                _mm256_shuffle_epi8(settled, self.load(two)),
            );
            let parts = _mm256_or_si256(_mm256_shuffle_epi8(forced, self.load(same)), others);
            let rows_and_columns = _mm256_or_si256(parts, self.swap_halves(parts));
            let removed =
                _mm256_shuffle_epi8(rows_and_columns, self.load(&self.constants.placements[number % 16]));
            [_mm256_castsi256_si128(removed), _mm256_extracti128_si256::<1>(removed)]
        }
    }

    /// The digits that the rows in the boxes of a line leave in each.
    #[inline(always)]
    fn allowed(self, line: usize, rows: __m256i) -> [__m256i; 3] {
        let order = self.load(&self.constants.boxes[usize::from(line >= 3)]);
        // SAFETY: the token is the proof of AVX2.
        unsafe {
            let rows = _mm256_or_si256(rows, _mm256_set1_epi64x((ALL & !THREE) as i64));
            let others = self.others(rows);
            let first_and_last = _mm256_unpacklo_epi64(rows, others);
            let second = _mm256_unpackhi_epi64(rows, others);
            [
                _mm256_permute4x64_epi64::<0b01_00_01_00>(first_and_last),
                _mm256_permute4x64_epi64::<0b01_00_01_00>(second),
                _mm256_permute4x64_epi64::<0b11_10_11_10>(first_and_last),
            ]
            .map(|both| _mm256_shuffle_epi8(both, order))
        }
    }
}

impl Rules for Avx2 {
    #[inline(always)]
    fn changes(self, digits: &BoxDigits, left: &BoxDigits) -> bool {
        // SAFETY: the token is the proof of AVX2; a box is 256 bits, and the loads need no alignment.
        unsafe {
            let [digits, left] = [digits, left].map(|words| _mm256_loadu_si256(words.as_ptr().cast()));
            _mm256_testc_si256(left, digits) == 0
        }
    }

    #[inline(always)]
    fn update_box(self, board: &mut Board, number: usize, left: &BoxDigits) -> Pass {
        let digits = board.digits(number);
        // SAFETY: the token is the proof of AVX2; a box is 256 bits and half a line 128, and neither loads nor stores
        // need alignment.
        unsafe {
            let now = _mm256_and_si256(
                _mm256_loadu_si256(digits.as_ptr().cast()),
                _mm256_loadu_si256(left.as_ptr().cast()),
            );
            let (forced, wrong) = self.forced(now);
            let excluded = self.exclusion(forced);
            let again = _mm256_testz_si256(now, excluded) == 0;
            _mm256_storeu_si256(digits.as_mut_ptr().cast(), _mm256_andnot_si256(excluded, now));
            let removed = self.removed(number, forced, excluded);
            let mut due = [false; 2];
            for i in 0..2 {
                let (left, before) = board.line(usize::from(LINES_OF[number % 16][i])).split_at_mut(2);
                let sum = _mm_or_si128(_mm_loadu_si128(before.as_ptr().cast()), removed[i]);
                _mm_storeu_si128(before.as_mut_ptr().cast(), sum);
                due[i] = _mm_testz_si128(sum, _mm_loadu_si128(left.as_ptr().cast())) == 0;
            }
            Pass { wrong, again, due }
        }
    }

    #[inline(always)]
    fn update_line(self, board: &mut Board, line: usize, tasks: &mut Tasks) -> usize {
        let (left, removed) = board.line(line).split_at_mut(2);
        // SAFETY: the token is the proof of AVX2; a box is 256 bits and half a line 128, and neither loads nor stores
        // need alignment.
        unsafe {
            let (before, removed) =
                (_mm_loadu_si128(left.as_ptr().cast()), _mm_loadu_si128(removed.as_ptr().cast()));
            let now = _mm_andnot_si128(removed, before);
            let now = _mm_andnot_si128(self.excess(self.rows(now)), now);
            _mm_storeu_si128(left.as_mut_ptr().cast(), now);
            let mut changes = 0;
            for (b, allowed) in self.allowed(line, self.rows(now)).into_iter().enumerate() {
                let number = usize::from(BOXES[line % 8][b]);
                let left = tasks.left(number, line >= 3);
                _mm256_storeu_si256(left.as_mut_ptr().cast(), allowed);
                let digits = _mm256_loadu_si256(board.digits(number).as_ptr().cast());
                changes |= usize::from(_mm256_testc_si256(allowed, digits) == 0) << b;
            }
            changes
        }
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2(rules: Avx2, kernel: impl Kernel) -> bool {
            kernel.run(rules)
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512(rules: Avx2, kernel: impl Kernel) -> bool {
            kernel.run(rules)
        }
        // SAFETY: the token proves that the machine has every one of these features.
        unsafe { if self.has_avx512 { avx512(self, kernel) } else { avx2(self, kernel) } }
    }
}
