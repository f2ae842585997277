//! The search of a block, in matrices of five widths.
//!
//! When a quarter of a matrix is left, a narrower one may take over; see `hand_over.rs`.

use super::bit_set::below;
use super::block::Block;
use super::builds::AnyBuild;
use super::matrix_search::MatrixSearch;
use super::progress::{Reached, SearchStep, Tracker};

/// A block and searches of five widths, each of which passes a small remainder to a narrower one.
#[derive(Debug, Default)]
pub(super) struct DenseSearch {
    pub block: Block,
    pub build: AnyBuild,
    searches: Searches,
    /// The widths of the searches in progress, the narrowest last.
    active: Vec<Width>,
    /// Scratch: the options that one search hands to another.
    handed_over: Vec<usize>,
}

/// One search for each width; the names are the words of a set of options.
#[derive(Debug, Default)]
struct Searches {
    one: MatrixSearch<1>,
    two: MatrixSearch<2>,
    four: MatrixSearch<4>,
    eight: MatrixSearch<8>,
    sixteen: MatrixSearch<16>,
}

/// The width of a search.
#[derive(Clone, Copy, Debug)]
enum Width {
    One,
    Two,
    Four,
    Eight,
    Sixteen,
}

impl Width {
    /// The smallest width for a number of options.
    fn of(options: usize) -> Width {
        match options.div_ceil(64) {
            0..=1 => Width::One,
            2 => Width::Two,
            3..=4 => Width::Four,
            5..=8 => Width::Eight,
            _ => Width::Sixteen,
        }
    }
}

/// Evaluates an expression with the search of a width.
///
/// This is the only place that distinguishes the widths. Each arm is compiled for its width, so nothing in
/// the inner loops depends on it.
macro_rules! with_width {
    ($searches:expr, $width:expr, $search:ident => $body:expr) => {{
        let Searches { one, two, four, eight, sixteen } = $searches;
        match $width {
            Width::One => with_width!(@arm one, $search => $body),
            Width::Two => with_width!(@arm two, $search => $body),
            Width::Four => with_width!(@arm four, $search => $body),
            Width::Eight => with_width!(@arm eight, $search => $body),
            Width::Sixteen => with_width!(@arm sixteen, $search => $body),
        }
    }};
    (@arm $field:ident, $search:ident => $body:expr) => {{
        let $search = $field;
        $body
    }};
}

impl DenseSearch {
    /// Begins the search of the block that is loaded.
    pub fn begin(&mut self) {
        let (open, options) = (below(self.block.primary), 0..self.block.len());
        let width = Width::of(options.len());
        with_width!(&mut self.searches, width, search => search.load(&self.block, open, options));
        self.active.clear();
        self.active.push(width);
    }

    /// Restarts that search.
    pub fn restart(&mut self) {
        let (open, width) = (below(self.block.primary), Width::of(self.block.len()));
        with_width!(&mut self.searches, width, search => search.restart(open));
        self.active.clear();
        self.active.push(width);
    }

    /// Ends every search.
    pub fn stop(&mut self) {
        self.active.clear();
    }

    /// Continues to the next solution.
    #[inline(always)]
    pub fn advance(&mut self, tracker: &mut Tracker<'_>) -> SearchStep {
        while let Some(&width) = self.active.last() {
            let block = &self.block;
            match with_width!(&mut self.searches, width, search => self.build.advance(search, block, tracker))
            {
                Reached::Step(SearchStep::Exhausted) => _ = self.active.pop(),
                Reached::Step(step) => return step,
                Reached::Small => self.narrow(width),
            }
        }
        SearchStep::Exhausted
    }

    /// Hands the current state of a search to a narrower one.
    fn narrow(&mut self, from: Width) {
        let options = &mut self.handed_over;
        options.clear();
        let open = with_width!(&self.searches, from, search => {
            search.live_into(options);
            search.open()
        });
        let (to, options) = (Width::of(options.len()), options.iter().copied());
        with_width!(&mut self.searches, to, search => search.load(&self.block, open, options));
        self.active.push(to);
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.active.iter().map(|&width| with_width!(&self.searches, width, search => search.depth())).sum()
    }

    /// Appends the options chosen, by their numbers in the whole problem.
    pub fn collect(&self, options: &mut Vec<usize>) {
        for &width in &self.active {
            with_width!(&self.searches, width, search => {
                options.extend(search.chosen().map(|option| self.block.option(option)));
            });
        }
    }

    /// See [`MatrixSearch::next_options`]; the numbers are the options of the whole problem.
    pub fn next_options(&mut self) -> Option<Vec<usize>> {
        let &width = self.active.last()?;
        let options = with_width!(&mut self.searches, width, search => search.next_options(&self.block));
        options.map(|options| options.into_iter().map(|option| self.block.option(option)).collect())
    }

    /// See [`MatrixSearch::choose`].
    pub fn choose(&mut self, option: usize) {
        let (Some(&width), Some(option)) = (self.active.last(), self.block.find(option)) else { return };
        with_width!(&mut self.searches, width, search => search.choose(&self.block, option));
    }
}
