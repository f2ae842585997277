//! One puzzle searched by several lanes, with the result of one.
//!
//! A lane that shares its puzzle searches one *subtree* of it. The subtrees of a puzzle are a chain in the order
//! in which a single lane would search them; a lane that takes over the oldest open branch of another comes
//! right after it:
//!
//! ```text
//!  before ─► lane 4 ─► tail ─► lane 1 ─► tail ─► lane 9 ─► tail
//!  (done)    (head)   (done)             (done)            (done)
//! ```
//!
//! Finished subtrees have no lane: their counts are added to the tail of the subtree before them or, at the head
//! of the chain, to `before` of the next one. So counts are added in the order of a single lane, and the
//! sum ends where that lane would have ended.

/// Counts of the search of a subtree.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub solutions: u64,
    pub nodes: u64,
    pub guesses: u64,
    /// `nodes` and `guesses` when the first solution was found.
    pub at_first: (u64, u64),
    /// The first solution, where it is not in the run yet.
    pub cells: [u8; 81],
}

impl Counts {
    /// A subtree of which this many nodes have been entered.
    pub(super) fn new(nodes: u64) -> Counts {
        Counts { solutions: 0, nodes, guesses: 0, at_first: (0, 0), cells: [0; 81] }
    }

    /// Adds the subtree that comes after this one. `limit` is at most 2, so that the sum ends at the
    /// first solution of a subtree or at its end.
    fn then(&mut self, next: &Counts, limit: u64) {
        if self.solutions >= limit {
            return;
        }
        let (nodes, guesses) = match (self.solutions, next.solutions) {
            (1, 1..) => next.at_first,
            _ => (next.nodes, next.guesses),
        };
        if self.solutions == 0 {
            self.at_first = (self.nodes + next.at_first.0, self.guesses + next.at_first.1);
            self.cells = next.cells;
        }
        self.nodes += nodes;
        self.guesses += guesses;
        self.solutions = limit.min(self.solutions + next.solutions);
    }
}

/// A lane's place in the chain of its puzzle.
#[derive(Clone, Copy)]
pub(super) struct Subtree {
    prev: Option<usize>,
    next: Option<usize>,
    before: Counts,
    tail: Counts,
}

impl Subtree {
    /// A whole puzzle.
    pub(super) fn whole() -> Subtree {
        Subtree { prev: None, next: None, before: Counts::new(0), tail: Counts::new(0) }
    }

    /// Whether the lane searches the whole puzzle alone.
    pub(super) fn is_whole(&self) -> bool {
        self.prev.is_none() && self.next.is_none() && self.before.nodes == 0 && self.tail.nodes == 0
    }

    /// Solutions in the subtrees before a head.
    pub(super) fn solutions_before(&self) -> u64 {
        self.before.solutions
    }
}

/// Puts `idle` right after `busy`: whatever came after the subtree of `busy` comes after the subtree of
/// `idle`.
pub(super) fn insert(subtrees: &mut [Subtree], busy: usize, idle: usize) {
    let next = subtrees[busy].next;
    subtrees[idle] = Subtree { prev: Some(busy), next, before: Counts::new(0), tail: subtrees[busy].tail };
    subtrees[busy].next = Some(idle);
    subtrees[busy].tail = Counts::new(0);
    if let Some(next) = next {
        subtrees[next].prev = Some(idle);
    }
}

/// The search that ended with a subtree.
pub(super) enum Finish {
    /// The puzzle, with this result.
    Puzzle(Counts),
    /// The lane's search alone; this lane is now the head of the chain.
    Head(usize),
    /// The lane's search alone.
    Lane,
}

/// Takes `lane`, whose subtree has these `counts`, out of its chain. `stopped` receives the lanes whose
/// subtrees no longer affect the result.
pub(super) fn finish(
    subtrees: &mut [Subtree],
    lane: usize,
    counts: &Counts,
    limit: u64,
    mut stopped: impl FnMut(usize),
) -> Finish {
    let Subtree { prev, mut next, before, tail } = subtrees[lane];
    let mut sum = before;
    sum.then(counts, limit);
    sum.then(&tail, limit);
    if sum.solutions >= limit {
        while let Some(after) = next {
            stopped(after);
            next = subtrees[after].next;
        }
    }
    if let Some(next) = next {
        subtrees[next].prev = prev;
    }
    match (prev, next) {
        (Some(prev), _) => {
            subtrees[prev].next = next;
            subtrees[prev].tail.then(&sum, limit);
            Finish::Lane
        }
        (None, Some(next)) => {
            subtrees[next].before = sum;
            Finish::Head(next)
        }
        (None, None) => Finish::Puzzle(sum),
    }
}
