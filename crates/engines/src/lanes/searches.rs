//! The scheduler's records of the searches in the lanes, and their limits.

use super::share::{Counts, Subtree};
use super::stacks::Stacks;
use super::vector::{Simd, Vector};
use quadrille_base::limits::Limits;

/// Groups of lanes, which are swept in turn: while one is swept, the events of the other are handled.
///
/// A sweep must end before the processor knows which lanes are dead, solved or still, and it cannot predict them. So
/// these jumps come after a sweep that does not depend on them, which keeps the processor busy in the meantime.
pub(super) const GROUPS: usize = 2;

/// The limits as the lanes use them.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub solutions: u64,
    /// Nodes at which a search stops.
    pub nodes: u64,
    /// Whether the caller's limit is higher, so that a search that stops there gives up.
    pub gives_up: bool,
    /// Whether idle lanes may take over branches.
    pub shares: bool,
}

impl Bounds {
    pub(super) fn new(limits: &Limits, give_up_after: u64) -> Bounds {
        let solutions = limits.solutions.max(1);
        Bounds {
            solutions,
            nodes: limits.max_nodes.min(give_up_after),
            gives_up: limits.max_nodes > give_up_after,
            shares: solutions <= 2 && limits.max_nodes == u64::MAX,
        }
    }
}

/// The search in a lane.
#[derive(Clone, Copy)]
pub(super) struct LaneSearch {
    pub puzzle: usize,
    /// The oldest open branch: older ones were taken over by other lanes.
    pub base: usize,
    /// One past the youngest.
    pub top: usize,
    pub counts: Counts,
}

/// Everything about the lanes except their states.
pub(super) struct Scheduler<S: Simd> {
    pub(super) s: S,
    pub(super) searches: Vec<LaneSearch>,
    pub(super) subtrees: Vec<Subtree>,
    pub(super) stacks: Stacks,
    /// The lanes with a puzzle.
    pub(super) active: u32,
    /// Sweeps that the lanes of a group have been still for, all together, since the last branches.
    pub(super) waited: [u32; GROUPS],
    /// The lanes that are still and wait for a branch: a sweep keeps their states.
    pub(super) waiting: u32,
    /// The lanes whose puzzles have branched.
    pub(super) branched: u32,
    /// The next puzzle of the run.
    pub(super) next: usize,
    /// Puzzles that were given up. Their nodes are counted as by a single lane, so that sharing does not change
    /// which puzzles these are.
    pub(super) given_up: Vec<usize>,
}

impl<S: Simd> Scheduler<S> {
    /// The lanes of a group, as a mask.
    #[inline(always)]
    pub(super) fn lanes_of(group: usize) -> u32 {
        (u32::MAX >> (32 - S::V::LANES)) << (group * S::V::LANES)
    }

    pub(super) fn new(s: S) -> Scheduler<S> {
        let n = GROUPS * S::V::LANES;
        let search = LaneSearch { puzzle: 0, base: 0, top: 0, counts: Counts::new(0) };
        Scheduler {
            s,
            searches: vec![search; n],
            subtrees: vec![Subtree::whole(); n],
            stacks: Stacks::new(n),
            active: 0,
            waited: [0; GROUPS],
            waiting: 0,
            branched: 0,
            next: 0,
            given_up: Vec::new(),
        }
    }

    /// A lane starts with a puzzle, or with a branch of one.
    #[inline(always)]
    pub(super) fn start(&mut self, lane: usize, puzzle: usize) {
        self.searches[lane] = LaneSearch { puzzle, base: 0, top: 0, counts: Counts::new(1) };
        self.active |= 1 << lane;
    }
}
