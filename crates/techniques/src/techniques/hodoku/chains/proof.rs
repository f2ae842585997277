//! A way through the graph as a reason.

use super::{
    graph::Graph,
    search::{Literal, node_of},
};
use crate::techniques::{
    hodoku::sets::AlmostLockedSet,
    houses::{CELLS_OF, HOUSES_OF},
    reason::{Argument, Chain, Link, Node, Parent, Reason},
};

/// Whether a way has a group or an almost locked set.
pub(super) fn is_grouped(graph: &Graph, way: &[Literal]) -> bool {
    let nodes = way.iter().map(|&literal| node_of(literal).0);
    nodes.clone().any(|node| node >= graph.singles)
        || nodes.clone().zip(nodes.skip(1)).any(|(a, b)| !graph.sets_of(a, b).is_empty())
}

/// A way with its almost locked sets.
#[derive(Clone)]
pub(super) struct Proof {
    pub way: Vec<Literal>,
    /// For each strong link that exists through almost locked sets only, one of them.
    pub sets: Vec<u32>,
}

/// How many proofs of a way are looked at.
const MOST_PROOFS: usize = 64;

impl Proof {
    /// A way with the first set for each link.
    pub fn first(graph: &Graph, way: Vec<Literal>) -> Proof {
        let sets = choices(graph, &way).map(|sets| sets[0]).collect();
        Proof { way, sets }
    }

    /// A way with each combination of sets, at most `MOST_PROOFS`.
    pub fn all(graph: &Graph, way: Vec<Literal>) -> impl Iterator<Item = Proof> {
        let combinations = choices(graph, &way).fold(vec![Vec::new()], |combinations, sets| {
            let longer =
                combinations.iter().flat_map(|chosen| sets.iter().map(|&set| [&chosen[..], &[set]].concat()));
            longer.take(MOST_PROOFS).collect()
        });
        combinations.into_iter().map(move |sets| Proof { way: way.clone(), sets })
    }

    /// The strong links of the way, each with its almost locked set, if it exists through such sets only.
    pub fn strong_links<'a>(
        &'a self,
        graph: &'a Graph,
    ) -> impl Iterator<Item = (usize, usize, Option<&'a AlmostLockedSet>)> {
        let mut sets = self.sets.iter().map(|&set| &graph.sets[set as usize]);
        strong(&self.way)
            .map(move |(a, b)| (a, b, if graph.sets_of(a, b).is_empty() { None } else { sets.next() }))
    }
}

/// The nodes of the strong links of a way.
fn strong(way: &[Literal]) -> impl Iterator<Item = (usize, usize)> {
    let links = way.iter().zip(&way[1..]).map(|(a, b)| (node_of(*a), node_of(*b)));
    links.filter(|(a, _)| !a.1).map(|(a, b)| (a.0, b.0))
}

/// The sets of each strong link that exists through almost locked sets only.
fn choices<'a>(graph: &'a Graph, way: &[Literal]) -> impl Iterator<Item = &'a [u32]> {
    strong(way).map(|(a, b)| graph.sets_of(a, b)).filter(|sets| !sets.is_empty())
}

/// A proof as a chain. Its almost locked sets are the parts of the reason. The last node of a cycle is its first one, so it is left out.
pub(super) fn reason(graph: &Graph, proof: &Proof) -> Reason {
    let (way, mut links) = (&proof.way, proof.strong_links(graph));
    let first = node_of(way[0]);
    let mut reason = Reason { argument: Argument::Ends, ..Reason::default() };
    let mut nodes: Vec<Node> = Vec::new();
    for (at, &literal) in way.iter().enumerate() {
        let (number, on) = node_of(literal);
        let before = at.checked_sub(1).map(|before| {
            let parent = node_of(way[before]).0;
            let set = if on { links.next().and_then(|(.., set)| set) } else { None };
            reason.parts.extend(set.map(AlmostLockedSet::part));
            let link = if set.is_some() { Link::Set } else { link(graph, parent, number, on) };
            Parent { node: before, link }
        });
        let parents: Vec<Parent> = before.into_iter().collect();
        if at > 0 && (number, on) == first {
            reason.argument = Argument::Cycle;
            nodes[0].parents = parents;
        } else {
            let node = &graph.nodes[number];
            nodes.push(Node { cells: node.cells, digits: 1 << node.digit, on, parents });
        }
    }
    if way.len() > 1 && way[way.len() - 1] == way[0] ^ 1 {
        reason.argument = Argument::Opposite;
    }
    reason.chains.push(Chain { nodes });
    reason
}

/// How two nodes are linked, if it is not by an almost locked set.
fn link(graph: &Graph, a: usize, b: usize, strong: bool) -> Link {
    if graph.nodes[a].digit != graph.nodes[b].digit {
        return Link::Cell;
    }
    if strong && let Some(house) = graph.house_of(a, b) {
        return Link::House(house);
    }
    let [a, b] = [a, b].map(|node| graph.nodes[node].cells);
    let houses = HOUSES_OF[a.trailing_zeros() as usize].map(|(house, _)| house);
    let has = |house: u8, set: u128| set & !CELLS_OF[usize::from(house)] == 0;
    // Nodes of almost locked sets may see each other in several houses; then the link names one of them.
    let of_all = houses.into_iter().find(|house| has(*house, a | b));
    let of_first = houses.into_iter().find(|house| has(*house, 1 << b.trailing_zeros()));
    Link::House(of_all.or(of_first).unwrap_or(houses[0]))
}
