//! The ways to divide digits that the candidates of a board allow in each chute.

use super::partitions::{PARTITIONS, Partition, Triple, partition, partitions, triples};

/// The candidates of the nine cells of a box, row by row, digit `d` as bit `d − 1`.
pub type BoxCells = [u16; 9];

/// Whether a partition divides the digits of a box among rows or columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Rows,
    Columns,
}

/// The candidates of a board by boxes, and the triples of its chutes that they allow.
#[derive(Clone)]
pub struct Chutes {
    /// Box `3 · band + stack`.
    pub boxes: [BoxCells; 9],
    /// The partitions into rows of the boxes of each band.
    pub bands: [Vec<Triple>; 3],
    /// The partitions into columns of the boxes of each stack.
    pub stacks: [Vec<Triple>; 3],
}

/// Which partitions of each box are possible.
type Possible = [Vec<bool>; 9];

/// Whether a box can have these rows and columns of digits. They determine it: a cell has the digit that its row
/// and its column share.
pub fn fits(cells: &BoxCells, rows: u16, columns: u16) -> bool {
    let (rows, columns) = (partition(rows), partition(columns));
    (0..9).all(|cell| rows[cell / 3] & columns[cell % 3] & cells[cell] != 0)
}

impl Chutes {
    /// The chutes of a board, by the candidates of its cells, row by row.
    pub fn new(candidates: &[u16; 81]) -> Chutes {
        let boxes = std::array::from_fn(|index| {
            std::array::from_fn(|cell| candidates[(index / 3 * 3 + cell / 3) * 9 + index % 3 * 3 + cell % 3])
        });
        let mut chutes = Chutes { boxes, bands: Default::default(), stacks: Default::default() };
        let mut rows = chutes.boxes.map(|cells| possible(&cells, Direction::Rows));
        let mut columns = chutes.boxes.map(|cells| possible(&cells, Direction::Columns));
        loop {
            for chute in 0..3 {
                chutes.bands[chute] = consistent(&mut rows, [0, 1, 2].map(|at| 3 * chute + at));
                chutes.stacks[chute] = consistent(&mut columns, [0, 1, 2].map(|at| 3 * at + chute));
            }
            let mut changed = false;
            for (index, cells) in chutes.boxes.iter().enumerate() {
                let (rows, columns) = (&mut rows[index], &mut columns[index]);
                changed |= retain(rows, columns, |row, column| fits(cells, row, column));
                changed |= retain(columns, rows, |column, row| fits(cells, row, column));
            }
            if !changed {
                return chutes;
            }
        }
    }

    /// The transposed board.
    pub fn transposed(self) -> Chutes {
        let of_box = |cells: &BoxCells| std::array::from_fn(|cell| cells[cell % 3 * 3 + cell / 3]);
        let boxes = std::array::from_fn(|index| of_box(&self.boxes[index % 3 * 3 + index / 3]));
        Chutes { boxes, bands: self.stacks, stacks: self.bands }
    }

    /// The board with another order of its stacks.
    pub fn with_stacks(self, order: [usize; 3]) -> Chutes {
        let boxes = std::array::from_fn(|index| self.boxes[index / 3 * 3 + order[index % 3]]);
        let mut stacks = self.stacks;
        let stacks = order.map(|stack| std::mem::take(&mut stacks[stack]));
        let of_band = |band: Vec<Triple>| band.iter().map(|triple| order.map(|at| triple[at])).collect();
        Chutes { boxes, bands: self.bands.map(of_band), stacks }
    }
}

/// The partitions of a box that its candidates allow in one direction, regardless of the other direction.
fn possible(cells: &BoxCells, direction: Direction) -> Vec<bool> {
    let line_of = |cell: usize| match direction {
        Direction::Rows => cell / 3,
        Direction::Columns => cell % 3,
    };
    let mut lines = [0; 3];
    for (cell, candidates) in cells.iter().enumerate() {
        lines[line_of(cell)] |= candidates;
    }
    let allows = |sets: &Partition| {
        (0..3).all(|line| sets[line] & !lines[line] == 0)
            && (0..9).all(|cell| sets[line_of(cell)] & cells[cell] != 0)
    };
    partitions().iter().map(allows).collect()
}

/// The triples of a chute whose partitions are possible; no others of its boxes remain possible.
fn consistent(possible: &mut Possible, boxes: [usize; 3]) -> Vec<Triple> {
    let is_possible = |triple: &&Triple| (0..3).all(|at| possible[boxes[at]][usize::from(triple[at])]);
    let found: Vec<Triple> = triples().iter().filter(is_possible).copied().collect();
    for (at, index) in boxes.into_iter().enumerate() {
        possible[index] = vec![false; PARTITIONS];
        for triple in &found {
            possible[index][usize::from(triple[at])] = true;
        }
    }
    found
}

/// Keeps the partitions in one direction that fit one in the other. Returns whether some did not.
fn retain(kept: &mut [bool], others: &[bool], fits: impl Fn(u16, u16) -> bool) -> bool {
    let others: Vec<u16> = (0u16..).zip(others).filter(|(_, possible)| **possible).map(|(n, _)| n).collect();
    let mut changed = false;
    for (number, kept) in (0..).zip(kept).filter(|(_, kept)| **kept) {
        *kept = others.iter().any(|&other| fits(number, other));
        changed |= !*kept;
    }
    changed
}
