//! Generated puzzles have the requested properties and do not depend on how they are made.

use crate::common::cases;
use quadrille::Shape;
use quadrille::generate::{GeneratorOptions, Givens};
use quadrille::{
    Outcome,
    engine::{Limits, SearchReport},
};
use quadrille_engines::dlx::Dlx;
use quadrille_engines::{Engine, Run};
use quadrille_puzzles::generate::{BoardGenerator, GenerateError};

/// A plain backtracking search, with the cell that has the fewest candidates next.
#[derive(Default)]
struct Naive {
    asked: usize,
}

struct Search {
    shape: Shape,
    cells: Vec<u8>,
    first: Vec<u8>,
    solutions: u64,
    nodes: u64,
}

impl Search {
    fn new(shape: Shape, cells: &[u8]) -> Search {
        Search { shape, cells: cells.to_vec(), first: Vec::new(), solutions: 0, nodes: 0 }
    }

    fn candidates(&self, cell: usize) -> u32 {
        let (s, mut seen) = (self.shape, 0);
        for i in 0..s.side() {
            let corner = s.box_of(cell) / s.box_rows() * s.box_rows() * s.side()
                + s.box_of(cell) % s.box_rows() * s.box_columns();
            for peer in [
                s.row_of(cell) * s.side() + i,
                i * s.side() + s.column_of(cell),
                corner + i / s.box_columns() * s.side() + i % s.box_columns(),
            ] {
                seen |= 1u32 << self.cells[peer];
            }
        }
        !seen & ((1 << s.side()) - 1) << 1
    }

    /// Whether the search is over: two solutions, or more nodes than allowed.
    fn search(&mut self, limits: &Limits) -> bool {
        self.nodes += 1;
        if self.nodes > limits.max_nodes {
            return true;
        }
        let empty = (0..self.cells.len()).filter(|&c| self.cells[c] == 0);
        let Some((cell, mut left)) =
            empty.map(|c| (c, self.candidates(c))).min_by_key(|(_, left)| left.count_ones())
        else {
            if self.solutions == 0 {
                self.first = self.cells.clone();
            }
            self.solutions += 1;
            return self.solutions == limits.solutions;
        };
        while left != 0 {
            self.cells[cell] = left.trailing_zeros() as u8;
            left &= left - 1;
            if self.search(limits) {
                return true;
            }
        }
        self.cells[cell] = 0;
        false
    }
}

impl Engine for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        for i in 0..run.len() {
            self.asked += 1;
            let mut search = Search::new(run.shape(), run.givens(i));
            let stopped = search.search(limits);
            let outcome = match search.solutions {
                _ if stopped && search.solutions < limits.solutions => Outcome::Unknown,
                0 => Outcome::None,
                1 if stopped => Outcome::Solved,
                1 => Outcome::Unique,
                _ => Outcome::Multiple,
            };
            if search.solutions > 0 {
                run.solution_mut(i).copy_from_slice(&search.first);
            }
            let (solutions, nodes) = (search.solutions, search.nodes);
            run.report(i, SearchReport::with_counts(outcome, solutions, nodes, 0));
        }
    }
}

/// Solutions of a board, at most 2.
fn solutions(shape: Shape, cells: &[u8]) -> u64 {
    let mut search = Search::new(shape, cells);
    search.search(&Limits::new(2));
    search.solutions
}

fn shape(side: usize) -> Shape {
    Shape::from_side(side).unwrap()
}

fn givens(cells: &[u8]) -> usize {
    cells.iter().filter(|&&digit| digit != 0).count()
}

fn generate(options: GeneratorOptions, seed: u64, count: usize) -> Vec<u8> {
    let mut puzzles = vec![0; count * options.shape().area()];
    BoardGenerator::new(options, seed).fill(0, &mut Dlx::new(options.shape()), &mut puzzles).unwrap();
    puzzles
}

#[test]
fn easy_puzzles_of_every_size_have_one_solution_and_the_requested_givens() {
    for (shape, count) in Shape::ALL.iter().copied().zip([200, 200, 200, 50, 10, 3]) {
        let target = GeneratorOptions::easy(shape);
        let puzzles = generate(GeneratorOptions::unique(shape, target).unwrap(), 1, count);
        for puzzle in puzzles.chunks_exact(shape.area()) {
            assert_eq!(Givens::Count(givens(puzzle)), target);
            assert_eq!(solutions(shape, puzzle), 1, "{shape}: {puzzle:?}");
        }
    }
}

#[test]
fn no_given_of_a_minimal_puzzle_can_be_removed() {
    for (side, count) in [(4, 100), (6, cases(30, 100)), (9, cases(6, 150))] {
        let shape = shape(side);
        let mut puzzles = generate(GeneratorOptions::unique(shape, Givens::Minimal).unwrap(), 2, count);
        for puzzle in puzzles.chunks_exact_mut(shape.area()) {
            assert_eq!(solutions(shape, puzzle), 1);
            for cell in 0..puzzle.len() {
                let digit = std::mem::take(&mut puzzle[cell]);
                assert!(digit == 0 || solutions(shape, puzzle) == 2, "{side}: {cell} in {puzzle:?}");
                puzzle[cell] = digit;
            }
        }
    }
}

#[test]
fn solvable_puzzles_have_a_solution_and_need_no_engine() {
    let mut several = 0;
    for (side, target) in [(4, 3), (6, 0), (9, 40), (9, 81), (12, 100), (25, 600)] {
        let options = GeneratorOptions::solvable(shape(side), target).unwrap();
        let mut puzzles = vec![0; 20 * options.shape().area()];
        let mut engine = Naive::default();
        BoardGenerator::new(options, 3).fill(0, &mut engine, &mut puzzles).unwrap();
        assert_eq!(engine.asked, 0);
        for puzzle in puzzles.chunks_exact(options.shape().area()) {
            assert_eq!(givens(puzzle), target);
            let solutions = solutions(options.shape(), puzzle);
            assert_ne!(solutions, 0);
            several += usize::from(solutions == 2);
        }
    }
    assert!(several >= 40, "{several}: every 4x4 with 3 givens and every empty board has several");
}

#[test]
fn puzzles_do_not_depend_on_the_block_size() {
    for (side, target, count) in [
        (4, Givens::Minimal, 300),
        (9, Givens::Minimal, cases(160, 300)),
        (9, Givens::Count(24), cases(20, 40)),
        (12, Givens::Count(66), 20),
    ] {
        let options = GeneratorOptions::unique(shape(side), target).unwrap();
        let whole = generate(options, 4, count);
        let (mut generator, mut engine) = (BoardGenerator::new(options, 4), Dlx::new(options.shape()));
        for size in [1, 7, 150] {
            let mut pieces = vec![0; whole.len()];
            let mut first = 0;
            for piece in pieces.chunks_mut(size * options.shape().area()) {
                generator.fill(first, &mut engine, piece).unwrap();
                first += (piece.len() / options.shape().area()) as u64;
            }
            assert!(pieces == whole, "{side}, {target:?}, blocks of {size}");
        }
    }
}

#[test]
fn puzzles_do_not_depend_on_the_engine() {
    for (side, target) in
        [(4, Givens::Minimal), (6, Givens::Minimal), (9, Givens::Count(28)), (9, Givens::Minimal)]
    {
        let options = GeneratorOptions::unique(shape(side), target).unwrap();
        let count = cases(6, 50);
        let mut puzzles = vec![0; count * options.shape().area()];
        BoardGenerator::new(options, 8).fill(0, &mut Naive::default(), &mut puzzles).unwrap();
        assert!(puzzles == generate(options, 8, count), "{side}, {target:?}");
    }
}

#[test]
fn seeds_and_indices_give_different_puzzles() {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Minimal).unwrap();
    let mut seen = std::collections::HashSet::new();
    for seed in [0, 1, 2, u64::MAX] {
        for puzzle in generate(options, seed, 100).chunks_exact(81) {
            assert!(seen.insert(puzzle.to_vec()));
        }
    }
}

#[test]
fn impossible_numbers_of_givens_are_rejected() {
    let error = GeneratorOptions::unique(Shape::NINE, Givens::Count(16)).unwrap_err().to_string();
    assert_eq!(error, "16 givens are too few: a 9×9 puzzle with one solution has at least 17");
    let error = GeneratorOptions::solvable(Shape::NINE, 82).unwrap_err().to_string();
    assert_eq!(error, "82 givens are too many: a 9×9 board has 81 cells");
    assert!(GeneratorOptions::unique(Shape::NINE, Givens::Count(82)).is_err());
    for &shape in Shape::ALL {
        let fewest = GeneratorOptions::fewest(shape);
        assert!(GeneratorOptions::unique(shape, Givens::Count(fewest)).is_ok());
        assert!(GeneratorOptions::unique(shape, Givens::Count(fewest - 1)).is_err());
        assert!(GeneratorOptions::solvable(shape, 0).is_ok());
        assert!(GeneratorOptions::unique(shape, GeneratorOptions::easy(shape)).is_ok());
    }
}

#[test]
fn no_4x4_puzzle_with_three_givens_has_one_solution() {
    let shape = shape(4);
    for grid in generate(GeneratorOptions::solvable(shape, 16).unwrap(), 0, cases(10, 50)).chunks_exact(16) {
        for (a, b, c) in (0..16).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c)))) {
            let mut cells = [0; 16];
            [a, b, c].into_iter().for_each(|cell| cells[cell] = grid[cell]);
            assert_eq!(solutions(shape, &cells), 2);
        }
    }
}

#[test]
fn a_grid_that_cannot_be_reduced_so_far_is_replaced() {
    // Most random grids cannot be reduced below 24 givens.
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Count(23)).unwrap();
    for puzzle in generate(options, 5, cases(10, 30)).chunks_exact(81) {
        assert_eq!((givens(puzzle), solutions(Shape::NINE, puzzle)), (23, 1));
    }
}

#[test]
fn too_few_givens_are_an_error_after_a_limit_of_grids() {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Count(17)).unwrap();
    let mut puzzle = [0; 81];
    assert_eq!(
        BoardGenerator::new(options, 0).fill(0, &mut Dlx::new(Shape::NINE), &mut puzzle),
        Err(GenerateError::Stuck { givens: 17, tries: BoardGenerator::TRIES })
    );
}

/// An engine whose answer is always `Unknown`, so that only givens implied by a single are removed.
struct AlwaysUnknown;

impl Engine for AlwaysUnknown {
    fn name(&self) -> &'static str {
        "always unknown"
    }

    fn solve(&mut self, run: &mut Run<'_>, _: &Limits) {
        (0..run.len()).for_each(|i| run.report(i, SearchReport::default()));
    }
}

#[test]
fn givens_stay_if_the_engine_cannot_decide() {
    for side in [9, 16, 25] {
        let options = GeneratorOptions::unique(shape(side), Givens::Minimal).unwrap();
        let mut puzzles = vec![0; 3 * options.shape().area()];
        BoardGenerator::new(options, 6).fill(0, &mut AlwaysUnknown, &mut puzzles).unwrap();
        for puzzle in puzzles.chunks_exact(options.shape().area()) {
            assert!((1..options.shape().area() * 2 / 3).contains(&givens(puzzle)));
            let mut report = [SearchReport::default()];
            let mut solution = vec![0; puzzle.len()];
            let mut run = Run::new(options.shape(), puzzle, &mut solution, &mut report);
            Dlx::new(options.shape()).solve(&mut run, &Limits::new(2));
            assert_eq!(report[0].outcome, Outcome::Unique);
        }
    }
}

#[test]
fn a_25x25_puzzle_with_disjoint_groups_is_generated() {
    use quadrille::grid::{Rules, Variant};
    use quadrille_engines::dlx::Dlx;
    let shape = Shape::from_side(25).unwrap();
    let rules = Rules::new(shape, &Variant::DisjointGroups.into()).unwrap();
    let options = GeneratorOptions::unique(shape, GeneratorOptions::easy(shape)).unwrap();
    let (mut engine, mut puzzles) = (Dlx::under(&rules), [0; 625]);
    BoardGenerator::under(&rules, options, 1).fill(0, &mut engine, &mut puzzles).unwrap();
    let (mut solution, mut report) = ([0; 625], [SearchReport::default()]);
    let mut run = Run::new(shape, &puzzles, &mut solution, &mut report);
    engine.solve(&mut run, &Limits::new(2));
    assert_eq!(report[0].outcome, Outcome::Unique);
}
