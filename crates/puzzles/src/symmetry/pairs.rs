//! Two rows of a band of a 9×9 grid, when only their columns may be moved.
//!
//! Let `p[c]` be the column in which the first row has the digit that the second row has in column `c`. If the digits
//! are renamed so that the first row reads 123456789, the second reads `p[c] + 1`. Moving the columns by `order` makes
//! it `order⁻¹ p order`, so that two pairs of rows can become the same second row if, and only if, they are conjugate.
//! The 12,096 such `p` form 15 classes. For each of them a table has its class, the classes ordered by their least
//! second rows, and an order of the columns that makes it least. All other such orders follow from the orders that
//! leave the least row unchanged.

use super::{
    orders::{conjugate, orders},
    transform::{Order, inverse},
};
use quadrille_grid::Shape;
use std::sync::OnceLock;

/// The bits of a table entry that hold the number of an order of columns; the class is above them.
const ORDER_BITS: u32 = 11;

/// No entry: not the relation of two rows.
const NONE: u16 = u16::MAX;

/// The least result of two rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    /// The rank of their least second row.
    pub class: u16,
    /// The number of an order of columns that makes it least.
    pub order: u16,
}

pub(super) struct PairTable {
    /// The number, from 0 to 119, of three columns outside the first box, and outside the second one.
    triples: [[u8; 729]; 2],
    entries: Vec<u16>,
    /// All orders of the columns.
    pub orders: Vec<Order>,
    /// For each class the orders of the columns that leave its least second row unchanged, with their
    /// inverses.
    pub fixing: Vec<Fixing>,
}

/// The orders of the columns that leave a second row unchanged: a group. The first one is the identity.
pub(super) struct Fixing {
    /// The orders with their inverses.
    pub orders: Vec<(Order, Order)>,
    /// For each two orders the number of the one that is the first followed by the second.
    products: Vec<u8>,
}

impl Fixing {
    fn new(orders: Vec<(Order, Order)>) -> Fixing {
        assert!(orders.len() <= 64, "sets of orders are words");
        let number = |order: Order| orders.iter().position(|(o, _)| *o == order).expect("a group") as u8;
        let product = |a: &Order, b: &Order| b.map(|c| a[usize::from(c)]);
        let products =
            orders.iter().flat_map(|(a, _)| orders.iter().map(|(b, _)| number(product(a, b)))).collect();
        Fixing { orders, products }
    }

    fn product(&self, first: usize, then: usize) -> usize {
        usize::from(self.products[first * self.orders.len() + then])
    }

    /// The number of the order that leads from one order to another: the first order followed by it is the
    /// other.
    pub fn quotient(&self, from: usize, to: usize) -> usize {
        let after = &self.products[from * self.orders.len()..][..self.orders.len()];
        after.iter().position(|&product| usize::from(product) == to).expect("a group")
    }

    /// An order followed by each of a set of orders.
    pub fn coset(&self, first: usize, set: u64) -> u64 {
        let members = (0..self.orders.len()).filter(|then| set >> then & 1 == 1);
        members.fold(0, |coset, then| coset | 1 << self.product(first, then))
    }
}

impl PairTable {
    /// The table, which the first call builds in about a millisecond.
    pub fn get() -> &'static PairTable {
        static TABLE: OnceLock<PairTable> = OnceLock::new();
        TABLE.get_or_init(PairTable::new)
    }

    fn new() -> PairTable {
        let mut table = PairTable {
            triples: [number_triples(0), number_triples(3)],
            entries: vec![NONE; 120 * 120 * 8],
            orders: orders(Shape::NINE),
            fixing: Vec::new(),
        };
        table.add_all(&mut [0; 9], 0, 0);
        table
    }

    /// Visits all second rows in ascending order, so the first one of each class is its least.
    fn add_all(&mut self, row: &mut Order, at: usize, used: u16) {
        if at == row.len() {
            if self.entries[self.index(row)] == NONE {
                self.add_class(*row);
            }
            return;
        }
        for column in (0..9).filter(|column| used >> column & 1 == 0 && usize::from(column / 3) != at / 3) {
            row[at] = column;
            self.add_all(row, at + 1, used | 1 << column);
        }
    }

    fn add_class(&mut self, least: Order) {
        let class = self.fixing.len() as u16;
        let mut fixing = Vec::new();
        for number in 0..self.orders.len() {
            let order = self.orders[number];
            let undo = inverse(&order);
            let row = conjugate(&least, &undo, &order);
            if row == least {
                fixing.push((order, undo));
            }
            let index = self.index(&row);
            if self.entries[index] == NONE {
                self.entries[index] = class << ORDER_BITS | number as u16;
            }
        }
        self.fixing.push(Fixing::new(fixing));
    }

    /// Two triples and the order of the last three columns distinguish all relations.
    #[inline(always)]
    fn index(&self, p: &Order) -> usize {
        let code = |i: usize| usize::from(p[i]) * 81 + usize::from(p[i + 1]) * 9 + usize::from(p[i + 2]);
        let (first, second) = (self.triples[0][code(0)], self.triples[1][code(3)]);
        let last = usize::from(p[6] < p[7]) | usize::from(p[6] < p[8]) << 1 | usize::from(p[7] < p[8]) << 2;
        (usize::from(first) * 120 + usize::from(second)) * 8 + last
    }

    /// The least result of two rows with this relation.
    #[inline(always)]
    pub fn find(&self, p: &Order) -> Pair {
        let entry = self.entries[self.index(p)];
        Pair { class: entry >> ORDER_BITS, order: entry & ((1 << ORDER_BITS) - 1) }
    }
}

/// Numbers the triples of different columns outside the box that begins with column `own`.
fn number_triples(own: u8) -> [u8; 729] {
    let mut numbers = [0; 729];
    let mut next = 0;
    for (code, number) in numbers.iter_mut().enumerate() {
        let [a, b, c] = [code / 81, code / 9 % 9, code % 9].map(|column| column as u8);
        if a != b && a != c && b != c && [a, b, c].iter().all(|column| column / 3 != own / 3) {
            *number = next;
            next += 1;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_relation_is_brought_to_the_least_row_of_its_class() {
        let table = PairTable::get();
        assert_eq!((table.orders.len(), table.fixing.len()), (1296, 15));
        let entries: Vec<_> = table.entries.iter().filter(|&&entry| entry != NONE).collect();
        assert_eq!(entries.len(), 12_096);
        // A class has as many relations as orders, divided by the orders that leave one of them unchanged.
        for (class, fixing) in table.fixing.iter().enumerate() {
            let members = entries.iter().filter(|&&&entry| usize::from(entry >> ORDER_BITS) == class).count();
            assert_eq!(members * fixing.orders.len(), 1296);
            for from in 0..fixing.orders.len() {
                assert_eq!(fixing.product(0, from), from);
                let all = (0..fixing.orders.len()).fold(0, |set, number| set | 1 << number);
                assert_eq!(fixing.coset(from, all), all);
                assert!(
                    (0..fixing.orders.len()).all(|to| fixing.product(from, fixing.quotient(from, to)) == to)
                );
            }
        }
        // 456789123 is the least second row of all.
        let least = [3, 4, 5, 6, 7, 8, 0, 1, 2];
        assert_eq!(table.find(&least).class, 0);
        for order in &table.orders {
            let row = conjugate(&least, order, &inverse(order));
            let pair = table.find(&row);
            let order = &table.orders[usize::from(pair.order)];
            assert_eq!((pair.class, conjugate(&row, order, &inverse(order))), (0, least));
        }
    }
}
