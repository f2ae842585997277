//! Puzzles from our generator, and from public sets, on whose solution paths each technique has a step.

use super::{Board, Hodoku, HodokuRating, Level, code_of, codes, find_all, table::ROWS};
use crate::techniques::{Argument, Explainer, Position, Reason, Step};

/// A code, a board of a solution path, and what a step of the technique removes or places there.
type KnownStep = (u16, usize, &'static str);

/// Puzzles, each with steps that techniques have on its solution path.
#[rustfmt::skip]
const POSITIONS: &[(&str, &[KnownStep])] = &[
    (".8..3...5....1......7..6.39.9....5146.......8724....9.86.2..9......9....1...7..6.", &[
        (0, 7, "645"), (2, 0, "843"), (3, 0, "341"), (100, 10, "187"), (101, 10, "154 156"), (110, 10, "357 364 366"),
        (200, 10, "154 156 554 555 556"), (201, 10, "154 156 454 456 554 556"), (202, 10, "213 217 417 717"), (210, 10, "357"),
        (211, 11, "154 156 554 555 556"), (212, 10, "154 156 454 456 554 556"), (300, 12, "156 166"), (301, 12, "154 156"),
        (302, 12, "156 166"), (310, 38, "426"), (311, 10, "287 288"), (312, 10, "289"), (320, 10, "156"), (321, 10, "156"),
        (322, 10, "156"), (330, 10, "187"), (331, 10, "154 156 187"), (332, 12, "154 156"), (340, 10, "187"), (341, 38, "426"),
        (342, 38, "426"), (350, 10, "154 156 187"), (351, 10, "156 166 187"), (352, 12, "154 156"), (360, 10, "187"), (361, 38, "426"),
        (362, 38, "426"), (363, 38, "418 426"), (364, 12, "156 166"),
        (400, 10, "288"), (401, 10, "576"), (402, 38, "476"), (403, 10, "187"), (404, 38, "414 426"),
        (405, 38, "418 476"), (500, 10, "154 156 187"), (501, 10, "154 166"), (502, 10, "154 156"), (503, 10, "154 166"),
        (701, 12, "154 156"), (702, 12, "555"), (706, 12, "213 217 417 717"), (707, 12, "154"), (708, 12, "154 156"),
        (709, 12, "554 556 576 586 594 596"), (710, 12, "522"), (711, 12, "154 156"), (800, 38, "758"), (801, 10, "522"),
        (803, 10, "554 555 556"), (901, 12, "154 156 554 555 556"), (902, 12, "454 456 475"), (903, 12, "454"),
        (904, 12, "454 456 475"), (1201, 12, "113"), (1202, 12, "117 132 153 154 156 166 179 186"), (1301, 12, "555"),
        (1302, 12, "154"), (1303, 12, "555"), (1304, 12, "154"), (3121, 12, "522 532"), (3411, 38, "418 426"), (3621, 38, "418 426"),
    ]),
    ("8.......553.92..8...6.7...2.68.3....3..5.6..8....9.37.6...8.7...5..69.414.......3", &[
        (601, 20, "241 248 264"), (603, 22, "273 274"), (703, 23, "153 453"), (3211, 23, "412 432 453"), (3421, 20, "174 176"),
    ]),
    (".3.1...2.9..2.6..54.2.9...........1312..6..4774...........1.8.22..3.4..6.5...2.7.", &[
        (600, 34, "547 947"), (606, 34, "547"), (3221, 6, "647 663"),
    ]),
    ("...3......78..2.1.635..7.4.48..2......9.8.6......3..78.6.2..781.9.6..52......5...", &[
        (610, 51, "499 699"), (1101, 6, "918"),
    ]),
    ("................12..3..4........5..6.3....4..17..8.......1........27......6...9.5", &[
        (111, 8, "376 386 391 398 491 498 876 886 891 898"), (602, 45, "377 478"),
    ]),
    ("9...4....67.....29.8......1.....7.65...389...72.4.....3......1.81.....32....2...7", &[
        (3111, 22, "319 347"),
    ]),
    (".5....8.1..28...7...9..75..84..19.......3.......68..97..84..7...2...83..5.1....2.", &[
        (605, 26, "415 438"),
    ]),
    (".....23.....536..821.....65.3.6....1..5...8..4....7.9.17.....533..125.....67.....", &[
        (607, 36, "476"),
    ]),
    ("................12..3.45...............1...67.24.3.........7......2..4...86....9.", &[
        (604, 48, "911"),
    ]),
];

/// Puzzles with the levels and scores of the reference, up to forcing nets and brute force.
#[rustfmt::skip]
const RATINGS: &[(&str, Level, u32)] = &[
    ("....8..1...32...79.8...432.....2...19..5.6..28...7.....768...3.15...29...9..5....", Level::Hard, 852),
    (".8..3...5....1......7..6.39.9....5146.......8724....9.86.2..9......9....1...7..6.", Level::Hard, 600),
    (".3.1...2.9..2.6..54.2.9...........1312..6..4774...........1.8.22..3.4..6.5...2.7.", Level::Hard, 1048),
    ("...3......78..2.1.635..7.4.48..2......9.8.6......3..78.6.2..781.9.6..52......5...", Level::Unfair, 1788),
    ("................12..3..4........5..6.3....4..17..8.......1........27......6...9.5", Level::Extreme, 2536),
    (".5....8.1..28...7...9..75..84..19.......3.......68..97..84..7...2...83..5.1....2.", Level::Unfair, 1406),
    ("................12..3.45...............1...67.24.3.........7......2..4...86....9.", Level::Unfair, 1786),
    ("852..9.......6..7.96.....2..23.....1.7.8.5.6.4.....39..1.....58.3..9.......6..132", Level::Unfair, 772),
    ("1.....85.7...5239....8..7.6..27.......7.3.5.......91..4.6..7....3942...7.71.....5", Level::Extreme, 2428),
    ("6.1.4....3..9..6...7...2.93.23.7...4....1....4...3.27.23.7...5...7..6..8....5.3.7", Level::Hard, 918),
    (".67.1...3.4.5...8..2..9....21.9.....7...4...6.....5.78....5..4..3...2.1.4...3.89.", Level::Unfair, 1186),
    ("...69...7..2...5...6...4..9..59...4.6...5...1.3...87..9..5...3...6...8..2...83...", Level::Extreme, 2454),
    (".2.7..91......86.7...6...23...5....12.5.3.4.96....4...53...6...1.82......62..9.8.", Level::Unfair, 1268),
    ("................12..3..4........5....6....4...7.12........1..26..5....8.3.4......", Level::Hard, 1506),
    (".................1..2..3.......1..3.....4......56..7...1...89..3....287.4........", Level::Easy, 516),
    ("..4..2.83..2..361....7...2.9...6....4.1...2.8....1...6.7...4....435..8..59.8..3..", Level::Medium, 282),
    ("...5.1..4....63.........17..7.9..58.6.8...2.7.51..7.3..24.........34....3..6.9...", Level::Extreme, 3356),
    ("6.....3...5..9..8...2..6..98.....7...7..5..4......1..51..3..5...4..2..6...8..7..2", Level::Extreme, 14474),
];

/// Codes that take too long for every board, or that few puzzles have.
const SLOW: &[u16] =
    &[341, 342, 352, 361, 362, 363, 364, 709, 710, 711, 903, 1301, 1302, 1303, 1304, 3411, 3421, 3621];
const WITHOUT_POSITION: &[u16] = &[608];

fn cells(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    digits.try_into().unwrap()
}

/// The solution of a puzzle that Sudoku Explainer solves.
fn solution(puzzle: &str) -> [u8; 81] {
    let mut grid = cells(puzzle);
    Explainer::new(true).rate_steps(Position::new(&grid), |step| {
        if let Some((cell, digit)) = step.placed {
            grid[usize::from(cell)] = digit + 1;
        }
    });
    assert!(grid.iter().all(|digit| *digit != 0), "{puzzle}");
    grid
}

/// The boards of a solution path.
fn boards(puzzle: &str) -> Vec<Board> {
    let (mut hodoku, mut boards) = (Hodoku::new(), vec![Board::new(&cells(puzzle))]);
    while let Some((step, _)) = hodoku.next(&boards[boards.len() - 1]) {
        let mut board = boards[boards.len() - 1].clone();
        board.make(&step);
        boards.push(board);
    }
    boards
}

/// The effect of a step, in the format of HoDoKu's library: digit, row, column.
fn effect(step: &Step) -> String {
    let placed = step.placed.map(|(cell, digit)| (usize::from(cell), usize::from(digit)));
    let candidates = placed.into_iter().chain(step.removed.candidates());
    let texts = candidates.map(|(cell, digit)| format!("{}{}{}", digit + 1, cell / 9 + 1, cell % 9 + 1));
    texts.collect::<Vec<_>>().join(" ")
}

fn assert_agrees(step: &Step, grid: &[u8; 81], what: &str) {
    let is_wrong = |(cell, digit): (usize, usize)| usize::from(grid[cell]) == digit + 1;
    assert!(!step.removed.candidates().any(is_wrong), "{what}: {step:?}");
    if let Some((cell, digit)) = step.placed {
        assert_eq!(grid[usize::from(cell)], digit + 1, "{what}: {step:?}");
    }
    assert_eq!(step.placed.is_some(), step.removed.is_empty(), "{what}: {step:?}");
}

fn assert_has_reason(step: &Step, reason: &Reason) {
    let (notation, sentence) = (reason.notation(step), step.sentence(reason));
    assert!(!reason.parts.is_empty() || !reason.chains.is_empty(), "{step:?}");
    assert_eq!(reason.chains.is_empty(), reason.argument == Argument::Pattern, "{sentence}");
    assert!(!notation.contains("  ") && !sentence.contains(": : "), "{sentence} {notation}");
}

#[test]
fn each_technique_has_a_step() {
    let mut found = Vec::new();
    for (puzzle, expected) in POSITIONS {
        let (boards, grid) = (boards(puzzle), solution(puzzle));
        for &(code, board, what) in *expected {
            let steps = find_all(code, &boards[board]);
            steps.iter().for_each(|(step, _)| assert_agrees(step, &grid, puzzle));
            let effects: Vec<String> = steps.iter().map(|(step, _)| effect(step)).collect();
            assert!(effects.iter().any(|effect| effect == what), "{code}: {effects:?} of {puzzle}");
            steps.iter().for_each(|(step, reason)| assert_has_reason(step, reason));
            assert!(steps.iter().all(|(step, _)| code_of(step.technique) == Some(code)), "{code}");
            found.push(code);
        }
    }
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, codes().filter(|code| !WITHOUT_POSITION.contains(code)).collect::<Vec<_>>());
}

#[test]
fn no_step_contradicts_the_solution() {
    for (puzzle, _) in POSITIONS {
        let grid = solution(puzzle);
        for (board, next) in boards(puzzle).iter().map(|board| (board, Hodoku::new().next(board))) {
            next.iter().for_each(|(step, reason)| assert_has_reason(step, reason));
            // Singles change little, so other techniques are looked for between them only.
            let is_single = next.is_none_or(|(step, _)| step.placed.is_some());
            for code in codes().filter(|code| !SLOW.contains(code) && (!is_single || *code < 4)) {
                find_all(code, board).iter().for_each(|(step, _)| assert_agrees(step, &grid, puzzle));
            }
        }
    }
}

#[test]
fn levels_and_scores_are_those_of_the_reference() {
    let mut hodoku = Hodoku::new();
    for &(puzzle, level, score) in RATINGS {
        assert_eq!(hodoku.rate(&cells(puzzle)), Some(HodokuRating { level, score }), "{puzzle}");
    }
    // A solved grid has no steps, and on a board on which two digits can be exchanged the steps end.
    let rating = HodokuRating { level: Level::Easy, score: 0 };
    assert_eq!(hodoku.rate(&solution(POSITIONS[0].0)), Some(rating));
    let mut board = solution(POSITIONS[0].0);
    let pair = [board[0], board[9]];
    board.iter_mut().filter(|digit| pair.contains(digit)).for_each(|digit| *digit = 0);
    assert_eq!(hodoku.rate(&board), None);
}

#[test]
fn the_table_has_each_code_and_each_technique_once() {
    assert!(ROWS.is_sorted_by(|a, b| a.code < b.code));
    let techniques: std::collections::HashSet<_> = ROWS.iter().map(|row| row.technique).collect();
    assert_eq!(techniques.len(), ROWS.len());
}
