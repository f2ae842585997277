//! Links between candidates as bits, to search from all candidates at once.
//!
//! Candidates are numbered in the order of their literals; `W` words hold the bits of all. Two steps lead from an on literal to an
//! off literal and on to the next on literal, so a search never looks at off literals.

use super::{LITERALS, Literals, cell_and_digit, links::Links};
use crate::techniques::{
    houses::{HOUSES_OF, cells, count, members},
    position::Position,
};

type Bits<const W: usize> = [u64; W];

/// The links of a board.
pub(super) struct Graph<const W: usize> {
    /// The literal of each number.
    pub literals: Vec<u16>,
    /// The off literals that an on literal makes, if they make on literals.
    weak: Vec<Bits<W>>,
    /// The off literals that an on literal makes.
    sees: Vec<Bits<W>>,
    /// The on literals that an off literal makes.
    strong: Vec<Bits<W>>,
    /// The on literals that an on literal makes in two steps.
    two: Vec<Bits<W>>,
    /// The candidates that make on literals when they are off.
    pub linked: Literals,
    /// The number of each literal.
    numbers: Vec<u16>,
    /// The on literals from which at most as many double steps lead to the start of a cycle.
    back: Vec<Bits<W>>,
    /// The searches that go on: their starts, the literals that they reached, and the last of these.
    searches: Vec<(usize, Bits<W>, Bits<W>)>,
}

/// All links of a board, through the cell and through the houses of each candidate.
pub(super) struct AllLinks<const W: usize> {
    literals: Vec<u16>,
    /// The off literals that an on literal makes.
    sees: Vec<[Bits<W>; 2]>,
    /// The on literals that an off literal makes.
    strong: Vec<[Bits<W>; 2]>,
}

impl<const W: usize> AllLinks<W> {
    pub fn new() -> AllLinks<W> {
        AllLinks { literals: Vec::new(), sees: Vec::new(), strong: Vec::new() }
    }

    /// Finds the links of a board.
    pub fn read(&mut self, position: &Position) {
        self.literals.clear();
        self.sees.clear();
        self.strong.clear();
        let mut houses = [[[0; W]; 9]; 27];
        for cell in cells(position.open) {
            let (first, mut own) = (self.literals.len(), [0; W]);
            for digit in members(position.candidates[cell]) {
                let number = self.literals.len();
                set(&mut own, number);
                HOUSES_OF[cell]
                    .iter()
                    .for_each(|(house, _)| set(&mut houses[usize::from(*house)][digit], number));
                self.literals.push((9 * cell + digit) as u16);
            }
            let count = self.literals.len() - first;
            for number in first..self.literals.len() {
                let others = without(own, bit(number));
                self.sees.push([others, [0; W]]);
                self.strong.push([if count == 2 { others } else { [0; W] }, [0; W]]);
            }
        }
        for (number, &literal) in self.literals.iter().enumerate() {
            let (cell, digit) = cell_and_digit(literal);
            for (house, _) in HOUSES_OF[cell] {
                let others = without(houses[usize::from(house)][digit], bit(number));
                self.sees[number][1] = or(self.sees[number][1], others);
                if count(position.places[usize::from(house)][digit]) == 2 {
                    self.strong[number][1] = or(self.strong[number][1], others);
                }
            }
        }
    }
}

/// A start of a chain: the number of the candidate, and whether it is on.
pub(super) type Start = (usize, bool);

impl<const W: usize> Graph<W> {
    pub fn new() -> Graph<W> {
        Graph {
            literals: Vec::new(),
            weak: Vec::new(),
            sees: Vec::new(),
            strong: Vec::new(),
            two: Vec::new(),
            linked: [0; 9],
            numbers: vec![0; LITERALS],
            back: Vec::new(),
            searches: Vec::new(),
        }
    }

    /// Takes some links of a board.
    pub fn read(&mut self, all: &AllLinks<W>, links: Links) {
        let uses = |used: bool, bits: Bits<W>| if used { bits } else { [0; W] };
        self.literals.clone_from(&all.literals);
        for sets in [&mut self.weak, &mut self.sees, &mut self.strong, &mut self.two] {
            sets.clear();
        }
        self.linked = [0; 9];
        let mut linked = [0; W];
        for (number, &literal) in all.literals.iter().enumerate() {
            self.numbers[usize::from(literal)] = number as u16;
            let [cell, houses] = all.strong[number];
            let strong = or(uses(links.y, cell), uses(links.x, houses));
            self.strong.push(strong);
            if strong != [0; W] {
                let (cell, digit) = cell_and_digit(literal);
                self.linked[digit] |= 1 << cell;
                set(&mut linked, number);
            }
        }
        for &[cell, houses] in &all.sees {
            let sees = or(uses(links.y, cell), houses);
            let weak = std::array::from_fn(|word| sees[word] & linked[word]);
            self.sees.push(sees);
            self.weak.push(weak);
            self.two.push(union(&self.strong, weak));
        }
    }

    /// The shortest chain from a candidate to its opposite with at most `longest` literals: its length and the first start.
    pub fn chain(&mut self, longest: u32) -> Option<(u32, Start)> {
        self.start_all();
        let (mut length, mut found) = (4, None);
        while length <= longest && !self.searches.is_empty() && found.is_none() {
            self.go_on(|start| {
                found = found.or(Some((length, start)));
            });
            length += 2;
        }
        found
    }

    /// All starts of chains from a candidate to its opposite with at most `longest` literals.
    pub fn all_chains(&mut self, longest: u32, found: &mut Vec<Start>) {
        self.start_all();
        found.clear();
        let mut length = 4;
        while length <= longest && !self.searches.is_empty() {
            self.go_on(|start| found.push(start));
            length += 2;
        }
    }

    /// Begins a search at each candidate, on and then off.
    fn start_all(&mut self) {
        self.searches.clear();
        for number in 0..self.literals.len() {
            let strong = self.strong[number];
            for (start, first) in [(2 * number, bit(number)), (2 * number + 1, strong)] {
                if first != [0; W] {
                    self.searches.push((start, first, first));
                }
            }
        }
    }

    /// Takes two steps in each search. Calls `found` for those that reach their opposite, in order, and ends them.
    #[inline(always)]
    fn go_on(&mut self, mut found: impl FnMut(Start)) {
        let mut kept = 0;
        for at in 0..self.searches.len() {
            let (start, mut reached, last) = self.searches[at];
            let new = without(union(&self.two, last), reached);
            let (number, on) = (start / 2, start.is_multiple_of(2));
            if if on { meet(new, self.sees[number]) } else { has(new, number) } {
                found((number, on));
            } else if new != [0; W] {
                (0..W).for_each(|word| reached[word] |= new[word]);
                self.searches[kept] = (start, reached, new);
                kept += 1;
            }
        }
        self.searches.truncate(kept);
    }

    /// Finds the on literals that lead back to a start in at most `longest` links, for [`Graph::leads_back`].
    pub fn search_back(&mut self, number: usize, longest: u32) {
        self.back.clear();
        let (mut reached, mut new) = (bit(number), bit(number));
        while new != [0; W] && self.back.len() as u32 <= longest / 2 {
            self.back.push(reached);
            // Links are the same in both directions, with their literals negated.
            new = without(union(&self.sees, union(&self.strong, new)), reached);
            (0..W).for_each(|word| reached[word] |= new[word]);
        }
    }

    /// Whether at most `links` links may lead from an on literal to the start of the last [`Graph::search_back`].
    #[inline(always)]
    pub fn leads_back(&self, literal: u16, links: u32) -> bool {
        let steps = (links as usize / 2).min(self.back.len() - 1);
        has(self.back[steps], self.numbers[usize::from(literal)].into())
    }

    /// The candidates that chains with at most `longest` literals remove, with all on literals that these chains may have.
    pub fn removable(&self, longest: u32) -> Option<Bits<W>> {
        let mut all = [0; W];
        for number in 0..self.literals.len() {
            let (mut reached, mut new, mut closes) = (bit(number), bit(number), false);
            let mut length = 4;
            while length <= longest && new != [0; W] {
                new = without(union(&self.two, new), reached);
                closes |= meet(new, self.sees[number]);
                (0..W).for_each(|word| reached[word] |= new[word]);
                length += 2;
            }
            if closes {
                all = or(all, reached);
            }
        }
        (all != [0; W]).then_some(all)
    }

    /// Whether a candidate has a strong link to one of a set.
    pub fn is_linked_to(&self, number: usize, set: Bits<W>) -> bool {
        meet(self.strong[number], set)
    }

    /// Whether a cycle with at most `longest` links may begin at a candidate.
    pub fn may_cycle(&self, number: usize, longest: u32) -> bool {
        bits(self.strong[number]).any(|last| {
            // The cycle ends with `last`, so it does not begin with it. On the way, whatever makes `last` off ends it.
            let mut first = self.weak[number];
            first[last / 64] &= !(1 << (last % 64));
            let mut reached = bit(number);
            let mut new = without(union(&self.strong, first), reached);
            let mut length = 4;
            while length <= longest && new != [0; W] {
                if meet(new, self.sees[last]) {
                    return true;
                }
                (0..W).for_each(|word| reached[word] |= new[word]);
                new = without(union(&self.two, new), reached);
                length += 2;
            }
            false
        })
    }
}

#[inline(always)]
fn set<const W: usize>(bits: &mut Bits<W>, number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// The set of one number.
#[inline(always)]
fn bit<const W: usize>(number: usize) -> Bits<W> {
    let mut bits = [0; W];
    set(&mut bits, number);
    bits
}

#[inline(always)]
fn or<const W: usize>(a: Bits<W>, b: Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline(always)]
fn has<const W: usize>(bits: Bits<W>, number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 == 1
}

#[inline(always)]
fn meet<const W: usize>(a: Bits<W>, b: Bits<W>) -> bool {
    (0..W).fold(0, |all, word| all | a[word] & b[word]) != 0
}

#[inline(always)]
fn without<const W: usize>(a: Bits<W>, b: Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| a[word] & !b[word])
}

/// The union of the sets of some numbers.
#[inline(always)]
fn union<const W: usize>(sets: &[Bits<W>], numbers: Bits<W>) -> Bits<W> {
    let mut all = [0; W];
    for word in 0..W {
        let mut rest = numbers[word];
        while rest != 0 {
            all = or(all, sets[64 * word + rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
    }
    all
}

/// The numbers of a set, ascending.
#[inline(always)]
fn bits<const W: usize>(bits: Bits<W>) -> impl Iterator<Item = usize> {
    (0..W).flat_map(move |word| {
        let mut rest = bits[word];
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * word + bit
            })
        })
    })
}
