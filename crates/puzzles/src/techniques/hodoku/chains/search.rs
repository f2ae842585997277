//! Breadth-first search from a literal.

use super::graph::Graph;

/// Twice the number of a node, plus 1 if it is true.
pub(super) type Literal = u16;

pub(super) fn literal(node: usize, on: bool) -> Literal {
    (2 * node + usize::from(on)) as Literal
}

pub(super) fn node_of(literal: Literal) -> (usize, bool) {
    (usize::from(literal / 2), literal % 2 == 1)
}

const NONE: u16 = u16::MAX;

/// What follows from a literal, with the shortest ways.
pub(super) struct Search<'a> {
    graph: &'a Graph,
    /// The literal before each literal, or none.
    parents: Vec<u16>,
    /// The number of links from the start.
    lengths: Vec<u16>,
    /// The literals that were reached, in order.
    pub reached: Vec<Literal>,
}

impl Search<'_> {
    pub fn new(graph: &Graph) -> Search<'_> {
        let literals = 2 * graph.nodes.len();
        Search { graph, parents: vec![NONE; literals], lengths: vec![0; literals], reached: Vec::new() }
    }

    /// Finds what follows from a literal.
    pub fn run(&mut self, start: Literal) {
        for literal in self.reached.drain(..) {
            self.parents[usize::from(literal)] = NONE;
        }
        self.reached.push(start);
        self.parents[usize::from(start)] = start;
        self.lengths[usize::from(start)] = 0;
        let mut next = 0;
        while let Some(&from) = self.reached.get(next) {
            let (node, on) = node_of(from);
            let linked = if on { &self.graph.weak[node] } else { &self.graph.strong[node] };
            for &to in linked {
                let to = literal(to.into(), !on);
                let parent = &mut self.parents[usize::from(to)];
                if *parent == NONE {
                    *parent = from;
                    self.lengths[usize::from(to)] = self.lengths[usize::from(from)] + 1;
                    self.reached.push(to);
                }
            }
            next += 1;
        }
    }

    /// The number of links from the start to a literal, if it was reached.
    pub fn length(&self, literal: Literal) -> Option<usize> {
        let literal = usize::from(literal);
        (self.parents[literal] != NONE).then_some(self.lengths[literal].into())
    }

    /// The literals from the start to a literal that was reached.
    pub fn way(&self, to: Literal) -> Vec<Literal> {
        let mut way = vec![to];
        for _ in 0..self.lengths[usize::from(to)] {
            way.push(self.parents[usize::from(way[way.len() - 1])]);
        }
        way.reverse();
        way
    }
}
