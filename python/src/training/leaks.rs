//! Finds the test rows that are equivalent to training rows.

use super::{
    check::{CELLS, Record},
    npy::{Element, HEADER},
};
use quadrille::{Puzzle, symmetry::canonical};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Which rows are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquivalentBy {
    /// Those whose puzzles are morphs of each other.
    Puzzle,
    /// Those whose solutions are.
    Solution,
}

/// The classes of the test rows. Their puzzles are read again from the array that was written, where classes are equal.
pub struct TestKeys {
    by: EquivalentBy,
    /// Sorted by class.
    entries: Vec<Entry>,
    puzzles: Mutex<File>,
    element: Element,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    class: u128,
    /// The number of the row in its file.
    number: u64,
    /// The number of the row in the array.
    index: u64,
}

impl Entry {
    /// The entry of the record that has this place in the array.
    pub fn new(record: &Record, index: u64) -> Entry {
        Entry { class: record.class, number: record.number, index }
    }
}

impl TestKeys {
    /// The keys of these rows, whose array `inputs` is complete.
    pub fn new(
        by: EquivalentBy,
        mut entries: Vec<Entry>,
        inputs: &Path,
        element: Element,
    ) -> io::Result<TestKeys> {
        entries.sort_unstable();
        Ok(TestKeys { by, entries, puzzles: Mutex::new(File::open(inputs)?), element })
    }

    /// The number of the first test row that is equivalent to a record.
    pub fn equivalent(&self, record: &Record) -> io::Result<Option<u64>> {
        let first = self.entries.partition_point(|entry| entry.class < record.class);
        let same = self.entries[first..].iter().take_while(|entry| entry.class == record.class);
        let mut form = None;
        for entry in same {
            let is_equivalent = self.by == EquivalentBy::Solution || {
                let form = form.get_or_insert_with(|| canonical_form(record.givens));
                canonical_form(self.puzzle(entry.index)?) == *form
            };
            if is_equivalent {
                return Ok(Some(entry.number));
            }
        }
        Ok(None)
    }

    /// The givens in a row of the array, whose elements are 1 more.
    fn puzzle(&self, index: u64) -> io::Result<[u8; CELLS]> {
        let size = self.element.size();
        let mut row = vec![0; CELLS * size];
        let mut file = self.puzzles.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(HEADER + index * row.len() as u64))?;
        file.read_exact(&mut row)?;
        Ok(std::array::from_fn(|cell| row[cell * size].saturating_sub(1)))
    }
}

fn canonical_form(givens: [u8; CELLS]) -> Option<Puzzle> {
    Some(canonical(&Puzzle::new(givens).ok()?).ok()?.form)
}
