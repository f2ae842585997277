//! Ratings: ER, EP and ED of the steps of a puzzle.

use super::{bug, chains::multiple::ChainSearch, explainer::Explainer, loops, within};
use crate::nine_board::NineBoard;
use crate::techniques::{
    position::Position,
    step::{Step, Technique},
};

/// Ratings of Sudoku Explainer in tenths: 12 is 1.2. See [`Explainer`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct ExplainerRating {
    /// The rating of the hardest step; 200 if the techniques end before the puzzle is solved.
    pub er: u16,
    /// The rating of the hardest step until the first digit is placed; 0 if none was placed.
    pub ep: u16,
    /// The rating of the first step; 0 if there is none.
    pub ed: u16,
    /// The technique of the hardest step, the last one in the order of [`Technique`] if several steps are as hard. None if no step
    /// was made, or if the techniques end before the puzzle is solved.
    pub technique: Option<Technique>,
    /// Whether the rating ended early, at a limit. The true ER is then at least `er`, and so is EP if `ep` is 0; the others are exact.
    pub is_bound: bool,
}

impl Explainer {
    /// The rating if no technique finds a step.
    const BEYOND: u16 = 200;

    /// Rates a puzzle: 81 digits, 0 for an empty cell.
    pub fn rate(&mut self, givens: &[u8; 81]) -> ExplainerRating {
        if self.max_steps < u64::MAX {
            return self.rate_from(Position::new(givens));
        }
        self.rate_within_limits(ExplainerRating::begin(givens), None)
    }

    /// Rates a puzzle from a [position](Position) on.
    pub fn rate_from(&mut self, position: Position) -> ExplainerRating {
        self.rate_within_limits((ExplainerRating::default(), position), None)
    }

    /// Rates a puzzle from a position on, and calls `each` for every step. This takes longer, because steps that cannot change the rating
    /// are searched for too.
    pub fn rate_steps(&mut self, position: Position, mut each: impl FnMut(&Step)) -> ExplainerRating {
        self.rate_within_limits((ExplainerRating::default(), position), Some(&mut each))
    }

    fn rate_within_limits(
        &mut self,
        start: (ExplainerRating, Position),
        each: Option<&mut dyn FnMut(&Step)>,
    ) -> ExplainerRating {
        self.stop.set_timeout(self.timeout);
        let rating = match each {
            None if self.max_steps == u64::MAX => self.rate_quickly(start),
            each => self.rate_step_by_step(start.1, each),
        };
        if self.is_late() {
            // Chains that were found after the deadline are incomplete.
            self.chains = ChainSearch::new(self.stop.clone());
        }
        self.stop.set_timeout(None);
        rating
    }

    fn is_late(&self) -> bool {
        self.timeout.is_some() && self.stop.is_late()
    }

    fn rate_step_by_step(
        &mut self,
        mut position: Position,
        mut each: Option<&mut dyn FnMut(&Step)>,
    ) -> ExplainerRating {
        let (mut rating, mut steps) = (ExplainerRating::default(), 0);
        while !position.is_full() {
            let step = if steps < self.max_steps { self.next(&position) } else { None };
            if steps == self.max_steps || self.is_late() {
                return ExplainerRating { is_bound: true, ..rating };
            }
            rating.add(step.as_ref());
            let Some(step) = step else { return rating };
            position.make(&step);
            steps += 1;
            if let Some(each) = &mut each {
                each(&step);
            }
        }
        rating
    }

    /// Makes the steps that cannot change the rating in any order.
    fn rate_quickly(&mut self, (mut rating, mut position): (ExplainerRating, Position)) -> ExplainerRating {
        let mut settled_at = 0;
        loop {
            // The greatest rating that does not change anything any more.
            let most = if rating.ep == 0 { 0 } else { rating.er };
            within::fill(&mut position, most);
            // A forcing chain as hard as the hardest cycle would be the hardest technique.
            let most = most - u16::from(rating.technique == Some(Technique::Cycle) && most > 0);
            let mut chain = None;
            if most >= 65 && std::mem::replace(&mut settled_at, most) != most {
                chain = self.settle(&mut position, most);
            }
            if position.is_full() {
                return rating;
            }
            let step = match chain {
                Some(step) => step.or_else(|| self.beyond_chains(&position)),
                None => self.easy(&position, most, self.uniqueness).or_else(|| self.hard(&position)),
            };
            if self.is_late() {
                return ExplainerRating { is_bound: true, ..rating };
            }
            rating.add(step.as_ref());
            let Some(step) = step else { return rating };
            let is_settled = (Technique::NakedQuad..=Technique::ForcingChain).contains(&step.technique);
            if !is_settled || rating.technique == Some(Technique::Cycle) {
                settled_at = 0;
            }
            position.make(&step);
        }
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
        let technique = Some(Technique::HiddenSingle);
        let mut rating = ExplainerRating { er: first, ep: first, ed: first, technique, is_bound: false };
        if first == 12 {
            board.singles_in_boxes();
        }
        if !board.is_full() && board.has_hidden()[2] {
            rating.er = 15;
            board.hidden_singles();
        }
        (rating, Position::of(&board))
    }

    /// Takes the next step into account, or the end of the techniques before the puzzle is solved.
    pub(crate) fn add(&mut self, step: Option<&Step>) {
        let Some(step) = step else {
            (self.er, self.technique) = (Explainer::BEYOND, None);
            return;
        };
        let hardest = (self.er, self.technique).max((step.rating, Some(step.technique)));
        (self.er, self.technique) = hardest;
        if self.ed == 0 {
            self.ed = self.er;
        }
        if self.ep == 0 && step.placed.is_some() {
            self.ep = self.er;
        }
    }
}
