//! The fast code against a reference that uses sets.

mod reference;

use super::{backdoor::BackdoorSearch, *};
use crate::nine_board::NineBoard;
use quadrille::generate::{Generator, GeneratorOptions, Givens};
use quadrille_engines::{Outcome, solver::Solver};
use quadrille_grid::{Puzzle, Shape};
use reference::{Reference, singles_finish};

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

fn random(side: usize, seed: u64, count: u64) -> Vec<Puzzle> {
    let options = GeneratorOptions::unique(Shape::from_side(side).unwrap(), Givens::Minimal).unwrap();
    Generator::new(options, count).seed(seed).puzzles().unwrap()
}

fn solution(puzzle: &Puzzle) -> Vec<u8> {
    let answer = Solver::new().limit(2).solve(puzzle);
    assert_eq!(answer.outcome(), Outcome::Unique);
    answer.solution().unwrap().cells().to_vec()
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

/// The least number of cells, at most 3, that finish a board, by trying every cell and every pair.
fn backdoor(boards: &NineBoard, solution: &[u8; 81]) -> u8 {
    let finish = |cells: &[usize]| {
        let mut boards = *boards;
        cells.iter().for_each(|&cell| boards.place(cell, solution[cell]));
        boards.singles();
        boards.is_full()
    };
    let open: Vec<usize> = (0..81).filter(|cell| boards.open[cell / 27] >> (cell % 27) & 1 == 1).collect();
    let pairs = || open.iter().enumerate().flat_map(|(i, &a)| open[..i].iter().map(move |&b| [a, b]));
    if open.iter().any(|&cell| finish(&[cell])) {
        1
    } else if pairs().any(|pair| finish(&pair)) {
        2
    } else {
        3
    }
}

#[test]
fn no_pair_of_cells_is_overlooked() {
    let (mut search, mut found) = (BackdoorSearch::new(), [0; 4]);
    for puzzle in random(9, 11, 40) {
        let solution: [u8; 81] = solution(&puzzle).try_into().unwrap();
        let mut givens: [u8; 81] = puzzle.givens().try_into().unwrap();
        // With fewer givens, a board has more solutions, and needs more given cells to reach this one.
        for _ in 0..5 {
            let mut boards = NineBoard::new(&givens);
            boards.singles();
            if !boards.is_full() {
                let cells = search.search(&boards, &solution);
                assert_eq!(cells, backdoor(&boards, &solution), "{givens:?}");
                found[usize::from(cells)] += 1;
            }
            let last = givens.iter().rposition(|digit| *digit > 0).unwrap();
            givens[last] = 0;
        }
    }
    assert!(found[1..].iter().all(|count| *count > 0), "{found:?}");
}

#[test]
fn ratings_do_not_depend_on_the_puzzles_before() {
    let puzzles = random(9, 8, 60);
    let mut rater = Rater::new();
    for puzzle in &puzzles {
        assert_eq!(rater.rate(puzzle.givens(), None), Rater::new().rate(puzzle.givens(), None), "{puzzle}");
    }
}

#[test]
fn puzzles_without_exactly_one_solution_have_no_rating() {
    let mut rater = Rater::new();
    let unique = random(9, 9, 12);
    for puzzle in &unique {
        let mut givens = puzzle.givens().to_vec();
        let cell = givens.iter().position(|digit| *digit > 0).unwrap();
        let digit = std::mem::take(&mut givens[cell]);
        assert_eq!(rater.rate(&givens, None), None, "a minimal puzzle without a given has several solutions");
        for wrong in (1..=9).filter(|wrong| *wrong != digit) {
            givens[cell] = wrong;
            let outcome = Solver::new().limit(2).solve(&Puzzle::new(&givens).unwrap()).outcome();
            assert_eq!(rater.rate(&givens, None).is_some(), outcome == Outcome::Unique, "{givens:?}");
        }
    }
    assert_eq!(rater.rate(&[0; 81], None), None);
    let full = solution(&unique[0]);
    assert_eq!(rater.rate(&full, None), Some(Rating { level: Level::Singles, steps: 0 }));
    let mut wrong = full.clone();
    wrong.swap(0, 1);
    assert_eq!(rater.rate(&wrong, None), None);
}

#[test]
fn steps_are_those_of_the_definition() {
    let mut found = std::collections::BTreeMap::<&str, usize>::new();
    for (side, count) in [(4, 40), (6, 40), (9, 60)] {
        for puzzle in random(side, 3, count) {
            let mut reference = Reference::new(puzzle.shape(), puzzle.givens());
            let mut steps = Steps::new(&puzzle, Techniques::Locked);
            for step in steps.by_ref() {
                let expected = reference.step(true).expect("a step of the reference");
                let (technique, digit) = (step.technique().name(), step.digit());
                let step = reference::ReferenceStep {
                    technique,
                    digit,
                    cell: step.cell(),
                    cleared: step.removed().to_vec(),
                };
                assert_eq!(step, expected, "{puzzle}");
                *found.entry(technique).or_default() += 1;
            }
            assert_eq!(reference.step(true), None);
            assert_eq!(steps.cells(), reference.cells);
            for (bits, set) in steps.candidates().iter().zip(&reference.candidates) {
                assert_eq!(*bits, set.iter().fold(0, |bits, digit| bits | 1 << digit));
            }
            assert_eq!(steps.contradiction(), None);
        }
    }
    assert!(found.len() == 4 && found.values().all(|count| *count >= 10), "{found:?}");
}

#[test]
fn singles_alone_make_no_other_step() {
    for puzzle in random(9, 4, 20) {
        let mut steps = Steps::new(&puzzle, Techniques::Singles);
        assert!(steps.by_ref().all(|step| step.technique() <= Technique::HiddenSingle));
        let level = Rater::new().rate(puzzle.givens(), None).unwrap().level;
        assert_eq!(steps.is_solved(), level == Level::Singles, "{puzzle}");
    }
}

#[test]
fn contradictions_end_the_steps() {
    let text = |text: &str| {
        let puzzle = puzzle(text);
        let mut steps = Steps::new(&puzzle, Techniques::Locked);
        let count = steps.by_ref().count();
        let usual = quadrille_grid::Alphabet::usual(puzzle.shape());
        (count, steps.contradiction().map(|c| c.sentence(puzzle.shape(), usual)).unwrap_or_default())
    };
    assert_eq!(text("1..1............"), (0, "1 twice in row 1".into()));
    assert_eq!(text("123....4........"), (0, "no digit is left for r1c4".into()));
    assert_eq!(text("12....3....3...."), (0, "no cell is left for 3 in box 1".into()));
    assert_eq!(text(".3.4....2......1"), (2, "no cell is left for 2 in box 4".into()));
}

#[test]
fn a_deduction_has_no_step_that_it_does_not_need() {
    let mut with_locked = 0;
    for puzzle in random(9, 5, 60) {
        // The board where singles end.
        let mut steps = Steps::new(&puzzle, Techniques::Singles);
        steps.by_ref().for_each(drop);
        let board = Puzzle::new(steps.cells()).unwrap();
        assert_eq!(Deduction::next(&board, Techniques::Singles), Ok(None));
        let Some(next) = Deduction::next(&board, Techniques::Locked).unwrap() else { continue };
        with_locked += 1;
        assert!(!next.locked().is_empty() && next.technique() >= Technique::Pointing);
        let cell = next.placement().cell().unwrap();
        assert_eq!(next.placement().digit(), solution(&puzzle)[cell]);
        let removes = |candidates: &mut Reference, step: &Step| {
            step.removed().iter().for_each(|&cell| {
                assert!(candidates.candidates[cell].remove(&step.digit()), "{next}");
            });
        };
        for without in 0..=next.locked().len() {
            let mut board = Reference::new(board.shape(), board.givens());
            let others = next.locked().iter().enumerate().filter(|(index, _)| *index != without);
            others.for_each(|(_, step)| removes(&mut board, step));
            let is_single = board.places_digit(cell, next.placement().digit());
            // Without one of them the digit, or a later one of them, does not follow.
            let last = without + 1 >= next.locked().len();
            assert!(!last || is_single == (without == next.locked().len()), "{next}");
        }
    }
    assert!(with_locked >= 10, "{with_locked}");
}
