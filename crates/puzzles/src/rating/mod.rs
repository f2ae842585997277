//! The difficulty of 9×9 puzzles: the module `rating` of the library, and what only its crates need.

mod buckets;
mod guesses;
mod method;
mod morphs;
mod step_criteria;

pub use buckets::{BUCKETS, Bucket, EXPLAINER_GROUPS, bucket, explainer_group, rank};
pub use guesses::{GuessCounter, Guesses};
pub use method::Method;
pub use morphs::{MorphRater, rounded};
pub use step_criteria::{FirstSteps, StepCriteria, step_options};
