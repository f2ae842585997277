//! Inner steps: for each effect the easiest one.

use super::{
    KEYS, Link, Literals, Rank, cell_and_digit,
    closure::{Ends, Mode},
    cycles::CycleSearch,
    found::{CELL, Found, HOUSE, basis},
    key,
    lengths::Lengths,
    literal,
    proof::{Proof, add_dependence},
};
use crate::techniques::{houses::only, position::Position};
use std::{collections::HashMap, sync::Arc};

/// An inner step.
pub(super) struct Hint {
    rank: Rank,
    pub removed: Literals,
    pub proof: Arc<Proof>,
}

/// The inner steps of a board, the easiest first.
pub(super) type Hints = Arc<[Hint]>;

/// Collects inner steps: for each effect the easiest one.
#[derive(Default)]
pub(super) struct Collector {
    hints: Vec<(usize, Hint)>,
    by_effect: HashMap<Literals, usize>,
    by_key: HashMap<u16, usize>,
    count: usize,
}

impl Collector {
    fn add(&mut self, hint: Hint) {
        let number = self.count;
        self.count += 1;
        match self.by_effect.get(&hint.removed) {
            Some(&at) => {
                if hint.rank < self.hints[at].1.rank {
                    self.hints[at] = (number, hint);
                }
            }
            None => {
                self.by_effect.insert(hint.removed, self.hints.len());
                self.hints.push((number, hint));
            }
        }
    }

    pub fn sorted(mut self) -> Hints {
        let order = |a: &(usize, Hint), b: &(usize, Hint)| {
            let ranks = a.1.rank.partial_cmp(&b.1.rank).expect("ratings are numbers");
            ranks.then(a.0.cmp(&b.0))
        };
        self.hints.sort_by(order);
        self.hints.into_iter().map(|(_, hint)| hint).collect()
    }

    /// Adds all cycles and forcing chains.
    pub fn cycles(&mut self, board: &Position, search: &mut CycleSearch) {
        search.visit(board, &mut |pass, path, removed| {
            let (base, proof, removed) = match removed {
                Some(removed) => (pass.cycles, Proof::of_cycle(path), removed.0),
                None => {
                    let proof = Proof::of_paths(&[path], path.len() as u32);
                    (pass.chains, proof, removed_by(board, path[0].0))
                }
            };
            let rank = Rank::new(base, proof.length, pass.kind);
            self.add(Hint { rank, removed, proof: Arc::new(proof) });
        });
    }

    /// Adds a step of multiple, dynamic or nested chains.
    pub fn chain(
        &mut self,
        board: &Position,
        mode: Mode,
        (found, ends): (Found, &Ends<'_>),
        lengths: &mut Lengths,
    ) {
        let effect = sole_effect(board, found.effect);
        let known = self.by_key.get(&effect).map(|&at| self.hints[at].1.rank);
        let length = lengths.of(ends, known.map_or(u32::MAX, |rank| rank.length));
        let rank = Rank::new(basis(mode).0, length, found.kind);
        self.count += 1;
        if !rank.is_before(known) {
            return;
        }
        let proof = Arc::new(proof_of(found, ends, length));
        let hint = (self.count, Hint { rank, removed: removed_by(board, effect), proof });
        match self.by_key.get(&effect) {
            Some(&at) => self.hints[at] = hint,
            None => {
                self.by_key.insert(effect, self.hints.len());
                self.hints.push(hint);
            }
        }
    }
}

/// The key of an effect: a digit that is placed in a cell with two candidates removes the other one.
pub(super) fn sole_effect(board: &Position, effect: u16) -> u16 {
    let (cell, digit) = cell_and_digit(effect / 2);
    match only(board.candidates[cell] & !(1 << digit)) {
        Some(other) if effect % 2 == 1 => key(literal(cell, other), false),
        _ => effect,
    }
}

/// The candidates that a key removes.
pub(super) fn removed_by(board: &Position, effect: u16) -> Literals {
    let (cell, digit) = cell_and_digit(effect / 2);
    let digits = if effect % 2 == 1 { board.candidates[cell] & !(1 << digit) } else { 1 << digit };
    std::array::from_fn(|digit| u128::from(digits >> digit & 1) << cell)
}

/// The argument that has ends in closures.
pub(super) fn proof_of(found: Found, ends: &Ends<'_>, length: u32) -> Proof {
    let assumed = match found.kind {
        CELL => Link::Cell,
        HOUSE => Link::House(found.house),
        _ => Link::None,
    };
    let (mut identity, mut dependences) = (Vec::new(), Vec::new());
    for &(closure, end) in ends {
        let (mut seen, first) = ([0u64; KEYS.div_ceil(64)], identity.len());
        let mut add = |key: u16, identity: &mut Vec<u16>| {
            let (word, bit) = (usize::from(key) / 64, 1 << (key % 64));
            if seen[word] & bit == 0 {
                seen[word] |= bit;
                identity.push(key);
            }
        };
        add(end, &mut identity);
        let mut at = first;
        while let Some(&key) = identity.get(at) {
            let (link, parents) = (closure.link(key), closure.parents(key));
            let is_start = link == Link::None && parents.is_empty();
            add_dependence(&mut dependences, key, if is_start { assumed } else { link });
            parents.iter().for_each(|&parent| add(parent, &mut identity));
            at += 1;
        }
        identity.push(u16::MAX);
    }
    Proof { identity: identity.into(), length, dependences }
}
