//! Keeps the first record of each class, or counts the records of each.

use super::{ClassSettings, key::{Key, NO_CLASS}, places::LineNumbers, table::KeyTable};
use std::collections::BTreeMap;

/// The classes of a run so far.
pub(in crate::batch) struct FirstOfEach {
    settings: ClassSettings,
    /// The number of each class: the line of its first record, if duplicates are reported; the records, if they are
    /// counted.
    table: KeyTable,
    lines: LineNumbers,
    dropped: Vec<bool>,
}

/// What the sink knows about the records of a chunk.
pub(in crate::batch) struct ChunkClasses<'a> {
    /// The keys of the records.
    pub keys: &'a [Key],
    /// Their lines in the chunk, from 0, if duplicates are reported.
    pub record_lines: &'a [u32],
    pub input: usize,
    /// The line of the input in which the chunk begins, from 1, if duplicates are reported.
    pub first_line: u64,
    /// The lines of the chunk.
    pub lines: u64,
}

/// A record that is not the first of its class, and that one: the number of the input and the line in it, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::batch) struct Duplicate {
    pub record: (usize, u64),
    pub first: (usize, u64),
}

impl FirstOfEach {
    pub fn new(settings: ClassSettings) -> FirstOfEach {
        FirstOfEach { settings, table: KeyTable::new(), lines: LineNumbers::default(), dropped: Vec::new() }
    }

    pub fn settings(&self) -> ClassSettings {
        self.settings
    }

    /// Says of each record of the next chunk whether it is a duplicate.
    pub fn find(&mut self, chunk: &ChunkClasses<'_>, mut report: impl FnMut(Duplicate)) -> &[bool] {
        self.dropped.clear();
        if self.settings.count {
            let table = &mut self.table;
            self.dropped.extend(chunk.keys.iter().map(|&key| key != NO_CLASS && table.count(key) > 1));
            return &self.dropped;
        }
        if !self.settings.report {
            let table = &mut self.table;
            self.dropped.extend(chunk.keys.iter().map(|&key| key != NO_CLASS && table.insert(key, 1).is_some()));
            return &self.dropped;
        }
        let before = self.lines.before_chunk(chunk.input, chunk.first_line, chunk.lines);
        for (&key, &line) in chunk.keys.iter().zip(chunk.record_lines) {
            let number = before + u64::from(line) + 1;
            let first = if key == NO_CLASS { None } else { self.table.insert(key, number) };
            if let Some(first) = first {
                report(Duplicate { record: self.lines.place(number), first: self.lines.place(first) });
            }
            self.dropped.push(first.is_some());
        }
        &self.dropped
    }

    /// How many classes there are.
    pub fn count(&self) -> u64 {
        self.table.len()
    }

    /// How many classes there are of each number of records.
    pub fn sizes(&self) -> BTreeMap<u64, u64> {
        let mut sizes = BTreeMap::new();
        self.table.numbers().for_each(|size| *sizes.entry(size).or_insert(0) += 1);
        sizes
    }
}
