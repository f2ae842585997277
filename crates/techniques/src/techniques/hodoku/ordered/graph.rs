//! Literals, their links in HoDoKu's order, and the table of what follows from a literal.
//!
//! A **literal** is twice the number of its node, plus 1 if it is true. Nodes are candidates (9 × cell + digit), and then groups of cells.

use crate::techniques::{
    hodoku::groups::{Group, groups},
    houses::{BOX, CELLS_OF, COLUMN, HOUSES_OF, PEERS, ROW, cells, members, seen_by_all},
    position::Position,
    reason::{Chain, Link, Node, Parent},
};

/// Twice the number of a node, plus 1 if it is true.
pub(super) type Literal = u16;

/// The number of candidates of an empty board, after which the groups are numbered.
const SINGLES: usize = 729;
/// A table has no more entries.
const LONGEST: usize = 1000;

pub(super) fn literal(cell: usize, digit: usize, on: bool) -> Literal {
    (2 * (9 * cell + digit) + usize::from(on)) as Literal
}

/// Whether a literal is true.
pub(super) fn is_on(literal: Literal) -> bool {
    literal % 2 == 1
}

/// The links of all literals.
pub(super) struct Graph {
    groups: Vec<Group>,
    /// The cells of each digit.
    places: [u128; 9],
    /// The literals that follow from each literal at once, in order.
    links: Vec<Vec<Literal>>,
}

impl Graph {
    /// The links of a board, with or without groups.
    pub fn new(position: &Position, with_groups: bool) -> Graph {
        let groups = if with_groups { groups(position) } else { Vec::new() };
        let links = vec![Vec::new(); 2 * (SINGLES + groups.len())];
        let mut graph = Graph { groups, places: position.cells, links };
        for cell in cells(position.open) {
            members(position.candidates[cell]).for_each(|digit| graph.link_single(position, cell, digit));
        }
        (0..graph.groups.len()).for_each(|group| graph.link_group(position, group));
        graph
    }

    /// The literals that follow from a literal at once.
    pub fn links(&self, literal: Literal) -> &[Literal] {
        &self.links[usize::from(literal)]
    }

    /// The number of literals, also of candidates that the board does not have.
    pub fn literals(&self) -> usize {
        self.links.len()
    }

    /// The cells of a literal.
    pub fn cells(&self, literal: Literal) -> u128 {
        let node = usize::from(literal / 2);
        node.checked_sub(SINGLES).map_or(1 << (node / 9), |group| self.groups[group].cells)
    }

    /// The first cell of a literal.
    pub fn cell(&self, literal: Literal) -> usize {
        self.cells(literal).trailing_zeros() as usize
    }

    /// The digit of a literal.
    pub fn digit(&self, literal: Literal) -> usize {
        let node = usize::from(literal / 2);
        node.checked_sub(SINGLES).map_or(node % 9, |group| self.groups[group].digit)
    }

    pub fn is_group(&self, literal: Literal) -> bool {
        usize::from(literal / 2) >= SINGLES
    }

    fn link(&mut self, from: Literal, to: Literal) {
        let links = &mut self.links[usize::from(from)];
        if !links.contains(&to) {
            links.push(to);
        }
    }

    /// Links a candidate to the others of its cell and to the other places of its digit.
    fn link_single(&mut self, position: &Position, cell: usize, digit: usize) {
        let [off, on] = [false, true].map(|on| literal(cell, digit, on));
        let others = position.candidates[cell] & !(1 << digit);
        for other in members(others) {
            self.link(on, literal(cell, other, false));
            if others.is_power_of_two() {
                self.link(off, literal(cell, other, true));
            }
        }
        for kind in [ROW, COLUMN, BOX] {
            let house = usize::from(HOUSES_OF[cell][kind].0);
            let peers = position.cells[digit] & CELLS_OF[house] & !(1 << cell);
            for peer in cells(peers) {
                self.link(on, literal(peer, digit, false));
                if peers.is_power_of_two() {
                    self.link(off, literal(peer, digit, true));
                }
            }
        }
    }

    /// Links a group to the candidates and the groups that see it.
    fn link_group(&mut self, position: &Position, number: usize) {
        let [off, on] = [0, 1].map(|on| (2 * (SINGLES + number) + on) as Literal);
        let Group { digit, cells: own, line, in_box } = self.groups[number];
        let seen = position.cells[digit] & seen_by_all(own);
        for cell in cells(seen) {
            self.link(on, literal(cell, digit, false));
            self.link(literal(cell, digit, true), off);
        }
        for house in [in_box, line] {
            let rest = seen & CELLS_OF[house];
            if rest.count_ones() == 1 {
                let cell = rest.trailing_zeros() as usize;
                self.link(off, literal(cell, digit, true));
                self.link(literal(cell, digit, false), on);
            }
        }
        let apart = |group: &Group| group.digit == digit && group.cells & own == 0;
        let others: Vec<usize> = (0..self.groups.len()).filter(|&other| apart(&self.groups[other])).collect();
        let is_in = |other: &Group, house: usize| other.cells & !CELLS_OF[house] == 0;
        let of = |other: usize| (2 * (SINGLES + other)) as Literal;
        for &other in &others {
            if [in_box, line].iter().any(|&house| is_in(&self.groups[other], house)) {
                self.link(on, of(other));
            }
        }
        for house in [line, in_box] {
            let mut with = others.iter().filter(|&&other| is_in(&self.groups[other], house));
            if let (Some(&only), None) = (with.next(), with.next()) {
                let both = own | self.groups[only].cells;
                if position.cells[digit] & CELLS_OF[house] & !both == 0 {
                    self.link(off, of(only) + 1);
                }
            }
        }
    }

    /// The table of a literal, breadth first.
    pub fn table(&self, start: Literal) -> Table {
        let mut table = Table { entries: vec![start], before: vec![0], levels: vec![0] };
        let mut seen = vec![0u64; self.links.len().div_ceil(64)];
        seen[usize::from(start) / 64] |= 1 << (start % 64);
        let mut next = 0;
        while let Some(&from) = table.entries.get(next) {
            for &to in &self.links[usize::from(from)] {
                let (word, bit) = (usize::from(to) / 64, 1 << (to % 64));
                if seen[word] & bit == 0 && table.entries.len() < LONGEST {
                    seen[word] |= bit;
                    table.entries.push(to);
                    table.before.push(next as u16);
                    table.levels.push(table.levels[next] + 1);
                }
            }
            next += 1;
        }
        table
    }

    /// Literals as a chain.
    pub fn chain(&self, path: &[Literal]) -> Chain {
        let mut nodes = Vec::new();
        for (at, &literal) in path.iter().enumerate() {
            let parents =
                at.checked_sub(1).map(|node| Parent { node, link: self.link_of(path[node], literal) });
            let (cells, digits) = (self.cells(literal), 1 << self.digit(literal));
            nodes.push(Node { cells, digits, on: is_on(literal), parents: parents.into_iter().collect() });
        }
        Chain { nodes }
    }

    /// How a literal follows from another one.
    pub fn link_of(&self, from: Literal, to: Literal) -> Link {
        let both = self.cells(from) | self.cells(to);
        let houses = HOUSES_OF[self.cell(from)].map(|(house, _)| house);
        let others = if is_on(to) { self.places[self.digit(to)] & !both } else { 0 };
        let links = |house: &u8| both & !CELLS_OF[usize::from(*house)] == 0;
        let mut links = houses.into_iter().filter(links);
        let shared = links.find(|&house| others & CELLS_OF[usize::from(house)] == 0);
        match shared {
            Some(house) if self.digit(from) == self.digit(to) => Link::House(house),
            _ => Link::Cell,
        }
    }

    /// The cells that see all cells of a literal.
    pub fn seen(&self, literal: Literal) -> u128 {
        cells(self.cells(literal)).fold(u128::MAX, |seen, cell| seen & PEERS[cell])
    }
}

/// The literals that follow from a literal.
pub(super) struct Table {
    /// The literals in order, the start first.
    pub entries: Vec<Literal>,
    /// The entry from which each entry follows.
    before: Vec<u16>,
    /// How many links each entry is away from the start.
    pub levels: Vec<u16>,
}

impl Table {
    /// The literals from the start to an entry.
    pub fn path(&self, mut entry: usize) -> Vec<Literal> {
        let mut path = vec![self.entries[entry]];
        while entry != 0 {
            entry = self.before[entry].into();
            path.push(self.entries[entry]);
        }
        path.reverse();
        path
    }
}
