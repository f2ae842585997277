//! Ratings of difficulty.

mod method;
mod morphs;

pub use method::{Method, UnknownMethod};
pub use morphs::MorphRater;
