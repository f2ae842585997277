//! Chains between two candidates of which one is true: X-chains, XY-chains and AICs.

use super::{
    graph::Kind,
    run::{Run, find},
    search::{literal, node_of},
};
use crate::techniques::{
    hodoku::{board::Board, search::Sink},
    houses::PEERS,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The shortest X-chain for each combination of removals.
pub(in super::super) fn x_chains(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::X], Technique::XChain, add_chains, sink)
}

/// The shortest XY-chain for each combination of removals.
pub(in super::super) fn xy_chains(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Xy], Technique::XyChain, add_chains, sink)
}

/// The shortest AIC for each combination of two removals or more.
pub(in super::super) fn aics(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, &[Kind::Candidates], Technique::Aic, add_chains, sink)
}

/// The shortest AIC with a group or an almost locked set, for each combination of two removals or more.
pub(in super::super) fn grouped_aics(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, GROUPED, Technique::GroupedAic, add_chains, sink)
}

/// The graphs for grouped chains.
pub(super) const GROUPED: &[Kind] = &[Kind::Groups, Kind::Sets];

/// Adds the chains from one candidate. An X-chain may come back to its start, which is true then.
fn add_chains(run: &mut Run, start: usize) {
    // Shorter ones are locked candidates and naked pairs.
    let shortest = if run.kind == Kind::Xy { 5 } else { 3 };
    run.search.run(literal(start, false));
    if run.kind == Kind::X && run.search.length(literal(start, true)).is_some() {
        let node = run.graph.nodes[start];
        let removed = Removals::of(node.digit, run.position.cells[node.digit] & node.seen);
        run.offer_first(removed, literal(start, true));
    }
    for end in run.search.reached.clone() {
        let ((node, on), length) = (node_of(end), run.search.length(end));
        if on && (start + 1..run.graph.singles).contains(&node) && length >= Some(shortest) {
            run.offer_first(removals(run, [start, node]), end);
        }
    }
}

/// The removals because one of two candidates is true: their digit in the cells that see both, or, if their cells see each other, the digit
/// of each in the cell of the other. A single removal by an AIC is a discontinuous nice loop.
fn removals(run: &Run, ends: [usize; 2]) -> Removals {
    let [a, b] = ends.map(|end| &run.graph.nodes[end]);
    let is_aic = !matches!(run.kind, Kind::X | Kind::Xy);
    let places = &run.position.cells;
    let mut removed = Removals::default();
    if a.digit == b.digit {
        removed.0[a.digit] = places[a.digit] & a.seen & b.seen;
    } else if is_aic && PEERS[a.cells.trailing_zeros() as usize] & b.cells != 0 {
        removed.0[a.digit] = places[a.digit] & b.cells;
        removed.0[b.digit] = places[b.digit] & a.cells;
    }
    if is_aic && removed.candidates().nth(1).is_none() { Removals::default() } else { removed }
}
