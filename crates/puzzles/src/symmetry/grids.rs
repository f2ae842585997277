//! The least morph of a complete 9×9 grid, and all transformations that lead to it.
//!
//! Its first row is 123456789, whichever row of the grid or of its transpose becomes it, because the digits are
//! renamed. So a transformation is known from the row that becomes the first, the row that becomes the second, and the
//! order of the columns. That gives 2 × 18 pairs of rows. A [table](super::pairs) gives the pairs with the least second
//! row, with all orders of columns that lead to it. The pairs with the least third row remain, about two of a common
//! grid, and only then are other rows written. Their order follows from their first digits.

use super::{
    choice::{Choice, Row, View},
    orbit::Orbit,
    orders::conjugate,
    pairs::{Fixing, PairTable},
    transform::{Order, Transform, inverse},
};
use std::cmp::Ordering;

/// The three rows of a band in every order.
const ROWS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A pair of rows with the least second row, and those orders of the columns that make the third one least.
#[derive(Clone, Copy)]
struct Band {
    is_transposed: bool,
    rows: [u8; 3],
    /// The number of an order of columns that makes the second row least.
    order: u16,
    /// The [orders that leave it least](Fixing) and make the third row least after that one, as a set of numbers.
    numbers: u64,
}

/// All transformations that lead to the least morph of a grid: each of `leaders`, followed by each that leaves the
/// least morph and its first two rows unchanged. The latter lead from the first of `ties` to each of them.
#[derive(Default)]
pub(super) struct Found {
    /// One for each pair of rows of the grid that can become the first two, or only some if only the first was
    /// requested.
    pub leaders: Vec<Transform>,
    /// The number of these pairs.
    pub pairs: usize,
    /// All for one of these pairs of rows.
    pub ties: Vec<Transform>,
}

/// Finds least morphs. Keeps its memory.
#[derive(Default)]
pub(super) struct GridSearch {
    bands: Vec<Band>,
    orbit: Orbit,
    found: Found,
}

impl GridSearch {
    /// All transformations that lead to the least morph of a complete grid: as many as the grid has automorphisms.
    /// `cells` must be a solution. Without `all`, it finds one, and the number of the others.
    pub fn search(&mut self, cells: &[u8], all: bool) -> &Found {
        let views = [View::new(cells, false), View::new(cells, true)];
        let table = PairTable::get();
        let fixing = self.choose_bands(table, &views);
        self.choose_grids(table, fixing, &views, all);
        &self.found
    }

    /// Finds all choices of the first three rows with the least rows.
    ///
    /// Two pairs of rows that can become the same rows become the same sets of rows. So for a pair that reaches the
    /// least row of an earlier pair, one order is enough: the others follow from the orders that leave the least row
    /// unchanged.
    fn choose_bands<'t>(&mut self, table: &'t PairTable, views: &[View; 2]) -> &'t Fixing {
        let (class, pairs) = least_pairs(table, views);
        let fixing = &table.fixing[usize::from(class)];
        self.bands.clear();
        let (mut least, mut stabilizer) = (Row::MAX, 0);
        for (is_transposed, rows, order) in pairs {
            let by = &table.orders[usize::from(order)];
            let third = views[usize::from(is_transposed)].relation(rows[0], rows[2]);
            let third = conjugate(&third, by, &inverse(by));
            // The first order of this pair with the least row, if the row is new.
            let mut first = None;
            for (number, (fix, undo)) in fixing.orders.iter().enumerate() {
                let Some(row) = conjugate_up_to(&third, fix, undo, least) else { continue };
                if row < least {
                    (least, stabilizer, first) = (row, 0, Some(number));
                    self.bands.clear();
                }
                if row == least
                    && let Some(first) = first
                {
                    stabilizer |= 1 << fixing.quotient(first, number);
                } else if row == least {
                    let numbers = fixing.coset(number, stabilizer);
                    self.bands.push(Band { is_transposed, rows, order, numbers });
                    break;
                }
            }
            if let Some(first) = first {
                let numbers = fixing.coset(first, stabilizer);
                self.bands.push(Band { is_transposed, rows, order, numbers });
            }
        }
        fixing
    }

    /// Finds the transformations that lead to the least grid. As above, one transformation is enough for a pair of rows
    /// that reaches the least grid of an earlier pair; without `all`, none is needed if a known automorphism leads
    /// there.
    fn choose_grids(&mut self, table: &PairTable, fixing: &Fixing, views: &[View; 2], all: bool) {
        let (mut least, Found { leaders, ties, pairs }) = ([Row::MAX; 5], &mut self.found);
        for band in &self.bands {
            let pair = band.pair();
            if !all && least[0] < Row::MAX && self.orbit.contains(pair) {
                continue;
            }
            let candidates = Candidates::new(band, &table.orders, fixing, views);
            let mut is_first = false;
            for number in numbers(band.numbers) {
                let Some((order, transform)) = candidates.compare(number, &mut least) else { continue };
                match order {
                    Ordering::Greater => {}
                    Ordering::Less => {
                        is_first = true;
                        leaders.clear();
                        ties.clear();
                        leaders.push(transform);
                        ties.push(transform);
                        self.orbit.start(pair);
                    }
                    Ordering::Equal if is_first => ties.push(transform),
                    Ordering::Equal => {
                        leaders.push(transform);
                        if !all {
                            self.orbit.add(&leaders[0], &transform);
                        }
                        break;
                    }
                }
            }
        }
        *pairs = if all { leaders.len() } else { self.orbit.len() };
    }
}

/// The orders of the columns for a pair of rows, which are compared one at a time.
struct Candidates<'a> {
    band: &'a Band,
    fixing: &'a Fixing,
    view: &'a View,
    /// The transpose of the grid that is viewed.
    across: &'a View,
    /// An order of the columns that makes the second row least. All other such orders are this one, followed by one
    /// that leaves this row least.
    order: &'a Order,
    /// The column of each digit of the first row in this order.
    places: [u8; 10],
}

impl Candidates<'_> {
    fn new<'a>(
        band: &'a Band,
        orders: &'a [Order],
        fixing: &'a Fixing,
        views: &'a [View; 2],
    ) -> Candidates<'a> {
        let [view, across] = [band.is_transposed, !band.is_transposed].map(|t| &views[usize::from(t)]);
        let (order, mut places) = (&orders[usize::from(band.order)], [0; 10]);
        for (c, &column) in order.iter().enumerate() {
            places[usize::from(view.digit(band.rows[0], column))] = c as u8;
        }
        Candidates { band, fixing, view, across, order, places }
    }

    /// Compares the grid that an order leads to with the least one, and gives the transformation if it is not greater.
    #[inline(always)]
    fn compare(&self, number: usize, least: &mut [Row; 5]) -> Option<(Ordering, Transform)> {
        let fix = &self.fixing.orders[number].0;
        // Most candidates are ruled out by the fourth row alone.
        if least[0] < Row::MAX && self.is_greater(number, least[0]) {
            return None;
        }
        let Band { is_transposed, rows, .. } = *self.band;
        let columns = fix.map(|c| self.order[usize::from(c)]);
        let choice = Choice { is_transposed, rows, columns };
        let digits = choice.digits(self.view);
        let rest = choice.other_rows(self.view, &digits);
        let order = choice.compare(self.view, &digits, &rest, least);
        order.is_le().then(|| (order, choice.transform(&digits, &rest)))
    }

    /// Whether the first digits of the fourth row are greater than the first digits of `least`. Candidates agree on the first
    /// three rows, and so on the least digit left for the first column, with which the fourth row begins.
    #[inline(always)]
    fn is_greater(&self, number: usize, least: Row) -> bool {
        let Candidates { view, order, band, ref places, .. } = *self;
        let (fix, undo) = &self.fixing.orders[number];
        let column = |c: usize| order[usize::from(fix[c])];
        let least = |c: usize| (least >> (4 * (8 - c)) & 15) as u8 - 1;
        let begin = view.digit(band.rows[0], column(usize::from(least(0))));
        let fourth = self.across.place(column(0), begin);
        // The digits are named by the columns in which the first row has them.
        let name = |c: usize| undo[usize::from(places[usize::from(view.digit(fourth, column(c)))])];
        (name(1), name(2)) > (least(1), least(2))
    }
}

/// The numbers in a set.
fn numbers(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(number)
    })
}

/// `undo p fix` as a row, or `None` if it is greater than `most`.
#[inline(always)]
fn conjugate_up_to(p: &Order, fix: &Order, undo: &Order, most: Row) -> Option<Row> {
    let at = |c: usize| Row::from(undo[usize::from(p[usize::from(fix[c])])]);
    let first = at(0) << 8 | at(1) << 4 | at(2);
    if first > most >> 24 {
        return None;
    }
    let row = (3..9).fold(first, |row, c| row << 4 | at(c));
    (row <= most).then_some(row)
}

impl Band {
    /// The first two rows, as lines of the grid.
    fn pair(&self) -> [u8; 2] {
        [self.rows[0], self.rows[1]].map(|row| Orbit::line(self.is_transposed, row))
    }
}

/// The pairs of rows with the least second row: its class, and for each pair whether the grid is transposed, the pair and
/// the third row of their band, and the number of an order of columns.
fn least_pairs(table: &PairTable, views: &[View; 2]) -> (u16, impl Iterator<Item = (bool, [u8; 3], u16)>) {
    let (mut least, mut count) = (u16::MAX, 0);
    let mut pairs = [(false, [0; 3], 0); 36];
    for (view, is_transposed) in views.iter().zip([false, true]) {
        for (band, rows) in (0..3).flat_map(|band| ROWS.map(|rows| (band, rows))) {
            let rows = rows.map(|row| 3 * band + row);
            let pair = table.find(&view.relation(rows[0], rows[1]));
            if pair.class < least {
                (least, count) = (pair.class, 0);
            }
            if pair.class == least {
                pairs[count] = (is_transposed, rows, pair.order);
                count += 1;
            }
        }
    }
    (least, pairs.into_iter().take(count))
}
