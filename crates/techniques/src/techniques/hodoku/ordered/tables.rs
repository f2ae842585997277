//! All that follows from each literal, and what the tables together show.

use super::{
    graph::{Graph, Literal, is_on, literal},
    nets::consequences,
};
use crate::techniques::{
    hodoku::board::Board,
    houses::{CELLS_OF, PEERS, cells, members},
    position::Position,
    reason::Argument,
};

/// A set of literals.
type Literals = Vec<u64>;

/// The literals that follow from each literal, and what they are.
pub(super) struct Tables {
    starts: Vec<Literal>,
    /// For each literal, the cells of each digit that are false, and those that are true.
    sets: Vec<[[u128; 9]; 2]>,
    /// The cells that may have each digit because of the placed digits alone.
    allowed: [u128; 9],
}

impl Tables {
    /// The tables of chains, or of nets: there the singles are placed that arise from a literal.
    pub fn new(board: &Board, graph: &Graph, with_nets: bool) -> Tables {
        let position = &board.position;
        let candidates = cells(position.open)
            .flat_map(|cell| members(position.candidates[cell]).map(move |digit| (cell, digit)));
        let candidates: Vec<_> = candidates.flat_map(|at| [false, true].map(|on| (at, on))).collect();
        let starts: Vec<Literal> =
            candidates.iter().map(|&((cell, digit), on)| literal(cell, digit, on)).collect();
        let mut direct = vec![vec![0; graph.literals().div_ceil(64)]; graph.literals()];
        for (from, direct) in direct.iter_mut().enumerate() {
            graph.links(from as Literal).iter().for_each(|&to| insert(direct, to));
        }
        for (&(at, on), &start) in candidates.iter().zip(&starts).filter(|_| with_nets) {
            consequences(board, at, on)
                .into_iter()
                .for_each(|to| insert(&mut direct[usize::from(start)], to));
        }
        let mut sets = vec![[[0; 9]; 2]; graph.literals()];
        for &start in &starts {
            sets[usize::from(start)] = sets_of(graph, &closure(&direct, start));
        }
        let seen = |digit: usize| {
            let placed = (0..81).filter(|&cell| usize::from(board.digits[cell]) == digit + 1);
            placed.fold(0, |seen, cell| seen | PEERS[cell])
        };
        Tables { starts, sets, allowed: std::array::from_fn(|digit| position.open & !seen(digit)) }
    }

    /// The literals that have a table, ascending.
    pub fn starts(&self) -> impl Iterator<Item = Literal> {
        self.starts.iter().copied()
    }

    /// The cells of each digit that are false, and those that are true.
    fn sets(&self, start: Literal) -> &[[u128; 9]; 2] {
        &self.sets[usize::from(start)]
    }

    /// A candidate that is both true and false because of a literal: it is both in the table, or another digit of the cell or another place in a
    /// house is true, or all other ones are false.
    pub fn contradiction(&self, position: &Position, start: Literal) -> Option<(usize, usize)> {
        let [off, on] = self.sets(start);
        let first = |set: u128| set.trailing_zeros() as usize;
        for digit in 0..9 {
            let both = on[digit] & off[digit];
            if both != 0 {
                return Some((first(both), digit));
            }
            let later = (digit + 1..9).find(|&other| on[digit] & on[other] != 0);
            if let Some(other) = later {
                return Some((first(on[digit] & on[other]), digit));
            }
            for house in CELLS_OF {
                let (placed, allowed) = (on[digit] & house, self.allowed[digit] & house);
                if placed.count_ones() > 1 {
                    return Some((first(placed), digit));
                }
                if allowed != 0 && allowed & !off[digit] == 0 {
                    return Some((first(allowed), digit));
                }
            }
        }
        let has_rest = |cell: &usize| {
            members(position.candidates[*cell]).any(|digit| off[digit] >> cell & 1 == 0)
                || on.iter().any(|set| set >> cell & 1 == 1)
        };
        let cell = cells(position.open).find(|cell| !has_rest(cell))?;
        Some((cell, members(position.candidates[cell]).next()?))
    }

    /// Calls `each` with the literals that follow from a candidate and from its opposite, from all candidates of a cell, and from all places of a
    /// digit in a house.
    pub fn verities(&self, position: &Position, mut each: impl FnMut(Literal, &[Literal], Argument)) {
        for start in self.starts().filter(|&start| is_on(start)) {
            let own = 1 << (start / 18);
            self.common(&[start, start ^ 1], own, Argument::Double, &mut each);
        }
        for cell in cells(position.open) {
            let starts = members(position.candidates[cell]).map(|digit| literal(cell, digit, true));
            self.common(&starts.collect::<Vec<_>>(), 0, Argument::Cell(cell as u8), &mut each);
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let places = position.cells[digit] & CELLS_OF[house];
            let starts = cells(places).map(|cell| literal(cell, digit, true));
            self.common(&starts.collect::<Vec<_>>(), 0, Argument::House(house as u8), &mut each);
        }
    }

    /// Calls `each` with the literals outside some cells that follow from all starts.
    fn common(
        &self,
        starts: &[Literal],
        except: u128,
        argument: Argument,
        each: &mut impl FnMut(Literal, &[Literal], Argument),
    ) {
        if starts.is_empty() {
            return;
        }
        for (on, digit) in [true, false].into_iter().flat_map(|on| (0..9).map(move |digit| (on, digit))) {
            let of = |start: &Literal| self.sets(*start)[usize::from(on)][digit];
            let common = starts.iter().fold(!except, |common, start| common & of(start));
            cells(common).for_each(|cell| each(literal(cell, digit, on), starts, argument));
        }
    }
}

fn insert(set: &mut Literals, literal: Literal) {
    set[usize::from(literal) / 64] |= 1 << (literal % 64);
}

/// All literals that follow from a literal, itself included.
fn closure(direct: &[Literals], start: Literal) -> Literals {
    let mut all = vec![0; direct[usize::from(start)].len()];
    insert(&mut all, start);
    let mut open = all.clone();
    while let Some(word) = open.iter().position(|&word| word != 0) {
        let next = 64 * word + open[word].trailing_zeros() as usize;
        open[word] &= open[word] - 1;
        for ((all, open), &new) in all.iter_mut().zip(&mut open).zip(&direct[next]) {
            *open |= new & !*all;
            *all |= new;
        }
    }
    all
}

/// The cells of each digit that are false, and those that are true.
fn sets_of(graph: &Graph, literals: &Literals) -> [[u128; 9]; 2] {
    let mut sets = [[0; 9]; 2];
    for literal in (0..graph.literals() as Literal).filter(|&literal| !graph.is_group(literal)) {
        if literals[usize::from(literal) / 64] >> (literal % 64) & 1 == 1 {
            sets[usize::from(is_on(literal))][graph.digit(literal)] |= graph.cells(literal);
        }
    }
    sets
}
