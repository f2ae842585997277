//! The plain checkers, and the checkers for instruction sets against them.

use super::{nine::CELLS, *};
use proptest::prelude::*;
use quadrille_base::isa::InstructionSet;

/// A valid grid of any shape: each row is the one above shifted by a box, each band by one.
fn pattern(shape: Shape) -> Vec<u8> {
    let side = shape.side();
    let start = |row: usize| (row % shape.box_rows()) * shape.box_columns() + row / shape.box_rows();
    (0..shape.area()).map(|c| ((start(shape.row_of(c)) + shape.column_of(c)) % side + 1) as u8).collect()
}

#[test]
fn valid_grids_are_accepted_in_every_shape() {
    for shape in Shape::EACH {
        let grid = pattern(shape);
        assert!(is_solution(shape, &grid, &grid), "{shape}");
        assert!(is_solution(shape, &vec![0; shape.area()], &grid), "{shape}");
    }
}

#[test]
fn every_single_change_is_rejected() {
    for shape in Shape::EACH {
        let grid = pattern(shape);
        let empty = vec![0; shape.area()];
        for cell in 0..shape.area() {
            for digit in [0, 1, shape.side() as u8, shape.side() as u8 + 1, 255] {
                let mut wrong = grid.clone();
                wrong[cell] = digit;
                assert_eq!(is_solution(shape, &empty, &wrong), digit == grid[cell]);
            }
        }
    }
}

#[test]
fn a_changed_given_is_rejected() {
    let grid = pattern(Shape::NINE);
    for cell in 0..81 {
        let mut givens = [0; 81];
        givens[cell] = grid[cell] % 9 + 1;
        assert!(!is_solution(Shape::NINE, &givens, &grid));
    }
}

/// A Latin square violates the boxes alone; a grid with one digit in each row violates the rows and
/// boxes.
#[test]
fn each_kind_of_house_is_checked() {
    let latin: Vec<u8> = (0..81).map(|c| ((c / 9 + c % 9) % 9 + 1) as u8).collect();
    let rows: Vec<u8> = (0..81).map(|c| (c / 9 + 1) as u8).collect();
    let cols: Vec<u8> = (0..81).map(|c| (c % 9 + 1) as u8).collect();
    for wrong in [latin, rows, cols] {
        assert!(!is_solution(Shape::NINE, &[0; 81], &wrong));
    }
}

proptest! {
    #[test]
    fn the_9x9_version_agrees_with_the_general_one(
        swaps in proptest::collection::vec((0usize..81, 0usize..81), 0..3),
        sets in proptest::collection::vec((0usize..81, 0u8..12), 0..2),
        given in 0usize..81,
    ) {
        let mut grid = pattern(Shape::NINE);
        let mut givens = vec![0; 81];
        givens[given] = grid[given];
        for (a, b) in swaps { grid.swap(a, b) }
        for (cell, digit) in sets { grid[cell] = digit }
        prop_assert_eq!(
            is_solution(Shape::NINE, &givens, &grid),
            is_solution_any(Shape::NINE, &givens, &grid)
        );
    }
}

/// Small random numbers, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }

    /// The numbers 0, 1 and 2 in any order.
    fn three(&mut self) -> [usize; 3] {
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][self.below(6)]
    }

    /// The rows of the pattern in another order that keeps bands together.
    fn lines(&mut self) -> [usize; 9] {
        let (bands, within) = (self.three(), [self.three(), self.three(), self.three()]);
        std::array::from_fn(|line| bands[line / 3] * 3 + within[line / 3][line % 3])
    }

    /// A valid grid.
    fn grid(&mut self) -> Vec<u8> {
        let (pattern, rows, columns) = (pattern(Shape::NINE), self.lines(), self.lines());
        let mut digits: Vec<u8> = (1..=9).collect();
        (1..9).for_each(|i| digits.swap(i, self.below(i + 1)));
        let symbol = |cell: usize| digits[usize::from(pattern[rows[cell / 9] * 9 + columns[cell % 9]]) - 1];
        (0..CELLS).map(symbol).collect()
    }
}

/// One grid among others that are right, so that it is in each place of a pair that is checked at once.
struct Neighbors {
    checkers: Vec<NineChecker>,
    givens: Vec<u8>,
    solutions: Vec<u8>,
    place: usize,
}

impl Neighbors {
    /// Two pairs and one more grid, which gives the last pair its padding.
    const GRIDS: usize = 5;

    fn new(dice: &mut Dice) -> Neighbors {
        let solutions: Vec<u8> = (0..Neighbors::GRIDS).flat_map(|_| dice.grid()).collect();
        let is_kept = |cell: usize| cell.is_multiple_of(3);
        let givens = solutions.iter().enumerate().map(|(i, d)| if is_kept(i) { *d } else { 0 }).collect();
        let checkers = InstructionSet::ALL.iter().filter_map(|isa| NineChecker::new(*isa)).collect();
        Neighbors { checkers, givens, solutions, place: 0 }
    }

    /// Checks a grid with every instruction set, at the next place among the others.
    fn check(&mut self, givens: &[u8], grid: &[u8], is_right: bool) {
        self.place = (self.place + 1) % Neighbors::GRIDS;
        let at = self.place * CELLS..(self.place + 1) * CELLS;
        let before = (self.givens[at.clone()].to_vec(), self.solutions[at.clone()].to_vec());
        self.givens[at.clone()].copy_from_slice(givens);
        self.solutions[at.clone()].copy_from_slice(grid);
        let expected = (!is_right).then_some(self.place);
        for checker in &self.checkers {
            let found = checker.first_wrong(&self.givens, &self.solutions, |_| true);
            assert_eq!(found, expected, "{checker:?}: {grid:?} for {givens:?}");
        }
        self.givens[at.clone()].copy_from_slice(&before.0);
        self.solutions[at].copy_from_slice(&before.1);
    }

    /// Checks a grid without givens against the checker that goes house by house.
    fn compare(&mut self, grid: &[u8]) {
        let givens = [0; CELLS];
        self.check(&givens, grid, is_solution_any(Shape::NINE, &givens, grid));
    }
}

#[test]
fn every_instruction_set_finds_every_change_of_one_cell_of_a_thousand_grids() {
    let mut dice = Dice(1);
    let mut neighbors = Neighbors::new(&mut dice);
    for _ in 0..1000 {
        let mut grid = dice.grid();
        neighbors.check(&[0; CELLS], &grid, true);
        for cell in 0..CELLS {
            let right = grid[cell];
            for wrong in (1..=9).filter(|digit| *digit != right) {
                grid[cell] = wrong;
                neighbors.check(&[0; CELLS], &grid, false);
            }
            grid[cell] = right;
        }
    }
}

#[test]
fn every_instruction_set_finds_every_byte_that_is_no_digit() {
    let mut dice = Dice(2);
    let mut neighbors = Neighbors::new(&mut dice);
    for _ in 0..10 {
        let mut grid = dice.grid();
        for cell in 0..CELLS {
            let right = grid[cell];
            for wrong in (0..=255).filter(|byte| !(1..=9).contains(byte)) {
                grid[cell] = wrong;
                neighbors.check(&[0; CELLS], &grid, false);
            }
            grid[cell] = right;
        }
        // All nine cells of a digit at once, so that every house has the same fault.
        let digit = grid[0];
        for wrong in [0, 10, 15, 16, 16 + digit, 128 + digit, 255] {
            let replaced: Vec<u8> = grid.iter().map(|d| if *d == digit { wrong } else { *d }).collect();
            neighbors.compare(&replaced);
        }
    }
}

#[test]
fn every_instruction_set_finds_every_changed_given() {
    let mut dice = Dice(3);
    let mut neighbors = Neighbors::new(&mut dice);
    for _ in 0..100 {
        let grid = dice.grid();
        let mut givens = grid.clone();
        neighbors.check(&givens, &grid, true);
        for cell in 0..CELLS {
            for given in 0..=9 {
                givens[cell] = given;
                neighbors.check(&givens, &grid, given == 0 || given == grid[cell]);
            }
            givens[cell] = if cell.is_multiple_of(2) { grid[cell] } else { 0 };
        }
    }
}

/// Two cells exchanged: the digits of the grid and the sums of some houses stay the same.
#[test]
fn every_instruction_set_judges_every_exchange_of_two_cells() {
    let mut dice = Dice(4);
    let mut neighbors = Neighbors::new(&mut dice);
    for _ in 0..20 {
        let mut grid = dice.grid();
        for a in 0..CELLS {
            for b in 0..a {
                grid.swap(a, b);
                neighbors.compare(&grid);
                grid.swap(a, b);
            }
        }
    }
}

/// Exchanges of rows, columns and digits, many of which leave the grid valid.
#[test]
fn every_instruction_set_judges_exchanged_lines_and_digits() {
    let mut dice = Dice(5);
    let mut neighbors = Neighbors::new(&mut dice);
    for _ in 0..50 {
        let grid = dice.grid();
        for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let line = |at: usize| {
                if at == a {
                    b
                } else if at == b {
                    a
                } else {
                    at
                }
            };
            let rows: Vec<u8> = (0..CELLS).map(|c| grid[line(c / 9) * 9 + c % 9]).collect();
            let columns: Vec<u8> = (0..CELLS).map(|c| grid[c / 9 * 9 + line(c % 9)]).collect();
            neighbors.compare(&rows);
            neighbors.compare(&columns);
            let digit = |d: u8| line(usize::from(d) - 1) as u8 + 1;
            for from in [0, 9, 27, 40] {
                let digits: Vec<u8> =
                    grid.iter().enumerate().map(|(c, d)| if c >= from { digit(*d) } else { *d }).collect();
                neighbors.compare(&digits);
            }
        }
    }
}

/// Faults that one part of the check alone cannot see. Exchanges within the columns of a band leave columns and boxes
/// right, so that only the sums of the rows differ; rows with the right sum leave only the columns; and digits that
/// occur two or three times in a house leave bits of its exclusive or unchanged.
#[test]
fn every_instruction_set_finds_faults_that_keep_sums_or_exclusive_ors() {
    let mut dice = Dice(6);
    let mut neighbors = Neighbors::new(&mut dice);
    for round in 0..20_000 {
        let mut grid = dice.grid();
        match round % 4 {
            0 => {
                for _ in 0..dice.below(9) + 1 {
                    let (row, other, column) = (dice.below(9), dice.below(3), dice.below(9));
                    grid.swap(row * 9 + column, (row / 3 * 3 + other) * 9 + column);
                }
            }
            // Rows whose codes have the sum 255, in any order.
            1 => {
                let mut row = [[8, 7, 6, 5, 4, 3, 1, 1, 1], [8, 7, 6, 5, 4, 2, 2, 2, 1]][dice.below(2)];
                (1..9).for_each(|i| row.swap(i, dice.below(i + 1)));
                for _ in 0..dice.below(3) + 1 {
                    let at = dice.below(9) * 9;
                    grid[at..at + 9].copy_from_slice(&row);
                }
            }
            2 => {
                let (cell, digit) = (dice.below(CELLS), dice.below(9) as u8 + 1);
                let same_column = dice.below(9) * 9 + cell % 9;
                let same_row = cell / 9 * 9 + dice.below(9);
                for place in [cell, same_column, same_row, same_column / 9 * 9 + same_row % 9] {
                    grid[place] = digit;
                }
            }
            _ => {
                for _ in 0..dice.below(6) + 2 {
                    grid[dice.below(CELLS)] = dice.below(12) as u8;
                }
            }
        }
        neighbors.compare(&grid);
    }
}

#[test]
fn runs_of_any_length_are_checked_to_their_end() {
    let mut dice = Dice(7);
    for isa in InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let checker = NineChecker::new(isa).unwrap();
        for len in 0..14 {
            let mut solutions: Vec<u8> = (0..len).flat_map(|_| dice.grid()).collect();
            let givens = solutions.clone();
            assert_eq!(checker.first_wrong(&givens, &solutions, |_| true), None);
            for wrong in (0..len).rev() {
                solutions[wrong * CELLS + 80] ^= 1;
                let found = |has_solution: &dyn Fn(usize) -> bool| {
                    checker.first_wrong(&givens, &solutions, has_solution)
                };
                assert_eq!(found(&|_| true), Some(wrong), "{isa:?} {len}");
                assert_eq!(found(&|i| i != wrong), Some(wrong + 1).filter(|next| *next < len));
                assert_eq!(found(&|i| i < wrong), None);
            }
        }
    }
}

/// Otherwise grids would be checked one at a time, which is slow and not wrong.
#[cfg(target_arch = "x86_64")]
#[test]
fn right_grids_are_accepted_without_the_plain_check() {
    let mut dice = Dice(8);
    for _ in 0..100 {
        let grids: Vec<u8> = (0..9).flat_map(|_| dice.grid()).collect();
        assert_eq!(sse2::right_at_once(&grids, &grids), 8);
        if let Some(checker) = avx2::Avx2::new() {
            assert_eq!(checker.right_at_once(&grids, &grids), 8);
        }
    }
}
