//! Chains as reasons in a closure.

use super::{
    KEYS, Link, Literals, Rank, cell_and_digit,
    closure::{Closure, Mode},
    cycles::CycleSearch,
    key,
    lengths::Lengths,
    literal,
    multiple::{CELL, Closures, Ends, Found, HOUSE, basis},
};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, members, only},
    position::Position,
};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// Why a literal of an inner step depends on removed candidates.
#[derive(Clone, Copy)]
enum Dependence {
    /// On all removed candidates of a cell.
    Cell(u8),
    /// On all removed places of a digit in a house.
    House(u8, u8),
}

/// The argument of an inner step.
pub(super) struct Proof {
    /// The literals of all ends in breadth-first order.
    pub identity: Rc<[u16]>,
    pub length: u32,
    dependences: Vec<Dependence>,
}

/// An inner step.
struct Hint {
    rank: Rank,
    removed: Literals,
    proof: Rc<Proof>,
}

/// The inner steps of a board, the easiest first.
type Hints = Rc<[Hint]>;

/// The techniques of nested levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Family {
    Cycles,
    Chains(bool, u8),
}

/// Finds inner steps. Keeps its memory, and what it found for a board.
#[derive(Default)]
pub(super) struct Inner {
    known: HashMap<(Family, [u16; 81]), Hints>,
    memory: Option<Box<Memory>>,
}

struct Memory {
    cycles: CycleSearch,
    closures: Closures,
    lengths: Lengths,
}

/// How many boards are kept.
const KEPT: usize = 4096;

impl Inner {
    /// Adds the off literals of the first technique of a level that has any. `copy` is the board without the off literals.
    pub fn extend(
        &mut self,
        closure: &mut Closure,
        (board, copy): (&Position, &Position),
        level: u8,
    ) -> bool {
        let dynamic = Family::Chains(true, 0);
        let families: &[Family] = match level {
            2 => &[Family::Cycles],
            3 => &[Family::Cycles, Family::Chains(false, 0)],
            4 => &[dynamic],
            _ => &[dynamic, Family::Chains(true, 2)],
        };
        families.iter().any(|&family| {
            let hints = self.hints(copy, family);
            let mut added = false;
            for hint in hints.iter() {
                let parents = hint.proof.parents(board, copy);
                added |= closure.add_off(&hint.removed, &parents, Some(&hint.proof));
            }
            added
        })
    }

    /// The steps of a technique, the easiest first.
    fn hints(&mut self, board: &Position, family: Family) -> Hints {
        if let Some(hints) = self.known.get(&(family, board.candidates)) {
            return Rc::clone(hints);
        }
        let memory = self.memory.get_or_insert_with(|| {
            Box::new(Memory {
                cycles: CycleSearch::new(),
                closures: Closures::new(),
                lengths: Lengths::new(),
            })
        });
        let mut collector = Collector::default();
        match family {
            Family::Cycles => collector.cycles(board, &mut memory.cycles),
            Family::Chains(dynamic, level) => {
                let mode = Mode { dynamic, cells: true, level };
                let Memory { closures, lengths, .. } = &mut **memory;
                closures.visit(board, mode, &mut |found, ends| {
                    collector.chain(board, mode, (found, ends), lengths)
                });
            }
        }
        let hints = collector.sorted();
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert((family, board.candidates), Rc::clone(&hints));
        hints
    }
}

/// Collects inner steps: for each effect the easiest one.
#[derive(Default)]
struct Collector {
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

    fn sorted(mut self) -> Hints {
        let order = |a: &(usize, Hint), b: &(usize, Hint)| {
            let ranks = a.1.rank.partial_cmp(&b.1.rank).expect("ratings are numbers");
            ranks.then(a.0.cmp(&b.0))
        };
        self.hints.sort_by(order);
        self.hints.into_iter().map(|(_, hint)| hint).collect()
    }

    /// Adds all cycles and forcing chains.
    fn cycles(&mut self, board: &Position, search: &mut CycleSearch) {
        search.visit(board, &mut |pass, path, removed| {
            let (base, proof, removed) = match removed {
                Some(removed) => (pass.cycles, Proof::of_cycle(path), removed.0),
                None => {
                    let proof = Proof::of_paths(&[path], path.len() as u32);
                    (pass.chains, proof, removed_by(board, path[0].0))
                }
            };
            let rank = Rank::new(base, proof.length, pass.kind);
            self.add(Hint { rank, removed, proof: Rc::new(proof) });
        });
    }

    /// Adds a step of multiple, dynamic or nested chains.
    fn chain(
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
        let proof = Rc::new(Proof::of_closures(found, ends, length));
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
fn sole_effect(board: &Position, effect: u16) -> u16 {
    let (cell, digit) = cell_and_digit(effect / 2);
    match only(board.candidates[cell] & !(1 << digit)) {
        Some(other) if effect % 2 == 1 => key(literal(cell, other), false),
        _ => effect,
    }
}

/// The candidates that a key removes.
fn removed_by(board: &Position, effect: u16) -> Literals {
    let (cell, digit) = cell_and_digit(effect / 2);
    let digits = if effect % 2 == 1 { board.candidates[cell] & !(1 << digit) } else { 1 << digit };
    std::array::from_fn(|digit| u128::from(digits >> digit & 1) << cell)
}

impl Proof {
    /// A cycle from its end to its start, and the same the other way round with all literals negated.
    fn of_cycle(path: &[(u16, Link)]) -> Proof {
        let reverse: Vec<(u16, Link)> = path.iter().rev().map(|&(key, link)| (key ^ 1, link)).collect();
        Proof::of_paths(&[path, &reverse], path.len() as u32 - 1)
    }

    /// Paths from an end to a start.
    fn of_paths(paths: &[&[(u16, Link)]], length: u32) -> Proof {
        let (mut identity, mut dependences) = (Vec::new(), Vec::new());
        for path in paths {
            let mut seen = HashSet::new();
            for &(key, link) in path.iter().filter(|(key, _)| seen.insert(*key)) {
                identity.push(key);
                add_dependence(&mut dependences, key, link);
            }
            identity.push(u16::MAX);
        }
        Proof { identity: identity.into(), length, dependences }
    }

    /// Ends in closures.
    fn of_closures(found: Found, ends: &Ends<'_>, length: u32) -> Proof {
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

    /// The removed candidates that the step depends on, each once.
    fn parents(&self, board: &Position, copy: &Position) -> Vec<u16> {
        let (mut parents, mut known): (Vec<u16>, Literals) = (Vec::new(), [0; 9]);
        let mut add = |cell: usize, digit: usize| {
            if known[digit] >> cell & 1 == 0 {
                known[digit] |= 1 << cell;
                parents.push(literal(cell, digit));
            }
        };
        for dependence in &self.dependences {
            match *dependence {
                Dependence::Cell(cell) => {
                    let cell = usize::from(cell);
                    let gone = board.candidates[cell] & !copy.candidates[cell];
                    members(gone).for_each(|digit| add(cell, digit));
                }
                Dependence::House(house, digit) => {
                    let (house, digit) = (usize::from(house), usize::from(digit));
                    let gone = board.places[house][digit] & !copy.places[house][digit];
                    members(gone).for_each(|place| add(HOUSES[house][place].into(), digit));
                }
            }
        }
        parents
    }
}

/// Adds the candidates that an on literal depends on.
fn add_dependence(dependences: &mut Vec<Dependence>, key: u16, link: Link) {
    let (cell, digit) = cell_and_digit(key / 2);
    match link {
        Link::Cell if key % 2 == 1 => dependences.push(Dependence::Cell(cell as u8)),
        Link::House(kind) if key % 2 == 1 => {
            let house = HOUSES_OF[cell][usize::from(kind)].0;
            dependences.push(Dependence::House(house, digit as u8));
        }
        _ => {}
    }
}
