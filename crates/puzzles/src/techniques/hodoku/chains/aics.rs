//! Chains between two candidates of which one is true: X-chains, XY-chains and AICs.

use super::{
    graph::{Graph, Kind},
    proof::{is_grouped, is_simple, offer_all},
    search::{Literal, Search, literal, node_of},
};
use crate::techniques::{
    hodoku::{
        best::Best,
        board::Board,
        search::{Settings, Sink},
    },
    houses::PEERS,
    position::Position,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The shortest X-chain for each combination of removals.
pub(in super::super) fn x_chains(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::X], Technique::XChain, sink)
}

/// The shortest XY-chain for each combination of removals.
pub(in super::super) fn xy_chains(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Xy], Technique::XyChain, sink)
}

/// The shortest AIC for each combination of two removals or more.
pub(in super::super) fn aics(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::Aic, sink)
}

/// The shortest AIC with a group or an almost locked set, for each combination of two removals or more.
pub(in super::super) fn grouped_aics(board: &Board, settings: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, settings.grouped(), Technique::GroupedAic, sink)
}

impl Settings {
    /// The graphs for grouped chains.
    pub(super) fn grouped(self) -> &'static [Kind] {
        if self.sets_in_chains { &[Kind::Groups, Kind::Sets] } else { &[Kind::Groups] }
    }
}

fn find(board: &Board, kinds: &[Kind], technique: Technique, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let graphs: Vec<Graph> = kinds.iter().map(|kind| Graph::new(position, *kind)).collect();
    let mut best = Best::default();
    for (number, (graph, kind)) in graphs.iter().zip(kinds).enumerate() {
        let mut search = Search::new(graph);
        for start in 0..graph.singles {
            search.run(literal(start, false));
            for &end in search.reached.iter().filter(|end| is_end(graph, *kind, start, **end)) {
                let removed = removals(position, graph, *kind, [start, node_of(end).0]);
                best.offer_some(search.length(end).unwrap_or(0), removed, || {
                    let way = search.way(end);
                    let fits =
                        is_simple(&way) && (technique != Technique::GroupedAic || is_grouped(graph, &way));
                    fits.then_some((way, number))
                });
            }
        }
    }
    offer_all(best, &graphs, technique, sink)
}

/// Whether a chain may end in a literal.
fn is_end(graph: &Graph, kind: Kind, start: usize, end: Literal) -> bool {
    let (node, on) = node_of(end);
    let both = [start, node].map(|node| &graph.nodes[node]);
    // An XY-chain ends with the link of a cell.
    on && start < node && node < graph.singles && (kind != Kind::Xy || both[0].digit == both[1].digit)
}

/// What is false because one of two candidates is true: their digit in the cells that see both, or, if their cells see each other, the digit
/// of each in the cell of the other. A single removal is not an AIC, but a discontinuous nice loop.
fn removals(position: &Position, graph: &Graph, kind: Kind, ends: [usize; 2]) -> Removals {
    let [a, b] = ends.map(|end| &graph.nodes[end]);
    let mut removed = Removals::default();
    let cells = [a, b].map(|node| node.cells.trailing_zeros() as usize);
    if a.digit == b.digit {
        removed.0[a.digit] = position.cells[a.digit] & a.seen & b.seen;
    } else if PEERS[cells[0]] & b.cells != 0 {
        removed.0[a.digit] = position.cells[a.digit] & b.cells;
        removed.0[b.digit] = position.cells[b.digit] & a.cells;
    }
    if !matches!(kind, Kind::X | Kind::Xy) && removed.candidates().count() < 2 {
        Removals::default()
    } else {
        removed
    }
}
