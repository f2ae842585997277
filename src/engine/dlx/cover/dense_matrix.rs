//! A block, and the searches in it.
//!
//! To make a view costs as much as some dozens of nodes, so a search hands over where a quarter of its
//! width is left. All of pentominoes 6×10 in s: a quarter 0.84, a third 0.96, also from two words to one
//! 0.86; no width above eight 1.9 (all on one machine, Zen 5, 2026-11).

use super::block::Block;
use super::dense::{Reached, ViewSearch};
use super::meter::{Meter, Step};
use super::sets::below;

/// A block and searches of five widths, each of which hands what has become small to a narrower one.
#[derive(Debug, Default)]
pub(super) struct DenseSearch {
    pub block: Block,
    sixteen: ViewSearch<16>,
    eight: ViewSearch<8>,
    four: ViewSearch<4>,
    two: ViewSearch<2>,
    one: ViewSearch<1>,
    /// Those at work, by the logarithm of their width, the narrowest last.
    at_work: Vec<u8>,
}

/// Most options of a block.
pub(super) const LARGEST: usize = 1024;

/// The logarithm of the words that a set of so many options takes.
fn width(options: usize) -> u8 {
    options.div_ceil(64).max(1).next_power_of_two().ilog2() as u8
}

/// Applies the same to the search of a width.
macro_rules! with_width {
    ($views:expr, $width:expr, $name:ident => $body:expr) => {{
        let DenseSearch { sixteen, eight, four, two, one, .. } = $views;
        match $width {
            0 => with_width!(@ one, $name => $body),
            1 => with_width!(@ two, $name => $body),
            2 => with_width!(@ four, $name => $body),
            3 => with_width!(@ eight, $name => $body),
            _ => with_width!(@ sixteen, $name => $body),
        }
    }};
    (@ $one:ident, $name:ident => $body:expr) => {{ let $name = $one; $body }};
}

impl DenseSearch {
    /// Begins the search of the block that is loaded.
    pub fn begin(&mut self) {
        let (open, options) = (below(self.block.primary), 0..self.block.len());
        let width = width(self.block.len());
        let DenseSearch { block, sixteen, eight, four, two, one, .. } = self;
        match width {
            0 => one.load(block, open, options),
            1 => two.load(block, open, options),
            2 => four.load(block, open, options),
            3 => eight.load(block, open, options),
            _ => sixteen.load(block, open, options),
        }
        self.at_work.clear();
        self.at_work.push(width);
    }

    /// Begins that search anew.
    pub fn restart(&mut self) {
        let width = width(self.block.len());
        let open = below(self.block.primary);
        with_width!(&mut *self, width, view => view.restart(open));
        self.at_work.clear();
        self.at_work.push(width);
    }

    /// Ends every search.
    pub fn stop(&mut self) {
        self.at_work.clear();
    }

    /// Goes on to the next solution.
    #[inline(always)]
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Step {
        while let Some(&width) = self.at_work.last() {
            let DenseSearch { block, sixteen, eight, four, two, one, .. } = self;
            let reached = match width {
                0 => one.advance(block, meter, 0),
                1 => two.advance(block, meter, 0),
                2 => four.advance(block, meter, 64),
                3 => eight.advance(block, meter, 128),
                _ => sixteen.advance(block, meter, 256),
            };
            match reached {
                Reached::Other(Step::Exhausted) => _ = self.at_work.pop(),
                Reached::Other(step) => return step,
                Reached::Small => self.narrow(width),
            }
        }
        Step::Exhausted
    }

    /// Hands the present state of one search to a narrower one.
    fn narrow(&mut self, from: u8) {
        let DenseSearch { block, sixteen, eight, four, two, one, .. } = self;
        let to = width(match from {
            1 => two.size(),
            2 => four.size(),
            3 => eight.size(),
            _ => sixteen.size(),
        });
        match (from, to) {
            (1, _) => one.load(block, two.open(), two.live()),
            (2, 0) => one.load(block, four.open(), four.live()),
            (2, _) => two.load(block, four.open(), four.live()),
            (3, 0) => one.load(block, eight.open(), eight.live()),
            (3, 1) => two.load(block, eight.open(), eight.live()),
            (3, _) => four.load(block, eight.open(), eight.live()),
            (_, 0) => one.load(block, sixteen.open(), sixteen.live()),
            (_, 1) => two.load(block, sixteen.open(), sixteen.live()),
            (_, 2) => four.load(block, sixteen.open(), sixteen.live()),
            (_, _) => eight.load(block, sixteen.open(), sixteen.live()),
        }
        self.at_work.push(to);
    }

    /// Options chosen.
    pub fn depth(&self) -> usize {
        self.at_work.iter().map(|&width| with_width!(self, width, view => view.depth())).sum()
    }

    /// Appends the options chosen, by their numbers in the whole problem.
    pub fn collect(&self, options: &mut Vec<usize>) {
        for &width in &self.at_work {
            let block = &self.block;
            with_width!(self, width, view => options.extend(view.chosen().map(|option| block.option(option))));
        }
    }

    /// See [`ViewSearch::fork`]; the numbers are of the whole problem.
    pub fn fork(&mut self) -> Option<Vec<usize>> {
        let &width = self.at_work.last()?;
        let DenseSearch { block, sixteen, eight, four, two, one, .. } = self;
        let options = match width {
            0 => one.fork(block),
            1 => two.fork(block),
            2 => four.fork(block),
            3 => eight.fork(block),
            _ => sixteen.fork(block),
        };
        options.map(|options| options.into_iter().map(|option| self.block.option(option)).collect())
    }

    /// See [`ViewSearch::choose`].
    pub fn choose(&mut self, option: usize) {
        let (Some(&width), Some(option)) = (self.at_work.last(), self.block.find(option)) else { return };
        let DenseSearch { block, sixteen, eight, four, two, one, .. } = self;
        match width {
            0 => one.choose(block, option),
            1 => two.choose(block, option),
            2 => four.choose(block, option),
            3 => eight.choose(block, option),
            _ => sixteen.choose(block, option),
        }
    }
}
