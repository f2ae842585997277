//! The consequences of each candidate, for all candidates at once and without reasons.
//!
//! Each literal has the starts from which it follows: one bit for each start. A *group* is the candidates of a cell, or the places of a
//! digit in a house. One of its candidates that is on makes the others off; if all others are off, the last one is on. What follows does
//! not depend on the order, unless there is a contradiction, and whether there is one does not depend on it either. So the sets hold
//! what the exact closures have, and only closures with a contradiction or with something in common must be run.

use super::{LITERALS, closure::Mode, literal};
use crate::techniques::{
    houses::{HOUSES, cells, members},
    position::Position,
};

/// The candidates of a screen: its boards have at most 256.
const WORDS: usize = 4;
pub(super) type Bits = [u64; WORDS];
const ALL: Bits = [u64::MAX; WORDS];

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
    off_on: [Vec<Bits>; 2],
    contradictions: Bits,
}

impl Followed {
    pub fn is_contradiction(&self, number: usize) -> bool {
        self.contradictions[number / 64] >> (number % 64) & 1 == 1
    }
}

/// The screen of a board. Keeps its memory.
pub(super) struct Screen {
    numbers: Box<[u8; LITERALS]>,
    count: usize,
    groups: Vec<Group>,
    /// The groups of each candidate.
    groups_of: Vec<[u8; 4]>,
    /// The groups that must be looked at.
    changed: Bits,
    off_on: [Box<[Bits; 64 * WORDS]>; 2],
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
            followed: Default::default(),
        }
    }

    /// The number of a candidate.
    pub fn number(&self, literal: u16) -> usize {
        self.numbers[usize::from(literal)].into()
    }

    /// Reads a board. Returns false if it has too many candidates or groups.
    pub fn read(&mut self, board: &Position, mode: Mode) -> bool {
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
        // Without cells, the group of a candidate's cell is another group of it.
        if mode.cells {
            for cell in cells(board.open) {
                self.add_group((3, true), members(board.candidates[cell]).map(|digit| literal(cell, digit)));
            }
        }
        for (house, places) in HOUSES.iter().enumerate() {
            for (digit, &of_digit) in board.places[house].iter().enumerate().filter(|(_, set)| **set != 0) {
                let of_digit = members(of_digit).map(|place| literal(places[place].into(), digit));
                self.add_group((house / 9, mode.cells), of_digit);
            }
        }
        self.groups.len() <= 64 * WORDS
    }

    fn add_group(&mut self, (kind, has_cells): (usize, bool), literals: impl Iterator<Item = u16>) {
        let mut group = Group::default();
        for literal in literals {
            let number = self.numbers[usize::from(literal)];
            group.numbers[usize::from(group.count)] = number;
            group.count += 1;
            let groups = &mut self.groups_of[usize::from(number)];
            groups[kind] = self.groups.len() as u8;
            groups[3] = if kind == 3 || has_cells { groups[3] } else { groups[kind] };
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
        while self.changed != [0; WORDS] {
            for (word, mut rest) in std::mem::take(&mut self.changed).into_iter().enumerate() {
                while rest != 0 {
                    self.look_at(self.groups[64 * word + rest.trailing_zeros() as usize], mode);
                    rest &= rest - 1;
                }
            }
        }
        let followed = &mut self.followed[usize::from(value)];
        followed.contradictions = [0; WORDS];
        for (off, on) in self.off_on[0][..self.count].iter().zip(&self.off_on[1][..self.count]) {
            (0..WORDS).for_each(|word| followed.contradictions[word] |= off[word] & on[word]);
        }
        for (sets, by_start) in self.off_on.iter().zip(&mut followed.off_on) {
            transpose(&sets[..self.count], by_start);
        }
    }

    /// Marks the groups of a candidate.
    fn change(&mut self, number: usize) {
        for group in self.groups_of[number] {
            self.changed[usize::from(group) / 64] |= 1 << (group % 64);
        }
    }

    /// Adds what follows within a group.
    fn look_at(&mut self, group: Group, mode: Mode) {
        let Some(numbers) = group.numbers.get(..group.count.into()) else { return };
        let [all_off, all_on] = &mut self.off_on;
        let (mut on, mut left) = ([[0; WORDS]; 2], [[0; WORDS]; 2]);
        for &number in numbers {
            let (off, is_on) = (all_off[usize::from(number)], all_on[usize::from(number)]);
            for word in 0..WORDS {
                on[1][word] |= on[0][word] & is_on[word];
                on[0][word] |= is_on[word];
                left[1][word] |= left[0][word] & !off[word];
                left[0][word] |= !off[word];
            }
        }
        if mode.dynamic || numbers.len() == 2 {
            left[1].iter_mut().for_each(|word| *word = !*word);
        } else {
            left[1] = [0; WORDS];
        }
        if (0..WORDS).all(|word| on[0][word] | left[1][word] == 0) {
            return;
        }
        let mut changed = self.changed;
        for &number in numbers {
            let (off, is_on) = (all_off[usize::from(number)], all_on[usize::from(number)]);
            let (mut new_off, mut new_on, mut differs) = (off, is_on, 0);
            for word in 0..WORDS {
                new_off[word] |= on[0][word] & !is_on[word] | on[1][word];
                new_on[word] |= left[1][word] & (!off[word] | !left[0][word]);
                differs |= new_off[word] ^ off[word] | new_on[word] ^ is_on[word];
            }
            if differs != 0 {
                all_off[usize::from(number)] = new_off;
                all_on[usize::from(number)] = new_on;
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
        // A closure ends at a contradiction, and what it has until then is not known here.
        if !followed.is_contradiction(number) {
            for (common, sets) in common.iter_mut().zip(&followed.off_on) {
                (0..WORDS).for_each(|word| common[word] &= sets[number][word]);
            }
        }
    }
}

/// The columns of a matrix of bits as rows.
fn transpose(rows: &[Bits], columns: &mut Vec<Bits>) {
    columns.clear();
    columns.resize(rows.len(), [0; WORDS]);
    for (high, rows) in rows.chunks(64).enumerate() {
        for word in 0..WORDS {
            let mut block = [0; 64];
            block.iter_mut().zip(rows).for_each(|(to, row)| *to = row[word]);
            transpose_block(&mut block);
            columns.iter_mut().skip(64 * word).zip(block).for_each(|(to, bits)| to[high] = bits);
        }
    }
}

fn transpose_block(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_FFFF_FFFFu64);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swapped << width;
            block[row + width] ^= swapped;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_rows() {
        let rows: Vec<Bits> =
            (0..200u64).map(|n| [n.wrapping_mul(0x9E37_79B9_7F4A_7C15), n << 40, !n, n * n]).collect();
        let mut columns = Vec::new();
        transpose(&rows, &mut columns);
        for (row, bits) in rows.iter().enumerate() {
            for (column, of) in columns.iter().enumerate() {
                assert_eq!(bits[column / 64] >> (column % 64) & 1, of[row / 64] >> (row % 64) & 1);
            }
        }
    }
}
