//! The search against known counts, against the arena, and against itself.

use super::search::luby;
use super::*;
use proptest::prelude::*;
use quadrille_base::limits::{Budget, Limits, Stop};
use quadrille_cover::Cover;
use quadrille_cover::search::CoverSolver;
use std::collections::BTreeSet;

type Solutions = BTreeSet<Vec<usize>>;

/// The solutions, each as its options; `None` if a primary item has no option.
fn solve(
    search: &mut CdclSearch,
    cover: &Cover,
    wanted: u64,
    budget: &mut Budget<'_>,
) -> Option<(Stop, Solutions)> {
    search.clear();
    let mut missing: BTreeSet<usize> = (0..cover.primary()).collect();
    for (number, option) in cover.options().enumerate() {
        if option.iter().any(|&item| (item as usize) < cover.primary()) {
            let items = option.iter().map(|&item| item as usize);
            items.clone().for_each(|item| _ = missing.remove(&item));
            search.add(number, Preference::Neutral, items.map(|item| (item, item < cover.primary())));
        }
    }
    if !missing.is_empty() {
        return None;
    }
    let mut all = BTreeSet::new();
    let (stop, count) = search.search(wanted, budget, |chosen| {
        let mut chosen = chosen.to_vec();
        chosen.sort();
        assert!(all.insert(chosen), "a solution was reported twice");
    });
    assert_eq!(count, all.len() as u64);
    Some((stop, all))
}

/// All solutions as from [`solve`], and the number of nodes.
fn solve_all(search: &mut CdclSearch, cover: &Cover) -> (Option<(Stop, Solutions)>, u64) {
    let mut budget = Budget::UNLIMITED;
    let solved = solve(search, cover, u64::MAX, &mut budget);
    (solved, budget.nodes())
}

fn arena_solutions(cover: &Cover) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::new();
    CoverSolver::new(cover).solve(&Limits::new(u64::MAX), |chosen| {
        let mut chosen = chosen.to_vec();
        chosen.sort();
        all.insert(chosen);
    });
    all
}

fn covers() -> impl Strategy<Value = Cover> {
    (1..9usize, 0..5usize, 0..24usize).prop_flat_map(|(primary, secondary, options)| {
        let items = primary + secondary;
        let option = proptest::collection::vec(0..3u8, items);
        proptest::collection::vec(option, options).prop_map(move |rows| {
            let mut cover = Cover::new(primary).with_secondary(secondary);
            for row in rows {
                cover.add(&(0..items).filter(|&i| row[i] == 0).collect::<Vec<_>>()).unwrap();
            }
            cover
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_cover_has_the_solutions_that_the_arena_finds(covers in proptest::collection::vec(covers(), 1..4)) {
        // A search that has solved other problems, and a fresh one.
        let mut search = CdclSearch::default();
        for cover in covers {
            let expected = arena_solutions(&cover);
            let (Some((stop, all)), nodes) = solve_all(&mut search, &cover) else {
                prop_assert!(expected.is_empty());
                continue;
            };
            prop_assert_eq!(stop, Stop::Exhausted);
            prop_assert_eq!(&all, &expected);
            let counters = (search.guesses, search.conflicts);
            let mut fresh = CdclSearch::default();
            prop_assert_eq!(solve_all(&mut fresh, &cover), (Some((stop, all)), nodes));
            prop_assert_eq!((fresh.guesses, fresh.conflicts), counters);
        }
    }
}

/// n queens: rows and columns primary, diagonals secondary.
fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n).with_secondary(4 * n);
    for (row, col) in (0..n * n).map(|i| (i / n, i % n)) {
        cover.add(&[row, n + col, 2 * n + row + col, 4 * n + row + n - col]).unwrap();
    }
    cover
}

#[test]
fn queens_have_the_known_counts() {
    let mut search = CdclSearch::default();
    for (n, count) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        let (stop, all) = solve_all(&mut search, &queens(n)).0.unwrap();
        assert_eq!((stop, all.len()), (Stop::Exhausted, count), "{n} queens");
    }
    assert!(search.conflicts > MANY_CONFLICTS, "enough for restarts and reductions");
}

const MANY_CONFLICTS: u64 = 2000;

/// More pigeons than holes, by one: no solution, and no short proof of that.
fn pigeons(holes: usize) -> Cover {
    let mut cover = Cover::new(holes + 1).with_secondary(holes);
    for (pigeon, hole) in (0..(holes + 1) * holes).map(|i| (i / holes, i % holes)) {
        cover.add(&[pigeon, holes + 1 + hole]).unwrap();
    }
    cover
}

#[test]
fn a_problem_without_solution_is_refuted_through_restarts_and_reductions() {
    let mut search = CdclSearch::default();
    for holes in 1..=7 {
        assert_eq!(solve_all(&mut search, &pigeons(holes)).0, Some((Stop::Exhausted, BTreeSet::new())));
    }
    assert_eq!(solve_all(&mut search, &queens(3)).0.unwrap().1.len(), 0);
}

#[test]
fn a_spent_budget_is_kept_and_reported() {
    let mut search = CdclSearch::default();
    for nodes in [0, 1, 5, 100] {
        let mut budget = Budget::UNLIMITED.with_max_nodes(nodes);
        let (stop, _) = solve(&mut search, &queens(9), u64::MAX, &mut budget).unwrap();
        assert_eq!((stop, budget.nodes()), (Stop::Budget, nodes));
    }
    let (stop, all) = solve(&mut search, &queens(9), 3, &mut Budget::UNLIMITED.clone()).unwrap();
    assert_eq!((stop, all.len()), (Stop::Solutions, 3));
}

#[test]
fn the_initial_phase_leads_to_its_solution_first() {
    let cover = queens(8);
    let preferred = arena_solutions(&cover).into_iter().nth(50).unwrap();
    let mut search = CdclSearch::default();
    search.clear();
    for (number, option) in cover.options().enumerate() {
        let items = option.iter().map(|&item| (item as usize, (item as usize) < cover.primary()));
        search.add(number, preferred.contains(&number).into(), items);
    }
    let mut first = Vec::new();
    search.search(1, &mut Budget::UNLIMITED.clone(), |chosen| first = chosen.to_vec());
    first.sort();
    assert_eq!(first, preferred);
}

#[test]
fn the_luby_sequence() {
    let sequence: Vec<_> = (1..=15).map(luby).collect();
    assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
