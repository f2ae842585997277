//! quadrille solves sudoku and other exact cover puzzles by the million: bytes in, bytes out, in
//! the order of the input, at the speed of the machine.
//!
//! ```text
//!  file ──mmap──► chunk of records ──► cells ──► Engine ──► Report ──► verify ──► text
//!         io             io           format     engine                          format
//!                                                                                  │
//!  ordered writer ◄── bounded channel ◄── a worker's buffer, one for each chunk ◄──┘
//! ```
//!
//! [`Batch`] is the whole way, for files and pipes on all cores:
//!
//! ```
//! use quadrille::{Batch, Input, Task};
//!
//! let puzzles = "1...3..2..4.4..1\n".as_bytes();
//! let mut answers = Vec::new();
//! let summary = Batch::new(Task::Solve).run(vec![Input::reader("p", puzzles)], &mut answers, &mut ())?;
//! assert_eq!((summary.tally.solved, answers.len()), (1, 17));
//! # Ok::<(), quadrille::Error>(())
//! ```
//!
//! [`Solver`] is for puzzles in memory, and [`engine`] for programs that bring their own buffers.

mod batch;
pub mod cover;
pub mod engine;
mod error;
pub mod format;
pub mod framing;
pub mod generate;
mod grid;
pub mod hint;
mod io;
mod solver;
pub mod verify;

pub use batch::{
    Batch, Form, Generation, MALFORMED_SHOWN, Observer, Resumable, Shard, ShardError, Summary, Tally, Task,
};
pub use batch::{CoverBatch, CoverObserver, CoverSummary, CoverTally, SearchProgress};
pub use engine::Outcome;
pub use error::{Error, ErrorKind};
pub use grid::{
    Puzzle, PuzzleError, Regions, RegionsError, Rules, RulesError, Shape, UnknownVariant, Variant, Variants,
};
pub use io::{Input, Output, exit_where_a_mapping_fails};
pub use solver::{Solver, Verdict};

/// The examples of the README compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
