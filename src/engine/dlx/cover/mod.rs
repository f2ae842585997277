//! Any exact cover problem: searched, stopped, continued, divided.
//!
//! | file | what is there |
//! | --- | --- |
//! | `outer.rs` | the arena's part of a search |
//! | `parts.rs` | which options exclude each other |
//! | `block.rs` | a problem that has become small: sets of options, no lists |
//! | `view_search.rs`, `views.rs` | the search in a block |
//! | `sets.rs`, `meter.rs` | what those share |

mod block;
mod conflict_lists;
mod dense;
mod dense_matrix;
mod meter;
mod sets;
mod sparse;

use super::layout::Of;
use super::tables::fits;
use crate::cover::Cover;
use crate::engine::{Budget, Limits, Report, Stop};
use block::ITEMS;
use conflict_lists::ConflictLists;
use dense::Reached;
use dense_matrix::{DenseSearch, LARGEST};
use meter::{Cost, Meter, Step};
use sparse::SparseSearch;
use std::collections::VecDeque;

/// An exact cover problem ready to be searched, any number of times; a search can be stopped and
/// continued.
///
/// A search begins in the arena; where at most 128 primary items are open and at most 1024 options
/// live, sets of bits take over: of the options, and of what each of them excludes.
///
/// Ratio to crate `dlx` 0.8.5 (`32-bit`, `unsafe-fast-index`), all solutions, one thread, and to the arena
/// alone (Zen 5, 2026-11; `benches/peers`, program `covers`):
///
/// | problem | crate `dlx` | arena alone |
/// | --- | --- | --- |
/// | pentominoes 6×10 | 4.3 | 4.9 |
/// | Langford 11, 12 | 3.4 | 3.1 |
/// | 12 queens | 3.9 | 3.0 |
/// | 500 random 60×40 | 3.7 | 2.0 |
///
/// Bit planes over items (plane k has the kth option of every item; adding planes up tells all sizes at
/// once) took 30 ns a node of Langford 12, words of live bits per item 37; to prepare them for a small
/// problem costs ten times what sets cost.
///
/// ```
/// use quadrille::Cover;
/// use quadrille::{Limits, Outcome, CoverSolver};
///
/// let mut cover = Cover::new(3, 0);
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
/// // One solution now, the rest later.
/// let first = solver.solve(&Limits::default(), |_| ());
/// assert_eq!(first.outcome, Outcome::Solved);
/// assert_eq!(solver.resume(&limits, |_| ()).outcome, Outcome::Multiple);
/// assert_eq!(solver.iter().count(), 2);
/// ```
#[derive(Debug)]
pub struct CoverSolver {
    parts: ConflictLists,
    /// `None` if the whole problem is a block.
    outer: Option<AnyOuter>,
    views: Box<DenseSearch>,
    cost: Cost,
    solutions: u64,
    exhausted: bool,
    /// The solution that is handed out.
    options: Vec<usize>,
}

#[derive(Debug)]
enum AnyOuter {
    Short(SparseSearch<Of<u32, u16, 0, false>>),
    Long(SparseSearch<Of<u64, u32, 0, false>>),
    Wide(SparseSearch<Of<u64, u32, 0, true>>),
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Search-tree nodes entered.
    pub nodes: u64,
    /// Options chosen at present.
    pub depth: usize,
    /// Solutions found.
    pub solutions: u64,
    /// The part of the tree that is done, 0 to 1, if all branches of a branch point were of the same
    /// size; it never falls. (Knuth, *Estimating the efficiency of backtrack programs*, 1975, for the
    /// idea.)
    pub part: f64,
}

/// A part of a search: the solutions that have certain options.
///
/// See [`CoverSolver::branches`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Branch {
    options: Vec<usize>,
}

/// Applies the same to whichever arena there is.
macro_rules! with_outer {
    ($outer:expr, $name:ident => $body:expr) => {
        match $outer {
            AnyOuter::Short($name) => $body,
            AnyOuter::Long($name) => $body,
            AnyOuter::Wide($name) => $body,
        }
    };
}

impl CoverSolver {
    /// A solver for the problem, of which it keeps a copy.
    ///
    /// # Panics
    /// If the problem has 2³² options or words of options, or more.
    pub fn new(cover: &Cover) -> CoverSolver {
        Self::with_blocks(cover, LARGEST)
    }

    /// A solver whose blocks have so many options at most.
    pub(super) fn with_blocks(cover: &Cover, largest: usize) -> CoverSolver {
        let parts = ConflictLists::new(cover);
        let options = (0..cover.len()).filter(|&option| parts.is_choice(option)).count();
        let small = options <= largest && cover.primary() <= ITEMS;
        let mut solver = CoverSolver {
            outer: (!small).then(|| AnyOuter::new(cover, largest)),
            parts,
            views: Box::default(),
            cost: Cost::NONE,
            solutions: 0,
            exhausted: false,
            options: Vec::new(),
        };
        if small {
            let options = (0..cover.len()).filter(|&option| solver.parts.is_choice(option));
            solver.views.block.load(&solver.parts, 0..cover.primary(), options);
            solver.views.begin();
        }
        solver.restart();
        solver
    }

    /// Searches from the beginning and hands every solution to `found`, as its options in the order
    /// in which they were chosen.
    ///
    /// The same problem and limits give the same solutions in the same order. A problem without
    /// primary items has one solution, the empty one. Exact cover is NP-complete: the time is
    /// bounded by the limits alone. It takes memory for one state per level, at most one level
    /// per primary item.
    pub fn solve(&mut self, limits: &Limits, found: impl FnMut(&[usize])) -> Report {
        self.restart();
        self.resume(limits, found)
    }

    /// Goes back to the beginning.
    pub fn restart(&mut self) {
        self.cost = Cost::NONE;
        (self.solutions, self.exhausted) = (0, false);
        match &mut self.outer {
            Some(outer) => {
                self.views.stop();
                with_outer!(outer, outer => outer.restart());
            }
            None => self.views.restart(),
        }
    }

    /// Continues where the last search stopped. Solutions and nodes, those of the limits and those of the
    /// report, are counted from the beginning; the time limit begins anew.
    pub fn resume(&mut self, limits: &Limits, found: impl FnMut(&[usize])) -> Report {
        match Budget::start(limits) {
            Some(budget) => self.resume_within(limits.solutions, &budget, found),
            None => self.report(Stop::Budget, limits.solutions),
        }
    }

    /// As [`resume`](Self::resume), for this many solutions in all.
    pub(crate) fn resume_within(
        &mut self,
        wanted: u64,
        budget: &Budget<'_>,
        mut found: impl FnMut(&[usize]),
    ) -> Report {
        self.run(wanted, budget, |solver| {
            solver.collect();
            found(&solver.options);
        })
    }

    /// As [`resume`](Self::resume), without looking at the solutions: faster where there are many.
    pub fn count(&mut self, limits: &Limits) -> Report {
        match Budget::start(limits) {
            Some(budget) => self.count_within(limits.solutions, &budget),
            None => self.report(Stop::Budget, limits.solutions),
        }
    }

    /// As [`count`](Self::count), of this many solutions in all.
    pub(crate) fn count_within(&mut self, wanted: u64, budget: &Budget<'_>) -> Report {
        self.run(wanted, budget, |_| ())
    }

    /// The solutions from the beginning, one by one, each as its options in the order in which they
    /// were chosen.
    ///
    /// ```
    /// # use quadrille::{Cover, CoverSolver};
    /// let mut cover = Cover::new(1, 0);
    /// (0..3).for_each(|_| _ = cover.add(&[0]).unwrap());
    /// assert_eq!(CoverSolver::new(&cover).iter().collect::<Vec<_>>(), [[0], [1], [2]]);
    /// ```
    pub fn iter(&mut self) -> impl Iterator<Item = Vec<usize>> {
        self.restart();
        std::iter::from_fn(|| {
            let before = self.solutions;
            let mut options = Vec::new();
            let report = self.resume(&Limits::new(before + 1), |chosen| options.extend_from_slice(chosen));
            (report.solutions > before).then_some(options)
        })
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let outer =
            self.outer.as_ref().map_or(0, |outer| with_outer!(outer, outer => outer.chosen().count()));
        let part = if self.exhausted { 1.0 } else { self.cost.done.clamp(0.0, 1.0) };
        Progress {
            nodes: self.cost.nodes,
            depth: outer + self.views.depth(),
            solutions: self.solutions,
            part,
        }
    }

    /// Parts of the search, at least `wanted` of them unless the tree is smaller: each solution is in
    /// exactly one. Ends any search that is going on.
    ///
    /// There are fewer than `wanted` and the options of one item together. The same problem and number
    /// give the same branches, whatever solver is asked.
    ///
    /// ```
    /// # use quadrille::{Cover, Limits, CoverSolver};
    /// let mut cover = Cover::new(1, 0);
    /// (0..3).for_each(|_| _ = cover.add(&[0]).unwrap());
    /// let mut solver = CoverSolver::new(&cover);
    /// let all = Limits::new(u64::MAX);
    /// let mut count = 0;
    /// for branch in solver.branches(2) {
    ///     solver.begin(&branch);
    ///     count += solver.count(&all).solutions;
    /// }
    /// assert_eq!(count, 3);
    /// ```
    pub fn branches(&mut self, wanted: usize) -> Vec<Branch> {
        let (mut done, mut open) = (Vec::new(), VecDeque::from([Branch::default()]));
        // One by one: a whole level may be as many as the product of two items' options.
        while done.len() + open.len() < wanted
            && let Some(branch) = open.pop_front()
        {
            self.begin(&branch);
            match self.fork() {
                None => done.push(branch),
                Some(options) => open.extend(options.into_iter().map(|option| {
                    let mut options = branch.options.clone();
                    options.push(option);
                    Branch { options }
                })),
            }
        }
        done.extend(open);
        self.restart();
        done
    }

    /// Goes to the beginning of a branch of the same problem; the search then ends where the branch
    /// does.
    pub fn begin(&mut self, branch: &Branch) {
        self.restart();
        for &option in &branch.options {
            self.fork();
            match &mut self.outer {
                Some(outer) => with_outer!(outer, outer => outer.choose(option)),
                None => self.views.choose(option),
            }
        }
    }

    fn fork(&mut self) -> Option<Vec<usize>> {
        match &mut self.outer {
            Some(outer) => with_outer!(outer, outer => outer.fork()),
            None => self.views.fork(),
        }
    }

    #[cfg(test)]
    pub(super) fn is_wide(&self) -> bool {
        matches!(self.outer, Some(AnyOuter::Wide(_)))
    }

    fn guesses(&self) -> u64 {
        let outer = self.outer.as_ref().map_or(0, |outer| with_outer!(outer, outer => outer.guesses()));
        self.cost.guesses + outer
    }

    fn run(&mut self, wanted: u64, budget: &Budget<'_>, found: impl FnMut(&mut Self)) -> Report {
        let mut meter = Meter::new(budget, self.cost);
        let stop = self.search(wanted, &mut meter, found);
        self.cost = meter.cost();
        self.report(stop, wanted)
    }

    fn report(&self, stop: Stop, wanted: u64) -> Report {
        Report::new(stop, self.solutions, self.cost.nodes, self.guesses(), wanted)
    }

    fn search(&mut self, wanted: u64, meter: &mut Meter<'_>, mut found: impl FnMut(&mut Self)) -> Stop {
        if meter.budget.nodes() == 0 && !meter.enter() {
            return Stop::Budget;
        }
        while !self.exhausted {
            if self.solutions >= wanted.max(1) {
                return Stop::Solutions;
            }
            match self.advance(meter) {
                Step::Solution => {
                    self.solutions += 1;
                    found(self);
                }
                Step::Exhausted => self.exhausted = true,
                Step::Budget => return Stop::Budget,
            }
        }
        Stop::Exhausted
    }

    #[inline(always)]
    fn advance(&mut self, meter: &mut Meter<'_>) -> Step {
        loop {
            let step = self.views.advance(meter);
            let Some(outer) = &mut self.outer else { return step };
            if step != Step::Exhausted {
                return step;
            }
            match with_outer!(outer, outer => outer.advance(meter)) {
                Reached::Other(step) => return step,
                Reached::Small => {
                    let views = &mut self.views;
                    with_outer!(outer, outer => views.block.load(&self.parts, outer.open(), outer.live()));
                    views.begin();
                }
            }
        }
    }

    /// Writes down the solution just found.
    fn collect(&mut self) {
        self.options.clear();
        if let Some(outer) = &self.outer {
            with_outer!(outer, outer => self.options.extend(outer.chosen()));
        }
        self.views.collect(&mut self.options);
    }
}

impl AnyOuter {
    fn new(cover: &Cover, largest: usize) -> AnyOuter {
        if fits::<Of<u32, u16, 0, false>>(cover) {
            AnyOuter::Short(SparseSearch::new(cover, largest))
        } else if fits::<Of<u64, u32, 0, false>>(cover) {
            AnyOuter::Long(SparseSearch::new(cover, largest))
        } else {
            AnyOuter::Wide(SparseSearch::new(cover, largest))
        }
    }
}
