//! Boards with more solutions than engines find one by one in reasonable time.

use super::board_problem::BoardParts;
use crate::Run;
use crate::chutes::{ByChutes, Resources, count_by_chutes};
use num_bigint::BigUint;
use quadrille_base::limits::{Limits, Outcome, SearchReport};
use quadrille_cover::count::{CoverCount, CoverCounter};
use quadrille_grid::Variants;

/// Solutions that an engine finds before a puzzle is counted in another way, which starts again from the givens. The
/// engine needs some milliseconds for them, and puzzles with fewer are unaffected.
pub const MANY: u64 = 1 << 14;

/// The resources of a count with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountMemory {
    /// Most bytes of the memory of subproblems; with 0, only engines count.
    pub bytes: usize,
    /// Threads of one count; 0 means 1.
    pub threads: usize,
}

impl CountMemory {
    /// The default number of bytes for all threads together.
    pub const BYTES: usize = CoverCounter::MEMORY;

    /// The share of one of several workers: of the bytes, and of the threads, because threads without a worker
    /// help.
    pub fn of_worker(bytes: usize, threads: usize, workers: usize) -> CountMemory {
        let workers = workers.max(1);
        CountMemory { bytes: bytes / workers, threads: threads / workers }
    }

    /// Whether puzzles with many solutions are counted with memory under these limits. A limit of solutions or nodes
    /// bounds the work of an engine, but not the work of a count with memory, which knows the number only at the end.
    pub fn is_used(&self, limits: &Limits) -> bool {
        self.bytes > 0 && limits.solutions == u64::MAX && limits.max_nodes == u64::MAX
    }

    /// Counts the solutions of puzzle `i` of a run, given the number of nodes that an engine takes for each. `None` if
    /// memory for its problem cannot be allocated.
    ///
    /// # Panics
    /// If the variants do not fit the shape.
    pub(super) fn count(
        &self,
        run: &Run<'_>,
        i: usize,
        variants: &Variants,
        limits: &Limits,
        nodes_per_solution: f64,
    ) -> Option<Count> {
        let board = BoardParts { shape: run.shape(), givens: run.givens(i), extras: run.extras(i) };
        if let Some(cells) = board.nine_cells().filter(|_| variants.is_plain()) {
            let resources =
                Resources { limits, threads: self.threads, memory: self.bytes, nodes_per_solution };
            match count_by_chutes(&cells, &resources).ok()? {
                ByChutes::Counted(count) => return Some(Count::Whole(count.into())),
                ByChutes::FasterOneByOne { nodes } => return Some(Count::FasterOneByOne { nodes }),
                ByChutes::TooLittleMemory => {}
            }
        }
        let (cover, _) = board.problem(variants).expect("variants that fit the shape");
        let counter = CoverCounter::new(&cover).limits(limits.clone());
        counter.threads(self.threads).memory(self.bytes).count().ok().map(Count::Whole)
    }
}

/// The result of a count.
pub(super) enum Count {
    Whole(CoverCount),
    /// An engine is probably faster, unless it takes more nodes than these.
    FasterOneByOne {
        nodes: u64,
    },
}

/// The report on a puzzle whose solutions were counted after an engine had found many; and the number, if it is too
/// large for the report, which then has `u64::MAX`.
pub(super) fn report(before: &SearchReport, count: CoverCount) -> (SearchReport, Option<BigUint>) {
    let solutions = u64::try_from(&count.solutions).unwrap_or(u64::MAX);
    let found = if count.outcome == Outcome::Unknown { solutions.max(before.solutions) } else { solutions };
    let nodes = before.nodes.saturating_add(count.nodes);
    let report = SearchReport::with_counts(count.outcome, found, nodes, before.guesses);
    (report, Some(count.solutions).filter(|_| found == u64::MAX))
}
