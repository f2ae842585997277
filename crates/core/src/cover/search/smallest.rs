//! Finds the smallest item of a matrix. Only here do the builds of the search differ.

use super::bit_set::Set;
use super::block::Items;
use super::dense_matrix::DenseMatrix;

/// States that are searched at once where only their number is wanted.
pub(super) const STATES: usize = 8;

/// The live options, or the open items, of such states.
pub(super) type Words = [u64; STATES];

/// How to find the smallest item.
pub(super) trait Build: Copy {
    /// An open item with the fewest live options, and their number; the first of several with two or more.
    /// `None` if no item is open.
    #[inline(always)]
    fn smallest<const W: usize>(
        self,
        matrix: &DenseMatrix<W>,
        live: &Set<W>,
        open: &Items,
    ) -> Option<(usize, u32)> {
        matrix.smallest(live, open)
    }

    /// For each state, `256·size + item` of an open item with the fewest live options, given the options of each
    /// item; the first of several with two or more. A state without open items has any number.
    #[inline(always)]
    fn smallest_of_each(self, rows: &[u64], live: &Words, open: &Words) -> Words {
        let mut smallest = [0; STATES];
        for (i, smallest) in smallest.iter_mut().enumerate() {
            *smallest = smallest_of(rows, live[i], open[i]);
        }
        smallest
    }
}

/// As [`Build::smallest_of_each`] for one state. The first item with at most one live option ends the scan. Bits are only counted if no item
/// has fewer than three, because that takes a dozen instructions where the compiler may not assume one for it.
#[inline(always)]
fn smallest_of(rows: &[u64], live: u64, open: u64) -> u64 {
    let (mut pair, mut items) = (u64::MAX, open);
    while items != 0 {
        let item = items.trailing_zeros() as usize;
        items &= items - 1;
        let all = live & rows[item];
        let but_one = all & all.wrapping_sub(1);
        if but_one == 0 {
            return u64::from(all != 0) << 8 | item as u64;
        }
        if but_one & (but_one - 1) == 0 {
            pair = pair.min(2 << 8 | item as u64);
        }
    }
    if pair != u64::MAX {
        return pair;
    }
    let (mut best, mut items) = (u64::MAX, open);
    while items != 0 {
        let item = items.trailing_zeros() as usize;
        items &= items - 1;
        best = best.min(u64::from((live & rows[item]).count_ones()) << 8 | item as u64);
    }
    best
}

/// The build for any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Portable;

impl Build for Portable {}
