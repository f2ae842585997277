//! The assignment, and what follows from it.

use super::clauses::Watch;
use super::{CdclSearch, Lit};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Reason {
    /// It was decided, or is true whatever is decided.
    #[default]
    Decided,
    /// VariantEngine out: this option is chosen and shares an item.
    Option(u32),
    /// Chosen: this item has no other option left.
    Item(u32),
    /// Every other literal of this clause is false.
    Clause(u32),
}

/// What cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// An item has no option.
    Item(u32),
    /// Two options that share an item are chosen.
    Pair(u32, u32),
    /// Every literal of a clause is false.
    Clause(u32),
}

/// What is true at present, and in which order it became so.
///
/// ```text
///  lits    │ always … │ decided, follows, follows │ decided, follows …
///  levels              ▲ level 1                    ▲ level 2
/// ```
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// Of each literal: 1 if it is true, -1 false, 0 open.
    value: Vec<i8>,
    /// Of each option that is not open.
    pub level: Vec<u32>,
    pub reason: Vec<Reason>,
    pub lits: Vec<Lit>,
    /// Where each level begins.
    pub levels: Vec<u32>,
    /// What follows from the literals before it has been made.
    head: usize,
}

impl Trail {
    pub fn begin(&mut self, options: usize) {
        self.value.clear();
        self.value.resize(2 * options, 0);
        self.level.clear();
        self.level.resize(options, 0);
        self.reason.clear();
        self.reason.resize(options, Reason::Decided);
        self.lits.clear();
        self.levels.clear();
        self.head = 0;
    }

    #[inline(always)]
    pub fn is_open(&self, lit: Lit) -> bool {
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
    /// Makes an open literal true, and with an option that is ruled out those that its items then
    /// force.
    ///
    /// # Errors
    /// If an item is left without options.
    #[inline(always)]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) -> Result<(), Conflict> {
        self.trail.push(lit, reason);
        if lit.is_chosen() {
            return Ok(());
        }
        for at in self.problem.range(lit.option()) {
            let node = self.problem.node(at);
            if self.problem.drop_node(node) == 0 {
                return Err(Conflict::Item(node.item));
            }
            self.force(node.item);
        }
        Ok(())
    }

    /// Chooses the only option of an item, if it has no other.
    #[inline(always)]
    pub(super) fn force(&mut self, item: u32) {
        if let Some(last) = self.problem.only(item) {
            let last = Lit::chosen(last);
            if self.trail.is_open(last) {
                self.trail.push(last, Reason::Item(item));
            }
        }
    }

    /// Makes everything that follows.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.trail.lits.get(self.trail.head) {
            self.trail.head += 1;
            if lit.is_chosen() {
                self.rule_out_rivals(lit.option())?;
            }
            self.visit(!lit)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn rule_out_rivals(&mut self, option: usize) -> Result<(), Conflict> {
        for at in self.problem.range(option) {
            let node = self.problem.node(at);
            while let Some(rival) = self.problem.rival(node) {
                if self.trail.is_true(Lit::chosen(rival)) {
                    return Err(Conflict::Pair(option as u32, rival as u32));
                }
                self.assign(!Lit::chosen(rival), Reason::Option(option as u32))?;
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false.
    #[inline(always)]
    fn visit(&mut self, gone: Lit) -> Result<(), Conflict> {
        let mut list = std::mem::take(&mut self.clauses.watches[gone.index()]);
        let (mut kept, mut at, mut result) = (0, 0, Ok(()));
        while at < list.len() && result.is_ok() {
            let watch = list[at];
            at += 1;
            if !self.trail.is_true(watch.blocker) {
                match self.look(watch, gone) {
                    Ok(None) => continue,
                    Ok(Some(blocker)) => {
                        list[kept] = Watch { blocker, ..watch };
                        kept += 1;
                        continue;
                    }
                    Err(conflict) => result = Err(conflict),
                }
            }
            list[kept] = watch;
            kept += 1;
        }
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        self.clauses.watches[gone.index()] = list;
        result
    }

    /// Looks at a clause that watches `gone`: `None` if it now watches another literal instead,
    /// else its other watched literal, which is true.
    #[inline(always)]
    fn look(&mut self, watch: Watch, gone: Lit) -> Result<Option<Lit>, Conflict> {
        let lits = self.clauses.lits_mut(watch.clause);
        if lits[0] == gone {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if self.trail.is_true(first) {
            return Ok(Some(first));
        }
        if let Some(other) = (2..lits.len()).find(|&i| !self.trail.is_false(lits[i])) {
            lits.swap(1, other);
            let lit = lits[1];
            self.clauses.watches[lit.index()].push(Watch { blocker: first, ..watch });
            return Ok(None);
        }
        if self.trail.is_false(first) {
            return Err(Conflict::Clause(watch.clause));
        }
        self.assign(first, Reason::Clause(watch.clause))?;
        Ok(Some(first))
    }

    /// Takes back every level above this one.
    pub(super) fn backjump(&mut self, level: usize) {
        let Some(&end) = self.trail.levels.get(level) else { return };
        for at in (end as usize..self.trail.lits.len()).rev() {
            let lit = self.trail.lits[at];
            self.trail.value[lit.index()] = 0;
            self.trail.value[(!lit).index()] = 0;
            if !lit.is_chosen() {
                self.problem.restore(lit.option());
            }
            self.order.reopen(lit.option() as u32);
        }
        self.trail.lits.truncate(end as usize);
        self.trail.levels.truncate(level);
        self.trail.head = end as usize;
    }
}
