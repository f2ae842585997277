//! `--method hodoku`: the levels and scores of HoDoKu, and its steps.

use crate::common::{output, run};

const HARD: &str = "....8..1...32...79.8...432.....2...19..5.6..28...7.....768...3.15...29...9..5....";
const EASY: &str = ".................1..2..3.......1..3.....4......56..7...1...89..3....287.4........";
/// It needs brute force from the first step on.
const BRUTE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HODOKU: [&str; 2] = ["--method", "hodoku"];

/// Three levels, a malformed record, and several solutions.
fn puzzles() -> String {
    [HARD, EASY, "x", BRUTE, &".".repeat(81)].map(|line| format!("{line}\n")).concat()
}

#[test]
fn ratings_are_scores_and_levels() {
    let rate = |options: &[&str]| run(&[&["rate", "-q"], &HODOKU[..], options].concat(), puzzles());
    let (out, error, code) = rate(&[]);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[..2], [format!("{HARD},852,hard"), format!("{EASY},516,easy")]);
    assert!(lines[2].starts_with("!invalid") && error.contains(":3: ") && code == 1, "{error}");
    assert_eq!(lines[3], format!("{BRUTE},21342,extreme"));
    assert!(lines[4].ends_with(".,!multiple"), "{out}");
    let (out, _, _) = rate(&["--output-format", "ndjson", "--rating-column", "points"]);
    let members: Vec<_> = out.lines().map(|line| line.split_once("\"points\":").unwrap().1).collect();
    assert_eq!(members[0], "852,\"level\":\"hard\",\"status\":\"rated\"}");
    assert_eq!(members[3], "21342,\"level\":\"extreme\",\"status\":\"rated\"}");
    assert_eq!(rate(&["--rating", "..600"]).0, format!("{EASY}\n"));
    assert_eq!(rate(&["--rating", "0.."]).0, [HARD, EASY, BRUTE].map(|line| format!("{line}\n")).concat());
    let chart = rate(&["--histogram"]).0;
    let counts: Vec<_> = chart.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(counts, ["1", "0", "1", "0", "1"], "{chart}");
    let (_, error, code) = rate(&["--rating", "hard"]);
    assert!(code == 2 && error.contains("a rating by hodoku is a whole number"), "{error}");
}

#[test]
fn steps_have_scores_whose_sum_is_the_score_of_the_puzzle() {
    let steps = output(&[&["solve", "--explain"], &HODOKU[..]].concat(), format!("{HARD}\n"));
    let scores =
        steps.lines().filter_map(|line| line.split_once(" (")?.1.split_once("): ")?.0.parse::<u32>().ok());
    assert_eq!(scores.sum::<u32>(), 852, "{steps}");
    assert!(
        steps.contains("12. locked pair (40): r8c8 and r9c8 hold 4 and 6, so")
            && steps.contains("Solution: "),
        "{steps}"
    );
    let hint = [&["hint", "--output-format", "csv"], &HODOKU[..]].concat();
    let rows = output(&hint, format!("{HARD}\n"));
    let (head, row) = rows.split_once('\n').unwrap();
    assert_eq!(head, "puzzle,hint,status,cell,digit,technique,score,eliminated,notation,explanation");
    assert!(row.contains(",hint,r2c7,8,hidden single,14,,"), "{row}");
    let (rows, _, _) = run(&hint, format!("{BRUTE}\n"));
    assert!(rows.contains("60 cells are left (tried: all techniques of HoDoKu but brute force"), "{rows}");
}
