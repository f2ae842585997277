//! Keeps the first record of each class, or counts the records of each.

use super::{ChunkClasses, ClassOutput, ClassSink, Dedup, Duplicate, places::LineNumbers};
use quadrille_core::error::Error;
use quadrille_tasks::classes::{Key, KeyTable, NO_CLASS};
use std::collections::BTreeMap;

/// The classes of a run so far.
pub(in crate::batch) struct FirstOfEach {
    settings: Dedup,
    /// The number of each class: the line of its first record, if duplicates are reported; the records, if they are
    /// counted.
    table: KeyTable,
    lines: LineNumbers,
    dropped: Vec<bool>,
}

impl FirstOfEach {
    pub fn new(settings: Dedup) -> FirstOfEach {
        FirstOfEach {
            settings,
            table: KeyTable::default(),
            lines: LineNumbers::default(),
            dropped: Vec::new(),
        }
    }

    /// How many classes there are of each number of records.
    pub fn sizes(&self) -> BTreeMap<u64, u64> {
        let mut sizes = BTreeMap::new();
        self.table.add_counts(&mut sizes);
        sizes
    }
}

impl ClassSink for FirstOfEach {
    fn output(&self) -> ClassOutput {
        self.settings.output()
    }

    fn count(&self) -> u64 {
        self.table.count_keys()
    }

    fn take(
        &mut self,
        chunk: &ChunkClasses<'_>,
        report: &mut dyn FnMut(Duplicate),
    ) -> Result<&[bool], Error> {
        let FirstOfEach { settings, table, lines, dropped } = self;
        dropped.clear();
        let class = |key: &Key| Some(*key).filter(|key| *key != NO_CLASS);
        let keys = chunk.keys.iter().map(class);
        match settings {
            Dedup { count: true, .. } => {
                dropped.extend(keys.map(|key| key.is_some_and(|key| table.count(key) > 1)));
            }
            Dedup { report: false, .. } => {
                dropped.extend(keys.map(|key| key.is_some_and(|key| table.insert(key, 1).is_some())));
            }
            Dedup { report: true, .. } => {
                let before = lines.before_chunk(chunk.input, chunk.first_line, chunk.lines);
                dropped.extend(keys.zip(chunk.record_lines).map(|(key, &line)| {
                    let number = before + u64::from(line) + 1;
                    let first = key.and_then(|key| table.insert(key, number));
                    if let Some(first) = first {
                        report(Duplicate { record: lines.place(number), first: lines.place(first) });
                    }
                    first.is_some()
                }));
            }
        }
        Ok(dropped)
    }
}
