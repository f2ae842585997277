//! The nodes of a board and their links.

use crate::techniques::{
    hodoku::{
        groups::groups,
        sets::{AlmostLockedSet, almost_locked_sets},
    },
    houses::{CELLS_OF, HOUSES_OF, cells, members, seen_by_all},
    position::Position,
};
use std::collections::HashMap;

/// One candidate, or several candidates of a digit of which one is true if the node is true.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub digit: usize,
    pub cells: u128,
    /// The cells that see all of its cells.
    pub seen: u128,
}

impl Node {
    fn new(digit: usize, cells: u128) -> Node {
        Node { digit, cells, seen: seen_by_all(cells) }
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
    /// Candidates first, then groups, then what else almost locked sets have.
    pub nodes: Vec<Node>,
    /// The nodes that are false if a node is true.
    pub weak: Vec<Vec<u32>>,
    /// The nodes that are true if a node is false.
    pub strong: Vec<Vec<u32>>,
    /// The cells of each digit.
    places: [u128; 9],
    /// The number of candidates.
    pub singles: usize,
    pub sets: Vec<AlmostLockedSet>,
    /// The almost locked sets of the links that exist through them only.
    through: HashMap<(u32, u32), Vec<u32>>,
}

impl Graph {
    pub fn new(position: &Position, kind: Kind) -> Graph {
        let mut nodes = Vec::new();
        let has_two = position.small_cells()[0];
        for cell in cells(if kind == Kind::Xy { has_two } else { position.open }) {
            nodes.extend(members(position.candidates[cell]).map(|digit| Node::new(digit, 1 << cell)));
        }
        let singles = nodes.len();
        if matches!(kind, Kind::Groups | Kind::Sets) {
            nodes.extend(groups(position).iter().map(|group| Node::new(group.digit, group.cells)));
        }
        let simple = nodes.len();
        let sets = if kind == Kind::Sets { almost_locked_sets(position, 2) } else { Vec::new() };
        let of_sets = add_sets(&mut nodes, &sets);
        let empty = vec![Vec::new(); nodes.len()];
        let (weak, strong, through) = (empty.clone(), empty, HashMap::new());
        let mut graph = Graph { nodes, weak, strong, places: position.cells, singles, sets, through };
        graph.link_houses(simple, kind != Kind::Xy);
        if kind != Kind::X {
            graph.link_cells(has_two);
        }
        for (set, nodes) in of_sets.iter().enumerate() {
            graph.link_set(position, set, nodes);
        }
        graph
    }

    /// The almost locked sets of a strong link that exists through such sets only.
    pub fn sets_of(&self, a: usize, b: usize) -> &[u32] {
        self.through.get(&pair(a, b)).map_or(&[], Vec::as_slice)
    }

    fn link_houses(&mut self, simple: usize, strong: bool) {
        for digit in 0..9 {
            let of_digit = |node: &usize| self.nodes[*node].digit == digit;
            let nodes: Vec<usize> = (0..self.nodes.len()).filter(of_digit).collect();
            for (at, &a) in nodes.iter().enumerate() {
                for &b in &nodes[at + 1..] {
                    if self.nodes[a].sees(&self.nodes[b]) {
                        self.weak[a].push(b as u32);
                        self.weak[b].push(a as u32);
                        if strong && b < simple && self.house_of(a, b).is_some() {
                            add(&mut self.strong, a, b);
                        }
                    }
                }
            }
        }
    }

    /// A house in which two nodes are all places of their digit.
    pub fn house_of(&self, a: usize, b: usize) -> Option<u8> {
        let (both, digit) = (self.nodes[a].cells | self.nodes[b].cells, self.nodes[a].digit);
        let mut houses = HOUSES_OF[both.trailing_zeros() as usize].iter().map(|(house, _)| *house);
        houses.find(|house| self.places[digit] & CELLS_OF[usize::from(*house)] == both)
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

    /// Links the digits of an almost locked set: without one digit, it has all others. So another cell has a candidate if it sees its other
    /// ones, at least two, in the set.
    fn link_set(&mut self, position: &Position, number: usize, nodes: &[usize]) {
        for (at, &a) in nodes.iter().enumerate() {
            nodes[at + 1..].iter().for_each(|&b| self.link_through(number, a, b));
            for b in 0..self.singles {
                let (set, Node { digit, cells, .. }) = (&self.sets[number], self.nodes[b]);
                let others = position.candidates[cells.trailing_zeros() as usize] & !(1 << digit);
                let gone = |other: usize| other != self.nodes[a].digit && set.seen[other] & cells != 0;
                if cells & set.cells == 0 && others.count_ones() > 1 && members(others).all(gone) {
                    self.link_through(number, a, b);
                }
            }
        }
    }

    fn link_through(&mut self, set: usize, a: usize, b: usize) {
        if add(&mut self.strong, a, b) {
            self.through.insert(pair(a, b), vec![set as u32]);
        } else if let Some(sets) = self.through.get_mut(&pair(a, b)) {
            sets.push(set as u32);
        }
    }
}

/// Adds the nodes of almost locked sets that are not there yet. Returns the nodes of each set.
fn add_sets(nodes: &mut Vec<Node>, sets: &[AlmostLockedSet]) -> Vec<Vec<usize>> {
    let key = |node: &Node| (node.digit, node.cells);
    let mut numbers: HashMap<_, _> = nodes.iter().map(key).zip(0..).collect();
    let mut node = |digit: usize, cells: u128| {
        *numbers.entry((digit, cells)).or_insert_with(|| {
            nodes.push(Node::new(digit, cells));
            nodes.len() - 1
        })
    };
    sets.iter().map(|set| members(set.digits).map(|digit| node(digit, set.places[digit])).collect()).collect()
}

/// Two nodes in the order of their numbers.
fn pair(a: usize, b: usize) -> (u32, u32) {
    (a.min(b) as u32, a.max(b) as u32)
}

/// Adds a link unless it is there. Returns whether it was added.
fn add(links: &mut [Vec<u32>], a: usize, b: usize) -> bool {
    let is_new = !links[a].contains(&(b as u32));
    if is_new {
        links[a].push(b as u32);
        links[b].push(a as u32);
    }
    is_new
}
