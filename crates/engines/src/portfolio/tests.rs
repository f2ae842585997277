//! Clause learning after the arena, against the arena alone.

use super::learning::{ESCALATE_AFTER_NODES, MAX_CDCL_SOLUTIONS};
use super::*;
use proptest::prelude::*;
use quadrille_base::limits::Outcome;
use quadrille_grid::verify::{Constraints, is_solution_under};
use quadrille_grid::{Extras, ExtrasList, OwnedExtras, Regions, Rules, Variant, Variants};

fn run(engine: &mut dyn Engine, givens: &[u8], limits: &Limits) -> (SearchReport, Vec<u8>) {
    let shape = Shape::from_area(givens.len()).unwrap();
    let (mut solution, mut report) = (vec![0; givens.len()], [SearchReport::default()]);
    engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
    (report[0], solution)
}

fn limits(solutions: u64) -> Limits {
    Limits::new(solutions)
}

fn escalating_after(nodes: u64) -> LearningEngine {
    LearningEngine::new(Shape::NINE).escalating_after(nodes)
}

/// Two full grids of 9×9. Digits from both rarely have a solution; digits from one often have several.
const GRIDS: [&str; 2] = [
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
];

/// In the first box, ten digits have the nine cells of two rows.
fn pigeonholes() -> Vec<u8> {
    let mut givens = vec![0; 625];
    for i in 0..5 {
        for (row, column, digit) in [(0, 5, 1), (0, 10, 6), (1, 15, 1), (1, 20, 6), (2, 5, 6), (2, 10, 1)] {
            givens[25 * row + column + i] = digit + i as u8;
        }
    }
    givens[75] = 25;
    givens
}

#[test]
fn a_board_with_more_digits_than_places_takes_no_clause_learning() {
    let (shape, mut givens) = (Shape::from_side(25).unwrap(), pigeonholes());
    let mut engine = LearningEngine::new(shape);
    let mut solve = |givens: &[u8], limits: &Limits| {
        let (mut solution, mut report) = (vec![0; 625], [SearchReport::default()]);
        engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
        report[0]
    };
    let report = solve(&givens, &Limits::new(2));
    assert_eq!((report.outcome, report.nodes), (Outcome::None, ESCALATE_AFTER_NODES[1]));
    // With ten cells it has a solution.
    givens[75] = 0;
    assert_eq!(solve(&givens, &Limits::new(1)).outcome, Outcome::Solved);
}

/// Propagation shows after the first node that the board has no solution.
#[test]
fn a_limit_of_as_many_nodes_as_a_search_takes_gives_its_result() {
    let givens = b".34.789...72.953...9.3425...5..314..42.85.791....2485.9..5..2..2874.9.3534528...9";
    let givens = givens.map(|b| if b == b'.' { 0 } else { b - b'0' });
    let mut large = escalating_after(1);
    let report = run(&mut large, &givens, &Limits::new(1)).0;
    assert_eq!((report.outcome, report.nodes), (Outcome::None, 1));
    assert_eq!(run(&mut large, &givens, &Limits::new(1).max_nodes(1)).0, report);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn counts_are_those_of_the_arena_wherever_it_escalates(
        kept in proptest::collection::vec(any::<u8>(), 81),
        share in 60..150u8,
        other in 0..4usize,
        nodes_before in 1..12u64,
        wanted in 1..40u64,
    ) {
        let digit = |grid: usize, cell: usize| GRIDS[grid].as_bytes()[cell] - b'0';
        let mut givens: Vec<_> = (0..81).map(|c| if kept[c] < share { digit(0, c) } else { 0 }).collect();
        for &cell in kept.iter().take(other) {
            let cell = usize::from(cell) % 81;
            givens[cell] = digit(1, cell);
        }
        let mut large = escalating_after(nodes_before);
        let (arena, _) = run(&mut Dlx::new(Shape::NINE), &givens, &limits(wanted));
        let (report, solution) = run(&mut large, &givens, &limits(wanted));
        prop_assert_eq!((report.outcome, report.solutions), (arena.outcome, arena.solutions));
        prop_assert!(arena.solutions == 0 || quadrille_grid::verify::is_solution(Shape::NINE, &givens, &solution));
        // The first solution depends neither on the limit nor on earlier puzzles.
        prop_assert_eq!(&run(&mut large, &givens, &limits(1)).1, &solution);
        prop_assert_eq!(run(&mut large, &givens, &limits(wanted)), (report, solution));
        for nodes in [1, report.nodes / 2, report.nodes - 1].into_iter().filter(|&n| n > 0 && n < report.nodes) {
            let (cut, _) = run(&mut large, &givens, &Limits::new(wanted).max_nodes(nodes));
            prop_assert_eq!((cut.outcome, cut.nodes), (Outcome::Unknown, nodes));
        }
        prop_assert_eq!(run(&mut large, &givens, &Limits::new(wanted).max_nodes(report.nodes)).0, report);
    }
}

#[test]
fn more_solutions_than_clause_learning_counts_are_left_to_the_arena() {
    // Three rows given: far more than clause learning counts.
    let mut givens: Vec<u8> = GRIDS[0].bytes().map(|b| b - b'0').collect();
    givens[27..].fill(0);
    let all = limits(3 * MAX_CDCL_SOLUTIONS);
    let arena = run(&mut Dlx::new(Shape::NINE), &givens, &all).0;
    assert_eq!(arena.outcome, Outcome::Multiple);
    for nodes_before in [1, 2, 5] {
        let mut large = escalating_after(nodes_before);
        let report = run(&mut large, &givens, &all).0;
        assert_eq!((report.outcome, report.solutions), (arena.outcome, arena.solutions));
        assert!(report.nodes > arena.nodes);
        assert_eq!(run(&mut large, &givens, &all).0, report);
        // Solutions that clause learning found still count if the arena then runs out of nodes.
        let nodes = report.nodes - arena.nodes + 1;
        let cut = run(&mut large, &givens, &all.clone().max_nodes(nodes)).0;
        assert_eq!((cut.outcome, cut.solutions), (Outcome::Unknown, MAX_CDCL_SOLUTIONS));
    }
}

#[test]
fn the_stop_flag_and_the_clock_end_both_searches() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stopped = limits(u64::MAX).stop_flag(stop);
    let late = limits(u64::MAX).timeout_per_puzzle(std::time::Duration::ZERO);
    for nodes_before in [1, 5000] {
        let mut large = escalating_after(nodes_before);
        assert_eq!(run(&mut large, &[0; 81], &stopped).0, SearchReport::default());
        assert_eq!(run(&mut large, &[0; 81], &late).0.outcome, Outcome::Unknown);
    }
}

/// A board of side 6 under some variants.
#[derive(Debug)]
struct Six {
    rules: Rules,
    givens: Vec<u8>,
    extras: OwnedExtras,
}

const SIX: Shape = Shape::EACH[1];

/// Boxes with some cells exchanged, few givens, and sometimes candidates.
fn sixes() -> impl Strategy<Value = Six> {
    let swaps = proptest::collection::vec((0..36usize, 0..36usize), 0..5);
    let givens = proptest::collection::vec((0..36usize, 1..7u8), 0..5);
    let candidates = proptest::option::weighted(0.3, proptest::collection::vec(any::<[u32; 3]>(), 36));
    (swaps, givens, candidates, any::<[bool; 3]>()).prop_map(|(swaps, digits, masks, [x, knight, jigsaw])| {
        let mut marks: Vec<u8> = (0..36).map(|cell| b'A' + SIX.box_of(cell) as u8).collect();
        swaps.into_iter().for_each(|(a, b)| marks.swap(a, b));
        let listed =
            [(Variant::X, x && jigsaw), (Variant::AntiKnight, knight), (Variant::DisjointGroups, !jigsaw)];
        let mut variants: Variants = listed.into_iter().filter(|v| v.1).map(|v| v.0).collect();
        if jigsaw {
            variants = variants.with_regions(Regions::new(SIX, marks).unwrap());
        }
        let mut givens = vec![0; 36];
        digits.into_iter().for_each(|(cell, digit)| givens[cell] = digit);
        let candidates: Option<Vec<u32>> =
            masks.map(|masks| masks.into_iter().map(|[a, b, c]| (a | b | c) & 63).collect());
        let extras = OwnedExtras { candidates: candidates.unwrap_or_default(), ..OwnedExtras::default() };
        Six { rules: Rules::new(SIX, &variants).unwrap(), givens, extras }
    })
}

fn solve_six(engine: &mut dyn Engine, board: &Six, limits: &Limits) -> (SearchReport, Vec<u8>) {
    let (mut solution, mut report) = (vec![0; 36], [SearchReport::default()]);
    let mut extras = ExtrasList::default();
    extras.push(SIX, board.extras.view());
    let run = Run::new(SIX, &board.givens, &mut solution, &mut report);
    engine.solve(&mut run.with_extras(&extras), limits);
    (report[0], solution)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn counts_under_variants_are_those_of_the_arena(
        board in sixes(),
        nodes_before in 1..6u64,
        wanted in 1..40u64,
    ) {
        let mut learning = LearningEngine::under(&board.rules).escalating_after(nodes_before);
        let (arena, _) = solve_six(&mut Dlx::under(&board.rules), &board, &limits(wanted));
        let (report, solution) = solve_six(&mut learning, &board, &limits(wanted));
        prop_assert_eq!((report.outcome, report.solutions), (arena.outcome, arena.solutions));
        let variants = board.rules.variants();
        let terms = Constraints { variants, extras: board.extras.view() };
        prop_assert!(arena.solutions == 0 || is_solution_under(SIX, &terms, &board.givens, &solution));
        // The first solution depends neither on the limit nor on earlier puzzles.
        prop_assert_eq!(&solve_six(&mut learning, &board, &limits(1)).1, &solution);
        prop_assert_eq!(solve_six(&mut learning, &board, &limits(wanted)), (report, solution));
        for nodes in [1, report.nodes / 2].into_iter().filter(|&n| n > 0 && n < report.nodes) {
            let (cut, _) = solve_six(&mut learning, &board, &limits(wanted).max_nodes(nodes));
            prop_assert_eq!((cut.outcome, cut.nodes), (Outcome::Unknown, nodes));
        }
        prop_assert_eq!(solve_six(&mut learning, &board, &limits(wanted).max_nodes(report.nodes)).0, report);
    }
}

/// Puzzles that bring their regions, of side 9, without givens.
fn solve_layouts(layouts: &[&str], limits: &Limits) -> Vec<(SearchReport, Vec<u8>)> {
    let mut engine = LearningEngine::under(&Rules::new(Shape::NINE, &Variant::Jigsaw.into()).unwrap());
    let mut solve = |layout: &&str| {
        let regions = Regions::new(Shape::NINE, layout).unwrap();
        let (mut solution, mut report) = (vec![0; 81], [SearchReport::default()]);
        let run = Run::new(Shape::NINE, &[0; 81], &mut solution, &mut report);
        let mut extras = ExtrasList::default();
        extras.push(Shape::NINE, Extras { regions: Some(regions.of_cells()), ..Extras::default() });
        engine.solve(&mut run.with_extras(&extras), limits);
        (report[0], solution)
    };
    layouts.iter().map(&mut solve).collect()
}

/// Region A is row 1 except the last cell, and the cell below that one. Both cells are in column 9 and must be equal.
const EQUAL_CELLS: &str = "\
    AAAAAAAABBBBBBBBBACCCCCCCCCDDDDDDDDDEEEEEEEEEFFFFFFFFFGGGGGGGGGHHHHHHHHHIIIIIIIII";

/// Rows 1 and 2 are regions A and B except cells 1 and 2 of row 2, which hold the digits of the last cells of rows 3 and 4.
const TWO_CELLS: &str = "\
    AAAAAAAAACCBBBBBBBCCCCCCCDBDDDDDDDDBEEEEEEEEEFFFFFFFFFGGGGGGGGGHHHHHHHHHIIIIIIIII";

#[test]
fn empty_jigsaws_take_few_nodes() {
    let results = solve_layouts(&[EQUAL_CELLS, TWO_CELLS, EQUAL_CELLS], &limits(2).max_nodes(20_000));
    let outcomes: Vec<_> = results.iter().map(|(report, _)| report.outcome).collect();
    assert_eq!(outcomes, [Outcome::None, Outcome::Multiple, Outcome::None]);
    assert_eq!(results[0], results[2]);
    let first = solve_layouts(&[TWO_CELLS], &limits(1)).remove(0);
    assert_eq!((first.0.outcome, &first.1), (Outcome::Solved, &results[1].1));
}
