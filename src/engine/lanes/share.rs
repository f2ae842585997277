//! One puzzle searched by several lanes, with the result of one.
//!
//! A lane that shares its puzzle searches one *part* of its tree. The parts of a puzzle are a chain
//! in the order in which a single lane would have come to them; a lane that takes over the oldest
//! open branch of another comes right behind it:
//!
//! ```text
//!  before ─► lane 4 ─► tail ─► lane 1 ─► tail ─► lane 9 ─► tail
//!  (done)    (head)   (done)             (done)            (done)
//! ```
//!
//! Finished parts have no lane: they are added to the tail of the part before them, or, at the head
//! of the chain, to what is before the next. So counts are added in the order of the single lane, and
//! the sum ends where it would have ended.

/// What the search of a part has counted.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub solutions: u64,
    pub nodes: u64,
    pub guesses: u64,
    /// `nodes` and `guesses` when the first solution was found.
    pub at_first: (u64, u64),
    /// The first solution, where it is not in the run yet.
    pub cells: [u8; 81],
}

impl Tally {
    /// A part of which this many nodes are entered.
    pub(super) fn new(nodes: u64) -> Tally {
        Tally { solutions: 0, nodes, guesses: 0, at_first: (0, 0), cells: [0; 81] }
    }

    /// Adds the part that comes after this one. `limit` is at most 2, so that the sum ends at the
    /// first solution of a part or at the part's own end.
    fn then(&mut self, next: &Tally, limit: u64) {
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
pub(super) struct Part {
    prev: Option<usize>,
    next: Option<usize>,
    before: Tally,
    tail: Tally,
}

impl Part {
    /// The only part of a puzzle.
    pub(super) fn alone() -> Part {
        Part { prev: None, next: None, before: Tally::new(0), tail: Tally::new(0) }
    }

    /// Whether the lane's own tally is all there is to the puzzle.
    pub(super) fn is_alone(&self) -> bool {
        self.prev.is_none() && self.next.is_none() && self.before.nodes == 0 && self.tail.nodes == 0
    }

    /// Solutions in the parts that come before a head.
    pub(super) fn solutions_before(&self) -> u64 {
        self.before.solutions
    }
}

/// Puts `thief` right behind `victim`: what came after the victim's part comes after the thief's.
pub(super) fn insert(parts: &mut [Part], victim: usize, thief: usize) {
    let next = parts[victim].next;
    parts[thief] = Part { prev: Some(victim), next, before: Tally::new(0), tail: parts[victim].tail };
    parts[victim].next = Some(thief);
    parts[victim].tail = Tally::new(0);
    if let Some(next) = next {
        parts[next].prev = Some(thief);
    }
}

/// What is left to do when a part is finished.
pub(super) enum Finish {
    /// The puzzle is: this is its result.
    Puzzle(Tally),
    /// The lane alone is; the lane named here is the head of the chain now.
    Head(usize),
    /// The lane alone is.
    Lane,
}

/// Takes `lane`, whose part has counted `own`, out of its chain. `stopped` receives the lanes whose
/// parts can no longer matter.
pub(super) fn finish(
    parts: &mut [Part],
    lane: usize,
    own: &Tally,
    limit: u64,
    mut stopped: impl FnMut(usize),
) -> Finish {
    let Part { prev, mut next, before, tail } = parts[lane];
    let mut sum = before;
    sum.then(own, limit);
    sum.then(&tail, limit);
    if sum.solutions >= limit {
        while let Some(after) = next {
            stopped(after);
            next = parts[after].next;
        }
    }
    if let Some(next) = next {
        parts[next].prev = prev;
    }
    match (prev, next) {
        (Some(prev), _) => {
            parts[prev].next = next;
            parts[prev].tail.then(&sum, limit);
            Finish::Lane
        }
        (None, Some(next)) => {
            parts[next].before = sum;
            Finish::Head(next)
        }
        (None, None) => Finish::Puzzle(sum),
    }
}
