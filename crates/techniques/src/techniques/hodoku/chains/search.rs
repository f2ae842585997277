//! Breadth-first search from a literal.

use super::graph::Graph;

/// Twice the number of a node, plus 1 if it is true.
pub(super) type Literal = u32;

pub(super) fn literal(node: usize, on: bool) -> Literal {
    (2 * node + usize::from(on)) as Literal
}

pub(super) fn node_of(literal: Literal) -> (usize, bool) {
    ((literal / 2) as usize, literal % 2 == 1)
}

const NONE: Literal = Literal::MAX;

/// How many ways to a literal are looked at.
const MOST_WAYS: usize = 64;

/// The literals that follow from a literal, with the shortest ways.
pub(super) struct Search<'a> {
    graph: &'a Graph,
    /// The literal before each literal, or none.
    parents: Vec<Literal>,
    /// The number of links from the start.
    lengths: Vec<u32>,
    /// The literals that were reached, in order.
    pub reached: Vec<Literal>,
    /// Whether ways have no node twice, except that they may end where they began.
    simple: bool,
}

impl Search<'_> {
    pub fn new(graph: &Graph, simple: bool) -> Search<'_> {
        let literals = 2 * graph.nodes.len();
        let (parents, lengths) = (vec![NONE; literals], vec![0; literals]);
        Search { graph, parents, lengths, reached: Vec::new(), simple }
    }

    /// Finds what follows from a literal.
    pub fn run(&mut self, start: Literal) {
        for literal in self.reached.drain(..) {
            self.parents[literal as usize] = NONE;
        }
        self.reached.push(start);
        self.parents[start as usize] = start;
        self.lengths[start as usize] = 0;
        let mut next = 0;
        while let Some(&from) = self.reached.get(next) {
            next += 1;
            if from == start ^ 1 {
                continue;
            }
            let (node, on) = node_of(from);
            let linked = if on { &self.graph.weak[node] } else { &self.graph.strong[node] };
            for &to in linked {
                let to = literal(to as usize, !on);
                if self.parents[to as usize] == NONE && !(self.simple && self.has_node(from, to)) {
                    self.parents[to as usize] = from;
                    self.lengths[to as usize] = self.lengths[from as usize] + 1;
                    self.reached.push(to);
                }
            }
        }
    }

    /// Whether the way to a literal has the node of another literal, except as its start.
    fn has_node(&self, mut literal: Literal, other: Literal) -> bool {
        while self.parents[literal as usize] != literal {
            if literal / 2 == other / 2 {
                return true;
            }
            literal = self.parents[literal as usize];
        }
        false
    }

    /// The number of links from the start to a literal, if it was reached.
    pub fn length(&self, literal: Literal) -> Option<usize> {
        let literal = literal as usize;
        (self.parents[literal] != NONE).then_some(self.lengths[literal] as usize)
    }

    /// The shortest ways from the start to a literal that was reached, at most `MOST_WAYS`.
    pub fn ways(&self, to: Literal) -> Vec<Vec<Literal>> {
        let mut ways = vec![vec![to]];
        for length in (0..self.length(to).unwrap_or(0)).rev() {
            let longer = ways.iter().flat_map(|way| {
                let (node, on) = node_of(way[way.len() - 1]);
                let linked = if on { &self.graph.strong[node] } else { &self.graph.weak[node] };
                let before = linked.iter().map(move |&from| literal(from as usize, !on));
                let nearer = before.filter(move |from| self.length(*from) == Some(length));
                nearer.map(move |from| [&way[..], &[from]].concat())
            });
            ways = longer.take(MOST_WAYS).collect();
        }
        ways.iter_mut().for_each(|way| way.reverse());
        ways.retain(|way| !self.simple || is_simple(way));
        ways
    }
}

/// Whether a way has no node twice, except that it may end where it began.
fn is_simple(way: &[Literal]) -> bool {
    let inner = &way[..way.len() - 1];
    inner.iter().enumerate().all(|(at, literal)| inner[..at].iter().all(|earlier| earlier / 2 != literal / 2))
}
