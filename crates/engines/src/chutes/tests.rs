use super::*;
use crate::{Engines, Run};
use proptest::prelude::*;
use quadrille_base::cases::cases;
use quadrille_base::limits::SearchReport;
use quadrille_grid::{Extras, ExtrasList, Shape};
use std::sync::{Arc, atomic::AtomicBool};
use std::time::Duration;

const ALL: Limits = Limits::new(u64::MAX);

/// A solution.
const GRID: &[u8; 81] = b"295743861431865927876192543387459216612387495549216738763524189928671354154938672";

fn counted(candidates: &[u16; 81], threads: usize) -> (u128, u64) {
    let count = count(candidates, &ALL, threads, usize::MAX).unwrap();
    (count.solutions.unwrap(), count.nodes)
}

/// `None` if the memory does not suffice.
fn count(candidates: &[u16; 81], limits: &Limits, threads: usize, memory: usize) -> Option<ChuteCount> {
    let resources = Resources { limits, threads, memory, nodes_per_solution: f64::INFINITY };
    match count_by_chutes(candidates, &resources).unwrap() {
        ByChutes::Counted(count) => Some(count),
        ByChutes::TooLittleMemory => None,
        ByChutes::FasterOneByOne { .. } => panic!("nothing is faster"),
    }
}

fn plan(candidates: &[u16; 81]) -> Plan {
    Plan::new(Chutes::new(candidates), &Classes::new(candidates), usize::MAX).unwrap().unwrap()
}

/// Candidates: some cells have only the digit of the solution, the others also the digits left to them.
fn board(given: &[bool], left: &[u16]) -> [u16; 81] {
    std::array::from_fn(|cell| {
        let digit = 1 << (GRID[cell] - b'1');
        if given[cell] { digit } else { digit | (left[cell] & 0x1ff) }
    })
}

/// The number of solutions by an engine, if they are at most this many.
fn one_by_one(candidates: &[u16; 81], most: u64) -> Option<u64> {
    let (candidates, mut extras) = (candidates.map(u32::from), ExtrasList::default());
    extras.push(Shape::NINE, Extras { candidates: Some(&candidates), ..Extras::default() });
    let (givens, mut solution, mut report) = ([0; 81], [0; 81], [SearchReport::default()]);
    let run = Run::new(Shape::NINE, &givens, &mut solution, &mut report);
    let mut engines = Engines::default();
    let engine = engines.under_variants(Shape::NINE).unwrap();
    engine.solve(&mut run.with_extras(&extras), &Limits::new(most + 1));
    (report[0].solutions <= most).then_some(report[0].solutions)
}

/// The board with rows and columns exchanged.
fn mirrored(board: &[u16; 81]) -> [u16; 81] {
    std::array::from_fn(|cell| board[cell % 9 * 9 + cell / 9])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(30, 200)) })]

    #[test]
    fn random_boards_are_counted_as_one_by_one(
        given in proptest::collection::vec(proptest::bool::weighted(0.3), 81),
        left in proptest::collection::vec(any::<u16>(), 81),
        all_left in any::<bool>(),
    ) {
        let board = board(&given, &if all_left { vec![0x1ff; 81] } else { left });
        if let Some(number) = one_by_one(&board, 100_000) {
            let count = counted(&board, 1);
            prop_assert_eq!(count.0, u128::from(number));
            prop_assert_eq!(counted(&board, 3), count);
            prop_assert_eq!(counted(&mirrored(&board), 1).0, count.0);
        }
    }

    /// Digits that have the same candidates everywhere, in several classes.
    #[test]
    fn digits_that_can_change_places_are_counted_as_one_by_one(
        given in proptest::collection::vec(proptest::bool::weighted(0.75), 81),
        class_of in proptest::collection::vec(0..6u8, 9),
    ) {
        let class_of = &class_of;
        let of_class = |digit: u8| (0..9).filter(move |&d| class_of[d] == class_of[usize::from(digit - b'1')]);
        let board = std::array::from_fn(|cell| if given[cell] { of_class(GRID[cell]).map(|digit| 1 << digit).sum() } else { 0x1ff });
        let number = one_by_one(&board, 200_000);
        prop_assert!(number.is_none_or(|number| counted(&board, 2).0 == u128::from(number)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(20, 200)) })]

    /// Boards that stay the same when two rows or columns, and two names of digits, are exchanged.
    #[test]
    fn boards_with_a_symmetry_are_counted_as_one_by_one(
        given in proptest::collection::vec(proptest::bool::weighted(0.5), 81),
        (band, rows, digit, next) in (0..3usize, 0..3usize, 0..9u16, 1..9u16),
    ) {
        let (a, b, names) = (3 * band + rows, 3 * band + (rows + 1) % 3, [digit, (digit + next) % 9]);
        let row = |row: usize| if row == a { b } else if row == b { a } else { row };
        let renamed = |cell: u16| {
            let differs = (cell >> names[0] ^ cell >> names[1]) & 1;
            cell ^ differs << names[0] ^ differs << names[1]
        };
        let some = board(&given, &[0x1ff; 81]);
        let symmetric = std::array::from_fn(|cell| some[cell] | renamed(some[row(cell / 9) * 9 + cell % 9]));
        if let Some(number) = one_by_one(&symmetric, 100_000) {
            prop_assert_eq!(counted(&symmetric, 1).0, u128::from(number));
            prop_assert_eq!(counted(&mirrored(&symmetric), 2).0, u128::from(number));
        }
    }
}

/// One full row: a grid in 9!. The board is also moved and mirrored.
#[test]
fn boards_with_symmetries_are_counted() {
    let row: [u16; 81] = std::array::from_fn(|cell| if cell < 9 { 1 << cell } else { 0x1ff });
    let mut moved = [0; 81];
    for (cell, &candidates) in row.iter().enumerate() {
        moved[(cell / 9 + 5) % 9 * 9 + cell % 9] = candidates;
    }
    for board in [row, mirrored(&moved)] {
        let first = plan(&board).first;
        let triples: u128 = first.iter().map(|(_, size)| size).sum();
        assert!(triples == 94_080 && first.len() <= 41, "{} of {triples}", first.len());
    }
    if cases(false, true) {
        assert_eq!(counted(&row, 2).0, 6_670_903_752_021_072_936_960 / 362_880);
        assert_eq!(counted(&mirrored(&moved), 2).0, 6_670_903_752_021_072_936_960 / 362_880);
    }
}

#[test]
fn a_board_that_candidates_rule_out_has_no_solution() {
    let mut board = board(&[true; 81], &[0; 81]);
    assert_eq!(counted(&board, 1).0, 1);
    board[40] = 0;
    assert_eq!(counted(&board, 1).0, 0);
    board[40] = board[41];
    assert_eq!(counted(&board, 1).0, 0);
}

/// The completions of three rows, which a memory of subproblems counts too, and all grids.
#[test]
fn counts_of_many_solutions_are_known() {
    let three_rows = "123456789456789123789123456";
    let given: Vec<u16> = three_rows.bytes().map(|digit| 1 << (digit - b'1')).collect();
    let rows = std::array::from_fn(|cell| given.get(cell).copied().unwrap_or(0x1ff));
    assert_eq!(counted(&rows, 2).0, 7_802_998_272);
    assert_eq!(counted(&mirrored(&rows), 1).0, 7_802_998_272);
    // All grids, by B. Felgenhauer and F. Jarvis. They take longest; `tests/docs.rs` counts them in the long form too.
    if cases(false, true) {
        assert_eq!(counted(&[0x1ff; 81], 2).0, 6_670_903_752_021_072_936_960);
    }
}

#[test]
fn limits_end_a_count() {
    let empty = [0x1ff; 81];
    let solutions =
        |limits: &Limits, memory: usize| count(&empty, limits, 2, memory).map(|count| count.solutions);
    assert_eq!(solutions(&ALL, 1 << 20), None);
    let timeout = ALL.timeout_per_puzzle(Duration::from_millis(1));
    assert_eq!(solutions(&timeout, usize::MAX), Some(None));
    assert_eq!(solutions(&ALL.stop_flag(Arc::new(AtomicBool::new(true))), usize::MAX), Some(None));
}
