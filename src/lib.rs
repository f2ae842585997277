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

// Some of the internals are called by `batch` or from outside, through `unstable`, alone.
#![cfg_attr(not(all(feature = "batch", feature = "unstable")), allow(dead_code, unused_imports))]

mod batch;
mod cover;
mod engine;
mod error;
#[cfg(feature = "batch")]
mod format;
#[cfg(feature = "batch")]
mod framing;
mod generate;
mod grid;
mod hint;
#[cfg(feature = "batch")]
mod io;
mod parallel;
mod solver;
mod solving;
#[cfg(feature = "unstable")]
pub mod unstable;
mod verify;

pub use batch::{Form, Generation};
pub use cover::{BoardCover, Cover, CoverError, is_exact_cover};
pub use engine::{
    EngineChoice, Limits, Outcome, Report, Unavailable,
    dlx::{CoverSolver, SearchProgress},
    lanes::Isa,
};
pub use error::{Error, ErrorKind};
pub use generate::{Clues, GenerateError, Spec};
pub use grid::{
    ParsePuzzleError, ParseRegionsError, Puzzle, PuzzleError, Regions, RegionsError, Rules, RulesError,
    Shape, Solution, UnknownVariant, Variant, Variants,
};
pub use hint::Hint;
pub use solver::{Solutions, Solver, Verdict};

#[cfg(feature = "batch")]
pub use self::{
    batch::{
        Batch, CoverBatch, CoverObserver, CoverSummary, CoverTally, CoverTask, ExpectedAnswers,
        MALFORMED_SHOWN, Observer, Resumable, Shard, ShardError, Summary, Tally, Task, Verification,
    },
    cover::text::CoverFormat,
    format::{Format, FormatError, OutputFormat},
    grid::Symbols,
    io::{Input, Output},
};

/// The examples of the README and of the pages in `docs/` are tests.
#[cfg(all(doctest, feature = "batch"))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../docs/recipes.md")]
    struct Recipes;
}
