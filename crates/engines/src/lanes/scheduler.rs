//! The lanes at work: refill, sweep, branch, pop.

use super::branch;
use super::propagate::{self, SweepResult};
use super::searches::{Bounds, GROUPS, LaneSearch, Scheduler};
use super::share::Subtree;
use super::state::{FIELDS, GUARDS, WORDS, cells, cells_mut, lanes};
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector};
use crate::Run;
use quadrille_base::limits::{CLOCK_CHECK_INTERVAL, Limits, SearchReport, Stop};

/// The lanes of one engine, and all the memory it ever uses.
pub(super) struct LaneSet<S: Simd> {
    /// The states of each group, and the space that a sweep and a branch need for others.
    states: [[LaneStates<S>; 2]; GROUPS],
    scheduler: Scheduler<S>,
}

impl<S: Simd> LaneSet<S> {
    pub(super) fn new(s: S) -> LaneSet<S> {
        LaneSet { states: [[[s.splat(GUARDS | FIELDS); WORDS]; 2]; GROUPS], scheduler: Scheduler::new(s) }
    }

    /// Solves a run except for the puzzles it returns, which took more than `give_up_after` nodes although the
    /// limits allow more.
    pub(super) fn solve(&mut self, run: &mut Run<'_>, limits: &Limits, give_up_after: u64) -> &[usize] {
        self.scheduler.given_up.clear();
        let bounds = Bounds::new(limits, give_up_after);
        self.scheduler.s.run(SolveRun { lanes: self, run, limits, bounds });
        &self.scheduler.given_up
    }
}

/// The kernel of the lane engine: one run of puzzles.
struct SolveRun<'k, 'r, S: Simd> {
    lanes: &'k mut LaneSet<S>,
    run: &'k mut Run<'r>,
    limits: &'k Limits,
    bounds: Bounds,
}

impl<S: Simd> Kernel for SolveRun<'_, '_, S> {
    #[inline(always)]
    fn run(self) {
        let SolveRun { lanes, run, limits, bounds } = self;
        if bounds.nodes == 0 {
            for i in 0..run.len() {
                run.report(i, SearchReport::default());
            }
            return;
        }
        let scheduler = &mut lanes.scheduler;
        (scheduler.active, scheduler.waiting, scheduler.next) = (0, 0, 0);
        let mut group = 0;
        scheduler.refill(group, &mut lanes.states[group][0], run);
        let mut swept = SweepResult::default();
        // Branching may spend the budgets of all lanes in one round while puzzles have not started.
        let mut sweeps = 0;
        while scheduler.active != 0 || scheduler.next < run.len() {
            if sweeps % CLOCK_CHECK_INTERVAL == 0 && limits.is_stopped() {
                return scheduler.stop(run);
            }
            sweeps += 1;
            let [states, spare] = &mut lanes.states[group];
            let mut result = SweepResult::default();
            if scheduler.active & Scheduler::<S>::lanes_of(group) != 0 {
                let kept = (scheduler.waiting & Scheduler::<S>::lanes_of(group)) >> (group * S::V::LANES);
                result = propagate::sweep(scheduler.s, states, spare, kept);
            }
            group = 1 - group;
            let [states, spare] = &mut lanes.states[group];
            scheduler.handle_events(group, states, spare, swept, run, &bounds);
            swept = result;
        }
    }
}

impl<S: Simd> Scheduler<S> {
    /// The events after a sweep of a group.
    #[inline(always)]
    fn handle_events(
        &mut self,
        group: usize,
        states: &mut LaneStates<S>,
        spare: &mut LaneStates<S>,
        result: SweepResult,
        run: &mut Run<'_>,
        bounds: &Bounds,
    ) {
        let all = Self::lanes_of(group);
        let of_group = |mask: u32| mask << (group * S::V::LANES);
        let (dead, solved) = (of_group(result.dead), of_group(result.solved));
        for lane in lanes(solved & self.active) {
            self.count_solution(states, lane, run);
        }
        let still = of_group(result.still) | of_group(result.nearly_still) & self.branched;
        let still = still & self.active;
        // A step costs the same for one lane as for all, somewhat less than a sweep. So lanes wait for each other,
        // until about as much is lost by waiting as by a step.
        let waited = &mut self.waited[group];
        *waited += still.count_ones();
        let step = still != 0 && (2 * *waited >= S::V::LANES as u32 || still == self.active & all);
        if step {
            *waited = 0;
            let minis = branch::Minis::new(states);
            let local = still >> (group * S::V::LANES);
            let (excess, changed) = branch::triads(self.s, &minis, local);
            let places = branch::places(self.s, minis);
            let local = local & !changed & !places.closed();
            branch::branch(self.s, states, spare, &excess, &places, local);
            for lane in lanes(of_group(local)) {
                self.branch(spare, lane, run, bounds);
            }
        }
        for lane in lanes((dead | solved) & self.active) {
            self.pop(states, lane, run, bounds);
        }
        self.waiting = self.waiting & !all | if step { 0 } else { still & self.active };
        if self.active & all != all {
            self.refill(group, states, run);
            if self.active & all != all && bounds.shares {
                self.share(group, states, run);
            }
        }
    }

    /// Puts puzzles into the idle lanes of a group.
    #[inline(always)]
    fn refill(&mut self, group: usize, states: &mut LaneStates<S>, run: &Run<'_>) {
        for lane in lanes(!self.active & Self::lanes_of(group)) {
            if self.next == run.len() {
                return;
            }
            let mut state = PuzzleState([0; PuzzleState::WORDS]);
            self.s.pack(cells(run.givens(self.next)), &mut state);
            S::V::load(states, lane % S::V::LANES, &state);
            // Stores come to the cache in order: words of other lanes would wait for the lines of the results.
            let solution = run.solution(self.next);
            self.s.prefetch(&solution[0]);
            self.s.prefetch(&solution[80]);
            self.s.prefetch(run.report_of(self.next));
            self.start(lane, self.next);
            self.branched &= !(1 << lane);
            if !self.subtrees[lane].is_whole() {
                self.subtrees[lane] = Subtree::whole();
            }
            self.next += 1;
        }
    }

    /// Counts the solution in a lane, and keeps the first.
    #[inline(always)]
    fn count_solution(&mut self, states: &LaneStates<S>, lane: usize, run: &mut Run<'_>) {
        let LaneSearch { puzzle, counts, .. } = &mut self.searches[lane];
        counts.solutions += 1;
        if counts.solutions == 1 {
            counts.at_first = (counts.nodes, counts.guesses);
            let whole = self.subtrees[lane].is_whole();
            let to = if whole { cells_mut(run.solution_mut(*puzzle)) } else { &mut counts.cells };
            self.s.unpack(states, lane % S::V::LANES, to);
        }
    }

    /// Continues a lane whose state is finished with its youngest open branch, or retires it.
    #[inline(always)]
    fn pop(&mut self, states: &mut LaneStates<S>, lane: usize, run: &mut Run<'_>, bounds: &Bounds) {
        if self.active & 1 << lane == 0 {
            return; // stopped by another lane of its puzzle
        }
        let before = self.subtrees[lane].solutions_before();
        let search = &mut self.searches[lane];
        if before + search.counts.solutions >= bounds.solutions {
            self.retire(lane, Stop::Solutions, run, bounds);
        } else if search.top == search.base {
            self.retire(lane, Stop::Exhausted, run, bounds);
        } else if search.counts.nodes == bounds.nodes {
            search.counts.nodes += u64::from(bounds.gives_up);
            self.retire(lane, Stop::Budget, run, bounds);
        } else {
            search.top -= 1;
            search.counts.nodes += 1;
            S::V::load(states, lane % S::V::LANES, self.stacks.get(lane, search.top));
        }
    }

    /// Keeps the second half of a branch as an open one, while the lane tries the first.
    #[inline(always)]
    fn branch(&mut self, second: &LaneStates<S>, lane: usize, run: &mut Run<'_>, bounds: &Bounds) {
        if self.active & 1 << lane == 0 {
            return; // stopped by another lane of its puzzle in this round
        }
        let search = &mut self.searches[lane];
        search.counts.guesses += 1;
        if search.counts.nodes == bounds.nodes {
            // The node beyond the bound distinguishes a search that gives up from one that ended with its last node.
            search.counts.nodes += u64::from(bounds.gives_up);
            return self.retire(lane, Stop::Budget, run, bounds);
        }
        S::V::save(second, lane % S::V::LANES, self.stacks.push(lane, search.top));
        search.top += 1;
        search.counts.nodes += 1;
        self.branched |= 1 << lane;
    }
}
