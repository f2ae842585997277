//! From a contradiction to the clause that it teaches.

use super::propagate::{Conflict, Reason};
use super::{CdclSearch, Lit};

/// What the analysis needs, and its result.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The literal to make true first; of the others, one of the highest level.
    pub clause: Vec<Lit>,
    /// Of each option: whether its literal is among the reasons.
    seen: Vec<bool>,
    /// The options seen, to be forgotten afterwards.
    marked: Vec<u32>,
    /// The options whose literals are the reason of one.
    causes: Vec<u32>,
    stack: Vec<u32>,
    /// Of each level: in which analysis it was counted last.
    counted: Vec<u64>,
    analyses: u64,
}

impl Analysis {
    pub fn begin(&mut self, options: usize) {
        self.seen.clear();
        self.seen.resize(options, false);
        self.counted.clear();
        self.counted.resize(options + 1, 0);
        self.analyses = 0;
    }

    fn mark(&mut self, option: u32) {
        self.seen[option as usize] = true;
        self.marked.push(option);
    }

    /// Forgets all marks but the first.
    fn unmark(&mut self, first: usize) {
        for option in self.marked.drain(first..) {
            self.seen[option as usize] = false;
        }
    }
}

impl CdclSearch {
    /// Leaves the clause that a conflict teaches in `analysis`; returns the highest level of its
    /// literals but the first, to which to go back, and the number of their levels.
    ///
    /// The reasons of the conflict are followed back to the one literal of the present level
    /// that all ways lead through (the first unique implication point).
    pub(super) fn analyze(&mut self, conflict: Conflict) -> (usize, u32) {
        self.analysis.clause.clear();
        self.analysis.clause.push(Lit::default());
        self.explain_conflict(conflict);
        let (mut open, mut at) = (0, self.trail.lits.len());
        loop {
            open += self.take_causes();
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits[at];
                if self.analysis.seen[lit.option()] {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.analysis.clause[0] = !lit;
                break;
            }
            self.explain(lit.option() as u32);
        }
        self.shorten();
        self.analysis.unmark(0);
        self.order.fade();
        self.measure()
    }

    /// Marks what is new among the causes; what is of a lower level joins the clause. Returns how
    /// many are of the present level.
    fn take_causes(&mut self) -> usize {
        let (analysis, now) = (&mut self.analysis, self.trail.levels.len() as u32);
        let mut open = 0;
        for i in 0..analysis.causes.len() {
            let option = analysis.causes[i];
            let level = self.trail.level[option as usize];
            if level == 0 || analysis.seen[option as usize] {
                continue;
            }
            analysis.mark(option);
            self.order.bump(option);
            if level == now {
                open += 1;
            } else {
                let lit = Lit::chosen(option as usize);
                analysis.clause.push(if self.trail.is_false(lit) { lit } else { !lit });
            }
        }
        open
    }

    /// Puts the options whose literals are the reason of this one's into `causes`.
    #[inline(always)]
    fn explain(&mut self, option: u32) {
        let causes = &mut self.analysis.causes;
        causes.clear();
        match self.trail.reason[option as usize] {
            Reason::Decided => {}
            Reason::Option(cause) => causes.push(cause),
            // The option itself comes along: it has been seen.
            Reason::Item(item) => causes.extend_from_slice(self.problem.of_item(item)),
            Reason::Clause(clause) => {
                causes.extend(self.clauses.lits(clause).iter().map(|lit| lit.option() as u32));
            }
        }
    }

    fn explain_conflict(&mut self, conflict: Conflict) {
        let causes = &mut self.analysis.causes;
        causes.clear();
        match conflict {
            Conflict::Item(item) => causes.extend_from_slice(self.problem.of_item(item)),
            Conflict::Pair(a, b) => causes.extend([a, b]),
            Conflict::Clause(clause) => {
                causes.extend(self.clauses.lits(clause).iter().map(|lit| lit.option() as u32));
            }
        }
    }

    /// Drops the literals that follow from the others.
    fn shorten(&mut self) {
        let mut kept = 1;
        for i in 1..self.analysis.clause.len() {
            let lit = self.analysis.clause[i];
            if !self.follows(lit.option() as u32) {
                self.analysis.clause[kept] = lit;
                kept += 1;
            }
        }
        self.analysis.clause.truncate(kept);
    }

    /// Whether an option's literal follows from what is marked; if so, what lies between is marked.
    fn follows(&mut self, option: u32) -> bool {
        if self.trail.reason[option as usize] == Reason::Decided {
            return false;
        }
        let before = self.analysis.marked.len();
        self.analysis.stack.clear();
        self.analysis.stack.push(option);
        while let Some(option) = self.analysis.stack.pop() {
            self.explain(option);
            for i in 0..self.analysis.causes.len() {
                let cause = self.analysis.causes[i];
                if self.analysis.seen[cause as usize] || self.trail.level[cause as usize] == 0 {
                    continue;
                }
                if self.trail.reason[cause as usize] == Reason::Decided {
                    self.analysis.unmark(before);
                    return false;
                }
                self.analysis.mark(cause);
                self.analysis.stack.push(cause);
            }
        }
        true
    }

    /// Puts a literal of the highest level but the first one's second.
    fn measure(&mut self) -> (usize, u32) {
        let (analysis, level) = (&mut self.analysis, &self.trail.level);
        analysis.analyses += 1;
        let mut glue = 0;
        for lit in &analysis.clause {
            let counted = &mut analysis.counted[level[lit.option()] as usize];
            glue += u32::from(*counted != analysis.analyses);
            *counted = analysis.analyses;
        }
        let level_at = |i: usize| level[analysis.clause[i].option()];
        let Some(second) = (1..analysis.clause.len()).max_by_key(|&i| level_at(i)) else { return (0, glue) };
        let back = level_at(second) as usize;
        analysis.clause.swap(1, second);
        (back, glue)
    }
}
