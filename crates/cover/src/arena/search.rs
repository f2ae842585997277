//! The search: one loop with its stack in the arena.

use super::dance::{ANY, Emptied};
use super::layout::{Index, Layout, Word};
use super::{Arena, Level};
use quadrille_base::limits::{Budget, Stop};

/// The result of making the forced moves.
pub enum Settled {
    /// A branch point: this option is tried, and then ruled out.
    Branch(usize),
    /// Every primary item is covered.
    Solved,
    /// Some item has no option left.
    Dead,
}

impl<L: Layout> Arena<L> {
    /// Searches from where [`reset`](Arena::reset) or [`rebuild`](Arena::rebuild) began, passes every
    /// solution to `found` as the options chosen, and returns the number of solutions.
    ///
    /// A branch point first tries an option and then rules it out; both count as nodes. Ruling it out and choosing anew
    /// is at least as strong as trying the item's next option.
    pub fn search(
        &mut self,
        wanted: u64,
        budget: &mut Budget<'_>,
        mut found: impl FnMut(&[L::Index]),
    ) -> (Stop, u64) {
        let (mut solutions, mut moved) = (0, Ok(()));
        if !budget.enter() {
            return (budget.refusal(), solutions);
        }
        loop {
            let settled = self.settle(moved);
            #[cfg(debug_assertions)]
            if budget.nodes() < 32 || budget.nodes().is_power_of_two() {
                self.check_settled(&settled);
            }
            match settled {
                Settled::Branch(option) => {
                    if !budget.enter() {
                        return (budget.refusal(), solutions);
                    }
                    moved = self.descend(option);
                    continue;
                }
                Settled::Solved => {
                    solutions += 1;
                    found(&self.chosen);
                    if solutions >= wanted {
                        return (Stop::Solutions, solutions);
                    }
                    budget.solution_found();
                }
                Settled::Dead => {}
            }
            if self.levels.is_empty() {
                return (Stop::Exhausted, solutions);
            }
            if !budget.enter() {
                return (budget.refusal(), solutions);
            }
            self.backtrack();
            moved = Ok(());
        }
    }

    /// Makes the forced moves after the one just made.
    #[inline(always)]
    pub fn settle(&mut self, moved: Result<(), Emptied>) -> Settled {
        if let Err(Emptied(item)) = moved.and_then(|()| self.dance(|dance| dance.propagate())) {
            let weight = &mut self.weights[item];
            // Weights stay below `GUARD`, which is more failures than a short search has.
            if *weight < L::Word::GUARD {
                *weight = weight.plus_one();
            }
            return Settled::Dead;
        }
        self.pick().map_or(Settled::Solved, Settled::Branch)
    }

    /// Checks the invariants of a state that is not dead.
    #[cfg(debug_assertions)]
    pub(super) fn check_settled(&self, settled: &Settled) {
        if !matches!(settled, Settled::Dead) {
            self.check_invariants();
        }
    }

    /// The same check. In a large arena it is made at some nodes only, because it takes longer than a node.
    #[cfg(debug_assertions)]
    pub fn check_settled_sometimes(&self, settled: &Settled, nodes: u64) {
        const FEW_WORDS: usize = 1 << 12;
        if self.stride() * (self.levels.len() + 1) < FEW_WORDS || nodes.is_power_of_two() {
            self.check_settled(settled);
        }
    }

    /// Enters the next level with an option chosen.
    #[inline(always)]
    pub fn descend(&mut self, option: usize) -> Result<(), Emptied> {
        self.counters.guesses += 1;
        let (stride, base) = (self.stride(), self.base());
        self.levels.push(Level { option: L::Index::new(option), chosen: self.chosen.len() as u32 });
        if L::UNDOES {
            self.trail.levels.push(self.trail.removed.len() as u32);
            if self.levels.len() > self.copies {
                return self.dance(|dance| dance.choose(option));
            }
        }
        if self.states.len() < base + 2 * stride {
            self.states.resize(base + 2 * stride, L::Word::default());
        }
        self.states.copy_within(base..base + stride, base + stride);
        self.dance(|dance| dance.choose(option))
    }

    /// Undoes the last choice and rules it out.
    #[inline(always)]
    pub fn backtrack(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if L::UNDOES {
            let removed = self.trail.levels.pop().unwrap_or_default() as usize;
            if self.levels.len() >= self.copies {
                self.dance(|dance| dance.undo(level.chosen as usize, removed));
            }
            self.trail.removed.truncate(removed);
        }
        self.chosen.truncate(level.chosen as usize);
        self.top = 0;
        self.dance(|dance| dance.remove::<ANY>(level.option.get()));
    }
}
