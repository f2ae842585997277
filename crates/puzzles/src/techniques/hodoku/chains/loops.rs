//! Nice loops: chains that return to the candidate where they began.

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
    position::Position,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The best ways of some graphs, each with the number of its graph.
type Ways = Best<(Vec<Literal>, usize)>;

/// The shortest continuous nice loop for each combination of removals.
pub(in super::super) fn continuous(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::ContinuousNiceLoop, add_continuous, sink)
}

/// The same with a group or an almost locked set.
pub(in super::super) fn grouped_continuous(board: &Board, settings: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, settings.grouped(), Technique::GroupedContinuousNiceLoop, add_continuous, sink)
}

/// The shortest discontinuous nice loop for each combination of removals.
pub(in super::super) fn discontinuous(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::DiscontinuousNiceLoop, add_discontinuous, sink)
}

/// The same with a group or an almost locked set.
pub(in super::super) fn grouped_discontinuous(
    board: &Board,
    settings: Settings,
    sink: Sink,
) -> ControlFlow<()> {
    find(board, settings.grouped(), Technique::GroupedDiscontinuousNiceLoop, add_discontinuous, sink)
}

/// Adds the loops that begin at a node, if a condition on them holds.
type Add = fn(&Position, &Graph, &mut Search, usize, &mut dyn FnMut(usize, Removals, Vec<Literal>));

fn find(board: &Board, kinds: &[Kind], technique: Technique, add: Add, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let graphs: Vec<Graph> = kinds.iter().map(|kind| Graph::new(position, *kind)).collect();
    let mut best = Ways::default();
    for (number, graph) in graphs.iter().enumerate() {
        let mut search = Search::new(graph);
        for start in 0..graph.singles {
            add(position, graph, &mut search, start, &mut |length, removed, way| {
                let fits = is_simple(&way)
                    && (graphs[0].nodes.len() == graphs[0].singles || is_grouped(graph, &way));
                best.offer_some(length, removed, || fits.then_some((way, number)));
            });
        }
    }
    offer_all(best, &graphs, technique, sink)
}

/// A candidate that is false because it would be false if it were true, or true because it would be true if it were false.
fn add_discontinuous(
    position: &Position,
    graph: &Graph,
    search: &mut Search,
    start: usize,
    found: &mut dyn FnMut(usize, Removals, Vec<Literal>),
) {
    let node = &graph.nodes[start];
    let cell = node.cells.trailing_zeros() as usize;
    for on in [true, false] {
        search.run(literal(start, on));
        let opposite = literal(start, !on);
        if let Some(length) = search.length(opposite) {
            let mut removed = Removals::default();
            position.removals(cell, if on { 1 << node.digit } else { !(1 << node.digit) }, &mut removed);
            found(length, removed, search.way(opposite));
        }
    }
}

/// A loop in which links of both kinds alternate: one of the nodes of each weak link is true.
fn add_continuous(
    position: &Position,
    graph: &Graph,
    search: &mut Search,
    start: usize,
    found: &mut dyn FnMut(usize, Removals, Vec<Literal>),
) {
    let first = literal(start, false);
    search.run(first);
    for &end in &graph.weak[start] {
        let last = literal(end.into(), true);
        if let Some(length) = search.length(last).filter(|length| *length > 2) {
            let mut way = search.way(last);
            way.push(first);
            let removed = continuous_removals(position, graph, &way);
            found(length + 1, removed, way);
        }
    }
}

/// What a continuous loop removes. An almost locked set in it has one of the digits that link it, and all of its others.
fn continuous_removals(position: &Position, graph: &Graph, way: &[Literal]) -> Removals {
    let mut removed = Removals::default();
    for pair in way.windows(2) {
        let [(a, on), (b, _)] = [pair[0], pair[1]].map(node_of);
        let [a, b] = [a, b].map(|node| &graph.nodes[node]);
        match (on, a.set) {
            (true, _) if a.digit == b.digit => {
                removed.0[a.digit] |= position.cells[a.digit] & a.seen & b.seen;
            }
            (true, _) => {
                let others = !(1 << a.digit | 1 << b.digit);
                position.removals(a.cells.trailing_zeros() as usize, others, &mut removed);
            }
            (false, Some(set)) => {
                let others = !(1 << a.digit | 1 << b.digit);
                removed = removed.or(graph.sets[usize::from(set)].removes(position, others));
            }
            (false, None) => {}
        }
    }
    removed
}
