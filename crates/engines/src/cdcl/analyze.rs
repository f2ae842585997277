//! Conflict analysis: from a conflict to the clause that it implies.

use super::propagate::{Conflict, Reason};
use super::{CdclSearch, Lit};

/// The memory of the analysis, and its result.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The learned clause: the asserting literal first, then one of the highest level among the others.
    pub clause: Vec<Lit>,
    /// For each option: whether its literal has been resolved on, or is in the clause.
    seen: Vec<bool>,
    /// The options seen, to be cleared afterwards.
    to_clear: Vec<u32>,
    /// The options of the literals that imply the literal being explained.
    antecedents: Vec<u32>,
    stack: Vec<u32>,
    /// For each level: the number of the last analysis that counted it.
    counted_in: Vec<u64>,
    /// Number of the present analysis.
    number: u64,
}

impl Analysis {
    pub fn begin(&mut self, options: usize) {
        self.seen.clear();
        self.seen.resize(options, false);
        self.counted_in.clear();
        self.counted_in.resize(options + 1, 0);
        self.number = 0;
    }

    fn mark(&mut self, option: u32) {
        self.seen[option as usize] = true;
        self.to_clear.push(option);
    }

    /// Clears all marks but the first `kept`.
    fn unmark(&mut self, kept: usize) {
        for option in self.to_clear.drain(kept..) {
            self.seen[option as usize] = false;
        }
    }
}

impl CdclSearch {
    /// Leaves the clause learned from a conflict in `analysis`, and returns the level to backjump to (the highest level
    /// of its literals but the first) and its LBD.
    ///
    /// Literals are resolved backwards along the trail until one literal of the present level is
    /// left, through which all implications lead (the first unique implication point).
    pub(super) fn analyze(&mut self, conflict: Conflict) -> (usize, u32) {
        self.analysis.clause.clear();
        self.analysis.clause.push(Lit::default());
        self.explain_conflict(conflict);
        let (mut open, mut at) = (0, self.trail.lits.len());
        loop {
            open += self.add_antecedents();
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
        self.minimize();
        self.analysis.unmark(0);
        self.order.decay();
        self.compute_lbd()
    }

    /// Marks the antecedents not seen yet; antecedents of lower levels join the clause. Returns the number of
    /// antecedents of the present level.
    fn add_antecedents(&mut self) -> usize {
        let (analysis, now) = (&mut self.analysis, self.trail.levels.len() as u32);
        let mut open = 0;
        for i in 0..analysis.antecedents.len() {
            let option = analysis.antecedents[i];
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

    /// Loads the antecedents of an option's literal, the options whose literals imply it.
    #[inline(always)]
    fn explain(&mut self, option: u32) {
        let antecedents = &mut self.analysis.antecedents;
        antecedents.clear();
        match self.trail.reason[option as usize] {
            Reason::Decision => {}
            Reason::Option(chosen) => antecedents.push(chosen),
            // The option itself is among them; it is marked as seen already.
            Reason::Item(item) => antecedents.extend_from_slice(self.instance.options_of(item)),
            Reason::Clause(clause) => {
                antecedents.extend(self.clauses.lits(clause).iter().map(|lit| lit.option() as u32));
            }
        }
    }

    fn explain_conflict(&mut self, conflict: Conflict) {
        let antecedents = &mut self.analysis.antecedents;
        antecedents.clear();
        match conflict {
            Conflict::Item(item) => antecedents.extend_from_slice(self.instance.options_of(item)),
            Conflict::Pair(a, b) => antecedents.extend([a, b]),
            Conflict::Clause(clause) => {
                antecedents.extend(self.clauses.lits(clause).iter().map(|lit| lit.option() as u32));
            }
        }
    }

    /// Drops the literals of the clause that the others imply (recursive minimization).
    fn minimize(&mut self) {
        let mut kept = 1;
        for i in 1..self.analysis.clause.len() {
            let lit = self.analysis.clause[i];
            if !self.is_redundant(lit.option() as u32) {
                self.analysis.clause[kept] = lit;
                kept += 1;
            }
        }
        self.analysis.clause.truncate(kept);
    }

    /// Whether the marked options imply an option's literal; if so, the options between are marked too.
    fn is_redundant(&mut self, option: u32) -> bool {
        if self.trail.reason[option as usize] == Reason::Decision {
            return false;
        }
        let before = self.analysis.to_clear.len();
        self.analysis.stack.clear();
        self.analysis.stack.push(option);
        while let Some(option) = self.analysis.stack.pop() {
            self.explain(option);
            for i in 0..self.analysis.antecedents.len() {
                let antecedent = self.analysis.antecedents[i];
                let index = antecedent as usize;
                if self.analysis.seen[index] || self.trail.level[index] == 0 {
                    continue;
                }
                if self.trail.reason[index] == Reason::Decision {
                    self.analysis.unmark(before);
                    return false;
                }
                self.analysis.mark(antecedent);
                self.analysis.stack.push(antecedent);
            }
        }
        true
    }

    /// The level to backjump to, and the LBD (literal block distance): the number of different levels in
    /// the clause. Moves a literal of the backjump level to the second place.
    fn compute_lbd(&mut self) -> (usize, u32) {
        let (analysis, level) = (&mut self.analysis, &self.trail.level);
        analysis.number += 1;
        let mut lbd = 0;
        for lit in &analysis.clause {
            let counted_in = &mut analysis.counted_in[level[lit.option()] as usize];
            lbd += u32::from(*counted_in != analysis.number);
            *counted_in = analysis.number;
        }
        let level_at = |i: usize| level[analysis.clause[i].option()];
        let Some(second) = (1..analysis.clause.len()).max_by_key(|&i| level_at(i)) else { return (0, lbd) };
        let backjump = level_at(second) as usize;
        analysis.clause.swap(1, second);
        (backjump, lbd)
    }
}
