//! The choice of the branch cell.

use super::state::{CANDIDATES, FIELDS, LOWS, WORDS};
use super::vector::{Simd, Vector};

/// The best cell of every lane: what [`cell`] reads.
///
/// An open cell weighs 1, one with two candidates 2. The best cell is one of two candidates, else one
/// of three, else any, with the most weight in its row, column and box together; the first of equals.
/// The weights are small numbers in the fields of a word, so three cells are added at once; only the
/// last maximum takes them apart:
///
/// ```text
///  word:  score of band 2 | of band 1 | of band 0          (10 bits each)
///  keys:  score of band 1, 80 - cell | score of band 0, 80 - cell   (16 bits: 9 and 7)
///         score of band 2, 80 - cell
/// ```
#[inline(always)]
pub(super) fn choose<S: Simd>(s: S, v: &[S::V; WORDS]) -> S::V {
    let (low, field) = (s.splat(LOWS), s.splat(FIELDS));
    let mut weight = [low; WORDS];
    let mut class = [low; WORDS];
    for w in 0..WORDS {
        // With the lowest candidate taken away, once, twice and three times; a carry into the guard
        // says that something is left.
        let once = v[w].and3(v[w] - low, field);
        let open = once + field;
        let twice = once & open;
        let three = twice + field;
        let thrice = twice & three;
        let four = thrice + field;
        let open = open.shr::<9>() & low;
        let bivalue = open.and_not(three.shr::<9>());
        weight[w] = open + bivalue;
        class[w] = (weight[w] + open.and_not(four.shr::<9>())).shl::<6>();
    }
    let (mut rows, mut boxes, mut columns) = ([s.splat(0); 3], [s.splat(0); 3], [low; 9]);
    for c in 0..9 {
        let [top, middle, bottom] = [weight[c], weight[c + 9], weight[c + 18]];
        rows = [rows[0] + top, rows[1] + middle, rows[2] + bottom];
        let column = top + middle + bottom;
        boxes[c / 3] = boxes[c / 3] + column;
        let others = (column.shl::<10>() | column.shr::<20>()) + (column.shr::<10>() | column.shl::<20>());
        columns[c] = column + others;
    }
    let mut best = [s.splat(0); 2];
    let fields = [CANDIDATES << 7, CANDIDATES << 23].map(|mask| s.splat(mask));
    for w in 0..WORDS {
        let (r, c) = (w / 9, w % 9);
        let score = (rows[r] + boxes[c / 3]) + columns[c] + class[w];
        let low = score.shl::<7>() & fields[0];
        let both = low.or_and(score.shl::<13>(), fields[1]);
        let key = |b: usize| (80 - (27 * b + w)) as u32;
        best[0] = best[0].max16(both | s.splat(key(0) | key(1) << 16));
        best[1] = best[1].max16((score.shr::<13>() & fields[0]) | s.splat(key(2)));
    }
    best[0].max16(best[0].shr::<16>()).max16(best[1])
}

/// The cell that [`choose`] found for a lane.
#[inline(always)]
pub(super) fn cell(best: u32) -> usize {
    80 - (best & 127) as usize
}
