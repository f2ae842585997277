//! The search in a matrix: the branches of an item are tried one after the other.

use super::bit_set::{BitSet, Plain, Set};
use super::block::{Block, Items, Part};
use super::builds::AnyBuild;
use super::bulk::{BulkCount, Found};
use super::hand_over::HandOver;
use super::matrix::Matrix;
use super::needs::{Need, Needs, OpenItem};
use super::progress::{Reached, SearchStep, Tracker};
use super::smallest::{Build, Portable};
use super::state::{Settled, Smallest, State};

/// Stands in for an option in the branch of an item that chooses none of its options.
const NO_OPTION: u32 = u32::MAX;

type MatrixState<const W: usize, N> = State<Set<W>, Items, N>;

/// A branch point.
#[derive(Debug)]
struct BranchPoint<const W: usize, N> {
    /// The state before the branch, without the options that are excluded in the next one.
    state: MatrixState<W, N>,
    chosen: u32,
    /// The number of branches not prepared yet, and the options not tried in any branch yet.
    left: u32,
    untried: Set<W>,
    /// Whether the item may have more than one option, or none.
    is_bounded: bool,
    /// The fraction of the tree below each branch.
    share: f64,
    /// The branch to try next.
    next: Prepared<W, N>,
}

/// The option of a branch, the state after it is chosen, and the smallest item there.
///
/// Each is prepared before the previous branch is searched. Neither depends on the other, so the processor works on
/// both at once: all solutions of Langford 12 take 66 ms instead of 75 (Zen 5, 2026-11-23).
#[derive(Debug)]
struct Prepared<const W: usize, N> {
    option: u32,
    state: MatrixState<W, N>,
    smallest: Smallest,
}

/// A matrix and the memory to search it.
#[derive(Debug)]
pub(super) struct MatrixSearch<const W: usize, N> {
    matrix: Matrix<Set<W>, Items, N>,
    /// The first `depth` are in use.
    points: Vec<BranchPoint<W, N>>,
    depth: usize,
    /// The current state.
    state: MatrixState<W, N>,
    /// Options chosen.
    chosen: Vec<u16>,
    /// Whether the current state is new; otherwise it is done.
    is_new: bool,
    hand_over: HandOver,
    bulk: BulkCount,
}

/// A search of any width. Its options have the numbers of the block.
pub(super) trait WidthSearch: Plain {
    /// Begins the search of these options and open items.
    fn load(&mut self, block: &Block, open: Items, options: &[usize]);

    /// Restarts the search in the matrix that is loaded.
    fn restart(&mut self, block: &Block, open: Items);

    /// Continues to the next solution that must not be skipped, or to a state that is small enough to hand over.
    fn advance(&mut self, build: AnyBuild, block: &Block, tracker: &mut Tracker<'_>) -> Reached;

    /// Writes the live options to `part`, and returns the open items. With bounds the part has the numbers of the
    /// whole problem, and also the open items.
    fn hand_over(&self, block: &Block, part: &mut Part) -> Items;

    /// Number of options chosen.
    fn depth(&self) -> usize;

    /// Appends the options chosen, by their numbers in the whole problem.
    fn collect(&self, block: &Block, options: &mut Vec<usize>);

    /// The options of the item that would be branched on next, for an item without bounds; `None` if no such item
    /// exists.
    fn next_options(&mut self, block: &Block) -> Option<Vec<usize>>;

    /// Chooses one of [`next_options`](Self::next_options) for good.
    fn choose(&mut self, block: &Block, option: usize);
}

/// A search of each width, for problems with or without bounds: 1, 2, 4, 8 and 16 words.
pub(super) fn of_all_widths<N: Needs>() -> [Box<dyn WidthSearch>; 5] {
    [
        Box::new(MatrixSearch::<1, N>::new()),
        Box::new(MatrixSearch::<2, N>::new()),
        Box::new(MatrixSearch::<4, N>::new()),
        Box::new(MatrixSearch::<8, N>::new()),
        Box::new(MatrixSearch::<16, N>::new()),
    ]
}

impl<const W: usize, N: Needs> WidthSearch for MatrixSearch<W, N> {
    fn load(&mut self, block: &Block, open: Items, options: &[usize]) {
        self.matrix.load(block, options);
        self.restart(block, open);
    }

    fn restart(&mut self, block: &Block, open: Items) {
        self.depth = 0;
        self.chosen.clear();
        self.hand_over.restart();
        self.state = State { open, ..State::new(block, &self.matrix) };
        self.is_new = true;
    }

    fn advance(&mut self, build: AnyBuild, block: &Block, tracker: &mut Tracker<'_>) -> Reached {
        build.advance(self, block, tracker)
    }

    fn hand_over(&self, block: &Block, part: &mut Part) -> Items {
        let live = self.state.live.members().map(|option| self.matrix.in_block(option));
        part.options.clear();
        part.open.clear();
        if N::BOUNDED {
            part.options.extend(live.map(|option| block.option(option)));
            let open = |item| OpenItem { item: block.item(item), need: self.state.need(block, item) };
            part.open.extend(self.state.open.members().map(open));
        } else {
            part.options.extend(live);
        }
        self.state.open
    }

    fn depth(&self) -> usize {
        self.chosen.len()
    }

    fn collect(&self, block: &Block, options: &mut Vec<usize>) {
        let chosen = self.chosen.iter().map(|&option| self.matrix.in_block(usize::from(option)));
        options.extend(chosen.map(|option| block.option(option)));
    }

    fn next_options(&mut self, block: &Block) -> Option<Vec<usize>> {
        let mut state = self.take_state();
        let smallest = state.smallest(block, &self.matrix);
        let settled = self.settle(Portable, block, &mut state, smallest);
        self.state = state;
        let Settled::Branch(item, _) = settled else { return None };
        let options = self.matrix.list(item, &self.state.live).members();
        Some(options.map(|option| self.matrix.in_block(option)).collect())
    }

    fn choose(&mut self, block: &Block, option: usize) {
        if let Some(number) = self.matrix.find(option) {
            self.chosen.push(number as u16);
            self.state.choose(block, &self.matrix, number);
        }
    }
}

impl<const W: usize, N: Needs> BranchPoint<W, N> {
    fn new() -> Self {
        let next = Prepared { option: NO_OPTION, state: empty_state(), smallest: None };
        let (state, untried) = (empty_state(), [0; W]);
        BranchPoint { state, chosen: 0, left: 0, untried, is_bounded: false, share: 0.0, next }
    }

    /// Prepares the next branch.
    #[inline(always)]
    fn prepare(&mut self, build: impl Build, block: &Block, matrix: &Matrix<Set<W>, Items, N>) {
        let needs = std::mem::take(&mut self.next.state.needs);
        let mut state = State { live: self.state.live, open: self.state.open, needs };
        state.needs.clone_from(&self.state.needs);
        self.left -= 1;
        let mut option = NO_OPTION as usize;
        // The last branch of an item that needs no option chooses none.
        if !N::BOUNDED || self.untried != [0; W] {
            option = self.untried.pop();
            // The other options of an item that has exactly one are excluded by the one that is chosen.
            if N::BOUNDED && self.is_bounded {
                self.state.live.remove(option);
            }
            state.choose(block, matrix, option);
        }
        let smallest = build.smallest(block, matrix, &mut state);
        self.next = Prepared { option: option as u32, state, smallest };
    }
}

fn empty_state<const W: usize, N: Needs>() -> MatrixState<W, N> {
    State { live: [0; W], open: Items::default(), needs: N::default() }
}

impl<const W: usize, N: Needs> MatrixSearch<W, N> {
    /// With this number of live options, a half or a quarter of the width, a narrower search may take over; 0 if
    /// there is no narrower search, or none that is worth numbering counted items anew.
    const HAND_OVER: u32 = match W {
        1 => 0,
        2 if N::BOUNDED => 0,
        2 => 64,
        _ => 16 * W as u32,
    };

    fn new() -> Self {
        MatrixSearch {
            matrix: Matrix::default(),
            points: Vec::new(),
            depth: 0,
            state: empty_state(),
            chosen: Vec::new(),
            is_new: false,
            hand_over: HandOver::default(),
            bulk: BulkCount::default(),
        }
    }

    /// Whether a narrower search takes over. With bounds it always does: the order of its items depends on the
    /// state that it begins with, and so does the order of the solutions.
    #[inline(always)]
    fn hands_over(&mut self, live: &Set<W>, nodes: u64) -> bool {
        if Self::HAND_OVER == 0 {
            return false;
        }
        if live.size() > Self::HAND_OVER {
            self.hand_over.forget_kept();
            return false;
        }
        N::BOUNDED || self.hand_over.take(self.depth, nodes)
    }

    /// The current state, which must be put back.
    fn take_state(&mut self) -> MatrixState<W, N> {
        let State { live, open, needs } = &mut self.state;
        State { live: *live, open: *open, needs: std::mem::take(needs) }
    }

    #[inline(always)]
    fn settle(
        &mut self,
        build: impl Build,
        block: &Block,
        state: &mut MatrixState<W, N>,
        smallest: Smallest,
    ) -> Settled {
        let chosen = &mut self.chosen;
        state.settle(build, block, &self.matrix, smallest, |option| chosen.push(option as u16))
    }

    /// See [`WidthSearch::advance`].
    #[inline(always)]
    pub fn advance(&mut self, build: impl Build, block: &Block, tracker: &mut Tracker<'_>) -> Reached {
        let mut state = self.take_state();
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
        state: &mut MatrixState<W, N>,
    ) -> Reached {
        self.hand_over.end(tracker.budget.nodes());
        if W == 1 && !N::BOUNDED && self.is_new && self.count(build, block, tracker, state) {
            self.is_new = false;
            return Reached::Step(SearchStep::Exhausted);
        }
        let mut smallest = if std::mem::take(&mut self.is_new) {
            build.smallest(block, &self.matrix, state)
        } else {
            match self.try_next(build, block, tracker, state) {
                Ok(smallest) => smallest,
                Err(step) => return Reached::Step(step),
            }
        };
        loop {
            match self.settle(build, block, state, smallest) {
                Settled::Branch(..) if self.hands_over(&state.live, tracker.budget.nodes()) => {
                    return Reached::Small;
                }
                Settled::Branch(item, ways) => self.branch(build, block, (item, ways), tracker, state),
                Settled::Solved => {
                    tracker.leaf();
                    if !tracker.pass_over() {
                        return Reached::Step(SearchStep::Solution);
                    }
                }
                Settled::Dead => tracker.leaf(),
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
        state: &MatrixState<W, N>,
    ) -> bool {
        let most = Found {
            solutions: tracker.may_pass_over - tracker.passed_over,
            nodes: tracker.budget.left(),
            guesses: 0,
        };
        if most.solutions == 0 {
            return false;
        }
        let Some(found) = self.bulk.count(build, &self.matrix, block, state, most) else { return false };
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
        (item, ways): (usize, u32),
        tracker: &mut Tracker<'_>,
        state: &MatrixState<W, N>,
    ) {
        tracker.cost.guesses += 1;
        if self.depth == self.points.len() {
            self.points.push(BranchPoint::new());
        }
        let point = &mut self.points[self.depth];
        (point.state.live, point.state.open) = (state.live, state.open);
        point.state.needs.clone_from(&state.needs);
        point.chosen = self.chosen.len() as u32;
        (point.left, point.untried) = (ways, self.matrix.list(item, &state.live));
        point.is_bounded = N::BOUNDED && (item < block.counted().len() || block.need(item) != Need::ONCE);
        point.share = tracker.cost.share / f64::from(ways);
        point.prepare(build, block, &self.matrix);
        self.depth += 1;
    }

    /// Enters the next branch of the last branch point, which is removed with its last branch.
    #[inline(always)]
    fn try_next(
        &mut self,
        build: impl Build,
        block: &Block,
        tracker: &mut Tracker<'_>,
        state: &mut MatrixState<W, N>,
    ) -> Result<Smallest, SearchStep> {
        let Some(point) = self.points[..self.depth].last_mut() else { return Err(SearchStep::Exhausted) };
        if !tracker.enter() {
            return Err(SearchStep::Budget);
        }
        let Prepared { option, state: next, smallest } = &mut point.next;
        let smallest = *smallest;
        (state.live, state.open) = (next.live, next.open);
        std::mem::swap(&mut state.needs, &mut next.needs);
        tracker.cost.share = point.share;
        self.chosen.truncate(point.chosen as usize);
        if !N::BOUNDED || *option != NO_OPTION {
            self.chosen.push(*option as u16);
        }
        if point.left == 0 {
            self.depth -= 1;
        } else {
            point.prepare(build, block, &self.matrix);
        }
        Ok(smallest)
    }
}
