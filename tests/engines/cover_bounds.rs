//! Exact cover with bounds: all subsets of the options as the oracle, and counts from the literature.

use crate::problems::{answers, count, matrices, solutions, text};
use proptest::prelude::*;
use quadrille::{
    Outcome, RunOptions,
    cover::{Cover, CoverBatch, CoverFormat, CoverSolver, CoverTask, is_exact_cover},
    engine::Limits,
};

/// The example of D. E. Knuth's program DLX3: its one solution is the second, the fourth and the fifth option.
const KNUTH: &str = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";

/// Whether a set of options is a solution, from the definition alone.
fn is_solution(cover: &Cover, options: &[usize]) -> bool {
    let pairs = |&option: &usize| {
        let items = cover.option(option).iter().map(|item| *item as usize);
        items.zip(cover.colors(option).iter().copied())
    };
    let given = |item: usize| -> Vec<u32> {
        options.iter().flat_map(pairs).filter(|(other, _)| *other == item).map(|(_, color)| color).collect()
    };
    (0..cover.items()).all(|item| {
        let colors = given(item);
        if item < cover.primary() {
            let (low, high) = cover.bounds(item);
            (low as usize..=high as usize).contains(&colors.len())
        } else {
            colors.len() < 2 || (colors[0] != 0 && colors.iter().all(|color| *color == colors[0]))
        }
    })
}

/// The options that may be chosen: those with a primary item.
fn choices(cover: &Cover) -> Vec<usize> {
    let is_choice =
        |&option: &usize| cover.option(option).iter().any(|&item| (item as usize) < cover.primary());
    (0..cover.len()).filter(is_choice).collect()
}

/// All subsets of some options, each ascending.
fn subsets(options: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let subset = |bits: usize| (0..options.len()).filter(move |i| bits >> i & 1 == 1).map(|i| options[i]);
    (0..1usize << options.len()).map(move |bits| subset(bits).collect())
}

/// All solutions, in order.
fn oracle(cover: &Cover) -> Vec<Vec<usize>> {
    let mut found: Vec<_> = subsets(&choices(cover)).filter(|options| is_solution(cover, options)).collect();
    found.sort_unstable();
    found
}

prop_compose! {
    /// Small problems: bounds of 0, of more than all options, and of 1 and 1; colors; options without primary items.
    fn problem()(primary in 1usize..6, secondary in 0usize..4)(
        options in proptest::collection::vec(
            proptest::collection::vec((0u32..3, 0u32..3), primary + secondary), 0..10),
        bounds in proptest::collection::vec(
            prop_oneof![Just((1, 1)), (0u32..4, 1u32..5), Just((0, u32::MAX)), Just((2, 100))], primary),
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_solver_finds_each_solution_once(cover in problem()) {
        prop_assert_eq!(solutions(&cover), oracle(&cover));
    }
}

proptest! {
    #[test]
    fn the_checker_accepts_exactly_the_solutions(cover in problem()) {
        for options in subsets(&choices(&cover)) {
            prop_assert_eq!(is_exact_cover(&cover, &options), is_solution(&cover, &options), "{:?}", options);
        }
    }

    #[test]
    fn an_uncovered_item_means_that_there_is_no_solution(cover in problem()) {
        prop_assert!(cover.uncovered().is_none() || oracle(&cover).is_empty());
    }

    #[test]
    fn counts_and_lists_of_text_match_the_oracle(cover in problem(), threads in 1usize..4) {
        let mut dlx = Vec::new();
        prop_assume!(CoverFormat::Dlx.write(&cover, &mut dlx).is_ok());
        let (dlx, expected) = (String::from_utf8(dlx).unwrap(), oracle(&cover));
        let batch = |task| CoverBatch::new(task).run_options(RunOptions::new().threads(threads)).format(CoverFormat::Dlx);
        prop_assert_eq!(answers(&batch(CoverTask::Count), &dlx), format!("{}\n", expected.len()));
        // A solution without options has no line.
        prop_assume!(!expected.contains(&vec![]));
        let listed = answers(&batch(CoverTask::Solve), &dlx);
        let found = listed.split("\n\n").filter(|solution| !solution.trim().is_empty()).count();
        prop_assert_eq!(found, expected.len());
    }
}

fn with_bounds(mut cover: Cover, low: u32, high: u32) -> Cover {
    (0..cover.primary()).for_each(|item| cover.set_bounds(item, low, high).unwrap());
    cover
}

/// Graphs: an option for each pair of vertices.
fn graphs(vertices: usize) -> Cover {
    let mut cover = Cover::new(vertices);
    for b in 0..vertices {
        (0..b).for_each(|a| _ = cover.add(&[a, b]).unwrap());
    }
    cover
}

#[test]
fn the_example_of_the_literature_has_one_solution() {
    let cover = CoverFormat::Dlx.parse(KNUTH.as_bytes()).unwrap().cover().clone();
    assert_eq!(solutions(&cover), [[1, 3, 4]]);
    assert!(is_exact_cover(&cover, &[4, 1, 3]) && !is_exact_cover(&cover, &[1, 3]));
    assert_eq!(answers(&CoverBatch::new(CoverTask::Solve), KNUTH), "A C X:1 Y:1\nB X:1\nC Y:1\n");
}

#[test]
fn matrices_and_graphs_with_equal_sums_have_the_known_counts() {
    // OEIS A001499 and A001501: matrices with all sums 2, and 3.
    for (side, sum, known) in [(2, 2, 1), (3, 2, 6), (4, 2, 90), (5, 2, 2040), (4, 3, 24), (5, 3, 2040)] {
        assert_eq!(count(&matrices(side, side, sum)), known, "{side}×{side}");
    }
    assert_eq!(count(&matrices(6, 6, 3)), 297_200);
    // OEIS A001205 and A002829: labeled graphs in which every vertex has 2, and 3 neighbors.
    for (vertices, degree, known) in
        [(3, 2, 1), (5, 2, 12), (7, 2, 465), (4, 3, 1), (6, 3, 70), (8, 3, 19355)]
    {
        assert_eq!(count(&with_bounds(graphs(vertices), degree, degree)), known, "{vertices} vertices");
    }
}

#[test]
fn items_that_need_no_option_have_the_known_counts() {
    // Independent sets of vertices in a cycle: Lucas numbers. Matchings of a path: Fibonacci numbers.
    let cycle = |n: usize| {
        let mut cover = Cover::new(n);
        (0..n).for_each(|v| _ = cover.add(&[v, (v + 1) % n]).unwrap());
        with_bounds(cover, 0, 1)
    };
    assert_eq!([3, 4, 5, 6, 7, 20].map(|n| count(&cycle(n))), [4, 7, 11, 18, 29, 15127]);
    // Dominating sets of vertices in a path: OEIS A000213.
    let path = |n: usize| {
        let mut cover = Cover::new(n);
        for v in 0..n {
            cover.add(&(v.saturating_sub(1)..(v + 2).min(n)).collect::<Vec<_>>()).unwrap();
        }
        with_bounds(cover, 1, 3)
    };
    assert_eq!([1, 2, 3, 4, 5, 6, 7].map(|n| count(&path(n))), [1, 3, 5, 9, 17, 31, 57]);
}

#[test]
fn subsets_of_one_list_are_counted_by_binomials() {
    let list = |n: usize, low, high| {
        let mut cover = Cover::new(1);
        (0..n).for_each(|_| _ = cover.add(&[0]).unwrap());
        with_bounds(cover, low, high)
    };
    assert_eq!(count(&list(10, 0, 10)), 1 << 10);
    assert_eq!(count(&list(10, 3, 5)), 120 + 210 + 252);
    assert_eq!(count(&list(10, 10, 99)), 1);
    assert_eq!(count(&list(10, 11, 99)), 0);
    assert_eq!(count(&list(0, 0, 1)), 1);
    // More options than a block takes.
    assert_eq!(count(&list(1200, 2, 2)), 1200 * 1199 / 2);
    assert_eq!(count(&list(1200, 1199, 1300)), 1201);
}

#[test]
fn large_problems_are_searched_in_lists_first() {
    // Two rows of 150 columns, each row with one option and each column with at most one.
    let mut cover = matrices(2, 150, 1);
    (2..152).for_each(|column| cover.set_bounds(column, 0, 1).unwrap());
    assert_eq!(count(&cover), 150 * 149);
    // A deep search: every item alone, with two options of which one or two are chosen.
    let mut deep = Cover::new(2000);
    (0..4000).for_each(|option| _ = deep.add(&[option / 2]).unwrap());
    let deep = with_bounds(deep, 1, 2);
    let mut solver = CoverSolver::new(&deep);
    let mut found = Vec::new();
    let report = solver.solve(&Limits::new(100), |options| {
        assert!(is_exact_cover(&deep, options));
        found.push(options.to_vec());
    });
    assert_eq!(report.outcome, Outcome::Multiple);
    found.iter_mut().for_each(|solution| solution.sort_unstable());
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 100);
}

#[test]
fn counts_do_not_depend_on_threads() {
    let problems = [
        (text(CoverFormat::Dlx, &matrices(5, 5, 2)), "2040\n"),
        (text(CoverFormat::Dlx, &with_bounds(graphs(8), 3, 3)), "19355\n"),
        (text(CoverFormat::Dlx, &with_bounds(graphs(5), 0, 4)), "1024\n"),
    ];
    for (text, known) in &problems {
        for threads in [1, 2, 3, 8] {
            assert_eq!(
                answers(
                    &CoverBatch::new(CoverTask::Count).run_options(RunOptions::new().threads(threads)),
                    text
                ),
                *known
            );
        }
    }
    let all: String = problems.iter().map(|(text, _)| &**text).collect();
    assert_eq!(
        answers(&CoverBatch::new(CoverTask::Count).run_options(RunOptions::new().threads(2)), &all),
        "2040\n19355\n1024\n"
    );
}

#[test]
fn limits_hold() {
    let cover = matrices(6, 6, 3);
    let mut solver = CoverSolver::new(&cover);
    assert_eq!(solver.solve(&Limits::new(10), |_| ()).solutions, 10);
    assert_eq!(solver.resume(&Limits::new(25), |_| ()).solutions, 25);
    let report = solver.solve(&Limits::new(u64::MAX).max_nodes(100), |_| ());
    assert_eq!((report.outcome, report.nodes), (Outcome::Unknown, 100));
    let progress = solver.progress();
    assert!(progress.part > 0.0 && progress.part < 1.0 && progress.depth <= 18);
    assert_eq!(solver.count(&Limits::new(u64::MAX)).solutions, 297_200);
    assert_eq!(solver.progress().part, 1.0);
}
