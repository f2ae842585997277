//! Counting the solutions of exact cover problems: one by one, or with a memory of subproblems, on any number of
//! threads.
//!
//! A count begins one by one. If much is left after [`FIRST`] nodes, a short trial shows whether a sweep, classes of subproblems or a search
//! with memory pays. If one does, it takes over; otherwise the count continues where it was, up to a longer trial. The
//! trials continue where the previous ones stopped.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the count of a problem: the order of attempts |
//! | `cover_count.rs` | the result of a count |
//! | `one_by_one.rs` | counting one by one, on one thread |
//! | `slices.rs` | a search on one thread, with reports of its progress |
//! | `branches.rs` | counting one by one, on several threads, each of which takes branches |
//! | `step.rs` | the progress of a count one by one |
//! | `threads.rs` | threads, reports of progress meanwhile, and a queue of work for them |
//! | `sweep/` | counting by a sweep over the items |
//! | `symmetry/` | counting subproblems that differ only in names once |
//! | `race.rs` | the sweep and the search with memory of one problem |
//! | `parts.rs` | the independent parts of a problem that is too large to be counted with memory as a whole |
//! | `trial.rs` | whether a sweep or counting with memory pays, and by which search |
//! | `remembering.rs` | counting with memory, on threads that share a table |
//! | `memo/` | the search with a memory of subproblems, and that memory |
//! | `disjoint_sets.rs` | disjoint sets that are merged |

mod branches;
mod cover_count;
pub mod disjoint_sets;
pub(crate) mod memo;
mod one_by_one;
mod parts;
mod race;
mod remembering;
mod slices;
mod step;
mod sweep;
mod symmetry;
mod threads;
mod trial;

pub use cover_count::CoverCount;
pub use memo::NoMemory;
pub use slices::in_slices;

use super::search::SearchProgress;
use super::{Cover, OutOfMemory};
use branches::Branches;
use cover_count::outcome_of;
use num_bigint::BigUint;
use one_by_one::OneByOne;
use quadrille_base::error::Error;
use quadrille_base::limits::{Budget, Limits, Outcome, SearchReport};
use quadrille_base::run_options::RunOptions;
use race::Race;
use step::OneByOneStep;
use trial::{Decision, Methods, Trial, is_worth_trying};

/// Nodes of each thread before the first trial: less than a millisecond.
const FIRST: u64 = 1 << 12;

/// The next trial follows after this many times as many nodes.
const LATER: u64 = 16;

/// Counts the solutions of an exact cover problem, exactly, even if their number is huge.
///
/// A problem with many solutions is counted by its subproblems: a subproblem is the part that is left after some choices. The
/// time to count the tilings of a board therefore grows with the number of outlines of a tiled area, not with the number of
/// tilings, and does not depend on the order of options and items. If few open items share
/// an option with covered items, as on a board, a sweep covers the items in a fixed order and finds all subproblems at each item,
/// with the number of ways to reach each. If many subproblems differ only in the names of their items, as for Steiner triple systems, only one of them
/// is counted. Otherwise the number of solutions of each subproblem is memoized: independent
/// parts of a problem are counted separately, and subproblems that differ only in the order of interchangeable parts,
/// such as the columns of a Latin square, are the same. Where few
/// subproblems recur, solutions are counted one by one, as by [`CoverSolver`](super::search::CoverSolver); short trials
/// decide between the four. The count does not depend on threads or memory.
///
/// A part with more than 16,384 options, or primary items, after the forced moves is not counted with a memory.
///
/// Sources: M. Nishino, N. Yasuda, S. Minato, M. Nagata, *Dancing with decision diagrams: a combined approach to exact cover*, AAAI-17
/// (remembering subproblems); R. J. Bayardo and J. D. Pehoushek, *Counting models using connected components*, AAAI-2000 (components).
///
/// ```
/// use quadrille::{Outcome, RunOptions, cover::{Cover, CoverCount, CoverCounter, CoverSolver}, engine::Limits};
///
/// // Tilings of a 10×10 board by dominoes.
/// let mut cover = Cover::new(100);
/// for cell in 0..100 {
///     if cell % 10 < 9 {
///         cover.add(&[cell, cell + 1]).unwrap();
///     }
///     if cell < 90 {
///         cover.add(&[cell, cell + 10]).unwrap();
///     }
/// }
/// let count = CoverCounter::new(&cover).count().unwrap();
/// assert!(count.is_exact());
/// assert_eq!(count.solutions.to_string(), "258584046368");
///
/// let options = RunOptions::new().threads(2);
/// let few = CoverCounter::new(&cover).limit(1000).memory(1 << 20).run_options(options).count().unwrap();
/// assert!(!few.is_exact());
///
/// // With a report of the progress. The last count is one that a limit stopped.
/// let counter = CoverCounter::new(&cover).threads(1).limits(Limits::new(u64::MAX));
/// assert_eq!(counter.count_with(&mut |progress| println!("{} nodes", progress.nodes)).unwrap().solutions, count.solutions);
/// let report = CoverSolver::new(&cover).count(&Limits::new(1000));
/// assert!(!CoverCount::of(&report, 1000).is_exact() && CoverCount::of_all(Some(5u32.into()), 9).is_exact());
/// assert_eq!(CoverCount::none().outcome, Outcome::None);
/// ```
#[derive(Clone, Debug)]
pub struct CoverCounter<'a> {
    cover: &'a Cover,
    limits: Limits,
    threads: usize,
    memory: usize,
    /// Whether subproblems that differ only in names may be counted once.
    by_classes: bool,
}

impl<'a> CoverCounter<'a> {
    /// The memory that a count takes at most by default, in bytes: 4 GiB, and 1 GiB where addresses have 32 bits.
    pub const MEMORY: usize = if usize::BITS < 64 { 1 << 30 } else { (4u64 << 30) as usize };

    /// With a limit of solutions below this, solutions are counted one by one.
    pub const LARGE_LIMIT: u64 = 1 << 27;

    /// A count on one thread without limits.
    pub fn new(cover: &'a Cover) -> CoverCounter<'a> {
        CoverCounter {
            cover,
            limits: Limits::new(u64::MAX),
            threads: 1,
            memory: Self::MEMORY,
            by_classes: true,
        }
    }

    /// Ends the count at this many solutions; 0 means 1.
    pub fn limit(mut self, limit: u64) -> CoverCounter<'a> {
        self.limits.solutions = limit.max(1);
        self
    }

    /// Sets the number of threads, nodes, time, and the stop flag; the engine is not used. With a limit of nodes,
    /// solutions are counted one by one, on one thread.
    pub fn run_options(self, options: RunOptions) -> CoverCounter<'a> {
        let limits = options.limits().clone().solutions(self.limits.solutions);
        self.threads(options.thread_count(1)).limits(limits)
    }

    /// Sets the limits of the count: of solutions, nodes and time, and the stop flag.
    pub fn limits(self, limits: Limits) -> CoverCounter<'a> {
        CoverCounter { limits, ..self }
    }

    /// Sets the number of threads; 0 means 1.
    pub fn threads(self, threads: usize) -> CoverCounter<'a> {
        CoverCounter { threads: threads.max(1), ..self }
    }

    /// Sets how many bytes the memory of subproblems takes at most. The least used ones are forgotten first. With 0, solutions
    /// are counted one by one.
    pub fn memory(self, bytes: usize) -> CoverCounter<'a> {
        CoverCounter { memory: bytes, ..self }
    }

    /// Counts.
    ///
    /// # Errors
    /// If memory for the search cannot be allocated. If the memory of subproblems cannot grow, the count continues
    /// without it.
    pub fn count(&self) -> Result<CoverCount, Error> {
        self.count_with(&mut |_| {})
    }

    /// Counts, and reports the progress some times a second.
    ///
    /// # Errors
    /// As [`count`](Self::count).
    pub fn count_with(&self, report_progress: &mut dyn FnMut(SearchProgress)) -> Result<CoverCount, Error> {
        let Some(budget) = Budget::start(&self.limits) else { return Ok(CoverCount::default()) };
        self.count_within(&budget, report_progress)
    }

    /// Counts until the budget is over.
    fn count_within(
        &self,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<CoverCount, Error> {
        let cover = self.cover;
        if self.limits.max_nodes != u64::MAX || self.threads == 1 {
            let mut search = OneByOne::try_new(cover, self.limits.solutions)?;
            return self
                .run(budget, report_progress, |nodes, budget, report| search.advance(nodes, budget, report));
        }
        let mut search = Branches::try_new(cover, self.limits.solutions, self.threads)?;
        self.run(budget, report_progress, |nodes, budget, report| {
            search.advance(nodes.saturating_mul(self.threads as u64), budget, report)
        })
    }

    /// Counts by a search one by one, up to a number of nodes in all, and by trials with memory.
    fn run(
        &self,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
        mut one_by_one: impl FnMut(
            u64,
            &Budget<'_>,
            &mut dyn FnMut(SearchProgress),
        ) -> Result<OneByOneStep, OutOfMemory>,
    ) -> Result<CoverCount, Error> {
        // A limit that is reached in seconds one by one may take much longer with memory, which counts all
        // solutions.
        let may_remember = self.memory > 0
            && self.limits.max_nodes == u64::MAX
            && self.limits.solutions >= Self::LARGE_LIMIT;
        let (mut nodes, mut trial) = (if may_remember { FIRST } else { u64::MAX }, None);
        loop {
            let step = one_by_one(nodes, budget, report_progress)?;
            if step.is_over {
                return Ok(CoverCount::of(&step.report, self.limits.solutions));
            }
            if is_worth_trying(&step) {
                match self.decide(trial.take(), nodes, &step, budget, report_progress)? {
                    Decision::Parts(count) => return Ok(count),
                    Decision::Race(race) => {
                        return Ok(self.finish(*race, &step.report, budget, report_progress));
                    }
                    Decision::Classes(classes) => {
                        return self.count_classes(classes, &step.report, budget, report_progress);
                    }
                    Decision::OneByOne(left) => match left.hopeless() {
                        Some(no_memory) => {
                            report_progress(step.progress(Some(no_memory)));
                            nodes = u64::MAX;
                        }
                        None => trial = Some(left),
                    },
                }
            }
            nodes = nodes.saturating_mul(LATER);
        }
    }

    /// Continues a trial, or begins the first one.
    fn decide(
        &self,
        trial: Option<Trial>,
        nodes: u64,
        one_by_one: &OneByOneStep,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Decision, Error> {
        if let Some(trial) = trial {
            return trial.continue_after(nodes, one_by_one, budget, report_progress);
        }
        let mut methods = Methods::of(self.cover)?;
        if methods.searches.is_err()
            && let Some(count) = self.count_parts(&one_by_one.report, budget, report_progress)?
        {
            return Ok(Decision::Parts(count));
        }
        methods.problem.take_if(|_| !self.by_classes);
        let trial = Trial::try_new(methods, self.memory)?;
        trial.continue_after(nodes, one_by_one, budget, report_progress)
    }

    /// Counts by the chosen methods; `before` is the count one by one.
    fn finish(
        &self,
        mut race: Race,
        before: &SearchReport,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> CoverCount {
        let counted = race.run(self.threads, budget, report_progress);
        let (nodes, remembered, memory) = (before.nodes + race.nodes(), race.remembered(), race.bytes());
        let at_least = if counted.is_some() { BigUint::ZERO } else { race.lower_bound() };
        CoverCount {
            nodes,
            remembered,
            memory,
            ..self.result(counted, at_least.max(before.solutions.into()))
        }
    }

    /// The result of a count of all solutions, `None` if the budget was over; `at_least` as many exist.
    fn result(&self, counted: Option<BigUint>, at_least: BigUint) -> CoverCount {
        let limit = BigUint::from(self.limits.solutions.max(1));
        let (solutions, outcome) = match counted {
            None => (at_least, Outcome::Unknown),
            Some(all) => {
                let outcome = outcome_of(&all);
                (all, outcome)
            }
        };
        let limited = outcome != Outcome::Unknown && self.limits.solutions != u64::MAX && solutions >= limit;
        let solutions = if limited { limit } else { solutions };
        CoverCount { solutions, outcome, limited, ..CoverCount::default() }
    }
}
