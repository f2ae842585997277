//! Finds the smallest item of a matrix. Only here do the builds of the search differ.

use super::bit_set::BitSet;
use super::block::Block;
use super::matrix::Matrix;
use super::needs::Needs;
use super::state::{Smallest, State};

/// States that are searched at once where only their number is wanted.
pub(super) const STATES: usize = 8;

/// The live options, or the open items, of such states.
pub(crate) type Words = [u64; STATES];

/// How to find the smallest item.
pub(crate) trait Build: Copy {
    /// See [`State::smallest`]; among several items with fewer than two ways it may be any.
    #[inline(always)]
    fn smallest<O: BitSet, I: BitSet, N: Needs>(
        self,
        block: &Block,
        matrix: &Matrix<O, I, N>,
        state: &mut State<O, I, N>,
    ) -> Smallest {
        state.smallest(block, matrix)
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
pub(crate) struct Portable;

impl Build for Portable {}
