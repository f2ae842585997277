//! A choice of the rows that become the first band of a 9×9 grid, and of the order of the columns. It determines a
//! morph.

use super::{
    lines::Lines,
    transform::{Order, Transform},
};
use quadrille_grid::Shape;
use std::cmp::Ordering;

/// A row as a number: nine digits of four bits, the first one highest.
pub(super) type Row = u64;

/// A grid or its transpose.
pub(super) struct View {
    pub lines: Lines,
    /// The column of each digit in each row.
    places: [[u8; 10]; 9],
}

/// The rows that become the first band, and an order of the columns.
pub(super) struct Choice {
    pub is_transposed: bool,
    pub rows: [u8; 3],
    pub columns: Order,
}

impl View {
    pub fn new(cells: &[u8], is_transposed: bool) -> View {
        let lines = Lines::new(Shape::NINE, cells, is_transposed);
        let mut places = [[0; 10]; 9];
        for (places, row) in places.iter_mut().zip(&lines.0) {
            row.iter().enumerate().for_each(|(c, &digit)| places[usize::from(digit)] = c as u8);
        }
        View { lines, places }
    }

    #[inline(always)]
    pub fn digit(&self, row: u8, column: u8) -> u8 {
        self.lines.0[usize::from(row)][usize::from(column)]
    }

    /// The column of a digit in a row.
    #[inline(always)]
    pub fn place(&self, row: u8, digit: u8) -> u8 {
        self.places[usize::from(row)][usize::from(digit)]
    }

    /// For each column of `row` the column in which row `first` has the same digit.
    #[inline(always)]
    pub fn relation(&self, first: u8, row: u8) -> Order {
        let (places, row) = (&self.places[usize::from(first)], &self.lines.0[usize::from(row)]);
        std::array::from_fn(|c| places[usize::from(row[c])])
    }
}

impl Choice {
    pub fn transform(&self, digits: &[u8; 10], rest: &[u8; 6]) -> Transform {
        let Choice { is_transposed, rows: [a, b, c], columns } = *self;
        let [d, e, f, g, h, i] = *rest;
        Transform {
            shape: Shape::NINE,
            is_transposed,
            rows: [a, b, c, d, e, f, g, h, i],
            columns,
            digits: *digits,
        }
    }

    /// The new digit of each digit.
    #[inline(always)]
    pub fn digits(&self, view: &View) -> [u8; 10] {
        let (mut digits, first) = ([0; 10], &view.lines.0[usize::from(self.rows[0])]);
        for (c, &column) in self.columns.iter().enumerate() {
            digits[usize::from(first[usize::from(column)])] = c as u8 + 1;
        }
        digits
    }

    /// The order of the six other rows: by their first digits, within each band and then the bands.
    #[inline(always)]
    pub fn other_rows(&self, view: &View, digits: &[u8; 10]) -> [u8; 6] {
        let own = self.rows[0] / 3;
        let mut bands = [(own + 1) % 3, (own + 2) % 3].map(|band| {
            let mut rows = [3 * band, 3 * band + 1, 3 * band + 2].map(|row| {
                let digit = view.lines.0[usize::from(row)][usize::from(self.columns[0])];
                (digits[usize::from(digit)], row)
            });
            rows.sort_unstable();
            rows
        });
        bands.sort_unstable();
        std::array::from_fn(|i| bands[i / 3][i % 3].1)
    }

    /// Compares these rows, except the last, which follows from the others, with the least ones, and replaces those if
    /// they are less. Stops at the first difference.
    #[inline(always)]
    pub fn compare(&self, view: &View, digits: &[u8; 10], rows: &[u8; 6], least: &mut [Row; 5]) -> Ordering {
        let mut order = Ordering::Equal;
        for (row, least) in rows.iter().zip(least) {
            let cells = &view.lines.0[usize::from(*row)];
            let row = packed(&self.columns.map(|column| digits[usize::from(cells[usize::from(column)])]));
            if order == Ordering::Equal {
                order = row.cmp(least);
                if order == Ordering::Greater {
                    return order;
                }
            }
            *least = row;
        }
        order
    }
}

/// Nine numbers below 16 as one, in lexicographic order.
#[inline(always)]
fn packed(row: &Order) -> Row {
    row.iter().fold(0, |number, &digit| number << 4 | Row::from(digit))
}
