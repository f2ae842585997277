//! The texts around 9×9 grids, in input and output.

use super::CELLS;
use std::ops::Range;

/// The bytes of a vector.
pub(super) const VECTOR: usize = 32;

/// A text that is copied by whole vectors, padded with zeros to a multiple of their size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Padded {
    vectors: Vec<[u8; VECTOR]>,
    len: usize,
}

impl Padded {
    /// The parts, one after the other.
    pub fn new(parts: &[&[u8]]) -> Padded {
        let text = parts.concat();
        let mut vectors = vec![[0; VECTOR]; text.len().div_ceil(VECTOR)];
        vectors.as_flattened_mut()[..text.len()].copy_from_slice(&text);
        Padded { vectors, len: text.len() }
    }

    /// Its bytes.
    pub fn text(&self) -> &[u8] {
        &self.vectors.as_flattened()[..self.len]
    }

    /// Its bytes with the zeros.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn vectors(&self) -> &[[u8; VECTOR]] {
        &self.vectors
    }

    /// Number of its bytes.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.len
    }
}

/// The text before and after a grid: parts of a source, and texts between them.
#[derive(Clone, Debug)]
pub struct Around<'t> {
    /// The part of the source before the grid.
    pub before: Range<usize>,
    /// Between this part and the grid.
    pub glue: &'t Padded,
    /// Right after the grid.
    pub after: &'t Padded,
    /// The part of the source and the text that come last; none in most records.
    pub rest: Option<(Range<usize>, &'t Padded)>,
}

/// The parts of a record of one grid, which determine its length.
#[derive(Clone, Copy, Debug)]
pub enum NineRow<'t> {
    /// A text, the grid, and another text.
    Framed(&'t [u8], &'t [u8]),
    /// The grid, this byte, another grid that is not read, and a newline.
    Pair(u8),
}

impl NineRow<'_> {
    /// Number of bytes.
    pub fn bytes(self) -> usize {
        match self {
            NineRow::Framed(before, after) => before.len() + CELLS + after.len(),
            NineRow::Pair(_) => 2 * (CELLS + 1),
        }
    }
}
