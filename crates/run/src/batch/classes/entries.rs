//! Keys with their records, in the order of the records, more than fit into memory.

use crate::io::ScratchFile;
use quadrille_base::error::Error;
use quadrille_tasks::classes::Key;

/// The key of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub key: Key,
    /// The number of the record, from 0.
    pub record: u64,
    /// The number of its line, if lines are wanted.
    pub line: u64,
}

/// The bytes of an entry.
pub(super) const ENTRY: usize = 32;

/// Entries whose last bytes are in memory; the others are in blocks of a file, which may hold entries of other lists as well.
#[derive(Default)]
pub(super) struct Entries {
    blocks: Vec<u64>,
    /// The length of each block.
    size: usize,
    tail: Vec<u8>,
}

impl Entries {
    /// With blocks of about this many bytes.
    pub fn new(block: usize) -> Entries {
        Entries { blocks: Vec::new(), size: (block / ENTRY).max(1) * ENTRY, tail: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.tail.is_empty()
    }

    pub fn push(&mut self, entry: &Entry, file: &mut ScratchFile) -> Result<(), Error> {
        if self.tail.capacity() == 0 {
            // Not more than a block: doubling would take up to twice as much.
            self.tail.reserve_exact(self.size);
        }
        self.tail.extend_from_slice(&entry.key.to_le_bytes());
        self.tail.extend_from_slice(&entry.record.to_le_bytes());
        self.tail.extend_from_slice(&entry.line.to_le_bytes());
        if self.tail.len() >= self.size {
            self.blocks.push(file.append(&self.tail)?);
            self.tail.clear();
        }
        Ok(())
    }

    /// Calls a function with each entry, in order.
    pub fn each(
        self,
        file: &mut ScratchFile,
        mut call: impl FnMut(Entry) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut block = vec![0; if self.blocks.is_empty() { 0 } else { self.size }];
        for &place in &self.blocks {
            file.read_at(place, &mut block)?;
            entries(&block).try_for_each(&mut call)?;
        }
        entries(&self.tail).try_for_each(call)
    }
}

fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry> {
    bytes.as_chunks::<ENTRY>().0.iter().map(|bytes| {
        let (key, numbers) = bytes.split_first_chunk().expect("an entry begins with a key");
        let [record, line] = [0, 8]
            .map(|at| u64::from_le_bytes(*numbers[at..].first_chunk().expect("two numbers follow the key")));
        Entry { key: Key::from_le_bytes(*key), record, line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_in_order_from_a_file_that_lists_share() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = ScratchFile::new(folder.path());
        let mut lists = [Entries::new(100), Entries::new(0), Entries::new(1 << 20)];
        let entry = |n: u64| Entry { key: Key::from(n) << 70 | 5, record: n, line: u64::MAX - n };
        for n in 0..100 {
            lists[n as usize % 3].push(&entry(n), &mut file).unwrap();
        }
        assert_eq!(file.len(), (33 + 33) * ENTRY as u64);
        for (which, list) in (0u64..).zip(lists) {
            let mut found = Vec::new();
            list.each(&mut file, |entry| {
                found.push(entry);
                Ok(())
            })
            .unwrap();
            assert_eq!(found, (which..100).step_by(3).map(entry).collect::<Vec<_>>());
        }
    }
}
