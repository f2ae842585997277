//! Remote pairs: chains through cells with the same two candidates.

use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::{CELLS_OF, HOUSES_OF, PEERS, cells, members},
    position::Position,
    reason::{Argument, Chain, Link, Node, Parent, Reason},
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// The shortest remote pair for each combination of removals.
pub(in super::super) fn remote_pairs(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let mut best = Best::default();
    for start in cells(position.small_cells()[0]) {
        let digits = position.candidates[start];
        let alike = cells(position.small_cells()[0]).filter(|cell| position.candidates[*cell] == digits);
        let alike = alike.fold(0, |set, cell| set | 1u128 << cell);
        for way in ways(start, alike) {
            best.offer(way.len(), removals(position, digits, &way), || (digits, way.clone()));
        }
    }
    best.into_sorted()
        .into_iter()
        .try_for_each(|(removed, (digits, way))| remote_pair(digits, &way, removed, sink))
}

/// Gives the remote pair of some cells.
pub(in super::super) fn remote_pair(
    digits: u16,
    way: &[usize],
    removed: Removals,
    sink: Sink,
) -> ControlFlow<()> {
    let step = Step::remove(Technique::RemotePair, 0, removed);
    let cells = way.iter().fold(0, |cells, cell| cells | 1 << cell);
    step.map_or(ControlFlow::Continue(()), |step| sink(step.pattern(cells, digits), reason(digits, way)))
}

/// The shortest ways from a cell to the other ones of a set, an even number of cells and at least four.
fn ways(start: usize, set: u128) -> Vec<Vec<usize>> {
    let (mut ways, mut seen) = (vec![vec![start]], 1u128 << start);
    let mut next = 0;
    while next < ways.len() {
        let way = ways[next].clone();
        for cell in cells(PEERS[way[way.len() - 1]] & set & !seen) {
            seen |= 1 << cell;
            ways.push([&way[..], &[cell]].concat());
        }
        next += 1;
    }
    ways.retain(|way| way.len() >= 4 && way.len() % 2 == 0 && way[0] < way[way.len() - 1]);
    ways
}

/// Both digits, in the cells that see two cells of the chain with different digits that do not see each other.
pub(in super::super) fn removals(position: &Position, digits: u16, way: &[usize]) -> Removals {
    let mut seen = 0;
    for (at, &a) in way.iter().enumerate() {
        way.iter().skip(at + 3).step_by(2).for_each(|&b| seen |= PEERS[a] & PEERS[b]);
    }
    let mut removed = Removals::default();
    members(digits).for_each(|digit| removed.0[digit] = position.cells[digit] & seen);
    removed
}

/// The chain, from one of the digits not in the first cell to the same digit in the last one.
fn reason(digits: u16, way: &[usize]) -> Reason {
    let mut nodes: Vec<Node> = Vec::new();
    let mut add = |cell: usize, digits: u16, on: bool, link: Option<Link>| {
        let parents = link.map(|link| Parent { node: nodes.len() - 1, link }).into_iter().collect();
        nodes.push(Node { cells: 1 << cell, digits, on, parents });
    };
    let first = digits & digits.wrapping_neg();
    for (at, &cell) in way.iter().enumerate() {
        let [off, on] = if at % 2 == 0 { [first, digits & !first] } else { [digits & !first, first] };
        let house = at.checked_sub(1).map(|before| house_of(way[before], cell));
        add(cell, off, false, house.map(Link::House));
        add(cell, on, true, Some(Link::Cell));
    }
    Reason { argument: Argument::Ends, chains: vec![Chain { nodes }], ..Reason::default() }
}

/// A house of two cells that see each other.
fn house_of(a: usize, b: usize) -> u8 {
    let houses = HOUSES_OF[a].map(|(house, _)| house);
    let common = houses.into_iter().find(|house| CELLS_OF[usize::from(*house)] >> b & 1 == 1);
    common.unwrap_or(houses[0])
}
