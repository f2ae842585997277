//! Runs: inputs in, answers out in the order of the input, on all cores.
//!
//! The only folder that knows io, format, engine and threads together. `pipeline` has the rules of a run; sudoku
//! records (`run`), exact cover problems (`cover`) and random puzzles (`generation`) are its three callers.

mod checkpoint;
mod cover;
mod generation;
mod input_format;
mod observer;
mod ordered_output;
mod pipeline;
mod resume;
mod run;
mod settings;
mod shard;
mod sync;
mod tally;
mod worker;
mod workers;
mod writer;

pub use cover::{CoverBatch, CoverObserver, CoverSummary, CoverTally, CoverTask, SearchProgress};
pub use generation::{Form, Generation};
pub use observer::{MALFORMED_SHOWN, Observer};
pub use resume::Resumable;
pub use settings::{Batch, ExpectedAnswers, Task, Verification};
pub use shard::{Shard, ShardError};
pub use tally::{Summary, Tally};
