//! Which records of some inputs are in the classes of others.

use super::{Duplicate, Facts, LineNumbers, Reduce, Selection};
use crate::{
    Keys, Needs, Tally, Task, TaskWorker, WorkerContext, Written,
    classes::{EqualBy, Key, KeyTable, NO_CLASS},
};
use quadrille_base::error::Error;

/// A search for records of a test set that others have too, by `Batch::find_leaks`.
///
/// ```
/// use quadrille::{Batch, Input, batch::Leak, tasks::EqualBy};
///
/// let tests = "1...3..2..4.4..1\n..1..2..4..3.1..\n".as_bytes();
/// let training = "1..............2\n2...4..3..1.1..2\n".as_bytes();
/// let leaks = Batch::new(Leak::equal_by(EqualBy::Puzzle)).find_leaks(
///     vec![Input::reader("tests", tests)],
///     vec![Input::reader("training", training)],
///     &mut (),
/// )?;
/// assert_eq!(leaks.count(), 1);
/// let leak = leaks.records().next().unwrap();
/// // Line 1 of input 0 is a morph of line 2 of input 1.
/// assert_eq!((leak.input, leak.line), (0, 1));
/// assert_eq!(leak.equals().collect::<Vec<_>>(), [(1, 2)]);
/// assert_eq!((leaks.inputs()[0].equal, leaks.summary().tally.records), (1, 4));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leak {
    by: EqualBy,
}

/// The search: the first inputs are the tests, and the others are compared with them.
pub struct LeakSearch {
    tests: usize,
    /// The classes of the tests, numbered from 1.
    table: KeyTable,
    lines: LineNumbers,
    /// The class and line of each test record that is in a class.
    records: Vec<(u64, u64)>,
    /// The class and line of each other record that is in one of these classes, in order.
    matches: Vec<(u64, u64)>,
    inputs: Vec<InputMatches>,
}

/// The test records that are in the same class as other records.
#[derive(Clone, Debug)]
pub struct LeakedRecords {
    lines: LineNumbers,
    records: Vec<(u64, u64)>,
    /// Where each class begins in `matches`, and the end.
    starts: Vec<usize>,
    /// The class and line of each other record that equals a test, by class.
    matches: Vec<(u64, u64)>,
    inputs: Vec<InputMatches>,
}

/// How many records of an input are in a class of the other side; [`Leak`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct InputMatches {
    /// Records, malformed ones included.
    pub records: u64,
    /// Records of a test input that equal one of another input, or the other way round.
    pub equal: u64,
}

/// A test record that is in the same class as records of other inputs; [`Leak`] has an example.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LeakedRecord<'a> {
    /// The number of its input, from 0.
    pub input: usize,
    /// Its line, from 1.
    pub line: u64,
    /// The class and line of each.
    equals: &'a [(u64, u64)],
    lines: &'a LineNumbers,
}

impl Leak {
    /// Compares records by this.
    pub fn equal_by(by: EqualBy) -> Leak {
        Leak { by }
    }
}

impl Task for Leak {
    fn needs(&self) -> Needs {
        Needs { written: Written::Nothing, lines: true, ..Keys::of_classes(self.by).needs() }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Keys::of_classes(self.by).worker(context)
    }
}

impl LeakSearch {
    /// For the first `tests` of this many inputs.
    pub fn new(tests: usize, inputs: usize) -> LeakSearch {
        LeakSearch {
            tests,
            table: KeyTable::default(),
            lines: LineNumbers::default(),
            records: Vec::new(),
            matches: Vec::new(),
            inputs: vec![InputMatches::default(); inputs],
        }
    }

    fn add_test(&mut self, key: Key, line: u64) {
        let next = self.table.count_keys() + 1;
        let class = self.table.insert(key, next).unwrap_or(next);
        self.records.push((class, line));
    }

    /// The leaks that were found.
    pub fn leaks(self) -> LeakedRecords {
        let LeakSearch { table, lines, records, mut matches, mut inputs, .. } = self;
        let classes = table.count_keys() as usize;
        // It is most of the memory, and the rest takes less than what is free without it.
        drop(table);
        // In place: a second list would be half as large as this one.
        matches.sort_unstable();
        let mut starts = vec![0; classes + 2];
        matches.iter().for_each(|(class, _)| starts[*class as usize + 1] += 1);
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        for (class, line) in &records {
            let is_leaked = starts[*class as usize] < starts[*class as usize + 1];
            inputs[lines.place(*line).0].equal += u64::from(is_leaked);
        }
        LeakedRecords { lines, records, starts, matches, inputs }
    }
}

impl Reduce for LeakSearch {
    fn needs_lines(&self) -> bool {
        true
    }

    fn take(
        &mut self,
        facts: &Facts<'_>,
        tally: &mut Tally,
        _: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        let classes = self.table.count_keys();
        let line = self.lines.of_records(facts);
        let mut equal = 0;
        for (index, &key) in facts.keys.iter().enumerate().filter(|(_, key)| **key != NO_CLASS) {
            let line = line(index);
            if facts.input < self.tests {
                self.add_test(key, line);
            } else if let Some(class) = self.table.get(key) {
                self.matches.push((class, line));
                equal += 1;
            }
        }
        self.inputs[facts.input].equal += equal;
        self.inputs[facts.input].records += facts.keys.len() as u64;
        tally.duplicates += equal;
        tally.classes += self.table.count_keys() - classes;
        Ok(Selection::All)
    }
}

impl LeakedRecords {
    /// The counts of each input, the test inputs first.
    pub fn inputs(&self) -> &[InputMatches] {
        &self.inputs
    }

    /// The test records that equal another record, in order.
    pub fn iter(&self) -> impl Iterator<Item = LeakedRecord<'_>> {
        self.records.iter().filter_map(|&(class, line)| {
            let equals = &self.matches[self.starts[class as usize]..self.starts[class as usize + 1]];
            let (input, line) = self.lines.place(line);
            (!equals.is_empty()).then_some(LeakedRecord { input, line, equals, lines: &self.lines })
        })
    }
}

impl<'a> LeakedRecord<'a> {
    /// How many records it equals.
    pub fn count(&self) -> usize {
        self.equals.len()
    }

    /// The records that it equals, in order: the number of the input, from 0, the test inputs first, and the line, from 1.
    pub fn equals(&self) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let lines = self.lines;
        self.equals.iter().map(|(_, line)| lines.place(*line))
    }
}
