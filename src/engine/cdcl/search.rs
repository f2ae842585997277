//! The loop: decide, make what follows, learn, begin again now and then.

use super::clauses::KEPT;
use super::propagate::{Conflict, Reason};
use super::{CdclSearch, Lit};
use crate::engine::{Budget, Stop};

/// Conflicts until the first restart; the later ones come after a multiple from [`luby`]'s series.
const RESTART: u64 = 64;
/// Clauses at which half of them are forgotten for the first time, and how many more each time.
const ROOM: usize = 2000;
const MORE_ROOM: usize = 250;

/// When to begin again and what to keep.
struct Schedule {
    restarts: u64,
    /// Conflicts at which the next restart comes.
    next: u64,
    room: usize,
}

impl CdclSearch {
    /// Searches the problem and hands every solution to `found`, as the options chosen by the
    /// caller's names; returns how many there were.
    ///
    /// A node is a decision, or what is tried instead after a dead end or a solution; the root is
    /// the caller's.
    pub fn search(
        &mut self,
        wanted: u64,
        budget: &mut Budget<'_>,
        mut found: impl FnMut(&[usize]),
    ) -> (Stop, u64) {
        let mut schedule = self.begin();
        let (mut solutions, mut moved) = (0, Ok(()));
        loop {
            let conflict = moved.and_then(|()| self.propagate()).err();
            let decision = if conflict.is_some() { None } else { self.next_decision(&mut schedule) };
            if conflict.is_none() && decision.is_none() {
                solutions += 1;
                found(self.solution());
                if solutions >= wanted {
                    return (Stop::Solutions, solutions);
                }
            }
            if decision.is_none() && self.trail.levels.is_empty() {
                return (Stop::Exhausted, solutions);
            }
            if !budget.enter() {
                return (budget.refusal(), solutions);
            }
            moved = match (conflict, decision) {
                (Some(conflict), _) => self.learn(conflict),
                (None, Some(option)) => self.decide(option),
                (None, None) => self.forbid_decisions(),
            };
        }
    }

    fn begin(&mut self) -> Schedule {
        let options = self.problem.options();
        self.trail.begin(options);
        self.clauses.begin(options);
        self.analysis.begin(options);
        let problem = &self.problem;
        self.order.begin((0..options).map(|o| problem.promise(o) + f64::from(problem.liked[o])));
        (self.guesses, self.conflicts) = (0, 0);
        (0..self.problem.items() as u32).for_each(|item| self.force(item));
        Schedule { restarts: 0, next: RESTART, room: ROOM }
    }

    /// The most active open option, after a restart if one is due; `None` if all is assigned.
    fn next_decision(&mut self, schedule: &mut Schedule) -> Option<usize> {
        if self.conflicts >= schedule.next {
            schedule.restarts += 1;
            schedule.next = self.conflicts + RESTART * luby(schedule.restarts + 1);
            self.backjump(0);
            if self.clauses.len() >= schedule.room {
                self.clauses.reduce(&self.trail);
                schedule.room += MORE_ROOM;
            }
        }
        loop {
            let option = self.order.pop()?;
            if self.trail.is_open(Lit::chosen(option)) {
                return Some(option);
            }
        }
    }

    fn decide(&mut self, option: usize) -> Result<(), Conflict> {
        self.guesses += 1;
        self.trail.levels.push(self.trail.lits.len() as u32);
        self.assign(Lit::chosen(option), Reason::Decided)
    }

    fn learn(&mut self, conflict: Conflict) -> Result<(), Conflict> {
        self.conflicts += 1;
        let (level, glue) = self.analyze(conflict);
        self.assert_clause(level, glue)
    }

    /// Forbids the present decisions together: what follows from them is a solution.
    fn forbid_decisions(&mut self) -> Result<(), Conflict> {
        let (clause, trail) = (&mut self.analysis.clause, &self.trail);
        clause.clear();
        clause.extend(trail.levels.iter().rev().map(|&start| !trail.lits[start as usize]));
        self.assert_clause(self.trail.levels.len() - 1, KEPT)
    }

    /// Goes back to the level at which the clause in `analysis` forces its first literal.
    fn assert_clause(&mut self, level: usize, glue: u32) -> Result<(), Conflict> {
        self.backjump(level);
        let reason = match &*self.analysis.clause {
            [_] => Reason::Decided,
            lits => Reason::Clause(self.clauses.add(lits, glue)),
        };
        self.assign(self.analysis.clause[0], reason)
    }

    fn solution(&mut self) -> &[usize] {
        let names = &self.problem.names;
        let chosen = self.trail.lits.iter().filter(|lit| lit.is_chosen());
        self.solution.clear();
        self.solution.extend(chosen.map(|lit| names[lit.option()] as usize));
        &self.solution
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from `n = 1` (Luby, Sinclair and Zuckerman, *Optimal speedup of
/// Las Vegas algorithms*, 1993).
pub(super) fn luby(mut n: u64) -> u64 {
    loop {
        let power = 1 << n.ilog2();
        if n + 1 == 2 * power {
            return power;
        }
        n -= power - 1;
    }
}
