//! The settings of runs that compare records with each other.

use super::Batch;
use crate::batch::{
    Task,
    classes::{ClassSettings, Pass},
};
use quadrille_core::error::{Error, ErrorKind};
use quadrille_tasks::classes::ClassBy;

/// The least memory that a run over classes can be limited to.
pub const LEAST_CLASS_MEMORY: u64 = 1 << 20;

impl Batch {
    /// Writes the first record of each class as it stands in the input, and drops the others. A header is kept, and so are
    /// malformed records, which are in no class. The [`Tally`](quadrille_tasks::Tally) has the number of classes and of dropped records.
    ///
    /// Memory grows with the number of classes, by about 33 bytes each: the table has at most 30, and the
    /// allocator keeps a little. Classes are compared by hashes of 128 bits: that
    /// two of n classes have the same has a probability of less than n² / 2¹²⁹, 1.5 × 10⁻²³ for n = 10⁸.
    ///
    /// A board larger than 9×9 is malformed, unless records are compared [by text](ClassBy::Text). Such a run can be neither sharded
    /// nor resumed, the records are not written in another format, and an input that announces their number is refused.
    ///
    /// ```
    /// use quadrille::{Batch, ClassBy, Input, Task};
    ///
    /// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,2...4..3..1.1..2\n3,1..............1\n".as_bytes();
    /// let mut first = Vec::new();
    /// let batch = Batch::new(Task::Check).first_of_each(ClassBy::Puzzle);
    /// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut first, &mut ())?;
    /// assert_eq!(first, b"id,puzzle\n1,1...3..2..4.4..1\n3,1..............1\n");
    /// assert_eq!((summary.tally.classes, summary.tally.duplicates), (2, 1));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn first_of_each(mut self, by: ClassBy) -> Batch {
        self.classes =
            Some(ClassSettings { by, report: false, count: false, memory: None, pass: Pass::Only });
        self
    }

    /// Reports each record that [`first_of_each`](Self::first_of_each) drops to [`Observer::duplicate`](crate::batch::Observer::duplicate).
    pub fn report_duplicates(mut self) -> Batch {
        self.classes.iter_mut().for_each(|classes| classes.report = true);
        self
    }

    /// Makes [`first_of_each`](Self::first_of_each) write nothing: [`Summary::class_sizes`](crate::batch::Summary::class_sizes) tells how many classes
    /// there are of each number of records. Nothing is reported.
    pub fn count_classes(mut self) -> Batch {
        self.classes.iter_mut().for_each(|classes| (classes.count, classes.report) = (true, false));
        self
    }

    /// Limits the memory that [`first_of_each`](Self::first_of_each) takes for the classes to about this many bytes; less than
    /// [`LEAST_CLASS_MEMORY`] means that. Memory for threads and inputs comes on top.
    ///
    /// The inputs are then read twice: the first pass writes the keys of the records to temporary files without a name,
    /// 32 bytes a record and 16 a duplicate, and the second writes the records. The files are in the folder of the
    /// output or, if it is no file, in that of the system for temporary files. An input that is not a regular file is
    /// refused, unless the classes are only [counted](Self::count_classes). If the first pass fails, nothing is written.
    ///
    /// The observer gets the events of the inputs, the malformed records and the progress from the first pass, and the
    /// duplicates from the second.
    pub fn class_memory(mut self, bytes: u64) -> Batch {
        self.classes.iter_mut().for_each(|classes| classes.memory = Some(bytes.max(LEAST_CLASS_MEMORY)));
        self
    }

    /// The settings of a search for leaks.
    pub(in crate::batch) fn leak_classes(mut self, by: ClassBy) -> Batch {
        self.classes = Some(ClassSettings { by, report: true, count: true, memory: None, pass: Pass::Only });
        self
    }

    /// Refuses what a run over classes cannot do.
    pub(super) fn check_classes(&self) -> Result<(), Error> {
        if self.classes.is_none() {
            return Ok(());
        }
        let refused = |what: &str| Err(Error::new(ErrorKind::Config, what));
        if self.shard.is_some() {
            return refused(
                "a run that compares records cannot be sharded: those that are equal may be in several shards",
            );
        }
        if self.task != Task::Check || self.limits.solutions != 2 {
            return refused("records are compared by a check for one solution, with a limit of 2");
        }
        if !self.variants.is_plain() {
            return refused("records are compared by the symmetries of standard sudoku, without variants");
        }
        if self.has_answers() {
            return refused(
                "a run that compares records writes no answers: nothing can be selected, checked or added",
            );
        }
        Ok(())
    }
}
