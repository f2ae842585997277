//! Runs: inputs in, answers out in the order of the input, on all cores.
//!
//! The only folder that knows io, format, engine and threads together. [`ordered`](crate::ordered) has the rules of a run;
//! sudoku records (`run`), exact cover problems (`cover`) and random puzzles (`generation`) are its three callers. The
//! last needs neither files nor formats, so it does not need the feature `batch`.

#[cfg(feature = "batch")]
mod checkpoint;
#[cfg(feature = "batch")]
mod classes;
#[cfg(feature = "batch")]
mod cover;
mod generation;
#[cfg(feature = "batch")]
mod input_format;
#[cfg(feature = "batch")]
mod interned;
#[cfg(feature = "batch")]
mod morphs;
#[cfg(feature = "batch")]
mod observer;
#[cfg(feature = "batch")]
mod rating_counts;
#[cfg(feature = "batch")]
mod ratings;
#[cfg(feature = "batch")]
mod resume;
#[cfg(feature = "batch")]
mod run;
#[cfg(feature = "batch")]
mod selection;
#[cfg(feature = "batch")]
mod settings;
#[cfg(feature = "batch")]
mod shard;
#[cfg(feature = "batch")]
mod summary;
#[cfg(all(test, feature = "batch"))]
mod tests;
#[cfg(feature = "batch")]
mod times;
#[cfg(feature = "batch")]
mod worker;
#[cfg(feature = "batch")]
mod writer;

#[cfg(feature = "batch")]
pub use crate::tasks::{Mismatch, MismatchPlace, MismatchReason, Tally};
pub use generation::{Form, Generation, PuzzleSearch, Puzzles, Searched};
#[cfg(feature = "batch")]
pub use {
    classes::{InputMatches, LeakedRecord, Leaks},
    cover::{CoverBatch, CoverCosts, CoverObserver, CoverSummary, CoverTally, CoverTask, DiagramSize},
    morphs::Morphs,
    observer::{MALFORMED_SHOWN, Observer},
    rating_counts::RatingCounts,
    ratings::Ratings,
    resume::Resumable,
    selection::{Sample, Selected, Split, SplitError},
    settings::{Batch, ExpectedAnswers, LEAST_CLASS_MEMORY, Task, Verification},
    shard::{Shard, ShardError},
    summary::Summary,
    times::Times,
};

use crate::{
    engine::{EngineChoice, Engines},
    error::{Error, ErrorKind},
};

/// The engines of one worker.
fn engines(choice: EngineChoice) -> Result<Engines, Error> {
    Engines::new(choice).map_err(|e| Error::new(ErrorKind::Config, e.to_string()))
}
