//! The nodes of a board and their links.

use crate::techniques::{
    hodoku::sets::{AlmostLockedSet, almost_locked_sets},
    houses::{CELLS_OF, HOUSES_OF, PEERS, cells, members, seen_by_all},
    position::Position,
};

/// One candidate, or several candidates of a digit of which one is true if the node is true.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub digit: usize,
    pub cells: u128,
    /// The cells that see all of its cells.
    pub seen: u128,
    /// The almost locked set whose cells with the digit these are.
    pub set: Option<u16>,
}

impl Node {
    fn new(digit: usize, cells: u128, set: Option<u16>) -> Node {
        Node { digit, cells, seen: seen_by_all(cells), set }
    }

    /// Whether it is one candidate.
    pub fn is_single(&self) -> bool {
        self.set.is_none() && self.cells.is_power_of_two()
    }

    /// Whether it excludes another node of its digit.
    fn sees(&self, other: &Node) -> bool {
        other.cells & !self.seen == 0
    }
}

/// Which nodes and links a graph has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Candidates, linked in houses.
    X,
    /// Candidates of cells with two, with a strong link in the cell and weak ones in houses.
    Xy,
    /// Candidates, linked in cells and houses.
    Candidates,
    /// The same, and groups of cells that a line and a box share.
    Groups,
    /// The same, and almost locked sets.
    Sets,
}

/// The nodes of a board and their links. Links go both ways.
pub(super) struct Graph {
    /// Candidates first, then groups, then the digits of almost locked sets.
    pub nodes: Vec<Node>,
    /// The nodes that are false if a node is true.
    pub weak: Vec<Vec<u16>>,
    /// The nodes that are true if a node is false.
    pub strong: Vec<Vec<u16>>,
    /// The number of candidates.
    pub singles: usize,
    pub sets: Vec<AlmostLockedSet>,
}

impl Graph {
    pub fn new(position: &Position, kind: Kind) -> Graph {
        let mut nodes = Vec::new();
        let has_two = position.small_cells()[0];
        for cell in cells(if kind == Kind::Xy { has_two } else { position.open }) {
            nodes.extend(members(position.candidates[cell]).map(|digit| Node::new(digit, 1 << cell, None)));
        }
        let singles = nodes.len();
        if matches!(kind, Kind::Groups | Kind::Sets) {
            nodes.extend(groups(position));
        }
        let places = nodes.len();
        let sets = if kind == Kind::Sets { almost_locked_sets(position, 2) } else { Vec::new() };
        for (number, set) in sets.iter().enumerate() {
            nodes.extend(
                members(set.digits).map(|digit| Node::new(digit, set.places[digit], Some(number as u16))),
            );
        }
        let empty = vec![Vec::new(); nodes.len()];
        let mut graph = Graph { nodes, weak: empty.clone(), strong: empty, singles, sets };
        graph.link_houses(position, places, kind != Kind::Xy);
        if kind != Kind::X {
            graph.link_cells(has_two);
        }
        graph.link_sets(places);
        graph
    }

    fn link_houses(&mut self, position: &Position, places: usize, strong: bool) {
        for digit in 0..9 {
            let of_digit = |node: &usize| self.nodes[*node].digit == digit;
            let nodes: Vec<usize> = (0..self.nodes.len()).filter(of_digit).collect();
            for (at, &a) in nodes.iter().enumerate() {
                for &b in &nodes[at + 1..] {
                    if self.nodes[a].sees(&self.nodes[b]) {
                        add(&mut self.weak, a, b);
                        if strong && b < places && self.are_all(position, a, b) {
                            add(&mut self.strong, a, b);
                        }
                    }
                }
            }
        }
    }

    /// Whether two nodes are all places of their digit in some house.
    fn are_all(&self, position: &Position, a: usize, b: usize) -> bool {
        let (both, digit) = (self.nodes[a].cells | self.nodes[b].cells, self.nodes[a].digit);
        let houses = HOUSES_OF[both.trailing_zeros() as usize];
        houses.iter().any(|(house, _)| position.cells[digit] & CELLS_OF[usize::from(*house)] == both)
    }

    fn link_cells(&mut self, has_two: u128) {
        for a in 0..self.singles {
            let others = a + 1..self.singles;
            for b in others.take_while(|b| self.nodes[*b].cells == self.nodes[a].cells) {
                add(&mut self.weak, a, b);
                if self.nodes[a].cells & has_two != 0 {
                    add(&mut self.strong, a, b);
                }
            }
        }
    }

    /// Links the digits of almost locked sets: without one digit, a set has all others.
    fn link_sets(&mut self, first: usize) {
        for a in first..self.nodes.len() {
            let others = a + 1..self.nodes.len();
            for b in others.take_while(|b| self.nodes[*b].set == self.nodes[a].set) {
                add(&mut self.strong, a, b);
            }
        }
    }
}

fn add(links: &mut [Vec<u16>], a: usize, b: usize) {
    links[a].push(b as u16);
    links[b].push(a as u16);
}

/// The candidates of a digit in the cells that a line and a box share, if there are several.
fn groups(position: &Position) -> Vec<Node> {
    let mut groups = Vec::new();
    for line in 9..27 {
        for house in 0..9 {
            let shared = CELLS_OF[line] & CELLS_OF[house];
            let all = position.cells.iter().enumerate().map(|(digit, cells)| (digit, cells & shared));
            let several = all.filter(|(_, cells)| cells.count_ones() > 1);
            groups.extend(several.map(|(digit, cells)| Node::new(digit, cells, None)));
        }
    }
    groups
}
