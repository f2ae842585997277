//! The lane engine through the public interface: against a naive solver, and against itself on every
//! instruction set, in every lane and among any other puzzles.

use quadrille::Shape;
use quadrille::engine::InstructionSet;
use quadrille::{
    Outcome,
    engine::{Limits, SearchReport},
};
use quadrille_engines::portfolio::NineEngine;
use quadrille_engines::{Engine, Run, lanes::Lanes};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

type Cells = [u8; 81];

const UNIQUE: Limits = Limits::new(2);

const HARD: [&str; 4] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".....6....59.....82....8....45........3........6..3.54...325..6..................",
];

fn cells(text: &str) -> Cells {
    let digits: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
    digits.try_into().unwrap()
}

fn below(rng: &mut impl Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

fn shuffled(rng: &mut impl Rng, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    (1..n).rev().for_each(|i| order.swap(i, below(rng, i + 1)));
    order
}

/// A puzzle with a random number of givens, often with several solutions, sometimes with none.
fn random_puzzle(rng: &mut impl Rng) -> Cells {
    let digits = shuffled(rng, 9);
    let mut lines = || -> Vec<usize> {
        let (major, minor) = (shuffled(rng, 3), shuffled(rng, 3));
        major.iter().flat_map(|&m| minor.iter().map(move |&n| 3 * m + n)).collect()
    };
    let (rows, columns) = (lines(), lines());
    let mut puzzle: Cells = std::array::from_fn(|i| {
        let (r, c) = (rows[i / 9], columns[i % 9]);
        digits[(3 * r + r / 3 + c) % 9] as u8 + 1
    });
    let givens = 20 + below(rng, 25);
    for &i in &shuffled(rng, 81)[givens..] {
        puzzle[i] = 0;
    }
    if below(rng, 4) == 0 {
        puzzle[below(rng, 81)] = below(rng, 10) as u8;
    }
    puzzle
}

/// The row, the column and the box of a cell, of 27 houses.
fn houses(i: usize) -> [usize; 3] {
    [i / 9, 9 + i % 9, 18 + i / 27 * 3 + i % 9 / 3]
}

/// Counts solutions up to a limit by backtracking on the empty cell with the fewest possible digits. `used`
/// has the digits of every house.
fn naive_count(puzzle: &mut Cells, used: &mut [u32; 27], limit: u64) -> u64 {
    let taken = |i: usize| houses(i).iter().fold(0, |taken, &h| taken | used[h]);
    let empty = (0..81).filter(|&i| puzzle[i] == 0);
    let Some(i) = empty.max_by_key(|&i| taken(i).count_ones()) else { return 1 };
    let (taken, mut count) = (taken(i), 0);
    for d in (1..=9u8).filter(|d| taken >> d & 1 == 0) {
        puzzle[i] = d;
        houses(i).iter().for_each(|&h| used[h] ^= 1 << d);
        count += naive_count(puzzle, used, limit - count);
        houses(i).iter().for_each(|&h| used[h] ^= 1 << d);
        puzzle[i] = 0;
        if count >= limit {
            break;
        }
    }
    count
}

fn count(puzzle: &Cells, limit: u64) -> u64 {
    let mut used = [0; 27];
    for i in (0..81).filter(|&i| puzzle[i] != 0) {
        for h in houses(i) {
            if used[h] >> puzzle[i] & 1 == 1 {
                return 0;
            }
            used[h] |= 1 << puzzle[i];
        }
    }
    naive_count(&mut puzzle.clone(), &mut used, limit)
}

fn solve(lanes: &mut NineEngine, puzzles: &[Cells], limits: Limits) -> Vec<(SearchReport, Cells)> {
    let mut solutions = vec![0; 81 * puzzles.len()];
    let mut reports = vec![SearchReport::default(); puzzles.len()];
    lanes.solve(&mut Run::new(Shape::NINE, puzzles.as_flattened(), &mut solutions, &mut reports), &limits);
    let results: Vec<(SearchReport, Cells)> =
        reports.into_iter().zip(solutions.chunks(81).map(|s| s.try_into().unwrap())).collect();
    for ((report, solution), puzzle) in results.iter().zip(puzzles) {
        if report.solutions > 0 {
            assert!((0..81).all(|i| puzzle[i] == 0 || puzzle[i] == solution[i]), "keeps the givens");
            assert_eq!(count(solution, 1), 1, "no digit twice in a house");
            assert!(solution.iter().all(|d| (1..=9).contains(d)));
        } else {
            assert_eq!(*solution, [0; 81], "nothing written without a solution");
        }
    }
    results
}

fn engines() -> impl Iterator<Item = NineEngine> {
    InstructionSet::ALL.iter().copied().filter_map(NineEngine::new)
}

fn puzzles(seed: u64, n: usize) -> Vec<Cells> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..n).map(|_| random_puzzle(&mut rng)).collect()
}

/// Almost empty boards on which a box has more digits left than cells for them: a search that branched
/// on cells alone would not end.
#[test]
fn contradictions_that_no_cell_shows_end_the_search_soon() {
    let boards = [
        "............4.68.5...5.846.......................................................",
        ".91...8.585....9.1...............................................................",
        "..........51....79.97...1.5......................................................",
        "...963..7..................6........3..........................7........9........",
        "...........................9.....53.3..5.....4.5......5.39.4.....9........4......",
    ];
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let cells =
        |text: &str| -> Vec<u8> { text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect() };
    let solve = |lanes: &mut NineEngine, boards: &[&str], limits: &Limits| {
        let givens: Vec<u8> = boards.iter().flat_map(|b| cells(b)).collect();
        let mut solutions = vec![0; givens.len()];
        let mut reports = vec![SearchReport::default(); boards.len()];
        lanes.solve(&mut Run::new(Shape::NINE, &givens, &mut solutions, &mut reports), limits);
        (reports, solutions)
    };
    for (solutions, nodes) in [(1, u64::MAX), (2, u64::MAX), (2, 100_000)] {
        let limits = Limits::new(solutions).max_nodes(nodes);
        let mut seen = None;
        for mut lanes in InstructionSet::ALL.iter().copied().filter_map(NineEngine::new) {
            let together = solve(&mut lanes, &boards, &limits);
            let outcomes: Vec<_> = together.0.iter().map(|r| r.outcome).collect();
            let several = if solutions == 1 { Outcome::Solved } else { Outcome::Multiple };
            let none = Outcome::None;
            assert_eq!(outcomes, [none, none, none, several, none], "{:?} {limits:?}", lanes.isa());
            for (i, board) in boards.iter().enumerate() {
                let alone = solve(&mut lanes, &[board], &limits);
                let among_others = solve(&mut lanes, &[&[*board][..], &[easy; 40]].concat(), &limits);
                assert_eq!((alone.0[0], among_others.0[0]), (together.0[i], together.0[i]));
                let grid = &together.1[81 * i..81 * (i + 1)];
                assert_eq!((&alone.1[..], &among_others.1[..81]), (grid, grid));
            }
            assert_eq!(seen.get_or_insert(together.clone()), &together, "{:?}", lanes.isa());
        }
    }
}

/// On an otherwise empty board, a search that missed this would not end.
#[test]
fn two_equal_givens_in_a_house_are_detected_at_once() {
    for &isa in InstructionSet::ALL {
        let Some(mut lanes) = NineEngine::new(isa) else { continue };
        for (a, b) in [(0, 1), (1, 2), (30, 32), (0, 8), (0, 9), (9, 18), (0, 72), (0, 10), (2, 18), (60, 80)]
        {
            let mut givens = [0; 81];
            (givens[a], givens[b]) = (7, 7);
            let (mut solution, mut report) = ([0; 81], [SearchReport::default()]);
            let mut run = Run::new(Shape::NINE, &givens, &mut solution, &mut report);
            lanes.solve(&mut run, &Limits::new(2).max_nodes(1000));
            assert_eq!(report[0].outcome, Outcome::None, "{isa:?}: cells {a} and {b}");
        }
    }
}

#[test]
fn counts_agree_with_a_naive_solver() {
    let puzzles = puzzles(1, 2000);
    let expected: Vec<u64> = puzzles.iter().map(|p| count(p, 20)).collect();
    assert!((0..3).all(|n| expected.iter().filter(|&&e| e.min(2) == n).count() > 100));
    for limit in [1, 2, 3, 20] {
        let limits = Limits::new(limit);
        let mut first = None;
        for mut lanes in engines() {
            let results = solve(&mut lanes, &puzzles, limits.clone());
            for ((report, _), &n) in results.iter().zip(&expected) {
                let outcome = match (n, limit) {
                    (0, _) => Outcome::None,
                    (_, 1) => Outcome::Solved,
                    (1, _) => Outcome::Unique,
                    _ => Outcome::Multiple,
                };
                assert_eq!((report.outcome, report.solutions), (outcome, n.min(limit)));
                if n < limit {
                    assert_eq!(report.nodes, 1 + 2 * report.guesses, "an exhausted binary tree");
                }
            }
            assert_eq!(*first.get_or_insert_with(|| results.clone()), results, "{}", lanes.isa().name());
        }
    }
}

/// Runs of 1 to 33 puzzles: every lane, every partial group, and the tail shared in every way.
#[test]
fn other_puzzles_of_the_run_do_not_matter() {
    let mut all: Vec<Cells> = HARD.iter().map(|text| cells(text)).collect();
    all.extend(puzzles(2, 29));
    for solutions in [1, 2, 3] {
        let limits = Limits::new(solutions);
        // A budget that is never spent keeps idle lanes from sharing.
        let unshared = Limits::new(solutions).max_nodes(u64::MAX - 1);
        let expected = solve(&mut NineEngine::new(InstructionSet::Portable).unwrap(), &all, unshared);
        for mut lanes in engines() {
            for n in 1..=all.len() {
                assert_eq!(solve(&mut lanes, &all[..n], limits.clone()), expected[..n]);
                assert_eq!(solve(&mut lanes, &all[n - 1..], limits.clone()), expected[n - 1..]);
            }
        }
    }
}

/// One puzzle, often with several solutions, alone in the engine, so that all other lanes share its search.
#[test]
fn lanes_that_share_a_puzzle_do_not_change_the_result() {
    for puzzle in puzzles(3, 200) {
        for solutions in [1, 2] {
            let expected =
                solve(&mut NineEngine::default(), &[puzzle], Limits::new(solutions).max_nodes(u64::MAX - 1));
            for mut lanes in engines() {
                assert_eq!(solve(&mut lanes, &[puzzle], Limits::new(solutions)), expected);
            }
        }
    }
}

/// The report of each puzzle, or `None` if it was given up.
fn reports_or_given_up(
    lanes: &mut Lanes,
    puzzles: &[Cells],
    limits: &Limits,
    give_up_after: u64,
) -> Vec<Option<SearchReport>> {
    let mut solutions = vec![0; 81 * puzzles.len()];
    let mut reports = vec![SearchReport::default(); puzzles.len()];
    let mut run = Run::new(Shape::NINE, puzzles.as_flattened(), &mut solutions, &mut reports);
    let given_up = lanes.solve(&mut run, limits, give_up_after).to_vec();
    let mut reports: Vec<_> = reports.into_iter().map(Some).collect();
    for puzzle in given_up {
        assert!(reports[puzzle].take() == Some(SearchReport::default()), "given up once, and not reported");
    }
    reports
}

/// Lanes that share a puzzle may reach its limit of nodes in the same round.
#[test]
fn sharing_does_not_change_which_puzzles_are_given_up() {
    let all = puzzles(11, 60);
    let engines = || InstructionSet::ALL.iter().copied().filter_map(Lanes::new);
    for give_up_after in (1..16).chain([20, 40]) {
        for mut lanes in engines() {
            let alone = UNIQUE.clone().max_nodes(u64::MAX - 1);
            let expected = reports_or_given_up(&mut lanes, &all, &alone, give_up_after);
            assert_eq!(reports_or_given_up(&mut lanes, &all, &UNIQUE, give_up_after), expected);
            for (puzzle, expected) in all.iter().zip(&expected) {
                assert_eq!(reports_or_given_up(&mut lanes, &[*puzzle], &UNIQUE, give_up_after), [*expected]);
            }
        }
    }
}

#[test]
fn a_budget_stops_before_the_node_beyond_it() {
    let all: Vec<Cells> = HARD.iter().map(|text| cells(text)).chain(puzzles(4, 60)).collect();
    for mut lanes in engines() {
        let free = solve(&mut lanes, &all, UNIQUE);
        for (&puzzle, &(report, _)) in all.iter().zip(&free) {
            for nodes in [0, 1, 2, report.nodes / 2, report.nodes - 1, report.nodes] {
                let (spent, _) = solve(&mut lanes, &[puzzle], UNIQUE.clone().max_nodes(nodes))[0];
                if nodes >= report.nodes {
                    assert_eq!(spent, report);
                } else {
                    assert_eq!((spent.outcome, spent.nodes), (Outcome::Unknown, nodes));
                }
            }
        }
    }
}

/// Equal puzzles run out of their budgets in the same round and leave every lane idle.
#[test]
fn puzzles_after_spent_budgets_are_searched() {
    let easy = cells("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let mut all = vec![cells(HARD[0]); 64];
    all.push(easy);
    for mut lanes in engines() {
        let results = solve(&mut lanes, &all, UNIQUE.clone().max_nodes(1));
        assert!(
            results[..64].iter().all(|(report, _)| report.outcome == Outcome::Unknown && report.nodes == 1)
        );
        assert_eq!(results[64].0.outcome, Outcome::Unique, "{}", lanes.isa().name());
    }
}

/// `Limits` documents that 0 means 1: a search must not end at its first dead end because 0 of 0 solutions
/// are found.
#[test]
fn a_limit_of_0_means_1() {
    let all = puzzles(5, 300);
    for mut lanes in engines() {
        let [zero, one] = [0, 1].map(|solutions| solve(&mut lanes, &all, Limits::new(solutions)));
        assert_eq!(zero, one, "{}", lanes.isa().name());
    }
}

#[test]
fn an_easy_puzzle_after_a_pathological_one_has_the_same_result() {
    let empty = [0; 81];
    let easy = cells("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let mut clash = easy;
    clash[1] = 5;
    let wide = Limits::new(20_000);
    let mut first = None;
    for mut lanes in engines() {
        let alone = solve(&mut lanes, &[easy], UNIQUE);
        assert_eq!(alone[0].0, SearchReport::with_counts(Outcome::Unique, 1, 1, 0));
        let results = solve(&mut lanes, &[empty, clash, empty], wide.clone());
        assert_eq!(results[0].0.solutions, 20_000);
        assert_eq!(results[0], results[2]);
        assert_eq!(results[1].0.outcome, Outcome::None);
        assert_eq!(*first.get_or_insert_with(|| results.clone()), results);
        assert_eq!(solve(&mut lanes, &[easy], UNIQUE), alone);
        assert_eq!(solve(&mut lanes, &[], UNIQUE), []);
    }
}

#[test]
fn names_and_detection() {
    assert!(InstructionSet::Portable.is_available());
    assert!(InstructionSet::detect().is_available());
    assert_eq!(NineEngine::default().isa(), InstructionSet::detect());
    for &isa in InstructionSet::ALL {
        assert_eq!(NineEngine::new(isa).map(|lanes| lanes.isa()), isa.is_available().then_some(isa));
    }
    assert_eq!(
        InstructionSet::ALL.iter().map(|isa| isa.name()).collect::<Vec<_>>(),
        ["avx512", "avx2", "portable"]
    );
}
