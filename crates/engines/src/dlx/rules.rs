//! Boards with variants: the options that givens, candidates and regions choose, and those that remain.

use super::board::Bits;
use crate::Run;
use quadrille_cover::arena::Arena;
use quadrille_cover::arena::layout::Layout;
use quadrille_cover::csr::Csr;
use quadrille_grid::{Extras, Rules, Shape};

/// Index of the region in the list of a cell's houses: after its row and its column.
const REGION: usize = 2;

/// The tables of a board's rules, and the memory to begin one puzzle after another.
#[derive(Debug)]
pub(super) struct RulesBoard {
    shape: Shape,
    /// The houses of each cell: row, column, region, and others.
    houses: Csr<u8>,
    /// The cells that must differ from each cell although they share no house with it, each with the number of the
    /// exclusion.
    partners: Csr<(u16, u16)>,
    /// The region of each cell in the arena's tables at present.
    regions: Box<[u8]>,
    /// Whether puzzles bring their regions.
    wants_regions: bool,
    /// The digits used in each house, `d` as bit `d − 1`.
    used: Box<[u32]>,
    /// The digits that each cell can still hold.
    free: Box<[u32]>,
}

impl RulesBoard {
    pub fn new(rules: &Rules) -> RulesBoard {
        let shape = rules.shape();
        let cells_of = |(number, house): (usize, &'_ [u16])| {
            house.iter().map(move |&cell| (usize::from(cell), number as u8)).collect::<Vec<_>>()
        };
        let houses = Csr::group(shape.area(), || rules.houses().enumerate().flat_map(cells_of));
        let both_ways = |(number, &[a, b]): (usize, &[u16; 2])| {
            [(usize::from(a), (b, number as u16)), (usize::from(b), (a, number as u16))]
        };
        let partners = Csr::group(shape.area(), || rules.exclusions().iter().enumerate().flat_map(both_ways));
        let region = |cell| houses.list(cell)[REGION] - REGION as u8 * shape.side() as u8;
        RulesBoard {
            shape,
            regions: (0..shape.area()).map(region).collect(),
            houses,
            partners,
            wants_regions: rules.variants().wants_regions(),
            used: vec![0; rules.houses().len()].into(),
            free: vec![0; shape.area()].into(),
        }
    }

    /// Replaces the regions in the arena's tables.
    ///
    /// The number of items of each option and of options of each item stays the same: options only move
    /// from one region's list to another's.
    ///
    /// # Panics
    /// If the rules have their regions, or a region does not have as many cells as the board has digits.
    fn set_regions<L: Layout>(&mut self, arena: &mut Arena<L>, regions: &[u8]) {
        assert!(self.wants_regions, "rules that leave the regions to the puzzles");
        if *self.regions == *regions {
            return;
        }
        let (side, area) = (self.shape.side(), self.shape.area());
        let mut sizes = [0; Shape::MAX_SIDE];
        for (cell, &region) in regions.iter().enumerate() {
            let (house, bit) = (REGION * side + usize::from(region), sizes[usize::from(region)]);
            assert!(usize::from(region) < side && bit < side, "a region with too many cells");
            sizes[usize::from(region)] += 1;
            self.houses.list_mut(cell)[REGION] = house as u8;
            for v in 0..side {
                // The option's first node is the node of its cell.
                arena.tables.move_node(cell * side + v, 1 + REGION, area + house * side + v, bit);
            }
        }
        self.regions.copy_from_slice(regions);
    }

    /// Begins the search of puzzle `i` of a run in the arena of its rules. Returns `false` if the givens contradict
    /// each other or the candidates.
    pub fn begin<L: Layout>(&mut self, arena: &mut Arena<L>, run: &Run<'_>, i: usize) -> bool {
        let givens = run.givens(i);
        let Extras { candidates, regions, .. } = run.extras(i);
        if let Some(regions) = regions {
            self.set_regions(arena, regions);
        }
        let (side, all) = (self.shape.side(), (1 << self.shape.side()) - 1);
        self.used.fill(0);
        match candidates {
            Some(candidates) => self.free.copy_from_slice(candidates),
            None => self.free.fill(all),
        }
        let mut clash = 0;
        for (cell, &d) in givens.iter().enumerate().filter(|(_, d)| **d > 0) {
            let bit = 1 << (d - 1);
            for &house in self.houses.list(cell) {
                let used = &mut self.used[usize::from(house)];
                clash |= *used & bit;
                *used |= bit;
            }
            self.partners.list(cell).iter().for_each(|&(other, _)| self.free[usize::from(other)] &= !bit);
        }
        for (cell, (&d, free)) in givens.iter().zip(&mut self.free).enumerate() {
            // A given uses its digit in its own houses, so these are checked above and not here.
            clash |= ((1 << d) >> 1) & !*free;
            *free &= all;
            if d == 0 {
                let used = self.houses.list(cell).iter().fold(0, |used, &h| used | self.used[usize::from(h)]);
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

    /// The row, the column and the region of a cell, and its other houses, numbered as the rules list them.
    pub fn houses(&self, cell: usize) -> &[u8] {
        self.houses.list(cell)
    }

    /// The region of each cell.
    pub fn regions(&self) -> &[u8] {
        &self.regions
    }

    /// The number of exclusions.
    pub fn exclusion_count(&self) -> usize {
        self.partners.items().len() / 2
    }

    /// The exclusions of a cell, by their numbers.
    pub fn exclusions(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.partners.list(cell).iter().map(|&(_, number)| usize::from(number))
    }
}
