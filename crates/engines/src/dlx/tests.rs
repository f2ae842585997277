//! The arena against naive solvers, known counts, and itself.

use super::board_arena::Small;
use super::*;
use proptest::prelude::*;
use quadrille_base::limits::Outcome;
use quadrille_cover::arena::{
    Arena, Counters,
    layout::{Layout, Of},
};
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

fn run(engine: &mut Dlx, givens: &[u8], limits: &Limits) -> (SearchReport, Vec<u8>) {
    let shape = Shape::from_area(givens.len()).unwrap();
    let (mut solution, mut report) = (vec![0; givens.len()], [SearchReport::default()]);
    engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
    (report[0], solution)
}

fn fresh(givens: &[u8], limits: &Limits) -> (SearchReport, Vec<u8>) {
    run(&mut Dlx::new(Shape::from_area(givens.len()).unwrap()), givens, limits)
}

/// Solutions of a board, at most `limit`, cell by cell.
fn naive_count(shape: Shape, cells: &mut [u8], limit: u64) -> u64 {
    let houses = |c| [shape.row_of(c), shape.column_of(c), shape.box_of(c)];
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
    assert_eq!((report.nodes, report.guesses), (1, 0), "forced moves are not nodes");
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
    fn search<L: Layout>(givens: &[u8]) -> (Stop, u64, u64, Counters, Vec<usize>) {
        let mut budget = Budget::UNLIMITED;
        let mut arena = Arena::<L>::new(&empty_board(&Rules::plain(Shape::NINE)));
        assert!(PlainBoard::new(Shape::NINE).begin(&mut arena, givens));
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
    let mut rebuilt = Arena::<Small>::new(&empty_board(&Rules::plain(Shape::NINE)));
    assert!(PlainBoard::new(Shape::NINE).begin(&mut rebuilt, &givens));
    let mut chosen = Arena::<Small>::new(&empty_board(&Rules::plain(Shape::NINE)));
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
        assert_eq!(fresh(&givens, &stopped).0, SearchReport::default());
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
