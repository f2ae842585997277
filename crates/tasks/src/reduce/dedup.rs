//! Keeps the first record of each class, or counts the records of each.

use super::{Duplicate, Facts, LineNumbers, Reduce, Reduced, Selection};
use crate::{
    Keys, Needs, Tally, Task, TaskWorker, WorkerContext, Written,
    classes::{EqualBy, Key, KeyTable, NO_CLASS},
};
use quadrille_base::error::Error;
use std::collections::BTreeMap;

/// The least memory that a run over classes can be limited to.
pub const LEAST_CLASS_MEMORY: u64 = 1 << 20;

/// Writes the first record of each class unchanged, and drops the others. A header is kept, and so are
/// malformed records, which are not in any class. The [`Tally`] has the number of classes and of dropped records.
///
/// Memory grows with the number of classes, by about 33 bytes each: the table has at most 30, and the
/// allocator keeps a little. Classes are compared by hashes of 128 bits:
/// two of n classes have the same hash with a probability of less than n² / 2¹²⁹, 1.5 × 10⁻²³ for n = 10⁸.
///
/// A board larger than 9×9 is malformed, unless records are compared [by text](EqualBy::Text). Such a run can be neither sharded
/// nor resumed, the records are not written in another format, and an input that announces their number is refused.
///
/// ```
/// use quadrille::{Batch, Input, batch::Dedup, tasks::EqualBy};
///
/// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,2...4..3..1.1..2\n3,1..............1\n".as_bytes();
/// let mut first = Vec::new();
/// let batch = Batch::new(Dedup::equal_by(EqualBy::Puzzle).report(true));
/// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut first, &mut ())?;
/// assert_eq!(first, b"id,puzzle\n1,1...3..2..4.4..1\n3,1..............1\n");
/// assert_eq!((summary.tally.classes, summary.tally.duplicates), (2, 1));
///
/// // One class has two records, one has one. Nothing is written, and the keys take at most a MiB of memory.
/// let dedup = Dedup::equal_by(EqualBy::Puzzle).only_counts(true).memory(1 << 20);
/// assert_eq!((dedup.counts(), dedup.memory_limit(), dedup.needs_lines()), (true, Some(1 << 20), false));
/// let batch = Batch::new(dedup);
/// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut Vec::new(), &mut ())?;
/// assert_eq!(summary.class_sizes, [(1, 1), (2, 1)].into());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dedup {
    by: EqualBy,
    /// Whether the records that are dropped are reported.
    report: bool,
    /// Whether the classes are only counted.
    count: bool,
    /// The memory for the classes, in bytes, if it is limited.
    memory: Option<u64>,
}

impl Dedup {
    /// Compares records by this.
    pub fn equal_by(by: EqualBy) -> Dedup {
        Dedup { by, report: false, count: false, memory: None }
    }

    /// Whether each record that is dropped is reported to the `Observer`, by
    /// `duplicate`.
    pub fn report(self, report: bool) -> Dedup {
        Dedup { report, ..self }
    }

    /// Whether nothing is written: `Summary::class_sizes` tells how many classes there are of
    /// each number of records. Nothing is reported.
    pub fn only_counts(self, count: bool) -> Dedup {
        Dedup { count, ..self }
    }

    /// Limits the memory for the classes to about this many bytes; less than
    /// [`LEAST_CLASS_MEMORY`] means that. Memory for threads and inputs comes on top.
    ///
    /// The inputs are then read twice: the first pass writes the keys of the records to temporary files without a name,
    /// 32 bytes a record and 16 a duplicate, and the second writes the records. The files are in the folder of the
    /// output or, if it is not a file, in the system's folder for temporary files. An input that is not a regular file is
    /// refused, unless the classes are only [counted](Self::only_counts). If the first pass fails, nothing is written.
    ///
    /// The observer gets the events of the inputs, the malformed records and the progress from the first pass, and the
    /// duplicates from the second.
    pub fn memory(self, bytes: u64) -> Dedup {
        Dedup { memory: Some(bytes.max(LEAST_CLASS_MEMORY)), ..self }
    }

    /// The task that finds the classes.
    fn keys(&self) -> Keys {
        let is_double = self.count && self.report;
        let conflict = "duplicates are not reported one by one while classes are counted";
        Keys::of_classes(self.by).needing(|needs| Needs {
            written: if self.count { Written::Nothing } else { Written::Records(None) },
            lines: self.needs_lines(),
            conflict: is_double.then_some(conflict),
            ..needs
        })
    }

    /// The limit of the memory for the classes, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    /// Whether the classes are only counted.
    pub fn counts(&self) -> bool {
        self.count
    }

    /// Whether the lines of the records are needed.
    pub fn needs_lines(&self) -> bool {
        self.report && !self.count
    }
}

impl Task for Dedup {
    fn needs(&self) -> Needs {
        self.keys().needs()
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        self.keys().worker(context)
    }

    fn reducer(&self) -> Option<Box<dyn Reduce>> {
        Some(Box::new(FirstOfEach::new(*self)))
    }
}

/// The classes of a run so far.
pub struct FirstOfEach {
    settings: Dedup,
    /// The number of each class: the line of its first record, if duplicates are reported; the records, if they are
    /// counted.
    table: KeyTable,
    lines: LineNumbers,
    dropped: Vec<bool>,
}

impl FirstOfEach {
    /// A reducer for the keys of classes.
    pub fn new(settings: Dedup) -> FirstOfEach {
        FirstOfEach {
            settings,
            table: KeyTable::default(),
            lines: LineNumbers::default(),
            dropped: Vec::new(),
        }
    }
}

impl Reduce for FirstOfEach {
    fn needs_lines(&self) -> bool {
        self.settings.needs_lines()
    }

    fn take(
        &mut self,
        facts: &Facts<'_>,
        tally: &mut Tally,
        report: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        let FirstOfEach { settings, table, lines, dropped } = self;
        dropped.clear();
        let before = table.count_keys();
        let class = |key: &Key| Some(*key).filter(|key| *key != NO_CLASS);
        let keys = facts.keys.iter().map(class);
        match settings {
            Dedup { count: true, .. } => {
                dropped.extend(keys.map(|key| key.is_some_and(|key| table.count(key) > 1)));
            }
            Dedup { report: false, .. } => {
                dropped.extend(keys.map(|key| key.is_some_and(|key| table.insert(key, 1).is_some())));
            }
            Dedup { report: true, .. } => {
                let line = lines.of_records(facts);
                dropped.extend(keys.enumerate().map(|(index, key)| {
                    let number = line(index);
                    let first = key.and_then(|key| table.insert(key, number));
                    if let Some(first) = first {
                        report(Duplicate { record: lines.place(number), first: lines.place(first) });
                    }
                    first.is_some()
                }));
            }
        }
        tally.duplicates += dropped.iter().filter(|dropped| **dropped).count() as u64;
        tally.classes += table.count_keys() - before;
        Ok(Selection::Without(dropped))
    }

    fn finish(&mut self) -> Reduced {
        let mut class_sizes = BTreeMap::new();
        if self.settings.count {
            self.table.add_counts(&mut class_sizes);
        }
        Reduced { class_sizes, ..Reduced::default() }
    }
}
