//! Runs: inputs in, answers out in the order of the input, on all cores.
//!
//! The only folder that knows `io`, `format`, the engines and threads together. [`ordered`](quadrille_ordered) has the rules of
//! a run; sudoku records (`run`) and exact cover problems (`cover`) are two of its callers, random puzzles the third.

mod checkpoint;
mod classes;
mod cover;
mod input_format;
mod morphs;
mod observer;
mod resume;
mod run;
mod settings;
mod shard;
mod summary;
#[cfg(test)]
mod tests;
mod times;
mod work;
mod worker;
mod writer;

/// How many bytes of answers may wait for a record that takes long, including the text of their records if it was read. One
/// chunk for each worker may come on top.
const EARLY_BYTES: usize = 64 << 20;

pub use quadrille_tasks::reduce::{
    Dedup, Filter, InputMatches, LEAST_CLASS_MEMORY, Leak, LeakedRecord, Sample, Selected, SortBy, Split,
};
pub use {
    cover::{CoverBatch, CoverCosts, CoverObserver, CoverSummary, CoverTally, CoverTask, DiagramSize},
    morphs::{Morphs, morph_columns},
    observer::{MALFORMED_SHOWN, Observer},
    resume::Resumable,
    run::Leaks,
    settings::Batch,
    shard::Shard,
    summary::Summary,
    times::Times,
    work::{Work, work_of},
};
