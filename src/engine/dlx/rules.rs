//! Givens, candidates and regions of a board under rules: which options they choose and which
//! survive them.

use super::arena::Arena;
use super::board::Bits;
use super::layout::Layout;
use crate::{Rules, Shape};

/// One list for each cell, end to end.
#[derive(Debug)]
struct Lists<T> {
    starts: Box<[u32]>,
    items: Box<[T]>,
}

impl<T> Lists<T> {
    fn new(lists: Vec<Vec<T>>) -> Lists<T> {
        let mut starts = vec![0];
        starts.extend(lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        }));
        Lists { starts: starts.into(), items: lists.into_iter().flatten().collect() }
    }

    fn of(&self, cell: usize) -> &[T] {
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// Place of the region among the houses of a cell: after its row and its column.
const REGION: usize = 2;

/// The digits used in the houses of one puzzle after another.
#[derive(Debug)]
pub(super) struct RulesBoard {
    shape: Shape,
    /// The houses of every cell: row, column, region, and others.
    houses: Lists<u8>,
    /// The cells that each cell excludes beside those of its houses.
    partners: Lists<u16>,
    /// The region of every cell that the arena's tables have now.
    regions: Box<[u8]>,
    /// Digits used in each house, `d` as bit `d − 1`.
    used: Box<[u32]>,
    /// Digits that each cell can still hold.
    free: Box<[u32]>,
}

impl RulesBoard {
    pub fn new(rules: &Rules) -> RulesBoard {
        let shape = rules.shape();
        let mut houses = vec![Vec::new(); shape.area()];
        for (number, house) in rules.houses().enumerate() {
            house.iter().for_each(|&cell| houses[usize::from(cell)].push(number as u8));
        }
        let regions = houses.iter().map(|of| of[REGION] - REGION as u8 * shape.side() as u8).collect();
        let mut partners = vec![Vec::new(); shape.area()];
        for &[a, b] in rules.exclusions() {
            partners[usize::from(a)].push(b);
            partners[usize::from(b)].push(a);
        }
        RulesBoard {
            shape,
            houses: Lists::new(houses),
            partners: Lists::new(partners),
            regions,
            used: vec![0; rules.houses().len()].into(),
            free: vec![0; shape.area()].into(),
        }
    }

    /// Puts other regions in place of those that the arena's tables have.
    ///
    /// An option stays in as many items, and an item keeps as many options: only where the options
    /// stand in the lists of the regions changes.
    ///
    /// # Panics
    /// If a region does not have as many cells as the board has digits.
    pub fn set_regions<L: Layout>(&mut self, arena: &mut Arena<L>, regions: &[u8]) {
        if *self.regions == *regions {
            return;
        }
        let (side, area) = (self.shape.side(), self.shape.area());
        let mut sizes = [0; Shape::MAX_SIDE];
        for (cell, &region) in regions.iter().enumerate() {
            let (house, bit) = (REGION * side + usize::from(region), sizes[usize::from(region)]);
            assert!(usize::from(region) < side && bit < side, "a region with too many cells");
            sizes[usize::from(region)] += 1;
            self.houses.items[self.houses.starts[cell] as usize + REGION] = house as u8;
            for v in 0..side {
                // The option's first node is the cell's own.
                arena.tables.move_node(cell * side + v, 1 + REGION, area + house * side + v, bit);
            }
        }
        self.regions.copy_from_slice(regions);
    }

    /// Begins the search of a puzzle in the arena of its rules; `false` if the givens contradict each
    /// other or the candidates.
    pub fn begin<L: Layout>(
        &mut self,
        arena: &mut Arena<L>,
        givens: &[u8],
        candidates: Option<&[u32]>,
    ) -> bool {
        let (side, all) = (self.shape.side(), (1 << self.shape.side()) - 1);
        self.used.fill(0);
        match candidates {
            Some(candidates) => self.free.copy_from_slice(candidates),
            None => self.free.fill(all),
        }
        let mut clash = 0;
        for (cell, &d) in givens.iter().enumerate().filter(|(_, d)| **d > 0) {
            let bit = 1 << (d - 1);
            for &house in self.houses.of(cell) {
                let used = &mut self.used[usize::from(house)];
                clash |= *used & bit;
                *used |= bit;
            }
            self.partners.of(cell).iter().for_each(|&other| self.free[usize::from(other)] &= !bit);
        }
        for (cell, (&d, free)) in givens.iter().zip(&mut self.free).enumerate() {
            // A given's own houses have its digit: what excludes it is a partner, or no candidate.
            clash |= ((1 << d) >> 1) & !*free;
            *free &= all;
            if d == 0 {
                let used = self.houses.of(cell).iter().fold(0, |used, &h| used | self.used[usize::from(h)]);
                *free &= !used;
            }
        }
        if clash != 0 {
            return false;
        }
        let given = givens.iter().enumerate().filter(|&(_, &d)| d > 0);
        let empty = givens.iter().zip(&self.free).enumerate().filter(|(_, (d, _))| **d == 0);
        arena.rebuild(
            given.map(|(cell, &d)| cell * side + usize::from(d) - 1),
            empty.flat_map(|(cell, (_, &free))| Bits(free).map(move |v| cell * side + v)),
        );
        true
    }

    /// Writes the options chosen into the cells.
    pub fn write(&self, options: impl Iterator<Item = usize>, cells: &mut [u8]) {
        let side = self.shape.side();
        options.for_each(|option| cells[option / side] = (option % side) as u8 + 1);
    }
}
