//! AVX2: 81 characters as three vectors of 32 bytes, the last of which begins within the one before.

use super::{Around, CELLS, LINE};
use crate::Isa;
use std::{arch::x86_64::*, mem::MaybeUninit};

/// Proof that the machine has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Where the three vectors of a grid begin.
const PARTS: [usize; 3] = [0, 32, CELLS - 32];

impl Avx2 {
    pub fn new() -> Option<Avx2> {
        Isa::Avx2.available().then_some(Avx2(()))
    }

    /// See [`NineText::read`](super::NineText::read).
    pub fn read(self, text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { read(text, cells) }
    }

    /// See [`NineText::read_lines`](super::NineText::read_lines).
    pub fn read_lines(self, text: &[u8], cells: &mut Vec<u8>) -> usize {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { read_lines(text, cells) }
    }

    /// See [`NineText::write_lines`](super::NineText::write_lines).
    pub fn write_lines(self, grids: &[[u8; CELLS]], text: &mut Vec<u8>) {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { write_lines(grids, text) }
    }

    /// See [`NineText::write_around`](super::NineText::write_around).
    pub fn write_around<'t>(
        self,
        grids: &[[u8; CELLS]],
        around: impl Iterator<Item = Around<'t>>,
        text: &mut Vec<u8>,
    ) {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { write_around(grids, around, text) }
    }
}

#[target_feature(enable = "avx2")]
fn read(text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
    cells.reserve(CELLS);
    let Some(place) = cells.spare_capacity_mut().first_chunk_mut() else { return false };
    let is_read = put_cells(text, place);
    if is_read {
        // SAFETY: `put_cells` has written the 81 bytes behind the end, which are within the capacity.
        unsafe { cells.set_len(cells.len() + CELLS) }
    }
    is_read
}

#[target_feature(enable = "avx2")]
fn read_lines(text: &[u8], cells: &mut Vec<u8>) -> usize {
    let (lines, _) = text.as_chunks::<LINE>();
    cells.reserve(lines.len() * CELLS);
    let (places, _) = cells.spare_capacity_mut().as_chunks_mut::<CELLS>();
    let mut read = 0;
    for (line, place) in lines.iter().zip(places) {
        let Some((nine, b"\n")) = line.split_first_chunk() else { break };
        if !put_cells(nine, place) {
            break;
        }
        read += 1;
    }
    // SAFETY: `put_cells` has written 81 bytes for each line, one after the other, within the capacity.
    unsafe { cells.set_len(cells.len() + read * CELLS) }
    read
}

#[target_feature(enable = "avx2")]
fn write_lines(grids: &[[u8; CELLS]], text: &mut Vec<u8>) {
    text.reserve(grids.len() * LINE);
    let (places, _) = text.spare_capacity_mut().as_chunks_mut::<LINE>();
    let mut written = 0;
    for (grid, place) in grids.iter().zip(places) {
        let Some((nine, [end])) = place.split_first_chunk_mut() else { break };
        put_symbols(grid, nine);
        end.write(b'\n');
        written += 1;
    }
    // SAFETY: 82 bytes were written for each grid, one line after the other, within the capacity.
    unsafe { text.set_len(text.len() + written * LINE) }
}

#[target_feature(enable = "avx2")]
fn write_around<'t>(grids: &[[u8; CELLS]], around: impl Iterator<Item = Around<'t>>, text: &mut Vec<u8>) {
    for (grid, Around { before, after }) in grids.iter().zip(around) {
        let parts = before.iter().chain(&after);
        let len = CELLS + parts.map(|part| part.len()).sum::<usize>();
        text.reserve(len);
        let mut place = text.spare_capacity_mut();
        for part in before {
            place = copy(part, place);
        }
        let (nine, mut place) = place.split_first_chunk_mut().expect("reserved");
        put_symbols(grid, nine);
        for part in after {
            place = copy(part, place);
        }
        // SAFETY: the parts and the grid were written one after the other, within the capacity.
        unsafe { text.set_len(text.len() + len) }
    }
}

/// Copies a part to the beginning of a place, and returns the rest of the place.
///
/// Without a call for each part: most are a few bytes, or one to three vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn copy<'p>(part: &[u8], place: &'p mut [MaybeUninit<u8>]) -> &'p mut [MaybeUninit<u8>] {
    let len = part.len();
    let (place, rest) = place.split_at_mut(len);
    let (from, to) = (part.as_ptr(), place.as_mut_ptr().cast::<u8>());
    // SAFETY: `from` and `to` have `len` bytes each and do not overlap. Every access begins `SIZE` bytes or more before
    // their end: where the length is no multiple of the size, the last one begins within the one before.
    unsafe {
        match len {
            32.. => {
                for at in (0..len - 32).step_by(32).chain([len - 32]) {
                    _mm256_storeu_si256(to.add(at).cast(), _mm256_loadu_si256(from.add(at).cast()));
                }
            }
            16.. => copy_ends::<[u8; 16]>(from, to, len),
            8.. => copy_ends::<[u8; 8]>(from, to, len),
            4.. => copy_ends::<[u8; 4]>(from, to, len),
            2.. => copy_ends::<[u8; 2]>(from, to, len),
            1 => to.write(*from),
            0 => {}
        }
    }
    rest
}

/// Copies `len` bytes as the first and the last value of a type.
///
/// # Safety
/// `from` and `to` have `len` bytes each, which do not overlap, and a value has between `len / 2` and `len` bytes.
#[inline(always)]
unsafe fn copy_ends<T: Copy>(from: *const u8, to: *mut u8, len: usize) {
    let last = len - size_of::<T>();
    // SAFETY: both values are within the `len` bytes.
    unsafe {
        let (head, tail) = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
        to.cast::<T>().write_unaligned(head);
        to.add(last).cast::<T>().write_unaligned(tail);
    }
}

/// Writes the cells of 81 characters; false if one of them stands for no cell, and then any cells are written.
///
/// The characters of cells differ in their lower four bits, so these select the only character that a byte may be, and
/// its digit.
#[inline]
#[target_feature(enable = "avx2")]
fn put_cells(text: &[u8; CELLS], cells: &mut [MaybeUninit<u8>; CELLS]) -> bool {
    let characters = _mm256_broadcastsi128_si256(load16(b"0123456789*\0\0-._"));
    let digits = _mm256_broadcastsi128_si256(load16(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0]));
    let mut right = _mm256_set1_epi8(-1);
    for at in PARTS {
        let part = load(text, at);
        right = _mm256_and_si256(right, _mm256_cmpeq_epi8(_mm256_shuffle_epi8(characters, part), part));
        store(cells, at, _mm256_shuffle_epi8(digits, part));
    }
    _mm256_movemask_epi8(right) == -1
}

/// Writes the characters of 81 cells.
#[inline]
#[target_feature(enable = "avx2")]
fn put_symbols(cells: &[u8; CELLS], text: &mut [MaybeUninit<u8>; CELLS]) {
    let zero = _mm256_setzero_si256();
    for at in PARTS {
        let part = load(cells, at);
        // `.` is two before `0`.
        let two = _mm256_and_si256(_mm256_cmpeq_epi8(part, zero), _mm256_set1_epi8((b'0' - b'.') as i8));
        let symbols = _mm256_sub_epi8(_mm256_add_epi8(part, _mm256_set1_epi8(b'0' as i8)), two);
        store(text, at, symbols);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has 16 bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; CELLS], at: usize) -> __m256i {
    assert!(at + 32 <= CELLS);
    // SAFETY: the 32 bytes are within the array.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().add(at).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(bytes: &mut [MaybeUninit<u8>; CELLS], at: usize, part: __m256i) {
    assert!(at + 32 <= CELLS);
    // SAFETY: the 32 bytes are within the array.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().add(at).cast(), part) }
}
