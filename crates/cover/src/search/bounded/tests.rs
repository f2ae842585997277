use crate::Cover;
use crate::count::memo::{BoundedSpace, Settled, StateSpace};
use crate::examples::matrices;
use crate::is_exact_cover;
use crate::search::CoverSolver;
use crate::search::bit_set::BitSet;
use crate::search::conflict_lists::ConflictLists;
use proptest::prelude::*;
use quadrille_base::limits::Limits;
use std::collections::HashMap;

prop_compose! {
    fn problem()(primary in 1usize..6, secondary in 0usize..4)(
        options in proptest::collection::vec(
            proptest::collection::vec((0u32..3, 0u32..3), primary + secondary), 0..11),
        bounds in proptest::collection::vec((0u32..4, 1u32..5), primary),
        secondary in Just(secondary),
    ) -> Cover {
        let mut cover = Cover::new(bounds.len()).with_secondary(secondary);
        for cells in options {
            let has = cells.iter().enumerate().filter(|(_, cell)| cell.0 == 0);
            let option = has.map(|(item, cell)| (item, if item < bounds.len() { 0 } else { cell.1 }));
            cover.add_colored(&option.collect::<Vec<_>>()).unwrap();
        }
        for (item, (low, high)) in bounds.into_iter().enumerate() {
            cover.set_bounds(item, low.min(high), high).unwrap();
        }
        cover
    }
}

/// All solutions, each sorted, from all subsets of the options that have a primary item.
fn subsets(cover: &Cover) -> Vec<Vec<usize>> {
    let useful = |option: &usize| cover.option(*option).iter().any(|item| (*item as usize) < cover.primary());
    let options: Vec<usize> = (0..cover.len()).filter(useful).collect();
    let subset =
        |bits: usize| options.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|o| *o.1);
    let all = (0..1usize << options.len()).map(|bits| subset(bits).collect::<Vec<_>>());
    let mut found: Vec<_> = all.filter(|options| is_exact_cover(cover, options)).collect();
    found.sort_unstable();
    found
}

fn sorted(mut solutions: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    solutions
}

/// The number of solutions, by a search that remembers the states of a matrix.
fn count_with_memory<O: BitSet, I: BitSet>(cover: &Cover) -> u64 {
    let space = BoundedSpace::<O, I>::new(cover, &ConflictLists::try_new(cover).unwrap());
    count_state(&space, space.root(), &mut HashMap::new())
}

fn count_state<S: StateSpace>(space: &S, mut state: S::State, known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    match space.settle(&mut state, |_| ()) {
        Settled::Dead => return 0,
        Settled::Solved => return 1,
        Settled::Branch => {}
    }
    let mut key = vec![0; space.key_words()];
    space.key(&state, &mut key);
    if let Some(&count) = known.get(&key) {
        return count;
    }
    let choices = 0..space.choices(&state);
    let count = choices.map(|choice| count_state(space, space.choose(&state, choice).0, known)).sum();
    known.insert(key, count);
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn lists_and_blocks_of_any_size_find_all_solutions(cover in problem(), max_options in 0usize..12) {
        let mut cover = cover;
        // A problem without bounds has another search.
        if !cover.has_bounds() {
            cover.set_bounds(0, 0, 1).unwrap();
        }
        let expected = subsets(&cover);
        let mut solver = CoverSolver::with_blocks(&cover, max_options);
        prop_assert_eq!(&sorted(solver.solutions().collect()), &expected);
        prop_assert_eq!(solver.count(&Limits::new(u64::MAX)).solutions, expected.len() as u64);
        prop_assert!((solver.progress().part - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_search_that_is_stopped_continues_where_it_was(cover in problem(), max_options in 0usize..12, step in 1u64..5) {
        let all: Vec<_> = CoverSolver::with_blocks(&cover, max_options).solutions().collect();
        let mut solver = CoverSolver::with_blocks(&cover, max_options);
        let (mut found, mut nodes, mut part) = (Vec::new(), 0, 0.0);
        loop {
            let report = solver.resume(&Limits::new(u64::MAX).max_nodes(nodes), |s| found.push(s.to_vec()));
            let progress = solver.progress();
            prop_assert!(progress.part >= part && progress.part <= 1.0);
            part = progress.part;
            if report.outcome != quadrille_base::limits::Outcome::Unknown {
                break;
            }
            nodes += step;
        }
        prop_assert_eq!(found, all);
    }

    #[test]
    fn branches_divide_the_solutions(cover in problem(), wanted in 1usize..20, max_options in 0usize..12) {
        let mut solver = CoverSolver::with_blocks(&cover, max_options);
        let all = sorted(solver.solutions().collect());
        let branches = solver.branches(wanted);
        let mut found = Vec::new();
        let mut other = CoverSolver::with_blocks(&cover, max_options);
        for branch in branches.iter().rev() {
            other.begin(branch);
            other.resume(&Limits::new(u64::MAX), |solution| found.push(solution.to_vec()));
        }
        prop_assert_eq!(sorted(found), all);
    }

    #[test]
    fn equal_keys_have_the_same_solutions_below(cover in problem()) {
        let expected = subsets(&cover).len() as u64;
        prop_assert_eq!(count_with_memory::<[u64; 1], [u64; 2]>(&cover), expected);
        prop_assert_eq!(count_with_memory::<Vec<u64>, Vec<u64>>(&cover), expected);
    }
}

#[test]
fn regular_matrices_have_the_known_counts() {
    for (rows, columns, sum, known) in [(4, 4, 2, 90), (5, 5, 2, 2040), (6, 6, 2, 67_950)] {
        let cover = matrices(rows, columns, sum);
        let count = CoverSolver::new(&cover).count(&Limits::new(u64::MAX)).solutions;
        assert_eq!(count, known, "{rows}×{columns}");
        assert_eq!(count_with_memory::<[u64; 1], [u64; 2]>(&cover), known);
    }
    assert_eq!(count_with_memory::<[u64; 1], [u64; 1]>(&matrices(7, 7, 2)), 3_110_940);
}
