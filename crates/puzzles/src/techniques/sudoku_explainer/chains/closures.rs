//! The closures of a board, and the further techniques in them, which for nested levels have closures of their own.

use super::{
    LITERALS,
    closure::{Closure, Ends, Mode},
    cycles::CycleSearch,
    found::{CELL, CONTRADICTION, DOUBLE, Found, HOUSE},
    hints::{Collector, Hints},
    key,
    lengths::Lengths,
    literal, plus,
    screen::Screen,
};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, cells, members},
    position::Position,
    sudoku_explainer::stop::Stop,
};
use std::{collections::HashMap, sync::Arc};

/// The closures of a board. Keeps its memory.
pub(super) struct Closures {
    /// For each literal what follows if it is true, and whether that is known.
    on: Vec<Option<Box<Closure>>>,
    known: [bool; LITERALS],
    /// Memory for a single closure, and for the board in it.
    pub off: Closure,
    pub copy: Box<Position>,
    /// The consequences without reasons, and whether they are known.
    pub screen: Screen,
    screened: bool,
    inner: Inner,
}

impl Closures {
    pub fn new(stop: Stop) -> Closures {
        Closures {
            on: (0..LITERALS).map(|_| None).collect(),
            known: [false; LITERALS],
            off: Closure::new(),
            copy: Box::new(Position::new(&[0; 81])),
            screen: Screen::new(),
            screened: false,
            inner: Inner { known: HashMap::new(), memory: None, stop },
        }
    }

    /// Calls `offer` for each step with the ends of its argument. Steps by single assumptions and by cells with two candidates are
    /// offered only if `all` are wanted.
    pub fn visit(
        &mut self,
        board: &Position,
        mode: Mode,
        all: bool,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        self.known = [false; LITERALS];
        self.screened = mode.level == 0 && self.screen.read(board, mode);
        if self.screened {
            (0..2).filter(|&value| value == 1 || all).for_each(|value| self.screen.run(value == 1, mode));
        }
        let least = if all { 2 } else { 3 };
        for cell in cells(board.open).filter(|&cell| board.candidates[cell].count_ones() >= least) {
            if self.inner.stop.is_set() {
                return;
            }
            for digit in members(board.candidates[cell]) {
                let start = literal(cell, digit);
                if all {
                    self.visit_one(board, start, mode, offer);
                }
                self.visit_houses((board, cell, digit), mode, offer);
            }
            let starts = members(board.candidates[cell]).map(|digit| literal(cell, digit));
            self.visit_common(board, starts, mode, (CELL, 0), offer);
        }
    }

    /// Finds everything that follows if a literal is true.
    fn close(&mut self, board: &Position, start: u16, mode: Mode) {
        if std::mem::replace(&mut self.known[usize::from(start)], true) {
            return;
        }
        let closure = self.on[usize::from(start)].get_or_insert_with(|| Box::new(Closure::new()));
        let inner = &mut self.inner;
        closure.run((board, &mut self.copy), key(start, true), mode, &mut |closure, copy| {
            inner.extend(closure, (board, copy), mode.level)
        });
    }

    /// Offers contradictions of a literal, and everything that follows whether it is true or false.
    fn visit_one(
        &mut self,
        board: &Position,
        start: u16,
        mode: Mode,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        let is_double = board.candidates[usize::from(start) / 9].count_ones() >= 3;
        if self.screened {
            let number = self.screen.number(start);
            let is_refuted = self.screen.followed.iter().any(|followed| followed.is_contradiction(number));
            if !(is_refuted || is_double && self.screen.have_both(start)) {
                return;
            }
        }
        self.close(board, start, mode);
        let inner = &mut self.inner;
        self.off.run((board, &mut self.copy), key(start, false), mode, &mut |closure, copy| {
            inner.extend(closure, (board, copy), mode.level)
        });
        let on = self.known(start);
        for (closure, value) in [(on, true), (&self.off, false)] {
            if let Some(both) = closure.contradiction {
                let found = Found { kind: CONTRADICTION, house: 0, effect: key(start, !value) };
                offer(found, &[(closure, key(both, true)), (closure, key(both, false))]);
            }
        }
        if is_double {
            offer_common(&[on, &self.off], (DOUBLE, 0), offer);
        }
    }

    /// Offers everything that follows from all places of a digit in a house, for each house in which the cell is the first place.
    fn visit_houses(
        &mut self,
        (board, cell, digit): (&Position, usize, usize),
        mode: Mode,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        for (kind, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let places = board.places[house as usize][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(place) {
                continue;
            }
            let start = |place: usize| literal(HOUSES[house as usize][place].into(), digit);
            self.visit_common(board, members(places).map(start), mode, (HOUSE, kind as u8), offer);
        }
    }

    /// Offers everything that follows from each of some literals.
    fn visit_common(
        &mut self,
        board: &Position,
        starts: impl Iterator<Item = u16> + Clone,
        mode: Mode,
        kind: (u8, u8),
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        if self.screened && !self.screen.have_common(starts.clone()) {
            return;
        }
        starts.clone().for_each(|start| self.close(board, start, mode));
        let (mut closures, mut count) = ([&self.off; 9], 0);
        for start in starts {
            closures[count] = self.known(start);
            count += 1;
        }
        offer_common(&closures[..count], kind, offer);
    }

    /// Finds again everything that follows from a key. Calls `each` with the closure and the board at which further techniques look.
    pub fn replay(
        &mut self,
        board: &Position,
        start: u16,
        mode: Mode,
        each: &mut dyn FnMut(&Closure, &Position),
    ) -> &Closure {
        let inner = &mut self.inner;
        self.off.run((board, &mut self.copy), start, mode, &mut |closure, copy| {
            each(closure, copy);
            inner.extend(closure, (board, copy), mode.level)
        });
        &self.off
    }

    fn known(&self, start: u16) -> &Closure {
        self.on[usize::from(start)].as_ref().expect("a closure that is known")
    }
}

/// Offers all literals that are in all closures, in the order of the first one.
fn offer_common(closures: &[&Closure], (kind, house): (u8, u8), offer: &mut dyn FnMut(Found, &Ends<'_>)) {
    for on in [true, false] {
        let of = |closure: &Closure, digit: usize| closure.literals[usize::from(on)][digit];
        let common = |digit| closures.iter().fold(u128::MAX, |all, closure| all & of(closure, digit));
        if (0..9).all(|digit| common(digit) == 0) {
            continue;
        }
        for &literal in &closures[0].order[usize::from(on)] {
            if closures.iter().all(|closure| closure.has(literal, on)) {
                let effect = key(literal, on);
                let mut ends = [(closures[0], effect); 9];
                ends.iter_mut().zip(closures).for_each(|(end, closure)| end.0 = closure);
                offer(Found { kind, house, effect }, &ends[..closures.len()]);
            }
        }
    }
}

/// The techniques of nested levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Cycles,
    Chains(bool, u8),
}

impl Family {
    /// The techniques of a level, in order.
    pub fn of(level: u8) -> &'static [Family] {
        match level {
            0 | 1 => &[],
            2 => &[Family::Cycles],
            3 => &[Family::Cycles, Family::Chains(false, 0)],
            4 => &[Family::Chains(true, 0)],
            _ => &[Family::Chains(true, 0), Family::Chains(true, 2)],
        }
    }
}

/// Finds the steps of further techniques in a closure. Keeps its memory, and what it found for a board.
struct Inner {
    known: HashMap<(Family, [u16; 81]), Hints>,
    memory: Option<Box<Memory>>,
    /// Ends a visit early.
    stop: Stop,
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
    fn extend(&mut self, closure: &mut Closure, (board, copy): (&Position, &Position), level: u8) -> bool {
        if level == 0 || plus::extend(closure, board, copy) {
            return level > 0;
        }
        Family::of(level).iter().any(|&family| {
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
            return Arc::clone(hints);
        }
        let memory = self.memory.get_or_insert_with(|| {
            Box::new(Memory {
                cycles: CycleSearch::new(),
                closures: Closures::new(self.stop.clone()),
                lengths: Lengths::new(),
            })
        });
        let mut collector = Collector::default();
        match family {
            Family::Cycles => collector.cycles(board, &mut memory.cycles),
            Family::Chains(dynamic, level) => {
                let mode = Mode { dynamic, cells: true, level };
                let Memory { closures, lengths, .. } = &mut **memory;
                closures.visit(board, mode, dynamic, &mut |found, ends| {
                    collector.chain(board, mode, (found, ends), lengths)
                });
            }
        }
        let hints = collector.sorted();
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert((family, board.candidates), Arc::clone(&hints));
        hints
    }
}
