//! The difficulty of 9×9 puzzles.
//!
//! [`GuessCounter`] counts the guesses of one well-known solver, which is the usual rating in data sets of hard
//! puzzles. [`MorphRater`] takes a mean over morphs of the puzzle, which hardly depends on how it is written. The
//! rating by logic is in [`logic`](quadrille_techniques::logic). [`Method::SudokuExplainer`] and
//! [`Method::Hodoku`] give the ratings of these programs; `tasks::Rate` computes them. [`Method`] names all methods, and [`BUCKETS`] are the usual groups of the first two.

mod buckets;
mod guesses;
mod method;
mod morphs;
mod step_criteria;

pub use buckets::{BUCKETS, Bucket, EXPLAINER_GROUPS, bucket, explainer_group, rank};
pub use guesses::{GuessCounter, Guesses};
pub use method::Method;
pub use morphs::MorphRater;
#[doc(hidden)]
pub use morphs::rounded;
pub use step_criteria::{FirstSteps, StepCriteria};
