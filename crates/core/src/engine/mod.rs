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

mod board_cover;
mod cardinality;
mod cdcl;
mod choice;
pub(crate) mod chutes;
pub mod dlx;
pub mod lanes;
mod leftovers;
pub mod portfolio;
mod run_options;

pub use crate::limits::{Limits, Outcome, SearchReport};
pub use board_cover::BoardCover;
pub use choice::{EngineChoice, Engines, Unavailable};
pub use run_options::RunOptions;

use crate::grid::Shape;

/// Puzzles of one shape, and the memory for their results.
pub struct Run<'a> {
    shape: Shape,
    givens: &'a [u8],
    candidates: Option<&'a [u32]>,
    regions: Option<&'a [u8]>,
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
        Run { shape, givens, candidates: None, regions: None, solutions, reports }
    }

    /// Adds candidates, the digits that each cell may hold, `d` as bit `d − 1`, laid out as the givens are. Only
    /// engines for rules take them.
    ///
    /// # Panics
    /// If `candidates` does not have exactly one word per cell.
    pub fn with_candidates(self, candidates: &'a [u32]) -> Run<'a> {
        assert_eq!(candidates.len(), self.givens.len(), "candidates and givens");
        Run { candidates: Some(candidates), ..self }
    }

    /// Adds the regions that each puzzle brings for its cells, numbered from 0, laid out as the givens
    /// are. Only engines for rules take them.
    ///
    /// # Panics
    /// If `regions` does not have exactly one number per cell.
    pub fn with_regions(self, regions: &'a [u8]) -> Run<'a> {
        assert_eq!(regions.len(), self.givens.len(), "regions and givens");
        Run { regions: Some(regions), ..self }
    }

    /// The run of puzzle `i` alone.
    pub fn only(&mut self, i: usize) -> Run<'_> {
        let area = self.shape.area();
        Run {
            shape: self.shape,
            givens: self.givens(i),
            candidates: self.candidates(i),
            regions: self.regions(i),
            solutions: &mut self.solutions[i * area..(i + 1) * area],
            reports: &mut self.reports[i..=i],
        }
    }

    /// Whether the puzzles have neither candidates nor regions.
    pub fn is_plain(&self) -> bool {
        self.candidates.is_none() && self.regions.is_none()
    }

    /// The candidates of the cells of puzzle `i`, if the run has candidates.
    pub fn candidates(&self, i: usize) -> Option<&'a [u32]> {
        let area = self.shape.area();
        self.candidates.map(|candidates| &candidates[i * area..(i + 1) * area])
    }

    /// The regions of the cells of puzzle `i`, if the run has regions.
    pub fn regions(&self, i: usize) -> Option<&'a [u8]> {
        let area = self.shape.area();
        self.regions.map(|regions| &regions[i * area..(i + 1) * area])
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
