//! quadrille solves sudoku and other exact cover puzzles: one in memory, or files of any size.
//!
//! ```
//! use quadrille::{Outcome, Puzzle, Solver};
//!
//! let puzzle: Puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let answer = Solver::new().limit(2).solve(&puzzle);
//! assert_eq!(answer.outcome(), Outcome::Unique);
//! assert!(answer.solution().unwrap().to_string().starts_with("812753649"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From puzzles to answers
//!
//! ```text
//!  in memory         Puzzle ────────► Solver ───────────────────────► Answer
//!                    &[Puzzle]        engines on one thread or all    outcome, solution
//!
//!  files, pipes      Input ─────────► Batch ────────────────────────► Output, Summary
//!                    lines, csv,      a task for each record:         the rows of the input
//!                    JSON, Parquet    Solve, Check, Rate, Dedup …     with more columns
//!
//!  Arrow columns     StringArray ───► arrow::answers ───────────────► RecordBatch
//!
//!  exact cover       Cover ─────────► CoverSolver ──────────────────► solutions, one by one
//!                             ├─────► CoverCounter ─────────────────► their number
//!                             └─────► CoverDiagram ─────────────────► all of them: count, nth,
//!                                                                     random, cheapest
//! ```
//!
//! A solution is checked by code that is independent of the engines before you get it.
//!
//! # Where to look
//!
//! | to | use |
//! | --- | --- |
//! | solve one puzzle, list all its solutions | [`Solver::solve`], [`Solver::solutions`] |
//! | check that it has one solution, count them | [`Solver::limit`] |
//! | fill the cells with one candidate | [`Puzzle::naked_singles`] |
//! | solve many puzzles on all cores | [`Solver::solve_all`], [`RunOptions::threads`] |
//! | solve bytes into bytes | [`Solver::solve_cells`] |
//! | solve variants and jigsaws, or pencil marks | [`Solver::variants`], [`Solver::solve_candidates`] |
//! | generate puzzles | [`generate::Generator`], with a rating or a pattern [`generate::PuzzleSearch`] |
//! | solve any exact cover problem | [`cover::Cover`], [`cover::CoverSolver`] |
//! | count, list, draw and optimize all its solutions at once | [`cover::CoverDiagram`] |
//! | turn a puzzle into a cover problem, and its solution back into cells | [`cover::BoardCover`] |
//! | find canonical forms, transform puzzles | [`symmetry`] |
//! | solve by singles and locked candidates, rate by them | [`logic`] |
//! | explain a puzzle step by step, by all techniques | [`explanation`] |
//! | rate and solve as Sudoku Explainer and HoDoKu do, draw steps | [`techniques`] |
//! | rate puzzles by the guesses they take | [`rating`] |
#![cfg_attr(
    feature = "batch",
    doc = "| solve, check, rate and compare files and pipes of any size | [`Batch`] with one of the [`tasks`], [`batch`] |"
)]
#![cfg_attr(feature = "batch", doc = "| solve files of exact cover problems | [`cover::CoverBatch`] |")]
#![cfg_attr(feature = "arrow", doc = "| solve columns of Arrow arrays | [`arrow`] |")]
//!
//! Settings that all of these share are [`RunOptions`]: threads, limits, and a flag that stops the run. Functions that can
//! fail return an [`Error`], whose [`ErrorKind`] a program can match.
//!
//! # Features
//!
//! | feature | adds | default |
//! | --- | --- | --- |
//! | `batch` | files and pipes: `Batch`, `Input`, `Output`, `tasks` | with `cli` |
//! | `gzip`, `zstd`, `xz`, `bzip2` | compressed inputs; `gzip` and `zstd` also outputs | yes |
//! | `cli` | the command `quadrille` | with `bench` |
//! | `bench` | `quadrille bench` | yes |
//! | `arrow` | the module `arrow` | no |
//! | `parquet`, `brotli` | Parquet, Arrow and NumPy files as inputs and outputs | no |
//!
//! Without default features the library needs no C compiler.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use num_bigint::BigUint;
pub use quadrille_base::error::{Error, ErrorKind};
#[cfg(feature = "arrow")]
#[doc(inline)]
pub use quadrille_columns::arrow;
#[doc(inline)]
pub use quadrille_engines::{
    Outcome, RunOptions,
    solver::{Answer, Solutions, Solver},
};
pub use quadrille_grid::{Puzzle, Shape, Solution};
#[cfg(feature = "batch")]
#[doc(inline)]
pub use quadrille_run::{
    batch::Batch,
    io::{Input, Output},
};
#[cfg(any(feature = "batch", feature = "arrow"))]
#[doc(inline)]
pub use quadrille_tasks::tasks;
#[doc(inline)]
pub use quadrille_techniques::techniques;

/// Puzzles and their rules: symbols, variants and regions.
pub mod grid {
    #[doc(inline)]
    pub use quadrille_grid::{
        Alphabet, Regions, RuleKind, Rules, RulesError, Symbols, Variant, Variants,
        naked_singles::NakedSingles,
    };
}

/// The solver of a search, its limits, and its reports.
pub mod engine {
    pub use quadrille_base::isa::InstructionSet;
    #[doc(inline)]
    pub use quadrille_engines::{EngineChoice, Limits, SearchReport};
}

/// Exact cover: problems, and their solutions: one after the other, all at once, or for the problems of a file.
pub mod cover {
    #[cfg(feature = "batch")]
    #[doc(inline)]
    pub use quadrille_cover::text::CoverFormat;
    #[doc(inline)]
    pub use quadrille_cover::{
        Cover,
        count::{CoverCount, CoverCounter, NoMemory},
        diagram::{CoverDiagram, DiagramSettings},
        is_exact_cover,
        search::{CoverSolver, SearchProgress},
    };
    #[doc(inline)]
    pub use quadrille_engines::BoardCover;
    #[cfg(feature = "batch")]
    #[doc(inline)]
    pub use quadrille_run::batch::{
        CoverBatch, CoverCosts, CoverObserver, CoverSummary, CoverTally, CoverTask, DiagramSize,
    };
}

pub mod symmetry {
    //! Symmetries of boards, canonical forms, and random morphs.
    //!
    //! A [`Transform`] renames the digits of a board, moves its bands and stacks, the rows of each band and the columns of
    //! each stack, and may transpose it. Applying it to a board gives a *morph*: an equivalent board. A 9×9 board has 9! ×
    //! 3,359,232 transformations. Boards of 4×4, 6×6 and 9×9 cells have canonical forms, which are equal if, and only if,
    //! the boards are morphs of each other:
    //!
    //! - the form of a complete board is its least morph, compared row by row (*minlex*): [`minlex`];
    //! - the form of a puzzle with exactly one solution is the least morph of its givens by the transformations that bring
    //!   its solution to the least form: [`canonical`];
    //! - the form of a puzzle with several solutions or none is the least morph of its givens.
    //!
    //! An empty cell is less than a digit.
    #[doc(inline)]
    pub use quadrille_puzzles::symmetry::{CanonicalForm, Symmetries, Transform, canonical, minlex};
}

pub mod rating {
    //! The difficulty of 9×9 puzzles.
    //!
    //! [`GuessCounter`] counts the guesses of one well-known solver, which is the usual rating in data sets of hard
    //! puzzles. [`MorphRater`] takes a mean over morphs of the puzzle, which hardly depends on how it is written. The
    //! rating by logic is in [`logic`](crate::logic). [`Method::SudokuExplainer`] and [`Method::Hodoku`] give the ratings
    //! of these programs; `tasks::Rate` computes them. [`Method`] names all methods, and [`BUCKETS`] are the usual groups
    //! of the first two.
    #[doc(inline)]
    pub use quadrille_puzzles::rating::{
        BUCKETS, Bucket, FirstSteps, GuessCounter, Guesses, Method, MorphRater, StepCriteria, bucket,
    };
}

pub mod logic {
    //! Solving as people do, step by step with techniques, and the difficulty that follows from it.
    //!
    //! The techniques, in the order in which they are tried:
    //!
    //! | technique | step |
    //! | --- | --- |
    //! | naked single | a cell has one candidate left |
    //! | hidden single | a digit has one place left in a box, a row or a column, in this order |
    //! | pointing | the places of a digit in a box lie in one row or column: it is removed from the rest of that line |
    //! | claiming | the places of a digit in a row or column lie in one box: it is removed from the rest of that box |
    //!
    //! Pointing and claiming are also called locked candidates.
    #[doc(inline)]
    pub use quadrille_techniques::logic::{
        Contradiction, Deduction, House, HouseKind, Level, Rater, Rating, Reason, Step, Steps, Technique,
        Techniques, cell_name,
    };
}

/// How puzzles are solved by all techniques, step by step.
pub mod explanation {
    #[doc(inline)]
    pub use quadrille_techniques::explanation::{ExplainedStep, Explanation, Method, StepFinder};
}

/// New puzzles: any, or puzzles that meet some criteria.
pub mod generate {
    #[doc(inline)]
    pub use quadrille_puzzles::generate::{
        Criteria, Generator, GeneratorOptions, GivenSymmetry, Givens, Pattern, PuzzleFormat, PuzzleSearch,
        PuzzleSearchReport,
    };
}

/// Files and pipes of puzzles: other work on their records than the [tasks], and the reports of a run.
#[cfg(feature = "batch")]
pub mod batch {
    #[doc(inline)]
    pub use quadrille_run::{
        batch::{
            Dedup, Filter, InputMatches, Leak, LeakedRecord, Leaks, Morphs, Observer, Resumable, Sample,
            Selected, Shard, SortBy, Split, Summary, Times, Work,
        },
        format::{AnswerForm, Format, OutputFormat, RecordForm},
        tables::TableFormat,
    };
    #[doc(inline)]
    pub use quadrille_tasks::{
        DigitText, Duplicates, LargeClass, Malformed, Mismatch, MismatchReason, Pictures, RatingCounts,
        Tally, TechniqueCounts,
    };
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
