//! The search in a matrix of one width, and in matrices of five widths: the fewer options are left, the narrower
//! the matrix.

use super::bits::{BitSet, Plain};
use super::matrix::{BoundedMatrix, ListNumbers, OpenItem};
use super::state::{BoundedState, Branches, Settled};
use crate::cover::search::block::{MAX_ITEMS, MAX_OPTIONS};
use crate::cover::search::conflict_lists::ConflictLists;
use crate::cover::search::progress::{Reached, SearchStep, Tracker};

/// A set of primary items.
type Items = [u64; MAX_ITEMS / 64];

/// A branch point.
#[derive(Debug)]
struct BranchPoint<O> {
    branches: Branches<O, Items>,
    /// Number of options chosen before.
    chosen: u32,
    /// The fraction of the tree below each branch.
    share: f64,
}

/// A matrix and the memory to search it.
#[derive(Debug)]
struct WidthSearch<O> {
    matrix: BoundedMatrix<O, Items>,
    /// The first `depth` are in use.
    points: Vec<BranchPoint<O>>,
    depth: usize,
    state: BoundedState<O, Items>,
    /// Options chosen, by their numbers in the matrix.
    chosen: Vec<u32>,
    /// Whether the current state is new; otherwise it is done.
    is_new: bool,
    /// With this number of live options a narrower search takes over; 0 if no narrower search is worth it.
    hand_over: u32,
}

/// A search of any width.
trait AnyWidthSearch: Plain {
    /// Begins the search of these options and open items.
    fn load(&mut self, lists: &ConflictLists, numbers: &mut ListNumbers, part: &HandedPart);
    /// Continues to the next solution, or to a state that is small enough to hand over.
    fn advance(&mut self, tracker: &mut Tracker<'_>) -> Reached;
    /// Writes the current state to `part`.
    fn hand_over(&self, part: &mut HandedPart);
    /// Number of options chosen.
    fn chosen(&self) -> usize;
    /// Appends the options chosen, by their numbers in the whole problem.
    fn collect(&self, options: &mut Vec<usize>);
}

/// Options and open items that one search hands to another.
#[derive(Debug, Default)]
pub(super) struct HandedPart {
    pub options: Vec<usize>,
    pub open: Vec<OpenItem>,
}

impl<O: BitSet> WidthSearch<O> {
    fn new(hand_over: u32) -> Self {
        let matrix = BoundedMatrix::new();
        let state = BoundedState::new(&matrix);
        let (points, chosen) = (Vec::new(), Vec::new());
        WidthSearch { matrix, points, depth: 0, state, chosen, is_new: false, hand_over }
    }

    fn branch(&mut self, item: usize, tracker: &mut Tracker<'_>) {
        tracker.cost.guesses += 1;
        if self.depth == self.points.len() {
            let branches = Branches::new(&self.matrix);
            self.points.push(BranchPoint { branches, chosen: 0, share: 0.0 });
        }
        let point = &mut self.points[self.depth];
        point.branches.begin(&self.matrix, &mut self.state, item);
        point.chosen = self.chosen.len() as u32;
        point.share = tracker.cost.share / f64::from(point.branches.left());
        self.depth += 1;
    }

    /// Enters the next branch of the last branch point, which is removed with its last branch.
    #[inline(always)]
    fn try_next(&mut self, tracker: &mut Tracker<'_>) {
        let point = &mut self.points[self.depth - 1];
        tracker.cost.share = point.share;
        self.chosen.truncate(point.chosen as usize);
        if let Some(option) = point.branches.next(&self.matrix, &mut self.state) {
            self.chosen.push(option as u32);
        }
        if point.branches.left() == 0 {
            self.depth -= 1;
        }
        self.is_new = true;
    }
}

impl<O: BitSet> AnyWidthSearch for WidthSearch<O> {
    fn load(&mut self, lists: &ConflictLists, numbers: &mut ListNumbers, part: &HandedPart) {
        self.matrix.load(lists, numbers, part.open.iter().copied(), part.options.iter().copied());
        self.state = BoundedState::new(&self.matrix);
        self.depth = 0;
        self.chosen.clear();
        self.is_new = true;
    }

    fn advance(&mut self, tracker: &mut Tracker<'_>) -> Reached {
        loop {
            if std::mem::take(&mut self.is_new) {
                match self.state.settle(&self.matrix, &mut self.chosen) {
                    Settled::Branch(_)
                        if self.hand_over > 0 && self.state.live().size() <= self.hand_over =>
                    {
                        return Reached::Small;
                    }
                    Settled::Branch(item) => self.branch(item, tracker),
                    Settled::Solved => {
                        tracker.leaf();
                        return Reached::Step(SearchStep::Solution);
                    }
                    Settled::Dead => tracker.leaf(),
                }
            }
            if self.depth == 0 {
                return Reached::Step(SearchStep::Exhausted);
            }
            if !tracker.enter() {
                return Reached::Step(SearchStep::Budget);
            }
            self.try_next(tracker);
        }
    }

    fn hand_over(&self, part: &mut HandedPart) {
        part.options.clear();
        part.options.extend(self.state.live().members().map(|option| self.matrix.option(option)));
        part.open.clear();
        part.open.extend(self.state.open(&self.matrix));
    }

    fn chosen(&self) -> usize {
        self.chosen.len()
    }

    fn collect(&self, options: &mut Vec<usize>) {
        options.extend(self.chosen.iter().map(|&option| self.matrix.option(option as usize)));
    }
}

/// Searches of five widths, each of which passes a small remainder to a narrower one.
#[derive(Debug)]
pub(super) struct BlockSearch {
    /// By width: 1, 2, 4, 8 and 16 words.
    searches: [Box<dyn AnyWidthSearch>; 5],
    /// The searches in progress, the narrowest last.
    active: Vec<usize>,
    numbers: ListNumbers,
    /// The part that a search hands over.
    part: HandedPart,
}

impl BlockSearch {
    pub fn new() -> BlockSearch {
        BlockSearch {
            searches: [
                Box::new(WidthSearch::<[u64; 1]>::new(0)),
                Box::new(WidthSearch::<[u64; 2]>::new(0)),
                Box::new(WidthSearch::<[u64; 4]>::new(64)),
                Box::new(WidthSearch::<[u64; 8]>::new(128)),
                Box::new(WidthSearch::<[u64; MAX_OPTIONS / 64]>::new(256)),
            ],
            active: Vec::new(),
            numbers: ListNumbers::default(),
            part: HandedPart::default(),
        }
    }

    /// Begins the search of a part with at most [`MAX_OPTIONS`] options and [`MAX_ITEMS`] open items.
    pub fn begin(&mut self, lists: &ConflictLists, fill: impl FnOnce(&mut HandedPart)) {
        self.active.clear();
        fill(&mut self.part);
        self.load(lists);
    }

    fn load(&mut self, lists: &ConflictLists) {
        let words = self.part.options.len().div_ceil(64).max(1);
        let width = words.next_power_of_two().trailing_zeros() as usize;
        self.searches[width].load(lists, &mut self.numbers, &self.part);
        self.active.push(width);
    }

    /// Ends every search.
    pub fn stop(&mut self) {
        self.active.clear();
    }

    /// Continues to the next solution.
    pub fn advance(&mut self, lists: &ConflictLists, tracker: &mut Tracker<'_>) -> SearchStep {
        while let Some(&width) = self.active.last() {
            match self.searches[width].advance(tracker) {
                Reached::Step(SearchStep::Exhausted) => _ = self.active.pop(),
                Reached::Step(step) => return step,
                Reached::Small => {
                    self.searches[width].hand_over(&mut self.part);
                    self.load(lists);
                }
            }
        }
        SearchStep::Exhausted
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.active.iter().map(|&width| self.searches[width].chosen()).sum()
    }

    /// Appends the options chosen, by their numbers in the whole problem.
    pub fn collect(&self, options: &mut Vec<usize>) {
        self.active.iter().for_each(|&width| self.searches[width].collect(options));
    }
}
