//! The oracle of variants: plain backtracking under rules that are stated as pairs of cells that must differ.

use quadrille::{Shape, grid::Variant};

/// The rules as pairs of cells that must differ, stated independently of the library.
pub struct Pairs {
    side: usize,
    differ: Vec<Vec<bool>>,
    /// Rows, columns and regions, which contain every digit.
    houses: Vec<Vec<usize>>,
}

pub fn pairs(shape: Shape, variants: &[Variant], regions: Option<&[u8]>) -> Pairs {
    let (side, area) = (shape.side(), shape.area());
    let place = |cell: usize| (cell / side, cell % side);
    let region = |cell: usize| match regions {
        Some(regions) => usize::from(regions[cell]),
        None => {
            let (r, c) = place(cell);
            r / shape.box_rows() * shape.box_rows() + c / shape.box_columns()
        }
    };
    let differ = |a: usize, b: usize| {
        let ((r, c), (s, d)) = (place(a), place(b));
        let (down, aside) = (r.abs_diff(s), c.abs_diff(d));
        let extra = |variant: &Variant| match variant {
            Variant::X => (r == c && s == d) || (r + c == side - 1 && s + d == side - 1),
            Variant::Windoku => {
                let window = |r: usize, c: usize| {
                    [1, 5].iter().any(|&r0| {
                        (r0..r0 + 3).contains(&r) && [1, 5].iter().any(|&c0| (c0..c0 + 3).contains(&c))
                    })
                };
                window(r, c) && window(s, d) && (r > 4) == (s > 4) && (c > 4) == (d > 4)
            }
            Variant::AntiKnight => matches!((down, aside), (1, 2) | (2, 1)),
            Variant::DisjointGroups => down % shape.box_rows() == 0 && aside % shape.box_columns() == 0,
            _ => false,
        };
        a != b && (r == s || c == d || region(a) == region(b) || variants.iter().any(extra))
    };
    let houses_of = |house_of: &dyn Fn(usize) -> usize| -> Vec<Vec<usize>> {
        (0..side).map(|house| (0..area).filter(|&cell| house_of(cell) == house).collect()).collect()
    };
    let houses = [houses_of(&|c| c / side), houses_of(&|c| c % side), houses_of(&region)].concat();
    Pairs { side, differ: (0..area).map(|a| (0..area).map(|b| differ(a, b)).collect()).collect(), houses }
}

impl Pairs {
    /// Solutions up to a limit, by plain backtracking.
    pub fn solve(&self, givens: &[u8], candidates: Option<&[u32]>, limit: usize) -> Vec<Vec<u8>> {
        let all = (1u32 << self.side) - 1;
        let mut free: Vec<u32> = candidates.map_or(vec![all; givens.len()], <[u32]>::to_vec);
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, d)| **d > 0) {
            free[cell] &= 1 << (digit - 1);
        }
        let mut found = Vec::new();
        self.extend(&mut vec![0; givens.len()], &free, limit, &mut found);
        found
    }

    fn extend(&self, board: &mut [u8], free: &[u32], limit: usize, found: &mut Vec<Vec<u8>>) {
        let Some(branches) = self.branches(board, free) else {
            found.push(board.to_vec());
            return;
        };
        for (cell, digit) in branches {
            board[cell] = digit;
            let mut left = free.to_vec();
            for other in (0..board.len()).filter(|&other| self.differ[cell][other]) {
                left[other] &= !(1 << (digit - 1));
            }
            self.extend(board, &left, limit, found);
            board[cell] = 0;
            if found.len() == limit {
                break;
            }
        }
    }

    /// The digits of the cell with the fewest candidates, or the only cell of a digit in a house; `None` if the board is full.
    fn branches(&self, board: &[u8], free: &[u32]) -> Option<Vec<(usize, u8)>> {
        let digits_of = |set: u32| (1..=self.side as u8).filter(move |digit| set >> (digit - 1) & 1 != 0);
        let empty = (0..board.len()).filter(|&cell| board[cell] == 0);
        let cell = empty.min_by_key(|&cell| free[cell].count_ones())?;
        for house in self.houses.iter().filter(|_| free[cell].count_ones() > 1) {
            // The digits that have a place in the house, and those that have several.
            let (mut any, mut several) = (0u32, 0u32);
            for &cell in house {
                let places = if board[cell] > 0 { 1 << (board[cell] - 1) } else { free[cell] };
                several |= any & places;
                any |= places;
            }
            if any.count_ones() < self.side as u32 {
                return Some(Vec::new());
            }
            let is_place = |cell: &&usize| board[**cell] == 0 && free[**cell] & !several != 0;
            if let Some(&cell) = house.iter().find(is_place) {
                return Some(digits_of(free[cell] & !several).map(|digit| (cell, digit)).take(1).collect());
            }
        }
        Some(digits_of(free[cell]).map(|digit| (cell, digit)).collect())
    }
}
