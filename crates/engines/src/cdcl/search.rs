//! The main loop: decide, propagate, learn from conflicts, restart.

use super::clauses::PERMANENT;
use super::propagate::{Conflict, Reason};
use super::{CdclSearch, Lit};
use quadrille_base::limits::{Budget, Stop};

/// Conflicts until the first restart; later intervals are multiples of it by [`luby`]'s sequence.
const RESTART_INTERVAL: u64 = 64;
/// Clauses at which half of them are deleted for the first time, and how much the number grows with
/// each reduction.
const FIRST_REDUCTION: usize = 2000;
const REDUCTION_GROWTH: usize = 250;

/// When to restart and when to delete clauses.
struct Schedule {
    restarts: u64,
    /// Number of conflicts at which the next restart is due.
    next_restart: u64,
    /// Number of clauses at which the next reduction is due.
    max_clauses: usize,
}

impl CdclSearch {
    /// Searches the problem and passes every solution to `on_solution`, as the chosen options by the caller's
    /// numbers; returns the number of solutions.
    ///
    /// A node is a decision, or the alternative tried after a conflict or a solution; the root is
    /// counted by the caller.
    pub fn search(
        &mut self,
        wanted: u64,
        budget: &mut Budget<'_>,
        mut on_solution: impl FnMut(&[usize]),
    ) -> (Stop, u64) {
        let Some(mut schedule) = self.begin() else { return (Stop::Exhausted, 0) };
        let (mut solutions, mut assigned) = (0, Ok(()));
        loop {
            let conflict = assigned.and_then(|()| self.propagate()).err();
            let decision = if conflict.is_some() { None } else { self.next_decision(&mut schedule) };
            if conflict.is_none() && decision.is_none() {
                solutions += 1;
                on_solution(self.solution());
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
            assigned = match (conflict, decision) {
                (Some(conflict), _) => self.learn(conflict),
                (None, Some(option)) => self.decide(option),
                (None, None) => self.add_blocking_clause(),
            };
        }
    }

    /// Prepares the search; `None` if the problem has a contradiction that no decision is needed for.
    fn begin(&mut self) -> Option<Schedule> {
        let options = self.instance.options();
        self.trail.begin(options);
        self.clauses.begin(options);
        self.analysis.begin(options);
        let instance = &self.instance;
        self.order.begin((0..options).map(|option| instance.initial_activity(option)));
        (self.guesses, self.conflicts) = (0, 0);
        if self.instance.has_empty_item() {
            return None;
        }
        (0..self.instance.items() as u32).for_each(|item| self.force(item));
        for number in 0..self.implied.len() {
            match *self.implied.list(number) {
                [] => return None,
                [lit] if self.trail.is_false(lit) => return None,
                [lit] if self.trail.is_unassigned(lit) => self.assign(lit, Reason::Decision).ok()?,
                [_] => {}
                ref lits => _ = self.clauses.add(lits, PERMANENT),
            }
        }
        let max_clauses = FIRST_REDUCTION + self.clauses.len();
        Some(Schedule { restarts: 0, next_restart: RESTART_INTERVAL, max_clauses })
    }

    /// The most active unassigned option, after a restart if one is due; `None` if all are assigned.
    fn next_decision(&mut self, schedule: &mut Schedule) -> Option<usize> {
        if self.conflicts >= schedule.next_restart {
            schedule.restarts += 1;
            schedule.next_restart = self.conflicts + RESTART_INTERVAL * luby(schedule.restarts + 1);
            self.backjump(0);
            if self.clauses.len() >= schedule.max_clauses {
                self.clauses.reduce(&self.trail);
                schedule.max_clauses += REDUCTION_GROWTH;
            }
        }
        loop {
            let option = self.order.pop()?;
            if self.trail.is_unassigned(Lit::chosen(option)) {
                return Some(option);
            }
        }
    }

    fn decide(&mut self, option: usize) -> Result<(), Conflict> {
        self.guesses += 1;
        self.trail.levels.push(self.trail.lits.len() as u32);
        self.assign(Lit::chosen(option), Reason::Decision)
    }

    fn learn(&mut self, conflict: Conflict) -> Result<(), Conflict> {
        self.conflicts += 1;
        let (level, lbd) = self.analyze(conflict);
        self.assert_clause(level, lbd)
    }

    /// Forbids the present decisions together: they imply a solution that has been reported.
    fn add_blocking_clause(&mut self) -> Result<(), Conflict> {
        let (clause, trail) = (&mut self.analysis.clause, &self.trail);
        clause.clear();
        clause.extend(trail.levels.iter().rev().map(|&start| !trail.lits[start as usize]));
        self.assert_clause(self.trail.levels.len() - 1, PERMANENT)
    }

    /// Backjumps to the level at which the clause in `analysis` is unit, and assigns its first literal.
    fn assert_clause(&mut self, level: usize, lbd: u32) -> Result<(), Conflict> {
        self.backjump(level);
        let reason = match &*self.analysis.clause {
            [_] => Reason::Decision,
            lits => Reason::Clause(self.clauses.add(lits, lbd)),
        };
        self.assign(self.analysis.clause[0], reason)
    }

    fn solution(&mut self) -> &[usize] {
        let callers_option = &self.instance.callers_option;
        let chosen = self.trail.lits.iter().filter(|lit| lit.is_chosen());
        self.solution.clear();
        self.solution.extend(chosen.map(|lit| callers_option[lit.option()] as usize));
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
