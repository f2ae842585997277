//! The choice of the item to branch on.
//!
//! The item with the fewest options (MRV); among several, the one that was most often left without options in
//! this search, and the first of these. The weight is from Boussemart, Hemery, Lecoutre and Sais, *Boosting
//! systematic search by weighting constraints* (2004), on the items.
//!
//! Mean nodes and ms per file of the rules that were compared:
//!
//! | among the pairs | 17-clue | top1465 | hardest_1106 | 16×16 |
//! | --- | --- | --- | --- | --- |
//! | most often emptied | 6.0, 321 | 43, 36 | 366, 64 | 63, 4.8 |
//! | the same, summed over the items of both options | 5.9, 374 | 43, 53 | 328, 86 | 57, 5.9 |
//! | the first | 10.5, 377 | 90, 52 | 734, 101 | 347, 12 |
//! | largest sum of the sizes of its options' items | 9.7, 498 | 60, 73 | 521, 151 | 920, 73 |
//! | most pairs among its options' items | 9.1, 449 | 110, 106 | 1136, 263 | 319, 25 |

use super::Arena;
use super::layout::{Layout, Word};
use std::cmp::Reverse;

/// Items per step: enough for the compiler to use vectors.
const CHUNK: usize = 16;

impl<L: Layout> Arena<L> {
    /// The first option of the item to branch on; `None` if every primary item is covered.
    ///
    /// No item may be forced: every open one has at least two options.
    #[inline]
    pub fn pick(&self) -> Option<usize> {
        if self.tables.primary == 0 {
            return None;
        }
        let state = self.state();
        let remaining = &state[self.tables.remaining(0)..][..self.tables.primary];
        let item = heaviest(remaining, &self.weights, is_pair::<L>).or_else(|| self.smallest(remaining))?;
        Some(self.tables.first_live(state, item))
    }

    /// The heaviest of the smallest open items.
    fn smallest(&self, remaining: &[L::Word]) -> Option<usize> {
        let size = |remaining: L::Word| if L::WIDE { remaining.get() } else { remaining.count() };
        let open = (0..remaining.len()).filter(|&item| remaining[item] != L::Word::GUARD);
        open.min_by_key(|&item| (size(remaining[item]), Reverse(self.weights[item])))
    }
}

#[inline(always)]
fn is_pair<L: Layout>(remaining: L::Word) -> bool {
    if L::WIDE {
        return remaining == L::Word::new(2);
    }
    let rest = remaining.drop_lowest();
    !rest.is_zero() & rest.drop_lowest().is_zero()
}

/// The first of the heaviest wanted items, if any.
///
/// Two passes without branches are faster than one with branches: by 16 % on 17-clue puzzles, 48 % on the hardest.
/// It keeps a maximum per lane, because the compiler does not vectorize a single one.
fn heaviest<W: Word>(remaining: &[W], weights: &[W], wanted: impl Fn(W) -> bool) -> Option<usize> {
    let key = |remaining: W, weight: W| weight.only_if(wanted(remaining));
    let (remaining_chunks, remaining_rest) = remaining.as_chunks::<CHUNK>();
    let (weight_chunks, weight_rest) = weights.as_chunks::<CHUNK>();
    let mut lanes = [W::default(); CHUNK];
    for (remaining, weights) in remaining_chunks.iter().zip(weight_chunks) {
        for lane in 0..CHUNK {
            lanes[lane] = lanes[lane].max(key(remaining[lane], weights[lane]));
        }
    }
    for (lane, (&remaining, &weight)) in remaining_rest.iter().zip(weight_rest).enumerate() {
        lanes[lane] = lanes[lane].max(key(remaining, weight));
    }
    let best = lanes.into_iter().fold(W::default(), W::max);
    if best.is_zero() {
        return None;
    }
    let is_best = |remaining: W, weight: W| key(remaining, weight) == best;
    let mut skipped = 0;
    for (remaining, weights) in remaining_chunks.iter().zip(weight_chunks) {
        let mut any = false;
        for lane in 0..CHUNK {
            any |= is_best(remaining[lane], weights[lane]);
        }
        if any {
            break;
        }
        skipped += CHUNK;
    }
    (skipped..remaining.len()).find(|&item| is_best(remaining[item], weights[item]))
}
