//! Random puzzles: the same ones for the same seed, on any machine and in any release.
//!
//! ```text
//!   (seed, index) ──► stream ──► complete grid ──► reduction ──► puzzle
//!                                                      │ ▲
//!                                 is this still unique?│ │yes / no
//!                                                      ▼ │
//!                                                    Engine
//! ```
//!
//! Many puzzles are reduced side by side, and the engine tests all of them for uniqueness in one run. A puzzle depends
//! only on its own stream of random numbers and on the results of its own tests, so that its bytes do not depend on
//! blocks or threads.

mod criteria;
mod exchange;
mod given_cells;
mod grids;
mod group_grids;
mod hidden;
mod houses;
mod options;
mod pattern;
mod peers;
mod plain_grids;
mod reduction;
mod rejections;
mod runs;
pub(crate) mod search;
mod unavoidable;
mod variant_grids;

pub use criteria::{Criteria, GivenSymmetry};
pub use options::{GenerateError, GeneratorOptions, Givens};
pub use pattern::{Pattern, PatternError};
pub use runs::{Generator, PuzzleFormat, PuzzleSearch, PuzzleSearchReport};

use grids::Grids;
use quadrille_base::random::Stream;
use quadrille_engines::{Engine, Limits, Outcome, Run, SearchReport};
use quadrille_grid::Rules;
use reduction::{Reduction, Step};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Makes puzzles in buffers that it allocates once; each thread has its own.
///
/// A puzzle is determined by the seed and its index:
///
/// ```
/// use quadrille::Shape;
/// use quadrille_engines::dlx::Dlx;
/// use quadrille::generate::GeneratorOptions;
/// use quadrille_puzzles::generate::BoardGenerator;
///
/// let mut engine = Dlx::new(Shape::NINE);
/// let options = GeneratorOptions::unique(Shape::NINE, GeneratorOptions::easy(Shape::NINE))?;
/// let mut puzzles = [0; 3 * 81];
/// BoardGenerator::new(options, 1).fill(0, &mut engine, &mut puzzles)?;
/// let mut second = [0; 81];
/// BoardGenerator::new(options, 1).fill(1, &mut engine, &mut second)?;
/// assert_eq!(puzzles[81..162], second);
/// assert_eq!(second.iter().filter(|&&d| d != 0).count(), 33);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardGenerator {
    options: GeneratorOptions,
    seed: u64,
    grids: Grids,
    jobs: Vec<Job>,
    /// For one test.
    limits: Limits,
    /// Givens, solutions and reports of one run.
    givens: Box<[u8]>,
    solutions: Box<[u8]>,
    reports: Box<[SearchReport]>,
}

/// One of the puzzles that are reduced side by side.
struct Job {
    reduction: Reduction,
    /// The index of the puzzle in the block; `None` if no puzzle is left.
    puzzle: Option<usize>,
    tries: u32,
}

impl BoardGenerator {
    /// Limit of nodes for one test on boards with more than 81 cells. Smaller boards have no limit, or ten times this
    /// one with variants.
    pub const NODES: u64 = 10_000;
    /// The most grids that are tried for one puzzle.
    pub const TRIES: u32 = 1_000;

    /// A generator of the puzzles of `seed`.
    pub fn new(options: GeneratorOptions, seed: u64) -> BoardGenerator {
        BoardGenerator::with(options, None, seed)
    }

    /// A generator of puzzles under rules, which the engine must know, as
    /// [`Dlx::under`](quadrille_engines::dlx::Dlx::under) does.
    ///
    /// With standard rules the puzzles differ from the puzzles of [`new`](Self::new).
    ///
    /// # Panics
    /// If the rules are for another shape.
    pub fn under(rules: &Rules, options: GeneratorOptions, seed: u64) -> BoardGenerator {
        assert_eq!(rules.shape(), options.shape(), "rules for another shape");
        BoardGenerator::with(options, Some(rules), seed)
    }

    fn with(options: GeneratorOptions, rules: Option<&Rules>, seed: u64) -> BoardGenerator {
        let area = options.shape().area();
        let width = if area <= 81 { 128 } else { 16 };
        let nodes = match rules {
            None if area <= 81 => u64::MAX,
            Some(_) if area <= 81 => 10 * Self::NODES,
            _ => Self::NODES,
        };
        let job = || Job { reduction: Reduction::new(options, rules), puzzle: None, tries: 0 };
        BoardGenerator {
            options,
            seed,
            grids: Grids::new(options.shape(), rules),
            jobs: (0..width).map(|_| job()).collect(),
            limits: Limits::new(2).max_nodes(nodes),
            givens: vec![0; width * area].into(),
            solutions: vec![0; width * area].into(),
            reports: vec![SearchReport::default(); width].into(),
        }
    }

    /// Stops all searches once the flag is `true`; the result of [`fill`](Self::fill) is then unspecified.
    pub fn stop_flag(mut self, flag: Arc<AtomicBool>) -> BoardGenerator {
        self.limits.stop_flag = Some(flag);
        self
    }

    /// The options of the puzzles.
    pub fn options(&self) -> GeneratorOptions {
        self.options
    }

    /// Fills `puzzles` with puzzles laid end to end; the first one has index `first`.
    ///
    /// The engine searches up to 128 boards at a time up to 9×9, else up to 16, with a limit of two solutions. On
    /// larger boards, where [`NODES`](Self::NODES) limits the search, the puzzles depend on the engine's definition of
    /// a node.
    ///
    /// # Errors
    /// [`GenerateError::Stuck`] after [`TRIES`](Self::TRIES) grids for one puzzle; the content of `puzzles` is
    /// unspecified then. [`GenerateError::NoGrid`] and [`GenerateError::NotFound`] if no complete grid satisfies the
    /// rules, or none was found.
    ///
    /// # Panics
    /// If `puzzles` does not hold a whole number of boards.
    pub fn fill(
        &mut self,
        first: u64,
        engine: &mut dyn Engine,
        puzzles: &mut [u8],
    ) -> Result<(), GenerateError> {
        let area = self.options.shape().area();
        assert_eq!(puzzles.len() % area, 0, "a whole number of boards");
        let mut left = 0..puzzles.len() / area;
        for job in &mut self.jobs {
            job.take(left.next(), self.seed, first, &mut self.grids)?;
        }
        loop {
            let mut waiting = 0;
            for job in &mut self.jobs {
                while let Some(puzzle) = job.puzzle {
                    match job.reduction.advance() {
                        Step::Test => break,
                        Step::Done => {
                            puzzles[puzzle * area..][..area].copy_from_slice(job.reduction.cells());
                            job.take(left.next(), self.seed, first, &mut self.grids)?;
                        }
                        Step::Stuck => job.restart(self.options, &mut self.grids)?,
                    }
                }
                if job.puzzle.is_some() {
                    self.givens[waiting * area..][..area].copy_from_slice(job.reduction.cells());
                    waiting += 1;
                }
            }
            if waiting == 0 || self.is_stopped() {
                return Ok(());
            }
            self.test(engine, waiting);
        }
    }

    fn is_stopped(&self) -> bool {
        self.limits.stop_flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Tests the first `waiting` boards for uniqueness and passes the results on.
    fn test(&mut self, engine: &mut dyn Engine, waiting: usize) {
        let cells = waiting * self.options.shape().area();
        let reports = &mut self.reports[..waiting];
        reports.fill(SearchReport::default());
        let (givens, solutions) = (&self.givens[..cells], &mut self.solutions[..cells]);
        engine.solve(&mut Run::new(self.options.shape(), givens, solutions, reports), &self.limits);
        let jobs = self.jobs.iter_mut().filter(|job| job.puzzle.is_some());
        for (job, report) in jobs.zip(&self.reports) {
            job.reduction.result(report.outcome == Outcome::Unique);
        }
    }
}

impl Job {
    /// Begins another puzzle of the block, if one is left.
    fn take(
        &mut self,
        puzzle: Option<usize>,
        seed: u64,
        first: u64,
        grids: &mut Grids,
    ) -> Result<(), GenerateError> {
        self.puzzle = puzzle;
        self.tries = 1;
        match puzzle {
            Some(puzzle) => self.reduction.begin(Stream::new(seed, first.wrapping_add(puzzle as u64)), grids),
            None => Ok(()),
        }
    }

    /// Begins the same puzzle with another grid.
    fn restart(&mut self, options: GeneratorOptions, grids: &mut Grids) -> Result<(), GenerateError> {
        if let (Givens::Count(givens), BoardGenerator::TRIES) = (options.givens(), self.tries) {
            return Err(GenerateError::Stuck { givens, tries: self.tries });
        }
        self.tries += 1;
        self.reduction.restart(grids)
    }
}
