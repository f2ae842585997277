//! Finds the classes of records with bounded memory: the keys go to a temporary file, divided by their last bits, and one
//! part after the other is looked up in a table.
//!
//! A part that has more classes than the table may have is looked up several times, each time without the records of the
//! classes that are known. So the memory does not depend on how many records a class has.

use super::{
    entries::{ENTRY, Entries, Entry},
    marks::{Mark, MarkWriter, Marks},
};
use crate::io::ScratchFile;
use quadrille_base::error::Error;
use quadrille_tasks::{
    Facts, Reduce, Selection, Tally,
    classes::{KeyTable, NO_CLASS},
    reduce::{Dedup, Duplicate, LineNumbers},
};
use std::{collections::BTreeMap, path::Path};

/// Takes the keys of all records.
pub(in crate::batch) struct KeySpill {
    settings: Dedup,
    shares: Shares,
    file: ScratchFile,
    parts: Vec<Entries>,
    lines: LineNumbers,
    /// The records so far.
    records: u64,
}

/// The classes of all records.
pub(in crate::batch) struct FoundClasses {
    pub classes: u64,
    /// Records that are in a class.
    pub records: u64,
    /// How many classes there are of each number of records, if that is wanted.
    pub sizes: BTreeMap<u64, u64>,
    /// The records that are not the first of their class, unless the classes are counted.
    pub marks: Marks,
    /// Bytes that were written to files.
    pub temporary_bytes: u64,
}

/// How the memory is used: half of it for the keys of the parts, a quarter for the table, and the rest for the marks.
/// While the marks are merged, the first half is free again.
#[derive(Clone, Copy)]
struct Shares {
    parts: usize,
    block: usize,
    classes: u64,
    marks: usize,
    merge: usize,
}

impl Shares {
    fn of(memory: u64) -> Shares {
        const MOST_PARTS: usize = 256;
        const LEAST_BLOCK: usize = 4 << 10;
        /// As [`KeyTable`] promises.
        const CLASS: u64 = 32;
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let parts = (memory / 2 / LEAST_BLOCK).clamp(1, MOST_PARTS);
        let block = (memory / 2 / parts).max(ENTRY);
        let classes = (memory as u64 / 4 / CLASS).max(1);
        Shares { parts, block, classes, marks: memory / 8, merge: memory / 2 }
    }
}

impl KeySpill {
    /// Takes about this many bytes of memory, and temporary files in this folder.
    pub fn new(settings: Dedup, memory: u64, folder: &Path) -> KeySpill {
        let shares = Shares::of(memory);
        KeySpill {
            settings,
            shares,
            file: ScratchFile::new(folder),
            parts: (0..shares.parts).map(|_| Entries::new(shares.block)).collect(),
            lines: LineNumbers::default(),
            records: 0,
        }
    }

    /// Finds the classes among all records.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    pub fn find(self, folder: &Path) -> Result<FoundClasses, Error> {
        let KeySpill { settings, shares, mut file, parts, .. } = self;
        let mut search = Search {
            settings,
            shares,
            classes: 0,
            records: 0,
            sizes: BTreeMap::new(),
            marks: MarkWriter::new(ScratchFile::new(folder), shares.marks),
        };
        let mut rest_bytes = 0;
        for part in parts {
            let mut rest_file = ScratchFile::new(folder);
            let mut rest = search.look_up(part, &mut file, &mut rest_file)?;
            while !rest.is_empty() {
                rest_bytes += rest_file.len();
                let mut next_file = ScratchFile::new(folder);
                rest = search.look_up(rest, &mut rest_file, &mut next_file)?;
                rest_file = next_file;
            }
        }
        let Search { classes, records, sizes, marks, .. } = search;
        let temporary_bytes = file.len() + rest_bytes + marks.bytes();
        drop(file);
        Ok(FoundClasses { classes, records, sizes, marks: marks.merge(shares.merge)?, temporary_bytes })
    }
}

/// The second half of the work: looks up one part after the other.
struct Search {
    settings: Dedup,
    shares: Shares,
    classes: u64,
    records: u64,
    sizes: BTreeMap<u64, u64>,
    marks: MarkWriter,
}

impl Search {
    /// Looks up the entries of a part, and returns the entries of classes for which the table has no room.
    fn look_up(
        &mut self,
        part: Entries,
        file: &mut ScratchFile,
        rest_file: &mut ScratchFile,
    ) -> Result<Entries, Error> {
        let (mut table, mut used) = (KeyTable::default(), 0);
        let mut rest = Entries::new(self.shares.block);
        part.each(file, |entry| {
            let known = table.get(entry.key);
            if known.is_none() && used == self.shares.classes {
                return rest.push(&entry, rest_file);
            }
            used += u64::from(known.is_none());
            self.records += 1;
            self.add(&mut table, known, &entry)
        })?;
        self.classes += used;
        if self.settings.counts() {
            table.add_counts(&mut self.sizes);
        }
        self.marks.end_run()?;
        Ok(rest)
    }

    /// Adds a record to its class, which has this number in the table.
    fn add(&mut self, table: &mut KeyTable, known: Option<u64>, entry: &Entry) -> Result<(), Error> {
        match known {
            _ if self.settings.counts() => {
                table.count(entry.key);
            }
            Some(first_line) => return self.marks.push(Mark { record: entry.record, first_line }),
            None => {
                // Without lines any number but 0 will do.
                table.insert(entry.key, entry.line.max(1));
            }
        }
        Ok(())
    }
}

impl Reduce for KeySpill {
    fn needs_lines(&self) -> bool {
        self.settings.needs_lines()
    }

    fn take(
        &mut self,
        facts: &Facts<'_>,
        _: &mut Tally,
        _: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        let KeySpill { file, parts, lines, records, .. } = self;
        let (line, count) = (lines.of_records(facts), parts.len() as u64);
        for (index, (&key, record)) in facts.keys.iter().zip(*records..).enumerate() {
            if key == NO_CLASS {
                continue;
            }
            // Not the bits that choose the part and the place in the table.
            let part = (u64::from(key as u32) * count) >> 32;
            parts[part as usize].push(&Entry { key, record, line: line(index) }, file)?;
        }
        *records += facts.keys.len() as u64;
        Ok(Selection::All)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::MarkedRecords, *};
    use quadrille_tasks::{classes::EqualBy, reduce::FirstOfEach};

    const CHUNK: usize = 777;

    /// Passes keys to a reducer, each on a line of its own: which records are dropped, and what is reported.
    fn pass_to(reducer: &mut dyn Reduce, keys: &[u128]) -> (Vec<bool>, Vec<Duplicate>) {
        let (mut dropped, mut reported, lines) = (Vec::new(), Vec::new(), Vec::from_iter(0..CHUNK as u32));
        for (number, keys) in (0..).zip(keys.chunks(CHUNK)) {
            let (records, record_lines) = (keys.len(), &lines[..keys.len()]);
            let (first_line, lines) = (number * CHUNK as u64 + 1, records as u64);
            let facts = Facts { records, keys, record_lines, input: 0, first_line, lines };
            match reducer.take(&facts, &mut Tally::default(), &mut |found| reported.push(found)).unwrap() {
                Selection::Without(records) => dropped.extend(records),
                _ => dropped.resize(dropped.len() + records, false),
            }
        }
        (dropped, reported)
    }

    fn settings(count: bool) -> Dedup {
        Dedup::equal_by(EqualBy::Text).report(!count).only_counts(count)
    }

    /// The smallest limits leave room for a few classes only, so that each part is looked up many times.
    #[test]
    fn spilled_keys_are_found_as_in_memory() {
        let mix =
            |n: u64| u128::from(n % 1999 * (n % 3)).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        let keys: Vec<u128> = (0..20_000).map(mix).collect();
        assert!(keys.contains(&NO_CLASS));
        let [mut in_memory, mut counted] = [false, true].map(|count| FirstOfEach::new(settings(count)));
        let expected = pass_to(&mut in_memory, &keys);
        pass_to(&mut counted, &keys);
        let sizes = counted.finish().class_sizes;
        let classes = expected.0.iter().zip(&keys).filter(|(dropped, key)| !**dropped && **key != NO_CLASS);
        let classes = classes.count() as u64;
        let folder = tempfile::tempdir().unwrap();
        for memory in [9_000, 70_000, 1 << 20, 1 << 30] {
            let find = |count| {
                let mut spill = KeySpill::new(settings(count), memory, folder.path());
                assert!(!pass_to(&mut spill, &keys).0.contains(&true));
                spill.find(folder.path()).unwrap()
            };
            assert_eq!(find(true).sizes, sizes, "{memory}");
            let found = find(false);
            assert_eq!(found.classes, classes, "{memory}");
            assert_eq!(found.records, keys.iter().filter(|key| **key != NO_CLASS).count() as u64);
            assert!(found.temporary_bytes > 0 && (found.temporary_bytes < 20_000 * 16 || memory < 1 << 20));
            let mut marked = MarkedRecords::new(settings(false), found.marks);
            assert!(pass_to(&mut marked, &keys) == expected, "{memory}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
