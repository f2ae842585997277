//! Hints and contradictions in words.

use quadrille_core::grid::{Alphabet, Rules, Shape};
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

    /// Two equal digits among these cells, in words.
    fn clash(&self, cells: &[u8]) -> Option<String> {
        for (index, house) in self.rules.houses().enumerate() {
            let mut first = [None; Shape::MAX_SIDE + 1];
            for cell in house.iter().map(|&cell| usize::from(cell)).filter(|&cell| cells[cell] > 0) {
                if let Some(before) = first[usize::from(cells[cell])].replace(cell) {
                    let (digit, house) = (self.digit(cells[cell]), self.house(index));
                    return Some(format!(
                        "{digit} twice in {house}: {} and {}",
                        self.cell(before),
                        self.cell(cell)
                    ));
                }
            }
        }
        let equal = |pair: &[u16; 2]| {
            let [a, b] = pair.map(|cell| cells[usize::from(cell)]);
            a > 0 && a == b
        };
        let index = self.rules.exclusions().iter().position(equal)?;
        let [a, b] = self.rules.exclusions()[index].map(usize::from);
        let kind = self.rules.exclusion_kind(index);
        Some(format!("{} at {} and {}, {kind}", self.digit(cells[a]), self.cell(a), self.cell(b)))
    }

    /// A mistake that can be seen in the givens, in words: two equal digits in a house, a cell without a digit, or a
    /// digit without a cell. `None` if no mistake is visible, though the board may have no solution.
    pub fn mistake(&self) -> Option<String> {
        if let Some(clash) = self.clash(self.cells) {
            return Some(clash);
        }
        let empty = || (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0);
        if let Some(cell) = empty().find(|&cell| self.possible(cell) == 0) {
            return Some(format!("no digit is left for {}", self.cell(cell)));
        }
        for (index, house) in self.rules.houses().enumerate() {
            let found = house.iter().map(|&cell| usize::from(cell)).fold(0, |found, cell| {
                found | if self.cells[cell] > 0 { 1 << self.cells[cell] } else { self.possible(cell) }
            });
            if let Some(digit) = (1..=self.shape().side() as u8).find(|digit| found >> digit & 1 == 0) {
                return Some(format!("no cell is left for {} in {}", self.digit(digit), self.house(index)));
            }
        }
        None
    }

    /// Why a hint found a mistake: a [`mistake`](Self::mistake), or two cells that would get the same digit.
    pub fn hint_mistake(&self) -> String {
        let mut after = self.cells.to_vec();
        for (cell, digit) in after.iter_mut().enumerate().filter(|(_, digit)| **digit == 0) {
            let possible = self.possible(cell);
            if possible.is_power_of_two() {
                *digit = possible.trailing_zeros() as u8;
            }
        }
        let singles = || Some(format!("as the only digits left, {}", self.clash(&after)?));
        // A hint does not look for digits without a cell, so such a digit is not its reason.
        self.mistake().filter(|mistake| !mistake.starts_with("no cell")).or_else(singles).unwrap_or_default()
    }

    /// The digits that a hint has put into empty cells, each with the houses that exclude the others.
    pub fn singles(&self, after: &[u8]) -> String {
        let mut text = String::new();
        for cell in (0..after.len()).filter(|&cell| self.cells[cell] == 0 && after[cell] > 0) {
            let gap = if text.is_empty() { "" } else { "; " };
            write!(text, "{gap}{} = {} (", self.cell(cell), self.digit(after[cell]))
                .expect("a string takes all");
            let (mut known, mut gap) = (0u32, "");
            let houses = self.rules.houses().enumerate().filter(|(_, house)| house.contains(&(cell as u16)));
            for (index, house) in houses {
                let here = house.iter().fold(0, |here, &other| here | 1 << self.cells[usize::from(other)]);
                let new = here & !known & !1;
                if new != 0 {
                    let digits = (1..=self.shape().side() as u8).filter(|digit| new >> digit & 1 == 1);
                    let digits: Vec<_> = digits.map(|digit| self.digit(digit).to_string()).collect();
                    write!(text, "{gap}{} has {}", self.house(index), digits.join(" "))
                        .expect("a string takes all");
                    gap = ", ";
                }
                known |= here;
            }
            text.push(')');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::grid::{Variant, Variants};

    fn mistake(variants: impl Into<Variants>, text: &str) -> Option<String> {
        let puzzle: quadrille_core::grid::Puzzle = text.parse().unwrap();
        let rules = Rules::new(puzzle.shape(), &variants.into()).unwrap();
        Explained { rules: &rules, alphabet: Alphabet::Digits, cells: puzzle.givens(), candidates: None }
            .mistake()
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
