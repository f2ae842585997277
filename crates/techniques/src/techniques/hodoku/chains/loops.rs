//! Nice loops: chains that return to the candidate where they began.

use super::{
    aics::GROUPED,
    graph::{Graph, Kind, Node},
    proof::Proof,
    run::{Run, find},
    search::{literal, node_of},
};
use crate::techniques::{
    hodoku::{board::Board, search::Sink, sets::AlmostLockedSet},
    houses::{PEERS, cells, members},
    position::Position,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The shortest continuous nice loop for each combination of removals.
pub(in super::super) fn continuous(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::ContinuousNiceLoop, add_continuous, sink)
}

/// The same with a group or an almost locked set.
pub(in super::super) fn grouped_continuous(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, GROUPED, Technique::GroupedContinuousNiceLoop, add_continuous, sink)
}

/// The shortest discontinuous nice loop for each combination of removals.
pub(in super::super) fn discontinuous(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::DiscontinuousNiceLoop, add_discontinuous, sink)
}

/// The same with a group or an almost locked set.
pub(in super::super) fn grouped_discontinuous(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, GROUPED, Technique::GroupedDiscontinuousNiceLoop, add_discontinuous, sink)
}

/// Adds the loops by which a candidate is false because it would be false if it were true, or true because it would be true if it were false.
fn add_discontinuous(run: &mut Run, start: usize) {
    let node = run.graph.nodes[start];
    let cell = node.cells.trailing_zeros() as usize;
    for on in [true, false] {
        run.search.run(literal(start, on));
        let opposite = literal(start, !on);
        if run.search.length(opposite).is_some() {
            let mut removed = Removals::default();
            let digits = if on { 1 << node.digit } else { !(1 << node.digit) };
            run.position.removals(cell, digits, &mut removed);
            run.offer_first(removed, opposite);
        }
    }
}

/// Adds the loops in which links of both kinds alternate: one of the nodes of each weak link is true.
fn add_continuous(run: &mut Run, start: usize) {
    let first = literal(start, false);
    run.search.run(first);
    let graph = run.graph;
    for &end in &graph.weak[start] {
        let last = literal(end as usize, true);
        if run.search.length(last).is_some_and(|length| length > 2) {
            let ways: Vec<_> = run.ways(last).collect();
            for mut way in ways {
                way.push(first);
                for proof in Proof::all(graph, way) {
                    run.offer(continuous_removals(run.position, graph, &proof), proof);
                }
            }
        }
    }
}

/// The removals by a continuous loop. As in HoDoKu, links in houses remove nothing from the cells of the loop.
fn continuous_removals(position: &Position, graph: &Graph, proof: &Proof) -> Removals {
    let own = proof.way.iter().fold(0, |own, &literal| own | graph.nodes[node_of(literal).0].cells);
    let mut removed = Removals::default();
    for pair in proof.way.windows(2).filter(|pair| node_of(pair[0]).1) {
        let [a, b] = [pair[0], pair[1]].map(|literal| &graph.nodes[node_of(literal).0]);
        if a.digit == b.digit {
            removed.0[a.digit] |= position.cells[a.digit] & a.seen & b.seen & !own;
        } else {
            let others = !(1 << a.digit | 1 << b.digit);
            position.removals(a.cells.trailing_zeros() as usize, others, &mut removed);
        }
    }
    for (a, b, set) in proof.strong_links(graph) {
        removed = set.map_or(removed, |set| {
            removed.or(set_removals(position, set, [a, b].map(|node| &graph.nodes[node])))
        });
    }
    removed
}

/// The removals by an almost locked set in a continuous loop: it has one of the two digits that link it, and all of its others. If it is linked to
/// a cell outside, it may lack another candidate of this cell, but then the cell has it.
fn set_removals(position: &Position, set: &AlmostLockedSet, linked: [&Node; 2]) -> Removals {
    let [a, b] = linked;
    let mut removed = set.removes(position, !(1 << a.digit | 1 << b.digit));
    for cell in cells((a.cells | b.cells) & !set.cells) {
        members(position.candidates[cell]).for_each(|digit| removed.0[digit] &= PEERS[cell]);
    }
    removed
}
