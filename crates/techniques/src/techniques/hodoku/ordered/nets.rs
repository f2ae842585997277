//! Forcing nets: what follows from a literal when singles are placed, and the nets that show it.

use super::graph::{Graph, Literal, is_on, literal};
use crate::techniques::{
    hodoku::board::Board,
    houses::{CELLS_OF, HOUSES_OF, cells, members},
    position::Position,
    reason::{Chain, Link, Node, Parent},
};
use std::collections::HashMap;

/// So many times all singles that have arisen are placed.
const ROUNDS: usize = 4;

/// The literals that follow from a candidate that is true or false. They may contradict each other.
pub(super) fn consequences(board: &Board, (cell, digit): (usize, usize), on: bool) -> Vec<Literal> {
    let mut trial = board.clone();
    trial.naked.clear();
    trial.hidden.clear();
    let mut found = Vec::new();
    if on {
        place(&mut trial, &mut found, cell, digit);
    } else {
        trial.remove(cell, digit);
    }
    for _ in 0..ROUNDS {
        let [naked, mut hidden] = [&mut trial.naked, &mut trial.hidden].map(std::mem::take);
        // A hidden single that has gone before the round is left out. All others are placed even if they go during the round.
        let candidates = trial.position.candidates;
        hidden.retain(|&(cell, digit)| candidates[usize::from(cell)] >> digit & 1 == 1);
        for (cell, digit) in naked.into_iter().chain(hidden).map(|(cell, digit)| (cell.into(), digit.into()))
        {
            if trial.digits[cell] == 0 {
                place(&mut trial, &mut found, cell, digit);
            }
        }
    }
    for (digit, (before, after)) in board.position.cells.iter().zip(trial.position.cells).enumerate() {
        let gone = cells(before & !after).filter(|&cell| usize::from(trial.digits[cell]) != digit + 1);
        found.extend(gone.map(|cell| literal(cell, digit, false)));
    }
    found
}

/// Places a digit, which is false as well if it is not a candidate any more.
fn place(trial: &mut Board, found: &mut Vec<Literal>, cell: usize, digit: usize) {
    if trial.position.candidates[cell] >> digit & 1 == 0 {
        found.push(literal(cell, digit, false));
    }
    found.push(literal(cell, digit, true));
    trial.place(cell, digit);
}

/// The literals that follow from an assumption, each with the ones that it follows from.
pub(super) struct Net<'a> {
    graph: &'a Graph,
    position: &'a Position,
    nodes: Vec<(Literal, Vec<Parent>)>,
    numbers: HashMap<Literal, usize>,
    /// The cells in which each digit is false.
    off: [u128; 9],
}

impl<'a> Net<'a> {
    /// The consequences of an assumption by links, for a net by singles too.
    pub fn new(graph: &'a Graph, position: &'a Position, start: Literal, with_singles: bool) -> Net<'a> {
        let numbers = HashMap::from([(start, 0)]);
        let mut net = Net { graph, position, nodes: vec![(start, Vec::new())], numbers, off: [0; 9] };
        let mut next = 0;
        while let Some(&(from, _)) = net.nodes.get(next) {
            for &to in graph.links(from) {
                net.add(to, vec![Parent { node: next, link: graph.link_of(from, to) }]);
            }
            if !is_on(from) && !graph.is_group(from) {
                let (cell, digit) = (graph.cell(from), graph.digit(from));
                net.off[digit] |= 1 << cell;
                if with_singles {
                    net.add_singles(cell, digit);
                }
            }
            next += 1;
        }
        net
    }

    fn add(&mut self, literal: Literal, parents: Vec<Parent>) {
        let number = self.nodes.len();
        if *self.numbers.entry(literal).or_insert(number) == number {
            self.nodes.push((literal, parents));
        }
    }

    /// Adds the last candidate of a cell, and the last places of a digit in its houses.
    pub fn add_singles(&mut self, cell: usize, digit: usize) {
        let of_cell: Vec<(usize, usize)> =
            members(self.position.candidates[cell]).map(|digit| (cell, digit)).collect();
        self.add_single(of_cell, Link::Cell);
        for (house, _) in HOUSES_OF[cell] {
            let places = self.position.cells[digit] & CELLS_OF[usize::from(house)];
            self.add_single(cells(places).map(|cell| (cell, digit)).collect(), Link::House(house));
        }
    }

    /// Adds the only one of some candidates that is not false. If all are false, each of them is true because of the others.
    fn add_single(&mut self, all: Vec<(usize, usize)>, link: Link) {
        let is_off = |&(cell, digit): &(usize, usize)| self.off[digit] >> cell & 1 == 1;
        let (off, left): (Vec<_>, Vec<_>) = all.into_iter().partition(is_off);
        let follow = match left[..] {
            [] => &off[..],
            [_] => &left[..],
            _ => &[],
        };
        for &(cell, digit) in follow {
            let others = off.iter().filter(|other| **other != (cell, digit));
            let numbers = others.filter_map(|&(cell, digit)| self.numbers.get(&literal(cell, digit, false)));
            let parents: Vec<Parent> = numbers.map(|&node| Parent { node, link }).collect();
            if !parents.is_empty() {
                self.add(literal(cell, digit, true), parents);
            }
        }
    }

    /// The part of the net that leads to a literal.
    pub fn to(&self, end: Literal) -> Option<Chain> {
        let mut is_needed = vec![false; self.nodes.len()];
        let end = *self.numbers.get(&end)?;
        is_needed[end] = true;
        for node in (0..=end).rev() {
            if is_needed[node] {
                self.nodes[node].1.iter().for_each(|parent| is_needed[parent.node] = true);
            }
        }
        let mut places = vec![0; self.nodes.len()];
        let mut nodes = Vec::new();
        for node in (0..=end).filter(|&node| is_needed[node]) {
            let (literal, parents) = &self.nodes[node];
            places[node] = nodes.len();
            let parents = parents.iter().map(|parent| Parent { node: places[parent.node], ..*parent });
            let (cells, digits) = (self.graph.cells(*literal), 1 << self.graph.digit(*literal));
            nodes.push(Node { cells, digits, on: is_on(*literal), parents: parents.collect() });
        }
        Some(Chain { nodes })
    }
}
