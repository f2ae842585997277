//! Symmetries of a board: exchanged rows, columns, bands or stacks, with other names of the digits.
//!
//! If a board stays the same when two of its columns and two of its digits are exchanged, so does the set of its solutions. Triples of the
//! first stack that symmetries map to each other are then part of equally many solutions, and only one of them is counted.
//! If only the first row of a board is full, for example, its columns can be permuted within their stacks, and few of 5,040 triples remain.

use super::consistent::BoxCells;
use super::digits::{Classes, Places};
use super::plan::{Place, Plan};
use crate::cover::count::disjoint_sets::DisjointSets;
use std::collections::HashMap;

/// The cells of a digit, in order of the boxes.
type Cells = u128;

/// Exchanges of lines and chutes: the new place of each of the three rows of a band or columns of a stack, and of each
/// band and stack.
#[derive(Clone, Copy)]
struct Exchange {
    rows: [[usize; 3]; 3],
    columns: [[usize; 3]; 3],
    bands: [usize; 3],
    stacks: [usize; 3],
}

/// The identity, and the three exchanges of two.
const EXCHANGES: [[usize; 3]; 4] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1]];

/// An exchange and the new names of the digits that make the board what it was.
struct Symmetry {
    exchange: Exchange,
    names: [usize; 9],
}

/// One of each set of triples of the first stack that symmetries map to each other, with the size of the set. Only triples whose digits are in
/// order are counted.
pub fn first_triples<'a>(plan: &'a Plan, classes: &Classes) -> Vec<(&'a Place, u128)> {
    let firsts: Vec<&Place> = plan.first.iter().filter(|first| classes.are_ordered(&first.digits)).collect();
    let symmetries = symmetries(&plan.boxes);
    if symmetries.is_empty() {
        return firsts.into_iter().map(|first| (first, 1)).collect();
    }
    let numbers: HashMap<&Places, usize> =
        (0..).zip(&firsts).map(|(at, first)| (&first.digits, at)).collect();
    let mut sets = DisjointSets::new(firsts.len());
    for (at, first) in firsts.iter().enumerate() {
        for symmetry in &symmetries {
            let image = classes.in_order(symmetry.image(&first.digits));
            if let Some(&other) = numbers.get(&image) {
                sets.merge(at, other);
            }
        }
    }
    let mut sizes = vec![0; firsts.len()];
    (0..firsts.len()).for_each(|at| sizes[sets.least(at)] += 1);
    firsts.into_iter().zip(sizes).filter(|(_, size)| *size > 0).collect()
}

/// Symmetries that keep the first stack where it is: up to two rows of each band exchanged, or up to two columns of
/// each stack, or two bands, or the other two stacks.
fn symmetries(boxes: &[BoxCells; 9]) -> Vec<Symmetry> {
    let none = EXCHANGES[0];
    let identity = Exchange { rows: [none; 3], columns: [none; 3], bands: none, stacks: none };
    let lines = (1..64).map(|at| [at / 16, at / 4 % 4, at % 4].map(|at| EXCHANGES[at]));
    let rows = lines.clone().map(|rows| Exchange { rows, ..identity });
    let columns = lines.map(|columns| Exchange { columns, ..identity });
    let bands = EXCHANGES[1..].iter().map(|&bands| Exchange { bands, ..identity });
    let stacks = Exchange { stacks: EXCHANGES[3], ..identity };
    let exchanges = rows.chain(columns).chain(bands).chain([stacks]);
    let cells = cells(boxes, &identity);
    exchanges.filter_map(|exchange| Symmetry::new(boxes, &cells, exchange)).collect()
}

/// The cells of each digit after an exchange.
fn cells(boxes: &[BoxCells; 9], exchange: &Exchange) -> [Cells; 9] {
    let mut cells = [0; 9];
    for (index, candidates) in boxes.iter().enumerate() {
        let (band, stack) = (index / 3, index % 3);
        for (cell, &candidates) in candidates.iter().enumerate() {
            let to_box = exchange.bands[band] * 3 + exchange.stacks[stack];
            let to_cell = exchange.rows[band][cell / 3] * 3 + exchange.columns[stack][cell % 3];
            for (digit, cells) in cells.iter_mut().enumerate() {
                *cells |= Cells::from(candidates >> digit & 1) << (to_box * 9 + to_cell);
            }
        }
    }
    cells
}

impl Symmetry {
    /// `None` if no names of the digits make the board what it was.
    fn new(boxes: &[BoxCells; 9], before: &[Cells; 9], exchange: Exchange) -> Option<Symmetry> {
        let (after, mut names, mut is_used) = (cells(boxes, &exchange), [0; 9], [false; 9]);
        for digit in 0..9 {
            let name = (0..9).find(|&name| !is_used[name] && before[name] == after[digit])?;
            is_used[name] = true;
            names[digit] = name;
        }
        Some(Symmetry { exchange, names })
    }

    /// The places of the digits in the image of a triple of the first stack.
    fn image(&self, places: &Places) -> Places {
        let mut image = [0; 9];
        for (&name, &place) in self.names.iter().zip(places) {
            for (band, line) in [place / 9, place / 3 % 3, place % 3].into_iter().enumerate() {
                let line = self.exchange.columns[0][usize::from(line)] as u8;
                image[name] += line * [9, 3, 1][self.exchange.bands[band]];
            }
        }
        image
    }
}
