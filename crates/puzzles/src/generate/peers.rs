//! Singles under rules of any kind.

use quadrille_grid::{Rules, Shape};

/// The peers of each cell, which hold different digits, and how often each digit is given among them.
pub(super) struct Peers {
    side: usize,
    pub(super) peers: Box<[Box<[u16]>]>,
    pub(super) houses: Box<[Box<[u16]>]>,
    /// The houses of each cell.
    houses_of: Box<[Box<[u16]>]>,
    /// For each cell and digit, the number of peers that have the digit as a given.
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

    /// The digits that no peer of the cell has as a given, `d` as bit `d`.
    fn free(&self, cell: usize) -> u32 {
        let seen = &self.seen[cell];
        (1..=self.side).filter(|&d| seen[d] == 0).fold(0, |free, d| free | 1 << d)
    }

    /// Whether the given in `cell` is a naked or hidden single of the other givens.
    pub(super) fn implies(&self, cells: &[u8], cell: usize) -> bool {
        let digit = usize::from(cells[cell]);
        // The other cells of its houses see the digit once, in this cell; any other sighting is another
        // cell's.
        let is_excluded = |&other: &u16| {
            let other = usize::from(other);
            other == cell || cells[other] != 0 || self.seen[other][digit] > 1
        };
        let mut houses = self.houses_of[cell].iter().map(|&house| &self.houses[usize::from(house)]);
        self.free(cell).is_power_of_two() || houses.any(|house| house.iter().all(is_excluded))
    }
}
