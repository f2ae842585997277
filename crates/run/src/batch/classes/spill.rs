//! Finds the classes of records with bounded memory: the keys go to a temporary file, divided by their last bits, and one
//! part after the other is looked up in a table.
//!
//! A part that has more classes than the table may have is looked up several times, each time without the records of the
//! classes that are known. So the memory does not depend on how many records a class has.

use super::{
    ChunkClasses, ClassOutput, ClassSink, Dedup, Duplicate,
    entries::{ENTRY, Entries, Entry},
    marks::{Mark, MarkWriter, Marks},
    places::LineNumbers,
};
use crate::io::ScratchFile;
use quadrille_core::error::Error;
use quadrille_tasks::classes::{KeyTable, NO_CLASS};
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
    none: Vec<bool>,
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
            none: Vec::new(),
        }
    }

    /// Finds the classes among all records.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    pub fn finish(self, folder: &Path) -> Result<FoundClasses, Error> {
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
        if self.settings.count {
            table.add_counts(&mut self.sizes);
        }
        self.marks.end_run()?;
        Ok(rest)
    }

    /// Adds a record to its class, which has this number in the table.
    fn add(&mut self, table: &mut KeyTable, known: Option<u64>, entry: &Entry) -> Result<(), Error> {
        match known {
            _ if self.settings.count => {
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

impl ClassSink for KeySpill {
    fn output(&self) -> ClassOutput {
        self.settings.output()
    }

    fn count(&self) -> u64 {
        // Known at the end.
        0
    }

    fn take(&mut self, chunk: &ChunkClasses<'_>, _: &mut dyn FnMut(Duplicate)) -> Result<&[bool], Error> {
        let KeySpill { settings, file, parts, lines, records, none, .. } = self;
        let has_lines = settings.output().lines;
        let before =
            if has_lines { lines.before_chunk(chunk.input, chunk.first_line, chunk.lines) } else { 0 };
        let count = parts.len() as u64;
        for (index, (&key, record)) in chunk.keys.iter().zip(*records..).enumerate() {
            if key == NO_CLASS {
                continue;
            }
            let line = if has_lines { before + u64::from(chunk.record_lines[index]) + 1 } else { 0 };
            // Not the bits that choose the part and the place in the table.
            let part = (u64::from(key as u32) * count) >> 32;
            parts[part as usize].push(&Entry { key, record, line }, file)?;
        }
        *records += chunk.keys.len() as u64;
        none.clear();
        none.resize(chunk.keys.len(), false);
        Ok(none)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{EqualBy, MarkedRecords, Pass},
        *,
    };
    use crate::batch::classes::FirstOfEach;

    const CHUNK: usize = 777;

    /// Passes keys to a sink, each on a line of its own: which records are dropped, and what is reported.
    fn pass_to(sink: &mut dyn ClassSink, keys: &[u128]) -> (Vec<bool>, Vec<Duplicate>) {
        let (mut dropped, mut reported, lines) = (Vec::new(), Vec::new(), Vec::from_iter(0..CHUNK as u32));
        for (number, keys) in (0..).zip(keys.chunks(CHUNK)) {
            let (records, lines) = (keys.len(), &lines[..keys.len()]);
            let first_line = number * CHUNK as u64 + 1;
            let chunk = ChunkClasses {
                records,
                keys,
                record_lines: lines,
                input: 0,
                first_line,
                lines: records as u64,
            };
            dropped.extend(sink.take(&chunk, &mut |duplicate| reported.push(duplicate)).unwrap());
        }
        (dropped, reported)
    }

    fn settings(pass: Pass, count: bool) -> Dedup {
        Dedup { by: EqualBy::Text, report: !count, count, memory: None, pass }
    }

    /// The smallest limits leave room for a few classes only, so that each part is looked up many times.
    #[test]
    fn spilled_keys_are_found_as_in_memory() {
        let mix =
            |n: u64| u128::from(n % 1999 * (n % 3)).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        let keys: Vec<u128> = (0..20_000).map(mix).collect();
        assert!(keys.contains(&NO_CLASS));
        let (mut in_memory, mut counted) =
            (FirstOfEach::new(settings(Pass::Only, false)), FirstOfEach::new(settings(Pass::Only, true)));
        let expected = pass_to(&mut in_memory, &keys);
        pass_to(&mut counted, &keys);
        let folder = tempfile::tempdir().unwrap();
        for memory in [9_000, 70_000, 1 << 20, 1 << 30] {
            let find = |count| {
                let mut spill = KeySpill::new(settings(Pass::First, count), memory, folder.path());
                assert!(!pass_to(&mut spill, &keys).0.contains(&true));
                spill.finish(folder.path()).unwrap()
            };
            assert_eq!(find(true).sizes, counted.sizes(), "{memory}");
            let found = find(false);
            assert_eq!(found.classes, in_memory.count(), "{memory}");
            assert_eq!(found.records, keys.iter().filter(|key| **key != NO_CLASS).count() as u64);
            assert!(found.temporary_bytes > 0 && (found.temporary_bytes < 20_000 * 16 || memory < 1 << 20));
            let mut marked = MarkedRecords::new(settings(Pass::Second, false), found.marks);
            assert!(pass_to(&mut marked, &keys) == expected, "{memory}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
