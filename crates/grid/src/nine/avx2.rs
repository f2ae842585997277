//! AVX2: 81 characters as three vectors of 32 bytes, the last of which begins within the one before.

mod moved;
mod vectors;

use super::{Around, CELLS, LINE, NineMotion, NineRow, Padded, texts::VECTOR};
use moved::write_moved;
use quadrille_base::isa::InstructionSet;
use std::{arch::x86_64::*, mem::MaybeUninit, ops::Range};
use vectors::{load, load_vector, load16, store, store_vector};

/// Proof that the machine has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Where the three vectors of a grid begin.
const PARTS: [usize; 3] = [0, 32, CELLS - 32];

impl Avx2 {
    pub fn new() -> Option<Avx2> {
        InstructionSet::Avx2.is_available().then_some(Avx2(()))
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

    /// See [`NineText::read_rows`](super::NineText::read_rows).
    pub fn read_rows(self, text: &[u8], row: NineRow<'_>, cells: &mut Vec<u8>) -> usize {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe {
            match row {
                NineRow::Framed(before, after) => read_framed(text, (before, after), cells),
                NineRow::Pair(delimiter) => read_pairs(text, delimiter, cells),
            }
        }
    }

    /// See [`NineText::write_moved`](super::NineText::write_moved).
    pub fn write_moved(self, cells: &[u8; CELLS], motion: &NineMotion, moved: &mut [u8; CELLS]) {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { write_moved(cells, motion, moved) }
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
        source: &[u8],
        around: impl Iterator<Item = Around<'t>>,
        text: &mut Vec<u8>,
    ) {
        // SAFETY: the token proves that the machine has AVX2.
        unsafe { write_around(grids, source, around, text) }
    }
}

#[target_feature(enable = "avx2")]
fn read(text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
    cells.reserve(CELLS);
    let Some(place) = cells.spare_capacity_mut().first_chunk_mut() else { return false };
    let is_read = put_cells(text, place);
    if is_read {
        // SAFETY: `put_cells` has written the 81 bytes after the end, which are within the capacity.
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
fn read_framed(text: &[u8], (before, after): (&[u8], &[u8]), cells: &mut Vec<u8>) -> usize {
    // Both texts are compared as a vector: the first vector of the record, and its last.
    let (mut first, mut last) = ([0; VECTOR], [0; VECTOR]);
    let (Some(first_part), Some(last_at)) = (first.get_mut(..before.len()), VECTOR.checked_sub(after.len()))
    else {
        return 0;
    };
    first_part.copy_from_slice(before);
    last[last_at..].copy_from_slice(after);
    let first_mask = ((1u64 << before.len()) - 1) as u32;
    let last_mask = !(((1u64 << last_at) - 1) as u32);
    let len = NineRow::Framed(before, after).bytes();
    let records = text.chunks_exact(len);
    cells.reserve(records.len() * CELLS);
    let (places, _) = cells.spare_capacity_mut().as_chunks_mut::<CELLS>();
    let mut read = 0;
    for (record, place) in records.zip(places) {
        let [Some(begin), Some(end)] = [record.first_chunk(), record.last_chunk()] else { break };
        let is_framed =
            equal(begin, &first) & first_mask == first_mask && equal(end, &last) & last_mask == last_mask;
        let Some(nine) = record[before.len()..].first_chunk() else { break };
        if !(is_framed && put_cells(nine, place)) {
            break;
        }
        read += 1;
    }
    // SAFETY: `put_cells` has written 81 bytes for each record, one after the other, within the capacity.
    unsafe { cells.set_len(cells.len() + read * CELLS) }
    read
}

#[target_feature(enable = "avx2")]
fn read_pairs(text: &[u8], delimiter: u8, cells: &mut Vec<u8>) -> usize {
    let (lines, _) = text.as_chunks::<LINE>();
    let (rows, _) = lines.as_chunks::<2>();
    cells.reserve(rows.len() * CELLS);
    let (places, _) = cells.spare_capacity_mut().as_chunks_mut::<CELLS>();
    let (mut read, mut unread) = (0, [MaybeUninit::uninit(); CELLS]);
    for ([first, second], place) in rows.iter().zip(places) {
        let Some((nine, [between])) = first.split_first_chunk() else { break };
        let Some((other, b"\n")) = second.split_first_chunk() else { break };
        if *between != delimiter || !put_cells(nine, place) || !put_cells(other, &mut unread) {
            break;
        }
        read += 1;
    }
    // SAFETY: `put_cells` has written 81 bytes for each row, one after the other, within the capacity.
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
fn write_around<'t>(
    grids: &[[u8; CELLS]],
    source: &[u8],
    mut around: impl Iterator<Item = Around<'t>>,
    text: &mut Vec<u8>,
) {
    // Not `zip`, which is called for each record.
    for grid in grids {
        let Some(Around { before, glue, after, rest }) = around.next() else { break };
        let rest_len = rest.as_ref().map_or(0, |(part, end)| part.len() + end.size());
        let len = before.len() + glue.size() + CELLS + after.size() + rest_len;
        text.reserve(len + VECTOR);
        let place = text.spare_capacity_mut();
        let place = put_part(source, before, place);
        let place = put_padded(glue, place);
        let (nine, place) = place.split_first_chunk_mut().expect("reserved");
        put_symbols(grid, nine);
        let place = put_padded(after, place);
        if let Some((part, end)) = rest {
            put_padded(end, put_part(source, part, place));
        }
        // SAFETY: the parts and the grid were written one after the other, within the capacity.
        unsafe { text.set_len(text.len() + len) }
    }
}

/// Copies vectors to the beginning of a buffer that is at least as long. The usual counts are unrolled instead of a
/// loop, which would be compiled to a call.
#[inline]
#[target_feature(enable = "avx2")]
fn put_vectors(vectors: &[[u8; VECTOR]], place: &mut [MaybeUninit<u8>]) {
    let (places, _) = place.as_chunks_mut();
    match (vectors, places) {
        ([a], [to_a, ..]) => store_vector(to_a, load_vector(a)),
        ([a, b, c], [to_a, to_b, to_c, ..]) => {
            store_vector(to_a, load_vector(a));
            store_vector(to_b, load_vector(b));
            store_vector(to_c, load_vector(c));
        }
        (vectors, places) => {
            for (vector, place) in vectors.iter().zip(places) {
                store_vector(place, load_vector(vector));
            }
        }
    }
}

/// Copies a padded text to the beginning of a buffer that has room for one more vector, and returns the rest of the
/// buffer.
#[inline]
#[target_feature(enable = "avx2")]
fn put_padded<'p>(padded: &Padded, place: &'p mut [MaybeUninit<u8>]) -> &'p mut [MaybeUninit<u8>] {
    put_vectors(padded.vectors(), place);
    &mut place[padded.size()..]
}

/// Copies a part of the source to the beginning of a buffer that has room for one more vector, and returns the rest of
/// the buffer.
///
/// Copies whole vectors, to avoid a branch for the length of the last one, unless the source ends before it does.
#[inline]
#[target_feature(enable = "avx2")]
fn put_part<'p>(
    source: &[u8],
    part: Range<usize>,
    place: &'p mut [MaybeUninit<u8>],
) -> &'p mut [MaybeUninit<u8>] {
    let len = part.len();
    match source.get(part.start..part.start + len.next_multiple_of(VECTOR)) {
        Some(whole) => put_vectors(whole.as_chunks().0, place),
        None => {
            for (byte, place) in source[part].iter().zip(&mut *place) {
                place.write(*byte);
            }
        }
    }
    &mut place[len..]
}

/// Writes the cells of 81 characters; false if one of them is not a cell; the written cells are then unspecified.
///
/// The characters of cells differ in their lower four bits, so these select the only character that a byte may be, and
/// its digit.
#[inline]
#[target_feature(enable = "avx2")]
fn put_cells(text: &[u8; CELLS], cells: &mut [MaybeUninit<u8>; CELLS]) -> bool {
    let characters = _mm256_broadcastsi128_si256(load16(b"0123456789*\0\0-._"));
    let digits = _mm256_broadcastsi128_si256(load16(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0]));
    // The highest bit for `0`, and the one below it for other empty cells.
    let kinds = _mm256_broadcastsi128_si256(load16(&[128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 64, 64, 64]));
    let (mut right, mut found) = (_mm256_set1_epi8(-1), _mm256_setzero_si256());
    for at in PARTS {
        let part = load(text, at);
        right = _mm256_and_si256(right, _mm256_cmpeq_epi8(_mm256_shuffle_epi8(characters, part), part));
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(kinds, part));
        store(cells, at, _mm256_shuffle_epi8(digits, part));
    }
    let has_zero = _mm256_movemask_epi8(found) != 0;
    let has_other = _mm256_movemask_epi8(_mm256_slli_epi16::<1>(found)) != 0;
    _mm256_movemask_epi8(right) == -1 && !(has_zero && has_other)
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

/// A bit for each byte that is the same in both.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(a: &[u8; VECTOR], b: &[u8; VECTOR]) -> u32 {
    _mm256_movemask_epi8(_mm256_cmpeq_epi8(load_vector(a), load_vector(b))) as u32
}
