//! Finds the smallest item of a matrix. Only here do the builds of the search differ.

use super::bit_set::Set;
use super::block::Items;
use super::dense_matrix::DenseMatrix;

/// How to find the smallest item.
pub(super) trait Build: Copy {
    /// An open item with the fewest live options, and their number; the first of several with two or more.
    /// `None` if no item is open.
    fn smallest<const W: usize>(
        self,
        matrix: &DenseMatrix<W>,
        live: &Set<W>,
        open: &Items,
    ) -> Option<(usize, u32)>;
}

/// The build for any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Portable;

impl Build for Portable {
    #[inline(always)]
    fn smallest<const W: usize>(
        self,
        matrix: &DenseMatrix<W>,
        live: &Set<W>,
        open: &Items,
    ) -> Option<(usize, u32)> {
        matrix.smallest(live, open)
    }
}
