//! The sweep: every rule once, on every lane.
//!
//! The rules only remove candidates, so a sweep that changes nothing would change nothing the next time
//! either, and lanes can wait in that state. The rules are those of the README, in its order.

use super::state::{FIELDS, GUARDS, LOWS, WORDS};
use super::vector::{LaneStates, Simd, Vector};

/// The result of a sweep, one bit per lane.
#[derive(Clone, Copy)]
pub(super) struct SweepResult {
    /// Some cell or digit has no place left.
    pub dead: u32,
    /// Every cell is a single and every house complete.
    pub solved: u32,
    /// Nothing changed.
    pub still: u32,
}

/// All digits of the fields in which `x`, without guards, is not 0.
#[inline(always)]
fn spread<V: Vector>(x: V, field: V, guard: V) -> V {
    let some = (x + field) & guard;
    some - some.shr::<9>()
}

/// The bits that two or three of the words have.
#[inline(always)]
fn twice<V: Vector>(x: V, y: V, z: V) -> V {
    (x & y).or_and(x | y, z)
}

/// One sweep from `old` into `new`.
#[inline(always)]
pub(super) fn sweep<S: Simd>(s: S, old: &LaneStates<S>, new: &mut LaneStates<S>) -> SweepResult {
    let (low, field, guard) = (s.splat(LOWS), s.splat(FIELDS), s.splat(GUARDS));
    let (present, minirows) = rows(s, old, new);
    bands(new, &minirows);

    let mut changed = s.splat(0);
    let mut several = changed;
    let mut alive = guard;
    for b in 0..3 {
        for (w, keep) in stack(new, b) {
            let v = new[w] & keep;
            new[w] = v;
            changed = changed.or_xor(v, old[w]);
            // The guard pays for the subtraction where the field is empty.
            let less = v - low;
            alive = alive & less;
            several = several | v.and3(less, field);
        }
    }
    let lanes = u32::MAX >> (32 - S::V::LANES);
    let whole = (present & field) | (alive & guard);
    let mut dead = !(whole ^ (field | guard)).zeros() & lanes;
    let mut solved = several.zeros() & !dead;
    if solved != 0 {
        // A solution detected here needs no further sweep to confirm it.
        let complete = complete(s, new);
        dead |= solved & !complete;
        solved &= complete;
    }
    SweepResult { dead, solved, still: changed.zeros() & !dead & !solved }
}

/// Naked and hidden singles of the rows. Returns the digits that every row still has, and the digits
/// of each minirow: by row of the band, then by stack.
#[inline(always)]
fn rows<S: Simd>(s: S, old: &LaneStates<S>, new: &mut LaneStates<S>) -> (S::V, [[S::V; 3]; 3]) {
    let (low, field, guard) = (s.splat(LOWS), s.splat(FIELDS), s.splat(GUARDS));
    let mut present = field;
    let mut minirows = [[field; 3]; 3];
    for r in 0..3 {
        let mut v = [field; 9];
        let mut single = [field; 9];
        for c in 0..9 {
            v[c] = old[9 * r + c];
            single[c] = v[c].and_not(spread(v[c].and3(v[c] - low, field), field, guard));
        }
        let triple: [S::V; 3] =
            std::array::from_fn(|b| single[3 * b].or3(single[3 * b + 1], single[3 * b + 2]));
        let taken = triple[0].or3(triple[1], triple[2]);
        for c in 0..9 {
            v[c] = v[c].and_or_not(taken, single[c]);
        }
        // Two singles of a row with the same digit. The rules of bands and stacks only remove candidates and
        // would not detect this: the search of a board with few other givens would not end. The cost is not
        // measurable.
        let clash = (0..3).fold(twice(triple[0], triple[1], triple[2]), |clash, b| {
            clash | twice(single[3 * b], single[3 * b + 1], single[3 * b + 2])
        });
        let mut one = v[0] | v[1];
        let mut two = v[0] & v[1];
        for &v in &v[2..] {
            two = two.or_and(one, v);
            one = one | v;
        }
        present = (present & one).and_not(clash & field);
        let once = one.and_and_not(field, two);
        for c in 0..9 {
            let hidden = v[c] & once;
            v[c] = v[c].and_or_not(spread(hidden, field, guard), hidden);
            new[9 * r + c] = v[c];
        }
        for b in 0..3 {
            minirows[r][b] = v[3 * b].or3(v[3 * b + 1], v[3 * b + 2]);
        }
    }
    (present, minirows)
}

/// The minirows of a band pair its rows with its boxes.
#[inline(always)]
fn bands<V: Vector>(new: &mut [V; WORDS], minirows: &[[V; 3]; 3]) {
    for r in 0..3 {
        let (p, q) = (minirows[(r + 1) % 3], minirows[(r + 2) % 3]);
        for b in 0..3 {
            let (x, y) = ((b + 1) % 3, (b + 2) % 3);
            let keep = (p[x] & q[y]).or_and(p[y], q[x]);
            for w in 9 * r + 3 * b..9 * r + 3 * b + 3 {
                new[w] = new[w] & keep;
            }
        }
    }
}

/// The minicolumns of a stack pair its columns with its boxes: what to keep of each of its words.
#[inline(always)]
fn stack<V: Vector>(new: &[V; WORDS], b: usize) -> [(usize, V); 9] {
    let column: [V; 3] = std::array::from_fn(|c| {
        let w = 3 * b + c;
        new[w].or3(new[w + 9], new[w + 18])
    });
    let next = column.map(|z| z.shr::<10>() | z.shl::<20>());
    let last = column.map(|z| z.shl::<10>() | z.shr::<20>());
    let keep: [V; 3] = std::array::from_fn(|c| {
        let (x, y) = ((c + 1) % 3, (c + 2) % 3);
        (next[x] & last[y]).or_and(next[y], last[x])
    });
    std::array::from_fn(|i| (9 * (i / 3) + 3 * b + i % 3, keep[i % 3]))
}

/// The lanes in which every house has all nine digits.
#[inline(always)]
fn complete<S: Simd>(s: S, v: &LaneStates<S>) -> u32 {
    let field = s.splat(FIELDS);
    let mut all = field;
    for r in 0..3 {
        let mut row = v[9 * r];
        for c in 1..9 {
            row = row | v[9 * r + c];
        }
        all = all & row;
    }
    for b in 0..3 {
        let mut boxes = s.splat(0);
        for c in 3 * b..3 * b + 3 {
            let z = v[c].or3(v[c + 9], v[c + 18]);
            boxes = boxes | z;
            let column = z.or3(z.shr::<10>() | z.shl::<20>(), z.shl::<10>() | z.shr::<20>());
            all = all & column;
        }
        all = all & boxes;
    }
    ((all & field) ^ field).zeros()
}
