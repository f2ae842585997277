//! The lanes at work: refill, sweep, retire, branch, pop.

use super::branch::{self, Branch, Removal};
use super::propagate::{self, SweepResult};
use super::share::{self, Counts, Finish, Subtree};
use super::state::{FIELDS, GUARDS, WORDS};
use super::vector::{Kernel, LaneStates, PuzzleState, Simd, Vector};
use crate::engine::{CLOCK_CHECK_INTERVAL, Limits, Report, Run, Stop};

/// The largest number of open branches of a lane. The first branch on a digit of a band leaves it two placements there
/// at most, the second one: two for each digit of three bands and three stacks.
const MAX_BRANCHES: usize = 2 * 9 * 6;

/// The limits as the lanes use them.
#[derive(Clone, Copy)]
struct Bounds {
    solutions: u64,
    /// Nodes at which a search stops.
    nodes: u64,
    /// Whether the caller's limit is higher, so that a search that stops there gives up.
    gives_up: bool,
    /// Whether idle lanes may take over branches.
    shares: bool,
}

impl Bounds {
    fn new(limits: &Limits, give_up_after: u64) -> Bounds {
        let solutions = limits.solutions.max(1);
        Bounds {
            solutions,
            nodes: limits.max_nodes.min(give_up_after),
            gives_up: limits.max_nodes > give_up_after,
            shares: solutions <= 2 && limits.max_nodes == u64::MAX,
        }
    }
}

/// The search in a lane.
#[derive(Clone, Copy)]
struct LaneSearch {
    puzzle: usize,
    /// The oldest open branch: older ones were taken over by other lanes.
    base: usize,
    /// One past the youngest.
    top: usize,
    counts: Counts,
}

/// The lanes of one engine, and all the memory it ever uses.
pub(super) struct LaneSet<S: Simd> {
    /// A sweep reads one and writes the other.
    states: [LaneStates<S>; 2],
    scheduler: Scheduler<S>,
}

/// Everything about the lanes except their states.
struct Scheduler<S: Simd> {
    s: S,
    searches: Vec<LaneSearch>,
    subtrees: Vec<Subtree>,
    stacks: Vec<PuzzleState>,
    /// The lanes with a puzzle.
    active: u32,
    /// Sweeps that lanes have been still for, all together, since the last branches.
    waited: u32,
    /// The next puzzle of the run.
    next: usize,
    /// Puzzles that were given up. Their nodes are counted as by a single lane, so that sharing does not change
    /// which puzzles these are.
    given_up: Vec<usize>,
}

impl<S: Simd> LaneSet<S> {
    pub(super) fn new(s: S) -> LaneSet<S> {
        let n = S::V::LANES;
        let search = LaneSearch { puzzle: 0, base: 0, top: 0, counts: Counts::new(0) };
        LaneSet {
            states: [[s.splat(GUARDS | FIELDS); WORDS]; 2],
            scheduler: Scheduler {
                s,
                searches: vec![search; n],
                subtrees: vec![Subtree::whole(); n],
                stacks: vec![PuzzleState([0; PuzzleState::WORDS]); n * MAX_BRANCHES],
                active: 0,
                waited: 0,
                next: 0,
                given_up: Vec::new(),
            },
        }
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
                run.report(i, Report::default());
            }
            return;
        }
        let scheduler = &mut lanes.scheduler;
        (scheduler.active, scheduler.next) = (0, 0);
        let [old, new] = &mut lanes.states;
        let (mut old, mut new) = (old, new);
        scheduler.refill(old, run);
        // Branching may spend the budgets of all lanes in one round while puzzles are still waiting.
        let mut sweeps = 0;
        while scheduler.active != 0 || scheduler.next < run.len() {
            if sweeps % CLOCK_CHECK_INTERVAL == 0 && limits.is_stopped() {
                return scheduler.stop(run);
            }
            sweeps += 1;
            let result = propagate::sweep(scheduler.s, old, new);
            scheduler.handle_events(new, result, run, &bounds);
            std::mem::swap(&mut old, &mut new);
        }
    }
}

impl<S: Simd> Scheduler<S> {
    const LANES: usize = S::V::LANES;
    const ALL: u32 = u32::MAX >> (32 - Self::LANES);

    /// The events after a sweep.
    #[inline(always)]
    fn handle_events(
        &mut self,
        states: &mut LaneStates<S>,
        result: SweepResult,
        run: &mut Run<'_>,
        bounds: &Bounds,
    ) {
        for lane in lanes(result.solved & self.active) {
            self.count_solution(states, lane, run);
        }
        let mut still = result.still & self.active;
        for lane in lanes((result.dead | result.solved) & self.active) {
            self.pop(states, lane, run, bounds);
        }
        // A lane that was stopped may be given another puzzle now.
        still &= self.active;
        if self.active != Self::ALL {
            self.refill(states, run);
            if self.active != Self::ALL && bounds.shares {
                self.share(states, run);
            }
        }
        // A step costs the same for one lane as for all, about three quarters of a sweep. So lanes wait for each
        // other, until as much is lost by waiting as by a step.
        self.waited += still.count_ones();
        if still != 0 && (4 * self.waited >= 3 * Self::LANES as u32 || still == self.active) {
            self.waited = 0;
            let minis = branch::Minis::new(states);
            let changed = branch::triads(self.s, states, &minis, still);
            let places = branch::places(self.s, minis);
            for lane in lanes(still & !changed) {
                let branch = branch::branch::<S>(&places, lane);
                self.branch(states, lane, &branch, run, bounds);
            }
        }
    }

    /// Reports the puzzles in the lanes and those that wait as unknown.
    #[cold]
    fn stop(&mut self, run: &mut Run<'_>) {
        let waiting = self.next..run.len();
        let searched = lanes(self.active).map(|lane| self.searches[lane].puzzle);
        for puzzle in searched.chain(waiting) {
            run.report(puzzle, Report::default());
        }
    }

    /// Puts puzzles into the idle lanes.
    #[inline(always)]
    fn refill(&mut self, states: &mut LaneStates<S>, run: &Run<'_>) {
        for lane in lanes(!self.active & Self::ALL) {
            if self.next == run.len() {
                return;
            }
            let mut state = PuzzleState([0; PuzzleState::WORDS]);
            self.s.pack(cells(run.givens(self.next)), &mut state);
            S::V::load(states, lane, &state);
            self.start(lane, self.next);
            if !self.subtrees[lane].is_whole() {
                self.subtrees[lane] = Subtree::whole();
            }
            self.next += 1;
        }
    }

    /// A lane starts with a puzzle, or with a branch of one.
    #[inline(always)]
    fn start(&mut self, lane: usize, puzzle: usize) {
        self.searches[lane] = LaneSearch { puzzle, base: 0, top: 0, counts: Counts::new(1) };
        self.active |= 1 << lane;
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
            self.s.unpack(states, lane, to);
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
            S::V::load(states, lane, &self.stacks[lane * MAX_BRANCHES + search.top]);
        }
    }

    /// Tries the first half of a branch and keeps the second as an open one.
    #[inline(always)]
    fn branch(
        &mut self,
        states: &mut LaneStates<S>,
        lane: usize,
        branch: &Branch,
        run: &mut Run<'_>,
        bounds: &Bounds,
    ) {
        if self.active & 1 << lane == 0 {
            return; // stopped by another lane of its puzzle in this round
        }
        let search = &mut self.searches[lane];
        search.counts.guesses += 1;
        if search.counts.nodes == bounds.nodes {
            // The node beyond the bound tells a search that gives up from one that ended with its last node.
            search.counts.nodes += u64::from(bounds.gives_up);
            return self.retire(lane, Stop::Budget, run, bounds);
        }
        debug_assert!(search.top < MAX_BRANCHES);
        let state = &mut self.stacks[lane * MAX_BRANCHES + search.top];
        S::V::save(states, lane, state);
        let Removal { word, step, bits } = branch.second;
        for i in 0..3 {
            state.0[word + i * step] &= !bits;
        }
        for &Removal { word, step, bits } in &branch.first {
            if bits != 0 {
                for i in 0..3 {
                    states[word + i * step].remove(lane, bits);
                }
            }
        }
        search.top += 1;
        search.counts.nodes += 1;
    }

    /// A lane has finished its puzzle, or its subtree of one.
    #[inline(always)]
    fn retire(&mut self, lane: usize, stop: Stop, run: &mut Run<'_>, bounds: &Bounds) {
        let LaneSearch { puzzle, counts, .. } = &self.searches[lane];
        if !self.subtrees[lane].is_whole() {
            return self.retire_subtree(lane, run, bounds);
        }
        if counts.nodes > bounds.nodes {
            self.given_up.push(*puzzle);
        } else {
            let report = Report::new(stop, counts.solutions, counts.nodes, counts.guesses, bounds.solutions);
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
                    let report = Report::new(stop, sum.solutions, sum.nodes, sum.guesses, wanted);
                    return run.report(*puzzle, report);
                }
            }
        }
    }

    /// Idle lanes take over the oldest open branches of the lanes that have most of them.
    ///
    /// This is not done with a higher limit or with a budget of nodes: a subtree would then have to record what
    /// it had counted at every solution and every node.
    #[inline(always)]
    fn share(&mut self, states: &mut LaneStates<S>, run: &mut Run<'_>) {
        for idle in lanes(!self.active & Self::ALL) {
            let open = |&lane: &usize| self.searches[lane].top - self.searches[lane].base;
            let Some(busy) = lanes(self.active).max_by_key(open).filter(|lane| open(lane) > 0) else {
                return;
            };
            let search = &mut self.searches[busy];
            if search.counts.solutions > 0 && self.subtrees[busy].is_whole() {
                search.counts.cells = *cells(run.solution_mut(search.puzzle));
            }
            S::V::load(states, idle, &self.stacks[busy * MAX_BRANCHES + search.base]);
            search.base += 1;
            let puzzle = search.puzzle;
            share::insert(&mut self.subtrees, busy, idle);
            self.start(idle, puzzle);
        }
    }
}

/// The lanes of a mask, lowest first.
#[inline(always)]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

#[inline(always)]
fn cells(bytes: &[u8]) -> &[u8; 81] {
    bytes.try_into().expect("a puzzle of 81 cells")
}

#[inline(always)]
fn cells_mut(bytes: &mut [u8]) -> &mut [u8; 81] {
    bytes.try_into().expect("a puzzle of 81 cells")
}
