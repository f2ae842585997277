//! The sweep: every rule once, on every lane.
//!
//! The rules only remove candidates. The lanes of a mask keep their state, so that they can wait for a branch. The
//! rules are listed in the README, in the same order.

use super::state::{FIELDS, GUARDS, LOWS, WORDS};
use super::vector::{LaneStates, Simd, Vector};

/// The result of a sweep, one bit per lane.
#[derive(Clone, Copy, Default)]
pub(super) struct SweepResult {
    /// A cell has no digit left, or a digit no cell.
    pub dead: u32,
    /// Every cell is a single and every house complete.
    pub solved: u32,
    /// Nothing changed, or the lane keeps its state.
    pub still: u32,
    /// Little changed, and it is neither dead nor solved.
    pub nearly_still: u32,
}

/// A lane is nearly still if a sweep changes cells in no more than this many digits of bands.
pub(super) const FEW_CHANGES: u32 = 3;

/// All digits of the fields in which `x` has no digit. Its guards are set, so that the subtraction stays in its field.
///
/// This is not the complement of a mask of the other fields: the compiler would turn `!(a - b)` into `!a + b`, which
/// is an operation more.
#[inline(always)]
fn blank<V: Vector>(x: V, low: V, guard: V) -> V {
    let none = guard.and_not(x - low);
    none - none.shr::<9>()
}

/// The digits of the minirows, by row of the band and by stack.
type Minirows<V> = [[V; 3]; 3];

/// One sweep of all lanes that are not in `kept`. `new` is space for the states between its steps.
#[inline(always)]
pub(super) fn sweep<S: Simd>(
    s: S,
    states: &mut LaneStates<S>,
    new: &mut LaneStates<S>,
    kept: u32,
) -> SweepResult {
    let old = &*states;
    let (low, field, guard) = (s.splat(LOWS), s.splat(FIELDS), s.splat(GUARDS));
    let mut minirows = [[field; 3]; 3];
    let mut clash = s.splat(0);
    minirows[0] = naked::<S, 0>(s, old, new, &mut clash);
    minirows[1] = naked::<S, 1>(s, old, new, &mut clash);
    minirows[2] = naked::<S, 2>(s, old, new, &mut clash);
    boxes::<S::V, 0>(&minirows, new, &mut |new, _, v| *new = v);
    boxes::<S::V, 1>(&minirows, new, &mut |new, _, v| *new = v);
    boxes::<S::V, 2>(&minirows, new, &mut |new, _, v| *new = v);
    let mut present = field.and_not(clash);
    minirows[0] = hidden::<S, 0>(s, new, &mut present);
    minirows[1] = hidden::<S, 1>(s, new, &mut present);
    minirows[2] = hidden::<S, 2>(s, new, &mut present);

    let (mut changed, mut several, mut alive) = (s.splat(0), s.splat(0), guard);
    let kept_lanes = s.select(kept, u32::MAX);
    let mut end = |_: &mut S::V, w: usize, v: S::V| {
        changed = changed.or_xor(v, states[w]);
        states[w].narrow(v, kept_lanes);
        // The guard pays for the subtraction where the field is empty.
        let less = v - low;
        alive = alive & less;
        several = several.or_and(v, less);
    };
    boxes::<S::V, 0>(&minirows, new, &mut end);
    boxes::<S::V, 1>(&minirows, new, &mut end);
    boxes::<S::V, 2>(&minirows, new, &mut end);
    let lanes = (u32::MAX >> (32 - S::V::LANES)) & !kept;
    let whole = present | (alive & guard);
    let mut dead = !(whole ^ (field | guard)).zeros() & lanes;
    let mut solved = (several & field).zeros() & lanes & !dead;
    if solved != 0 {
        // A solution detected here needs no further sweep to confirm it.
        let complete = complete(s, states);
        dead |= solved & !complete;
        solved &= complete;
    }
    let open = lanes & !dead & !solved;
    let still = kept | changed.zeros() & open;
    for _ in 0..FEW_CHANGES {
        changed = changed & (changed - s.splat(1));
    }
    SweepResult { dead, solved, still, nearly_still: changed.zeros() & open }
}

/// Naked singles of row `R` of every band. Returns the digits of its minirows.
#[inline(always)]
fn naked<S: Simd, const R: usize>(
    s: S,
    old: &LaneStates<S>,
    new: &mut LaneStates<S>,
    clash: &mut S::V,
) -> [S::V; 3] {
    let (low, guard) = (s.splat(LOWS), s.splat(GUARDS));
    let mut v = [low; 9];
    let mut single = [low; 9];
    for c in 0..9 {
        v[c] = old[9 * R + c];
        // An empty field has no guard here. It borrows from the next one, whose result is the same: without
        // its lowest digit it is 0 or at least 2.
        single[c] = v[c] & blank(v[c] & (v[c] - low), low, guard);
    }
    // Reading the cells again makes the sweep 7 % faster with AVX2, because 16 registers cannot hold 9 cells and 9
    // singles.
    let old = std::hint::black_box(old);
    let taken = any(&single);
    // Two singles of a row with the same digit. The rules of bands and stacks only remove candidates and
    // would not detect this: the search of a board with few other givens would not end. The cost is not
    // measurable.
    // Without the black box, the compiler does this at the end of the sweep and stores all singles until then.
    *clash = std::hint::black_box(*clash | twice(&single));
    for c in 0..9 {
        v[c] = old[9 * R + c].and_not_or(taken, single[c]);
        new[9 * R + c] = v[c];
    }
    minirow(&v)
}

/// Hidden singles of row `R` of every band. Returns the digits of its minirows.
#[inline(always)]
fn hidden<S: Simd, const R: usize>(s: S, new: &mut LaneStates<S>, present: &mut S::V) -> [S::V; 3] {
    let (low, guard) = (s.splat(LOWS), s.splat(GUARDS));
    let mut v = [low; 9];
    for c in 0..9 {
        v[c] = new[9 * R + c];
    }
    let some = any(&v);
    *present = *present & some;
    let once = some.and_not_or(twice(&v), guard);
    for c in 0..9 {
        let hidden = v[c] & once;
        v[c] = hidden.or_and(v[c], blank(hidden, low, guard));
        new[9 * R + c] = v[c];
    }
    minirow(&v)
}

/// The digits that at least one of the words has.
#[inline(always)]
fn any<V: Vector>(v: &[V; 9]) -> V {
    let [x, y, z] = minirow(v);
    x.or3(y, z)
}

/// The digits that at least two of the words have.
#[inline(always)]
fn twice<V: Vector>(v: &[V; 9]) -> V {
    let [x, y, z] = minirow(v);
    let two = |b: usize| v[3 * b].two_of(v[3 * b + 1], v[3 * b + 2]);
    two(0).or3(two(1), two(2)) | x.two_of(y, z)
}

/// The digits of the three minirows of a row.
#[inline(always)]
fn minirow<V: Vector>(v: &[V; 9]) -> [V; 3] {
    [v[0].or3(v[1], v[2]), v[3].or3(v[4], v[5]), v[6].or3(v[7], v[8])]
}

/// The boxes of stack `B`: the minirows of a band pair its rows with its boxes, then the minicolumns of
/// the stack its columns with its boxes. `end` takes the place of every word, its number and its value.
#[inline(always)]
fn boxes<V: Vector, const B: usize>(
    minirows: &Minirows<V>,
    new: &mut [V; WORDS],
    end: &mut impl FnMut(&mut V, usize, V),
) {
    let (x, y) = ((B + 1) % 3, (B + 2) % 3);
    let mut v = [[new[0]; 3]; 3];
    for r in 0..3 {
        let (p, q) = (minirows[(r + 1) % 3], minirows[(r + 2) % 3]);
        let keep = (p[x] & q[y]).or_and(p[y], q[x]);
        for c in 0..3 {
            v[r][c] = new[9 * r + 3 * B + c] & keep;
        }
    }
    let (mut next, mut last) = ([v[0][0]; 3], [v[0][0]; 3]);
    for c in 0..3 {
        let column = v[0][c].or3(v[1][c], v[2][c]);
        next[c] = column.shr::<10>() | column.shl::<20>();
        last[c] = column.shl::<10>() | column.shr::<20>();
    }
    for c in 0..3 {
        let (x, y) = ((c + 1) % 3, (c + 2) % 3);
        let keep = (next[x] & last[y]).or_and(next[y], last[x]);
        for r in 0..3 {
            let w = 9 * r + 3 * B + c;
            end(&mut new[w], w, v[r][c] & keep);
        }
    }
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
