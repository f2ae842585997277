//! Symmetries of a board: exchanged rows, columns, bands or stacks, with other names of the digits.
//!
//! If a board stays the same when two of its columns and two of its digits are exchanged, so does the set of its solutions. Triples of the
//! first stack that symmetries map to each other are then part of equally many solutions, and only one of them is counted.
//! If only one row of a board is full, for example, 41 of the 94,080 triples of another band remain.

use super::consistent::{BoxCells, Chutes};
use super::digits::{Classes, Places, places};
use super::partitions::Triple;
use quadrille_cover::count::disjoint_sets::DisjointSets;
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

/// A symmetry of the board as it acts on the first stack.
#[derive(PartialEq, Eq)]
struct Symmetry {
    /// The new places of the columns of the stack, and of the bands.
    columns: [usize; 3],
    bands: [usize; 3],
    /// The new names of the digits.
    names: [usize; 9],
}

/// One triple of each orbit of the first stack, with the size of the orbit: the triples that symmetries map to each other. Only triples whose
/// digits are in order are counted.
pub fn orbits(chutes: &Chutes, classes: &Classes) -> Vec<(Triple, u128)> {
    let in_order =
        |triple: &Triple| Some((*triple, places(triple))).filter(|(_, at)| classes.are_ordered(at));
    let triples: Vec<(Triple, Places)> = chutes.stacks[0].iter().filter_map(in_order).collect();
    let symmetries = symmetries(&chutes.boxes);
    let mut sets = DisjointSets::new(triples.len());
    if !symmetries.is_empty() {
        let numbers: HashMap<&Places, usize> = triples.iter().map(|(_, places)| places).zip(0..).collect();
        for (number, (_, places)) in triples.iter().enumerate() {
            let images = symmetries.iter().map(|symmetry| classes.in_order(symmetry.image(places)));
            images.filter_map(|image| numbers.get(&image)).for_each(|&image| sets.merge(number, image));
        }
    }
    let mut sizes = vec![0; triples.len()];
    (0..triples.len()).for_each(|number| sizes[sets.least(number)] += 1);
    let least = |((triple, _), size)| Some((triple, size)).filter(|_| size > 0);
    triples.into_iter().zip(sizes).filter_map(least).collect()
}

/// Different symmetries that move triples of the first stack and keep that stack where it is. They exchange up to two rows of each band, or up to two
/// columns of each stack, or two bands, or the other two stacks.
fn symmetries(boxes: &[BoxCells; 9]) -> Vec<Symmetry> {
    let none = EXCHANGES[0];
    let identity = Exchange { rows: [none; 3], columns: [none; 3], bands: none, stacks: none };
    let before = cells(boxes, &identity);
    let symmetry = |exchange: Exchange| Symmetry::new(boxes, &before, exchange);
    let rows = of_lines(|rows| symmetry(Exchange { rows, ..identity }));
    let columns = of_lines(|columns| symmetry(Exchange { columns, ..identity }));
    let bands = EXCHANGES.iter().filter_map(|&bands| symmetry(Exchange { bands, ..identity }));
    let stacks = symmetry(Exchange { stacks: EXCHANGES[3], ..identity });
    let mut different: Vec<Symmetry> = symmetry(identity).into_iter().collect();
    for found in rows.into_iter().chain(columns).chain(bands).chain(stacks) {
        if !different.contains(&found) {
            different.push(found);
        }
    }
    // The first one is the identity.
    different.split_off(1)
}

/// The symmetries that exchange rows or columns. An exchange in several bands or stacks is left out if its part in one of them is
/// a symmetry by itself, because its other part is then a symmetry too.
fn of_lines(symmetry: impl Fn([[usize; 3]; 3]) -> Option<Symmetry>) -> Vec<Symmetry> {
    let exchange = |at: usize| [at / 16, at / 4 % 4, at % 4].map(|at| EXCHANGES[at]);
    let mut found: Vec<Option<Symmetry>> = (0..64).map(|at| symmetry(exchange(at))).collect();
    for at in 1..64 {
        let parts = [at & 0b11_00_00, at & 0b11_00, at & 0b11];
        if parts.iter().any(|&part| part != 0 && part != at && found[part].is_some()) {
            found[at] = None;
        }
    }
    found.into_iter().flatten().collect()
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
        Some(Symmetry { columns: exchange.columns[0], bands: exchange.bands, names })
    }

    /// The places of the digits in the image of a triple of the first stack.
    fn image(&self, places: &Places) -> Places {
        let mut image = [0; 9];
        for (&name, &place) in self.names.iter().zip(places) {
            for (band, line) in [place / 9, place / 3 % 3, place % 3].into_iter().enumerate() {
                let line = self.columns[usize::from(line)] as u8;
                image[name] += line * [9, 3, 1][self.bands[band]];
            }
        }
        image
    }
}
