//! Boards larger than 9×9: the arena followed by clause learning, compared with the arena alone.

use quadrille::Shape;
use quadrille::{
    Outcome,
    engine::{EngineChoice, Limits, SearchReport},
};
use quadrille_engines::{Engine, Engines, Run};
use quadrille_engines::{dlx::Dlx, portfolio::LearningEngine};
use quadrille_grid::verify;
use std::fs;

/// Nodes that the arena alone may take for a board; boards that need more are not compared.
const ARENA_NODES: u64 = 20_000;

/// The first puzzles of a file in `datasets/`.
fn puzzles(file: &str, count: usize) -> (Shape, Vec<Vec<u8>>) {
    let path = format!("{}/datasets/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let digit = |b: u8| if b.is_ascii_uppercase() { b - b'A' + 1 } else { 0 };
    let boards: Vec<Vec<u8>> =
        text.lines().take(count).map(|line| line.bytes().map(digit).collect()).collect();
    (Shape::from_area(boards[0].len()).unwrap(), boards)
}

fn solve(engine: &mut dyn Engine, shape: Shape, givens: &[u8], limits: &Limits) -> (SearchReport, Vec<u8>) {
    let (mut solution, mut report) = (vec![0; givens.len()], [SearchReport::default()]);
    engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
    assert!(report[0].solutions == 0 || verify::is_solution(shape, givens, &solution));
    (report[0], solution)
}

fn two() -> Limits {
    Limits::new(2)
}

/// A pseudorandom number for each `i`.
fn mix(i: usize) -> usize {
    (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        as usize
        >> 17
}

/// The board without `fewer` of its givens, and with `wrong` of them replaced by other digits.
fn altered(givens: &[u8], side: usize, seed: usize, fewer: usize, wrong: usize) -> Vec<u8> {
    let mut board = givens.to_vec();
    let mut given: Vec<_> = (0..board.len()).filter(|&c| board[c] > 0).collect();
    for i in 0..fewer + wrong {
        let cell = given.swap_remove(mix(seed * 1000 + i) % given.len());
        board[cell] = if i < fewer { 0 } else { board[cell] % side as u8 + 1 };
    }
    board
}

/// Compares both engines on altered boards of a file; returns the outcomes that were compared.
fn agree(file: &str, count: usize, fewer: &[usize]) -> Vec<Outcome> {
    let (shape, boards) = puzzles(file, count);
    let (mut big, mut dlx) = (LearningEngine::new(shape), Dlx::new(shape));
    let mut outcomes = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        for (j, &fewer) in fewer.iter().enumerate() {
            let board = altered(board, shape.side(), i * 10 + j, fewer, usize::from((i + j) % 3 == 0));
            let (report, solution) = solve(&mut big, shape, &board, &two());
            let (arena, _) = solve(&mut dlx, shape, &board, &two().max_nodes(ARENA_NODES));
            if arena.outcome != Outcome::Unknown {
                assert_eq!(report.outcome, arena.outcome, "{file} {i}, {fewer} fewer");
                outcomes.push(arena.outcome);
            }
            let (first, again) = solve(&mut big, shape, &board, &Limits::default());
            assert_eq!((first.solutions > 0, again), (report.solutions > 0, solution), "{file} {i}");
        }
    }
    outcomes
}

fn count_of(outcomes: &[Outcome], outcome: Outcome) -> usize {
    outcomes.iter().filter(|&&o| o == outcome).count()
}

#[test]
fn clause_learning_agrees_with_the_arena() {
    for (file, count, fewer) in [
        ("12x12.txt", 60, &[0, 2, 20][..]),
        ("16x16.txt", 40, &[0, 4, 20, 50]),
        ("25x25.txt", 12, &[0, 4, 20]),
    ] {
        let outcomes = agree(file, count, fewer);
        for outcome in [Outcome::Unique, Outcome::Multiple, Outcome::None] {
            assert!(count_of(&outcomes, outcome) >= 5, "{file}: {outcome:?} of {}", outcomes.len());
        }
    }
}

#[test]
fn almost_empty_boards_take_few_nodes() {
    for shape in Shape::ALL.iter().copied().filter(|shape| shape.side() > 9) {
        let mut big = LearningEngine::new(shape);
        let area = shape.area();
        // An empty board, one given in the last cell, and a full first row.
        let mut boards = vec![vec![0; area]; 3];
        boards[1][area - 1] = 1;
        (1..).zip(&mut boards[2][..shape.side()]).for_each(|(d, cell)| *cell = d);
        for board in &boards {
            let (report, _) = solve(&mut big, shape, board, &two().max_nodes(100_000));
            assert_eq!(report.outcome, Outcome::Multiple, "{shape}");
            let (report, _) = solve(&mut big, shape, board, &Limits::new(1000).max_nodes(200_000));
            assert_eq!((report.outcome, report.solutions), (Outcome::Multiple, 1000), "{shape}");
        }
    }
}

#[test]
fn the_result_does_not_depend_on_earlier_boards() {
    let (shape, boards) = puzzles("25x25.txt", 6);
    let boards: Vec<_> = boards.iter().enumerate().map(|(i, b)| altered(b, 25, i, 55, 0)).collect();
    let mut big = LearningEngine::new(shape);
    let mut nodes = 0;
    for board in boards.iter().chain(boards.iter().rev()) {
        let after_others = solve(&mut big, shape, board, &two());
        assert_eq!(after_others, solve(&mut LearningEngine::new(shape), shape, board, &two()));
        nodes = nodes.max(after_others.0.nodes);
    }
    assert!(nodes > 1000, "no board was passed on to clause learning: {nodes}");
}

#[test]
fn the_engine_is_chosen_by_size() {
    let mut engines = Engines::new(EngineChoice::Auto).unwrap();
    let mut arena = Engines::new(EngineChoice::Dlx).unwrap();
    for &shape in Shape::ALL {
        let name = engines.get(shape).name();
        assert_eq!(name == "dlx+learning", shape.side() > 9, "{shape}: {name}");
        assert_eq!(arena.get(shape).name(), "dlx");
    }
}
