//! Moves a grid: one vector for each row.

use super::super::{CELLS, NineMotion, motion::ROW};
use super::vectors::{load16, store16};
use std::arch::x86_64::*;

/// Each row is 9 bytes of a vector of 16, whose columns and digits two shuffles change. The bytes after a row are
/// overwritten by the next one.
#[target_feature(enable = "avx2")]
pub(super) fn write_moved(cells: &[u8; CELLS], motion: &NineMotion, moved: &mut [u8; CELLS]) {
    let (columns, digits) = (load16(&motion.columns), load16(&motion.digits));
    // Rows of the grid, or its columns.
    let mut lines = load_rows(cells);
    if motion.is_transposed {
        lines = transposed(&lines);
    }
    let lines = lines.map(|line| _mm_shuffle_epi8(digits, _mm_shuffle_epi8(line, columns)));
    for (row, &from) in motion.rows[..8].iter().enumerate() {
        let place = moved[9 * row..].first_chunk_mut().expect("16 of 81 bytes");
        store16(place, lines[usize::from(from)]);
    }
    // The last row ends where the grid does.
    let mut last = [0; ROW];
    store16(&mut last, lines[usize::from(motion.rows[8])]);
    moved[72..].copy_from_slice(&last[..9]);
}

/// The rows of a grid, followed by any bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn load_rows(cells: &[u8; CELLS]) -> [__m128i; 9] {
    let row = |at: usize| load16(cells[at..].first_chunk().expect("16 of 81 bytes"));
    let last = _mm_srli_si128::<7>(row(CELLS - ROW));
    [row(0), row(9), row(18), row(27), row(36), row(45), row(54), row(63), last]
}

/// The columns of a grid, given its rows: the bytes of the first eight rows are interleaved in three steps, and one of
/// the last row is put after each.
#[inline]
#[target_feature(enable = "avx2")]
fn transposed(rows: &[__m128i; 9]) -> [__m128i; 9] {
    let [a, b, c, d, e, f, g, h, last] = *rows;
    let pairs =
        [_mm_unpacklo_epi8(a, b), _mm_unpacklo_epi8(c, d), _mm_unpacklo_epi8(e, f), _mm_unpacklo_epi8(g, h)];
    let left = [_mm_unpacklo_epi16(pairs[0], pairs[1]), _mm_unpacklo_epi16(pairs[2], pairs[3])];
    let right = [_mm_unpackhi_epi16(pairs[0], pairs[1]), _mm_unpackhi_epi16(pairs[2], pairs[3])];
    // Two columns of eight cells in each.
    let columns = [
        _mm_unpacklo_epi32(left[0], left[1]),
        _mm_unpackhi_epi32(left[0], left[1]),
        _mm_unpacklo_epi32(right[0], right[1]),
        _mm_unpackhi_epi32(right[0], right[1]),
    ];
    let ends = [
        _mm_unpacklo_epi16(_mm_unpackhi_epi8(a, b), _mm_unpackhi_epi8(c, d)),
        _mm_unpacklo_epi16(_mm_unpackhi_epi8(e, f), _mm_unpackhi_epi8(g, h)),
    ];
    [
        _mm_unpacklo_epi64(columns[0], last),
        _mm_unpackhi_epi64(columns[0], _mm_slli_si128::<7>(last)),
        _mm_unpacklo_epi64(columns[1], _mm_srli_si128::<2>(last)),
        _mm_unpackhi_epi64(columns[1], _mm_slli_si128::<5>(last)),
        _mm_unpacklo_epi64(columns[2], _mm_srli_si128::<4>(last)),
        _mm_unpackhi_epi64(columns[2], _mm_slli_si128::<3>(last)),
        _mm_unpacklo_epi64(columns[3], _mm_srli_si128::<6>(last)),
        _mm_unpackhi_epi64(columns[3], _mm_slli_si128::<1>(last)),
        _mm_unpacklo_epi64(_mm_unpacklo_epi32(ends[0], ends[1]), _mm_srli_si128::<8>(last)),
    ]
}
