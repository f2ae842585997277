//! The assignment, and unit propagation.

use super::clauses::Watcher;
use super::{CdclSearch, Lit};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Reason {
    /// A decision, or a literal that holds at level 0.
    #[default]
    Decision,
    /// Ruled out: this option is chosen and shares an item.
    Option(u32),
    /// Chosen: this item has no other option left.
    Item(u32),
    /// Every other literal of this clause is false.
    Clause(u32),
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// An item has no option left.
    Item(u32),
    /// Two options that share an item are chosen.
    Pair(u32, u32),
    /// Every literal of a clause is false.
    Clause(u32),
}

/// The literals that are true, in the order in which they were assigned.
///
/// ```text
///  lits    │ level 0: always true │ decision, implied, implied │ decision, implied …
///  levels                          ▲ level 1                    ▲ level 2
/// ```
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// For each literal: 1 if it is true, -1 false, 0 unassigned.
    value: Vec<i8>,
    /// For each assigned option.
    pub level: Vec<u32>,
    pub reason: Vec<Reason>,
    pub lits: Vec<Lit>,
    /// Where each level from 1 on begins.
    pub levels: Vec<u32>,
    /// The literals before this place have been propagated.
    propagated: usize,
}

impl Trail {
    pub fn begin(&mut self, options: usize) {
        self.value.clear();
        self.value.resize(2 * options, 0);
        self.level.clear();
        self.level.resize(options, 0);
        self.reason.clear();
        self.reason.resize(options, Reason::Decision);
        self.lits.clear();
        self.levels.clear();
        self.propagated = 0;
    }

    #[inline(always)]
    pub fn is_unassigned(&self, lit: Lit) -> bool {
        self.value[lit.index()] == 0
    }

    #[inline(always)]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value[lit.index()] > 0
    }

    #[inline(always)]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.value[lit.index()] < 0
    }

    #[inline(always)]
    fn push(&mut self, lit: Lit, reason: Reason) {
        self.value[lit.index()] = 1;
        self.value[(!lit).index()] = -1;
        self.level[lit.option()] = self.levels.len() as u32;
        self.reason[lit.option()] = reason;
        self.lits.push(lit);
    }
}

impl CdclSearch {
    /// Assigns an unassigned literal. If that rules an option out, items with one option left force it.
    ///
    /// # Errors
    /// If an item is left without options.
    #[inline(always)]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) -> Result<(), Conflict> {
        self.trail.push(lit, reason);
        if lit.is_chosen() {
            return Ok(());
        }
        for at in self.instance.occurrences(lit.option()) {
            let occurrence = self.instance.occurrence(at);
            if self.instance.remove(occurrence) == 0 {
                return Err(Conflict::Item(occurrence.item));
            }
            self.force(occurrence.item);
        }
        Ok(())
    }

    /// Chooses the last option of an item, if only one is left.
    #[inline(always)]
    pub(super) fn force(&mut self, item: u32) {
        if let Some(last) = self.instance.last_option(item) {
            let last = Lit::chosen(last);
            if self.trail.is_unassigned(last) {
                self.trail.push(last, Reason::Item(item));
            }
        }
    }

    /// Propagates every literal of the trail.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.trail.lits.get(self.trail.propagated) {
            self.trail.propagated += 1;
            if lit.is_chosen() {
                self.rule_out_rivals(lit.option())?;
            }
            self.propagate_clauses(!lit)?;
        }
        Ok(())
    }

    /// Rules out the options that share an item with a chosen one.
    #[inline(always)]
    fn rule_out_rivals(&mut self, option: usize) -> Result<(), Conflict> {
        for at in self.instance.occurrences(option) {
            let occurrence = self.instance.occurrence(at);
            while let Some(rival) = self.instance.rival(occurrence) {
                if self.trail.is_true(Lit::chosen(rival)) {
                    return Err(Conflict::Pair(option as u32, rival as u32));
                }
                self.assign(!Lit::chosen(rival), Reason::Option(option as u32))?;
            }
        }
        Ok(())
    }

    /// Visits the clauses that watch a literal which became false.
    #[inline(always)]
    fn propagate_clauses(&mut self, falsified: Lit) -> Result<(), Conflict> {
        let mut list = std::mem::take(&mut self.clauses.watchers[falsified.index()]);
        let (mut kept, mut at, mut result) = (0, 0, Ok(()));
        while at < list.len() && result.is_ok() {
            let watcher = list[at];
            at += 1;
            if !self.trail.is_true(watcher.blocker) {
                match self.visit_watched(watcher, falsified) {
                    Ok(None) => continue,
                    Ok(Some(blocker)) => {
                        list[kept] = Watcher { blocker, ..watcher };
                        kept += 1;
                        continue;
                    }
                    Err(conflict) => result = Err(conflict),
                }
            }
            list[kept] = watcher;
            kept += 1;
        }
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        self.clauses.watchers[falsified.index()] = list;
        result
    }

    /// Visits one clause that watches `falsified`. Returns `None` if it now watches another literal
    /// instead, otherwise its other watched literal, which is true.
    #[inline(always)]
    fn visit_watched(&mut self, watcher: Watcher, falsified: Lit) -> Result<Option<Lit>, Conflict> {
        let lits = self.clauses.lits_mut(watcher.clause);
        if lits[0] == falsified {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if self.trail.is_true(first) {
            return Ok(Some(first));
        }
        if let Some(other) = (2..lits.len()).find(|&i| !self.trail.is_false(lits[i])) {
            lits.swap(1, other);
            let lit = lits[1];
            self.clauses.watchers[lit.index()].push(Watcher { blocker: first, ..watcher });
            return Ok(None);
        }
        if self.trail.is_false(first) {
            return Err(Conflict::Clause(watcher.clause));
        }
        self.assign(first, Reason::Clause(watcher.clause))?;
        Ok(Some(first))
    }

    /// Unassigns every literal above this level.
    pub(super) fn backjump(&mut self, level: usize) {
        let Some(&end) = self.trail.levels.get(level) else { return };
        for at in (end as usize..self.trail.lits.len()).rev() {
            let lit = self.trail.lits[at];
            self.trail.value[lit.index()] = 0;
            self.trail.value[(!lit).index()] = 0;
            if !lit.is_chosen() {
                self.instance.restore(lit.option());
            }
            self.order.insert(lit.option() as u32);
        }
        self.trail.lits.truncate(end as usize);
        self.trail.levels.truncate(level);
        self.trail.propagated = end as usize;
    }
}
