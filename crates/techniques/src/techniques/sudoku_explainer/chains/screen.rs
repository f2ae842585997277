//! The consequences of each candidate, for all candidates at once and without reasons.
//!
//! Each literal has the starts from which it follows: one bit for each start. A *group* is the candidates of a cell, or the places of a
//! digit in a house. One of its candidates that is on makes the others off; if all others are off, the last one is on. What follows does
//! not depend on the order, unless there is a contradiction, and whether there is one does not depend on it either. So the sets hold
//! what the exact closures have, and what these might have had until a contradiction. Only closures with a contradiction or with something in
//! common must be run.

use super::{
    LITERALS,
    bits::{ALL, Bits, WORDS, transpose},
    closure::Mode,
    literal,
};
use crate::techniques::{
    houses::{HOUSES, cells, members},
    position::Position,
};

/// Some candidates of which one is true.
#[derive(Clone, Copy, Default)]
struct Group {
    numbers: [u8; 9],
    count: u8,
}

/// The consequences of each candidate being true, or of each being false.
#[derive(Default)]
pub(super) struct Followed {
    /// The literals that are off, and those that are on, for each start.
    pub off_on: [Vec<Bits>; 2],
    pub contradictions: Bits,
    /// Off and on literals follow in turn. For each double step, for each literal the starts from which it follows until then. The last
    /// double step counts as any.
    pub steps: [Vec<Bits>; 2],
}

impl Followed {
    pub fn is_contradiction(&self, number: usize) -> bool {
        self.contradictions[number / 64] >> (number % 64) & 1 == 1
    }
}

/// How many double steps are told apart.
const STEPS: usize = 20;

/// The screen of a board. Keeps its memory.
pub(super) struct Screen {
    numbers: Box<[u8; LITERALS]>,
    pub count: usize,
    groups: Vec<Group>,
    /// The groups of each candidate.
    groups_of: Vec<[u8; 4]>,
    /// The groups that must be looked at.
    changed: Bits,
    /// The literals that follow until now.
    off_on: [Box<[Bits; 64 * WORDS]>; 2],
    /// The starts that do not have a contradiction until now.
    alive: Bits,
    /// The consequences of candidates that are false, and of those that are true.
    pub followed: [Followed; 2],
}

impl Screen {
    pub fn new() -> Screen {
        Screen {
            numbers: Box::new([0; LITERALS]),
            count: 0,
            groups: Vec::new(),
            groups_of: Vec::new(),
            changed: [0; WORDS],
            off_on: [0; 2].map(|_| Box::new([[0; WORDS]; 64 * WORDS])),
            alive: ALL,
            followed: Default::default(),
        }
    }

    /// The number of a candidate.
    pub fn number(&self, literal: u16) -> usize {
        self.numbers[usize::from(literal)].into()
    }

    /// Reads a board. Returns false if it has too many candidates or groups.
    pub fn read(&mut self, board: &Position) -> bool {
        self.groups.clear();
        self.groups_of.clear();
        for cell in cells(board.open) {
            for digit in members(board.candidates[cell]) {
                if self.groups_of.len() == 64 * WORDS {
                    return false;
                }
                self.numbers[usize::from(literal(cell, digit))] = self.groups_of.len() as u8;
                self.groups_of.push([0; 4]);
            }
        }
        self.count = self.groups_of.len();
        for cell in cells(board.open) {
            self.add_group(3, members(board.candidates[cell]).map(|digit| literal(cell, digit)));
        }
        for (house, places) in HOUSES.iter().enumerate() {
            for (digit, &of_digit) in board.places[house].iter().enumerate().filter(|(_, set)| **set != 0) {
                let of_digit = members(of_digit).map(|place| literal(places[place].into(), digit));
                self.add_group(house / 9, of_digit);
            }
        }
        self.groups.len() <= 64 * WORDS
    }

    fn add_group(&mut self, kind: usize, literals: impl Iterator<Item = u16>) {
        let mut group = Group::default();
        for literal in literals {
            let number = self.numbers[usize::from(literal)];
            group.numbers[usize::from(group.count)] = number;
            group.count += 1;
            self.groups_of[usize::from(number)][kind] = self.groups.len() as u8;
        }
        self.groups.push(group);
    }

    /// Finds what follows from each candidate if it is `value`.
    pub fn run(&mut self, value: bool, mode: Mode) {
        self.off_on.iter_mut().for_each(|sets| sets[..self.count].fill([0; WORDS]));
        for number in 0..self.count {
            self.off_on[usize::from(value)][number][number / 64] |= 1 << (number % 64);
            self.change(number);
        }
        self.alive = ALL;
        let mut on = value;
        self.followed[usize::from(value)].steps.iter_mut().for_each(Vec::clear);
        self.end_step(value, on);
        while self.changed != [0; WORDS] {
            for (word, mut rest) in std::mem::take(&mut self.changed).into_iter().enumerate() {
                while rest != 0 {
                    let group = self.groups[64 * word + rest.trailing_zeros() as usize];
                    if on {
                        self.make_off(group)
                    } else {
                        self.make_on(group, mode)
                    }
                    rest &= rest - 1;
                }
            }
            on = !on;
            self.end_step(value, on);
            if !on {
                self.end_contradictions();
            }
        }
        let followed = &mut self.followed[usize::from(value)];
        followed.contradictions = self.alive.map(|alive| !alive);
        for (sets, by_start) in self.off_on.iter().zip(&mut followed.off_on) {
            transpose(&sets[..self.count], by_start);
        }
    }

    /// Keeps what follows until now, off or on.
    fn end_step(&mut self, value: bool, on: bool) {
        let kept = &mut self.followed[usize::from(value)].steps[usize::from(on)];
        kept.truncate((STEPS - 1) * self.count);
        kept.extend_from_slice(&self.off_on[usize::from(on)][..self.count]);
    }

    /// Ends the closures that have a contradiction. An exact closure takes the on literals at once that off literals make, so it ends
    /// after a double step too, or within it.
    fn end_contradictions(&mut self) {
        for (off, on) in self.off_on[0][..self.count].iter().zip(&self.off_on[1][..self.count]) {
            (0..WORDS).for_each(|word| self.alive[word] &= !(off[word] & on[word]));
        }
    }

    /// Marks the groups of a candidate.
    fn change(&mut self, number: usize) {
        for group in self.groups_of[number] {
            self.changed[usize::from(group) / 64] |= 1 << (group % 64);
        }
    }

    /// Adds the off literals that the on literals of a group make.
    fn make_off(&mut self, group: Group) {
        let Some(numbers) = group.numbers.get(..group.count.into()) else { return };
        let [all_off, all_on] = &mut self.off_on;
        let mut on = [[0; WORDS]; 2];
        for &number in numbers {
            let is_on = all_on[usize::from(number)];
            for word in 0..WORDS {
                on[1][word] |= on[0][word] & is_on[word];
                on[0][word] |= is_on[word];
            }
        }
        let mut changed = self.changed;
        for &number in numbers {
            let (off, is_on) = (&mut all_off[usize::from(number)], all_on[usize::from(number)]);
            let mut differs = 0;
            for word in 0..WORDS {
                let new = (on[0][word] & !is_on[word] | on[1][word]) & self.alive[word];
                differs |= new & !off[word];
                off[word] |= new;
            }
            if differs != 0 {
                let groups = self.groups_of[usize::from(number)];
                groups.iter().for_each(|group| changed[usize::from(*group) / 64] |= 1 << (group % 64));
            }
        }
        self.changed = changed;
    }

    /// Adds the on literals that the off literals of a group make.
    fn make_on(&mut self, group: Group, mode: Mode) {
        let Some(numbers) = group.numbers.get(..group.count.into()) else { return };
        if !mode.dynamic && numbers.len() != 2 {
            return;
        }
        let [all_off, all_on] = &mut self.off_on;
        let mut left = [[0; WORDS]; 2];
        for &number in numbers {
            let off = all_off[usize::from(number)];
            for word in 0..WORDS {
                left[1][word] |= left[0][word] & !off[word];
                left[0][word] |= !off[word];
            }
        }
        if left[1] == ALL {
            return;
        }
        let mut changed = self.changed;
        for &number in numbers {
            let (off, is_on) = (all_off[usize::from(number)], &mut all_on[usize::from(number)]);
            let mut differs = 0;
            for word in 0..WORDS {
                let new = !left[1][word] & (!off[word] | !left[0][word]) & self.alive[word];
                differs |= new & !is_on[word];
                is_on[word] |= new;
            }
            if differs != 0 {
                let groups = self.groups_of[usize::from(number)];
                groups.iter().for_each(|group| changed[usize::from(*group) / 64] |= 1 << (group % 64));
            }
        }
        self.changed = changed;
    }

    /// Whether some literal may follow from each of some candidates.
    pub fn have_common(&self, starts: impl Iterator<Item = u16>) -> bool {
        let mut common = [ALL; 2];
        for start in starts {
            self.keep_common(&mut common, &self.followed[1], self.number(start));
        }
        common != [[0; WORDS]; 2]
    }

    /// Whether some literal may follow from a candidate whether it is true or false.
    pub fn have_both(&self, start: u16) -> bool {
        let mut common = [ALL; 2];
        let number = self.number(start);
        self.followed.iter().for_each(|followed| self.keep_common(&mut common, followed, number));
        common != [[0; WORDS]; 2]
    }

    fn keep_common(&self, common: &mut [Bits; 2], followed: &Followed, number: usize) {
        for (common, sets) in common.iter_mut().zip(&followed.off_on) {
            (0..WORDS).for_each(|word| common[word] &= sets[number][word]);
        }
    }
}
