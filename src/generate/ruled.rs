//! Full grids and singles under rules of any kind.

use super::GenerateError;
use super::random::Stream;
use crate::engine::{Engine, Limits, Outcome, Report, Run, dlx::Ruled};
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

    pub(super) fn clear(&mut self) {
        self.seen.fill([0; Shape::MAX_SIDE + 1]);
    }

    pub(super) fn fill(&mut self, grid: &[u8]) {
        self.clear();
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
/// Cells in random order get a random digit, one after the other, of those with which the grid can
/// still be completed: the engine knows. So every grid can come out, and up to 9×9 what comes out
/// depends on the truth alone, not on the engine's order of search, unless a question runs out of
/// its budget.
pub(super) struct RuledFull {
    shape: Shape,
    engine: Ruled,
    peers: Peers,
    order: Box<[u16]>,
    givens: Box<[u8]>,
    solution: Box<[u8]>,
    /// A grid under the rules, found once.
    known: Option<Box<[u8]>>,
}

/// Nodes to find the first grid with, all attempts together.
const FIRST: u64 = 300_000;
/// Nodes of the first attempt, which begins with nothing, and of each other one.
const ATTEMPTS: [u64; 2] = [100_000, 10_000];

impl RuledFull {
    pub(super) fn new(rules: &Rules) -> RuledFull {
        let shape = rules.shape();
        RuledFull {
            shape,
            engine: Ruled::new(rules),
            peers: Peers::new(rules),
            order: (0..shape.area() as u16).collect(),
            givens: vec![0; shape.area()].into(),
            solution: vec![0; shape.area()].into(),
            known: None,
        }
    }

    /// Fills `grid`, whatever it held.
    ///
    /// # Errors
    /// If there is no grid under the rules, or none was found.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) -> Result<(), GenerateError> {
        if self.known.is_none() {
            self.known = Some(self.find()?);
        }
        grid.copy_from_slice(self.known.as_deref().expect("just found"));
        // No rule tells one digit from another.
        let mut digits: [u8; Shape::MAX_SIDE] = std::array::from_fn(|d| d as u8 + 1);
        stream.shuffle(&mut digits[..self.shape.side()]);
        grid.iter_mut().for_each(|digit| *digit = digits[usize::from(*digit) - 1]);
        (0..).zip(&mut self.order).for_each(|(cell, place)| *place = cell);
        stream.shuffle(&mut self.order);
        self.givens.fill(0);
        self.peers.clear();
        for at in 0..self.order.len() {
            let cell = usize::from(self.order[at]);
            if self.choose(stream, cell, grid) {
                break;
            }
            self.givens[cell] = grid[cell];
            self.peers.add(cell, grid[cell]);
        }
        Ok(())
    }

    /// Draws the digit of an empty cell; `grid` is a completion of what is given, and will be one
    /// of this digit as well. Returns whether there is no other one.
    fn choose(&mut self, stream: &mut Stream, cell: usize, grid: &mut [u8]) -> bool {
        let nodes = if self.shape.area() <= 81 { 100_000 } else { 1_000 };
        let mut free = self.peers.free(cell);
        loop {
            let digit = nth_bit(free, stream.below(free.count_ones() as usize));
            if digit == grid[cell] {
                return false;
            }
            free ^= 1 << digit;
            self.givens[cell] = digit;
            let report = self.ask(&Limits { solutions: 2, nodes });
            self.givens[cell] = 0;
            // Of what ran out of its budget nothing is known, or a first solution.
            if report.solutions > 0 {
                grid.copy_from_slice(&self.solution);
                return report.outcome == Outcome::Unique;
            }
        }
    }

    fn ask(&mut self, limits: &Limits) -> Report {
        let mut report = [Report::default()];
        let mut run = Run::new(self.shape, &self.givens, &mut self.solution, &mut report);
        self.engine.solve(&mut run, limits);
        report[0]
    }

    /// Some grid under the rules. A search that begins badly may go on for ever: after the first
    /// attempt, each begins with another random row.
    fn find(&mut self) -> Result<Box<[u8]>, GenerateError> {
        let (shape, side) = (self.shape, self.shape.side());
        let mut left = FIRST;
        for attempt in 0.. {
            let nodes = ATTEMPTS[usize::from(attempt > 0)].min(left);
            if nodes == 0 {
                break;
            }
            self.givens.fill(0);
            if attempt > 0 {
                let row = attempt as usize % side * side;
                (1..).zip(&mut self.givens[row..row + side]).for_each(|(digit, given)| *given = digit);
                Stream::new(0, attempt).shuffle(&mut self.givens[row..row + side]);
            }
            let report = self.ask(&Limits { solutions: 1, nodes });
            if report.solutions > 0 {
                return Ok(self.solution.clone());
            }
            // Any row can be renamed to any other: that one cannot be completed says it of all.
            if report.outcome == Outcome::None {
                return Err(GenerateError::NoGrid { shape });
            }
            left -= nodes;
        }
        Err(GenerateError::NotFound { shape, nodes: FIRST })
    }
}

fn nth_bit(mut bits: u32, n: usize) -> u8 {
    (0..n).for_each(|_| bits &= bits - 1);
    bits.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

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
        let rules = Rules::new(shape, &Variant::AntiKnight.into()).unwrap();
        let made = RuledFull::new(&rules).make(&mut Stream::new(0, 0), &mut [0; 16]);
        assert_eq!(made, Err(GenerateError::NoGrid { shape }));
    }
}
