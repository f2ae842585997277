//! Everything that follows from a literal, with reasons.

use super::{KEYS, Link, Literals, cell_and_digit, key, literal, proof::Proof};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, PEER_PARTS, cells, members, only},
    position::Position,
};
use std::sync::Arc;

/// The rules of a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::techniques) struct Mode {
    /// Whether off literals are removed from a copy of the board.
    pub dynamic: bool,
    /// Whether links between candidates of a cell are used.
    pub cells: bool,
    /// 0, 1 for dynamic plus, 2 to 5 for nested levels.
    pub level: u8,
}

impl Mode {
    pub const NISHIO: Mode = Mode { dynamic: true, cells: false, level: 0 };
    pub const MULTIPLE: Mode = Mode { dynamic: false, cells: true, level: 0 };

    pub const fn dynamic(level: u8) -> Mode {
        Mode { dynamic: true, cells: true, level }
    }
}

/// A literal of a closure: its parents as a range of `Closure::parents`, and why it follows.
#[derive(Clone, Copy, Default)]
struct Reason {
    first: u32,
    count: u16,
    link: Link,
    /// One more than the number of the inner step it follows from.
    proof: u16,
}

/// Everything that follows from a literal. Keeps its memory.
pub(super) struct Closure {
    /// The off literals, and the on literals.
    pub literals: [Literals; 2],
    /// The same in the order in which they were found.
    pub order: [Vec<u16>; 2],
    /// A literal that is on and off.
    pub contradiction: Option<u16>,
    reasons: Box<[Reason; KEYS]>,
    parents: Vec<u16>,
    proofs: Vec<Arc<Proof>>,
}

/// The ends of an argument: keys in closures.
pub(super) type Ends<'a> = [(&'a Closure, u16)];

impl Closure {
    pub fn new() -> Closure {
        Closure {
            literals: [[0; 9]; 2],
            order: [Vec::new(), Vec::new()],
            contradiction: None,
            reasons: Box::new([Reason::default(); KEYS]),
            parents: Vec::new(),
            proofs: Vec::new(),
        }
    }

    /// Whether a literal is in the closure.
    #[inline(always)]
    pub fn has(&self, literal: u16, on: bool) -> bool {
        let (cell, digit) = cell_and_digit(literal);
        self.literals[usize::from(on)][digit] >> cell & 1 == 1
    }

    /// The parents of a key.
    #[inline(always)]
    pub fn parents(&self, key: u16) -> &[u16] {
        let reason = self.reasons[usize::from(key)];
        &self.parents[reason.first as usize..][..reason.count.into()]
    }

    /// How a key follows from its first parent.
    pub fn link(&self, key: u16) -> Link {
        self.reasons[usize::from(key)].link
    }

    /// The inner step that a key follows from.
    pub fn proof(&self, key: u16) -> Option<&Arc<Proof>> {
        self.proofs.get(usize::from(self.reasons[usize::from(key)].proof).wrapping_sub(1))
    }

    /// Finds everything that follows from a key. `copy` is memory. `extend` adds what further techniques find, and returns whether they found
    /// anything.
    pub fn run(
        &mut self,
        (board, copy): (&Position, &mut Position),
        start: u16,
        mode: Mode,
        extend: &mut dyn FnMut(&mut Closure, &Position) -> bool,
    ) {
        self.literals = [[0; 9]; 2];
        self.order.iter_mut().for_each(Vec::clear);
        self.parents.clear();
        self.proofs.clear();
        self.contradiction = None;
        self.add(start, &[], Link::None);
        *copy = *board;
        // How many on and off literals were taken.
        let mut taken = [0, 0];
        loop {
            if let Err(literal) = self.spread((board, copy), mode, &mut taken) {
                self.contradiction = Some(literal);
                return;
            }
            if !extend(self, copy) {
                return;
            }
        }
    }

    /// Adds a key that is not in the closure.
    #[inline(always)]
    fn add(&mut self, key: u16, parents: &[u16], link: Link) {
        self.give_reason(key, parents, link);
        let (cell, digit) = cell_and_digit(key / 2);
        let on = usize::from(key % 2);
        self.literals[on][digit] |= 1 << cell;
        self.order[on].push(key / 2);
    }

    #[inline(always)]
    fn give_reason(&mut self, key: u16, parents: &[u16], link: Link) {
        let (first, count) = (self.parents.len() as u32, parents.len() as u16);
        self.parents.extend_from_slice(parents);
        self.reasons[usize::from(key)] = Reason { first, count, link, proof: 0 };
    }

    /// Adds a literal with one parent. The error is its literal if the opposite is in the closure.
    #[inline(always)]
    fn follow(&mut self, key: u16, parent: u16, link: Link) -> Result<(), u16> {
        let on = key % 2 == 1;
        if self.has(key / 2, on) {
            return Ok(());
        }
        if self.has(key / 2, !on) {
            self.give_reason(key, &[parent], link);
            return Err(key / 2);
        }
        self.add(key, &[parent], link);
        Ok(())
    }

    /// Takes all literals of the queues, and if the mode is dynamic removes off literals from the copy.
    fn spread(
        &mut self,
        (board, copy): (&Position, &mut Position),
        mode: Mode,
        taken: &mut [usize; 2],
    ) -> Result<(), u16> {
        loop {
            if let Some(&on) = self.order[1].get(taken[1]) {
                taken[1] += 1;
                self.take_on(copy, on, mode)?;
            } else if let Some(&off) = self.order[0].get(taken[0]) {
                taken[0] += 1;
                self.take_off((board, copy), off, mode)?;
                if mode.dynamic {
                    let (cell, digit) = cell_and_digit(off);
                    copy.remove(cell, digit);
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Adds the off literals that an on literal makes.
    #[inline(always)]
    fn take_on(&mut self, copy: &Position, on: u16, mode: Mode) -> Result<(), u16> {
        let ((cell, digit), parent) = (cell_and_digit(on), key(on, true));
        if mode.cells {
            for other in members(copy.candidates[cell] & !(1 << digit)) {
                self.follow(key(literal(cell, other), false), parent, Link::Cell)?;
            }
        }
        let new = copy.cells[digit] & !self.literals[0][digit];
        for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
            for peer in cells(part & new) {
                self.follow(key(literal(peer, digit), false), parent, Link::House(kind as u8))?;
            }
        }
        Ok(())
    }

    /// Adds the on literals that an off literal makes.
    #[inline(always)]
    fn take_off(&mut self, (board, copy): (&Position, &Position), off: u16, mode: Mode) -> Result<(), u16> {
        let ((cell, digit), parent) = (cell_and_digit(off), key(off, false));
        if mode.cells
            && let Some(other) = only(copy.candidates[cell] & !(1 << digit))
        {
            let target = key(literal(cell, other), true);
            if !self.has(target / 2, true) {
                let followed = self.follow(target, parent, Link::Cell);
                let gone = board.candidates[cell] & !copy.candidates[cell];
                self.add_parents(target, members(gone).map(|digit| literal(cell, digit)));
                followed?;
            }
        }
        for (kind, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let house = usize::from(house);
            let Some(other) = only(copy.places[house][digit] & !(1 << place)) else { continue };
            let target = key(literal(HOUSES[house][other].into(), digit), true);
            if self.has(target / 2, true) {
                continue;
            }
            let followed = self.follow(target, parent, Link::House(kind as u8));
            let gone = board.places[house][digit] & !copy.places[house][digit];
            let of = |place: usize| literal(HOUSES[house][place].into(), digit);
            self.add_parents(target, members(gone).map(of));
            followed?;
        }
        Ok(())
    }

    /// Adds off literals as parents to the key that was added last.
    #[inline(always)]
    fn add_parents(&mut self, target: u16, literals: impl Iterator<Item = u16>) {
        self.parents.extend(literals.map(|literal| key(literal, false)));
        let reason = &mut self.reasons[usize::from(target)];
        reason.count = (self.parents.len() - reason.first as usize) as u16;
    }

    /// Adds off literals that follow from others in another way. Returns whether any is new.
    pub fn add_off(&mut self, removed: &Literals, parents: &[u16], proof: Option<&Arc<Proof>>) -> bool {
        let fresh: Literals = std::array::from_fn(|digit| removed[digit] & !self.literals[0][digit]);
        if fresh == [0; 9] || parents.is_empty() {
            return false;
        }
        let number = proof.map_or(0, |proof| {
            self.proofs.push(Arc::clone(proof));
            self.proofs.len() as u16
        });
        let first = self.parents.len() as u32;
        self.parents.extend(parents.iter().map(|&literal| key(literal, false)));
        for cell in cells(fresh.iter().fold(0, |all, cells| all | cells)) {
            for digit in (0..9).filter(|&digit| fresh[digit] >> cell & 1 == 1) {
                let literal = literal(cell, digit);
                self.literals[0][digit] |= 1 << cell;
                self.order[0].push(literal);
                self.reasons[usize::from(key(literal, false))] =
                    Reason { first, count: parents.len() as u16, link: Link::None, proof: number };
            }
        }
        true
    }
}
