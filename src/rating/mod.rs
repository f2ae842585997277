//! Ratings of difficulty.

mod buckets;
mod guesses;
mod method;
mod morphs;

pub use buckets::{BUCKETS, Bucket, LEVELS, NoRating, bucket, rank};
pub use guesses::{GuessCounter, Guesses};
pub use method::{Method, UnknownMethod};
pub use morphs::MorphRater;
