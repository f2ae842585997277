//! Settings that exclude each other.

use super::{Batch, ExpectedAnswers, OutputChoice, Task};
use crate::batch::morphs::MorphSource;
use quadrille_core::{
    error::{Error, ErrorKind},
    grid::Shape,
};

impl Batch {
    /// The answers must replace neither the puzzles nor the answers that are checked.
    pub(in crate::batch) fn check_columns(&self) -> Result<(), Error> {
        let is_written = |column: &&String| {
            self.columns()
                .iter()
                .any(|written| written.is_named() && written.name.eq_ignore_ascii_case(column))
        };
        let refused = |what: String| Err(Error::new(ErrorKind::Config, what));
        if let Some(column) = self.column.as_ref().filter(is_written) {
            return refused(format!("the puzzles cannot be in column {column}: answers are written there"));
        }
        let column = self.solution_column.as_ref().filter(|_| self.checks_answers());
        match (column.filter(is_written), column.filter(|column| self.column.as_ref() == Some(*column))) {
            (Some(column), _) => refused(format!(
                "the answers to check cannot be in column {column}: answers are written there"
            )),
            (_, Some(column)) => {
                refused(format!("puzzles and answers to check cannot both be in column {column}"))
            }
            (None, None) => Ok(()),
        }
    }

    /// Records that are written as they are cannot be converted, and records are numbered over the whole run.
    pub(in crate::batch) fn check_filter(&self) -> Result<(), Error> {
        if self.all && self.shard.is_some() {
            let what = "a run that writes all solutions cannot be sharded: its records are numbered";
            return Err(Error::new(ErrorKind::Config, what));
        }
        if (self.all || self.only.is_some()) && self.checks_answers() {
            let what = "the answers of the records cannot be checked when records are selected or all solutions written";
            return Err(Error::new(ErrorKind::Config, what));
        }
        self.check_classes()?;
        self.check_selection()?;
        match (self.is_filter(), self.output) {
            (true, OutputChoice::Always(format)) => {
                let what =
                    format!("selected records are written as they are, not in the format {}", format.name());
                Err(Error::new(ErrorKind::Config, what))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what makes no sense with morphs.
    pub(in crate::batch) fn check_morphs(&self) -> Result<(), Error> {
        if self.task != Task::Morph {
            return Ok(());
        }
        let refused = |what: &str| Err(Error::new(ErrorKind::Config, what));
        if self.only.is_some() || self.all || self.expected == ExpectedAnswers::Check {
            return refused(
                "morphs are made without a search: there is no outcome, solution or mismatch to write",
            );
        }
        if self.morphs.copies.is_some() && !matches!(self.morphs.source, MorphSource::Random(..)) {
            return refused("several copies of a morph by one transformation would be the same");
        }
        if !self.variants.is_plain() {
            return refused("morphs follow the rules of plain sudoku, not those of variants");
        }
        Ok(())
    }

    /// Refuses variants that fit no board, or not the task.
    pub(in crate::batch) fn check_variants(&self) -> Result<(), Error> {
        let refused = self.search(self.limits.solutions).and_then(|task| task.refuses_variants());
        if let Some(what) = refused.filter(|_| !self.variants.is_plain()) {
            return Err(Error::new(ErrorKind::Config, what));
        }
        match Shape::EACH.map(|shape| self.variants.fit(shape)) {
            fits if fits.iter().any(Result::is_ok) => Ok(()),
            [error, ..] => error.map_err(|e| Error::new(ErrorKind::Config, e.to_string())),
        }
    }
}
