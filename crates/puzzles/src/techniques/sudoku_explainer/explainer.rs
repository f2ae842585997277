//! Solves puzzles as Sudoku Explainer does, and rates them.

use super::{
    aligned, bug,
    chains::{closure::Mode, cycles::CycleSearch, multiple::ChainSearch},
    fish, locked, loops, sets, singles, wings, within,
};
use crate::nine_board::NineBoard;
use crate::techniques::{
    position::Position,
    step::{Step, Technique},
};
use std::sync::{Arc, atomic::AtomicBool};

/// Ratings of Sudoku Explainer in tenths: 12 is 1.2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExplainerRating {
    /// The rating of the hardest step; 200 if the techniques end before the puzzle is solved.
    pub er: u16,
    /// The rating of the hardest step until the first digit is placed.
    pub ep: u16,
    /// The rating of the first step.
    pub ed: u16,
}

/// Solves 9×9 puzzles with the techniques of Sudoku Explainer 1.2.1. Keeps its memory between puzzles.
pub struct Explainer {
    uniqueness: bool,
    cycles: CycleSearch,
    chains: ChainSearch,
}

impl Explainer {
    /// The rating if no technique finds a step.
    const BEYOND: u16 = 200;

    /// With or without the techniques that assume that a puzzle has one solution.
    pub fn new(uniqueness: bool) -> Explainer {
        Explainer { uniqueness, cycles: CycleSearch::new(), chains: ChainSearch::new(None) }
    }

    /// Ends the search for chains early once the flag is set. Discard this rating and all later ones.
    pub fn stop_flag(self, stop: Option<Arc<AtomicBool>>) -> Explainer {
        Explainer { chains: ChainSearch::new(stop), ..self }
    }

    /// Rates a puzzle: 81 digits, 0 for an empty cell.
    pub fn rate(&mut self, givens: &[u8; 81]) -> ExplainerRating {
        let (mut rating, mut position) = ExplainerRating::begin(givens);
        let mut settled_at = 0;
        loop {
            // The greatest rating that does not change anything any more.
            let most = if rating.ep == 0 { 0 } else { rating.er };
            within::fill(&mut position, most);
            if position.is_full() {
                return rating;
            }
            let mut chain = None;
            if most >= 65 && std::mem::replace(&mut settled_at, most) != most {
                chain = self.settle(&mut position, most);
                if position.is_full() {
                    return rating;
                }
            }
            let step = match chain {
                Some(step) => step.or_else(|| self.beyond_chains(&position)),
                None => self.easy(&position, most, self.uniqueness).or_else(|| self.hard(&position)),
            };
            rating.add(step.as_ref());
            let Some(step) = step else { return rating };
            if !(Technique::NakedQuad..=Technique::ForcingChain).contains(&step.technique) {
                settled_at = 0;
            }
            position.make(&step);
        }
    }

    /// Calls `each` for every step of a puzzle, in order, and with `None` if the techniques end before it is solved.
    pub fn solve(&mut self, givens: &[u8; 81], mut each: impl FnMut(Option<&Step>)) {
        let mut position = Position::new(givens);
        while !position.is_full() {
            let step = self.next(&position);
            each(step.as_ref());
            let Some(step) = step else { return };
            position.make(&step);
        }
    }

    /// The first step on a board, or `None` if no technique makes one.
    pub fn next(&mut self, position: &Position) -> Option<Step> {
        self.easy(position, 0, self.uniqueness).or_else(|| self.hard(position))
    }

    /// The first step without chains, on a board on which no step is left that [`within::fill`] makes for this rating.
    fn easy(&self, position: &Position, filled: u16, uniqueness: bool) -> Option<Step> {
        let if_below = |rating: u16| (filled < rating).then_some(position);
        let singles = || if_below(15).and_then(singles::hidden);
        singles()
            .or_else(|| if_below(28).and_then(locked::direct))
            .or_else(|| sets::direct_hidden(if_below(34)?, 2))
            .or_else(|| if_below(23).and_then(singles::naked))
            .or_else(|| sets::direct_hidden(if_below(40)?, 3))
            .or_else(|| if_below(28).and_then(locked::indirect))
            .or_else(|| sets::naked(position, 2))
            .or_else(|| fish::find(position, 2))
            .or_else(|| sets::hidden(position, 2))
            .or_else(|| sets::naked(position, 3))
            .or_else(|| fish::find(position, 3))
            .or_else(|| sets::hidden(position, 3))
            .or_else(|| wings::find(position, false))
            .or_else(|| wings::find(position, true))
            .or_else(|| uniqueness.then(|| loops::find(position))?)
            .or_else(|| sets::naked(position, 4))
            .or_else(|| fish::find(position, 4))
            .or_else(|| sets::hidden(position, 4))
            .or_else(|| uniqueness.then(|| bug::find(position))?)
            .or_else(|| aligned::pair(position))
    }

    /// The first step with chains.
    fn hard(&mut self, position: &Position) -> Option<Step> {
        self.cycles.find(position).or_else(|| self.beyond_chains(position))
    }

    /// The first step that is harder than forcing chains.
    fn beyond_chains(&mut self, position: &Position) -> Option<Step> {
        let chains = &mut self.chains;
        aligned::triplet(position)
            .or_else(|| chains.nishio(position))
            .or_else(|| chains.find(position, Mode::MULTIPLE))
            .or_else(|| (0..=5).find_map(|level| chains.find(position, Mode::dynamic(level))))
    }

    /// Makes all steps up to forcing chains that are rated at most `most`, and returns the first step up to forcing chains that is left.
    /// The outer `None` means that they are not known, and that the board is unchanged.
    ///
    /// None of these techniques prevents another one, except those that assume uniqueness. So the order does not matter if none of these can
    /// come in between. It does not matter either if the board is solved without them: then one of the steps is possible on each board
    /// that others lead to, and all techniques before the chains are rated below them.
    fn settle(&mut self, position: &mut Position, most: u16) -> Option<Option<Step>> {
        let before = *position;
        while !position.is_full() {
            if !self.cycles.make_all(position, most) {
                let mut step = self.easy(position, most, false);
                if step.is_none() {
                    // Fewer candidates can only make more loops possible, so this is asked before the long search.
                    if self.uniqueness && (loops::may_exist(&before, position) || bug::may_exist(position)) {
                        *position = before;
                        return None;
                    }
                    step = self.cycles.find(position);
                }
                match step {
                    Some(step) if step.rating <= most => position.make(&step),
                    _ => return Some(step),
                }
            }
            within::fill(position, most);
        }
        Some(None)
    }
}

impl ExplainerRating {
    /// ER, EP and ED as numbers.
    pub fn numbers(self) -> [f64; 3] {
        [self.er, self.ep, self.ed].map(|tenths| f64::from(tenths) / 10.0)
    }

    /// Begins with the hidden singles, if one of them is the first step: of boxes, then of rows and columns.
    fn begin(givens: &[u8; 81]) -> (ExplainerRating, Position) {
        let mut board = NineBoard::new(givens);
        let first = match board.has_hidden() {
            // A last cell is rated lower still.
            [true, ..] | [_, _, false] => return (ExplainerRating::default(), Position::new(givens)),
            [_, in_boxes, _] => {
                if in_boxes {
                    12
                } else {
                    15
                }
            }
        };
        let mut rating = ExplainerRating { er: first, ep: first, ed: first };
        if first == 12 {
            board.singles_in_boxes();
        }
        if !board.is_full() && board.has_hidden()[2] {
            rating.er = 15;
            board.hidden_singles();
        }
        (rating, Position::of(&board))
    }

    /// Takes the next step into account.
    fn add(&mut self, step: Option<&Step>) {
        let Some(step) = step else {
            self.er = Explainer::BEYOND;
            return;
        };
        self.er = self.er.max(step.rating);
        if self.ed == 0 {
            self.ed = self.er;
        }
        if self.ep == 0 && step.placed.is_some() {
            self.ep = self.er;
        }
    }
}
