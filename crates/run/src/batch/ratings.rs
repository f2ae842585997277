//! Which ratings a run writes.

use quadrille_puzzles::rating::Method;
use quadrille_tasks::Rate;

/// The ratings that [`Task::Rate`](super::Task::Rate) writes, and which records it keeps.
///
/// ```
/// use quadrille::{Batch, Input, Ratings, Task, rating::Method};
///
/// let text = "id,puzzle\n7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let mut rated = Vec::new();
/// let batch = Batch::new(Task::Rate).ratings(Ratings::by(Method::Guesses).column("difficulty"));
/// batch.run(vec![Input::reader("puzzles", text.as_bytes())], &mut rated, &mut ())?;
/// let rows: Vec<_> = std::str::from_utf8(&rated).unwrap().lines().collect();
/// assert_eq!(rows[0], "id,puzzle,difficulty");
/// assert!(rows[1].ends_with("79,0"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    pub(super) method: Method,
    pub(super) limit: u64,
    pub(super) seed: u64,
    pub(super) column: String,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
    /// Whether nothing is written.
    pub(super) only_counts: bool,
    /// Whether each puzzle is rated by guesses and by morphs, whatever the method.
    pub(super) pairs: bool,
}

impl Default for Ratings {
    fn default() -> Ratings {
        Ratings::by(Method::default())
    }
}

impl Ratings {
    /// The name of the column or member that ratings are written to, if no other is set.
    pub const COLUMN: &str = "rating";
    /// The name of the column or member with the steps of a rating by [logic](Method::Logic).
    pub const STEPS_COLUMN: &str = "steps";

    /// Ratings by this method: guesses with a limit of 1, morphs of seed 0.
    pub fn by(method: Method) -> Ratings {
        Ratings {
            method,
            limit: 1,
            seed: 0,
            column: Self::COLUMN.into(),
            least: None,
            most: None,
            only_counts: false,
            pairs: false,
        }
    }

    /// Counts the guesses of searches that end at this many solutions; 0 means 1. Ignored by other methods.
    pub fn limit(self, limit: u64) -> Ratings {
        Ratings { limit: limit.max(1), ..self }
    }

    /// Sets the seed of the morphs; see [`MorphRater`](quadrille_puzzles::rating::MorphRater). Ignored by other methods.
    pub fn seed(self, seed: u64) -> Ratings {
        Ratings { seed, ..self }
    }

    /// Sets the name of the column or member that ratings are written to. One of this name that a record has is replaced.
    ///
    /// A run fails if the name cannot stand in a header, or usually is that of the puzzles.
    pub fn column(self, name: impl Into<String>) -> Ratings {
        Ratings { column: name.into(), ..self }
    }

    /// Writes only the records with at least this rating, as they stand in the input: a filter. A header is kept. For the numbers of
    /// levels see [`Method::parse_rating`]; a rating by morphs is rounded to three digits after the point before it is
    /// compared.
    ///
    /// An input that announces the number of its records cannot be filtered, nor can the records be written in another format.
    pub fn at_least(self, rating: f64) -> Ratings {
        Ratings { least: Some(rating), ..self }
    }

    /// Writes only the records with at most this rating, as [`at_least`](Self::at_least) does.
    pub fn at_most(self, rating: f64) -> Ratings {
        Ratings { most: Some(rating), ..self }
    }

    /// Writes nothing: [`Summary::ratings`](crate::batch::Summary::ratings) has the counts.
    pub fn only_counts(self) -> Ratings {
        Ratings { only_counts: true, ..self }
    }

    /// Also rates each puzzle by guesses and by morphs, whatever the method, for the counts in
    /// [`Summary::ratings`](crate::batch::Summary::ratings).
    pub fn pairs(self) -> Ratings {
        Ratings { pairs: true, ..self }
    }

    /// Whether records are written as they are, if their rating is one of those that are kept.
    pub(super) fn is_filter(&self) -> bool {
        self.least.is_some() || self.most.is_some()
    }

    /// The task. By logic, each search ends at a number of solutions.
    pub(super) fn task(&self, solutions: u64) -> Rate {
        Rate::new(self.method, self.column.clone())
            .limit(self.limit)
            .solutions(solutions)
            .seed(self.seed)
            .pairs(self.pairs)
            .keep(self.least, self.most)
    }

    /// Whether nothing is written.
    pub(super) fn is_unwritten(&self) -> bool {
        self.only_counts
    }

    /// Whether the counts are wanted, which a run that is resumed does not have.
    pub(super) fn counts(&self) -> bool {
        self.only_counts || self.pairs
    }
}
