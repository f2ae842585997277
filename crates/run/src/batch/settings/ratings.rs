//! The settings of ratings, and which records a run keeps.

use super::{Batch, ExpectedAnswers, Task};
use crate::{batch::Ratings, format::is_puzzle_name};
use quadrille_core::error::{Error, ErrorKind};
use quadrille_puzzles::rating::Method;
use quadrille_tasks::Status;

impl Batch {
    /// Sets the ratings that [`Task::Rate`] writes: by default by guesses. Ignored by other tasks.
    pub fn ratings(mut self, ratings: Ratings) -> Batch {
        self.ratings = ratings;
        self
    }

    /// Whether some of the records are written as they are, and nothing else.
    pub(in crate::batch) fn is_filter(&self) -> bool {
        let by_rating = self.task == Task::Rate && self.ratings.is_filter() && !self.ratings.is_unwritten();
        self.only.is_some() || self.copies_records() || by_rating
    }

    /// Whether records are only counted.
    pub(in crate::batch) fn only_counts(&self) -> bool {
        let ratings = self.task == Task::Rate && self.ratings.is_unwritten();
        ratings || self.classes.is_some_and(|classes| classes.count)
    }

    /// The result of the records that are kept, if some are selected.
    pub(in crate::batch) fn kept_result(&self) -> Option<Status> {
        let by_rating = self.task == Task::Rate && self.ratings.is_filter();
        self.only.map(Status::from).or(by_rating.then_some(Status::Rated))
    }

    /// Refuses what makes no sense with ratings.
    pub(in crate::batch) fn check_ratings(&self) -> Result<(), Error> {
        if self.task != Task::Rate {
            return Ok(());
        }
        let refused = |what: String| Err(Error::new(ErrorKind::Config, what));
        if self.only.is_some() || self.all || self.expected == ExpectedAnswers::Check {
            return refused(
                "ratings are no outcomes, solutions or mismatches, which could be written".into(),
            );
        }
        let name = &*self.ratings.column;
        let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | ',' | ';');
        if name.trim().is_empty() || name.trim() != name || !name.chars().all(is_plain) {
            return refused(format!(
                "{name:?} cannot be the name of a column: it is empty, begins or ends with a blank, or has a \
                 quote, a backslash, a comma, a semicolon or a control character"
            ));
        }
        if is_puzzle_name(name) {
            return refused(format!(
                "ratings cannot be written to a column {name}: that is a name of the puzzles"
            ));
        }
        let has_steps = self.ratings.method == Method::Logic;
        if has_steps && name.eq_ignore_ascii_case(Ratings::STEPS_COLUMN) {
            return refused(format!("ratings cannot be written to a column {name}: steps are written there"));
        }
        Ok(())
    }
}
