//! The search in a matrix: the options of an item are tried one after the other.

use super::bit_set::{Set, below, is_empty, pop, size};
use super::block::{Block, Items};
use super::bulk::{BulkCount, Found};
use super::dense_matrix::DenseMatrix;
use super::hand_over::HandOver;
use super::progress::{Reached, SearchStep, Tracker};
use super::smallest::{Build, Portable};

/// A state of the search.
#[derive(Clone, Copy, Debug)]
struct MatrixState<const W: usize> {
    live: Set<W>,
    open: Items,
}

/// A branch point.
#[derive(Clone, Copy, Debug)]
struct BranchPoint<const W: usize> {
    /// The state before the branch.
    state: MatrixState<W>,
    chosen: u32,
    /// Options not tried and not prepared yet.
    untried: Set<W>,
    /// The fraction of the tree below each option.
    share: f64,
    /// The option to try next.
    next: Prepared<W>,
}

/// An option, the state after it is chosen, and the smallest item there.
///
/// Each is prepared before the previous option is searched. Neither depends on the other, so the processor works on
/// both at once: all solutions of Langford 12 take 66 ms instead of 75 (Zen 5, 2026-11-23).
#[derive(Clone, Copy, Debug)]
struct Prepared<const W: usize> {
    option: u32,
    state: MatrixState<W>,
    smallest: Option<(usize, u32)>,
}

/// A matrix and the memory to search it.
#[derive(Debug)]
pub(super) struct MatrixSearch<const W: usize> {
    matrix: DenseMatrix<W>,
    branch_points: Vec<BranchPoint<W>>,
    /// The current state.
    state: MatrixState<W>,
    /// Options chosen.
    chosen: Vec<u16>,
    /// Whether the current state is new; otherwise it is done.
    is_new: bool,
    hand_over: HandOver,
    bulk: BulkCount,
}

/// The result of making the forced moves.
enum Propagated {
    /// The item to branch on, and the number of its live options.
    Branch(usize, u32),
    Solved,
    Dead,
}

impl<const W: usize> Default for MatrixSearch<W> {
    fn default() -> Self {
        MatrixSearch {
            matrix: DenseMatrix::default(),
            branch_points: Vec::new(),
            state: MatrixState { live: [0; W], open: Items::default() },
            chosen: Vec::new(),
            is_new: false,
            hand_over: HandOver::default(),
            bulk: BulkCount::default(),
        }
    }
}

impl<const W: usize> MatrixSearch<W> {
    /// With this number of live options, a half or a quarter of the width, a narrower search may take over; 0 if
    /// there is no narrower search.
    const HAND_OVER: u32 = match W {
        1 => 0,
        2 => 64,
        _ => 16 * W as u32,
    };

    /// Begins the search of these options and open items.
    pub fn load(&mut self, block: &Block, open: Items, options: impl Iterator<Item = usize>) {
        self.matrix.load(block, options);
        self.restart(open);
    }

    /// Restarts the search in the matrix that is loaded.
    pub fn restart(&mut self, open: Items) {
        self.branch_points.clear();
        self.chosen.clear();
        self.hand_over.restart();
        self.state = MatrixState { live: below(self.matrix.len()), open };
        self.is_new = true;
    }

    /// The options chosen, by their numbers in the block.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.chosen.iter().map(|&option| self.matrix.in_block(usize::from(option)))
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.chosen.len()
    }

    /// The open items.
    pub fn open(&self) -> Items {
        self.state.open
    }

    /// Appends the live options, by their numbers in the block.
    pub fn live_into(&self, options: &mut Vec<usize>) {
        for (w, &word) in self.state.live.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                options.push(self.matrix.in_block(64 * w + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// The options of the item that would be branched on next, by their numbers in the block; `None` if no
    /// such item exists.
    pub fn next_options(&mut self, block: &Block) -> Option<Vec<usize>> {
        let mut state = self.state;
        let smallest = self.matrix.smallest(&state.live, &state.open);
        let settled = self.settle(Portable, block, &mut state, smallest);
        self.state = state;
        let Propagated::Branch(item, _) = settled else { return None };
        Some(self.matrix.all_in_block(self.matrix.list(item, &state.live)).collect())
    }

    /// Chooses one of [`next_options`](Self::next_options) for good.
    pub fn choose(&mut self, block: &Block, option: usize) {
        if let Some(number) = self.matrix.find(option) {
            let mut state = self.state;
            self.apply(block, number, &mut state);
            self.state = state;
        }
    }

    #[inline(always)]
    fn apply(&mut self, block: &Block, option: usize, state: &mut MatrixState<W>) {
        self.chosen.push(option as u16);
        self.matrix.choose(block, option, &mut state.live, &mut state.open);
    }

    /// Whether a narrower search takes over.
    #[inline(always)]
    fn hands_over(&mut self, live: &Set<W>, nodes: u64) -> bool {
        if Self::HAND_OVER == 0 {
            return false;
        }
        if size(live) > Self::HAND_OVER {
            self.hand_over.forget_kept();
            return false;
        }
        self.hand_over.take(self.branch_points.len(), nodes)
    }

    /// Makes the forced moves; `smallest` is the smallest item of the state.
    #[inline(always)]
    fn settle(
        &mut self,
        build: impl Build,
        block: &Block,
        state: &mut MatrixState<W>,
        mut smallest: Option<(usize, u32)>,
    ) -> Propagated {
        loop {
            match smallest {
                None => return Propagated::Solved,
                Some((_, 0)) => return Propagated::Dead,
                Some((item, 1)) => {
                    let option = pop(&mut self.matrix.list(item, &state.live));
                    self.apply(block, option, state);
                }
                Some((item, size)) => return Propagated::Branch(item, size),
            }
            smallest = build.smallest(&self.matrix, &state.live, &state.open);
        }
    }

    /// Continues to the next solution that must not be skipped, or to a state that is small enough to hand over.
    #[inline(always)]
    pub fn advance(&mut self, build: impl Build, block: &Block, tracker: &mut Tracker<'_>) -> Reached {
        let mut state = self.state;
        let reached = self.advance_from(build, block, tracker, &mut state);
        self.state = state;
        reached
    }

    #[inline(always)]
    fn advance_from(
        &mut self,
        build: impl Build,
        block: &Block,
        tracker: &mut Tracker<'_>,
        state: &mut MatrixState<W>,
    ) -> Reached {
        self.hand_over.end(tracker.budget.nodes());
        if W == 1 && self.is_new && self.count(build, block, tracker, state) {
            self.is_new = false;
            return Reached::Step(SearchStep::Exhausted);
        }
        let mut smallest = if std::mem::take(&mut self.is_new) {
            build.smallest(&self.matrix, &state.live, &state.open)
        } else {
            match self.try_next(build, block, tracker, state) {
                Ok(smallest) => smallest,
                Err(step) => return Reached::Step(step),
            }
        };
        loop {
            match self.settle(build, block, state, smallest) {
                Propagated::Branch(..) if self.hands_over(&state.live, tracker.budget.nodes()) => {
                    return Reached::Small;
                }
                Propagated::Branch(item, size) => self.branch(build, block, item, size, tracker, state),
                Propagated::Solved => {
                    tracker.leaf();
                    if !tracker.pass_over() {
                        return Reached::Step(SearchStep::Solution);
                    }
                }
                Propagated::Dead => tracker.leaf(),
            }
            smallest = match self.try_next(build, block, tracker, state) {
                Ok(smallest) => smallest,
                Err(step) => return Reached::Step(step),
            };
        }
    }

    /// Counts all solutions of the new state, if they may be skipped and no limit is near.
    #[inline(always)]
    fn count(
        &mut self,
        build: impl Build,
        block: &Block,
        tracker: &mut Tracker<'_>,
        state: &MatrixState<W>,
    ) -> bool {
        let most = Found {
            solutions: tracker.may_pass_over - tracker.passed_over,
            nodes: tracker.budget.left(),
            guesses: 0,
        };
        if most.solutions == 0 {
            return false;
        }
        let Some(found) = self.bulk.count(build, &self.matrix, block, (state.live[0], &state.open), most)
        else {
            return false;
        };
        if !tracker.budget.enter_all(found.nodes) {
            return false;
        }
        tracker.cost.guesses += found.guesses;
        tracker.passed_over += found.solutions;
        tracker.leaf();
        true
    }

    #[inline(always)]
    fn branch(
        &mut self,
        build: impl Build,
        block: &Block,
        item: usize,
        size: u32,
        tracker: &mut Tracker<'_>,
        state: &MatrixState<W>,
    ) {
        tracker.cost.guesses += 1;
        let mut untried = self.matrix.list(item, &state.live);
        let next = self.prepare(build, block, *state, &mut untried);
        self.branch_points.push(BranchPoint {
            state: *state,
            chosen: self.chosen.len() as u32,
            untried,
            share: tracker.cost.share / f64::from(size),
            next,
        });
    }

    /// Removes the first of these options and prepares it.
    #[inline(always)]
    fn prepare(
        &mut self,
        build: impl Build,
        block: &Block,
        mut state: MatrixState<W>,
        untried: &mut Set<W>,
    ) -> Prepared<W> {
        let option = pop(untried);
        self.matrix.choose(block, option, &mut state.live, &mut state.open);
        let smallest = build.smallest(&self.matrix, &state.live, &state.open);
        Prepared { option: option as u32, state, smallest }
    }

    /// Chooses the next option of the last branch point, which is removed with its last option.
    #[inline(always)]
    fn try_next(
        &mut self,
        build: impl Build,
        block: &Block,
        tracker: &mut Tracker<'_>,
        state: &mut MatrixState<W>,
    ) -> Result<Option<(usize, u32)>, SearchStep> {
        let Some(point) = self.branch_points.last() else { return Err(SearchStep::Exhausted) };
        if !tracker.enter() {
            return Err(SearchStep::Budget);
        }
        let Prepared { option, state: next, smallest } = point.next;
        *state = next;
        tracker.cost.share = point.share;
        self.chosen.truncate(point.chosen as usize);
        self.chosen.push(option as u16);
        if is_empty(&point.untried) {
            self.branch_points.pop();
        } else {
            let (before, mut untried) = (point.state, point.untried);
            let next = self.prepare(build, block, before, &mut untried);
            if let Some(point) = self.branch_points.last_mut() {
                (point.next, point.untried) = (next, untried);
            }
        }
        Ok(smallest)
    }
}
