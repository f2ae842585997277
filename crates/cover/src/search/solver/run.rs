//! The search of a solver: from solution to solution, up to a limit.

use super::CoverSolver;
use crate::search::outer_search::OuterSearch;
use crate::search::progress::{Reached, SearchStep, Tracker};
use quadrille_base::limits::{Budget, SearchReport, Stop};

impl CoverSolver {
    fn guesses(&self) -> u64 {
        self.cost.guesses + self.outer.as_ref().map_or(0, OuterSearch::guesses)
    }

    /// The callback is not a type parameter, because the search would be compiled again for each.
    pub(super) fn run(
        &mut self,
        wanted: u64,
        budget: &Budget<'_>,
        on_solution: Option<&mut dyn FnMut(&mut Self)>,
    ) -> SearchReport {
        let mut tracker = Tracker::new(budget, self.cost);
        let stop = self.search(wanted, &mut tracker, on_solution);
        self.cost = tracker.cost();
        self.report(stop, wanted)
    }

    pub(super) fn report(&self, stop: Stop, wanted: u64) -> SearchReport {
        stop.report(self.solutions, self.cost.nodes, self.guesses(), wanted)
    }

    fn search(
        &mut self,
        wanted: u64,
        tracker: &mut Tracker<'_>,
        mut on_solution: Option<&mut dyn FnMut(&mut Self)>,
    ) -> Stop {
        if tracker.budget.nodes() == 0 && !tracker.enter() {
            return Stop::Budget;
        }
        while !self.exhausted {
            if self.solutions >= wanted.max(1) {
                return Stop::Solutions;
            }
            if on_solution.is_none() {
                // All wanted solutions but the last.
                tracker.may_pass_over = wanted.max(1) - self.solutions - 1;
            }
            let step = self.advance(tracker);
            self.solutions += std::mem::take(&mut tracker.passed_over);
            match step {
                SearchStep::Solution => {
                    self.solutions += 1;
                    if let Some(on_solution) = &mut on_solution {
                        on_solution(self);
                    }
                }
                SearchStep::Exhausted => self.exhausted = true,
                SearchStep::Budget => return Stop::Budget,
            }
        }
        Stop::Exhausted
    }

    #[inline(always)]
    fn advance(&mut self, tracker: &mut Tracker<'_>) -> SearchStep {
        loop {
            let step = self.blocks.advance(&self.lists, tracker);
            let Some(search) = &mut self.outer else { return step };
            if step != SearchStep::Exhausted {
                return step;
            }
            match search.advance(&self.lists, tracker) {
                Reached::Step(step) => return step,
                Reached::Small => self.blocks.begin(&self.lists, |part| search.hand_over(part)),
            }
        }
    }

    /// Copies the solution just found to `options`.
    pub(super) fn collect(&mut self) {
        self.options.clear();
        if let Some(search) = &self.outer {
            search.collect(&mut self.options);
        }
        self.blocks.collect(&mut self.options);
    }
}
