//! quadrille solves sudoku and other exact cover puzzles by the million.
//!
//! ```
//! use quadrille::{Outcome, Puzzle, Solver};
//!
//! let puzzle: Puzzle =
//!     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let answer = Solver::new().limit(2).solve(&puzzle);
//! assert_eq!(answer.outcome(), Outcome::Unique);
//! assert!(answer.solution().unwrap().to_string().starts_with("812753649"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | solve one puzzle, list all its solutions | [`Solver::solve`], [`Solver::solutions`] |
//! | check that it has one solution, count them | [`Solver::limit`] |
//! | get one hint | [`Puzzle::hint`] |
//! | solve many puzzles on all cores | [`Solver::solve_all`], [`RunOptions::threads`] |
//! | solve bytes into bytes | [`Solver::solve_cells`] |
//! | solve variants and jigsaws, or pencil marks | [`Solver::variants`], [`Solver::solve_candidates`] |
//! | generate puzzles | [`generate::Generator`] |
//! | solve any exact cover problem | [`cover::Cover`], [`cover::CoverSolver`] |
//! | count, list, draw and optimize all its solutions at once | [`cover::CoverDiagram`] |
//! | turn a puzzle into one, and its solution back into cells | [`cover::BoardCover`] |
//! | find canonical forms, transform puzzles | [`symmetry`] |
//! | solve step by step as people do, rate by it | [`logic`] |
//! | rate puzzles by the guesses they take | [`rating`] |
#![cfg_attr(
    feature = "batch",
    doc = "| solve files and pipes of any size | [`Batch`], [`cover::CoverBatch`] |"
)]
#![cfg_attr(feature = "arrow", doc = "| solve columns of Arrow arrays | [`arrow`] |")]
//!
//! Each of these has an example. Files and pipes need the feature `batch`, which is on by default. Without default
//! features the library needs no C compiler.

// The modules of the command name the library as any other program does.
#[cfg(feature = "cli")]
extern crate self as quadrille;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use num_bigint::BigUint;
#[cfg(feature = "arrow")]
#[doc(inline)]
pub use quadrille_columns as arrow;
#[doc(inline)]
pub use quadrille_core::{
    engine::{Outcome, RunOptions},
    error::{Error, ErrorKind},
    grid::{Puzzle, Shape, Solution},
    solver::{Answer, Solutions, Solver},
};
#[doc(inline)]
pub use quadrille_puzzles::{logic, rating, symmetry};
#[cfg(feature = "batch")]
#[doc(inline)]
pub use quadrille_run::{
    batch::Batch,
    io::{Input, Output},
};
#[cfg(any(feature = "batch", feature = "arrow"))]
#[doc(inline)]
pub use quadrille_tasks::tasks;

/// Puzzles and their rules: symbols, variants and regions.
pub mod grid {
    #[doc(inline)]
    pub use quadrille_core::grid::{Regions, Rules, Symbols, Variant, Variants, hint::Hint};
}

/// The solver of a search, its limits, and its reports.
pub mod engine {
    #[doc(inline)]
    pub use quadrille_core::{
        engine::{EngineChoice, Limits, SearchReport},
        isa::InstructionSet,
    };
}

/// Exact cover: problems, their solutions one after the other, all at once, and files of them.
pub mod cover {
    #[cfg(feature = "batch")]
    #[doc(inline)]
    pub use quadrille_core::cover::text::CoverFormat;
    #[doc(inline)]
    pub use quadrille_core::cover::{
        BoardCover, Cover,
        count::{CoverCount, CoverCounter},
        diagram::{CoverDiagram, DiagramSettings},
        is_exact_cover,
        search::{CoverSolver, SearchProgress},
    };
    #[cfg(feature = "batch")]
    #[doc(inline)]
    pub use quadrille_run::batch::{
        CoverBatch, CoverCosts, CoverObserver, CoverSummary, CoverTally, CoverTask,
    };
}

/// New puzzles: any, or those with wanted properties.
pub mod generate {
    #[doc(inline)]
    pub use quadrille_puzzles::generate::{
        Criteria, Generator, GeneratorOptions, GivenSymmetry, Givens, Pattern, PuzzleFormat, PuzzleSearch,
        PuzzleSearchReport,
    };
}

/// Files and pipes of puzzles: what is done with their records, beside the [tasks], and what a run reports.
#[cfg(feature = "batch")]
pub mod batch {
    #[doc(inline)]
    pub use quadrille_run::{
        batch::{
            Dedup, InputMatches, Leak, LeakedRecord, Leaks, Morphs, Observer, Resumable, Sample, Selected,
            Shard, Split, Summary, Work,
        },
        format::{Format, OutputFormat},
        tables::TableFormat,
    };
    #[doc(inline)]
    pub use quadrille_tasks::{Mismatch, RatingCounts, Tally};
}

/// The examples of `docs/reference/arrow.md` are tests.
#[cfg(all(doctest, feature = "arrow"))]
#[doc = include_str!("../docs/reference/arrow.md")]
mod columns_page {}

/// The examples of the README and of the pages in `docs/` are tests.
#[cfg(all(doctest, feature = "batch"))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/reference/rust.md")]
    struct Library;
    #[doc = include_str!("../docs/explanation/ratings.md")]
    struct Ratings;
    #[doc = include_str!("../docs/project/recipes.md")]
    struct Recipes;
    #[doc = include_str!("../docs/start/rust.md")]
    struct Start;
}
