//! The learned clauses, and which of them are deleted.

use super::{Lit, propagate::Trail};

/// An entry in the watch list of one of the two literals that a clause watches.
///
/// Unless the clause is true through another literal, neither of the two is false: otherwise the clause
/// is unit and forces the other one, or it is in conflict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watcher {
    pub clause: u32,
    /// A literal of the clause: while it is true, the clause needs no work.
    pub blocker: Lit,
}

#[derive(Clone, Copy, Debug)]
struct ClauseHeader {
    start: u32,
    len: u32,
    /// Levels among the literals when the clause was learned (literal block distance; Audemard and Simon,
    /// *Predicting learnt clauses quality*, 2009).
    lbd: u32,
}

/// Clauses of at least two literals; the first two are watched.
#[derive(Debug, Default)]
pub(super) struct ClauseDb {
    headers: Vec<ClauseHeader>,
    lits: Vec<Lit>,
    /// The watch list of each literal.
    pub watchers: Vec<Vec<Watcher>>,
    /// Scratch: the LBD of every clause.
    lbds: Vec<u32>,
}

/// The LBD given to a clause that must never be deleted.
pub(super) const PERMANENT: u32 = 0;
/// A clause of at most this LBD, a glue clause, is never deleted.
const GLUE: u32 = 2;

impl ClauseDb {
    pub fn begin(&mut self, options: usize) {
        self.headers.clear();
        self.lits.clear();
        self.watchers.iter_mut().for_each(Vec::clear);
        if self.watchers.len() < 2 * options {
            self.watchers.resize_with(2 * options, Vec::new);
        }
    }

    pub fn len(&self) -> usize {
        self.headers.len()
    }

    #[inline(always)]
    pub fn lits(&self, clause: u32) -> &[Lit] {
        let ClauseHeader { start, len, .. } = self.headers[clause as usize];
        &self.lits[start as usize..][..len as usize]
    }

    #[inline(always)]
    pub fn lits_mut(&mut self, clause: u32) -> &mut [Lit] {
        let ClauseHeader { start, len, .. } = self.headers[clause as usize];
        &mut self.lits[start as usize..][..len as usize]
    }

    /// Adds a clause and returns its number.
    pub fn add(&mut self, lits: &[Lit], lbd: u32) -> u32 {
        self.headers.push(ClauseHeader { start: self.lits.len() as u32, len: lits.len() as u32, lbd });
        self.lits.extend_from_slice(lits);
        let clause = self.headers.len() as u32 - 1;
        self.attach(clause);
        clause
    }

    /// Watches the first two literals of a clause.
    fn attach(&mut self, clause: u32) {
        let [a, b] = [0, 1].map(|i| self.lits(clause)[i]);
        self.watchers[a.index()].push(Watcher { clause, blocker: b });
        self.watchers[b.index()].push(Watcher { clause, blocker: a });
    }

    /// Deletes the half with the largest LBD (of equals, the older), and the clauses that are satisfied at
    /// level 0.
    ///
    /// Only at level 0: clauses are renumbered, and reasons refer to their numbers.
    pub fn reduce(&mut self, trail: &Trail) {
        debug_assert!(trail.levels.is_empty());
        let target = self.headers.len() / 2;
        self.lbds.clear();
        self.lbds.extend(self.headers.iter().map(|header| header.lbd));
        let (_, &mut median, _) = self.lbds.select_nth_unstable(target);
        let limit = median.max(GLUE);
        let within = self.lbds.iter().filter(|&&lbd| lbd <= limit).count();
        // Clauses at the limit to delete, so that no more than the target is kept.
        let mut surplus = if limit > GLUE { within.saturating_sub(target) } else { 0 };
        self.watchers.iter_mut().for_each(Vec::clear);
        let (mut kept, mut end) = (0, 0);
        for at in 0..self.headers.len() {
            let header = self.headers[at];
            let lits = header.start as usize..(header.start + header.len) as usize;
            let is_surplus = header.lbd == limit && surplus > 0;
            surplus -= usize::from(is_surplus);
            if header.lbd > limit
                || is_surplus
                || self.lits[lits.clone()].iter().any(|&lit| trail.is_true(lit))
            {
                continue;
            }
            self.lits.copy_within(lits, end as usize);
            self.headers[kept] = ClauseHeader { start: end, ..header };
            end += header.len;
            kept += 1;
        }
        self.headers.truncate(kept);
        self.lits.truncate(end as usize);
        (0..kept as u32).for_each(|clause| self.attach(clause));
    }
}
