//! Full grids and singles under rules of any kind.

use super::GenerateError;
use super::random::Stream;
use crate::{Rules, Shape};

/// The cells that each cell differs from, and how often each digit is given among them.
pub(super) struct Peers {
    side: usize,
    peers: Box<[Box<[u16]>]>,
    houses: Box<[Box<[u16]>]>,
    /// Houses of every cell.
    houses_of: Box<[Box<[u16]>]>,
    /// Given peers of every cell by digit.
    seen: Box<[[u8; Shape::MAX_SIDE + 1]]>,
}

impl Peers {
    pub(super) fn new(rules: &Rules) -> Peers {
        let area = rules.shape().area();
        let (mut peers, mut houses_of) = (vec![Vec::new(); area], vec![Vec::new(); area]);
        for (number, house) in rules.houses().enumerate() {
            for &cell in house {
                houses_of[usize::from(cell)].push(number as u16);
                peers[usize::from(cell)].extend(house.iter().filter(|&&other| other != cell));
            }
        }
        for &[a, b] in rules.exclusions() {
            peers[usize::from(a)].push(b);
            peers[usize::from(b)].push(a);
        }
        for peers in &mut peers {
            peers.sort_unstable();
            peers.dedup();
        }
        Peers {
            side: rules.shape().side(),
            peers: peers.into_iter().map(Vec::into).collect(),
            houses: rules.houses().map(Box::from).collect(),
            houses_of: houses_of.into_iter().map(Vec::into).collect(),
            seen: vec![[0; Shape::MAX_SIDE + 1]; area].into(),
        }
    }

    pub(super) fn fill(&mut self, grid: &[u8]) {
        self.seen.fill([0; Shape::MAX_SIDE + 1]);
        (0..grid.len()).for_each(|cell| self.add(cell, grid[cell]));
    }

    pub(super) fn add(&mut self, cell: usize, digit: u8) {
        for &peer in &self.peers[cell] {
            self.seen[usize::from(peer)][usize::from(digit)] += 1;
        }
    }

    pub(super) fn remove(&mut self, cell: usize, digit: u8) {
        for &peer in &self.peers[cell] {
            self.seen[usize::from(peer)][usize::from(digit)] -= 1;
        }
    }

    /// The digits that no given peer of the cell has, `d` as bit `d`.
    fn free(&self, cell: usize) -> u32 {
        let seen = &self.seen[cell];
        (1..=self.side).filter(|&d| seen[d] == 0).fold(0, |free, d| free | 1 << d)
    }

    /// Whether the other givens alone make given `cell` a naked or a hidden single.
    pub(super) fn implies(&self, cells: &[u8], cell: usize) -> bool {
        let digit = usize::from(cells[cell]);
        // Every other cell of its houses sees the digit once, in this cell: more is another's.
        let barred = |&other: &u16| {
            let other = usize::from(other);
            other == cell || cells[other] != 0 || self.seen[other][digit] > 1
        };
        let mut houses = self.houses_of[cell].iter().map(|&house| &self.houses[usize::from(house)]);
        self.free(cell).is_power_of_two() || houses.any(|house| house.iter().all(barred))
    }
}

/// Makes full grids under rules, in memory that it keeps.
///
/// A randomised search: naked and hidden singles first, then a random candidate of a cell with the
/// fewest. A search that begins badly hardly ever ends, so that each attempt has a budget, and the
/// next one begins anew: grids that the arena, whose order is fixed, takes seconds to find come in
/// milliseconds (200 puzzles of anti-knight: 0.1 s, by asking the arena over 60 s).
///
/// ```text
///   states   │ level 0 │ level 1 │ … │ the present │
///   tried      cell, bit  cell, bit
/// ```
pub(super) struct RuledFull {
    shape: Shape,
    peers: Peers,
    /// Candidates of every cell on every level, digit `d` as bit `d − 1`, and [`DONE`].
    states: Vec<u32>,
    /// What was tried on each level.
    tried: Vec<(usize, u32)>,
    /// Cells that are down to one candidate and whose peers have not heard of it.
    settled: Vec<u16>,
}

/// The cell's digit has been ruled out for its peers.
const DONE: u32 = 1 << 31;
/// Branches of all attempts at one grid.
const BRANCHES: u64 = 200_000;

/// How an attempt ends.
enum Attempt {
    Found,
    /// Its budget is spent.
    Lost,
    /// Everything was tried.
    Exhausted,
}

impl RuledFull {
    pub(super) fn new(rules: &Rules) -> RuledFull {
        RuledFull {
            shape: rules.shape(),
            peers: Peers::new(rules),
            states: Vec::new(),
            tried: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Fills `grid`, whatever it held.
    ///
    /// # Errors
    /// If there is no grid under the rules, or none was found.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) -> Result<(), GenerateError> {
        let shape = self.shape;
        let (mut left, mut budget) = (BRANCHES, shape.area() as u64 / 2);
        while left > 0 {
            budget = budget.min(left);
            match self.attempt(stream, budget) {
                Attempt::Found => {
                    for (digit, &state) in grid.iter_mut().zip(self.present()) {
                        *digit = state.trailing_zeros() as u8 + 1;
                    }
                    return Ok(());
                }
                Attempt::Exhausted => return Err(GenerateError::NoGrid { shape }),
                Attempt::Lost => left -= budget,
            }
            budget += budget / 8;
        }
        Err(GenerateError::NotFound { shape, branches: BRANCHES })
    }

    fn present(&self) -> &[u32] {
        &self.states[self.states.len() - self.shape.area()..]
    }

    fn attempt(&mut self, stream: &mut Stream, budget: u64) -> Attempt {
        let area = self.shape.area();
        self.states.clear();
        self.states.resize(area, (1 << self.shape.side()) - 1);
        self.tried.clear();
        self.settled.clear();
        for _ in 0..budget {
            if self.propagate() {
                let Some(cell) = self.fewest(stream.below(area)) else { return Attempt::Found };
                let free = self.present()[cell];
                let bit = 1 << nth_bit(free, stream.below(free.count_ones() as usize));
                self.tried.push((cell, bit));
                self.states.extend_from_within(self.states.len() - area..);
                self.set(cell, bit);
            } else {
                let Some((cell, bit)) = self.tried.pop() else { return Attempt::Exhausted };
                self.states.truncate(self.states.len() - area);
                self.settled.clear();
                let rest = self.present()[cell] & !bit;
                self.set(cell, rest);
            }
        }
        Attempt::Lost
    }

    /// Leaves an open cell these candidates.
    fn set(&mut self, cell: usize, bits: u32) {
        let base = self.states.len() - self.shape.area();
        self.states[base + cell] = bits;
        if bits.is_power_of_two() {
            self.settled.push(cell as u16);
        }
    }

    /// A cell with the fewest candidates of those with several: the first one from `start` on.
    fn fewest(&self, start: usize) -> Option<usize> {
        let present = self.present();
        let cells = (start..present.len()).chain(0..start);
        let open = cells.filter(|&cell| present[cell] & DONE == 0);
        open.min_by_key(|&cell| present[cell].count_ones())
    }

    /// Draws the conclusions of naked and hidden singles; `false` if they contradict each other.
    fn propagate(&mut self) -> bool {
        let RuledFull { peers, states, settled, .. } = self;
        let base = states.len() - self.shape.area();
        let state = &mut states[base..];
        let all = (1 << self.shape.side()) - 1;
        loop {
            while let Some(cell) = settled.pop() {
                let cell = usize::from(cell);
                let bit = state[cell];
                if bit & DONE != 0 {
                    continue;
                }
                state[cell] |= DONE;
                for &peer in &peers.peers[cell] {
                    let free = &mut state[usize::from(peer)];
                    if *free & bit != 0 {
                        *free ^= bit;
                        if *free & all == 0 {
                            return false;
                        }
                        if free.is_power_of_two() {
                            settled.push(peer);
                        }
                    }
                }
            }
            for house in &peers.houses {
                let (mut once, mut twice) = (0, 0);
                for &cell in house {
                    let free = state[usize::from(cell)];
                    twice |= once & free;
                    once |= free;
                }
                if once & all != all {
                    return false;
                }
                let single = once & !twice & all;
                for &cell in house.iter().filter(|_| single != 0) {
                    let free = &mut state[usize::from(cell)];
                    let bit = *free & single;
                    if *free & DONE == 0 && bit != 0 && *free != bit {
                        if !bit.is_power_of_two() {
                            return false;
                        }
                        *free = bit;
                        settled.push(cell);
                    }
                }
            }
            if settled.is_empty() {
                return state.iter().all(|free| free & all != 0);
            }
        }
    }
}

fn nth_bit(mut bits: u32, n: usize) -> u32 {
    (0..n).for_each(|_| bits &= bits - 1);
    bits.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, Variants};

    #[test]
    fn grids_keep_the_rules_and_differ() {
        for (side, variant) in [
            (4, Variant::X),
            (6, Variant::X),
            (9, Variant::Windoku),
            (9, Variant::AntiKnight),
            (12, Variant::X),
        ] {
            let shape = Shape::from_side(side).unwrap();
            let rules = Rules::new(shape, &variant.into()).unwrap();
            let mut full = RuledFull::new(&rules);
            let mut grid = vec![0; shape.area()];
            let mut seen = std::collections::BTreeSet::new();
            for index in 0..20 {
                full.make(&mut Stream::new(5, index), &mut grid).unwrap();
                for house in rules.houses() {
                    let digits: std::collections::BTreeSet<_> =
                        house.iter().map(|&cell| grid[usize::from(cell)]).collect();
                    assert_eq!(digits.len(), side);
                }
                assert!(
                    rules.exclusions().iter().all(|&[a, b]| grid[usize::from(a)] != grid[usize::from(b)])
                );
                seen.insert(grid.clone());
            }
            assert!(seen.len() > 12, "{side} {variant}: {}", seen.len());
        }
    }

    /// 48 of the 288 grids have right diagonals; all of them come out.
    #[test]
    fn every_4x4_grid_of_x_comes_out() {
        let shape = Shape::ALL[0];
        let mut full = RuledFull::new(&Rules::new(shape, &Variant::X.into()).unwrap());
        let mut grid = vec![0; 16];
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..2_000 {
            full.make(&mut Stream::new(0, index), &mut grid).unwrap();
            seen.insert(grid.clone());
        }
        assert_eq!(seen.len(), 48);
    }

    #[test]
    fn rules_without_a_grid_are_found_out() {
        let shape = Shape::ALL[0];
        let variants = Variants::from(Variant::AntiKnight).with(Variant::X);
        let rules = Rules::new(shape, &variants).unwrap();
        let made = RuledFull::new(&rules).make(&mut Stream::new(0, 0), &mut [0; 16]);
        assert_eq!(made, Err(GenerateError::NoGrid { shape }));
    }
}
