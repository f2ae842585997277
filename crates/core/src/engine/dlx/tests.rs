//! The arena against naive solvers, known counts, and itself.

use super::layout::Layout;
use super::*;
use crate::engine::Outcome;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ALL: Limits = Limits::new(u64::MAX);
const TWO: Limits = Limits::new(2);
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

fn cells(text: &str) -> Vec<u8> {
    text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect()
}

fn run(engine: &mut Dlx, givens: &[u8], limits: &Limits) -> (Report, Vec<u8>) {
    let shape = Shape::from_area(givens.len()).unwrap();
    let (mut solution, mut report) = (vec![0; givens.len()], [Report::default()]);
    engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
    (report[0], solution)
}

fn fresh(givens: &[u8], limits: &Limits) -> (Report, Vec<u8>) {
    run(&mut Dlx::new(Shape::from_area(givens.len()).unwrap()), givens, limits)
}

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

/// Solutions of a board, at most `limit`, cell by cell.
fn naive_count(shape: Shape, cells: &mut [u8], limit: u64) -> u64 {
    let houses = |c| [shape.row_of(c), shape.col_of(c), shape.box_of(c)];
    let sees = |a, b| houses(a).iter().zip(houses(b)).any(|(x, y)| *x == y);
    let fits = |cells: &[u8], at, d| (0..cells.len()).all(|c| c == at || cells[c] != d || !sees(c, at));
    if (0..cells.len()).any(|c| cells[c] > 0 && !fits(cells, c, cells[c])) {
        return 0;
    }
    let choices = |c| (1..=shape.side() as u8).filter(|&d| fits(cells, c, d)).collect::<Vec<_>>();
    let empty = (0..cells.len()).filter(|&c| cells[c] == 0).map(|c| (c, choices(c)));
    let Some((cell, digits)) = empty.min_by_key(|(_, digits)| digits.len()) else { return 1 };
    let mut count = 0;
    for d in digits {
        cells[cell] = d;
        count += naive_count(shape, cells, limit - count);
        cells[cell] = 0;
        if count >= limit {
            break;
        }
    }
    count
}

fn solutions<L: Layout>(cover: &Cover) -> (BTreeSet<Vec<usize>>, u64, arena::Counters) {
    solutions_with::<L>(cover, usize::MAX)
}

/// The same, with at most this number of levels that copy the state.
fn solutions_with<L: Layout>(cover: &Cover, copies: usize) -> (BTreeSet<Vec<usize>>, u64, arena::Counters) {
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
            let mut cover = Cover::new(primary, secondary);
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

    /// Blocks take over nowhere, near the ends of branches, or at the root.
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

    #[test]
    fn small_boards_have_the_counts_of_a_naive_search(
        side in prop_oneof![Just(4usize), Just(6)],
        digits in proptest::collection::vec((0..36usize, 1..7u8), 3..14),
    ) {
        let shape = Shape::from_side(side).unwrap();
        let mut givens = vec![0; shape.area()];
        for (cell, d) in digits {
            givens[cell % shape.area()] = (d - 1) % side as u8 + 1;
        }
        let (report, solution) = fresh(&givens, &TWO);
        let count = naive_count(shape, &mut givens.clone(), 2);
        prop_assert_eq!(report.solutions, count);
        prop_assert_eq!(report.outcome, [Outcome::None, Outcome::Unique, Outcome::Multiple][count as usize]);
        if count > 0 {
            prop_assert_eq!(naive_count(shape, &mut solution.clone(), 2), 1);
            prop_assert!(solution.iter().zip(&givens).all(|(&s, &g)| s > 0 && (g == 0 || g == s)));
        }
    }

    #[test]
    fn nine_by_nine_has_the_counts_of_a_naive_search(kept in proptest::collection::vec(any::<u8>(), 81)) {
        let (_, mut givens) = fresh(&cells(EASY), &TWO);
        // About 43 % of the cells are given, sometimes one of them wrong.
        let wrong = usize::from(kept[0]) * usize::from(kept[1] & 1);
        givens.iter_mut().zip(&kept).filter(|(_, k)| **k > 110).for_each(|(g, _)| *g = 0);
        if let Some(g) = givens.get_mut(wrong).filter(|g| **g > 0 && wrong > 0) {
            *g = *g % 9 + 1;
        }
        let count = naive_count(Shape::NINE, &mut givens.clone(), 2);
        prop_assert_eq!(fresh(&givens, &TWO).0.solutions, count);
    }
}

#[test]
fn the_empty_board_of_four_has_288_solutions() {
    let (report, _) = fresh(&[0; 16], &ALL);
    assert_eq!((report.outcome, report.solutions), (Outcome::Multiple, 288));
    assert_eq!(fresh(&[0; 16], &Limits::new(100)).0.solutions, 100);
}

/// Queens: rows and columns are primary items, diagonals secondary ones.
fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n, 2 * (2 * n - 1));
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
        assert_eq!(counting.progress(), solving.progress(), "{wanted} solutions");
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
    let mut cover = Cover::new(3 * n, 0);
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
    // 100 options per item: choose one of 100 columns for each of three rows, all different.
    let mut cover = Cover::new(3, 100);
    for (row, col) in (0..300).map(|i| (i / 100, i % 100)) {
        cover.add(&[row, 3 + col]).unwrap();
    }
    let mut solver = CoverSolver::with_blocks(&cover, 0);
    assert!(solver.is_wide());
    assert_eq!(solver.solve(&ALL, |_| ()).solutions, 100 * 99 * 98);
}

#[test]
fn degenerate_problems_have_the_right_counts() {
    let count = |cover: &Cover| CoverSolver::new(cover).solve(&ALL, |_| ()).solutions;
    assert_eq!(count(&Cover::new(0, 0)), 1, "nothing to cover");
    assert_eq!(count(&Cover::new(0, 2)), 1, "nothing that must be covered");
    assert_eq!(count(&Cover::new(1, 0)), 0, "an item without options");
    let mut cover = Cover::new(1, 1);
    cover.add(&[1]).unwrap();
    cover.add(&[]).unwrap();
    cover.add(&[0]).unwrap();
    assert_eq!(count(&cover), 1, "options without a primary item are not chosen");
}

#[test]
fn an_easy_puzzle_after_a_hard_one_has_the_result_of_a_fresh_engine() {
    let (hard, easy) = (cells(HARD), cells(EASY));
    let stops = [TWO, ALL, TWO.clone().max_nodes(7), TWO.clone().max_nodes(0), Limits::default()];
    let mut engine = Dlx::new(Shape::NINE);
    for limits in stops {
        for before in [hard.clone(), vec![0; 81], [vec![1, 1], vec![0; 79]].concat()] {
            let before = &before[..];
            let mut limits = limits.clone();
            if before[0] != 8 {
                limits.solutions = 3;
            }
            assert_eq!(run(&mut engine, before, &limits).0, fresh(before, &limits).0);
            assert_eq!(run(&mut engine, &easy, &TWO), fresh(&easy, &TWO));
        }
    }
    assert_eq!(run(&mut engine, &easy, &TWO).0.outcome, Outcome::Unique);
}

#[test]
fn counters_are_exact() {
    let (report, _) = fresh(&cells(EASY), &TWO);
    assert_eq!((report.nodes, report.guesses), (1, 0), "forced moves are no nodes");
    let (hard, solution) = fresh(&cells(HARD), &TWO);
    assert_eq!((hard.outcome, fresh(&cells(HARD), &TWO).0), (Outcome::Unique, hard));
    assert_eq!(naive_count(Shape::NINE, &mut solution.clone(), 2), 1);
    // The search was exhausted, so both sides of every branch point were entered.
    assert_eq!(hard.nodes, 2 * hard.guesses + 1);
    assert_eq!(fresh(&cells(HARD), &TWO.clone().max_nodes(hard.nodes)).0, hard);
    for nodes in [0, 1, 2, hard.nodes / 2, hard.nodes - 1] {
        let (cut, _) = fresh(&cells(HARD), &TWO.clone().max_nodes(nodes));
        assert_eq!((cut.outcome, cut.nodes), (Outcome::Unknown, nodes));
    }
}

#[test]
fn a_limit_of_0_means_1() {
    for text in [HARD, EASY] {
        let (report, _) = fresh(&cells(text), &Limits::new(0));
        assert!(matches!(report.outcome, Outcome::Solved | Outcome::Unique), "{report:?}");
        assert_eq!(report, fresh(&cells(text), &Limits::default()).0);
    }
}

#[test]
fn contradicting_givens_have_no_solution() {
    for (a, b) in [(0, 8), (0, 72), (0, 20)] {
        let mut givens = vec![0; 81];
        (givens[a], givens[b]) = (5, 5);
        assert_eq!(fresh(&givens, &TWO).0.outcome, Outcome::None);
    }
    // No two givens are equal in a house, but the last cell of the row has no digit left.
    let mut givens = cells("12345678.");
    givens.resize(81, 0);
    givens[17] = 9;
    assert_eq!(fresh(&givens, &TWO).0.outcome, Outcome::None);
}

#[test]
fn word_and_index_widths_give_the_same_search() {
    fn search<L: Layout>(givens: &[u8]) -> (Stop, u64, u64, arena::Counters, Vec<usize>) {
        let mut budget = Budget::UNLIMITED;
        let mut arena = Arena::<L>::new(&Cover::sudoku(Shape::NINE));
        assert!(Board::new(Shape::NINE).begin(&mut arena, givens));
        let mut first = Vec::new();
        let (stop, count) = arena.search(2, &mut budget, |chosen| {
            first.extend(chosen.iter().map(|x| x.get()));
        });
        (stop, count, budget.nodes(), arena.counters, first)
    }
    for text in [HARD, EASY] {
        let small = search::<Of<u16, u16, 4, false>>(&cells(text));
        assert_eq!(search::<Of<u32, u32, 4, false>>(&cells(text)), small);
        assert_eq!(search::<Of<u64, u16, 4, false>>(&cells(text)), small);
    }
}

#[test]
fn rebuilding_the_survivors_equals_choosing_the_givens_from_the_template() {
    let givens = cells(HARD);
    let mut rebuilt = Arena::<Small>::new(&Cover::sudoku(Shape::NINE));
    assert!(Board::new(Shape::NINE).begin(&mut rebuilt, &givens));
    let mut chosen = Arena::<Small>::new(&Cover::sudoku(Shape::NINE));
    chosen.reset();
    for (cell, &d) in givens.iter().enumerate().filter(|&(_, &d)| d > 0) {
        chosen.dance(|dance| dance.choose(cell * 9 + usize::from(d) - 1)).unwrap();
    }
    assert_eq!(rebuilt.state(), chosen.state());
    assert_eq!(rebuilt.chosen, chosen.chosen);
    let mut forced = [&rebuilt, &chosen].map(|a| a.forced[..a.top].to_vec());
    forced.iter_mut().for_each(|items| items.sort());
    assert_eq!(forced[0], forced[1]);
}

#[test]
fn the_time_limit_ends_a_long_search() {
    let late = ALL.clone().timeout_per_puzzle(Duration::ZERO);
    let mut engine = Dlx::new(Shape::NINE);
    assert_eq!(run(&mut engine, &[0; 81], &late).0.outcome, Outcome::Unknown);
    assert_eq!(run(&mut engine, &cells(EASY), &late).0.outcome, Outcome::Unique, "too short for a check");
}

#[test]
fn no_search_starts_once_the_stop_flag_is_raised() {
    let stopped = ALL.clone().stop_flag(Arc::new(AtomicBool::new(true)));
    for givens in [vec![0; 81], cells(EASY)] {
        assert_eq!(fresh(&givens, &stopped).0, Report::default());
    }
}

#[test]
fn memory_matches_the_documentation() {
    let kib: Vec<_> = Shape::EACH.iter().map(|&s| Dlx::new(s).bytes().div_ceil(1024)).collect();
    assert_eq!(kib, [7, 22, 83, 228, 1203, 6672]);
}

#[test]
fn every_size_is_solved_from_the_empty_board() {
    for shape in Shape::EACH {
        let limits = Limits::default().max_nodes(5_000);
        let (report, solution) = fresh(&vec![0; shape.area()], &limits);
        assert_eq!(report.outcome, Outcome::Solved, "{shape}");
        assert_eq!(naive_count(shape, &mut solution.clone(), 2), 1, "{shape}");
    }
}

#[test]
fn branches_are_not_multiplied_by_items_with_many_options() {
    let mut cover = Cover::new(3, 0);
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
        let mut cover = Cover::new(1, 1);
        (1..=options).for_each(|color| _ = cover.add_colored(&[(0, 0), (1, color)]).unwrap());
        let (tables, _) = tables::Tables::<Of<u64, u32, 0, true>>::try_new(&cover).unwrap();
        tables.bytes()
    };
    assert!(bytes(8000) < 9 * bytes(1000));
}
