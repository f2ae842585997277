//! Houses and clauses that the regions of a jigsaw imply, by the law of leftovers.
//!
//! Some rows hold every digit as often as equally many regions do. So the cells of these rows that are in none of the
//! regions hold the same digits, equally often, as the cells of the regions that are in none of the rows; and the same
//! goes for columns. If one side of such a pair is within a house, the other side can replace it there, which gives
//! another house:
//!
//! ```text
//!  A A A A b b      Row 1 and region A differ by two cells of each, so the cells b hold the digits of the cells a.
//!  C C a a B B      The other cells of region B and the cells a are a house.
//!  C C C C B B
//! ```
//!
//! A search by single moves proves such facts for each digit anew, if at all. `portfolio/learning.rs` has figures.

/// A set of cells.
type Cells = u128;

/// Pairs with more cells on each side are left out, unless they give a house: clauses of many literals seldom help.
const MOST_CELLS: u32 = 4;
/// The largest board: sets of lines are enumerated, and cells are bits.
const MOST_SIDE: usize = 9;

/// The implied houses and pairs of the regions that were asked for last.
#[derive(Debug, Default)]
pub(super) struct Leftovers {
    /// The region of each cell.
    regions: Vec<u8>,
    /// Sets of as many cells as digits that hold every digit once; not rows, columns or regions.
    pub houses: Vec<Cells>,
    /// Two sets of cells without a common cell that hold the same digits equally often.
    pub pairs: Vec<[Cells; 2]>,
    /// Whether a house would hold some digits twice, so that the regions do not allow a solution.
    pub are_contradictory: bool,
    /// Scratch: the unions of some lines, and of some regions, by the bits of their numbers.
    unions: [Vec<Cells>; 2],
}

/// The numbers of the cells of a set.
pub(super) fn cells_of(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < Cells::BITS as usize).then_some(cell)
    })
}

/// The unions of sets, by the bits of the numbers of the sets in each.
fn unite(sets: &[Cells], unions: &mut Vec<Cells>) {
    unions.clear();
    unions.push(0);
    for (number, set) in sets.iter().enumerate() {
        (0..1 << number).for_each(|others| unions.push(unions[others] | set));
    }
}

impl Leftovers {
    /// Finds the houses and pairs of regions, given as the number of each cell's region; none for large boards.
    pub fn find(&mut self, side: usize, regions: &[u8]) {
        if *self.regions == *regions {
            return;
        }
        self.regions.clear();
        self.regions.extend_from_slice(regions);
        self.houses.clear();
        self.pairs.clear();
        self.are_contradictory = false;
        if side <= MOST_SIDE {
            let mut lines = [[0; MOST_SIDE]; 3];
            for (cell, &region) in regions.iter().enumerate() {
                for (kind, line) in [cell / side, cell % side, usize::from(region)].into_iter().enumerate() {
                    lines[kind][line] |= 1 << cell;
                }
            }
            let known = [&lines[0][..side], &lines[1][..side], &lines[2][..side]];
            self.compare(known, 0);
            self.compare(known, 1);
        }
        self.houses.sort_unstable();
        self.houses.dedup();
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }

    /// Compares the rows (0) or the columns (1) among the known houses, some at a time, with as many regions. Lines and
    /// regions that are left out give the same pair, so the first line is never left out.
    fn compare(&mut self, known: [&[Cells]; 3], kind: usize) {
        let [mut line_unions, mut region_unions] = std::mem::take(&mut self.unions);
        unite(known[kind], &mut line_unions);
        unite(known[2], &mut region_unions);
        for (some_lines, &lines) in line_unions.iter().enumerate().skip(1).step_by(2) {
            let as_many = |(some, _): &(usize, &Cells)| some.count_ones() == some_lines.count_ones();
            for (_, &regions) in region_unions.iter().enumerate().filter(as_many) {
                let pair = [lines & !regions, regions & !lines];
                let size = pair[0].count_ones();
                if (1..=known[0].len() as u32).contains(&size) {
                    self.add_houses(known, pair);
                    self.pairs
                        .extend((size <= MOST_CELLS).then(|| [pair[0].min(pair[1]), pair[0].max(pair[1])]));
                }
            }
        }
        self.unions = [line_unions, region_unions];
    }

    /// Adds the houses in which one side of a pair can replace the other.
    fn add_houses(&mut self, known: [&[Cells]; 3], pair: [Cells; 2]) {
        let known = known.into_iter().flatten();
        for [inside, other] in [pair, [pair[1], pair[0]]] {
            for &house in known.clone().filter(|house| inside & !**house == 0) {
                let implied = house & !inside | other;
                self.are_contradictory |= house & !inside & other != 0;
                self.houses.extend(known.clone().all(|house| *house != implied).then_some(implied));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of this text are the rows of a board of side 6, its letters the regions.
    const SIX: &[u8; 36] = b"AAAABBCCAABBCCCCBBDDDDEEDDFFEEFFFFEE";

    fn regions() -> Vec<u8> {
        SIX.iter().map(|letter| letter - b'A').collect()
    }

    fn set(cells: &[usize]) -> Cells {
        cells.iter().fold(0, |set, cell| set | 1 << cell)
    }

    #[test]
    fn rows_and_regions_that_differ_by_two_cells_give_a_pair_and_a_house() {
        let mut found = Leftovers::default();
        found.find(6, &regions());
        // Row 1 has two cells of region B, and region A two cells of row 2.
        let [above, below] = [set(&[4, 5]), set(&[8, 9])];
        assert!(found.pairs.contains(&[above, below]));
        assert!(
            found.houses.contains(&set(&[8, 9, 10, 11, 16, 17])),
            "the rest of region B, and the cells below"
        );
    }

    #[test]
    fn equal_cells_in_a_house_are_a_contradiction() {
        let mut found = Leftovers::default();
        found.find(6, &regions());
        assert!(!found.are_contradictory);
        // The last cell of row 1 must equal the cell of region A in row 2, which is in the same column.
        let mut regions = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0].to_vec();
        regions.extend((12..36).map(|cell| cell / 6));
        found.find(6, &regions);
        assert!(found.are_contradictory);
    }

    #[test]
    fn boxes_give_no_houses() {
        let mut found = Leftovers::default();
        found.find(6, &regions());
        let boxes: Vec<u8> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
        found.find(9, &boxes);
        assert!(found.houses.is_empty());
        found.find(16, &[0; 256]);
        assert!(found.houses.is_empty() && found.pairs.is_empty());
    }
}
