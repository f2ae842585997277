//! Pointing and claiming, and direct pointing.

use crate::techniques::{
    houses::{BOX, COLUMN, HOUSES, HOUSES_OF, ROW, cells, members, only},
    position::Position,
    step::{Removals, Step, Technique},
};

/// Two houses that share three cells.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub first: u8,
    pub second: u8,
    /// The places in the first house that are also in the second, and the other way round.
    pub in_first: u16,
    pub in_second: u16,
}

/// All pairs of houses in their order.
static CROSSINGS: [Crossing; 108] = {
    let kinds = [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)];
    let mut crossings = [Crossing { first: 0, second: 0, in_first: 0, in_second: 0 }; 108];
    let (mut pair, mut at) = (0, 0);
    while pair < 4 * 81 {
        let (kinds, first, second) = (kinds[pair / 81], pair / 9 % 9, pair % 9);
        let (first, second) = (9 * kinds.0 + first, 9 * kinds.1 + second);
        let (in_first, in_second) = (shared(first, second), shared(second, first));
        if in_first != 0 {
            crossings[at] = Crossing { first: first as u8, second: second as u8, in_first, in_second };
            at += 1;
        }
        pair += 1;
    }
    crossings
};

/// Which places of house `a` are in house `b`.
const fn shared(a: usize, b: usize) -> u16 {
    let (mut places, mut place) = (0, 0);
    while place < 9 {
        let cell = HOUSES[a][place] as usize;
        if HOUSES_OF[cell][b / 9].0 as usize == b {
            places |= 1 << place;
        }
        place += 1;
    }
    places
}

impl Crossing {
    /// The cells of a digit in the second house but not in the first.
    pub fn cleared(&self, position: &Position, digit: usize) -> u128 {
        let rest = position.places[self.second as usize][digit] & !self.in_second;
        members(rest).fold(0, |set, place| set | 1 << HOUSES[self.second as usize][place])
    }

    /// The technique that removes a digit, and its rating.
    pub fn technique(&self) -> (Technique, u16) {
        match self.first {
            0..9 => (Technique::Pointing, 26),
            _ => (Technique::Claiming, 28),
        }
    }

    /// The cells of a digit that are locked.
    pub fn locked(&self, position: &Position, digit: usize) -> u128 {
        let places = position.places[self.first as usize][digit];
        members(places).fold(0, |set, place| set | 1 << HOUSES[self.first as usize][place])
    }
}

/// For a set of places, in which third all of them are, if there are two or more: as 0, 1 or 2 the third of a house, and in the two high
/// bits the column of a box. 3 means in none.
static THIRDS: [u8; 512] = {
    let (mut thirds, mut set) = ([0xF; 512], 0);
    while set < 512usize {
        let mut third = 0;
        while third < 3 {
            if set.count_ones() > 1 && set & !(0b111 << (3 * third)) == 0 {
                thirds[set] = thirds[set] & 0b1100 | third as u8;
            }
            if set.count_ones() > 1 && set & !(0b1001001 << third) == 0 {
                thirds[set] = thirds[set] & 0b11 | (third as u8) << 2;
            }
            third += 1;
        }
        set += 1;
    }
    thirds
};

/// The crossings that lock digits, in their order, each with these digits.
pub(super) fn locks(position: &Position) -> impl Iterator<Item = (&'static Crossing, u16)> + use<'_> {
    CROSSINGS.as_chunks::<3>().0.iter().enumerate().flat_map(|(number, crossings)| {
        let digits = locked_digits(position, (number, crossings));
        crossings.iter().zip(digits).filter(|(_, digits)| *digits != 0)
    })
}

/// The digits that each of three crossings of a house locks.
fn locked_digits(position: &Position, (number, crossings): (usize, &[Crossing; 3])) -> [u16; 4] {
    let (mut digits, shift) = ([0; 4], if number < 9 { 2 } else { 0 });
    for (digit, places) in position.places[usize::from(crossings[0].first)].iter().enumerate() {
        digits[usize::from(THIRDS[usize::from(*places)] >> shift & 3)] |= 1 << digit;
    }
    digits
}

/// Makes all pointing and claiming that one look at each house finds. Returns whether it found any.
pub(super) fn remove_all(position: &mut Position) -> bool {
    let mut found = false;
    for (number, crossings) in CROSSINGS.as_chunks::<3>().0.iter().enumerate() {
        let digits = locked_digits(position, (number, crossings));
        for (crossing, digits) in crossings.iter().zip(digits) {
            for digit in members(digits) {
                for cell in cells(crossing.cleared(position, digit)) {
                    position.remove(cell, digit);
                    found = true;
                }
            }
        }
    }
    found
}

/// The first pointing or claiming.
pub(super) fn indirect(position: &Position) -> Option<Step> {
    locks(position).find_map(|(crossing, digits)| {
        let digit = members(digits)
            .find(|&digit| position.places[crossing.second as usize][digit] & !crossing.in_second != 0)?;
        let (technique, rating) = crossing.technique();
        let removed = Removals::of(digit, crossing.cleared(position, digit));
        let step = Step::remove(technique, rating, removed)?;
        Some(step.pattern(crossing.locked(position, digit), 1 << digit))
    })
}

/// The first pointing that leaves one place of a digit in another box.
///
/// The direct form of claiming is never the first step. Say that one of three columns has a digit in one box alone, and that
/// another one has one place for it outside this box. Then the box without this place has the digit in the third column,
/// and a hidden single or direct pointing gives the same place.
pub(super) fn direct(position: &Position) -> Option<Step> {
    locks(position).take_while(|(crossing, _)| crossing.first < 9).find_map(|(crossing, digits)| {
        members(digits).find_map(|digit| {
            let cell = left_in_another(position, crossing, digit)?;
            let locked = crossing.locked(position, digit);
            Some(Step::place(Technique::DirectPointing, 17, cell, digit).pattern(locked, 1 << digit))
        })
    })
}

/// The place that a locked digit has left in the first other box that crosses the line.
fn left_in_another(position: &Position, crossing: &Crossing, digit: usize) -> Option<usize> {
    let (first, second) = (usize::from(crossing.first), usize::from(crossing.second));
    let boxes = (0..9).filter(|&house| house != first);
    boxes.filter(|&house| shared(house, second) != 0).find_map(|house| {
        let places = position.places[house][digit];
        let left = only(places & !shared(house, second))?;
        (places.count_ones() > 1).then(|| HOUSES[house][left].into())
    })
}
