//! A way through the graph as a reason.

use super::{
    graph::{self, Graph},
    search::{Literal, node_of},
};
use crate::techniques::{
    hodoku::{best::Best, score, search::Sink},
    houses::{CELLS_OF, HOUSES_OF},
    reason::{Chain, Link, Node, Parent, Reason},
    step::{Step, Technique},
};
use std::ops::ControlFlow;

/// Whether a way has no node twice, except that it may end where it began.
pub(super) fn is_simple(way: &[Literal]) -> bool {
    let inner = &way[..way.len() - 1];
    inner.iter().enumerate().all(|(at, literal)| inner[..at].iter().all(|earlier| earlier / 2 != literal / 2))
}

/// Whether a way has a group or an almost locked set.
pub(super) fn is_grouped(graph: &Graph, way: &[Literal]) -> bool {
    way.iter().any(|&literal| !graph.nodes[node_of(literal).0].is_single())
}

/// Gives the steps of the best ways.
pub(super) fn offer_all(
    best: Best<(Vec<Literal>, usize)>,
    graphs: &[Graph],
    technique: Technique,
    sink: Sink,
) -> ControlFlow<()> {
    best.into_sorted().into_iter().try_for_each(|(removed, (way, graph))| {
        let reason = reason(&graphs[graph], &way);
        let nodes = &reason.chains[0].nodes;
        let (cells, digits) =
            nodes.iter().fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        let step = Step::remove(technique, score(technique), removed);
        step.map_or(ControlFlow::Continue(()), |step| sink(step.pattern(cells, digits), reason))
    })
}

/// A way as a chain. Its almost locked sets are the parts of the reason.
pub(super) fn reason(graph: &Graph, way: &[Literal]) -> Reason {
    let (mut nodes, mut parts) = (Vec::new(), Vec::new());
    for (at, &literal) in way.iter().enumerate() {
        let (number, on) = node_of(literal);
        let node = &graph.nodes[number];
        let mut parents = Vec::new();
        if at > 0 {
            let parent = &graph.nodes[node_of(way[at - 1]).0];
            let link = link(parent, node);
            parents.push(Parent { node: at - 1, link: link.clone() });
            if let (Link::Set, Some(set)) = (link, node.set) {
                parts.push(graph.sets[usize::from(set)].part());
            }
        }
        nodes.push(Node { cells: node.cells, digits: 1 << node.digit, on, parents });
    }
    Reason { parts, chains: vec![Chain { nodes }] }
}

/// How two linked nodes are linked.
fn link(a: &graph::Node, b: &graph::Node) -> Link {
    if a.digit != b.digit {
        return if a.set.is_some() && a.set == b.set { Link::Set } else { Link::Cell };
    }
    let houses = HOUSES_OF[a.cells.trailing_zeros() as usize].map(|(house, _)| house);
    let holds = |house: &u8, set: u128| set & !CELLS_OF[usize::from(*house)] == 0;
    // An almost locked set may see a node in several houses; then the link names one of them.
    let (both, first) = (a.cells | b.cells, 1 << b.cells.trailing_zeros());
    let found = houses
        .iter()
        .find(|house| holds(house, both))
        .or_else(|| houses.iter().find(|house| holds(house, first)));
    Link::House(found.copied().unwrap_or(houses[0]))
}
