//! The search: one loop, its stack in the arena.

use super::arena::{Arena, Level};
use super::dance::{ANY, Emptied};
use super::layout::{Index, Layout, Word};
use crate::engine::{Limits, Stop};

/// Nodes between two looks at the clock and the stop flag; a power of two.
const PATIENCE: u64 = 4096;

/// How far forced moves lead.
pub(super) enum Settled {
    /// To a choice: this option, or not.
    Branch(usize),
    /// Every primary item is covered.
    Solved,
    /// Some item has no option left.
    Dead,
}

impl<L: Layout> Arena<L> {
    /// Searches from where [`reset`](Arena::reset) or [`rebuild`](Arena::rebuild) began, hands every
    /// solution to `found` as the options chosen, and returns how many there were.
    ///
    /// A branch point tries an option and then rules it out; either is a node. To rule it out and
    /// choose anew is at least as strong as to try the item's next option. A search that ran out of
    /// patience stops as one that ran out of its budget does.
    pub fn search(&mut self, limits: &Limits, mut found: impl FnMut(&[L::Index])) -> (Stop, u64) {
        let (mut solutions, mut moved) = (0, Ok(()));
        let mut room = limits.nodes.min(self.patience);
        if !self.enter(room) {
            return (Stop::Budget, solutions);
        }
        loop {
            match self.settle(moved) {
                Settled::Branch(option) => {
                    if !self.enter(room) {
                        return (Stop::Budget, solutions);
                    }
                    moved = self.descend(option);
                    continue;
                }
                Settled::Solved => {
                    solutions += 1;
                    found(&self.chosen);
                    if solutions >= limits.solutions {
                        return (Stop::Solutions, solutions);
                    }
                    room = limits.nodes.min(self.counters.nodes.saturating_add(self.patience));
                }
                Settled::Dead => {}
            }
            if self.levels.is_empty() {
                return (Stop::Exhausted, solutions);
            }
            if !self.enter(room) {
                return (Stop::Budget, solutions);
            }
            self.backtrack();
            moved = Ok(());
        }
    }

    /// Counts a node, unless there is no room for it or the interrupt forbids it.
    #[inline(always)]
    fn enter(&mut self, room: u64) -> bool {
        let nodes = self.counters.nodes;
        if nodes >= room || (nodes % PATIENCE == PATIENCE - 1 && self.interrupt.is_raised()) {
            return false;
        }
        self.counters.nodes += 1;
        true
    }

    /// Makes the forced moves after the one just made.
    #[inline(always)]
    pub(super) fn settle(&mut self, moved: Result<(), Emptied>) -> Settled {
        if let Err(Emptied(item)) = moved.and_then(|()| self.dance(|dance| dance.propagate())) {
            let weight = &mut self.weights[item];
            // Below `GUARD` there is room for more failures than a short search has.
            if *weight < L::Word::GUARD {
                *weight = weight.plus_one();
            }
            return Settled::Dead;
        }
        #[cfg(debug_assertions)]
        if self.counters.nodes < 32 || self.counters.nodes.is_power_of_two() {
            self.walk();
        }
        self.pick().map_or(Settled::Solved, Settled::Branch)
    }

    /// Goes one level up with an option chosen.
    #[inline(always)]
    pub(super) fn descend(&mut self, option: usize) -> Result<(), Emptied> {
        self.counters.guesses += 1;
        let (stride, base) = (self.stride(), self.levels.len() * self.stride());
        self.levels.push(Level { option: L::Index::new(option), chosen: self.chosen.len() as u32 });
        if self.states.len() < base + 2 * stride {
            self.states.resize(base + 2 * stride, L::Word::default());
        }
        self.states.copy_within(base..base + stride, base + stride);
        self.dance(|dance| dance.choose(option))
    }

    /// Takes back the last choice and rules it out.
    #[inline(always)]
    pub(super) fn backtrack(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.chosen.truncate(level.chosen as usize);
        self.top = 0;
        self.dance(|dance| dance.remove::<ANY>(level.option.get()));
    }
}
