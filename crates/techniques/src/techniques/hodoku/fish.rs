//! Fish: base houses whose places of a digit are covered by as many other houses, except for some fins.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, PEERS, ROW, cells},
    reason::{Part, Role},
    step::{Fins, Fish, FishShape, Removals, Technique},
};
use std::{collections::HashSet, ops::ControlFlow};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
/// A fish has no more fins, and no more fins in two base houses, than this.
const MOST_FINS: u32 = 5;
const MOST_SHARED: u32 = 2;

/// The kind of fish with one of HoDoKu's codes.
pub(super) const fn of_code(code: u16) -> Fish {
    let siamese = code > 1000;
    let code = if siamese { code / 10 } else { code };
    let (shape, fins) = match code / 10 % 10 {
        0 => (FishShape::Basic, Fins::None),
        1 => (FishShape::Basic, Fins::Finned),
        2 => (FishShape::Basic, Fins::Sashimi),
        3 => (FishShape::Franken, Fins::None),
        4 => (FishShape::Franken, Fins::Finned),
        5 => (FishShape::Mutant, Fins::None),
        _ => (FishShape::Mutant, Fins::Finned),
    };
    Fish { size: (code % 10) as u8 + 2, shape, fins, siamese }
}

/// The technique of the fish with one of HoDoKu's codes.
pub(super) const fn technique(code: u16) -> Technique {
    match code {
        300 => Technique::XWing,
        301 => Technique::Swordfish,
        302 => Technique::Jellyfish,
        _ => Technique::Fish(of_code(code)),
    }
}

/// The fish with one of HoDoKu's codes.
pub(super) fn find<const CODE: u16>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let kind = of_code(CODE);
    let mut seen = HashSet::new();
    search(board, kind, &mut |found| {
        let is_new = kind.shape == FishShape::Basic || seen.insert((found.digit, found.removed));
        let fits = kind.shape != FishShape::Basic || found.is_sashimi() == (kind.fins == Fins::Sashimi);
        if !(is_new && fits) {
            return GO_ON;
        }
        offer(sink, technique(CODE), Removals::of(found.digit, found.removed), found.parts())
    })
}

/// Two fish with the same bases whose removals differ. One of them has the kind of fins that the code says.
pub(super) fn find_siamese<const CODE: u16>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let kind = of_code(CODE);
    let mut all: Vec<Found> = Vec::new();
    let _ = search(board, kind, &mut |found| {
        let is_known = |other: &Found| other.has_bases_of(found) && other.removed == found.removed;
        if !all.iter().any(is_known) {
            all.push(found.clone());
        }
        GO_ON
    });
    for (i, first) in all.iter().enumerate() {
        for second in all[i + 1..].iter().filter(|second| second.has_bases_of(first)) {
            let has_kind = |found: &Found| found.is_sashimi() == (kind.fins == Fins::Sashimi);
            if kind.shape == FishShape::Basic && !has_kind(first) && !has_kind(second) {
                continue;
            }
            let removed = Removals::of(first.digit, first.removed | second.removed);
            let parts = [first.parts(), second.parts()].concat();
            offer(sink, technique(CODE), removed, parts)?;
        }
    }
    GO_ON
}

/// Houses with the places of a digit in them.
type Houses = Vec<(usize, u128)>;

/// A fish.
#[derive(Clone)]
struct Found {
    digit: usize,
    bases: Houses,
    covers: Houses,
    fins: u128,
    removed: u128,
}

impl Found {
    fn parts(&self) -> Vec<Part> {
        let digits = 1 << self.digit;
        let bases =
            self.bases.iter().map(|&(house, places)| Part::new(Role::Base, places, digits).in_house(house));
        let covers =
            self.covers.iter().map(|&(house, places)| Part::new(Role::Cover, places, digits).in_house(house));
        let fins = (self.fins != 0).then(|| Part::new(Role::Fin, self.fins, digits));
        bases.chain(covers).chain(fins).collect()
    }

    /// Whether a base has one place, or none, that is not a fin.
    fn is_sashimi(&self) -> bool {
        self.bases.iter().any(|(_, places)| (places & !self.fins).count_ones() <= 1)
    }

    fn has_bases_of(&self, other: &Found) -> bool {
        self.digit == other.digit && self.bases == other.bases
    }
}

/// Calls `each` with all fish of a size and a shape, with or without fins, that remove something.
fn search(board: &Board, kind: Fish, each: &mut dyn FnMut(&Found) -> ControlFlow<()>) -> ControlFlow<()> {
    let turns = if kind.shape == FishShape::Mutant { 1 } else { 2 };
    for (digit, turned) in (0..9).flat_map(|digit| (0..turns).map(move |turned| (digit, turned == 1))) {
        let places = board.position.cells[digit];
        let in_houses = |kinds: &[usize]| -> Houses {
            let houses = kinds.iter().flat_map(|kind| 9 * kind..9 * kind + 9);
            houses.map(|house| (house, places & CELLS_OF[house])).filter(|(_, places)| *places != 0).collect()
        };
        let (mut bases, covers) = match (kind.shape, turned) {
            (FishShape::Mutant, _) => (in_houses(&[ROW, COLUMN, BOX]), in_houses(&[ROW, COLUMN, BOX])),
            (FishShape::Franken, false) => (in_houses(&[ROW, BOX]), in_houses(&[COLUMN, BOX])),
            (FishShape::Franken, true) => (in_houses(&[COLUMN, BOX]), in_houses(&[ROW, BOX])),
            (FishShape::Basic, false) => (in_houses(&[ROW]), in_houses(&[COLUMN])),
            (FishShape::Basic, true) => (in_houses(&[COLUMN]), in_houses(&[ROW])),
        };
        if kind.fins == Fins::None {
            bases.retain(|(_, places)| places.count_ones() <= kind.size.into());
        }
        let found = Found { digit, bases: Vec::new(), covers: Vec::new(), fins: 0, removed: 0 };
        let mut search = Search { kind, places, covers: &covers, eligible: Vec::new(), found, each };
        search.choose_bases(&bases, 0, 0)?;
    }
    GO_ON
}

/// A house that can cover the chosen bases.
#[derive(Clone, Copy)]
struct Eligible {
    house: usize,
    places: u128,
    /// The largest number of base cells in this house or one after it.
    most: u32,
    /// The places in this house and the houses after it.
    rest: u128,
}

/// A search for the fish of a digit.
struct Search<'a> {
    kind: Fish,
    places: u128,
    covers: &'a Houses,
    eligible: Vec<Eligible>,
    found: Found,
    each: &'a mut dyn FnMut(&Found) -> ControlFlow<()>,
}

impl Search<'_> {
    /// Chooses bases out of `rest`, after those that have these places, of which the shared ones are in two bases.
    fn choose_bases(&mut self, rest: &[(usize, u128)], base: u128, shared: u128) -> ControlFlow<()> {
        if self.found.bases.len() == usize::from(self.kind.size) {
            self.prepare_covers(base);
            return self.choose_covers(0, (base, shared), 0, 0);
        }
        for (at, &(house, places)) in rest.iter().enumerate() {
            let shared = shared | base & places;
            let most = if self.kind.fins == Fins::None { 0 } else { MOST_SHARED };
            if shared.count_ones() <= most {
                self.found.bases.push((house, places));
                self.choose_bases(&rest[at + 1..], base | places, shared)?;
                self.found.bases.pop();
            }
        }
        GO_ON
    }

    /// Finds the houses that can cover the bases.
    fn prepare_covers(&mut self, base: u128) {
        self.eligible.clear();
        let is_base = |house: usize| self.found.bases.iter().any(|base| base.0 == house);
        let touching = self.covers.iter().filter(|&&(house, places)| places & base != 0 && !is_base(house));
        self.eligible.extend(touching.map(|&(house, places)| {
            let most = (places & base).count_ones();
            Eligible { house, places, most, rest: places }
        }));
        for at in (1..self.eligible.len()).rev() {
            let Eligible { most, rest, .. } = self.eligible[at];
            let before = &mut self.eligible[at - 1];
            (before.most, before.rest) = (before.most.max(most), before.rest | rest);
        }
    }

    /// Chooses covers from the eligible house `from` on. `twice` are the places that are covered by two of them.
    fn choose_covers(
        &mut self,
        from: usize,
        (base, shared): (u128, u128),
        covered: u128,
        twice: u128,
    ) -> ControlFlow<()> {
        let left = usize::from(self.kind.size) - self.found.covers.len();
        let open = (base & !covered).count_ones();
        if left == 0 {
            return self.evaluate((base, shared), covered, twice);
        }
        let most_fins = if self.kind.fins == Fins::None { 0 } else { MOST_FINS };
        // Without an open place before the last cover, there is a smaller fish.
        if self.kind.fins != Fins::None && open == 0 {
            return GO_ON;
        }
        for at in from..(self.eligible.len() + 1).saturating_sub(left) {
            let Eligible { house, places, most, rest } = self.eligible[at];
            let fins = shared | base & !covered & !rest;
            let removed = cells(fins).fold(self.places, |removed, fin| removed & PEERS[fin]);
            if open > most * left as u32 + most_fins || fins.count_ones() > most_fins || removed == 0 {
                break;
            }
            self.found.covers.push((house, places));
            self.choose_covers(at + 1, (base, shared), covered | places, twice | covered & places)?;
            self.found.covers.pop();
        }
        GO_ON
    }

    /// Calls `each` if the bases and covers are a fish of the shape that removes something.
    fn evaluate(&mut self, (base, shared): (u128, u128), covered: u128, twice: u128) -> ControlFlow<()> {
        let fins = base & !covered | shared;
        let has_fins = self.kind.fins != Fins::None;
        if has_fins != (fins != 0) || fins.count_ones() > MOST_FINS {
            return GO_ON;
        }
        let cleared = self.places & (covered & !base | twice);
        self.found.removed = cells(fins).fold(cleared, |removed, fin| removed & PEERS[fin]);
        if self.found.removed == 0 || self.shape() != self.kind.shape {
            return GO_ON;
        }
        self.found.fins = fins;
        (self.each)(&self.found)
    }

    /// The shape of the chosen bases and covers.
    fn shape(&self) -> FishShape {
        let kinds = |houses: &Houses| houses.iter().fold(0, |kinds, (house, _)| kinds | 1 << (house / 9));
        let [bases, covers] = [kinds(&self.found.bases), kinds(&self.found.covers)];
        let only = |kinds: u8, allowed: usize| kinds & !(1 << allowed | 1 << BOX) == 0;
        if bases | covers == 1 << ROW | 1 << COLUMN && bases & covers == 0 {
            FishShape::Basic
        } else if only(bases, ROW) && only(covers, COLUMN) || only(bases, COLUMN) && only(covers, ROW) {
            FishShape::Franken
        } else {
            FishShape::Mutant
        }
    }
}
