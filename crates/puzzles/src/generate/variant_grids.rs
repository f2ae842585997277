//! Random complete grids under rules of any kind.

use super::{GenerateError, peers::Peers};
use quadrille_base::random::Stream;
use quadrille_grid::{Rules, Shape};

/// Makes complete grids under rules in buffers that it keeps.
///
/// A randomized search: naked and hidden singles first, then a random candidate of a cell with the fewest. A search
/// with a bad beginning hardly ever ends, so each attempt has a limit of branches, after which another attempt starts
/// from the beginning. This takes milliseconds to find grids for which the arena, whose order is fixed, takes seconds
/// (200 anti-knight puzzles: 0.1 s; with grids from the arena more than 60 s).
///
/// ```text
///   states   │ level 0 │ level 1 │ … │ current │
///   tried      cell, bit  cell, bit
/// ```
pub(super) struct VariantGrids {
    shape: Shape,
    peers: Peers,
    /// Candidates of each cell on each level, digit `d` as bit `d − 1`, and [`DONE`].
    states: Vec<u32>,
    /// The cell and candidate tried on each level.
    tried: Vec<(usize, u32)>,
    /// Cells with one candidate that is not yet excluded from their peers.
    settled: Vec<u16>,
}

/// The cell's digit is excluded from its peers.
const DONE: u32 = 1 << 31;
/// Limit of branches for all attempts at one grid.
const BRANCHES: u64 = 200_000;

/// The end of an attempt.
enum Attempt {
    Found,
    /// Its limit was reached.
    GaveUp,
    /// All candidates were tried.
    Exhausted,
}

impl VariantGrids {
    pub(super) fn new(rules: &Rules) -> VariantGrids {
        VariantGrids {
            shape: rules.shape(),
            peers: Peers::new(rules),
            states: Vec::new(),
            tried: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Fills `grid`; its contents are overwritten.
    ///
    /// # Errors
    /// If no grid satisfies the rules, or none was found.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) -> Result<(), GenerateError> {
        let shape = self.shape;
        let (mut left, mut budget) = (BRANCHES, shape.area() as u64 / 2);
        while left > 0 {
            budget = budget.min(left);
            match self.attempt(stream, budget) {
                Attempt::Found => {
                    for (digit, &state) in grid.iter_mut().zip(self.current()) {
                        *digit = state.trailing_zeros() as u8 + 1;
                    }
                    return Ok(());
                }
                Attempt::Exhausted => return Err(GenerateError::NoGrid { shape }),
                Attempt::GaveUp => left -= budget,
            }
            budget += budget / 8;
        }
        Err(GenerateError::NotFound { shape, branches: BRANCHES })
    }

    fn current(&self) -> &[u32] {
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
                let free = self.current()[cell];
                let bit = 1 << nth_bit(free, stream.below(free.count_ones() as usize));
                self.tried.push((cell, bit));
                self.states.extend_from_within(self.states.len() - area..);
                self.set(cell, bit);
            } else {
                let Some((cell, bit)) = self.tried.pop() else { return Attempt::Exhausted };
                self.states.truncate(self.states.len() - area);
                self.settled.clear();
                let rest = self.current()[cell] & !bit;
                self.set(cell, rest);
            }
        }
        Attempt::GaveUp
    }

    /// Sets the candidates of an open cell.
    fn set(&mut self, cell: usize, bits: u32) {
        let base = self.states.len() - self.shape.area();
        self.states[base + cell] = bits;
        if bits.is_power_of_two() {
            self.settled.push(cell as u16);
        }
    }

    /// The open cell with the fewest candidates: the first one from `start` on.
    fn fewest(&self, start: usize) -> Option<usize> {
        let current = self.current();
        let cells = (start..current.len()).chain(0..start);
        let open = cells.filter(|&cell| current[cell] & DONE == 0);
        open.min_by_key(|&cell| current[cell].count_ones())
    }

    /// Propagates naked and hidden singles; returns `false` on a contradiction.
    fn propagate(&mut self) -> bool {
        let all = (1 << self.shape.side()) - 1;
        loop {
            if !self.exclude_settled() || !self.settle_hidden_singles() {
                return false;
            }
            if self.settled.is_empty() {
                return self.current().iter().all(|free| free & all != 0);
            }
        }
    }

    /// Excludes the digits of settled cells from their peers; returns `false` if a cell has no candidate left.
    fn exclude_settled(&mut self) -> bool {
        let VariantGrids { peers, states, settled, .. } = self;
        let base = states.len() - self.shape.area();
        let state = &mut states[base..];
        let all = (1 << self.shape.side()) - 1;
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
        true
    }

    /// Settles the cells that are the only ones of a house for a digit; returns `false` on a contradiction.
    fn settle_hidden_singles(&mut self) -> bool {
        let VariantGrids { peers, states, settled, .. } = self;
        let base = states.len() - self.shape.area();
        let state = &mut states[base..];
        let all = (1 << self.shape.side()) - 1;
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
        true
    }
}

fn nth_bit(mut bits: u32, n: usize) -> u32 {
    (0..n).for_each(|_| bits &= bits - 1);
    bits.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::{Variant, Variants};

    #[test]
    fn grids_satisfy_the_rules_and_differ() {
        for (side, variant) in [
            (4, Variant::X),
            (6, Variant::X),
            (9, Variant::Windoku),
            (9, Variant::AntiKnight),
            (12, Variant::X),
        ] {
            let shape = Shape::from_side(side).unwrap();
            let rules = Rules::new(shape, &variant.into()).unwrap();
            let mut grids = VariantGrids::new(&rules);
            let mut grid = vec![0; shape.area()];
            let mut seen = std::collections::BTreeSet::new();
            for index in 0..20 {
                grids.make(&mut Stream::new(5, index), &mut grid).unwrap();
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

    /// 48 of the 288 grids have valid diagonals; all of them are made.
    #[test]
    fn every_4x4_grid_of_x_is_made() {
        let shape = Shape::EACH[0];
        let mut grids = VariantGrids::new(&Rules::new(shape, &Variant::X.into()).unwrap());
        let mut grid = vec![0; 16];
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..2_000 {
            grids.make(&mut Stream::new(0, index), &mut grid).unwrap();
            seen.insert(grid.clone());
        }
        assert_eq!(seen.len(), 48);
    }

    #[test]
    fn rules_without_a_grid_are_an_error() {
        let shape = Shape::EACH[0];
        let variants = Variants::from(Variant::AntiKnight).with(Variant::X);
        let rules = Rules::new(shape, &variants).unwrap();
        let made = VariantGrids::new(&rules).make(&mut Stream::new(0, 0), &mut [0; 16]);
        assert_eq!(made, Err(GenerateError::NoGrid { shape }));
    }
}
