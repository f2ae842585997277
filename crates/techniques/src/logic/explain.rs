//! Hints and contradictions in words.

use quadrille_grid::{Alphabet, Rules, Shape};
use std::fmt::Write;

/// A board to explain: its rules, how its digits are written, its cells and candidates.
pub struct Explained<'a> {
    /// The houses and exclusions.
    pub rules: &'a Rules,
    /// How digits are written.
    pub alphabet: Alphabet,
    /// Its cells, 0 for empty.
    pub cells: &'a [u8],
    /// The candidates of its cells, digit `d` as bit `d − 1`, if they are given.
    pub candidates: Option<&'a [u32]>,
}

/// The rule that two equal digits break: the house or the exclusion with this index in the [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// A house.
    House(usize),
    /// A pair of cells.
    Exclusion(usize),
}

/// A mistake of a board. Houses are numbered as in [`Rules::houses`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Two cells have the same digit, or would get it.
    Twice {
        /// The digit.
        digit: u8,
        /// The cells.
        cells: [usize; 2],
        /// Why they must differ.
        rule: Rule,
        /// Whether one of them is empty, and no other digit is left for it.
        is_next: bool,
    },
    /// No digit is left for a cell.
    NoDigit {
        /// The cell.
        cell: usize,
    },
    /// No cell is left for a digit.
    NoPlace {
        /// The house.
        house: usize,
        /// The digit.
        digit: u8,
    },
}

impl Mistake {
    /// The cells that it is about.
    pub(crate) fn cells(&self) -> &[usize] {
        match self {
            Mistake::Twice { cells, .. } => cells,
            Mistake::NoDigit { cell } => std::slice::from_ref(cell),
            Mistake::NoPlace { .. } => &[],
        }
    }

    /// The house that it is about.
    pub(crate) fn house(&self) -> Option<usize> {
        match *self {
            Mistake::Twice { rule: Rule::House(house), .. } => Some(house),
            Mistake::Twice { .. } | Mistake::NoDigit { .. } => None,
            Mistake::NoPlace { house, .. } => Some(house),
        }
    }
}

impl Explained<'_> {
    fn shape(&self) -> Shape {
        self.rules.shape()
    }

    fn digit(&self, digit: u8) -> char {
        self.alphabet.symbol(digit).into()
    }

    fn cell(&self, cell: usize) -> String {
        format!("r{}c{}", self.shape().row_of(cell) + 1, self.shape().column_of(cell) + 1)
    }

    /// The name of a house by its index in [`Rules::houses`].
    fn house(&self, index: usize) -> String {
        let (kind, number) = self.rules.house_kind(index);
        format!("{kind} {}", number + 1)
    }

    /// The digits that a cell may hold, digit `d` as bit `d`.
    fn possible(&self, cell: usize) -> u32 {
        let all = (2u32 << self.shape().side()) - 2;
        let own = self.candidates.map_or(all, |candidates| candidates[cell] << 1);
        let houses = self.rules.houses().filter(|house| house.contains(&(cell as u16)));
        let in_houses = houses.flatten().filter(|&&other| usize::from(other) != cell);
        let taken = in_houses.fold(0, |taken, &other| taken | 1 << self.cells[usize::from(other)]);
        let pairs = self.rules.exclusions().iter().filter_map(|&[a, b]| match cell as u16 {
            c if c == a => Some(b),
            c if c == b => Some(a),
            _ => None,
        });
        own & !pairs.fold(taken, |taken, other| taken | 1 << self.cells[usize::from(other)])
    }

    /// A mistake in words.
    pub fn sentence(&self, mistake: Mistake) -> String {
        match mistake {
            Mistake::NoDigit { cell } => format!("no digit is left for {}", self.cell(cell)),
            Mistake::NoPlace { house, digit } => {
                format!("no cell is left for {} in {}", self.digit(digit), self.house(house))
            }
            Mistake::Twice { digit, cells, rule, is_next } => {
                let before = if is_next { "as the only digits left, " } else { "" };
                let (digit, [a, b]) = (self.digit(digit), cells.map(|cell| self.cell(cell)));
                match rule {
                    Rule::House(house) => {
                        format!("{before}{digit} twice in {}: {a} and {b}", self.house(house))
                    }
                    Rule::Exclusion(pair) => {
                        format!("{before}{digit} at {a} and {b}, {}", self.rules.exclusion_kind(pair))
                    }
                }
            }
        }
    }

    /// Two equal digits among these cells.
    fn clash(&self, cells: &[u8]) -> Option<Mistake> {
        let is_next = cells != self.cells;
        let twice = |cells: [usize; 2], digit, rule| Mistake::Twice { digit, cells, rule, is_next };
        for (index, house) in self.rules.houses().enumerate() {
            let mut first = [None; Shape::MAX_SIDE + 1];
            for cell in house.iter().map(|&cell| usize::from(cell)).filter(|&cell| cells[cell] > 0) {
                if let Some(before) = first[usize::from(cells[cell])].replace(cell) {
                    return Some(twice([before, cell], cells[cell], Rule::House(index)));
                }
            }
        }
        let equal = |pair: &[u16; 2]| {
            let [a, b] = pair.map(|cell| cells[usize::from(cell)]);
            a > 0 && a == b
        };
        let index = self.rules.exclusions().iter().position(equal)?;
        let pair = self.rules.exclusions()[index].map(usize::from);
        Some(twice(pair, cells[pair[0]], Rule::Exclusion(index)))
    }

    /// A mistake that can be seen in the givens: two equal digits in a house, a cell without a digit, or a
    /// digit without a cell. `None` if no mistake is visible, though the board may have no solution.
    pub fn mistake(&self) -> Option<Mistake> {
        if let Some(clash) = self.clash(self.cells) {
            return Some(clash);
        }
        let empty = || (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0);
        if let Some(cell) = empty().find(|&cell| self.possible(cell) == 0) {
            return Some(Mistake::NoDigit { cell });
        }
        self.rules.houses().enumerate().find_map(|(index, house)| {
            let found = house.iter().map(|&cell| usize::from(cell)).fold(0, |found, cell| {
                found | if self.cells[cell] > 0 { 1 << self.cells[cell] } else { self.possible(cell) }
            });
            let digit = (1..=self.shape().side() as u8).find(|digit| found >> digit & 1 == 0)?;
            Some(Mistake::NoPlace { house: index, digit })
        })
    }

    /// Why a hint found a mistake: a [`mistake`](Self::mistake), or two cells that would get the same digit.
    pub fn hint_mistake(&self) -> Option<Mistake> {
        let mut after = self.cells.to_vec();
        for (cell, digit) in after.iter_mut().enumerate().filter(|(_, digit)| **digit == 0) {
            let possible = self.possible(cell);
            if possible.is_power_of_two() {
                *digit = possible.trailing_zeros() as u8;
            }
        }
        // A hint does not look for digits without a cell, so such a digit is not its reason.
        let seen = self.mistake().filter(|mistake| !matches!(mistake, Mistake::NoPlace { .. }));
        seen.or_else(|| self.clash(&after))
    }

    /// The houses of a cell that have digits which no house before them has, with these digits.
    pub(crate) fn taken(&self, cell: usize) -> impl Iterator<Item = (usize, u32)> {
        let houses = self.rules.houses().enumerate().filter(move |(_, house)| house.contains(&(cell as u16)));
        let mut known = 1;
        houses.filter_map(move |(index, house)| {
            let here = house.iter().fold(0, |here, &other| here | 1 << self.cells[usize::from(other)]);
            let new = here & !known;
            known |= here;
            (new != 0).then_some((index, new))
        })
    }

    /// The digits that a hint has put into empty cells, each with the houses that exclude the others.
    pub fn singles(&self, after: &[u8]) -> String {
        let mut text = String::new();
        for cell in (0..after.len()).filter(|&cell| self.cells[cell] == 0 && after[cell] > 0) {
            let gap = if text.is_empty() { "" } else { "; " };
            write!(text, "{gap}{} = {} (", self.cell(cell), self.digit(after[cell]))
                .expect("a string takes all");
            let mut gap = "";
            for (index, taken) in self.taken(cell) {
                let digits = (1..=self.shape().side() as u8).filter(|digit| taken >> digit & 1 == 1);
                let digits: Vec<_> = digits.map(|digit| self.digit(digit).to_string()).collect();
                write!(text, "{gap}{} has {}", self.house(index), digits.join(" "))
                    .expect("a string takes all");
                gap = ", ";
            }
            text.push(')');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::{Variant, Variants};

    fn mistake(variants: impl Into<Variants>, text: &str) -> Option<String> {
        let puzzle: quadrille_grid::Puzzle = text.parse().unwrap();
        let rules = Rules::new(puzzle.shape(), &variants.into()).unwrap();
        let cells = puzzle.givens();
        let board = Explained { rules: &rules, alphabet: Alphabet::Digits, cells, candidates: None };
        board.mistake().map(|mistake| board.sentence(mistake))
    }

    #[test]
    fn two_equal_givens_are_named_with_their_house() {
        let plain = |text: &str| mistake(Variants::default(), text).unwrap_or_default();
        assert_eq!(plain("1..1............"), "1 twice in row 1: r1c1 and r1c4");
        assert_eq!(plain("..2...........2."), "2 twice in column 3: r1c3 and r4c3");
        assert_eq!(plain("..........3....3"), "3 twice in box 4: r3c3 and r4c4");
        assert_eq!(plain("123....4........"), "no digit is left for r1c4");
        assert_eq!(plain("12....3....3...."), "no cell is left for 3 in row 1");
        assert_eq!(plain("1...3..2..4.4..1"), "");
        let diagonal = mistake(Variant::X, "1..............1").unwrap();
        assert_eq!(diagonal, "1 twice in diagonal 1: r1c1 and r4c4");
        let knight = mistake(Variant::AntiKnight, "1.........1.....");
        assert_eq!(knight, None);
        let knight = mistake(Variant::AntiKnight, "1.....1.........").unwrap();
        assert_eq!(knight, "1 at r1c1 and r2c3, a knight's move apart");
    }
}
