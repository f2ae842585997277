//! Forcing chains and nets: contradictions, and what all candidates of a cell, all places of a digit in a house, or a candidate and its
//! opposite have in common.
//!
//! In a chain, each literal follows from one other. In a net it may follow from several.

use super::{board::Board, search::Sink};
use crate::techniques::{
    step::Technique,
    sudoku_explainer::{Mode, conclusions},
};
use std::ops::ControlFlow;

/// For each conclusion, the shortest chains that contradict its opposite.
pub(super) fn chain_contradictions(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, Mode::MULTIPLE, true, Technique::ForcingChainContradiction, sink)
}

/// For each conclusion, the shortest chains to it.
pub(super) fn chain_verities(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, Mode::MULTIPLE, false, Technique::ForcingChainVerity, sink)
}

/// For each conclusion, the shortest nets that contradict its opposite.
pub(super) fn net_contradictions(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, Mode::dynamic(0), true, Technique::ForcingNetContradiction, sink)
}

/// For each conclusion, the shortest nets to it.
pub(super) fn net_verities(board: &Board, sink: Sink) -> ControlFlow<()> {
    find(board, Mode::dynamic(0), false, Technique::ForcingNetVerity, sink)
}

fn find(
    board: &Board,
    mode: Mode,
    by_contradiction: bool,
    technique: Technique,
    sink: Sink,
) -> ControlFlow<()> {
    let found = conclusions(&board.position, mode, by_contradiction, (technique, 0));
    found.into_iter().try_for_each(|(step, reason)| sink(step, reason))
}
