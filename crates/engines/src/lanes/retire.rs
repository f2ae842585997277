//! The end of a search, and the branches that idle lanes take over.

use super::searches::{Bounds, LaneSearch, Scheduler};
use super::share::{self, Finish};
use super::state::{cells, cells_mut, lanes};
use super::vector::{LaneStates, Simd, Vector};
use crate::Run;
use quadrille_base::limits::{SearchReport, Stop};

impl<S: Simd> Scheduler<S> {
    /// Reports the puzzles in the lanes and those that wait as unknown.
    #[cold]
    pub(super) fn stop(&mut self, run: &mut Run<'_>) {
        let waiting = self.next..run.len();
        let searched = lanes(self.active).map(|lane| self.searches[lane].puzzle);
        for puzzle in searched.chain(waiting) {
            run.report(puzzle, SearchReport::default());
        }
    }

    /// A lane has finished its puzzle, or its subtree of one.
    #[inline(always)]
    pub(super) fn retire(&mut self, lane: usize, stop: Stop, run: &mut Run<'_>, bounds: &Bounds) {
        let LaneSearch { puzzle, counts, .. } = &self.searches[lane];
        if !self.subtrees[lane].is_whole() {
            return self.retire_subtree(lane, run, bounds);
        }
        if counts.nodes > bounds.nodes {
            self.given_up.push(*puzzle);
        } else {
            let report = stop.report(counts.solutions, counts.nodes, counts.guesses, bounds.solutions);
            run.report(*puzzle, report);
        }
        self.active &= !(1 << lane);
    }

    /// Ends a lane's part of a puzzle that several lanes search.
    #[cold]
    fn retire_subtree(&mut self, mut lane: usize, run: &mut Run<'_>, bounds: &Bounds) {
        let Scheduler { active, searches, subtrees, given_up, .. } = self;
        let wanted = bounds.solutions;
        loop {
            *active &= !(1 << lane);
            let LaneSearch { puzzle, counts, .. } = &searches[lane];
            match share::finish(subtrees, lane, counts, wanted, |lane| *active &= !(1 << lane)) {
                Finish::Lane => return,
                Finish::Head(next) => {
                    if subtrees[next].solutions_before() + searches[next].counts.solutions < wanted {
                        return;
                    }
                    lane = next;
                }
                // A subtree that was given up exceeds the bound on its own.
                Finish::Puzzle(sum) if sum.nodes > bounds.nodes => return given_up.push(*puzzle),
                Finish::Puzzle(sum) => {
                    let stop = if sum.solutions >= wanted { Stop::Solutions } else { Stop::Exhausted };
                    if sum.solutions > 0 {
                        *cells_mut(run.solution_mut(*puzzle)) = sum.cells;
                    }
                    let report = stop.report(sum.solutions, sum.nodes, sum.guesses, wanted);
                    return run.report(*puzzle, report);
                }
            }
        }
    }

    /// Idle lanes of a group take over the oldest open branches of the lanes that have most of them.
    ///
    /// This is not done with a higher limit or with a budget of nodes: a subtree would then have to record what
    /// it had counted at every solution and every node.
    #[inline(always)]
    pub(super) fn share(&mut self, group: usize, states: &mut LaneStates<S>, run: &mut Run<'_>) {
        for idle in lanes(!self.active & Self::lanes_of(group)) {
            let open = |&lane: &usize| self.searches[lane].top - self.searches[lane].base;
            let Some(busy) = lanes(self.active).max_by_key(open).filter(|lane| open(lane) > 0) else {
                return;
            };
            let search = &mut self.searches[busy];
            if search.counts.solutions > 0 && self.subtrees[busy].is_whole() {
                search.counts.cells = *cells(run.solution_mut(search.puzzle));
            }
            S::V::load(states, idle % S::V::LANES, self.stacks.get(busy, search.base));
            search.base += 1;
            let puzzle = search.puzzle;
            share::insert(&mut self.subtrees, busy, idle);
            self.start(idle, puzzle);
            self.branched |= 1 << idle;
        }
    }
}
