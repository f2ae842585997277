//! The choice of the branch: a digit's place in a band or stack.

use super::state::{CANDIDATES, FIELDS, GUARDS, LOWS, WORDS};
use super::vector::{Simd, Vector};

/// Where the digits of every lane can still be, as far as [`branch`] needs it.
///
/// In a band, a digit has three minirows, one in each row and in each box: one of six *placements*. In a stack it has
/// three minicolumns. The first index is 0 for the bands, which are the fields of a word, and 1 for the
/// stacks.
pub(super) struct Places<V> {
    /// Digits with two placements or more.
    two: [V; 2],
    /// With three or more.
    three: [V; 2],
    /// With four or more.
    four: [V; 2],
    /// The digits of minirows, three boxes of the first row, then of the second; the fields are the bands.
    minirows: [V; 6],
    /// The digits of the minicolumns of every column; the fields are the bands.
    minicolumns: [V; 9],
}

impl<V: Vector> Places<V> {
    /// The lanes in which no digit has two placements.
    #[inline(always)]
    pub(super) fn closed(&self) -> u32 {
        (self.two[0] | self.two[1]).zeros()
    }
}

/// Counts, for all digits at once, how many of the six words have them: at least two, three and four.
#[inline(always)]
fn count<V: Vector>(c: [V; 6]) -> [V; 3] {
    let add = |a: V, b: V, c: V| (a ^ b ^ c, (a & b).or_and(a | b, c));
    let (a, x) = add(c[0], c[1], c[2]);
    let (b, y) = add(c[3], c[4], c[5]);
    let (twos, fours) = add(x, y, a & b);
    [twos | fours, fours.or_and(twos, a ^ b), fours]
}

/// The digits of the minirows by row of the band, and of the minicolumns.
pub(super) struct Minis<V> {
    rows: [[V; 3]; 3],
    columns: [V; 9],
}

impl<V: Vector> Minis<V> {
    #[inline(always)]
    pub(super) fn new(v: &[V; WORDS]) -> Minis<V> {
        let mut minis = Minis { rows: [[v[0]; 3]; 3], columns: [v[0]; 9] };
        for i in 0..9 {
            let w = 3 * i;
            minis.rows[i / 3][i % 3] = v[w].or3(v[w + 1], v[w + 2]);
            minis.columns[i] = v[i].or3(v[i + 9], v[i + 18]);
        }
        minis
    }
}

/// Digits that minirows and minicolumns cannot hold.
pub(super) struct Excess<V> {
    /// By row of the band and box.
    rows: [[V; 3]; 3],
    /// By stack and column.
    columns: [[V; 3]; 3],
}

/// A minirow or minicolumn that must hold three digits cannot hold any other. Returns these others and the lanes that
/// have any, both for the lanes of a mask only.
///
/// A minirow must hold the digits that no other minirow of its row has. Where bands and stacks are still, these are also
/// the digits that no other minirow of its box has. Minicolumns are alike.
#[inline(always)]
pub(super) fn triads<S: Simd>(s: S, minis: &Minis<S::V>, lanes: u32) -> (Excess<S::V>, u32) {
    let wanted = s.select(lanes, GUARDS);
    let [a, b, c, d, e, f, g, h, i] = minis.columns;
    let [x, y, z] = minis.rows;
    let excess = Excess {
        rows: [excess(s, x, wanted), excess(s, y, wanted), excess(s, z, wanted)],
        columns: [excess(s, [a, b, c], wanted), excess(s, [d, e, f], wanted), excess(s, [g, h, i], wanted)],
    };
    let mut some = s.splat(0);
    for r in 0..3 {
        let [x, y, z] = excess.rows[r];
        let [a, b, c] = excess.columns[r];
        some = some.or3(x.or3(y, z), a.or3(b, c));
    }
    (excess, !some.zeros() & lanes)
}

/// The digits that each of three minirows or minicolumns cannot hold: those that one of the others has, in the fields
/// where three are left and the guard of `wanted` is set.
#[inline(always)]
fn excess<S: Simd>(s: S, [a, b, c]: [S::V; 3], wanted: S::V) -> [S::V; 3] {
    let (low, guard) = (s.splat(LOWS), s.splat(GUARDS));
    let mut excess = [low; 3];
    for (i, (digits, others)) in [(a, b | c), (b, c | a), (c, a | b)].into_iter().enumerate() {
        // The digits it must hold, then without the lowest and without the two lowest.
        let must = digits.and_not_or(others, guard);
        let more = guard.or_and(must, must - low);
        let more = guard.or_and(more, more - low);
        let some = (more - low) & wanted;
        excess[i] = (some - some.shr::<9>()).and3(digits, others);
    }
    excess
}

/// Finds the places of the digits in every lane.
#[inline(always)]
pub(super) fn places<S: Simd>(s: S, minis: Minis<S::V>) -> Places<S::V> {
    let Minis { rows: [p, q, r], columns: minicolumns } = minis;
    let bands = count(std::array::from_fn(|i| {
        let (x, y, z) = PLACEMENTS[i];
        p[x].and3(q[y], r[z])
    }));
    let stacks = count(stack_placements(s, &minicolumns));
    let field = s.splat(FIELDS);
    Places {
        two: [bands[0] & field, stacks[0] & field],
        three: [bands[1] & field, stacks[1] & field],
        four: [bands[2] & field, stacks[2] & field],
        minirows: [p[0], p[1], p[2], q[0], q[1], q[2]],
        minicolumns,
    }
}

/// The boxes of a digit's minirows, by row.
const PLACEMENTS: [(usize, usize, usize); 6] =
    [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0)];

/// The digits that have each of the six placements; the fields of the result are the stacks.
///
/// Within a stack, three placements are rotations of one another, and so are the other three: they are the
/// fields of one word. The words of the three stacks are then exchanged field by field.
#[inline(always)]
fn stack_placements<S: Simd>(s: S, z: &[S::V; 9]) -> [S::V; 6] {
    let last = |z: S::V| z.shl::<10>() | z.shr::<20>();
    let mut turns = [[s.splat(0); 3]; 2];
    for b in 0..3 {
        let [x, y, z] = [z[3 * b], z[3 * b + 1], z[3 * b + 2]];
        turns[0][b] = x.and3(next(y), last(z));
        turns[1][b] = x.and3(last(y), next(z));
    }
    let field = [0, 10, 20].map(|shift| s.splat(CANDIDATES << shift));
    let mut placements = [s.splat(0); 6];
    for (i, t) in turns.iter().enumerate() {
        let mixed =
            |p: usize| (t[0] & field[p]).or_and(t[1], field[(1 + p) % 3]).or_and(t[2], field[(2 + p) % 3]);
        placements[3 * i] = mixed(0);
        placements[3 * i + 1] = next(mixed(1));
        placements[3 * i + 2] = last(mixed(2));
    }
    placements
}

/// The weight of all bands and stacks from which on the branch is made where the fewest digits are open.
///
/// Before their first branch, the puzzles of hardest_1106 weigh 79 to 83, nine in ten 17-clue puzzles 66 at most.
const MANY: u32 = 70;

/// Removes an excess from `v`, and branches on the lanes of a mask: leaves the first half in `v`, and writes the second.
///
/// The weight of a digit is the number of its placements beyond the first, three at most. Where all bands and stacks
/// together weigh [`MANY`] or more, an open digit weighs 1 and any other nothing. The branch is made in the band or
/// stack of the least weight above 0, the first of equals. Its digit is the lowest with two placements there, else
/// the lowest that is open. Its row or column is the first where this digit has several minirows or minicolumns: in the
/// first half, the digit is in the first of these, in the second half in one of the others.
#[inline(always)]
pub(super) fn branch<S: Simd>(
    s: S,
    v: &mut [S::V; WORDS],
    second: &mut [S::V; WORDS],
    excess: &Excess<S::V>,
    places: &Places<S::V>,
    lanes: u32,
) {
    let [bands, stacks] = lightest(s, weights(s, places));
    let open = [places.two[0] & bands, places.two[1] & stacks];
    let exactly_two = every_field(open[0].and_not(places.three[0]) | open[1].and_not(places.three[1]));
    let open = every_field(open[0] | open[1]);
    let digits = exactly_two.or_and(open, blank(s, exactly_two));
    let digit = digits.and_not(digits - s.splat(LOWS)) & s.select(lanes, FIELDS);
    let rows = row_branch(digit & bands, &places.minirows);
    let columns = column_branch(s, digit, stacks, &places.minicolumns);
    split_row::<S::V, 0>(v, second, excess, &rows, &columns);
    split_row::<S::V, 1>(v, second, excess, &rows, &columns);
    split_row::<S::V, 2>(v, second, excess, &rows, &columns);
}

/// Row `R` of every band in both halves. A constant, because the compiler keeps a loop over rows.
#[inline(always)]
fn split_row<V: Vector, const R: usize>(
    v: &mut [V; WORDS],
    second: &mut [V; WORDS],
    excess: &Excess<V>,
    rows: &Removal<V>,
    columns: &Removal<V>,
) {
    for x in 0..3 {
        for c in 0..3 {
            let w = 9 * R + 3 * x + c;
            let all = v[w].without(excess.rows[R][x], excess.columns[x][c]);
            let mut halves = [all; 2];
            if R < 2 && c < 2 {
                halves[0] = all.without(rows.others[R][x], columns.others[c][x]);
                halves[1] = all.without(rows.first[R][x], columns.first[c][x]);
            } else if R < 2 {
                halves[0] = all.and_not(rows.others[R][x]);
                halves[1] = all.and_not(rows.first[R][x]);
            } else if c < 2 {
                halves[0] = all.and_not(columns.others[c][x]);
                halves[1] = all.and_not(columns.first[c][x]);
            }
            [v[w], second[w]] = halves;
        }
    }
}

/// All digits of the fields of `x` that have none.
#[inline(always)]
fn blank<S: Simd>(s: S, x: S::V) -> S::V {
    let guard = s.splat(GUARDS);
    let none = guard.and_not((x | guard) - s.splat(LOWS));
    none - none.shr::<9>()
}

/// The field after each field.
#[inline(always)]
fn next<V: Vector>(x: V) -> V {
    x.shr::<10>() | x.shl::<20>()
}

/// The digits of all three fields in each of them.
#[inline(always)]
fn every_field<V: Vector>(x: V) -> V {
    x.or3(next(x), x.shl::<10>() | x.shr::<20>())
}

/// How many digits each field of `x` has.
#[inline(always)]
fn digits<S: Simd>(s: S, x: S::V) -> S::V {
    let pairs = x - (x.shr::<1>() & s.splat(0x55 * LOWS));
    let two_bits = s.splat(0x33 * LOWS);
    let fours = (pairs & two_bits) + (pairs.shr::<2>() & two_bits);
    let four_bits = s.splat(0xF * LOWS);
    (fours & four_bits) + (fours.shr::<4>() & four_bits) + (x.shr::<8>() & s.splat(LOWS))
}

/// The weights of the bands, then of the stacks.
#[inline(always)]
fn weights<S: Simd>(s: S, places: &Places<S::V>) -> [S::V; 2] {
    let two = [digits(s, places.two[0]), digits(s, places.two[1])];
    let more = [
        digits(s, places.three[0]) + digits(s, places.four[0]),
        digits(s, places.three[1]) + digits(s, places.four[1]),
    ];
    let sum = two[0] + two[1] + more[0] + more[1];
    let sum = (sum + sum.shr::<10>() + sum.shr::<20>()) & s.splat(0x3FF);
    // No bits where the sum is `MANY` or more, else all.
    let few = (sum + s.splat(0x400 - MANY)).shr::<10>() - s.splat(1);
    [two[0] + (more[0] & few), two[1] + (more[1] & few)]
}

/// All digits of the band or stack that has the least weight above 0, and no digits of the others.
#[inline(always)]
fn lightest<S: Simd>(s: S, weights: [S::V; 2]) -> [S::V; 2] {
    let (low, guard) = (s.splat(LOWS), s.splat(GUARDS));
    // Weights are 27 at most, and 0 becomes 63. The last three bits order equals.
    let (top, bands, stacks) =
        (s.splat(0x3F * LOWS), s.splat(2 << 20 | 1 << 10), s.splat(5 << 20 | 4 << 10 | 3));
    let bands = (((weights[0] | guard) - low) & top).shl::<3>() + bands;
    let stacks = (((weights[1] | guard) - low) & top).shl::<3>() + stacks;
    let least = lower(s, bands, stacks);
    let least = lower(s, least, next(least));
    let least = lower(s, least, next(least));
    [blank(s, bands ^ least), blank(s, stacks ^ least)]
}

/// The lower of two numbers below 512, in every field.
#[inline(always)]
fn lower<S: Simd>(s: S, a: S::V, b: S::V) -> S::V {
    let guard = s.splat(GUARDS);
    let above = ((a | guard) - b) & guard;
    let above = above - above.shr::<9>();
    a.and_not_or(above, b & above)
}

/// Digits that the halves of a branch remove from the first two lines of a band or stack, by line and box.
struct Removal<V> {
    /// The first minirow or minicolumn where the digit can be.
    first: [[V; 3]; 2],
    /// The others.
    others: [[V; 3]; 2],
}

/// A digit of a band, in the field of the band. If its first row has one minirow, the second has several.
#[inline(always)]
fn row_branch<V: Vector>(digit: V, minirows: &[V; 6]) -> Removal<V> {
    let [a, b, c, d, e, f] = *minirows;
    let top = digit & a.two_of(b, c);
    let second = digit.and_not(top);
    let none = top & second;
    Removal {
        first: [[a & top, b.and_and_not(top, a), none], [d & second, e.and_and_not(second, d), none]],
        others: [[none, a.and3(b, top), c & top], [none, d.and3(e, second), f & second]],
    }
}

/// A digit of the stack that `stacks` has, in every field. If its first column has one minicolumn, the second has several.
#[inline(always)]
fn column_branch<S: Simd>(s: S, digit: S::V, stacks: S::V, minicolumns: &[S::V; 9]) -> Removal<S::V> {
    let fields = [0, 10, 20].map(|shift| s.splat(CANDIDATES << shift));
    let [x, y, z] = fields;
    let stack = [every_field(stacks & x), every_field(stacks & y), every_field(stacks & z)];
    let [a, b, _, c, d, _, e, f, _] = *minicolumns;
    let one = s.splat(1);
    let top = digit & (a & stack[0]).or_and(c, stack[1]).or_and(e, stack[2]);
    let top_others = top & (top - one);
    let in_top = every_field(top_others);
    let second = digit.and_not(in_top) & (b & stack[0]).or_and(d, stack[1]).or_and(f, stack[2]);
    let second_others = second & (second - one);
    Removal {
        first: [by_stack(in_top & (top ^ top_others), &stack), by_stack(second ^ second_others, &stack)],
        others: [by_stack(top_others, &stack), by_stack(second_others, &stack)],
    }
}

#[inline(always)]
fn by_stack<V: Vector>(bits: V, stack: &[V; 3]) -> [V; 3] {
    [bits & stack[0], bits & stack[1], bits & stack[2]]
}
