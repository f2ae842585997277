//! Engines against the corpus, against a naive solver, and against the symmetries of sudoku.

use crate::common::{line, naive, pattern};
use proptest::prelude::*;
use quadrille::{
    Answer, Outcome, Puzzle, RunOptions, Shape, Solver,
    engine::{EngineChoice, InstructionSet},
};
use quadrille_grid::verify::is_solution;
use std::sync::LazyLock;

/// The arena, and the lanes of every instruction set that this machine has.
static ENGINES: LazyLock<Vec<EngineChoice>> = LazyLock::new(|| {
    let lanes = InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()).map(EngineChoice::Lanes);
    lanes.chain([EngineChoice::Dlx]).collect()
});

fn solve(engine: EngineChoice, limit: u64, puzzle: &Puzzle) -> Answer {
    let options = RunOptions::new().engine(engine).expect("available");
    Solver::new().limit(limit).run_options(options).solve(puzzle)
}

fn outcome(count: u64, limit: u64) -> Outcome {
    match count {
        0 => Outcome::None,
        1 if limit == 1 => Outcome::Solved,
        1 => Outcome::Unique,
        _ => Outcome::Multiple,
    }
}

#[test]
fn the_corpus_has_the_expected_answers() {
    let corpus = include_str!("../corpus/corpus.txt");
    for entry in corpus.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = entry.split(':').collect();
        let puzzle: Puzzle = fields[0].parse().unwrap();
        let count: u64 = fields[1].parse().unwrap();
        for &engine in ENGINES.iter() {
            for limit in [1, 2, 3, u64::MAX] {
                let answer = solve(engine, limit, &puzzle);
                let found = count.min(limit);
                assert_eq!(answer.solutions(), found, "{entry} {engine:?} limit {limit}");
                assert_eq!(answer.outcome(), outcome(found, limit), "{entry} {engine:?} limit {limit}");
                assert_eq!(answer.solution().is_some(), count > 0);
                if count == 1 {
                    assert_eq!(answer.into_solution().unwrap().to_string(), fields[2]);
                }
            }
        }
    }
}

#[test]
fn the_number_of_small_grids_is_right() {
    for (side, known) in [(4, 288u64)] {
        let shape = Shape::from_side(side).unwrap();
        let empty = Puzzle::new(vec![0; shape.area()]).unwrap();
        for &engine in ENGINES.iter() {
            let report = solve(engine, u64::MAX, &empty);
            assert_eq!((report.solutions(), report.outcome()), (known, Outcome::Multiple));
        }
    }
}

/// The number of 6×6 grids. Takes half a minute.
#[test]
#[ignore = "takes long"]
fn the_number_of_6x6_grids_is_right() {
    let empty = Puzzle::new(vec![0; 36]).unwrap();
    assert_eq!(solve(EngineChoice::Auto, u64::MAX, &empty).solutions(), 28_200_960);
}

#[test]
fn a_spent_budget_is_unknown_and_does_not_affect_the_next_puzzle() {
    let hard: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
    let open = Puzzle::new(vec![0; 81]).unwrap();
    for &engine in ENGINES.iter() {
        let fresh = solve(engine, 2, &hard);
        let nodes = fresh.nodes();
        assert!(nodes > 2);
        let options = RunOptions::new().engine(engine).expect("available");
        let with_budget =
            |nodes, limit| Solver::new().limit(limit).run_options(options.clone().max_nodes(nodes));
        for budget in [1, 2, nodes / 2, nodes - 1] {
            let answer = with_budget(budget, 2).solve(&hard);
            assert_eq!(answer.outcome(), Outcome::Unknown, "{engine:?} budget {budget}");
            assert!(answer.nodes() <= budget);
        }
        assert_eq!(with_budget(nodes, 2).solve(&hard), fresh);
        // Easy after pathological: an engine that gave up in the middle of a large search.
        let mut used = with_budget(5000, u64::MAX);
        assert_eq!(used.solve(&open).outcome(), Outcome::Unknown);
        assert_eq!(used.solve(&hard), solve(engine, u64::MAX, &hard));
    }
}

#[test]
fn boards_with_contradicting_givens_have_no_solution() {
    for &shape in Shape::ALL {
        for (a, b) in [(0, 1), (0, shape.side()), (0, shape.side() + 1)] {
            let mut cells = vec![0; shape.area()];
            (cells[a], cells[b]) = (1, 1);
            for &engine in ENGINES.iter() {
                let report = solve(engine, 2, &Puzzle::new(cells.clone()).unwrap());
                assert_eq!((report.outcome(), report.solutions()), (Outcome::None, 0), "{shape} {a} {b}");
            }
        }
    }
}

#[test]
fn full_and_almost_full_boards_are_solved_in_every_shape() {
    for &shape in Shape::ALL {
        let grid = pattern(shape);
        for holes in [0, 1, 2, shape.side()] {
            let mut cells = grid.clone();
            cells[..holes].fill(0);
            for &engine in ENGINES.iter() {
                let answer = solve(engine, 2, &Puzzle::new(cells.clone()).unwrap());
                assert_eq!(answer.outcome(), Outcome::Unique, "{shape} {holes}");
                assert_eq!(answer.solution().unwrap().cells(), grid);
            }
        }
    }
}

/// A board of sides 4, 6 or 9 with givens of a valid grid, some changed: 0, 1 or more solutions.
fn boards() -> impl Strategy<Value = (Shape, Vec<u8>)> {
    (0usize..3, any::<u64>(), 0.25f64..0.8, 0usize..3).prop_map(|(shape, seed, density, changes)| {
        let shape = Shape::ALL[shape];
        let mut state = seed | 1;
        let mut random = move |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let mut cells = shuffled(shape, &mut random);
        let density = if shape.side() == 9 { 0.3 + density / 2.0 } else { density };
        for cell in &mut cells {
            if random(1000) as f64 >= density * 1000.0 {
                *cell = 0;
            }
        }
        if changes == 2 {
            let cell = random(cells.len());
            cells[cell] = random(shape.side() + 1) as u8;
        }
        (shape, cells)
    })
}

/// The pattern grid with its digits, rows and columns permuted as the rules allow.
fn shuffled(shape: Shape, random: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let side = shape.side();
    let mut permute = |n: usize| {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, random(i + 1)));
        order
    };
    let digits = permute(side);
    let mut lines = |size: usize| -> Vec<usize> {
        let groups = permute(side / size);
        groups.into_iter().flat_map(|g| permute(size).into_iter().map(move |i| g * size + i)).collect()
    };
    let (rows, cols) = (lines(shape.box_rows()), lines(shape.box_columns()));
    let grid = pattern(shape);
    rows.iter()
        .flat_map(|r| cols.iter().map(move |c| r * side + c))
        .map(|cell| digits[usize::from(grid[cell]) - 1] as u8 + 1)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn engines_agree_with_a_naive_solver((shape, cells) in boards(), limit in 1u64..5) {
        let puzzle = Puzzle::new(cells.clone()).unwrap();
        let all = naive(shape, &cells, limit as usize);
        for &engine in ENGINES.iter() {
            let answer = solve(engine, limit, &puzzle);
            prop_assert_eq!(answer.solutions(), all.len() as u64, "{:?} {}", engine, line(&cells));
            prop_assert_eq!(answer.outcome(), outcome(all.len() as u64, limit));
            match (&all[..], answer.solution()) {
                ([], None) => {}
                ([only], Some(found)) if limit > 1 => prop_assert_eq!(&only[..], found.cells()),
                (_, Some(found)) => prop_assert!(is_solution(shape, &cells, found.cells())),
                (_, None) => prop_assert!(false, "no solution given"),
            }
        }
    }

    #[test]
    fn the_count_does_not_change_under_symmetry((shape, cells) in boards(), seed in any::<u64>()) {
        let mut state = seed | 1;
        let mut random = move |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        // The same permutations on the grid of cell numbers as on the board.
        let side = shape.side();
        let mut order = |size: usize| -> Vec<usize> {
            let groups = side / size;
            let rotation = random(groups);
            let within: Vec<usize> = (0..groups).map(|_| random(size)).collect();
            (0..side).map(|i| {
                let group = (i / size + rotation) % groups;
                group * size + (i % size + within[group]) % size
            }).collect()
        };
        let (rows, cols) = (order(shape.box_rows()), order(shape.box_columns()));
        let shift = random(side) as u8;
        let relabel = |d: u8| if d == 0 { 0 } else { (d - 1 + shift) % side as u8 + 1 };
        let moved: Vec<u8> = (0..cells.len())
            .map(|c| relabel(cells[rows[c / side] * side + cols[c % side]]))
            .collect();
        let transposed: Vec<u8> = (0..cells.len()).map(|c| cells[c % side * side + c / side]).collect();
        let square = shape.box_rows() == shape.box_columns();
        for &engine in ENGINES.iter() {
            let report = |cells: &[u8]| solve(engine, 20, &Puzzle::new(cells).unwrap());
            let expected = report(&cells);
            let got = report(&moved);
            prop_assert_eq!((expected.outcome(), expected.solutions()), (got.outcome(), got.solutions()));
            if square {
                let got = report(&transposed);
                prop_assert_eq!((expected.outcome(), expected.solutions()), (got.outcome(), got.solutions()));
            }
        }
    }
}
