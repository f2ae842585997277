//! Puzzles in memory are solved without an allocation for any of them. There is one test in this file: the counter is
//! shared by all threads of the process.

use quadrille::{
    Outcome, Puzzle, RunOptions, Shape, Solver,
    grid::{Variant, Variants},
};

#[path = "common/allocations.rs"]
mod allocations;

use allocations::allocations;

const KINDS: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".................................................................................",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

fn puzzles(count: usize, kinds: &[&str]) -> Vec<Puzzle> {
    (0..count).map(|i| kinds[i * 7 % 11 % kinds.len()].parse().unwrap()).collect()
}

fn cells(puzzles: &[Puzzle]) -> Vec<u8> {
    puzzles.iter().flat_map(|puzzle| puzzle.givens()).copied().collect()
}

/// The least of several counts: a thread that had nothing to do in the calls before makes its engines in a later one.
fn least(count: impl FnMut() -> u64) -> u64 {
    std::iter::repeat_with(count).take(8).min().unwrap()
}

#[test]
fn a_call_allocates_nothing_for_a_puzzle() {
    // One puzzle with a solution under X and one without any: the empty board would take the engine for variants
    // milliseconds each time.
    let diagonal =
        [".6.3..9...3.9..6..9.4.7....6.....2471.57..8..7....95614....6..93..5.742.2....3..5", KINDS[3]];
    for (variants, kinds, counts) in
        [(Variants::default(), &KINDS[..], [600, 6000]), (Variant::X.into(), &diagonal, [300, 600])]
    {
        let [few, many] = counts.map(|count| puzzles(count, kinds));
        for threads in [1, 2] {
            let mut solver = Solver::new()
                .limit(2)
                .run_options(RunOptions::new().threads(threads))
                .variants(variants.clone())
                .unwrap();
            let mut count_cells = |puzzles: &[Puzzle]| {
                let cells = cells(puzzles);
                let (mut solutions, mut outcomes) =
                    (vec![0; cells.len()], vec![Outcome::Unknown; puzzles.len()]);
                let before = allocations();
                solver.solve_cells(Shape::NINE, &cells, &mut solutions, &mut outcomes);
                let allocations = allocations() - before;
                assert!(outcomes.contains(&Outcome::Unique) && outcomes.contains(&Outcome::None));
                allocations
            };
            let [few_cells, many_cells] = [&few, &many].map(|puzzles| least(|| count_cells(puzzles)));
            // A thread and its bookkeeping take some allocations in each call, a puzzle none.
            assert!(many_cells <= few_cells + 16, "{few_cells}, {many_cells} with {threads} threads");
            let mut count_all = |puzzles: &[Puzzle]| {
                let before = allocations();
                let verdicts = solver.solve_all(puzzles);
                (allocations() - before, verdicts.len())
            };
            let [few_all, many_all] = [&few, &many].map(|puzzles| least(|| count_all(puzzles).0));
            assert!(many_all <= few_all + 16, "{few_all}, {many_all} with {threads} threads");
        }
    }
}
