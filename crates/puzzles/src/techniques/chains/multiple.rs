//! Closures compared with each other: Nishio, multiple, dynamic and nested chains.

use super::{
    LITERALS, Rank,
    closure::{Closure, Mode},
    cycles::{effect, starts},
    key,
    lengths::Lengths,
    literal,
    nested::Inner,
    paths::Links,
    tenths,
};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, cells, members},
    position::Position,
    step::{Step, Technique},
};

/// The kinds of steps, which decide between steps of the same length.
const DOUBLE: u8 = 1;
pub(super) const CELL: u8 = 5;
pub(super) const HOUSE: u8 = 6;
const CONTRADICTION: u8 = 7;

/// A step: its kind, for houses the kind of house, and the key that it makes true.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub kind: u8,
    pub house: u8,
    pub effect: u16,
}

/// The ends of an argument: keys in closures.
pub(super) type Ends<'a> = [(&'a Closure, u16)];

/// The closures of a board. Keeps its memory.
pub(super) struct Closures {
    /// For each literal what follows if it is true, and whether that is known.
    on: Vec<Option<Box<Closure>>>,
    known: [bool; LITERALS],
    off: Closure,
    copy: Box<Position>,
    inner: Option<Box<Inner>>,
}

impl Closures {
    pub fn new() -> Closures {
        Closures {
            on: (0..LITERALS).map(|_| None).collect(),
            known: [false; LITERALS],
            off: Closure::new(),
            copy: Box::new(Position::new(&[0; 81])),
            inner: None,
        }
    }

    /// Calls `offer` for each step with the ends of its argument.
    pub fn visit(&mut self, board: &Position, mode: Mode, offer: &mut dyn FnMut(Found, &Ends<'_>)) {
        self.known = [false; LITERALS];
        let least = if mode.dynamic { 2 } else { 3 };
        for cell in cells(board.open).filter(|&cell| board.candidates[cell].count_ones() >= least) {
            for digit in members(board.candidates[cell]) {
                let start = literal(cell, digit);
                self.close(board, start, mode);
                if mode.dynamic {
                    self.visit_one(board, start, mode, offer);
                }
                self.visit_houses((board, cell, digit), mode, offer);
            }
            let all = members(board.candidates[cell]).map(|digit| literal(cell, digit));
            self.visit_common(all, (CELL, 0), offer);
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
            inner.get_or_insert_default().extend(closure, (board, copy), mode.level)
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
        let inner = &mut self.inner;
        self.off.run((board, &mut self.copy), key(start, false), mode, &mut |closure, copy| {
            inner.get_or_insert_default().extend(closure, (board, copy), mode.level)
        });
        let on = self.known(start);
        for (closure, value) in [(on, true), (&self.off, false)] {
            if let Some(both) = closure.contradiction {
                let found = Found { kind: CONTRADICTION, house: 0, effect: key(start, !value) };
                offer(found, &[(closure, key(both, true)), (closure, key(both, false))]);
            }
        }
        if board.candidates[usize::from(start) / 9].count_ones() >= 3 {
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
            if places.count_ones() < 2 || places.trailing_zeros() != place.into() {
                continue;
            }
            let start = |place: usize| literal(HOUSES[house as usize][place].into(), digit);
            members(places).for_each(|place| self.close(board, start(place), mode));
            self.visit_common(members(places).map(start), (HOUSE, kind as u8), offer);
        }
    }

    /// Offers everything that follows from each of some literals.
    fn visit_common(
        &self,
        starts: impl Iterator<Item = u16>,
        kind: (u8, u8),
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        let (mut closures, mut count) = ([&self.off; 9], 0);
        for start in starts {
            closures[count] = self.known(start);
            count += 1;
        }
        offer_common(&closures[..count], kind, offer);
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

/// The search for multiple chains. Keeps its memory.
pub(in crate::techniques) struct ChainSearch {
    closures: Closures,
    lengths: Lengths,
}

impl ChainSearch {
    pub fn new() -> ChainSearch {
        ChainSearch { closures: Closures::new(), lengths: Lengths::new() }
    }

    /// The easiest step of Nishio.
    pub fn nishio(&mut self, board: &Position) -> Option<Step> {
        let mut best = None::<(Rank, u16)>;
        let Closures { off, copy, .. } = &mut self.closures;
        for start in starts(board, Links { x: true, y: true }) {
            for on in [true, false] {
                off.run((board, copy), key(start, on), Mode::NISHIO, &mut |_, _| false);
                let Some(both) = off.contradiction else { continue };
                let ends = [(&*off, key(both, true)), (&*off, key(both, false))];
                let bound = best.map_or(u32::MAX, |best| best.0.length);
                let rank = Rank::new(75, self.lengths.of(&ends, bound), 0);
                if rank.is_before(best.map(|best| best.0)) {
                    best = Some((rank, key(start, !on)));
                }
            }
        }
        let (rank, end) = best?;
        Some(effect(Technique::Nishio, 75 + tenths(rank.length), end))
    }

    /// The easiest step of multiple, dynamic or nested chains.
    pub fn find(&mut self, board: &Position, mode: Mode) -> Option<Step> {
        let (base, technique) = basis(mode);
        let (mut best, lengths) = (None::<(Rank, u16)>, &mut self.lengths);
        self.closures.visit(board, mode, &mut |found, ends| {
            let bound = best.map_or(u32::MAX, |best| best.0.length);
            let rank = Rank::new(base, lengths.of(ends, bound), found.kind);
            if rank.is_before(best.map(|best| best.0)) {
                best = Some((rank, found.effect));
            }
        });
        let (rank, end) = best?;
        Some(effect(technique, base + tenths(rank.length), end))
    }
}

/// The basis of the ratings of a mode, and its technique.
pub(super) fn basis(mode: Mode) -> (u16, Technique) {
    match mode {
        Mode { dynamic: false, .. } => (80, Technique::MultipleChains),
        Mode { level: 0, .. } => (85, Technique::DynamicChains),
        Mode { level: 1, .. } => (90, Technique::DynamicChainsPlus),
        Mode { level, .. } => (85 + 5 * u16::from(level), Technique::NestedChains(level)),
    }
}
