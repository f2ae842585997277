//! The guesses of tdoku's solver, against counts by that program.

use quadrille::{
    engine::InstructionSet,
    rating::{GuessCounter, Guesses},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

/// Boards of our generator and changes of them, with the counts of tdoku (commit af42618) at limits 1 and 2: minimal
/// puzzles, easy and hard; with one to four givens removed; with a digit changed; few givens; random digits; empty.
const TABLE: &str = include_str!("../data/guesses.csv");

/// Rows of the data set sudoku-extreme with the `rating` it gives, which is this count at limit 1.
const RATED: [(&str, u64); 4] = [
    ("5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..", 18),
    (".2.1..9.4....2.6....3.94..5..497..5..1...24.7....4..6...6.............8..9..1.7.6", 95),
    (".....8..1.6.9..2...4.52.9..4..6......9..45..6....924..9......7........3.35.2..6..", 60),
    (".9...12...3..284.6.6.....8..7....14..2..5.7....3.....2.1.9........7.5....872.6..4", 1),
];

fn cells(line: &str) -> impl Iterator<Item = u8> {
    line.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' })
}

/// The cells of the table, and the counts at limits 1 and 2.
fn table() -> (Vec<u8>, [Vec<Guesses>; 2]) {
    let (mut givens, mut expected) = (Vec::new(), [const { Vec::new() }; 2]);
    for row in TABLE.lines().skip(1) {
        let (puzzle, counts) = row.split_once(',').unwrap();
        givens.extend(cells(puzzle));
        let counts: Vec<u64> = counts.split(',').map(|count| count.parse().unwrap()).collect();
        for limit in 0..2 {
            expected[limit].push(Guesses { guesses: counts[2 * limit], solutions: counts[2 * limit + 1] });
        }
    }
    (givens, expected)
}

fn counters() -> impl Iterator<Item = (InstructionSet, GuessCounter)> {
    InstructionSet::ALL.iter().filter_map(|&isa| Some((isa, GuessCounter::with_isa(isa).ok()?)))
}

#[test]
fn guesses_match_tdoku() {
    let (givens, expected) = table();
    assert_eq!(givens.len(), 200 * 81);
    for (isa, mut counter) in counters() {
        for (limit, expected) in (1..).zip(&expected) {
            let mut counts = vec![Guesses::default(); 200];
            assert!(counter.count(&givens, limit, &mut counts));
            assert_eq!(counts, *expected, "{}, limit {limit}", isa.name());
        }
        for (puzzle, rating) in RATED {
            let mut counts = [Guesses::default()];
            counter.count(&cells(puzzle).collect::<Vec<_>>(), 1, &mut counts);
            assert_eq!(counts[0], Guesses { guesses: rating, solutions: 1 }, "{}: {puzzle}", isa.name());
        }
    }
}

#[test]
fn a_count_does_not_depend_on_the_other_puzzles() {
    let (givens, expected) = table();
    for (isa, mut counter) in counters() {
        for (i, givens) in givens.chunks(81).enumerate().rev() {
            let mut counts = [Guesses::default()];
            assert!(counter.count(givens, 2, &mut counts));
            assert_eq!(counts[0], expected[1][i], "{}, row {i}", isa.name());
        }
    }
}

#[test]
fn the_limit_bounds_the_solutions_and_0_is_1() {
    let (givens, expected) = table();
    let (mut counter, mut counts) = (GuessCounter::new(), vec![Guesses::default(); 200]);
    counter.count(&givens, 0, &mut counts);
    assert_eq!(counts, expected[0]);
    // The first 100 have one solution.
    counter.count(&givens[..8100], u64::MAX, &mut counts[..100]);
    assert_eq!(counts[..100], expected[1][..100]);
    let mut empty = [Guesses::default()];
    counter.count(&[0; 81], 10_000, &mut empty);
    assert_eq!(empty[0].solutions, 10_000);
}

#[test]
fn a_stop_flag_ends_a_count_that_would_take_years() {
    for (isa, counter) in counters() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut counter = counter.stop_flag(stop.clone());
        let mut counts = [Guesses::default(); 2];
        // On a machine under load the flag may be raised before the count has begun.
        let has_begun = (0..12).any(|doubled| {
            stop.store(false, Relaxed);
            let raised = stop.clone();
            let thread = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(30 << doubled));
                raised.store(true, Relaxed);
            });
            assert!(!counter.count(&[0; 162], u64::MAX, &mut counts), "{}", isa.name());
            thread.join().unwrap();
            counts[0].guesses > 0
        });
        assert!(has_begun);
        assert_eq!(counts[1], counts[0], "searches take turns, and both boards are the same");
        stop.store(false, Relaxed);
        assert!(counter.count(&[0; 162], 1, &mut counts));
        assert_eq!(counts, [Guesses { guesses: 36, solutions: 1 }; 2]);
    }
}

#[test]
#[should_panic(expected = "81 cells for each entry")]
fn lengths_must_fit() {
    GuessCounter::new().count(&[0; 80], 1, &mut [Guesses::default()]);
}

#[test]
#[should_panic(expected = "cells are 0 to 9")]
fn cells_must_be_digits() {
    GuessCounter::new().count(&[10; 81], 1, &mut [Guesses::default()]);
}
