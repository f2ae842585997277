//! Canonical forms against the definition: all 3,359,232 arrangements of the lines of a 9×9 board, with the digits renamed
//! in the order in which they occur. Nothing here is shared with the library but the transformations that make morphs.

use crate::common::cases;
use quadrille::{
    Outcome, Puzzle, Shape, Solver,
    symmetry::{Symmetries, Transform, canonical},
};
use std::{
    cmp::Ordering,
    collections::HashMap,
    fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

type Board = [[u8; 9]; 9];
type Lines = [usize; 9];

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All 1,296 orders of nine lines that keep three bands together.
fn line_orders() -> Vec<Lines> {
    let mut found = Vec::new();
    for bands in ORDERS {
        for first in ORDERS {
            for second in ORDERS {
                for third in ORDERS {
                    let inner = [first, second, third];
                    found.push(std::array::from_fn(|i| 3 * bands[i / 3] + inner[i / 3][i % 3]));
                }
            }
        }
    }
    found
}

fn board(cells: &[u8]) -> Board {
    std::array::from_fn(|r| std::array::from_fn(|c| cells[9 * r + c]))
}

fn transposed(board: &Board) -> Board {
    std::array::from_fn(|r| std::array::from_fn(|c| board[c][r]))
}

/// Compares an arrangement, its digits renamed in the order in which they occur, with the least one, and replaces it if it
/// is less. Gives the new names and the row that decided.
fn compare(board: &Board, rows: &Lines, columns: &Lines, least: &mut Board) -> (Ordering, [u8; 10], usize) {
    let (mut names, mut named, mut order) = ([0; 10], 0, Ordering::Equal);
    for (at, (&row, least)) in rows.iter().zip(least).enumerate() {
        for (&column, least) in columns.iter().zip(least) {
            let digit = usize::from(board[row][column]);
            if digit > 0 && names[digit] == 0 {
                named += 1;
                names[digit] = named;
            }
            if order == Ordering::Equal {
                order = names[digit].cmp(least);
            }
            match order {
                Ordering::Greater => return (order, names, at),
                Ordering::Less => *least = names[digit],
                Ordering::Equal => {}
            }
        }
    }
    (order, names, 9)
}

/// The least morph of `board` and of `beside` by those transformations that make `board` least, and how many make both least.
fn least_by_definition(board: &Board, beside: &Board, orders: &[Lines]) -> (Board, u64) {
    let (mut least, mut least_beside, mut count) = ([[10; 9]; 9], [[10; 9]; 9], 0);
    for (board, beside) in [(*board, *beside), (transposed(board), transposed(beside))] {
        for columns in orders {
            // Rows that are greater in the first place are so whatever follows them.
            let mut is_greater = [false; 9];
            for rows in orders.iter() {
                if is_greater[rows[0]] {
                    continue;
                }
                let (order, names, at) = compare(&board, rows, columns, &mut least);
                if order == Ordering::Greater {
                    is_greater[rows[0]] = at == 0;
                    continue;
                }
                let morph: Board = rows.map(|r| {
                    columns.map(|c| if beside[r][c] > 0 { names[usize::from(beside[r][c])] } else { 0 })
                });
                if order == Ordering::Less || morph < least_beside {
                    (least_beside, count) = (morph, 1);
                } else if morph == least_beside {
                    count += 1;
                }
            }
        }
    }
    (least_beside, count)
}

/// The form of a puzzle and its number of automorphisms.
fn form_by_definition(puzzle: &Puzzle, orders: &[Lines]) -> (Vec<u8>, u64) {
    let givens = board(puzzle.givens());
    let answer = Solver::new().limit(2).solve(puzzle);
    let (form, count) = match answer.solution().filter(|_| answer.outcome() == Outcome::Unique) {
        Some(solution) => least_by_definition(&board(solution.cells()), &givens, orders),
        None => {
            // Digits that do not occur can be renamed in any way.
            let missing = (1..=9u64).filter(|&d| !puzzle.givens().contains(&(d as u8))).count() as u64;
            let (form, count) = least_by_definition(&givens, &givens, orders);
            (form, count * (1..=missing).product::<u64>())
        }
    };
    (form.concat(), count)
}

/// Puzzles with one solution, several and none, on grids with and without automorphisms; and for each a morph.
fn puzzles(count: usize) -> Vec<Puzzle> {
    let dataset = |name: &str| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets").join(name)).unwrap()
    };
    let minimal = dataset("9x9-minimal.txt");
    let mixed = dataset("9x9-mixed.txt");
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/minlex_grids.csv"))
        .unwrap();
    // Parts of grids with automorphisms: whole bands and boxes are left out, so that some of the symmetry stays.
    let parts = table.lines().skip(21).enumerate().map(|(i, row)| {
        let grid = &row[..81];
        let keeps = |cell: usize| match i % 4 {
            0 => !(cell % 9).is_multiple_of(3) || cell / 9 % 3 == 1,
            1 => !(cell / 9 + cell % 9).is_multiple_of(3),
            2 => (cell * (i + 3) + cell / 9) % 7 < 3,
            _ => cell / 27 != 1 || cell % 9 < 6,
        };
        grid.chars()
            .enumerate()
            .map(|(cell, digit)| if keeps(cell) { digit } else { '.' })
            .collect::<String>()
    });
    let mut kinds: [Box<dyn Iterator<Item = String>>; 3] = [
        Box::new(parts.collect::<Vec<_>>().into_iter()),
        Box::new(mixed.lines().filter(|line| line.len() == 81).map(String::from)),
        Box::new(minimal.lines().map(String::from)),
    ];
    let mut found = Vec::new();
    while found.len() < count {
        let number = found.len() as u64;
        let next = kinds.iter_mut().flat_map(|kind| kind.next()).collect::<Vec<_>>();
        assert!(!next.is_empty(), "the data sets have enough puzzles");
        for puzzle in next.iter().filter_map(|text| text.parse::<Puzzle>().ok()) {
            let morph = Transform::random(Shape::NINE, Symmetries::ALL, 14, number).unwrap().apply(&puzzle);
            found.extend([puzzle, morph]);
        }
    }
    found.truncate(count);
    found
}

/// Boards with much symmetry, and digits that are repeated in a row: most have no solution.
fn structured() -> Vec<Puzzle> {
    let of = |digit: &dyn Fn(usize, usize) -> usize| {
        Puzzle::new((0..81).map(|cell| digit(cell / 9, cell % 9) as u8).collect::<Vec<_>>()).unwrap()
    };
    vec![
        of(&|_, _| 1),
        of(&|r, c| if (r, c) == (4, 4) { 5 } else { 0 }),
        of(&|r, c| if r == c { 1 + r } else { 0 }),
        of(&|r, c| if (r + c) % 2 == 0 { 1 + r } else { 0 }),
        of(&|r, c| 1 + (r + c) % 9),
        of(&|r, c| 1 + (r + c) % 3 + 3 * ((r / 3 + c / 3) % 3)),
        of(&|r, c| if r < 6 { 1 + r } else { 1 + (r * 31 + c * c * 7) % 9 }),
        of(&|r, c| (r * 37 + c * 11 + r * c * 5) % 7 % 4),
        of(&|r, c| 1 + (r * r * 13 + c * 7 + r * c * 3) % 11 % 9),
        of(&|r, c| if r < 3 { 1 + (3 * r + c) % 9 } else { 0 }),
    ]
}

/// Compares the form of each puzzle with its form by definition, and which puzzles have equal forms.
fn forms_match_the_definition(puzzles: &[Puzzle], least_equal: usize) {
    let (count, orders, next) = (puzzles.len(), line_orders(), AtomicUsize::new(0));
    assert_eq!(orders.len(), 1296);
    let work = || {
        let mut found = Vec::new();
        while let Some((index, puzzle)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, puzzles.get(i)?)))
        {
            let canonical = canonical(puzzle).unwrap();
            let by_definition = form_by_definition(puzzle, &orders);
            assert_eq!(canonical.form.givens(), by_definition.0, "{puzzle}");
            assert_eq!(canonical.automorphisms, by_definition.1, "{puzzle}");
            found.push((index, canonical.form.givens().to_vec(), by_definition.0));
        }
        found
    };
    let mut forms: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..thread::available_parallelism().map_or(1, usize::from)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    forms.sort();
    assert_eq!(forms.len(), count);
    // All pairs: equal by one if, and only if, equal by the other.
    let (mut equal, mut classes) = (0, HashMap::new());
    for (i, (_, form, by_definition)) in forms.iter().enumerate() {
        *classes.entry(form).or_insert(0) += 1;
        for (_, other, other_by_definition) in &forms[..i] {
            assert_eq!(form == other, by_definition == other_by_definition);
            equal += usize::from(form == other);
        }
    }
    println!("{count} puzzles in {} classes, {equal} equivalent pairs", classes.len());
    assert!(equal >= least_equal, "the puzzles with a morph among them");
}

#[test]
fn forms_of_some_puzzles_match_the_definition() {
    let count = cases(6, 12);
    forms_match_the_definition(&puzzles(count), count / 2);
}

#[test]
fn forms_of_structured_boards_match_the_definition() {
    // The first two boards have so much symmetry that either takes longer than all others.
    forms_match_the_definition(&structured()[cases(2, 0)..], 0);
}

/// Takes some minutes: `cargo test --release --test engines -- --ignored --nocapture least_form`.
#[test]
#[ignore = "takes minutes"]
fn forms_of_2000_puzzles_match_the_definition() {
    forms_match_the_definition(&puzzles(2000), 1000);
}

/// 1,000 morphs of each of 500 puzzles: automorphic or not, with one solution, several or none.
#[test]
#[ignore = "takes minutes"]
fn all_morphs_of_500_puzzles_have_one_form() {
    let (mut outcomes, mut automorphic) = (HashMap::new(), 0);
    // Every second one is a morph of the one before.
    for (number, puzzle) in puzzles(1000).iter().step_by(2).enumerate() {
        let expected = canonical(puzzle).unwrap();
        *outcomes.entry(format!("{:?}", Solver::new().limit(2).solve(puzzle).outcome())).or_insert(0) += 1;
        automorphic += usize::from(expected.automorphisms > 1);
        for k in 0..1000 {
            let transform = Transform::random(Shape::NINE, Symmetries::ALL, number as u64, k).unwrap();
            let morph = transform.apply(puzzle);
            let found = canonical(&morph).unwrap();
            assert_eq!(found.form, expected.form, "{puzzle} by {transform}");
            assert_eq!(found.automorphisms, expected.automorphisms);
            assert_eq!(found.transform.apply(&morph), expected.form);
        }
    }
    println!("{outcomes:?}, {automorphic} with automorphisms");
}
