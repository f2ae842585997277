//! The search of a block, in matrices of five widths.
//!
//! When a quarter of a matrix is left, a narrower one may take over; see `hand_over.rs`.

use super::bit_set::BitSet;
use super::block::{Block, Items, ListNumbers, Part};
use super::builds::AnyBuild;
use super::conflict_lists::ConflictLists;
use super::matrix_search::{WidthSearch, of_all_widths};
use super::needs::Counters;
use super::progress::{Reached, SearchStep, Tracker};

/// A block and searches of five widths, each of which passes a small remainder to a narrower one.
#[derive(Debug)]
pub(super) struct BlockSearch {
    pub build: AnyBuild,
    /// The block, and with bounds a block for each search in progress.
    blocks: [Block; 5],
    has_bounds: bool,
    searches: [Box<dyn WidthSearch>; 5],
    /// The widths of the searches in progress, the narrowest last.
    active: Vec<usize>,
    numbers: ListNumbers,
    /// The part that a search hands over.
    part: Part,
}

/// The smallest width for a number of options.
fn width_of(options: usize) -> usize {
    options.div_ceil(64).max(1).next_power_of_two().trailing_zeros() as usize
}

impl BlockSearch {
    /// The search of no block yet.
    pub fn new(has_bounds: bool) -> BlockSearch {
        BlockSearch {
            build: AnyBuild::default(),
            blocks: Default::default(),
            has_bounds,
            searches: if has_bounds { of_all_widths::<Vec<Counters>>() } else { of_all_widths::<()>() },
            active: Vec::new(),
            numbers: ListNumbers::default(),
            part: Part::default(),
        }
    }

    /// Begins the search of a part with at most [`MAX_OPTIONS`](super::block::MAX_OPTIONS) options and
    /// [`MAX_ITEMS`](super::block::MAX_ITEMS) open items.
    pub fn begin(&mut self, lists: &ConflictLists, fill: impl FnOnce(&mut Part)) {
        self.active.clear();
        fill(&mut self.part);
        self.load(lists);
    }

    /// Begins the search of a whole problem without bounds.
    pub fn begin_all(&mut self, lists: &ConflictLists) {
        self.active.clear();
        self.blocks[0].load_all(lists);
        self.begin_block();
    }

    /// Restarts the search of the block that is loaded.
    pub fn restart(&mut self) {
        let (block, width) = (&self.blocks[0], width_of(self.blocks[0].len()));
        self.searches[width].restart(block, Items::below(block.primary()));
        self.active.clear();
        self.active.push(width);
    }

    /// Ends every search.
    pub fn stop(&mut self) {
        self.active.clear();
    }

    /// Numbers the part anew and begins its search.
    fn load(&mut self, lists: &ConflictLists) {
        self.blocks[self.active.len()].load(lists, &mut self.numbers, &mut self.part);
        self.begin_block();
    }

    /// Begins the search of the block for the next search.
    fn begin_block(&mut self) {
        let block = &self.blocks[self.active.len()];
        self.part.options.clear();
        self.part.options.extend(0..block.len());
        let width = width_of(block.len());
        self.searches[width].load(block, Items::below(block.primary()), &self.part.options);
        self.active.push(width);
    }

    /// The searches in progress with their blocks.
    fn active(&self) -> impl Iterator<Item = (&dyn WidthSearch, &Block)> {
        let block = |at| &self.blocks[if self.has_bounds { at } else { 0 }];
        self.active.iter().enumerate().map(move |(at, &width)| (&*self.searches[width], block(at)))
    }

    /// The narrowest search in progress with its block.
    fn last(&mut self) -> Option<(&mut dyn WidthSearch, &Block)> {
        let &width = self.active.last()?;
        let block = if self.has_bounds { self.active.len() - 1 } else { 0 };
        Some((&mut *self.searches[width], &self.blocks[block]))
    }

    /// Continues to the next solution.
    #[inline(always)]
    pub fn advance(&mut self, lists: &ConflictLists, tracker: &mut Tracker<'_>) -> SearchStep {
        let build = self.build;
        while let Some((search, block)) = self.last() {
            match search.advance(build, block, tracker) {
                Reached::Step(SearchStep::Exhausted) => _ = self.active.pop(),
                Reached::Step(step) => return step,
                Reached::Small => self.narrow(lists),
            }
        }
        SearchStep::Exhausted
    }

    /// Hands the current state of the narrowest search to a narrower one. Items without bounds keep their numbers.
    fn narrow(&mut self, lists: &ConflictLists) {
        let mut part = std::mem::take(&mut self.part);
        let Some((search, block)) = self.last() else { return };
        let open = search.hand_over(block, &mut part);
        self.part = part;
        if self.has_bounds {
            self.load(lists);
        } else {
            let width = width_of(self.part.options.len());
            self.searches[width].load(&self.blocks[0], open, &self.part.options);
            self.active.push(width);
        }
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.active().map(|(search, _)| search.depth()).sum()
    }

    /// Appends the options chosen, by their numbers in the whole problem.
    pub fn collect(&self, options: &mut Vec<usize>) {
        self.active().for_each(|(search, block)| search.collect(block, options));
    }

    /// See [`WidthSearch::next_options`]; the numbers are the options of the whole problem.
    pub fn next_options(&mut self) -> Option<Vec<usize>> {
        let (search, block) = self.last()?;
        let options = search.next_options(block)?;
        Some(options.into_iter().map(|option| block.option(option)).collect())
    }

    /// See [`WidthSearch::choose`].
    pub fn choose(&mut self, option: usize) {
        if let Some((search, block)) = self.last()
            && let Some(option) = block.find(option)
        {
            search.choose(block, option);
        }
    }
}
