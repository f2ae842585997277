//! The solution of lowest cost by branch and bound: a search that needs no memory of subproblems.
//!
//! Each option divides its cost among its items, so the solutions of a subproblem cost at least the sum of the smallest
//! shares that the open items can have. A branch whose sum is not less than the cost of a known solution does not
//! contain a better one.

use super::{Failure, MOST};
use crate::Cover;
use crate::count::memo::{Reduced, Settled, SmallestSpace, StateSpace};
use quadrille_base::limits::Budget;

/// Shares are integers, of this many in a unit of cost.
const SCALE: i128 = 1 << 20;

/// A solution and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Best {
    pub cost: i128,
    pub options: Vec<u32>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchEnd {
    /// No solution is better than the best one.
    Proved,
    /// The budget is over.
    Budget,
}

/// A search for the cheapest solution. It can be stopped and continued.
pub(crate) struct CheapestSearch {
    search: Box<dyn Advance>,
}

trait Advance {
    fn advance(&mut self, budget: &mut Budget<'_>) -> SearchEnd;
    fn best(&self) -> Option<&Best>;
}

impl CheapestSearch {
    /// The search of a problem whose options have these costs, which may be negative, below 2⁶⁴.
    ///
    /// # Panics
    /// If an item has bounds.
    pub fn try_new(cover: &Cover, costs: &dyn Fn(usize) -> i128) -> Result<CheapestSearch, Failure> {
        assert!(!cover.has_bounds(), "this search covers every item once");
        let reduced = Reduced::new(cover)?;
        let (options, items) = (reduced.options.len(), reduced.items.len());
        if options > MOST || items > MOST {
            return Err(Failure::TooLarge { options, items });
        }
        let search: Box<dyn Advance> = match options.max(items).div_ceil(64) {
            0..=16 => Box::new(BranchAndBound::<16>::new(&reduced, costs)),
            _ => Box::new(BranchAndBound::<64>::new(&reduced, costs)),
        };
        Ok(CheapestSearch { search })
    }

    /// Continues until the best solution is proved to be the best, or the budget ends.
    pub fn advance(&mut self, budget: &mut Budget<'_>) -> SearchEnd {
        self.search.advance(budget)
    }

    /// The best solution so far; of several with the same cost, the first that was found.
    pub fn best(&self) -> Option<&Best> {
        self.search.best()
    }
}

/// A branch point.
struct Frame<S> {
    state: S,
    cost: i128,
    /// The choices that are left, the next one last.
    choices: Vec<u32>,
    /// The number of options chosen when it was reached.
    depth: usize,
}

struct BranchAndBound<const W: usize> {
    space: SmallestSpace<W>,
    /// The cost of every option of the problem.
    costs: Vec<i128>,
    /// The options of each item of the space by share, with their shares.
    by_share: Vec<Vec<(i128, u32)>>,
    frames: Vec<Frame<<SmallestSpace<W> as StateSpace>::State>>,
    chosen: Vec<u32>,
    best: Option<Best>,
    has_begun: bool,
    is_dead: bool,
}

impl<const W: usize> BranchAndBound<W> {
    fn new(reduced: &Reduced, costs: &dyn Fn(usize) -> i128) -> BranchAndBound<W> {
        let Reduced { lists, options, items, forced, is_dead } = reduced;
        let space = SmallestSpace::without_symmetry(lists, options, items);
        let most = options.iter().chain(forced).map(|&option| option as usize + 1).max().unwrap_or(0);
        let mut by_share = vec![Vec::new(); items.len()];
        for (number, &option) in (0u32..).zip(options) {
            let its_items = space.items_of(number as usize);
            let share = (costs(option as usize) * SCALE).div_euclid(its_items.len().max(1) as i128);
            its_items.iter().for_each(|&item| by_share[usize::from(item)].push((share, number)));
        }
        by_share.iter_mut().for_each(|list| list.sort_unstable());
        BranchAndBound {
            space,
            costs: (0..most).map(costs).collect(),
            by_share,
            frames: Vec::new(),
            chosen: forced.clone(),
            best: None,
            has_begun: false,
            is_dead: *is_dead,
        }
    }

    fn cost_from(&self, depth: usize) -> i128 {
        self.chosen[depth..].iter().map(|&option| self.costs[option as usize]).sum()
    }

    /// Whether a settled state may have a solution that is better than the best one.
    fn may_improve(&self, state: &<SmallestSpace<W> as StateSpace>::State, cost: i128) -> bool {
        let Some(best) = &self.best else { return true };
        let least = |item: usize| {
            let mut list = self.by_share[item].iter();
            list.find(|(_, option)| self.space.is_live(state, *option as usize))
                .map_or(0, |(share, _)| *share)
        };
        let least: i128 = self.space.open_items(state).map(least).sum();
        // Costs are integers, so the bound may be rounded up.
        cost - (-least).div_euclid(SCALE) < best.cost
    }

    /// Enters a state that was reached by the options chosen since `depth`.
    fn enter(&mut self, mut state: <SmallestSpace<W> as StateSpace>::State, before: i128, depth: usize) {
        let chosen = &mut self.chosen;
        let settled = self.space.settle(&mut state, |option| chosen.push(option));
        let cost = before + self.cost_from(depth);
        match settled {
            Settled::Solved if self.best.as_ref().is_none_or(|best| cost < best.cost) => {
                self.best = Some(Best { cost, options: self.chosen.clone() });
            }
            Settled::Branch if self.may_improve(&state, cost) => {
                let mut choices: Vec<(i128, u32)> = self
                    .space
                    .choice_numbers(&state)
                    .map(|(choice, option)| (self.share(option), choice))
                    .collect();
                choices.sort_unstable_by(|a, b| b.cmp(a));
                let choices = choices.into_iter().map(|(_, choice)| choice).collect();
                self.frames.push(Frame { state, cost, choices, depth: self.chosen.len() });
            }
            _ => {}
        }
    }

    /// The cost of an option of the space for each of its items.
    fn share(&self, number: usize) -> i128 {
        let items = self.space.items_of(number).len().max(1) as i128;
        (self.costs[self.space.option(number) as usize] * SCALE).div_euclid(items)
    }
}

impl<const W: usize> Advance for BranchAndBound<W> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> SearchEnd {
        if !self.has_begun && !self.is_dead {
            self.has_begun = true;
            self.enter(self.space.root(), 0, 0);
        }
        while let Some(frame) = self.frames.last() {
            let (depth, cost) = (frame.depth, frame.cost);
            self.chosen.truncate(depth);
            if frame.choices.is_empty() || !self.may_improve(&frame.state, cost) {
                self.frames.pop();
                continue;
            }
            if !budget.enter() {
                return SearchEnd::Budget;
            }
            let Some(frame) = self.frames.last_mut() else { break };
            let Some(choice) = frame.choices.pop() else { continue };
            let (state, option) = self.space.choose(&frame.state, choice);
            self.chosen.extend(option);
            self.enter(state, cost, depth);
        }
        SearchEnd::Proved
    }

    fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }
}
