//! The learner against known counts, the arena, and itself.

use super::search::luby;
use super::*;
use crate::cover::Cover;
use crate::engine::dlx::CoverSolver;
use crate::engine::{Budget, Limits, Stop};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Solutions = BTreeSet<Vec<usize>>;

/// Solutions by their options; `None` if some primary item has no option.
fn solve(
    learner: &mut CdclSearch,
    cover: &Cover,
    wanted: u64,
    budget: &mut Budget<'_>,
) -> Option<(Stop, Solutions)> {
    learner.clear();
    let mut missing: BTreeSet<usize> = (0..cover.primary()).collect();
    for (name, option) in cover.options().enumerate() {
        if option.iter().any(|&item| (item as usize) < cover.primary()) {
            let items = option.iter().map(|&item| item as usize);
            items.clone().for_each(|item| _ = missing.remove(&item));
            learner.add(name, false, items.map(|item| (item, item < cover.primary())));
        }
    }
    if !missing.is_empty() {
        return None;
    }
    let mut all = BTreeSet::new();
    let (stop, count) = learner.search(wanted, budget, |chosen| {
        let mut chosen = chosen.to_vec();
        chosen.sort();
        assert!(all.insert(chosen), "a solution twice");
    });
    assert_eq!(count, all.len() as u64);
    Some((stop, all))
}

/// As [`solve`], all solutions; also the nodes.
fn solve_all(learner: &mut CdclSearch, cover: &Cover) -> (Option<(Stop, Solutions)>, u64) {
    let mut budget = Budget::UNLIMITED;
    let solved = solve(learner, cover, u64::MAX, &mut budget);
    (solved, budget.nodes())
}

fn in_the_arena(cover: &Cover) -> BTreeSet<Vec<usize>> {
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
            let mut cover = Cover::new(primary, secondary);
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
        // One learner after another problem, and a fresh one.
        let mut learner = CdclSearch::default();
        for cover in covers {
            let expected = in_the_arena(&cover);
            let (Some((stop, all)), nodes) = solve_all(&mut learner, &cover) else {
                prop_assert!(expected.is_empty());
                continue;
            };
            prop_assert_eq!(stop, Stop::Exhausted);
            prop_assert_eq!(&all, &expected);
            let counters = (learner.guesses, learner.conflicts);
            let mut fresh = CdclSearch::default();
            prop_assert_eq!(solve_all(&mut fresh, &cover), (Some((stop, all)), nodes));
            prop_assert_eq!((fresh.guesses, fresh.conflicts), counters);
        }
    }
}

/// n queens: rows and columns primary, diagonals secondary.
fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n, 4 * n);
    for (row, col) in (0..n * n).map(|i| (i / n, i % n)) {
        cover.add(&[row, n + col, 2 * n + row + col, 4 * n + row + n - col]).unwrap();
    }
    cover
}

#[test]
fn queens_have_the_known_counts() {
    let mut learner = CdclSearch::default();
    for (n, count) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)] {
        let (stop, all) = solve_all(&mut learner, &queens(n)).0.unwrap();
        assert_eq!((stop, all.len()), (Stop::Exhausted, count), "{n} queens");
    }
    assert!(learner.conflicts > RESTARTS_SEEN, "so many that it began again and forgot");
}

const RESTARTS_SEEN: u64 = 2000;

/// Pigeons in one hole less: no solution, and no short proof of that.
fn pigeons(holes: usize) -> Cover {
    let mut cover = Cover::new(holes + 1, holes);
    for (pigeon, hole) in (0..(holes + 1) * holes).map(|i| (i / holes, i % holes)) {
        cover.add(&[pigeon, holes + 1 + hole]).unwrap();
    }
    cover
}

#[test]
fn what_has_no_solution_is_seen_through_restarts_and_reductions() {
    let mut learner = CdclSearch::default();
    for holes in 1..=7 {
        assert_eq!(solve_all(&mut learner, &pigeons(holes)).0, Some((Stop::Exhausted, BTreeSet::new())));
    }
    assert_eq!(solve_all(&mut learner, &queens(3)).0.unwrap().1.len(), 0);
}

#[test]
fn a_budget_is_kept_and_says_so() {
    let mut learner = CdclSearch::default();
    for nodes in [0, 1, 5, 100] {
        let mut budget = Budget::UNLIMITED.with_max_nodes(nodes);
        let (stop, _) = solve(&mut learner, &queens(9), u64::MAX, &mut budget).unwrap();
        assert_eq!((stop, budget.nodes()), (Stop::Budget, nodes));
    }
    let (stop, all) = solve(&mut learner, &queens(9), 3, &mut Budget::UNLIMITED.clone()).unwrap();
    assert_eq!((stop, all.len()), (Stop::Solutions, 3));
}

#[test]
fn what_is_liked_is_found_first() {
    let cover = queens(8);
    let liked = in_the_arena(&cover).into_iter().nth(50).unwrap();
    let mut learner = CdclSearch::default();
    learner.clear();
    for (name, option) in cover.options().enumerate() {
        let items = option.iter().map(|&item| (item as usize, (item as usize) < cover.primary()));
        learner.add(name, liked.contains(&name), items);
    }
    let mut first = Vec::new();
    learner.search(1, &mut Budget::UNLIMITED.clone(), |chosen| first = chosen.to_vec());
    first.sort();
    assert_eq!(first, liked);
}

#[test]
fn lubys_series() {
    let series: Vec<_> = (1..=15).map(luby).collect();
    assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
