//! What was learnt, and what is forgotten.

use super::{Lit, propagate::Trail};

/// A clause in the list of one of the two literals that it watches.
///
/// Unless it is true through another literal, neither of the two is false: else the clause forces
/// the other one, or nothing makes it true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub clause: u32,
    /// A literal of the clause: while that is true there is nothing to do.
    pub blocker: Lit,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    len: u32,
    /// Levels among the literals when it was learnt (Audemard and Simon, *Predicting learnt clauses
    /// quality*, 2009).
    glue: u32,
}

/// Clauses of at least two literals; the first two are watched.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    heads: Vec<Head>,
    lits: Vec<Lit>,
    /// Of each literal.
    pub watches: Vec<Vec<Watch>>,
    glues: Vec<u32>,
}

/// The glue of a clause that must stay.
pub(super) const KEPT: u32 = 0;
/// A clause of at most as many levels stays as well.
const CLOSE: u32 = 2;

impl Clauses {
    pub fn begin(&mut self, options: usize) {
        self.heads.clear();
        self.lits.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        if self.watches.len() < 2 * options {
            self.watches.resize_with(2 * options, Vec::new);
        }
    }

    pub fn len(&self) -> usize {
        self.heads.len()
    }

    #[inline(always)]
    pub fn lits(&self, clause: u32) -> &[Lit] {
        let Head { start, len, .. } = self.heads[clause as usize];
        &self.lits[start as usize..][..len as usize]
    }

    #[inline(always)]
    pub fn lits_mut(&mut self, clause: u32) -> &mut [Lit] {
        let Head { start, len, .. } = self.heads[clause as usize];
        &mut self.lits[start as usize..][..len as usize]
    }

    /// Adds a clause and returns its number.
    pub fn add(&mut self, lits: &[Lit], glue: u32) -> u32 {
        self.heads.push(Head { start: self.lits.len() as u32, len: lits.len() as u32, glue });
        self.lits.extend_from_slice(lits);
        let clause = self.heads.len() as u32 - 1;
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [a, b] = [0, 1].map(|i| self.lits(clause)[i]);
        self.watches[a.index()].push(Watch { clause, blocker: b });
        self.watches[b.index()].push(Watch { clause, blocker: a });
    }

    /// Forgets the half with the most levels, of equals the older, and what is true anyway.
    ///
    /// Only when nothing is decided: clauses change their numbers, which reasons name.
    pub fn reduce(&mut self, trail: &Trail) {
        debug_assert!(trail.levels.is_empty());
        let wanted = self.heads.len() / 2;
        self.glues.clear();
        self.glues.extend(self.heads.iter().map(|head| head.glue));
        let (_, &mut middle, _) = self.glues.select_nth_unstable(wanted);
        let limit = middle.max(CLOSE);
        let within = self.glues.iter().filter(|&&glue| glue <= limit).count();
        let mut surplus = if limit > CLOSE { within.saturating_sub(wanted) } else { 0 };
        self.watches.iter_mut().for_each(Vec::clear);
        let (mut kept, mut end) = (0, 0);
        for at in 0..self.heads.len() {
            let head = self.heads[at];
            let lits = head.start as usize..(head.start + head.len) as usize;
            let is_surplus = head.glue == limit && surplus > 0;
            surplus -= usize::from(is_surplus);
            if head.glue > limit
                || is_surplus
                || self.lits[lits.clone()].iter().any(|&lit| trail.is_true(lit))
            {
                continue;
            }
            self.lits.copy_within(lits, end as usize);
            self.heads[kept] = Head { start: end, ..head };
            end += head.len;
            kept += 1;
        }
        self.heads.truncate(kept);
        self.lits.truncate(end as usize);
        (0..kept as u32).for_each(|clause| self.watch(clause));
    }
}
