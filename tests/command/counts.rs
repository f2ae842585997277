//! `count`: boards with many solutions.

use crate::common::{output, run};
use quadrille::{Outcome, Shape, Solver};

/// Two puzzles.
fn boards() -> String {
    BOARDS.join("\n") + "\n"
}

const BOARDS: [&str; 2] = [
    "6...7.4.8.....5...54.3..............2135..6...6.......98...473.4..........1......",
    ".....7..9.......1.2.5....7...........79....4.5.81...67.....3.9..47..91....2.....4",
];

/// Their counts.
const COUNTS: &str = "84774\n62372\n";

/// The digits, 1 for `1`, that the cells of a 16×16 board may hold. The board falls apart into 64 rectangles in two rows of a band and
/// columns eight apart, whose two digits can be swapped; the first `fixed` rectangles cannot.
fn rectangles(fixed: usize) -> Vec<u32> {
    let value = |r: usize, c: usize| (4 * (r % 4) + r / 4 + c) % 16;
    let mut number = 0;
    let mut cells = vec![0; 256];
    for row in (0..16).filter(|row| row % 4 < 2) {
        for column in 0..8 {
            for (r, c) in [(row, column), (row, column + 8), (row + 2, column), (row + 2, column + 8)] {
                let (own, other) = (1 << value(r, c), 1 << ((value(r, c) + 8) % 16));
                cells[16 * r + c] = if number < fixed { own } else { own | other };
            }
            number += 1;
        }
    }
    cells
}

/// The same in the format `pencilmark`.
fn pencilmarks(candidates: &[u32]) -> String {
    let symbol = |cell: u32, v: usize| if cell >> v & 1 == 1 { b"123456789ABCDEFG"[v] as char } else { '.' };
    candidates.iter().flat_map(|&cell| (0..16).map(move |v| symbol(cell, v))).collect()
}

#[test]
fn boards_with_many_solutions_are_counted_whatever_memory_and_threads_there_are() {
    let (text, counts) = (boards(), COUNTS);
    assert_eq!(output(&["count", "--engine", "dlx", "-t", "2"], &*text), counts);
    for args in [&["--memory", "0"][..], &["--memory", "1M", "-t", "2", "--chunk-size", "90"], &["-t", "2"]] {
        assert_eq!(output(&[&["count"], args].concat(), &*text), counts, "{args:?}");
    }
    assert_eq!(output(&["count"], ".".repeat(16)), "288\n");
    assert_eq!(output(&["count"], ".".repeat(36)), "28200960\n");
}

#[test]
fn variants_with_many_solutions_are_counted_as_one_by_one() {
    let open = ".".repeat(54);
    for (variant, rows, number) in [
        ("x", "123456789789123456456789123", "109268\n"),
        ("windoku", "123456879967183254548279163", "55352\n"),
    ] {
        let count = |args: &[&str]| {
            output(&[&["count", "--variant", variant], args].concat(), format!("{rows}{open}"))
        };
        assert_eq!((&*count(&[]), &*count(&["--engine", "dlx"])), (number, number), "{variant}");
    }
    // The regions are the boxes of the empty board.
    let bands = ["AAABBB", "CCCDDD", "EEEFFF"].map(|row| row.repeat(2)).concat();
    let jigsaw = format!("{}{bands}", ".".repeat(36));
    assert_eq!(output(&["count", "--variant", "jigsaw"], jigsaw), "28200960\n");
}

/// Its candidates leave so many choices that counting by bands and stacks takes several times as long.
#[test]
fn a_board_with_many_candidates_and_few_solutions_is_counted_one_by_one() {
    let board = [
        ".23..678.1.3456789.23.56789.23.5.7.91..45.7891.345..89.2..56.8.1..45678.1.345678.",
        "1.345.7....3....8912..5..891234..78..23..6.89.23.56789.2..5...9.23..6.89..34.6789",
        "1......89.2.456789.2..56.89123....8.12...6789.2345678.12345.....234567.91.3456789",
        ".23...789123.5.789...45.7...234.6.89...456789..345..891234..78.1..4..7..1.34.6...",
        ".234567.9123.5.7..12345678...345.7..123.5.789123.56789...4...8912.....89..3.56.89",
        ".2.4567.912345....1...567.9123..67891.....789.2.45678.1.34..78.1.3.5.78.1.3.56.89",
        "12345678.12..56.8...345....12.45.7..12345678912.456.8.1.3456.....345.78.123.5.789",
        "12345678912.45.789123.5.789.2..56..91.34.67891.345678...345678912..567.9..34.6789",
        "123...7.9123.5.7..12345.7.91.3..6789123456..9..34.6.89.....6..9.2.4.67..12345..8.",
    ];
    let count = |args: &[&str]| {
        output(&[&["count", "--format", "pencilmark", "--search-columns"], args].concat(), board.concat())
    };
    let one_by_one = count(&["--memory", "0"]);
    assert!(one_by_one.starts_with("17792,"), "{one_by_one}");
    assert_eq!((count(&["-t", "1"]), count(&["-t", "2"])), (one_by_one.clone(), one_by_one));
}

#[test]
fn limits_end_counts_of_boards_with_many_solutions() {
    for limit in ["5", "16384", "16385", "62372", "100000"] {
        let stopped = limit.parse::<u64>().unwrap() <= 62372;
        let expected = if stopped { format!("{limit}+\n") } else { "62372\n".into() };
        assert_eq!(output(&["count", "--limit", limit], BOARDS[1]), expected);
    }
    let empty = ".".repeat(81);
    assert_eq!(output(&["count", "--limit", "100000"], &*empty), "100000+\n");
    for args in [["--max-nodes", "50000"], ["--timeout-per-puzzle", "0.2"]] {
        let (answer, _, code) = run(&[&["count"], &args[..]].concat(), &*empty);
        assert_eq!((&*answer, code), ("!unknown\n", 1), "{args:?}");
    }
    assert_eq!(run(&["count", "--memory", "1X"], FOUR).2, 2);
    assert_eq!(run(&["check", "--memory", "1M"], FOUR).2, 2);
}

const FOUR: &str = "1...3..2..4.4..1";

#[test]
fn counts_of_any_size_are_exact() {
    let text = format!("{}\n{}\n", pencilmarks(&rectangles(0)), pencilmarks(&rectangles(1)));
    let args = ["count", "--format", "pencilmark"];
    assert_eq!(output(&args, &*text), "18446744073709551616\n9223372036854775808\n");
    let written = output(&[&args[..], &["--output-format", "ndjson"]].concat(), &*text);
    assert!(written.contains(r#""count":18446744073709551616,"status":"multiple""#), "{written}");
}

#[test]
fn nodes_of_counts_with_memory_do_not_depend_on_threads() {
    let text = boards();
    let one = output(&["count", "--search-columns", "-t", "1"], &*text);
    assert_eq!(output(&["count", "--search-columns", "-t", "2", "--chunk-size", "1000"], &*text), one);
}

#[test]
fn the_solver_counts_up_to_its_largest_number() {
    let (shape, mut solver) = (Shape::from_side(16).unwrap(), Solver::new().limit(u64::MAX));
    for (fixed, expected) in [(0, u64::MAX), (1, 1 << 63), (40, 1 << 24)] {
        let answer = solver.solve_candidates(shape, &rectangles(fixed));
        assert_eq!((answer.outcome(), answer.solutions()), (Outcome::Multiple, expected));
    }
    let answer = Solver::new().limit(100_000).solve_candidates(shape, &rectangles(0));
    assert_eq!(answer.solutions(), 100_000);
}
