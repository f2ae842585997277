//! Boards in few bytes, and tables whose keys are forms themselves, where a hash is not enough.

use std::collections::HashMap;

/// The cells of a board of at most 9×9 cells, two in each byte. Boards of one shape have equal ones only if they are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedCells([u8; 41]);

/// The number of the first board of each form.
pub type FormTable<S = std::hash::RandomState> = HashMap<PackedCells, u64, S>;

impl PackedCells {
    /// Packs cells, which are at most 15.
    ///
    /// # Panics
    /// If there are more than 82 cells.
    pub fn new(cells: &[u8]) -> PackedCells {
        let mut bytes = [0; 41];
        cells.iter().enumerate().for_each(|(cell, digit)| bytes[cell / 2] |= digit << (cell % 2 * 4));
        PackedCells(bytes)
    }

    /// The cells, and empty ones after them, 82 in all.
    pub fn cells(&self) -> impl Iterator<Item = u8> + '_ {
        self.0.iter().flat_map(|pair| [pair & 15, pair >> 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasherDefault, Hasher};

    /// A hash that is the same for all forms.
    #[derive(Default)]
    struct Collision;

    impl Hasher for Collision {
        fn write(&mut self, _: &[u8]) {}

        fn finish(&self) -> u64 {
            0
        }
    }

    #[test]
    fn forms_with_the_same_hash_are_told_apart() {
        let mut table: FormTable<BuildHasherDefault<Collision>> = FormTable::default();
        let boards = (0..81).flat_map(|cell| {
            (1..=9).map(move |digit| {
                let mut cells = [0; 81];
                (cells[cell], cells[80 - cell]) = (digit, 1 + digit % 9);
                PackedCells::new(&cells)
            })
        });
        for (number, form) in (0..).zip(boards.clone()) {
            assert_eq!(table.insert(form, number), None);
        }
        assert!((0..).zip(boards).all(|(number, form)| table.get(&form) == Some(&number)));
        assert_eq!(table.get(&PackedCells::new(&[0; 81])), None);
        let cells: Vec<u8> = (0..81).map(|cell| cell % 10).collect();
        assert_eq!(PackedCells::new(&cells).cells().take(81).collect::<Vec<_>>(), cells);
    }
}
