//! The bivalue universal grave: without a few further candidates, every cell and every digit of a house would have two choices.

use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, PEERS, cells, combinations, members, only, peers_in},
    position::Position,
    reason::{Argument, Part, Reason, Role},
    step::{Removals, Step, Technique},
};

/// A step with its type, and for types 3 and 4 the set or the locked digit.
type Typed = (u8, Step, Option<Part>);

/// The step of a BUG, if the board is one.
pub(super) fn find(position: &Position) -> Option<Step> {
    Some(Bug::new(position)?.step()?.1)
}

/// The reason for it: the BUG cells with their further candidates, and the set of type 3 or the locked digit of type 4.
pub(super) fn reason(position: &Position) -> Option<Reason> {
    let bug = Bug::new(position)?;
    let (number, _, set) = bug.step()?;
    let further = bug.cells.iter().map(|&(cell, digits)| Part::new(Role::Further, 1 << cell, digits));
    Some(Reason {
        argument: Argument::Type(number),
        parts: further.chain(set).collect(),
        ..Reason::default()
    })
}

/// Whether a board with all candidates of this one may be a BUG.
///
/// Its cells with three candidates or more would have further candidates: all of them the same digit, or all of them are seen by a cell.
pub(super) fn may_exist(position: &Position) -> bool {
    let (mut digits, mut common, mut most) = (0x1FF, u128::MAX, 0);
    for cell in cells(position.open).filter(|&cell| position.candidates[cell].count_ones() > 2) {
        digits &= position.candidates[cell];
        common &= PEERS[cell];
        most = most.max(position.candidates[cell].count_ones());
    }
    common != 0 || digits != 0 && most == 3
}

/// The cells with further candidates.
struct Bug<'a> {
    position: &'a Position,
    /// The cells in the order in which they were found, with their further candidates.
    cells: Vec<(usize, u16)>,
    /// All further candidates.
    all: u16,
    /// The cells that see all cells of the BUG.
    common: u128,
}

impl Bug<'_> {
    fn new(position: &Position) -> Option<Bug<'_>> {
        let mut bug = Bug { position, cells: Vec::new(), all: 0, common: u128::MAX };
        // The digits of the houses that were found, and all cells with three candidates in them.
        let (mut digits, mut in_all) = (0u16, 0u128);
        for (house, of_house) in position.places.iter().enumerate() {
            for (digit, &places) in of_house.iter().enumerate() {
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let found = members(places).map(|place| usize::from(HOUSES[house][place]));
                let found = found.filter(|&cell| position.candidates[cell].count_ones() >= 3);
                let found = found.fold(0u128, |set, cell| set | 1 << cell);
                (digits, in_all) = (digits | 1 << digit, in_all | found);
                match found.count_ones() {
                    0 => return None,
                    1 => {
                        bug.all |= 1 << digit;
                        bug.add(found.trailing_zeros() as usize, digit)?;
                    }
                    _ => {}
                }
            }
        }
        if let Some(digit) = only(digits) {
            let known = bug.cells.iter().fold(0, |set, &(cell, _)| set | 1 << cell);
            cells(in_all & !known).try_for_each(|cell| bug.add(cell, digit))?;
        }
        bug.is_grave().then_some(bug)
    }

    /// Adds a cell with a further candidate. `None` if no cell sees all, but several digits are left.
    fn add(&mut self, cell: usize, digit: usize) -> Option<()> {
        match self.cells.iter_mut().find(|known| known.0 == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.cells.push((cell, 1 << digit)),
        }
        self.common = self.cells.iter().fold(self.common & PEERS[cell], |set, &(cell, _)| set & !(1 << cell));
        (self.cells.len() < 2 || self.all.count_ones() < 2 || self.common != 0).then_some(())
    }

    /// Whether each cell and each digit of a house has two choices without the further candidates.
    fn is_grave(&self) -> bool {
        let mut rest = self.position.candidates;
        self.cells.iter().for_each(|&(cell, digits)| rest[cell] &= !digits);
        cells(self.position.open).all(|cell| rest[cell].count_ones() == 2)
            && HOUSES.iter().all(|house| {
                let (mut one, mut two, mut three) = (0, 0, 0);
                for cell in house {
                    let digits = rest[usize::from(*cell)];
                    (three, two, one) = (three | two & digits, two | one & digits, one | digits);
                }
                one == two && three == 0
            })
    }

    /// The step of the first type that removes candidates.
    fn step(&self) -> Option<Typed> {
        match (self.cells.len(), only(self.all)) {
            (0, _) => None,
            (1, _) => {
                let (cell, _) = self.cells[0];
                let mut removed = Removals::default();
                self.position.removals(cell, !self.all, &mut removed);
                self.remove((1, 56), removed, None)
            }
            (_, Some(digit)) => {
                let common = self.common & self.position.cells[digit];
                self.remove((2, 57), Removals::of(digit, common), None).or_else(|| self.lock())
            }
            _ if self.common == 0 => None,
            _ => self.lock().or_else(|| self.naked_set()),
        }
    }

    fn remove(&self, (number, rating): (u8, u16), removed: Removals, set: Option<Part>) -> Option<Typed> {
        let cells = self.cells.iter().fold(0, |set, &(cell, _)| set | 1 << cell);
        Some((number, Step::remove(Technique::Bug, rating, removed)?.pattern(cells, self.all), set))
    }

    /// The houses that all cells share, by kind.
    fn shared(&self) -> impl Iterator<Item = usize> {
        let of = |cell: usize| HOUSES_OF[cell].map(|(house, _)| usize::from(house));
        let shared = of(self.cells[0].0);
        let shared = shared.into_iter().enumerate();
        shared
            .filter(move |&(kind, house)| self.cells.iter().all(|&(cell, _)| of(cell)[kind] == house))
            .map(|of| of.1)
    }

    /// Type 4: two cells hold a digit between them that is not a further candidate.
    fn lock(&self) -> Option<Typed> {
        let [a, b] = self.cells[..] else { return None };
        let candidates = self.position.candidates;
        let locked = candidates[a.0] & candidates[b.0] & !self.all;
        only(locked)?;
        let house = self.shared().next()?;
        let mut removed = Removals::default();
        for (cell, digits) in [a, b] {
            self.position.removals(cell, !(digits | locked), &mut removed);
        }
        let set = Part::new(Role::Locked, 1 << a.0 | 1 << b.0, locked).in_house(house);
        self.remove((4, 57), removed, Some(set))
    }

    /// Type 3: the further candidates are part of a naked set.
    fn naked_set(&self) -> Option<Typed> {
        if self.all.count_ones() < 2 {
            return None;
        }
        (2..=6).find_map(|k| self.shared().find_map(|house| self.naked_set_in(house, k)))
    }

    fn naked_set_in(&self, house: usize, k: usize) -> Option<Typed> {
        let (mut around, mut count) = ([0; 9], 0);
        for cell in peers_in(self.cells[0].0, self.common) {
            if usize::from(HOUSES_OF[cell][house / 9].0) == house {
                around[count] = cell;
                count += 1;
            }
        }
        if count < k {
            return None;
        }
        combinations(count, k - 1).find_map(|set| {
            let (mut inside, mut digits, mut valid) = (0, 0u16, true);
            for at in members(set) {
                let candidates = self.position.candidates[around[at]];
                inside |= 1 << around[at];
                digits |= candidates;
                valid &= candidates.count_ones() > 1;
            }
            let is_k = |set: u16| set.count_ones() == k as u32;
            if !valid || !is_k(digits) || !is_k(digits | self.all) {
                return None;
            }
            let mut removed = Removals::default();
            for at in (0..count).filter(|at| set >> at & 1 == 0) {
                self.position.removals(around[at], digits, &mut removed);
            }
            let set = Part::new(Role::Naked, inside, digits).in_house(house);
            self.remove((3, 57 + k as u16 - 1), removed, Some(set))
        })
    }
}
