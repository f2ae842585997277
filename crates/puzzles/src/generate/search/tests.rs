//! The parts of a search, compared with the engine.

use super::{
    exchange::{Exchange, Solved},
    nine::NineSolutions,
    *,
};
use crate::{
    generate::{BoardGenerator, GeneratorOptions, GivenSymmetry, Givens, Pattern},
    rating::{GuessCounter, Guesses, Method},
};
use quadrille_engines::dlx::Dlx;
use std::sync::Arc;

const NINE: Shape = Shape::NINE;
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Random minimal puzzles with their solutions.
fn minimal(count: usize) -> Vec<Solved> {
    let options = GeneratorOptions::unique(NINE, Givens::Minimal).unwrap();
    let mut cells = vec![0; 81 * count];
    BoardGenerator::new(options, 3).fill(0, &mut Dlx::new(NINE), &mut cells).unwrap();
    let solved = |cells: &[u8]| {
        let solution = *NineSolutions::new().find(cells, 2).first().unwrap();
        Solved { cells: cells.try_into().unwrap(), solution }
    };
    cells.chunks(81).map(solved).collect()
}

/// Solutions of a board, counted by the arena.
fn counted(cells: &[u8], limit: u64) -> u64 {
    let (mut solution, mut report) = ([0; 81], [SearchReport::default()]);
    Dlx::new(NINE).solve(&mut Run::new(NINE, cells, &mut solution, &mut report), &Limits::new(limit));
    report[0].solutions
}

fn stop() -> Stop {
    Stop { stopped: Arc::default(), done: Arc::default() }
}

fn found(criteria: &Criteria, seed: u64, indices: std::ops::Range<u64>) -> Found {
    let mut found = Found::default();
    let mut searcher = Searcher::new(criteria, None, seed, stop());
    let mut engine = Dlx::new(criteria.shape);
    indices.for_each(|index| searcher.run(index, &mut engine, &mut found).unwrap());
    found
}

#[test]
fn solutions_are_those_that_the_arena_counts_and_differ() {
    let mut search = NineSolutions::new();
    let mut stream = Stream::new(1, 1);
    for mut puzzle in minimal(60) {
        for removed in 0..3 {
            let found = search.find(&puzzle.cells, 500);
            assert_eq!(found.len() as u64, counted(&puzzle.cells, 500));
            let different: std::collections::HashSet<_> = found.iter().collect();
            assert_eq!(different.len(), found.len());
            for solution in found {
                assert!(
                    puzzle.cells.iter().zip(solution).all(|(given, digit)| *given == 0 || given == digit)
                );
                assert_eq!(counted(solution, 2), 1, "a valid grid");
            }
            assert!(removed > 0 || found == [puzzle.solution]);
            let givens: Vec<_> = (0..81).filter(|&cell| puzzle.cells[cell] > 0).collect();
            puzzle.cells[givens[stream.below(givens.len())]] = 0;
        }
    }
}

#[test]
fn boards_without_a_solution_have_none() {
    let mut search = NineSolutions::new();
    for mut puzzle in minimal(20) {
        let empty = (0..81).find(|&cell| puzzle.cells[cell] == 0).unwrap();
        for digit in (1..=9).filter(|digit| *digit != puzzle.solution[empty]) {
            puzzle.cells[empty] = digit;
            assert_eq!(search.find(&puzzle.cells, 2).len(), 0);
        }
    }
}

#[test]
fn neighbors_have_one_solution_and_the_form() {
    let pattern = Pattern::parse(NINE, EASY).unwrap();
    for criteria in [
        Criteria::new(NINE),
        Criteria::new(NINE).symmetry(GivenSymmetry::Rotate180),
        Criteria::new(NINE).symmetry(GivenSymmetry::Rotate90),
        Criteria::new(NINE).pattern(pattern),
    ] {
        let given_units = GivenUnits::new(NINE, &criteria);
        let start = found(&Criteria { givens: Some(22..=40), ..criteria }, 5, 0..6);
        let (mut search, mut exchange) = (NineSolutions::new(), Exchange::new());
        let (mut stream, mut neighbors, mut drawn) = (Stream::new(2, 2), Vec::new(), 0);
        for (cells, solution) in start.cells.chunks(81).zip(start.solutions.chunks(81)) {
            let puzzle = Solved { cells: cells.try_into().unwrap(), solution: solution.try_into().unwrap() };
            neighbors.clear();
            exchange.draw(&mut search, &given_units, &puzzle, (&mut stream, 10), &mut neighbors);
            assert!(neighbors.len() <= 10);
            drawn += neighbors.len();
            for neighbor in &neighbors {
                assert!(neighbor.cells != puzzle.cells);
                assert_eq!(search.find(&neighbor.cells, 2), [neighbor.solution]);
                assert_eq!(counted(&neighbor.cells, 2), 1);
                for unit in 0..given_units.len() {
                    let is_given = |cell: usize| neighbor.cells[cell] > 0;
                    assert!(
                        given_units
                            .unit(unit)
                            .all(|cell| is_given(cell) == given_units.is_given(unit, &neighbor.cells))
                    );
                }
                assert!(!given_units.is_pattern || neighbor.givens() == puzzle.givens());
            }
        }
        assert!(drawn > 0);
    }
}

#[test]
fn units_of_a_symmetry_are_its_orbits() {
    for shape in Shape::EACH {
        for (symmetry, most) in [
            (GivenSymmetry::None, 1),
            (GivenSymmetry::Rotate180, 2),
            (GivenSymmetry::Rotate90, 4),
            (GivenSymmetry::Mirror, 2),
            (GivenSymmetry::Diagonal, 2),
        ] {
            let given_units = GivenUnits::new(shape, &Criteria::new(shape).symmetry(symmetry));
            let mut cells: Vec<_> = (0..given_units.len()).flat_map(|unit| given_units.unit(unit)).collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..shape.area()));
            for unit in 0..given_units.len() {
                let size = given_units.unit(unit).count();
                assert!(size <= most);
                assert!(
                    given_units
                        .unit(unit)
                        .all(|cell| given_units.unit(unit).any(|other| other == symmetry.image(shape, cell)))
                );
            }
        }
    }
}

#[test]
fn what_is_found_has_the_rating_and_differs() {
    let criteria = Criteria::new(NINE).rating(Method::Guesses, 6.0..=30.0).minimal(true);
    let found = found(&criteria, 1, 0..6);
    assert!(found.tries.len() > 3, "{}", found.tries.len());
    let mut guesses = vec![Guesses::default(); found.tries.len()];
    GuessCounter::new().count(&found.cells, 2, &mut guesses);
    assert!(guesses.iter().all(|guesses| guesses.solutions == 1));
    GuessCounter::new().count(&found.cells, 1, &mut guesses);
    assert!(guesses.iter().all(|guesses| (6..=30).contains(&guesses.guesses)));
    let mut search = NineSolutions::new();
    assert!(found.cells.chunks(81).all(|cells| is_minimal(cells, |cells| search.is_unique(cells))));
    let different: std::collections::HashSet<_> = found.cells.chunks(81).collect();
    assert_eq!(different.len(), found.tries.len());
}

#[test]
fn what_is_found_depends_on_seed_and_index_alone() {
    let criteria = Criteria::new(NINE).rating(Method::Guesses, 3.0..=9.0);
    let together = found(&criteria, 7, 0..4);
    let alone: Vec<_> = (0..4).flat_map(|index| found(&criteria, 7, index..index + 1).cells).collect();
    assert_eq!(together.cells, alone);
    assert_ne!(found(&criteria, 8, 0..4).cells, alone);
}
