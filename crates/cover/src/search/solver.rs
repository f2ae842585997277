//! The solver for any exact cover problem.
//!
//! Two alternatives to the sets of a block were slower. Bit planes over items (plane k has the kth option of every
//! item; adding the planes gives all sizes at once) took 30 ns for a node of Langford 12, and words of live bits per
//! item 37 ns. Preparing either for a small problem costs ten times as much as the sets.

mod run;

use super::block::{MAX_ITEMS, MAX_OPTIONS, Part};
use super::block_search::BlockSearch;
use super::conflict_lists::ConflictLists;
use super::outer_search::OuterSearch;
use super::progress::{Cost, SearchProgress};
use crate::{Cover, OutOfMemory, memory};
use quadrille_base::error::Error;
use quadrille_base::limits::{Budget, Limits, SearchReport, Stop};

/// Solves an exact cover problem, any number of times. A search can be stopped and continued.
///
/// A solver takes less than 64 bytes for each item, each option and each item of an option, 40 for each level of the
/// search, and a MiB; two if the problem has [bounds](Cover::set_bounds).
///
/// Speed relative to crate `dlx` 0.8.5 (`32-bit`, `unsafe-fast-index`; `benches/peers`, program `covers`) and to
/// Knuth's programs dlx1 and, for queens, dlx2 (gcc -O3): all solutions, one thread, interleaved rounds, medians (AMD
/// EPYC, Zen 5 with AVX-512, 2026-11-23; the machine was shared):
///
/// | problem | crate `dlx` | Knuth's |
/// | --- | --- | --- |
/// | pentominoes 6×10 | 12.6 | 15.2 |
/// | pentominoes 8×8 with a hole of 2×2 | 12.7 | 14.4 |
/// | Langford 12 | 4.9 | 7.1 |
/// | 13 queens | 4.7 | 7.1 |
/// | 500 random 60×40 | 5.6 | 6.3 |
///
/// For the 500 problems, the time of dlx1 is the searches alone; ours includes creating the solvers.
///
/// ```
/// use quadrille::{Outcome, cover::{Cover, CoverSolver}, engine::Limits};
///
/// let mut cover = Cover::new(3);
/// for option in [&[0, 1][..], &[1, 2], &[2], &[0]] {
///     cover.add(option).unwrap();
/// }
/// let mut solver = CoverSolver::new(&cover);
/// let mut solutions = Vec::new();
/// let limits = Limits::new(u64::MAX);
/// let report = solver.solve(&limits, |options| {
///     let mut options = options.to_vec();
///     options.sort();
///     solutions.push(options);
/// });
/// solutions.sort();
/// assert_eq!(report.outcome, Outcome::Multiple);
/// assert_eq!(solutions, [[0, 2], [1, 3]]);
///
/// // One solution first, the rest later.
/// let first = solver.solve(&Limits::default(), |_| ());
/// assert_eq!(first.outcome, Outcome::Solved);
/// assert_eq!(solver.resume(&limits, |_| ()).outcome, Outcome::Multiple);
/// assert_eq!((solver.progress().solutions, solver.progress().part), (2, 1.0));
/// assert_eq!(solver.solutions().count(), 2);
/// solver.restart();
/// assert_eq!(solver.count(&limits).solutions, 2);
///
/// // For problems that may be too large for the memory.
/// assert!(CoverSolver::try_new(&cover).is_ok());
/// ```
#[derive(Debug)]
pub struct CoverSolver {
    lists: ConflictLists,
    /// `None` if the whole problem is a block.
    outer: Option<OuterSearch>,
    blocks: Box<BlockSearch>,
    cost: Cost,
    solutions: u64,
    exhausted: bool,
    /// The solution handed to the caller.
    options: Vec<usize>,
}

/// As [`CoverSolver::resume`], up to this number of solutions in all.
pub fn resume_within(
    solver: &mut CoverSolver,
    wanted: u64,
    budget: &Budget<'_>,
    mut on_solution: impl FnMut(&[usize]),
) -> SearchReport {
    let mut on_solution = |solver: &mut CoverSolver| {
        solver.collect();
        on_solution(&solver.options);
    };
    solver.run(wanted, budget, Some(&mut on_solution))
}

impl CoverSolver {
    /// A solver for a problem, of which it keeps a copy.
    ///
    /// # Panics
    /// If the problem has 2³² or more options, or items in all options.
    pub fn new(cover: &Cover) -> CoverSolver {
        Self::with_blocks(cover, MAX_OPTIONS)
    }

    /// As [`new`](Self::new), for a problem that may be too large for the memory.
    ///
    /// # Errors
    /// If memory for the solver cannot be allocated.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn try_new(cover: &Cover) -> Result<CoverSolver, Error> {
        Ok(Self::prepare(cover)?)
    }

    /// As [`try_new`](Self::try_new), with the error that callers in this module need.
    pub(crate) fn prepare(cover: &Cover) -> Result<CoverSolver, OutOfMemory> {
        Self::try_with_blocks(cover, MAX_OPTIONS)
    }

    /// A solver whose blocks have at most this number of options.
    pub(crate) fn with_blocks(cover: &Cover, max_options: usize) -> CoverSolver {
        Self::try_with_blocks(cover, max_options).unwrap_or_else(|error| error.abort())
    }

    fn try_with_blocks(cover: &Cover, max_options: usize) -> Result<CoverSolver, OutOfMemory> {
        let lists = ConflictLists::try_new(cover)?;
        let options = (0..cover.len()).filter(|&option| lists.is_choice(option)).count();
        let small = options <= max_options && cover.primary() <= MAX_ITEMS && !cover.has_bounds();
        let mut solver = CoverSolver {
            outer: if small { None } else { Some(OuterSearch::try_new(cover, &lists, max_options)?) },
            lists,
            blocks: Box::new(BlockSearch::new(cover.has_bounds())),
            cost: Cost::NONE,
            solutions: 0,
            exhausted: false,
            options: memory::with_capacity(cover.primary())?,
        };
        if small {
            if options == cover.len() {
                solver.blocks.begin_all(&solver.lists);
            } else {
                solver.blocks.begin(&solver.lists, |part| *part = Part::whole(cover, &solver.lists));
            }
        }
        solver.restart();
        Ok(solver)
    }

    /// Searches from the beginning and passes every solution to `on_solution`, as its options in the order in
    /// which they were chosen.
    ///
    /// The same problem and limits give the same solutions in the same order. A problem without primary items has
    /// one solution, the empty one. Exact cover is NP-complete: only the limits bound the time. The memory is
    /// linear in the size of the problem, and grows during the search only by some bytes for each level. The number
    /// of levels is at most the number of primary items, or with bounds the number of options.
    pub fn solve(&mut self, limits: &Limits, on_solution: impl FnMut(&[usize])) -> SearchReport {
        self.restart();
        self.resume(limits, on_solution)
    }

    /// Makes the next [`resume`](Self::resume) or [`count`](Self::count) begin a new search.
    pub fn restart(&mut self) {
        self.cost = Cost::NONE;
        (self.solutions, self.exhausted) = (0, false);
        match &mut self.outer {
            Some(search) => {
                self.blocks.stop();
                search.restart();
            }
            None => self.blocks.restart(),
        }
    }

    /// Continues where the last search stopped. Solutions and nodes, in the limits and in the report, are
    /// counted from the beginning; the time limit starts again.
    pub fn resume(&mut self, limits: &Limits, on_solution: impl FnMut(&[usize])) -> SearchReport {
        match Budget::start(limits) {
            Some(budget) => resume_within(self, limits.solutions, &budget, on_solution),
            None => self.report(Stop::Budget, limits.solutions),
        }
    }

    /// As [`resume`](Self::resume), but only counts the solutions, which is faster for many solutions.
    pub fn count(&mut self, limits: &Limits) -> SearchReport {
        match Budget::start(limits) {
            Some(budget) => self.count_within(limits.solutions, &budget),
            None => self.report(Stop::Budget, limits.solutions),
        }
    }

    /// As [`count`](Self::count), up to this number of solutions in all.
    pub(crate) fn count_within(&mut self, wanted: u64, budget: &Budget<'_>) -> SearchReport {
        self.run(wanted, budget, None)
    }

    /// Iterates over the solutions from the beginning, each as its options in the order in which they were
    /// chosen. The search continues only as far as the iterator is advanced.
    ///
    /// ```
    /// # use quadrille::cover::{Cover, CoverSolver};
    /// let mut cover = Cover::new(1);
    /// (0..3).for_each(|_| _ = cover.add(&[0]).unwrap());
    /// assert_eq!(CoverSolver::new(&cover).solutions().collect::<Vec<_>>(), [[0], [1], [2]]);
    /// ```
    pub fn solutions(&mut self) -> impl Iterator<Item = Vec<usize>> + '_ {
        self.restart();
        std::iter::from_fn(|| {
            let before = self.solutions;
            let mut options = Vec::new();
            let report = self.resume(&Limits::new(before + 1), |chosen| options.extend_from_slice(chosen));
            (report.solutions > before).then_some(options)
        })
    }

    /// The progress of the search.
    pub fn progress(&self) -> SearchProgress {
        let depth = self.outer.as_ref().map_or(0, OuterSearch::depth);
        let part = if self.exhausted { 1.0 } else { self.cost.done.clamp(0.0, 1.0) };
        SearchProgress {
            nodes: self.cost.nodes,
            depth: depth + self.blocks.depth(),
            solutions: self.solutions,
            part,
            no_memory: None,
        }
    }

    /// The options of the item that would be branched on next; `None` if no such item exists.
    pub(super) fn next_options(&mut self) -> Option<Vec<usize>> {
        match &mut self.outer {
            Some(search) => search.next_options(&self.lists),
            None => self.blocks.next_options(),
        }
    }

    /// Chooses one of [`next_options`](Self::next_options) for good.
    pub(super) fn choose(&mut self, option: usize) {
        match &mut self.outer {
            Some(search) => search.choose(&self.lists, option),
            None => self.blocks.choose(option),
        }
    }

    /// Limits the levels that copy the state.
    #[cfg(test)]
    pub(crate) fn limit_copies(&mut self, copies: usize) {
        if let Some(search) = &mut self.outer {
            search.limit_copies(copies);
        }
    }

    /// Every build that this machine can run, as a solver of the same problem.
    #[cfg(test)]
    pub(crate) fn in_all_builds(cover: &Cover, max_options: usize) -> Vec<CoverSolver> {
        let builds = super::builds::AnyBuild::all().into_iter();
        let solver = |build| {
            let mut solver = Self::with_blocks(cover, max_options);
            solver.blocks.build = build;
            solver
        };
        builds.map(solver).collect()
    }

    #[cfg(test)]
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.outer, Some(OuterSearch::Wide(_)))
    }
}
