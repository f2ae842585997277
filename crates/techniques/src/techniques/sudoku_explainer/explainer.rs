//! Solves puzzles as Sudoku Explainer does.

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
    position::Position,
    reason::Reason,
    step::{Step, Technique},
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Solves and rates 9×9 puzzles with the techniques of Sudoku Explainer 1.2.1. Keeps its memory between puzzles.
///
/// ```
/// use quadrille::{Puzzle, techniques::{Explainer, Position, Technique}};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let givens: [u8; 81] = puzzle.givens().try_into()?;
/// let mut explainer = Explainer::new(true);
/// let rating = explainer.rate(&givens);
/// assert_eq!((rating.numbers(), rating.technique), ([4.2, 1.2, 1.2], Some(Technique::XyWing)));
///
/// // Each step, or a part of them: then the rating is a lower bound.
/// let mut steps = 0;
/// assert_eq!(explainer.rate_steps(Position::new(&givens), |_| steps += 1), rating);
/// let part = Explainer::new(true).stop_flag(Some(Default::default())).max_steps(steps / 2).rate(&givens);
/// assert!(part.is_bound && part.er <= rating.er);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explainer {
    pub(super) uniqueness: bool,
    pub(super) max_steps: u64,
    pub(super) timeout: Option<Duration>,
    pub(super) stop: Stop,
    pub(super) cycles: CycleSearch,
    pub(super) chains: ChainSearch,
    /// For the reasons for steps of nested chains.
    inner: InnerSearches,
}

impl Explainer {
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

    /// Ends the search for chains early once the flag is `true`. Discard this rating and all later ones.
    pub fn stop_flag(self, flag: Option<Arc<AtomicBool>>) -> Explainer {
        let stop = Stop::new(flag);
        Explainer { chains: ChainSearch::new(stop.clone()), stop, ..self }
    }

    /// Ends each rating after this many steps. The same limit gives the same bounds each time.
    pub fn max_steps(self, steps: u64) -> Explainer {
        Explainer { max_steps: steps, ..self }
    }

    /// Ends each rating after about this time, as [`max_steps`](Explainer) does. The bounds depend on the machine.
    pub fn timeout(self, timeout: Duration) -> Explainer {
        Explainer { timeout: Some(timeout), ..self }
    }

    /// The first step on a board, or `None` if no technique makes one.
    pub fn next(&mut self, position: &Position) -> Option<Step> {
        self.easy(position, 0, self.uniqueness).or_else(|| self.hard(position))
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

    /// The first step without chains, on a board on which no step is left that [`fill`](super::within::fill) makes for this rating.
    pub(super) fn easy(&self, position: &Position, filled: u16, uniqueness: bool) -> Option<Step> {
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
    pub(super) fn hard(&mut self, position: &Position) -> Option<Step> {
        self.cycles.find(position).or_else(|| self.beyond_chains(position))
    }

    /// The first step that is harder than forcing chains.
    pub(super) fn beyond_chains(&mut self, position: &Position) -> Option<Step> {
        let chains = &mut self.chains;
        aligned::triplet(position)
            .or_else(|| chains.nishio(position))
            .or_else(|| chains.find(position, Mode::MULTIPLE))
            .or_else(|| (0..=5).find_map(|level| chains.find(position, Mode::dynamic(level))))
    }
}
