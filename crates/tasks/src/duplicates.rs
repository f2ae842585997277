//! Which of the records that are rated are equal or equivalent, for a report.
//!
//! A worker finds the [`RatedPuzzle`]s of a chunk; a [`DuplicateSearch`] takes them in the order of the input.

use crate::classes::{FormOf, Key, KeyKind, KeyTable, PackedCells, find_form, key_of};
use quadrille_engines::Outcome;
use quadrille_grid::Shape;
use quadrille_puzzles::symmetry::FormSearch;

const AREA: usize = Shape::NINE.area();

/// A puzzle of a chunk that has a rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedPuzzle {
    /// The number of its record in the chunk, from 0.
    index: usize,
    givens: PackedCells,
    /// The key of its givens.
    board: Key,
    /// The key of the canonical form of its givens.
    class: Key,
}

impl RatedPuzzle {
    /// The puzzle of a record, and the number of its automorphisms.
    pub fn new(forms: &mut FormSearch, index: usize, cells: &[u8]) -> (RatedPuzzle, u64) {
        let shape = Shape::NINE;
        let form = find_form(forms, FormOf::Givens, (shape, cells), (Outcome::Unknown, &[]))
            .expect("every board has a form of its givens");
        let givens = PackedCells::new(cells);
        let board = key_of(KeyKind::Givens, shape, cells);
        let class = key_of(KeyKind::Givens, shape, form.cells());
        (RatedPuzzle { index, givens, board, class }, form.automorphisms)
    }

    /// Counts so many other records of its chunk before it.
    pub fn skip(&mut self, records: usize) {
        self.index += records;
    }
}

/// How many records that [`Rate`](crate::Rate) rated are equal or equivalent to earlier ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Duplicates {
    /// Records with the same givens as an earlier record.
    pub equal: u64,
    /// Records that are morphs of an earlier record, equal ones included.
    pub equivalent: u64,
    /// The number of classes with several records.
    pub classes: u64,
    /// The largest of these classes, in descending order of their sizes.
    pub largest: Vec<LargeClass>,
    /// The limit of boards and of classes, if there were more. Some duplicates may then be missing.
    pub cut_at: Option<u64>,
}

/// Records that are morphs of each other, in [`Duplicates`]; [`Rate`](crate::Rate) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LargeClass {
    /// How many records it has.
    pub records: u64,
    /// The number of the first record, from 1.
    pub first: u64,
    /// The puzzle of the first record.
    pub puzzle: String,
}

/// Finds [`Duplicates`] among the first [`LIMIT`](Self::LIMIT) boards and the first as many classes.
#[derive(Debug)]
pub struct DuplicateSearch {
    boards: KeyTable,
    /// The place of each class in `classes`, from 1.
    places: KeyTable,
    classes: Vec<Class>,
    found: Duplicates,
    limit: usize,
}

#[derive(Debug)]
struct Class {
    records: u64,
    first: u64,
    givens: PackedCells,
}

impl Default for DuplicateSearch {
    fn default() -> DuplicateSearch {
        DuplicateSearch {
            boards: KeyTable::default(),
            places: KeyTable::default(),
            classes: Vec::new(),
            found: Duplicates::default(),
            limit: Self::LIMIT,
        }
    }
}

impl DuplicateSearch {
    /// The number of boards and the number of classes that are kept. They take 260 MB.
    pub const LIMIT: usize = 1 << 21;
    /// The number of classes that are reported.
    const SHOWN: usize = 10;

    /// Takes the puzzles of the next chunk, which has `before` records before it.
    pub fn add(&mut self, puzzles: &[RatedPuzzle], before: u64) {
        for puzzle in puzzles {
            if self.boards.get(puzzle.board).is_some() {
                self.found.equal += 1;
            } else if self.boards.count_keys() < self.limit as u64 {
                self.boards.insert(puzzle.board, 1);
            } else {
                self.found.cut_at = Some(self.limit as u64);
            }
            if let Some(place) = self.places.get(puzzle.class) {
                self.found.equivalent += 1;
                self.classes[place as usize - 1].records += 1;
            } else if self.classes.len() < self.limit {
                let first = before + 1 + puzzle.index as u64;
                self.classes.push(Class { records: 1, first, givens: puzzle.givens });
                self.places.insert(puzzle.class, self.classes.len() as u64);
            } else {
                self.found.cut_at = Some(self.limit as u64);
            }
        }
    }

    /// The duplicates, and the largest classes.
    pub fn found(&self) -> Duplicates {
        let mut classes: Vec<&Class> = self.classes.iter().filter(|class| class.records > 1).collect();
        classes.sort_by_key(|class| (u64::MAX - class.records, class.first));
        let largest = classes.iter().take(Self::SHOWN).map(|class| class.report()).collect();
        Duplicates { classes: classes.len() as u64, largest, ..self.found.clone() }
    }
}

impl Class {
    fn report(&self) -> LargeClass {
        let character = |digit| if digit == 0 { '.' } else { char::from(b'0' + digit) };
        let puzzle = self.givens.cells().take(AREA).map(character).collect();
        LargeClass { records: self.records, first: self.first, puzzle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle with these digits in its first two cells.
    fn puzzle(index: usize, [a, b]: [u8; 2]) -> RatedPuzzle {
        let mut cells = [0; AREA];
        (cells[0], cells[1]) = (a, b);
        RatedPuzzle::new(&mut FormSearch::default(), index, &cells).0
    }

    #[test]
    fn equal_and_equivalent_puzzles_are_counted() {
        let mut search = DuplicateSearch::default();
        search.add(&[puzzle(0, [1, 0]), puzzle(1, [1, 2]), puzzle(3, [2, 0])], 0);
        search.add(&[puzzle(0, [2, 1]), puzzle(2, [2, 0])], 100);
        let found = search.found();
        assert_eq!((found.equal, found.equivalent, found.classes, found.cut_at), (1, 3, 2, None));
        let class =
            |records, first, puzzle: &str| LargeClass { records, first, puzzle: format!("{puzzle:.<81}") };
        assert_eq!(found.largest, [class(3, 1, "1"), class(2, 2, "12")]);
    }

    #[test]
    fn puzzles_beyond_the_limit_are_compared_with_the_first_ones() {
        let mut search = DuplicateSearch { limit: 1, ..DuplicateSearch::default() };
        search.add(&[puzzle(0, [1, 0]), puzzle(1, [1, 2]), puzzle(2, [1, 2]), puzzle(3, [1, 0])], 0);
        let found = search.found();
        assert_eq!((found.equal, found.equivalent, found.largest.len(), found.cut_at), (1, 1, 1, Some(1)));
    }
}
