//! Puzzles from our generator, and from public sets, on whose solution paths each technique has a step.

use super::{Board, Hodoku, HodokuRating, Level, code_of, codes, find_all, table::ROWS};
use crate::techniques::{Explainer, Step};

fn cells(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    digits.try_into().unwrap()
}

/// The solution of a puzzle that Sudoku Explainer solves.
fn solution(puzzle: &str) -> [u8; 81] {
    let mut grid = cells(puzzle);
    Explainer::new(true).solve(&cells(puzzle), |step| {
        if let Some((cell, digit)) = step.and_then(|step| step.placed) {
            grid[usize::from(cell)] = digit + 1;
        }
    });
    assert!(grid.iter().all(|digit| *digit != 0), "{puzzle}");
    grid
}

/// The boards of a solution path.
fn boards(puzzle: &str) -> Vec<Board> {
    let (mut hodoku, mut boards) = (Hodoku::new(), vec![Board::new(&cells(puzzle))]);
    while let Some((step, _)) = hodoku.next(&boards[boards.len() - 1]) {
        let mut board = boards[boards.len() - 1].clone();
        board.make(&step);
        boards.push(board);
    }
    boards
}

/// What a step does, in the format of HoDoKu's library: digit, row, column.
fn effect(step: &Step) -> String {
    let placed = step.placed.map(|(cell, digit)| (usize::from(cell), usize::from(digit)));
    let candidates = placed.into_iter().chain(step.removed.candidates());
    let texts = candidates.map(|(cell, digit)| format!("{}{}{}", digit + 1, cell / 9 + 1, cell % 9 + 1));
    texts.collect::<Vec<_>>().join(" ")
}

fn assert_agrees(step: &Step, grid: &[u8; 81], what: &str) {
    let is_wrong = |(cell, digit): (usize, usize)| usize::from(grid[cell]) == digit + 1;
    assert!(!step.removed.candidates().any(is_wrong), "{what}: {step:?}");
    if let Some((cell, digit)) = step.placed {
        assert_eq!(grid[usize::from(cell)], digit + 1, "{what}: {step:?}");
    }
    assert_eq!(step.placed.is_some(), step.removed.is_empty(), "{what}: {step:?}");
}

#[test]
fn each_technique_has_its_first_step() {
    let mut found = Vec::new();
    for (puzzle, expected) in POSITIONS {
        let boards = boards(puzzle);
        for &(code, board, what) in *expected {
            let steps = find_all(code, &boards[board]);
            assert_eq!(steps.first().map(|(step, _)| effect(step)).as_deref(), Some(what), "{code} {puzzle}");
            let parts = steps.iter().all(|(_, reason)| !reason.parts.is_empty() || !reason.chains.is_empty());
            assert!(parts && steps.iter().all(|(step, _)| code_of(step.technique) == Some(code)), "{code}");
            found.push(code);
        }
    }
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, codes().filter(|code| !WITHOUT_POSITION.contains(code)).collect::<Vec<_>>());
}

#[test]
fn no_step_contradicts_the_solution() {
    for (puzzle, _) in POSITIONS {
        let grid = solution(puzzle);
        for (number, board) in boards(puzzle).iter().enumerate() {
            for code in codes().filter(|code| !SLOW.contains(code) || number == 20) {
                for (step, _) in find_all(code, board) {
                    assert_agrees(&step, &grid, &format!("{code} {puzzle}"));
                }
            }
        }
    }
}

#[test]
fn levels_and_scores_are_those_of_the_reference() {
    let mut hodoku = Hodoku::new();
    for &(puzzle, level, score) in RATINGS {
        assert_eq!(hodoku.rate(&cells(puzzle)), Some(HodokuRating { level, score }), "{puzzle}");
    }
    // A solved grid has no steps, and a board without candidates that decide has no rating.
    assert_eq!(hodoku.rate(&solution(POSITIONS[0].0)), Some(HodokuRating { level: Level::Easy, score: 0 }));
    assert_eq!(hodoku.rate(&[0; 81]), None);
}

#[test]
fn the_table_has_each_code_and_each_technique_once() {
    assert!(ROWS.is_sorted_by(|a, b| a.code < b.code));
    let techniques: std::collections::HashSet<_> = ROWS.iter().map(|row| row.technique).collect();
    assert_eq!(techniques.len(), ROWS.len());
}
