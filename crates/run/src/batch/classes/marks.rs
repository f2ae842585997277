//! Which records are not the first of their class, more than fit into memory: sorted runs in a file, which are merged.

use crate::io::ScratchFile;
use quadrille_base::error::Error;
use std::{cmp::Reverse, collections::BinaryHeap};

/// A record that is not the first of its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::batch) struct Mark {
    /// The number of the record, from 0.
    pub record: u64,
    /// The line of the first record of the class, if lines are wanted.
    pub first_line: u64,
}

/// The bytes of a mark.
const MARK: usize = 16;

/// Takes runs of marks, each of which is sorted.
pub(super) struct MarkWriter {
    file: ScratchFile,
    /// The end of the marks of the current run that are not yet in the file.
    pending: Vec<u8>,
    size: usize,
    runs: Vec<Run>,
}

/// The part of a run that was not read yet.
struct Run {
    place: u64,
    end: u64,
    buffer: Vec<u8>,
    /// How much of the buffer was taken.
    taken: usize,
}

/// All marks, in order.
pub(in crate::batch) struct Marks {
    file: ScratchFile,
    runs: Vec<Run>,
    /// The next mark of each run.
    next: BinaryHeap<Reverse<(Mark, usize)>>,
    /// The bytes of a run that are read at a time.
    size: usize,
}

impl MarkWriter {
    /// With about this many bytes of memory.
    pub fn new(file: ScratchFile, memory: usize) -> MarkWriter {
        let size = memory.max(MARK);
        MarkWriter { file, pending: Vec::with_capacity(size), size, runs: Vec::new() }
    }

    /// The bytes in the file.
    pub fn bytes(&self) -> u64 {
        self.file.len()
    }

    /// The next mark of the current run.
    pub fn push(&mut self, mark: Mark) -> Result<(), Error> {
        if self.pending.len() + MARK > self.size {
            self.write()?;
        }
        self.pending.extend_from_slice(&mark.record.to_le_bytes());
        self.pending.extend_from_slice(&mark.first_line.to_le_bytes());
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        self.file.append(&self.pending)?;
        self.pending.clear();
        Ok(())
    }

    /// Ends the current run.
    pub fn end_run(&mut self) -> Result<(), Error> {
        if !self.pending.is_empty() {
            self.write()?;
        }
        let (place, end) = (self.runs.last().map_or(0, |run| run.end), self.file.len());
        if place < end {
            self.runs.push(Run { place, end, buffer: Vec::new(), taken: 0 });
        }
        Ok(())
    }

    /// Merges the runs, with about this many bytes of memory.
    pub fn merge(self, memory: usize) -> Result<Marks, Error> {
        let MarkWriter { file, runs, .. } = self;
        let size = (memory / runs.len().max(1) / MARK).max(1) * MARK;
        let next = BinaryHeap::with_capacity(runs.len());
        let mut marks = Marks { file, runs, next, size };
        (0..marks.runs.len()).try_for_each(|run| marks.advance(run))?;
        Ok(marks)
    }
}

impl Marks {
    /// The next mark, if it is of a record before this one.
    pub fn next_before(&mut self, record: u64) -> Result<Option<Mark>, Error> {
        let Some(&Reverse((mark, run))) = self.next.peek() else { return Ok(None) };
        if mark.record >= record {
            return Ok(None);
        }
        self.next.pop();
        self.advance(run)?;
        Ok(Some(mark))
    }

    /// Takes the next mark of a run.
    fn advance(&mut self, number: usize) -> Result<(), Error> {
        let run = &mut self.runs[number];
        if run.taken == run.buffer.len() {
            let len = (run.end - run.place).min(self.size as u64);
            run.buffer.resize(len as usize, 0);
            run.taken = 0;
            if len == 0 {
                run.buffer = Vec::new();
                return Ok(());
            }
            self.file.read_at(run.place, &mut run.buffer)?;
            run.place += len;
        }
        let [record, first_line] = [0, 8].map(|at| {
            let bytes = run.buffer[run.taken + at..].first_chunk();
            u64::from_le_bytes(*bytes.expect("a buffer holds whole marks"))
        });
        run.taken += MARK;
        self.next.push(Reverse((Mark { record, first_line }, number)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_merged_whatever_the_memory() {
        for memory in [0, 100, 1 << 20] {
            let folder = tempfile::tempdir().unwrap();
            let mut writer = MarkWriter::new(ScratchFile::new(folder.path()), memory);
            let mark = |record| Mark { record, first_line: record / 2 };
            for run in 0..7 {
                let marks = (0..1000).filter(|record| record % 7 == run && run != 3);
                marks.for_each(|record| writer.push(mark(record)).unwrap());
                writer.end_run().unwrap();
            }
            let mut marks = writer.merge(memory).unwrap();
            for record in (0..1000).filter(|record| record % 7 != 3) {
                assert_eq!(marks.next_before(record).unwrap(), None);
                assert_eq!(marks.next_before(record + 1).unwrap(), Some(mark(record)));
            }
            assert_eq!(marks.next_before(u64::MAX).unwrap(), None);
        }
    }
}
