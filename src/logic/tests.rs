//! The fast ways against a reference that says the same with sets.

mod reference;

use super::*;
use crate::{Clues, Generation, Outcome, Puzzle, Shape, Solver, Spec};
use reference::{Reference, singles_finish};

fn nine(text: &str) -> Vec<u8> {
    text.parse::<Puzzle>().unwrap().givens().to_vec()
}

fn random(side: usize, seed: u64, count: u64) -> Vec<Puzzle> {
    let spec = Spec::unique(Shape::from_side(side).unwrap(), Clues::Minimal).unwrap();
    Generation::new(spec, seed, count).puzzles().unwrap()
}

fn solution(puzzle: &Puzzle) -> Vec<u8> {
    let verdict = Solver::new().limit(2).solve(puzzle);
    assert_eq!(verdict.outcome(), Outcome::Unique);
    verdict.solution().unwrap().cells().to_vec()
}

/// The rating by its definition: every cell and every pair of cells is tried.
fn rating(puzzle: &Puzzle) -> Rating {
    let shape = puzzle.shape();
    let mut board = Reference::new(shape, puzzle.givens());
    let (mut steps, mut locked) = (0, false);
    while let Some(step) = board.step(true) {
        steps += 1;
        locked |= step.cell.is_none();
    }
    if board.is_full() {
        return Rating { level: if locked { Level::Locked } else { Level::Singles }, steps };
    }
    let (solution, mut given) = (solution(puzzle), puzzle.givens().to_vec());
    let empty: Vec<usize> = (0..shape.area()).filter(|&cell| given[cell] == 0).collect();
    for &a in &empty {
        given[a] = solution[a];
        if singles_finish(shape, &given) {
            return Rating { level: Level::Backdoor(1), steps };
        }
        given[a] = 0;
    }
    for (index, &a) in empty.iter().enumerate() {
        given[a] = solution[a];
        for &b in &empty[index + 1..] {
            given[b] = solution[b];
            if singles_finish(shape, &given) {
                return Rating { level: Level::Backdoor(2), steps };
            }
            given[b] = 0;
        }
        given[a] = 0;
    }
    Rating { level: Level::Backdoor(3), steps }
}

#[test]
fn ratings_of_random_puzzles_are_those_of_the_definition() {
    let (mut rater, mut levels) = (Rater::new(), [0; 3]);
    for puzzle in random(9, 7, 120) {
        let expected = rating(&puzzle);
        assert_eq!(rater.rate(puzzle.givens(), None), Some(expected), "{puzzle}");
        assert_eq!(rater.rate(puzzle.givens(), Some(&solution(&puzzle))), Some(expected), "{puzzle}");
        let index = Level::ALL.iter().position(|level| *level == expected.level).unwrap();
        levels[index.min(2)] += 1;
    }
    assert!(levels.iter().all(|&count| count >= 5), "a sample without one of the levels: {levels:?}");
}
