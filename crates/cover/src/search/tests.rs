//! The arena and the search against a naive solver, known counts, and themselves.

use super::*;
use crate::{
    Cover,
    arena::{
        Arena, Counters,
        layout::{Index, Layout, Of},
        tables::Tables,
    },
};
use proptest::prelude::*;
use quadrille_base::cases::cases;
use quadrille_base::limits::{Budget, Limits, Outcome, Stop};
use std::collections::BTreeSet;

const ALL: Limits = Limits::new(u64::MAX);

/// Whether two options can be chosen together: they share no item, or only items to which both give the same
/// color.
fn are_compatible(cover: &Cover, a: usize, b: usize) -> bool {
    let nodes = |x| cover.option(x).iter().zip(cover.colors(x));
    nodes(a).all(|(i, c)| nodes(b).all(|(j, d)| i != j || (c == d && *c != 0)))
}

/// Solutions of a cover by trying every subset of options, in order.
fn naive(cover: &Cover) -> BTreeSet<Vec<usize>> {
    fn extend(
        cover: &Cover,
        uses: &mut Vec<u8>,
        at: usize,
        taken: &mut Vec<usize>,
        all: &mut BTreeSet<Vec<usize>>,
    ) {
        if at == cover.len() {
            if uses[..cover.primary()].iter().all(|&n| n == 1) {
                all.insert(taken.clone());
            }
            return;
        }
        extend(cover, uses, at + 1, taken, all);
        let primary = cover.option(at).iter().any(|&i| (i as usize) < cover.primary());
        if primary && taken.iter().all(|&other| are_compatible(cover, other, at)) {
            cover.option(at).iter().for_each(|&i| uses[i as usize] += 1);
            taken.push(at);
            extend(cover, uses, at + 1, taken, all);
            taken.pop();
            cover.option(at).iter().for_each(|&i| uses[i as usize] -= 1);
        }
    }
    let mut all = BTreeSet::new();
    extend(cover, &mut vec![0; cover.items()], 0, &mut Vec::new(), &mut all);
    all
}

fn solutions<L: Layout>(cover: &Cover) -> (BTreeSet<Vec<usize>>, u64, Counters) {
    solutions_with::<L>(cover, usize::MAX)
}

/// The same, with at most this number of levels that copy the state.
fn solutions_with<L: Layout>(cover: &Cover, copies: usize) -> (BTreeSet<Vec<usize>>, u64, Counters) {
    let mut arena = Arena::<L>::new(cover);
    arena.copies = arena.copies.min(copies);
    let mut all = BTreeSet::new();
    arena.reset();
    let (stop, count) = arena.search(u64::MAX, &mut Budget::UNLIMITED.clone(), |chosen| {
        let mut options: Vec<_> = chosen.iter().map(|x| x.get()).collect();
        options.sort();
        all.insert(options);
    });
    assert_eq!(stop, Stop::Exhausted);
    (all, count, arena.counters)
}

fn covers() -> impl Strategy<Value = Cover> {
    (0..7usize, 0..4usize, 0..13usize).prop_flat_map(|(primary, secondary, options)| {
        let items = primary + secondary;
        // 0 to 3: the option lacks the item; 4 and 5: it has no color; 6 and 7: it has color 1 or 2.
        let option = proptest::collection::vec(0u32..8, items);
        proptest::collection::vec(option, options).prop_map(move |rows| {
            let mut cover = Cover::new(primary).with_secondary(secondary);
            for row in rows {
                let color = |i: usize| if i < primary { 0 } else { row[i].saturating_sub(5) };
                let items: Vec<_> = (0..items).filter(|&i| row[i] > 3).map(|i| (i, color(i))).collect();
                cover.add_colored(&items).unwrap();
            }
            cover
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_cover_has_the_solutions_of_a_naive_search(cover in covers()) {
        let expected = naive(&cover);
        let small = solutions::<Of<u16, u16, 0, false>>(&cover);
        prop_assert_eq!(&small.0, &expected);
        prop_assert_eq!(small.1, expected.len() as u64, "a solution twice");
        // Every layout searches the same tree.
        prop_assert_eq!(&solutions::<Of<u32, u32, 0, false>>(&cover), &small);
        prop_assert_eq!(&solutions::<Of<u64, u32, 0, true>>(&cover), &small);
    }

    #[test]
    fn moves_that_are_undone_leave_the_states_of_moves_in_copies(cover in covers(), copies in 0usize..4) {
        let expected = solutions::<Of<u16, u16, 0, false>>(&cover);
        prop_assert_eq!(&solutions_with::<Of<u16, u16, 0, false>>(&cover, copies), &expected);
        prop_assert_eq!(&solutions_with::<Of<u64, u32, 0, true>>(&cover, copies), &expected);
    }

    /// Blocks take over at the root, near the ends of branches, or not at all.
    #[test]
    fn blocks_have_the_solutions_of_a_naive_search(cover in covers(), largest in 0usize..13) {
        let mut solver = CoverSolver::with_blocks(&cover, largest);
        let mut found = Vec::new();
        let report = solver.solve(&ALL, |options| found.push(options.to_vec()));
        prop_assert_eq!(report.solutions, found.len() as u64);
        prop_assert_eq!(solver.progress().part, 1.0);
        prop_assert_eq!(&solver.solutions().collect::<Vec<_>>(), &found, "one by one");
        solver.limit_copies(0);
        prop_assert_eq!(solver.solve(&ALL, |_| ()), report, "again, without copies");
        solver.restart();
        prop_assert_eq!(solver.count(&ALL), report, "only counted");
        found.iter_mut().for_each(|options| options.sort());
        prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), naive(&cover));
    }

    #[test]
    fn every_build_has_the_same_solutions_nodes_and_guesses(cover in covers(), largest in 0usize..13) {
        same_in_all_builds(&cover, largest, &ALL);
    }

    #[test]
    fn a_stopped_search_can_be_continued(
        cover in covers(),
        largest in 0usize..13,
        step in 1u64..4,
        copies in 0usize..4,
    ) {
        let mut solver = CoverSolver::with_blocks(&cover, largest);
        let mut whole = Vec::new();
        let report = solver.solve(&ALL, |options| whole.push(options.to_vec()));
        solver.limit_copies(copies);
        solver.restart();
        let (mut parts, mut nodes, mut part) = (Vec::new(), 0, 0.0);
        loop {
            nodes += step;
            let limits = Limits::new(u64::MAX).max_nodes(nodes);
            let so_far = solver.resume(&limits, |options| parts.push(options.to_vec()));
            let progress = solver.progress();
            prop_assert!(progress.part >= part && progress.part <= 1.0);
            part = progress.part;
            if so_far.outcome != Outcome::Unknown {
                prop_assert_eq!(so_far, report);
                break;
            }
            prop_assert!(so_far.nodes <= nodes);
        }
        prop_assert_eq!(parts, whole);
    }

    #[test]
    fn each_solution_is_in_exactly_one_branch(cover in covers(), largest in 0usize..13, wanted in 1usize..20) {
        let mut solver = CoverSolver::with_blocks(&cover, largest);
        solver.limit_copies(wanted % 3);
        let branches = solver.branches(wanted);
        let mut all = Vec::new();
        for branch in &branches {
            solver.begin(branch);
            solver.resume(&ALL, |options| {
                let mut options = options.to_vec();
                options.sort();
                all.push(options);
            });
        }
        all.sort();
        prop_assert_eq!(all, naive(&cover).into_iter().collect::<Vec<_>>());
        prop_assert_eq!(CoverSolver::with_blocks(&cover, largest).branches(wanted), branches);
    }

    #[test]
    fn a_search_that_stopped_anywhere_leaves_a_sound_arena(cover in covers(), nodes in 0u64..9) {
        let mut arena = Arena::<Of<u16, u16, 0, false>>::new(&cover);
        let template = arena.template.clone();
        arena.reset();
        let mut budget = Budget::UNLIMITED.with_max_nodes(nodes);
        arena.search(u64::MAX, &mut budget, |_| ());
        prop_assert!(budget.nodes() <= nodes);
        prop_assert_eq!(&arena.template, &template);
        arena.reset();
        prop_assert_eq!(arena.state(), &template[..]);
        let mut count = 0;
        arena.search(u64::MAX, &mut Budget::UNLIMITED.clone(), |_| count += 1);
        prop_assert_eq!(count, naive(&cover).len());
    }
}

/// Queens: rows and columns are primary items, diagonals secondary ones.
fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n).with_secondary(2 * (2 * n - 1));
    for (r, c) in (0..n * n).map(|i| (i / n, i % n)) {
        cover.add(&[r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c]).unwrap();
    }
    cover
}

/// Checks that all builds find the same solutions in the same order, and count the same, with the same cost.
fn same_in_all_builds(cover: &Cover, largest: usize, limits: &Limits) {
    let mut first = None;
    for mut solver in CoverSolver::in_all_builds(cover, largest) {
        let mut solutions = Vec::new();
        let report = solver.solve(limits, |options| solutions.push(options.to_vec()));
        let part = solver.progress().part;
        solver.restart();
        assert_eq!(solver.count(limits), report);
        let result = (solutions, report, part, solver.progress().part);
        assert_eq!(*first.get_or_insert_with(|| result.clone()), result);
    }
}

#[test]
fn builds_agree_in_matrices_of_every_width() {
    let limits = ALL.clone().max_nodes(20_000);
    // 26 to 570 options: one, two, four, eight and sixteen words.
    for n in [5, 8, 11, 16, 20] {
        same_in_all_builds(&langford(n), 1024, &limits);
    }
    same_in_all_builds(&langford(20), 300, &limits);
    same_in_all_builds(&queens(11), 1024, &limits);
}

/// A search of each of these kinds stops at every solution and at many nodes, in matrices that hand over.
#[test]
fn counting_stops_where_the_solutions_stop() {
    let (mut counting, mut solving) = (CoverSolver::new(&langford(8)), CoverSolver::new(&langford(8)));
    for wanted in [1, 2, 3, 50, 51, 299, 300] {
        let limits = Limits::new(wanted);
        assert_eq!(counting.count(&limits), solving.resume(&limits, |_| ()), "{wanted} solutions");
        // States that are counted in bulk add their part at once, which is rounded differently.
        let (counted, solved) = (counting.progress(), solving.progress());
        assert!((counted.part - solved.part).abs() < 1e-12, "{wanted} solutions: {counted:?} {solved:?}");
        assert_eq!(SearchProgress { part: solved.part, ..counted }, solved, "{wanted} solutions");
    }
    let (mut part, mut nodes) = (0.0, 0);
    counting.restart();
    while counting.count(&ALL.clone().max_nodes(nodes)).outcome == Outcome::Unknown {
        let progress = counting.progress();
        assert!(progress.part >= part && progress.nodes == nodes);
        (part, nodes) = (progress.part, nodes + 7);
    }
    assert_eq!((counting.progress().part, counting.progress().solutions), (1.0, 300));
}

#[test]
fn queens_have_the_known_counts() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        assert_eq!(CoverSolver::new(&queens(n)).solve(&ALL, |_| ()).solutions, count, "{n} queens");
    }
}

/// Langford pairs: two of each number from 1 to n in a row of 2n, the two of k with k numbers between them.
fn langford(n: usize) -> Cover {
    let mut cover = Cover::new(3 * n);
    for k in 1..=n {
        for at in 0..(2 * n).saturating_sub(k + 1) {
            cover.add(&[k - 1, n + at, n + at + k + 1]).unwrap();
        }
    }
    cover
}

#[test]
fn langford_pairs_have_the_known_counts() {
    // Each arrangement and its mirror image.
    for (n, count) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        assert_eq!(CoverSolver::new(&langford(n)).solve(&ALL, |_| ()).solutions, count, "{n} pairs");
    }
}

#[test]
fn long_lists_take_the_wide_layout() {
    // 100 options for an item: choose one of 100 columns for each of three rows, all different; the last row has some columns.
    let last = cases(3, 100);
    let mut cover = Cover::new(3).with_secondary(100);
    for (row, col) in (0..200 + last).map(|i| (i / 100, i % 100)) {
        cover.add(&[row, 3 + col]).unwrap();
    }
    let mut solver = CoverSolver::with_blocks(&cover, 0);
    assert!(solver.is_wide());
    assert_eq!(solver.solve(&ALL, |_| ()).solutions, last as u64 * 99 * 98);
}

#[test]
fn degenerate_problems_have_the_right_counts() {
    let count = |cover: &Cover| CoverSolver::new(cover).solve(&ALL, |_| ()).solutions;
    assert_eq!(count(&Cover::new(0)), 1, "nothing to cover");
    assert_eq!(count(&Cover::new(0).with_secondary(2)), 1, "nothing that must be covered");
    assert_eq!(count(&Cover::new(1)), 0, "an item without options");
    let mut cover = Cover::new(1).with_secondary(1);
    cover.add(&[1]).unwrap();
    cover.add(&[]).unwrap();
    cover.add(&[0]).unwrap();
    assert_eq!(count(&cover), 1, "options without a primary item are not chosen");
}

#[test]
fn branches_are_not_multiplied_by_items_with_many_options() {
    let mut cover = Cover::new(3);
    (0..120).for_each(|x| _ = cover.add(&[x % 3]).unwrap());
    for largest in [0, 1024] {
        let mut solver = CoverSolver::with_blocks(&cover, largest);
        let branches = solver.branches(50);
        assert!((50..90).contains(&branches.len()), "{} branches", branches.len());
        let count = |branch| {
            solver.begin(branch);
            solver.count(&ALL).solutions
        };
        assert_eq!(branches.iter().map(count).sum::<u64>(), 40 * 40 * 40);
    }
}

#[test]
fn memory_for_colors_is_not_quadratic_in_the_options() {
    let bytes = |options: u32| {
        let mut cover = Cover::new(1).with_secondary(1);
        (1..=options).for_each(|color| _ = cover.add_colored(&[(0, 0), (1, color)]).unwrap());
        let (tables, _) = Tables::<Of<u64, u32, 0, true>>::try_new(&cover).unwrap();
        tables.bytes()
    };
    assert!(bytes(8000) < 9 * bytes(1000));
}
