//! The lanes at work: refill, sweep, retire, branch, pop.

use super::branch;
use super::propagate::{self, Found};
use super::share::{self, Finish, Part, Tally};
use super::state::{CANDIDATES, FIELDS, GUARDS, WORDS};
use super::vector::{Row, Simd, State, Vector};
use crate::engine::{CLOCK_CHECK_INTERVAL, Limits, Report, Run, Stop};

/// Open branches a lane may have. Each stands for a cell that was open when it was made and is a
/// single in the lane's state and in every younger branch, so there are no more than cells.
const DEPTH: usize = 81;

/// Nodes after which a puzzle is left to another engine. A lane branches on cells alone; on boards that
/// are almost empty a contradiction may hide from that (four digits with three cells left in a
/// box, say) for longer than anyone waits. No puzzle of the public hard sets comes near.
pub(super) const PATIENCE: u64 = 1 << 14;

/// The search in a lane.
#[derive(Clone, Copy)]
struct Task {
    puzzle: usize,
    /// The oldest open branch: older ones were taken over by other lanes.
    base: usize,
    /// One past the youngest.
    top: usize,
    tally: Tally,
}

/// The limits that the kernel needs.
struct Bounds {
    solutions: u64,
    nodes: u64,
}

/// The lanes of one engine, and all the memory it ever uses.
pub(super) struct Machine<S: Simd> {
    /// A sweep reads one and writes the other.
    states: [State<S>; 2],
    desk: Desk<S>,
}

/// What is known of the lanes besides their states.
struct Desk<S: Simd> {
    s: S,
    tasks: Vec<Task>,
    parts: Vec<Part>,
    stacks: Vec<Row>,
    /// The lanes with a puzzle.
    active: u32,
    /// The next puzzle of the run.
    next: usize,
    /// Puzzles whose search took more than [`PATIENCE`] nodes: by the order of a single lane, so that
    /// sharing does not change which they are.
    left: Vec<usize>,
}

impl<S: Simd> Machine<S> {
    pub(super) fn new(s: S) -> Machine<S> {
        let n = S::V::LANES;
        let task = Task { puzzle: 0, base: 0, top: 0, tally: Tally::new(0) };
        Machine {
            states: [[s.splat(GUARDS | FIELDS); WORDS]; 2],
            desk: Desk {
                s,
                tasks: vec![task; n],
                parts: vec![Part::alone(); n],
                stacks: vec![Row([0; Row::WORDS]); n * DEPTH],
                active: 0,
                next: 0,
                left: Vec::new(),
            },
        }
    }

    /// Solves a run, but for the puzzles it returns: those took more than [`PATIENCE`] nodes, and the
    /// limits allow more.
    pub(super) fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) -> &[usize] {
        self.desk.left.clear();
        self.desk.s.drive(self, run, limits);
        &self.desk.left
    }

    /// Solves a run; called through [`Simd::drive`].
    #[inline(always)]
    pub(super) fn drive(&mut self, run: &mut Run<'_>, limits: &Limits) {
        if limits.max_nodes == 0 {
            for i in 0..run.len() {
                run.report(i, Report::default());
            }
            return;
        }
        let bounds = &Bounds { solutions: limits.solutions.max(1), nodes: limits.max_nodes };
        let desk = &mut self.desk;
        (desk.active, desk.next) = (0, 0);
        let [old, new] = &mut self.states;
        let (mut old, mut new) = (old, new);
        desk.refill(old, run);
        // Branching may spend the budgets of all lanes in one round; the puzzles that wait still come.
        let mut sweeps = 0;
        while desk.active != 0 || desk.next < run.len() {
            if sweeps % CLOCK_CHECK_INTERVAL == 0 && limits.is_stopped() {
                return desk.stop(run);
            }
            sweeps += 1;
            let found = propagate::sweep(desk.s, old, new);
            desk.settle(new, found, run, bounds);
            std::mem::swap(&mut old, &mut new);
        }
    }
}

impl<S: Simd> Desk<S> {
    const LANES: usize = S::V::LANES;
    const ALL: u32 = u32::MAX >> (32 - Self::LANES);

    /// The events after a sweep.
    #[inline(always)]
    fn settle(&mut self, state: &mut State<S>, found: Found, run: &mut Run<'_>, bounds: &Bounds) {
        for lane in lanes(found.solved & self.active) {
            self.solution(state, lane, run);
        }
        let mut still = found.still & self.active;
        for lane in lanes((found.dead | found.solved) & self.active) {
            self.leave(state, lane, run, bounds);
        }
        // A lane that was stopped may be given another puzzle now.
        still &= self.active;
        if self.active != Self::ALL {
            self.refill(state, run);
            if self.active != Self::ALL && bounds.solutions <= 2 && bounds.nodes == u64::MAX {
                self.share(state, run);
            }
        }
        // The choice costs the same for one lane as for all, so lanes wait for each other: of 1 to 6
        // of 16 lanes, 4 and 5 were the fastest, by 12 % to 17 % over 1 where puzzles branch.
        if 4 * still.count_ones() >= self.active.count_ones() && still != 0 {
            let best = [branch::choose(self.s, state)];
            for lane in lanes(still) {
                let cell = branch::cell(S::V::words(&best)[lane]);
                self.branch(state, lane, cell, run, bounds);
            }
        }
    }

    /// Leaves what is in the lanes and what waits as unknown.
    #[cold]
    fn stop(&mut self, run: &mut Run<'_>) {
        let waiting = self.next..run.len();
        let searched = lanes(self.active).map(|lane| self.tasks[lane].puzzle);
        for puzzle in searched.chain(waiting) {
            run.report(puzzle, Report::default());
        }
    }

    /// Puts puzzles into the idle lanes.
    #[inline(always)]
    fn refill(&mut self, state: &mut State<S>, run: &Run<'_>) {
        for lane in lanes(!self.active & Self::ALL) {
            if self.next == run.len() {
                return;
            }
            let mut row = Row([0; Row::WORDS]);
            self.s.pack(cells(run.givens(self.next)), &mut row);
            S::V::load(state, lane, &row);
            self.start(lane, self.next);
            if !self.parts[lane].is_alone() {
                self.parts[lane] = Part::alone();
            }
            self.next += 1;
        }
    }

    /// A lane begins with a puzzle, or with a branch of one.
    #[inline(always)]
    fn start(&mut self, lane: usize, puzzle: usize) {
        self.tasks[lane] = Task { puzzle, base: 0, top: 0, tally: Tally::new(1) };
        self.active |= 1 << lane;
    }

    /// Counts the solution in a lane, and keeps the first.
    #[inline(always)]
    fn solution(&mut self, state: &State<S>, lane: usize, run: &mut Run<'_>) {
        let Task { puzzle, tally, .. } = &mut self.tasks[lane];
        tally.solutions += 1;
        if tally.solutions == 1 {
            tally.at_first = (tally.nodes, tally.guesses);
            let alone = self.parts[lane].is_alone();
            let to = if alone { cells_mut(run.solution_mut(*puzzle)) } else { &mut tally.cells };
            self.s.unpack(state, lane, to);
        }
    }

    /// A lane is done with its state: on to its youngest open branch, or to another puzzle.
    #[inline(always)]
    fn leave(&mut self, state: &mut State<S>, lane: usize, run: &mut Run<'_>, bounds: &Bounds) {
        if self.active & 1 << lane == 0 {
            return; // stopped by another lane of its puzzle
        }
        let before = self.parts[lane].solutions_before();
        let task = &mut self.tasks[lane];
        if before + task.tally.solutions >= bounds.solutions {
            self.retire(lane, Stop::Solutions, run, bounds);
        } else if task.top == task.base {
            self.retire(lane, Stop::Exhausted, run, bounds);
        } else if task.tally.nodes == bounds.nodes.min(PATIENCE) {
            task.tally.nodes += u64::from(bounds.nodes > PATIENCE);
            self.retire(lane, Stop::Budget, run, bounds);
        } else {
            task.top -= 1;
            task.tally.nodes += 1;
            S::V::load(state, lane, &self.stacks[lane * DEPTH + task.top]);
        }
    }

    /// Tries the lowest candidate of a cell and keeps the others as an open branch.
    #[inline(always)]
    fn branch(&mut self, state: &mut State<S>, lane: usize, cell: usize, run: &mut Run<'_>, bounds: &Bounds) {
        let task = &mut self.tasks[lane];
        task.tally.guesses += 1;
        if task.tally.nodes == bounds.nodes.min(PATIENCE) {
            // The node that was wanted tells a search that was left from one that ended just here.
            task.tally.nodes += u64::from(bounds.nodes > PATIENCE);
            return self.retire(lane, Stop::Budget, run, bounds);
        }
        let (w, shift) = (cell % WORDS, 10 * (cell / WORDS));
        let row = &mut self.stacks[lane * DEPTH + task.top];
        S::V::save(state, lane, row);
        let word = row.0[w];
        let candidates = word & CANDIDATES << shift;
        let first = candidates & candidates.wrapping_neg();
        row.0[w] = word ^ first;
        S::V::words_mut(state)[w * Self::LANES + lane] = word ^ candidates ^ first;
        task.top += 1;
        task.tally.nodes += 1;
    }

    /// A lane has finished its puzzle, or its part of one.
    #[inline(always)]
    fn retire(&mut self, lane: usize, stop: Stop, run: &mut Run<'_>, bounds: &Bounds) {
        let Task { puzzle, tally, .. } = &self.tasks[lane];
        if !self.parts[lane].is_alone() {
            let (active, left) = (&mut self.active, &mut self.left);
            return retire_part(active, &self.tasks, &mut self.parts, left, lane, run, bounds);
        }
        if tally.nodes > PATIENCE {
            self.left.push(*puzzle);
        } else {
            let report = Report::new(stop, tally.solutions, tally.nodes, tally.guesses, bounds.solutions);
            run.report(*puzzle, report);
        }
        self.active &= !(1 << lane);
    }

    /// Idle lanes take over the oldest open branches of the lanes that have most of them.
    ///
    /// Not with a higher limit or with a budget of nodes: then a part would have to say what it had
    /// counted at every solution and every node.
    #[inline(always)]
    fn share(&mut self, state: &mut State<S>, run: &mut Run<'_>) {
        for thief in lanes(!self.active & Self::ALL) {
            let open = |&lane: &usize| self.tasks[lane].top - self.tasks[lane].base;
            let Some(victim) = lanes(self.active).max_by_key(open).filter(|lane| open(lane) > 0) else {
                return;
            };
            let task = &mut self.tasks[victim];
            if task.tally.solutions > 0 && self.parts[victim].is_alone() {
                task.tally.cells = *cells(run.solution_mut(task.puzzle));
            }
            S::V::load(state, thief, &self.stacks[victim * DEPTH + task.base]);
            task.base += 1;
            let puzzle = task.puzzle;
            share::insert(&mut self.parts, victim, thief);
            self.start(thief, puzzle);
        }
    }
}

/// Takes a lane of several out of its puzzle.
#[cold]
fn retire_part(
    active: &mut u32,
    tasks: &[Task],
    parts: &mut [Part],
    left: &mut Vec<usize>,
    mut lane: usize,
    run: &mut Run<'_>,
    bounds: &Bounds,
) {
    loop {
        *active &= !(1 << lane);
        let Task { puzzle, tally, .. } = &tasks[lane];
        match share::finish(parts, lane, tally, bounds.solutions, |lane| *active &= !(1 << lane)) {
            Finish::Lane => return,
            Finish::Head(next) => {
                if parts[next].solutions_before() + tasks[next].tally.solutions < bounds.solutions {
                    return;
                }
                lane = next;
            }
            // A part that was left counts more on its own.
            Finish::Puzzle(sum) if sum.nodes > PATIENCE => return left.push(*puzzle),
            Finish::Puzzle(sum) => {
                let stop = if sum.solutions >= bounds.solutions { Stop::Solutions } else { Stop::Exhausted };
                if sum.solutions > 0 {
                    *cells_mut(run.solution_mut(*puzzle)) = sum.cells;
                }
                return run.report(
                    *puzzle,
                    Report::new(stop, sum.solutions, sum.nodes, sum.guesses, bounds.solutions),
                );
            }
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
