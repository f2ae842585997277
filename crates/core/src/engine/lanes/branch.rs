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

/// Candidates to remove from three words.
#[derive(Clone, Copy)]
pub(super) struct Removal {
    /// The first word.
    pub word: usize,
    /// From a word to the next.
    pub step: usize,
    /// The candidates.
    pub bits: u32,
}

/// The two halves of a branch.
pub(super) struct Branch {
    /// The digit is in the first minirow or minicolumn: it is removed from the others.
    pub first: [Removal; 2],
    /// It is in one of the others.
    pub second: Removal,
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

/// A minirow or minicolumn that must hold three digits cannot hold any other. A minirow must hold the digits
/// that no other minirow of its row or of its box has.
///
/// Changes only the lanes of a mask. Returns the changed lanes.
#[inline(always)]
pub(super) fn triads<S: Simd>(s: S, v: &mut [S::V; WORDS], minis: &Minis<S::V>, lanes: u32) -> u32 {
    let wanted = s.select(lanes, GUARDS);
    let columns = [
        full_columns::<S, 0>(s, minis, wanted),
        full_columns::<S, 1>(s, minis, wanted),
        full_columns::<S, 2>(s, minis, wanted),
    ];
    let mut changed = s.splat(0);
    full_rows::<S, 0>(s, v, minis, wanted, &columns, &mut changed);
    full_rows::<S, 1>(s, v, minis, wanted, &columns, &mut changed);
    full_rows::<S, 2>(s, v, minis, wanted, &columns, &mut changed);
    !changed.zeros() & lanes
}

/// The digits that the minicolumns of stack `B` cannot hold.
///
/// This and [`full_rows`] take a constant because the compiler keeps a loop over stacks or rows: with the indices
/// computed each time, the rule took 1,800 instructions with AVX2.
#[inline(always)]
fn full_columns<S: Simd, const B: usize>(s: S, minis: &Minis<S::V>, wanted: S::V) -> [S::V; 3] {
    std::array::from_fn(|c| {
        let at = |c: usize| minis.columns[3 * B + c];
        let z = at(c);
        let others = at((c + 1) % 3) | at((c + 2) % 3);
        let column = (z.shr::<10>() | z.shl::<20>()).or3(z.shl::<10>(), z.shr::<20>());
        excess(s, z, z.and_not(others & column), wanted)
    })
}

/// Removes from row `R` of every band the digits that its minirows cannot hold, and the digits of `columns`.
#[inline(always)]
fn full_rows<S: Simd, const R: usize>(
    s: S,
    v: &mut [S::V; WORDS],
    minis: &Minis<S::V>,
    wanted: S::V,
    columns: &[[S::V; 3]; 3],
    changed: &mut S::V,
) {
    let m = &minis.rows;
    for x in 0..3 {
        let row = m[R][(x + 1) % 3] | m[R][(x + 2) % 3];
        let others = m[(R + 1) % 3][x] | m[(R + 2) % 3][x];
        let full = excess(s, m[R][x], m[R][x].and_not(row & others), wanted);
        for c in 0..3 {
            let w = 9 * R + 3 * x + c;
            let rest = v[w].without(full, columns[x][c]);
            *changed = changed.or_xor(rest, v[w]);
            v[w] = rest;
        }
    }
}

/// The digits of a minirow or minicolumn that are not among the three it must have, in the fields where it must
/// have three and the guard of `wanted` is set.
#[inline(always)]
fn excess<S: Simd>(s: S, digits: S::V, must: S::V, wanted: S::V) -> S::V {
    let (low, field, guard) = (s.splat(LOWS), s.splat(FIELDS), s.splat(GUARDS));
    let more = must & ((must | guard) - low);
    let more = more & ((more | guard) - low);
    let some = (more + field) & wanted;
    (some - some.shr::<9>()).and_and_not(digits, must)
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
    Places {
        two: [bands[0], stacks[0]],
        three: [bands[1], stacks[1]],
        four: [bands[2], stacks[2]],
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
    let next = |z: S::V| z.shr::<10>() | z.shl::<20>();
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

/// The branch of a lane that is still.
///
/// The weight of a digit is the number of its placements beyond the first, three at most. Where all bands and stacks
/// together weigh [`MANY`] or more, an open digit weighs 1 and any other nothing. The branch is made in the band or
/// stack of the least weight above 0, the first of equals. Its digit is the lowest with two placements there, else
/// the lowest that is open. Its row or column is the first where this digit has several minirows or minicolumns.
#[inline(always)]
pub(super) fn branch<S: Simd>(places: &Places<S::V>, lane: usize) -> Branch {
    let word = |words: &[S::V], i: usize| S::V::words(words)[i * S::V::LANES + lane] & FIELDS;
    let both = |words: &[S::V; 2]| [word(words, 0), word(words, 1)];
    let (two, three, four) = (both(&places.two), both(&places.three), both(&places.four));
    let total = |words: [u32; 2]| words[0].count_ones() + words[1].count_ones();
    let limit = if total(two) + total(three) + total(four) < MANY { u32::MAX } else { 0 };
    let (mut least, mut unit) = (u32::MAX, 0);
    for i in 0..6 {
        let (kind, field) = (i / 3, CANDIDATES << (10 * (i % 3)));
        let digits = |words: [u32; 2]| (words[kind] & field).count_ones();
        // Nothing becomes the largest number.
        let weight = (digits(two) + ((digits(three) + digits(four)) & limit)).wrapping_sub(1);
        (least, unit) = if weight < least { (weight, i) } else { (least, unit) };
    }
    let (kind, shift) = (unit / 3, 10 * (unit % 3));
    let open = two[kind] >> shift & CANDIDATES;
    let exactly_two = open & !(three[kind] >> shift);
    let digits = if exactly_two != 0 { exactly_two } else { open };
    let digit = digits & digits.wrapping_neg();
    if kind == 0 {
        row_branch(|i| word(&places.minirows, i), digit << shift)
    } else {
        column_branch(|c| word(&places.minicolumns, c), 3 * (unit % 3), digit)
    }
}

/// The weight of all bands and stacks from which on the branch is made where the fewest digits are open.
///
/// Before their first branch, the puzzles of hardest_1106 weigh 79 to 83, nine in ten 17-clue puzzles 66 at most.
const MANY: u32 = 70;

/// A digit of a band. If its first row has one minirow, the second has two.
#[inline(always)]
fn row_branch(minirow: impl Fn(usize) -> u32, bit: u32) -> Branch {
    let in_row = |r: usize| [0, 1, 2].map(|x| minirow(3 * r + x) & bit);
    let several = |[a, b, c]: [u32; 3]| a & b | (a | b) & c != 0;
    let top = in_row(0);
    let (r, [a, b, c]) = if several(top) { (0, top) } else { (1, in_row(1)) };
    let remove = |x: usize, bits: u32| Removal { word: 9 * r + 3 * x, step: 1, bits };
    if a != 0 {
        Branch { first: [remove(1, b), remove(2, c)], second: remove(0, a) }
    } else {
        Branch { first: [remove(2, c), remove(0, 0)], second: remove(1, b) }
    }
}

/// A digit of a stack. If its first column has one minicolumn, the second has two.
#[inline(always)]
fn column_branch(minicolumn: impl Fn(usize) -> u32, column: usize, digit: u32) -> Branch {
    let in_column = |c: usize| minicolumn(c) & (digit * LOWS);
    let bits = in_column(column);
    let (column, bits) =
        if bits & bits.wrapping_sub(1) != 0 { (column, bits) } else { (column + 1, in_column(column + 1)) };
    let first = bits & bits.wrapping_neg();
    let remove = |bits: u32| Removal { word: column, step: 9, bits };
    Branch { first: [remove(bits ^ first), remove(0)], second: remove(first) }
}
