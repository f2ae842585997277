//! Diagrams against the solver, on random problems and on problems with known numbers.

use super::cheapest::{BestSolution, Goal};
use super::*;
use crate::examples::{add_random_bounds, dominoes, matrices, random_problem};
use crate::is_exact_cover;
use crate::search::CoverSolver;
use quadrille_base::limits::{Limits, Outcome};
use quadrille_base::random::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// The problems of most tests: every second one has bounds. None has more than a thousand solutions.
fn problem(index: u64) -> Cover {
    let mut stream = Stream::new(99, index);
    let draw = &mut |n: usize| stream.below(n);
    loop {
        let mut cover = random_problem(draw);
        if index % 2 == 1 {
            add_random_bounds(&mut cover, draw);
        }
        let count = CoverSolver::new(&cover).count(&Limits::new(1001).max_nodes(1 << 16));
        if count.solutions <= 1000 && count.outcome != Outcome::Unknown {
            return cover;
        }
    }
}

fn all(cover: &Cover) -> BTreeSet<Vec<usize>> {
    let mut solver = CoverSolver::new(cover);
    let sorted = |solution: Vec<usize>| {
        let mut sorted = solution;
        sorted.sort_unstable();
        sorted
    };
    solver.solutions().map(|solution| sorted(solution.to_vec())).collect()
}

#[test]
fn diagrams_have_the_solutions_that_the_solver_finds() {
    let mut solved = [0; 2];
    for index in 0..4000 {
        let cover = problem(index);
        let wanted = all(&cover);
        solved[usize::from(cover.has_bounds())] += usize::from(wanted.len() > 1);
        for is_ordered in [false, true] {
            let diagram = DiagramSettings::new().ordered(is_ordered).build(&cover).unwrap();
            assert_eq!(diagram.count(), wanted.len().into(), "{index}");
            assert_eq!(diagram.is_empty(), wanted.is_empty());
            let found: Vec<_> = diagram.solutions().collect();
            assert_eq!(found.len(), wanted.len(), "{index}");
            for (number, solution) in found.iter().enumerate() {
                assert!(is_exact_cover(&cover, solution));
                assert_eq!(diagram.nth(&number.into()).as_ref(), Some(solution));
            }
            assert_eq!(diagram.nth(&found.len().into()), None);
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "{index}");
        }
    }
    assert!(solved[0] > 500 && solved[1] > 500, "{solved:?}");
}

#[test]
fn the_best_solutions_cost_what_brute_force_finds() {
    for index in 0..4000 {
        let cover = problem(index);
        let cost = |solution: &[usize]| solution.iter().map(|&option| price(&cover)(option)).sum::<u64>();
        let costs: BTreeSet<u64> = all(&cover).iter().map(|solution| cost(solution)).collect();
        let diagram = CoverDiagram::build(&cover).unwrap();
        let (least, most) = (costs.first().copied(), costs.last().copied());
        for (best, wanted) in [(diagram.lowest_cost(), least), (diagram.highest_cost(), most)] {
            assert_eq!(best.as_ref().map(|(cost, _)| *cost), wanted, "{index}");
            assert!(
                best.is_none_or(|(of, solution)| cost(&solution) == of && is_exact_cover(&cover, &solution))
            );
        }
        for (goal, wanted) in [(Goal::LowestCost, least), (Goal::HighestCost, most)] {
            let search = BestSolution::find(&cover, goal, &Limits::default(), 1 << 20).unwrap();
            assert!(search.is_proved);
            assert_eq!(search.best.as_ref().map(|(cost, _)| *cost), wanted, "{index}");
            let best = search.best;
            assert!(
                best.is_none_or(|(of, solution)| cost(&solution) == of && is_exact_cover(&cover, &solution))
            );
        }
    }
}

/// If several solutions are best, the first one is found.
#[test]
fn ties_go_to_the_first_solution() {
    for index in 0..500 {
        let cover = problem(index);
        let diagram = CoverDiagram::build(&cover).unwrap();
        let cost = |solution: &Vec<usize>| solution.iter().map(|&option| price(&cover)(option)).sum::<u64>();
        let best = diagram.solutions().min_by_key(cost);
        assert_eq!(diagram.lowest_cost().map(|(_, solution)| solution), best, "{index}");
        let best = diagram.solutions().min_by_key(|solution| u64::MAX - cost(solution));
        assert_eq!(diagram.highest_cost().map(|(_, solution)| solution), best, "{index}");
    }
}

#[test]
fn samples_are_uniform_and_functions_of_seed_and_index() {
    let diagram = CoverDiagram::build(&dominoes(4, 4)).unwrap();
    assert_eq!(diagram.count(), 36u32.into());
    let mut seen = BTreeMap::new();
    (0..36_000).for_each(|index| *seen.entry(diagram.sample(5, index)).or_insert(0) += 1);
    // Six standard deviations of 31 around 1,000.
    assert!(seen.len() == 36 && seen.values().all(|n| (810..1190).contains(n)), "{seen:?}");
    assert_eq!(diagram.sample(5, 77), diagram.sample(5, 77));
    let differs = (0..100).filter(|&index| diagram.sample(5, index) != diagram.sample(6, index)).count();
    assert!(differs > 80, "{differs}");
}

/// OEIS A001499 and A001501.
#[test]
fn diagrams_of_problems_with_bounds_have_their_known_numbers() {
    for (n, sum, number) in [(4, 2, 90u64), (6, 2, 67_950), (6, 3, 297_200), (7, 2, 3_110_940)] {
        let cover = matrices(n, n, sum);
        for is_ordered in [false, true] {
            let diagram = DiagramSettings::new().ordered(is_ordered).build(&cover).unwrap();
            assert_eq!(diagram.count(), number.into(), "{n}×{n}, {sum}");
            assert!((0..100).all(|index| is_exact_cover(&cover, &diagram.sample(0, index).unwrap())));
        }
    }
    let diagram = CoverDiagram::build(&matrices(4, 4, 2)).unwrap();
    let mut seen = BTreeMap::new();
    (0..90_000).for_each(|index| *seen.entry(diagram.sample(3, index)).or_insert(0) += 1);
    // Six standard deviations of 31 around 1,000.
    assert!(seen.len() == 90 && seen.values().all(|n| (810..1190).contains(n)), "{seen:?}");
    // More options than a word of the sets of small problems has.
    let mut large = Cover::new(1);
    (0..600).for_each(|_| _ = large.add(&[0]).unwrap());
    large.set_bounds(0, 2, 2).unwrap();
    assert_eq!(CoverDiagram::build(&large).unwrap().count(), (600u32 * 599 / 2).into());
}

/// If this fails, the samples of users have changed.
#[test]
fn the_samples_are_these() {
    let diagram = CoverDiagram::build(&dominoes(3, 4)).unwrap();
    let samples: Vec<_> = (0..3).filter_map(|index| diagram.sample(1, index)).collect();
    assert_eq!(samples, [[0, 4, 8, 10, 12, 13], [0, 4, 8, 10, 12, 13], [0, 4, 8, 10, 11, 16]]);
}

#[test]
fn tilings_of_a_chessboard_and_of_larger_boards() {
    let numbers = [
        (8, 8, "12988816"),
        (12, 12, "53060477521960000"),
        (2, 200, "453973694165307953197296969697410619233826"),
    ];
    for (rows, columns, number) in numbers {
        for is_ordered in [false, true] {
            let diagram = DiagramSettings::new().ordered(is_ordered).build(&dominoes(rows, columns)).unwrap();
            assert_eq!(diagram.count().to_string(), number);
            let solution = diagram.sample(0, 0).unwrap();
            assert!(is_exact_cover(&dominoes(rows, columns), &solution));
        }
    }
    assert!(CoverDiagram::build(&dominoes(8, 8)).unwrap().len() < 3000);
}

#[test]
fn limits_end_in_their_errors() {
    let cover = dominoes(12, 12);
    let small = DiagramSettings::new().memory(1 << 16).build(&cover).unwrap_err();
    assert_eq!(small.reason(), Some(&DiagramError::MemoryLimit(1 << 16)));
    let stopped = Limits::default().stop_flag(std::sync::Arc::new(true.into()));
    assert_eq!(
        DiagramSettings::new().limits(stopped).build(&cover).unwrap_err().reason(),
        Some(&DiagramError::Stopped)
    );
    let mut large = Cover::new(4097);
    (0..2 * 4097).for_each(|option| _ = large.add(&[option / 2]).unwrap());
    let error = DiagramError::TooLarge { options: 8194, items: 4097 };
    assert_eq!(CoverDiagram::build(&large).unwrap_err().reason(), Some(&error));
    large.set_bounds(0, 0, 2).unwrap();
    assert_eq!(CoverDiagram::build(&large).unwrap_err().reason(), Some(&error));
    let matrices = matrices(10, 10, 5);
    let small = DiagramSettings::new().memory(1 << 20).build(&matrices).unwrap_err();
    assert_eq!(small.reason(), Some(&DiagramError::MemoryLimit(1 << 20)));
    // Forced moves are not counted.
    let mut forced = Cover::new(9000);
    (0..9000).for_each(|item| _ = forced.add(&[item]).unwrap());
    assert_eq!(CoverDiagram::build(&forced).unwrap().count(), 1u32.into());
}

/// Where a diagram does not fit, the search with bounds still finds the best solution.
#[test]
fn the_best_solution_is_found_without_memory_too() {
    let mut cover = dominoes(6, 6);
    let mut stream = Stream::new(4, 0);
    (0..cover.len()).for_each(|option| cover.set_cost(option, 1 + stream.below(99) as u64).unwrap());
    let diagram = CoverDiagram::build(&cover).unwrap();
    for (goal, wanted) in
        [(Goal::LowestCost, diagram.lowest_cost()), (Goal::HighestCost, diagram.highest_cost())]
    {
        let search = BestSolution::find(&cover, goal, &Limits::default(), 0).unwrap();
        assert_eq!(search.best.map(|(cost, _)| cost), wanted.map(|(cost, _)| cost));
        let few = BestSolution::find(&cover, goal, &Limits::default().max_nodes(3), 1 << 20).unwrap();
        assert!(!few.is_proved && few.nodes == 3);
    }
}

/// 131,072 nodes do not prove it, so a diagram does.
#[test]
fn the_best_solution_of_a_large_board_comes_from_a_diagram() {
    let mut cover = dominoes(10, 10);
    let mut stream = Stream::new(5, 0);
    (0..cover.len()).for_each(|option| cover.set_cost(option, 1 + stream.below(3) as u64).unwrap());
    let diagram = CoverDiagram::build(&cover).unwrap();
    for (goal, wanted) in
        [(Goal::LowestCost, diagram.lowest_cost()), (Goal::HighestCost, diagram.highest_cost())]
    {
        let search = BestSolution::find(&cover, goal, &Limits::default(), 1 << 26).unwrap();
        assert!(search.is_proved);
        assert_eq!(search.best.map(|(cost, _)| cost), wanted.map(|(cost, _)| cost));
    }
}
