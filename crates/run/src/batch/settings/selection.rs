//! The settings of runs that write some of the records, or each to one of several outputs.

use super::Batch;
use crate::batch::{
    Task,
    classes::ClassOutput,
    selection::{Sample, Selection},
};
use quadrille_core::error::{Error, ErrorKind};

impl Batch {
    /// Writes a random sample of the records as they stand in the input, in its order: every set of as many records is drawn
    /// with the same probability. Nothing is solved. A header is kept. Malformed records are never drawn;
    /// they are reported and counted. [`Summary::selected`](crate::batch::Summary::selected) tells how many records there were to draw from.
    ///
    /// The sample depends on the seed, the number of records to draw and the input alone. It is written at the end of the
    /// run: until then its records are in memory, with about 60 bytes beside the text of each.
    ///
    /// The task must be [`Task::Check`]. Such a run can be neither sharded nor resumed, the records are not written in another
    /// format, and an input that announces their number is refused.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Sample, Task};
    ///
    /// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,2...4..3..1.1..2\n3,1..............1\n".as_bytes();
    /// let mut drawn = Vec::new();
    /// let batch = Batch::new(Task::Check).sample(Sample::of(2).seed(1));
    /// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut drawn, &mut ())?;
    /// let drawn = String::from_utf8(drawn).unwrap();
    /// assert!(drawn.starts_with("id,puzzle\n") && drawn.lines().count() == 3);
    /// assert_eq!((summary.selected[0].found, summary.selected[0].written), (3, 2));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn sample(mut self, sample: Sample) -> Batch {
        self.selection = Some(Selection::Sample(sample));
        self
    }

    /// The settings of a split.
    pub(in crate::batch) fn divided(mut self) -> Batch {
        self.selection = Some(Selection::Split);
        self
    }

    /// What the workers find out about the records, if they write no answers.
    pub(in crate::batch) fn class_output(&self) -> Option<ClassOutput> {
        let selection = self.selection.map(Selection::output);
        self.classes.map(|classes| classes.output()).or(selection)
    }

    /// Whether the records, or some of them, are written as they are, by what they are compared or selected by.
    pub(in crate::batch) fn copies_records(&self) -> bool {
        self.selection.is_some() || self.classes.is_some_and(|classes| !classes.count)
    }

    /// Refuses what a run that selects records cannot do.
    pub(super) fn check_selection(&self) -> Result<(), Error> {
        let Some(selection) = self.selection else { return Ok(()) };
        let refused = |what: &str| Err(Error::new(ErrorKind::Config, what));
        if self.classes.is_some() {
            return refused("records are either compared or selected, not both in one run");
        }
        if self.shard.is_some() && selection != Selection::Split {
            return refused("a sample cannot be drawn in shards: each would have a sample of its own part");
        }
        if self.task != Task::Check || self.limits.solutions != 2 {
            return refused("records are selected by a check for one solution, with a limit of 2");
        }
        if !self.variants.is_plain() {
            return refused("records are selected by the symmetries of standard sudoku, without variants");
        }
        if self.has_answers() {
            return refused("a run that selects records writes no answers: nothing can be checked or added");
        }
        Ok(())
    }

    /// Whether something is set that belongs to answers.
    pub(super) fn has_answers(&self) -> bool {
        self.only.is_some() || self.checks_answers() || self.minimal || self.stats || self.keep
    }
}
