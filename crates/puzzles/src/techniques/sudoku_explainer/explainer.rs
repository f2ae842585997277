//! Solves puzzles as Sudoku Explainer does, and rates them.

use super::{
    aligned, bug,
    chains::{
        argument::{self, InnerSearches},
        closure::Mode,
        cycles::CycleSearch,
        multiple::ChainSearch,
    },
    fish, locked, loops, reasons, sets, singles,
    stop::Stop,
    wings,
};
use crate::techniques::{
    houses::CELLS_OF,
    position::Position,
    reason::Reason,
    step::{Step, Technique},
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Ratings of Sudoku Explainer in tenths: 12 is 1.2.
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

/// Solves 9×9 puzzles with the techniques of Sudoku Explainer 1.2.1. Keeps its memory between puzzles.
pub struct Explainer {
    uniqueness: bool,
    max_steps: u64,
    timeout: Option<Duration>,
    stop: Stop,
    cycles: CycleSearch,
    chains: ChainSearch,
    /// For the reasons for steps of nested chains.
    inner: InnerSearches,
}

impl Explainer {
    /// The rating if no technique finds a step.
    const BEYOND: u16 = 200;

    /// With or without the techniques that assume that a puzzle has one solution.
    pub fn new(uniqueness: bool) -> Explainer {
        let stop = Stop::new(None);
        let chains = ChainSearch::new(stop.clone());
        Explainer {
            uniqueness,
            max_steps: u64::MAX,
            timeout: None,
            stop,
            cycles: CycleSearch::new(),
            chains,
            inner: InnerSearches::default(),
        }
    }

    /// Ends the search for chains early once the flag is set. Discard this rating and all later ones.
    pub fn stop_flag(self, flag: Option<Arc<AtomicBool>>) -> Explainer {
        let stop = Stop::new(flag);
        Explainer { chains: ChainSearch::new(stop.clone()), stop, ..self }
    }

    /// Ends each rating after this many steps. The same limit gives the same bounds each time.
    pub fn max_steps(self, steps: u64) -> Explainer {
        Explainer { max_steps: steps, ..self }
    }

    /// Ends each rating after about this time. The bounds depend on the machine.
    pub fn timeout(self, timeout: Duration) -> Explainer {
        Explainer { timeout: Some(timeout), ..self }
    }

    /// Rates a puzzle: 81 digits, 0 for an empty cell.
    pub fn rate(&mut self, givens: &[u8; 81]) -> ExplainerRating {
        self.rate_from(Position::new(givens))
    }

    /// Rates a puzzle from a position on.
    pub fn rate_from(&mut self, position: Position) -> ExplainerRating {
        self.rate_within_limits(position, None)
    }

    /// Rates a puzzle from a position on, and calls `each` for every step. This takes longer, because steps that cannot change the rating
    /// are searched for too.
    pub fn rate_steps(&mut self, position: Position, mut each: impl FnMut(&Step)) -> ExplainerRating {
        self.rate_within_limits(position, Some(&mut each))
    }

    fn rate_within_limits(
        &mut self,
        position: Position,
        each: Option<&mut dyn FnMut(&Step)>,
    ) -> ExplainerRating {
        self.stop.set_timeout(self.timeout);
        let rating = self.rate_to_end(position, each);
        if self.timeout.is_some() && self.stop.is_late() {
            // Chains that were found after the deadline are incomplete.
            self.chains = ChainSearch::new(self.stop.clone());
        }
        self.stop.set_timeout(None);
        rating
    }

    fn rate_to_end(
        &mut self,
        mut position: Position,
        mut each: Option<&mut dyn FnMut(&Step)>,
    ) -> ExplainerRating {
        let (mut rating, mut steps) = (ExplainerRating::default(), 0);
        loop {
            if each.is_none() {
                let open = position.open.count_ones();
                rating.fill(&mut position);
                steps += u64::from(open - position.open.count_ones());
            }
            if position.is_full() && steps <= self.max_steps {
                return rating;
            }
            let step = if steps < self.max_steps { self.next(&position) } else { None };
            if steps >= self.max_steps || self.timeout.is_some() && self.stop.is_late() {
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
        self.easy(position).or_else(|| self.hard(position))
    }

    /// Why a step that [`next`](Explainer::next) returned for a board can be made. The step is searched for once more.
    ///
    /// The reason is empty if the step is not the one of the board.
    ///
    /// ```
    /// use quadrille::techniques::{Explainer, Position};
    ///
    /// let text = "6...3.4.....1.7..6.1.2..8.3.4..1.9.5.........2.5.7..8.5.2..1.6.4..5.3.....3.6...4";
    /// let givens: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    /// let mut position = Position::new(givens[..].try_into().unwrap());
    /// let mut explainer = Explainer::new(true);
    /// let mut step = explainer.next(&position).unwrap();
    /// while step.rating < 30 {
    ///     position.make(&step);
    ///     step = explainer.next(&position).unwrap();
    /// }
    /// let reason = explainer.reason(&position, &step);
    /// assert_eq!(reason.notation(&step), "naked pair: r5c16=89 => r5c4<>8 r5c24<>9");
    /// ```
    pub fn reason(&mut self, position: &Position, step: &Step) -> Reason {
        let mode = match step.technique {
            Technique::Cycle | Technique::ForcingChain => {
                return argument::of_cycle(&mut self.cycles, position, step);
            }
            Technique::Nishio => return argument::of_nishio(&mut self.chains, position, step),
            Technique::MultipleChains => Mode::MULTIPLE,
            Technique::DynamicChains => Mode::dynamic(0),
            Technique::DynamicChainsPlus => Mode::dynamic(1),
            Technique::NestedChains(level) => Mode::dynamic(level),
            _ => return reasons::of(position, step),
        };
        argument::of_chains(&mut self.chains, &mut self.inner, (position, mode), step)
    }

    /// The first step without chains.
    fn easy(&self, position: &Position) -> Option<Step> {
        singles::hidden(position)
            .or_else(|| locked::direct(position))
            .or_else(|| sets::direct_hidden(position, 2))
            .or_else(|| singles::naked(position))
            .or_else(|| sets::direct_hidden(position, 3))
            .or_else(|| locked::indirect(position))
            .or_else(|| sets::naked(position, 2))
            .or_else(|| fish::find(position, 2))
            .or_else(|| sets::hidden(position, 2))
            .or_else(|| sets::naked(position, 3))
            .or_else(|| fish::find(position, 3))
            .or_else(|| sets::hidden(position, 3))
            .or_else(|| wings::find(position, false))
            .or_else(|| wings::find(position, true))
            .or_else(|| self.uniqueness.then(|| loops::find(position))?)
            .or_else(|| sets::naked(position, 4))
            .or_else(|| fish::find(position, 4))
            .or_else(|| sets::hidden(position, 4))
            .or_else(|| self.uniqueness.then(|| bug::find(position))?)
            .or_else(|| aligned::pair(position))
    }

    /// The first step with chains.
    fn hard(&mut self, position: &Position) -> Option<Step> {
        let chains = &mut self.chains;
        let cycles = self.cycles.find(position);
        cycles
            .or_else(|| aligned::triplet(position))
            .or_else(|| chains.nishio(position))
            .or_else(|| chains.find(position, Mode::MULTIPLE))
            .or_else(|| (0..=5).find_map(|level| chains.find(position, Mode::dynamic(level))))
    }
}

impl ExplainerRating {
    /// ER, EP and ED as numbers.
    pub fn numbers(self) -> [f64; 3] {
        [self.er, self.ep, self.ed].map(|tenths| f64::from(tenths) / 10.0)
    }

    /// Places all hidden singles that cannot change the rating. They never prevent each other, so their order does not matter.
    fn fill(self, position: &mut Position) {
        match self.er {
            _ if self.ep == 0 => {}
            0..12 => {}
            12..15 => position.fill(|position, house| house < 9 || position.open_in(CELLS_OF[house]) == 1),
            _ => position.fill(|_, _| true),
        }
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
