//! The contents of a puzzle besides its givens. A new kind of them is a field of the three types here.

use super::{Regions, Rules, Shape, Variants};
use quadrille_base::{error::Error, memory::heap_bytes};

/// The contents of a puzzle besides its givens. The default is none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extras<'a> {
    /// The candidates of its cells, digit `d` as bit `d − 1`, if the puzzle has candidates.
    pub candidates: Option<&'a [u32]>,
    /// The cells of a 9×9 board with candidates whose digits are not givens, cell 0 as the lowest bit.
    pub placed: u128,
    /// The regions of its cells, numbered from 0 in the order of their first cells, if the puzzle has its own.
    pub regions: Option<&'a [u8]>,
}

impl Extras<'_> {
    /// Whether the solutions depend on the givens alone.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_none() && self.regions.is_none()
    }

    /// The rules of a board with these extras.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn rules(&self, shape: Shape, variants: &Variants) -> Result<Rules, Error> {
        let Some(regions) = self.regions else { return Rules::new(shape, variants) };
        let marks: Vec<u8> = regions.iter().map(|region| b'A' + region).collect();
        let regions = Regions::new(shape, marks).expect("regions that were numbered before");
        Rules::new(shape, &variants.clone().with_regions(regions))
    }
}

/// The extras of one puzzle, with memory of their own. An empty list is none.
#[derive(Clone, Default, Debug)]
pub struct OwnedExtras {
    /// See [`Extras::candidates`].
    pub candidates: Vec<u32>,
    /// See [`Extras::placed`].
    pub placed: u128,
    /// See [`Extras::regions`].
    pub regions: Vec<u8>,
}

impl OwnedExtras {
    /// Removes all extras, and keeps the memory.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.placed = 0;
        self.regions.clear();
    }

    /// The bytes of memory that it has allocated.
    pub fn memory(&self) -> usize {
        heap_bytes(&self.candidates) + heap_bytes(&self.regions)
    }

    /// The extras.
    pub fn view(&self) -> Extras<'_> {
        let OwnedExtras { candidates, placed, regions } = self;
        Extras {
            candidates: Some(&candidates[..]).filter(|cells| !cells.is_empty()),
            placed: *placed,
            regions: Some(&regions[..]).filter(|cells| !cells.is_empty()),
        }
    }
}

impl From<Extras<'_>> for OwnedExtras {
    fn from(extras: Extras<'_>) -> OwnedExtras {
        let Extras { candidates, placed, regions } = extras;
        OwnedExtras {
            candidates: candidates.unwrap_or_default().into(),
            placed,
            regions: regions.unwrap_or_default().into(),
        }
    }
}

/// The extras of puzzles of one shape: each of them has the same kinds. Equal regions are stored once.
///
/// Clearing keeps the memory, so that nothing is allocated for a puzzle after the first ones.
#[derive(Clone, Default, Debug)]
pub struct ExtrasList {
    /// The candidates of all puzzles, or of none.
    candidates: Vec<u32>,
    /// A set for each puzzle with candidates.
    placed: Vec<u128>,
    /// The different regions, side by side.
    layouts: Vec<u8>,
    /// The numbers of the layouts, in the order of their regions.
    sorted: Vec<u32>,
    /// The number of the layout of each puzzle, or of none.
    layout_of: Vec<u32>,
}

impl ExtrasList {
    /// No extras.
    pub const NONE: &'static ExtrasList = &ExtrasList {
        candidates: Vec::new(),
        placed: Vec::new(),
        layouts: Vec::new(),
        sorted: Vec::new(),
        layout_of: Vec::new(),
    };

    /// Removes all extras.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.placed.clear();
        self.layouts.clear();
        self.sorted.clear();
        self.layout_of.clear();
    }

    /// Whether the solutions of the puzzles depend on their givens alone.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.layout_of.is_empty()
    }

    /// Whether all of so many puzzles have the same kinds of extras.
    pub fn fits(&self, shape: Shape, puzzles: usize) -> bool {
        [0, puzzles * shape.area()].contains(&self.candidates.len())
            && [0, puzzles].contains(&self.layout_of.len())
    }

    /// Adds the extras of the next puzzle.
    ///
    /// # Panics
    /// If they are not of a board of the shape.
    pub fn push(&mut self, shape: Shape, extras: Extras<'_>) {
        let Extras { candidates, placed, regions } = extras;
        if let Some(candidates) = candidates {
            assert_eq!(candidates.len(), shape.area(), "one word per cell");
            self.candidates.extend_from_slice(candidates);
            self.placed.push(placed);
        }
        if let Some(regions) = regions {
            assert_eq!(regions.len(), shape.area(), "one region per cell");
            let layout = self.layout(regions);
            self.layout_of.push(layout);
        }
    }

    /// The number of the layout with these regions, which is added if it is new.
    fn layout(&mut self, regions: &[u8]) -> u32 {
        let area = regions.len();
        let of_layout = |layout: &u32| &self.layouts[*layout as usize * area..][..area];
        match self.sorted.binary_search_by(|layout| of_layout(layout).cmp(regions)) {
            Ok(at) => self.sorted[at],
            Err(at) => {
                let layout = self.sorted.len() as u32;
                self.sorted.insert(at, layout);
                self.layouts.extend_from_slice(regions);
                layout
            }
        }
    }

    /// The extras of a puzzle, by its number.
    #[inline(always)]
    pub fn get(&self, shape: Shape, number: usize) -> Extras<'_> {
        let area = shape.area();
        let cells = |number: usize| number * area..(number + 1) * area;
        Extras {
            candidates: self.candidates.get(cells(number)),
            placed: self.placed.get(number).copied().unwrap_or(0),
            regions: self.layout_of.get(number).map(|layout| &self.layouts[cells(*layout as usize)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: Shape = Shape::EACH[0];

    #[test]
    fn equal_regions_are_stored_once() {
        let layouts: [[u8; 16]; 3] = [
            std::array::from_fn(|cell| FOUR.box_of(cell) as u8),
            std::array::from_fn(|cell| (cell / 4) as u8),
            std::array::from_fn(|cell| (cell % 4) as u8),
        ];
        let mut list = ExtrasList::default();
        let order = [1, 0, 1, 2, 2, 0, 1];
        for layout in order {
            list.push(FOUR, Extras { regions: Some(&layouts[layout]), ..Extras::default() });
        }
        for (number, layout) in order.into_iter().enumerate() {
            assert_eq!(list.get(FOUR, number).regions, Some(&layouts[layout][..]));
        }
        assert_eq!(list.layouts.len(), 3 * 16);
        assert!(list.fits(FOUR, 7) && !list.fits(FOUR, 8) && !list.is_empty());
        list.clear();
        assert!(list.is_empty() && list.fits(FOUR, 9));
        assert_eq!(list.get(FOUR, 0), Extras::default());
    }

    #[test]
    fn each_puzzle_has_its_candidates() {
        let mut list = ExtrasList::default();
        let candidates: [[u32; 16]; 2] = [[1; 16], [6; 16]];
        for (candidates, placed) in candidates.iter().zip([0, 5]) {
            list.push(FOUR, Extras { candidates: Some(candidates), placed, regions: None });
        }
        let second = list.get(FOUR, 1);
        assert_eq!((second.candidates, second.placed, second.regions), (Some(&[6; 16][..]), 5, None));
        assert_eq!(OwnedExtras::from(second).view(), second);
    }
}
