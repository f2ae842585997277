//! Aligned pair and triplet exclusion.

use crate::techniques::{
    houses::{PEERS, cells, has_several, members, peers_in},
    position::Position,
    step::{Removals, Step, Technique},
};

/// The first pair of cells that exclude candidates of each other.
pub(super) fn pair(position: &Position) -> Option<Step> {
    let [twos, _] = position.small_cells();
    let (bases, count) = bases(position, twos);
    (1..count).find_map(|second| {
        (0..second).find_map(|first| {
            let (a, b) = (bases[first], bases[second]);
            let excluders = PEERS[a] & PEERS[b] & twos;
            if !has_several(excluders) {
                return None;
            }
            exclude_pair(position, [a, b], excluders)
        })
    })
}

/// The cells that may be bases, and their number: they see an excluder.
fn bases(position: &Position, excluders: u128) -> ([usize; 81], usize) {
    let (mut bases, mut count) = ([0; 81], 0);
    for cell in cells(position.open).filter(|&cell| position.candidates[cell].count_ones() > 1) {
        if PEERS[cell] & excluders != 0 {
            bases[count] = cell;
            count += 1;
        }
    }
    (bases, count)
}

/// Removes the candidates of two cells that are not in any possible combination.
fn exclude_pair(position: &Position, [a, b]: [usize; 2], excluders: u128) -> Option<Step> {
    // For each digit, the digits that exclude it.
    let mut excluded = [0u16; 9];
    for cell in cells(excluders) {
        let pair = position.candidates[cell];
        members(pair).for_each(|digit| excluded[digit] |= pair & !(1 << digit));
    }
    if PEERS[a] >> b & 1 == 1 {
        (0..9).for_each(|digit| excluded[digit] |= 1 << digit);
    }
    let mut removed = Removals::default();
    for (cell, other) in [(a, b), (b, a)] {
        let candidates = position.candidates;
        let impossible = |digit: &usize| candidates[other] & !excluded[*digit] == 0;
        members(candidates[cell]).filter(impossible).for_each(|digit| removed.0[digit] |= 1 << cell);
    }
    let step = Step::remove(Technique::AlignedPairExclusion, 62, removed)?;
    Some(step.pattern(1 << a | 1 << b, position.candidates[a] | position.candidates[b]))
}

/// The first three cells that exclude candidates of each other.
pub(super) fn triplet(position: &Position) -> Option<Step> {
    let [twos, threes] = position.small_cells();
    let excluders = twos | threes;
    let (bases, count) = bases(position, excluders);
    let all_bases = bases[..count].iter().fold(0, |set, &cell| set | 1 << cell);
    let with_any = cells_with_any(position);
    (1..count).find_map(|second| {
        (0..second).find_map(|first| {
            let (a, b) = (bases[first], bases[second]);
            let common = PEERS[a] & PEERS[b] & excluders;
            if !has_several(common) {
                return None;
            }
            let thirds = excluders & all_bases & !(1 << a | 1 << b);
            let thirds = thirds & may_exclude(position, [a, b], common, &with_any);
            let others = peers_in(b, thirds & !PEERS[a]);
            peers_in(a, thirds).chain(others).find_map(|c| {
                let common = common & PEERS[c];
                if !has_several(common) {
                    return None;
                }
                exclude_triplet(position, [a, b, c], common)
            })
        })
    })
}

/// For each set of digits the cells that have any of them as candidates.
fn cells_with_any(position: &Position) -> [u128; 512] {
    let mut cells = [0; 512];
    for set in 1..512usize {
        cells[set] = cells[set & (set - 1)] | position.cells[set.trailing_zeros() as usize];
    }
    cells
}

/// The cells whose candidates are so few that they may exclude something as the third base after two bases. All excluders of the two
/// count, and all bases count as if they saw each other.
fn may_exclude(position: &Position, [a, b]: [usize; 2], excluders: u128, with_any: &[u128; 512]) -> u128 {
    let (pairs, triplets, count) = excluded(position, excluders);
    let sees = u16::from(PEERS[a] >> b & 1 == 1);
    // For each candidate the digits that it leaves for the third base.
    let (mut of_a, mut of_b) = ([0u16; 9], [0u16; 9]);
    let mut last = [[0x1FFu16; 9]; 9];
    for &triplet in &triplets[..count] {
        for x in members(triplet) {
            members(triplet & !(1 << x)).for_each(|y| last[x][y] &= !triplet);
        }
    }
    for x in members(position.candidates[a]) {
        for y in members(position.candidates[b] & !(sees << x | pairs[x])) {
            let left = last[x][y] & !(1 << x | 1 << y | pairs[x] | pairs[y]);
            of_a[x] |= left;
            of_b[y] |= left;
        }
    }
    let left = of_a.iter().fold(0, |all, of| all | of);
    let of_a = members(position.candidates[a]).map(|x| of_a[x]);
    let of_b = members(position.candidates[b]).map(|y| of_b[y]);
    let all_leave = of_a.chain(of_b).fold(u128::MAX, |cells, left| cells & with_any[usize::from(left)]);
    !all_leave | with_any[usize::from(0x1FF & !left)]
}

/// Removes the candidates of three cells that are not in any possible combination.
fn exclude_triplet(position: &Position, bases: [usize; 3], excluders: u128) -> Option<Step> {
    let [a, b, c] = bases.map(|cell| position.candidates[cell]);
    let sees = |x: usize, y: usize| u16::from(PEERS[bases[x]] >> bases[y] & 1 == 1);
    let (ab, ac, bc) = (sees(0, 1), sees(0, 2), sees(1, 2));
    let (pairs, triplets, count) = excluded(position, excluders);
    let mut possible = [0u16; 3];
    for x in members(a) {
        for y in members(b & !(ab << x | pairs[x])) {
            let both = 1 << x | 1 << y;
            let triplets = triplets[..count].iter().filter(|&&triplet| x != y && both & !triplet == 0);
            let excluded = triplets.fold(pairs[x] | pairs[y], |all, triplet| all | triplet & !both);
            let last = c & !(ac << x | bc << y | excluded);
            if last != 0 {
                possible[0] |= 1 << x;
                possible[1] |= 1 << y;
                possible[2] |= last;
                if possible[1..] == [b, c] {
                    break;
                }
            }
        }
    }
    if possible == [a, b, c] {
        return None;
    }
    let mut removed = Removals::default();
    for (cell, possible) in bases.into_iter().zip(possible) {
        position.removals(cell, !possible, &mut removed);
    }
    let step = Step::remove(Technique::AlignedTripletExclusion, 75, removed)?;
    let pattern = bases.iter().fold(0, |set, &cell| set | 1 << cell);
    Some(step.pattern(pattern, a | b | c))
}

/// For each digit the digits that exclude it, and the excluders with three digits and their number.
fn excluded(position: &Position, excluders: u128) -> ([u16; 9], [u16; 20], usize) {
    let (mut pairs, mut triplets, mut count) = ([0; 9], [0; 20], 0);
    for digits in cells(excluders).map(|cell| position.candidates[cell]) {
        if digits.count_ones() == 2 {
            members(digits).for_each(|digit| pairs[digit] |= digits & !(1 << digit));
        } else {
            triplets[count] = digits;
            count += 1;
        }
    }
    (pairs, triplets, count)
}
