//! The engines: the interface of every search, and the choice between them.
//!
//! An engine does not know files, formats or threads. It takes a *run* of puzzles of one shape and reports by index, so
//! that it may keep many puzzles in flight and finish them in any order.
//!
//! | file | contents |
//! | --- | --- |
//! | `choice.rs` | which engine solves which shape |
//! | `portfolio/` | which engine continues where another one gives up |
//! | `lanes/` | many 9×9 puzzles per instruction |
//! | `dlx/` | boards of every size, and under variants, on the dancing-links arena of `cover` |
//! | `board_cover.rs` | boards as exact cover problems |
//! | `chutes/` | counting 9×9 boards by bands and stacks |
//! | `cardinality.rs` | a check by counting, before clause learning |
//! | `leftovers.rs` | what the regions of a jigsaw imply, for clause learning |
//! | `cdcl/` | conflict-driven clause learning, for large boards and variants |
//! | `solver/` | puzzles in memory, and engines whose solutions are checked |

mod board_cover;
mod cardinality;
mod cdcl;
mod choice;
pub(crate) mod chutes;
pub mod dlx;
pub mod lanes;
mod leftovers;
pub mod portfolio;
pub mod solver;

pub use board_cover::BoardCover;
pub use choice::Engines;
pub use quadrille_base::limits::{Limits, Outcome, SearchReport};
pub use quadrille_base::{
    engine_choice::{EngineChoice, Unavailable},
    run_options::RunOptions,
};

use quadrille_grid::{Extras, ExtrasList, Shape};

/// Puzzles of one shape, and the memory for their results.
pub struct Run<'a> {
    shape: Shape,
    givens: &'a [u8],
    extras: &'a ExtrasList,
    /// The number of the first puzzle in `extras`.
    first: usize,
    solutions: &'a mut [u8],
    reports: &'a mut [SearchReport],
}

impl<'a> Run<'a> {
    /// A run over `reports.len()` puzzles laid end to end in `givens`, 0 for an empty cell.
    ///
    /// An engine fills `reports`, and for every report with at least one solution the same index of
    /// `solutions` with the first solution found.
    ///
    /// # Panics
    /// If the lengths do not match, or a digit is above the side.
    pub fn new(
        shape: Shape,
        givens: &'a [u8],
        solutions: &'a mut [u8],
        reports: &'a mut [SearchReport],
    ) -> Run<'a> {
        assert_eq!(givens.len(), shape.area() * reports.len(), "givens and reports");
        assert_eq!(givens.len(), solutions.len(), "givens and solutions");
        let top = givens.iter().fold(0, |top, &d| top.max(d));
        assert!(usize::from(top) <= shape.side(), "a digit is above the side");
        Run { shape, givens, extras: ExtrasList::NONE, first: 0, solutions, reports }
    }

    /// Adds the extras of the puzzles, in the same order. Only engines for rules take extras.
    ///
    /// # Panics
    /// If only some of the puzzles have extras of a kind.
    pub fn with_extras(self, extras: &'a ExtrasList) -> Run<'a> {
        assert!(extras.fits(self.shape, self.len()), "extras and givens");
        Run { extras, first: 0, ..self }
    }

    /// The run of puzzle `i` alone.
    pub fn only(&mut self, i: usize) -> Run<'_> {
        let area = self.shape.area();
        Run {
            shape: self.shape,
            givens: self.givens(i),
            extras: self.extras,
            first: self.first + i,
            solutions: &mut self.solutions[i * area..(i + 1) * area],
            reports: &mut self.reports[i..=i],
        }
    }

    /// Whether the puzzles have nothing but givens.
    pub fn is_plain(&self) -> bool {
        self.extras.is_empty()
    }

    /// The extras of puzzle `i`.
    pub fn extras(&self, i: usize) -> Extras<'a> {
        self.extras.get(self.shape, self.first + i)
    }

    /// The shape of every puzzle in the run.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.reports.len()
    }

    /// Whether the run is empty.
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty()
    }

    /// The cells of puzzle `i`.
    pub fn givens(&self, i: usize) -> &'a [u8] {
        let area = self.shape.area();
        &self.givens[i * area..(i + 1) * area]
    }

    /// The cells of all puzzles, laid end to end.
    pub fn all_givens(&self) -> &'a [u8] {
        self.givens
    }

    /// The memory for all solutions, laid end to end. Where a report has no solution, the cells have no meaning.
    pub fn all_solutions(&self) -> &[u8] {
        self.solutions
    }

    /// The memory for the first solution of puzzle `i`.
    pub fn solution_mut(&mut self, i: usize) -> &mut [u8] {
        let area = self.shape.area();
        &mut self.solutions[i * area..(i + 1) * area]
    }

    /// The first solution of puzzle `i`, if its report has one.
    pub fn solution(&self, i: usize) -> &[u8] {
        let area = self.shape.area();
        &self.solutions[i * area..(i + 1) * area]
    }

    /// The report on puzzle `i`.
    pub fn report_of(&self, i: usize) -> &SearchReport {
        &self.reports[i]
    }

    /// Sets the report on puzzle `i`.
    pub fn report(&mut self, i: usize, report: SearchReport) {
        self.reports[i] = report;
    }
}

/// A solver that is prepared once and used for any number of puzzles.
///
/// Reports and solutions depend on the puzzle and the limits alone, not on earlier runs or on the other puzzles
/// of the run.
pub trait Engine: Send {
    /// Its name in summaries.
    fn name(&self) -> &'static str;

    /// Solves every puzzle of the run.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits);
}
