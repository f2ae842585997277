//! Remote pairs along all ways through the cells of a pair.

use crate::techniques::{
    hodoku::{
        board::Board,
        chains::{remote_pair, remote_pair_removals},
        search::Sink,
    },
    houses::{PEERS, cells, members},
    position::Position,
};
use std::ops::ControlFlow;

/// The largest number of cells.
const LONGEST: usize = 10;

/// All remote pairs whose ends remove something.
pub(in super::super) fn remote_pairs(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let [twos, _] = position.small_cells();
    cells(twos).try_for_each(|start| {
        let pair = position.candidates[start];
        let alike = cells(twos & !(1 << start)).filter(|&cell| position.candidates[cell] == pair);
        let alike = alike.fold(0, |set, cell| set | 1u128 << cell);
        extend(position, &mut vec![start], alike, sink)
    })
}

/// Offers the ways that continue a way through more cells.
fn extend(position: &Position, way: &mut Vec<usize>, rest: u128, sink: Sink) -> ControlFlow<()> {
    let (first, last) = (way[0], way[way.len() - 1]);
    let pair = position.candidates[first];
    if way.len() >= 4 && way.len().is_multiple_of(2) {
        let common = PEERS[first] & PEERS[last];
        if members(pair).any(|digit| position.cells[digit] & common != 0) {
            remote_pair(pair, way, remote_pair_removals(position, pair, way), sink)?;
        }
    }
    if way.len() < LONGEST {
        for cell in cells(PEERS[last] & rest) {
            way.push(cell);
            extend(position, way, rest & !(1 << cell), sink)?;
            way.pop();
        }
    }
    ControlFlow::Continue(())
}
