//! quadrille solves sudoku and other exact cover puzzles by the million.
//!
//! ```
//! use quadrille::{Outcome, Puzzle, Solver};
//!
//! let puzzle: Puzzle =
//!     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let verdict = Solver::new().limit(2).solve(&puzzle);
//! assert_eq!(verdict.outcome(), Outcome::Unique);
//! assert!(verdict.solution().unwrap().to_string().starts_with("812753649"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | solve one puzzle, list all its solutions | [`Solver::solve`], [`Solver::solutions`] |
//! | check that it has one solution, count them | [`Solver::limit`] |
//! | get one hint | [`Puzzle::hint`] |
//! | solve many puzzles on all cores | [`Solver::solve_all`], [`Solver::threads`] |
//! | solve bytes into bytes | [`Solver::solve_cells`] |
//! | solve variants and jigsaws, or pencil marks | [`Solver::variants`], [`Solver::solve_candidates`] |
//! | generate puzzles | [`Generation`] |
//! | solve any exact cover problem | [`Cover`], [`CoverSolver`] |
//! | count, list, draw and optimize all its solutions at once | [`CoverDiagram`] |
//! | turn a puzzle into one, and its solution back into cells | [`BoardCover`] |
//! | find canonical forms, transform puzzles | [`symmetry`] |
//! | solve step by step as people do, rate by it | [`logic`] |
//! | rate puzzles by the guesses they take | [`rating`] |
#![cfg_attr(feature = "batch", doc = "| solve files and pipes of any size | [`Batch`], [`CoverBatch`] |")]
#![cfg_attr(feature = "arrow", doc = "| solve columns of Arrow arrays | [`arrow`] |")]
//!
//! Each of these has an example. Files and pipes need the feature `batch`, which is on by default. The feature
//! `unstable` opens the internals, without any promise of stability. Without default features the library needs no C
//! compiler.

// The modules of the command name the library as any other program does.
#[cfg(feature = "cli")]
extern crate self as quadrille;

#[cfg(feature = "arrow")]
pub mod arrow;
mod batch;
#[cfg(any(feature = "batch", feature = "arrow"))]
mod classes;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod counting;
mod cover;
mod diagram;
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
mod isa;
pub mod logic;
// Generation does not use all that a batch does.
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
mod ordered;
mod parallel;
#[cfg(feature = "batch")]
mod quoting;
mod random;
pub mod rating;
mod solver;
mod solving;
pub mod symmetry;
#[cfg(feature = "batch")]
mod tables;
#[cfg(any(feature = "batch", feature = "arrow"))]
mod tasks;
#[cfg(feature = "unstable")]
pub mod unstable;
mod verify;

pub use batch::{Form, Generation, PuzzleSearch, Puzzles, Searched};
pub use counting::{CoverCount, CoverCounter};
pub use cover::{BoardCover, Cover, CoverError, OutOfMemory, is_exact_cover};
pub use diagram::{CoverDiagram, DiagramError, DiagramSettings, DiagramSolutions};
pub use engine::{
    EngineChoice, Limits, Outcome, Report, Unavailable,
    dlx::{CoverSolver, SearchProgress},
};
pub use error::{Error, ErrorKind};
pub use generate::{Clues, GenerateError, GivenSymmetry, Pattern, PatternError, Spec, Wanted};
pub use grid::{
    ParsePuzzleError, ParseRegionsError, Puzzle, PuzzleError, Readings, Regions, RegionsError, Rules,
    RulesError, Shape, Solution, Symbols, UnknownVariant, Variant, Variants,
};
pub use hint::Hint;
pub use isa::Isa;
pub use num_bigint::BigUint;
pub use solver::{Solutions, Solver, Verdict};

#[cfg(any(feature = "batch", feature = "arrow"))]
pub use classes::{ClassBy, FormOf};

#[cfg(feature = "batch")]
pub use self::{
    batch::{
        Batch, CoverBatch, CoverCosts, CoverObserver, CoverSummary, CoverTally, CoverTask, DiagramSize,
        ExpectedAnswers, InputMatches, LEAST_CLASS_MEMORY, LeakedRecord, Leaks, MALFORMED_SHOWN, Mismatch,
        MismatchPlace, MismatchReason, Morphs, Observer, RatingCounts, Ratings, Resumable, Sample, Selected,
        Shard, ShardError, Split, SplitError, Summary, Tally, Task, Times, Verification,
    },
    cover::text::CoverFormat,
    format::{Format, FormatError, OutputFormat},
    io::{FileKind, Input, Output, UnsupportedFile},
    tables::TableFormat,
};

/// The examples of `docs/columns.md` are tests.
#[cfg(all(doctest, feature = "arrow"))]
#[doc = include_str!("../docs/columns.md")]
mod columns_page {}

/// The examples of the README and of the pages in `docs/` are tests.
#[cfg(all(doctest, feature = "batch"))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../docs/ratings.md")]
    struct Ratings;
    #[doc = include_str!("../docs/recipes.md")]
    struct Recipes;
}
