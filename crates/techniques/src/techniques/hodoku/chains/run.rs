//! A search for all chains of a technique.

use super::{
    graph::{Graph, Kind},
    proof::{Proof, is_grouped, reason},
    search::{Literal, Search},
};
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    position::Position,
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// The shortest proofs for what they remove, each with the number of its graph.
type Proofs = Best<(Proof, usize)>;

/// Offers the chains that begin at a node.
pub(super) type Family = fn(&mut Run, usize);

/// A search in one graph.
pub(super) struct Run<'a> {
    pub position: &'a Position,
    pub graph: &'a Graph,
    pub kind: Kind,
    pub search: Search<'a>,
    number: usize,
    needs_group: bool,
    /// Is added to the lengths of ways.
    later: usize,
    best: &'a mut Proofs,
}

/// Longer than every way.
const LAST: usize = 1 << 16;

/// Gives the chains of a technique, shortest first, one for each combination of removals. As in HoDoKu, a chain through almost locked sets may
/// have a node twice if there is no other way.
pub(super) fn find(
    board: &Board,
    kinds: &[Kind],
    technique: Technique,
    family: Family,
    sink: Sink,
) -> ControlFlow<()> {
    let position = &board.position;
    let graphs: Vec<Graph> = kinds.iter().map(|kind| Graph::new(position, *kind)).collect();
    let mut best = Proofs::default();
    for (number, (graph, &kind)) in graphs.iter().zip(kinds).enumerate() {
        let needs_group = matches!(kind, Kind::Groups | Kind::Sets);
        let modes = [(true, 0), (false, LAST)];
        for &(simple, later) in &modes[..if kind == Kind::Sets { 2 } else { 1 }] {
            let search = Search::new(graph, simple);
            let mut run = Run { position, graph, kind, search, number, needs_group, later, best: &mut best };
            (0..graph.singles).for_each(|start| family(&mut run, start));
        }
    }
    best.into_sorted().into_iter().try_for_each(|(removed, (proof, graph))| {
        let reason = reason(&graphs[graph], &proof);
        let nodes = &reason.chains[0].nodes;
        let (cells, digits) =
            nodes.iter().fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        let step = Step::remove(technique, 0, removed);
        step.map_or(ControlFlow::Continue(()), |step| sink(step.pattern(cells, digits), reason))
    })
}

impl Run<'_> {
    /// The shortest ways from the start of the search to a literal that have what the technique needs.
    pub fn ways(&self, to: Literal) -> impl Iterator<Item = Vec<Literal>> {
        let ways = self.search.ways(to).into_iter();
        ways.filter(|way| !self.needs_group || is_grouped(self.graph, way))
    }

    /// Offers the first way to a literal.
    pub fn offer_first(&mut self, removed: Removals, to: Literal) {
        let length = self.search.length(to).unwrap_or(0) + self.later;
        if self.best.improves(length, removed) {
            let way = self.ways(to).next();
            let proof = way.map(|way| Proof::first(self.graph, way));
            proof.into_iter().for_each(|proof| self.best.offer(length, removed, || (proof, self.number)));
        }
    }

    /// Offers a proof.
    pub fn offer(&mut self, removed: Removals, proof: Proof) {
        self.best.offer(proof.way.len() - 1 + self.later, removed, || (proof, self.number));
    }
}
