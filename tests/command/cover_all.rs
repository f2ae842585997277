//! `quadrille cover` with `--sample`, `--lowest-cost` and `--highest-cost`.

use crate::common::run;
use crate::problems::{dominoes, text};
use quadrille::cover::{CoverFormat, is_exact_cover};
use std::collections::BTreeSet;
use std::fs;
use tempfile::tempdir;

/// Standard output, standard error and exit code.
pub fn cover(args: &[&str], input: &str) -> (String, String, i32) {
    run(&[&["cover"], args].concat(), input)
}

/// Standard output and exit code.
pub fn quiet(args: &[&str], input: &str) -> (String, i32) {
    let (out, _, code) = cover(&[&["-q"], args].concat(), input);
    (out, code)
}

#[test]
fn the_best_matrix_with_given_sums_needs_no_look_at_all_of_them() {
    // 3,110,940 matrices. The cheapest ones are permutations of cells whose cost is 1.
    let n = 7;
    let mut input: String = (0..n).map(|i| format!("2|r{i} 2|c{i} ")).collect();
    input.push('\n');
    for cell in 0..n * n {
        let (r, c) = (cell / n, cell % n);
        let cost = if (r + n - c) % n < 2 { 1 } else { 10 + (r * c) % 7 };
        input += &format!("r{r} c{c} |{cost}\n");
    }
    let (out, code) = quiet(&["--lowest-cost", "-t", "1"], &input);
    assert_eq!((out.lines().next(), out.lines().count(), code), (Some("| cost 14"), 15, 0));
    // Without memory, all solutions would be looked at.
    let (out, code) = quiet(&["--lowest-cost", "--memory", "0", "--max-nodes", "300000"], &input);
    assert!(code == 1 && out.starts_with("| cost ") && out.ends_with("\n!unknown\n"), "{out}");
}

#[test]
fn samples_are_solutions_and_the_same_each_time() {
    let board = dominoes(6, 6);
    let input = text(CoverFormat::Matrix, &board);
    let (out, code) = quiet(&["--sample", "500"], &input);
    assert_eq!(code, 0);
    let drawn: Vec<Vec<usize>> = out
        .lines()
        .map(|line| line.split(' ').map(|word| word.parse::<usize>().unwrap() - 1).collect())
        .collect();
    assert!(drawn.len() == 500 && drawn.iter().all(|solution| is_exact_cover(&board, solution)));
    let distinct: BTreeSet<_> = drawn.iter().collect();
    assert!(distinct.len() > 450, "500 of 6728");
    for threads in ["1", "3"] {
        assert_eq!(quiet(&["--sample", "500", "--seed", "0", "-t", threads], &input).0, out);
    }
    assert_ne!(quiet(&["--sample", "500", "--seed", "1"], &input).0, out);
    assert!(out.starts_with(&quiet(&["--sample", "20"], &input).0));
}

#[test]
fn many_problems_are_sampled_in_order() {
    let input = "2 2\n1 0\n0 1\n2 2\n1 0\n1 0\n1 1\n1\n";
    for threads in ["1", "2"] {
        let (out, code) = quiet(&["--sample", "2", "-t", threads], input);
        assert_eq!((out.as_str(), code), ("1 2\n1 2\n\nNo Solution!\n\n1\n1\n", 1));
    }
    let (out, code) = quiet(&["--sample", "1"], "a b |\na\nb\nc |\nc\n");
    assert_eq!((out.as_str(), code), ("a\nb\n| problem 2\nc\n", 0));
    let (out, code) = quiet(&["--sample", "1"], "1 2\n1 2\n1 1\n1\n");
    assert_eq!(code, 1);
    assert!(out.contains("!invalid: "), "{out}");
}

#[test]
fn the_best_solutions_come_with_their_cost() {
    let dlx = "a b c\na b |5\nc |4\na |1\nb c |2\nb\n";
    assert_eq!(quiet(&["--lowest-cost"], dlx), ("| cost 3\na |1\nb c |2\n".into(), 0));
    assert_eq!(quiet(&["--highest-cost"], dlx), ("| cost 9\na b |5\nc |4\n".into(), 0));
    // Without costs: the number of options.
    let matrix = "4 3\n1 0 0\n0 1 0\n0 0 1\n1 1 0\n2 2\n1 0\n1 0\n";
    assert_eq!(quiet(&["--lowest-cost"], matrix), ("# cost 2\n3 4\nNo Solution!\n".into(), 1));
    assert_eq!(quiet(&["--highest-cost"], matrix).0, "# cost 3\n1 2 3\nNo Solution!\n");
    let two = "a |\na |7\na |6\nb |\nb |1\n";
    assert_eq!(quiet(&["--lowest-cost"], two).0, "| cost 6\na |6\n| problem 2\n| cost 1\nb |1\n");
    // Items with bounds.
    let bounded = "1:2|a b |\na |3\na |4\nb |1\nb |2\n";
    assert_eq!(quiet(&["--lowest-cost"], bounded).0, "| cost 4\na |3\nb |1\n");
    assert_eq!(quiet(&["--highest-cost"], bounded).0, "| cost 9\na |3\na |4\nb |2\n");
}

#[test]
fn the_best_solution_is_the_same_without_memory() {
    let board = dominoes(6, 6);
    let folder = tempdir().unwrap();
    let path = folder.path().join("costs.txt");
    let costs: String = (0..board.len()).map(|option| format!("{} ", option * 7919 % 101)).collect();
    fs::write(&path, &costs).unwrap();
    let input = text(CoverFormat::Matrix, &board);
    let costs = ["--costs", path.to_str().unwrap()];
    for goal in ["--lowest-cost", "--highest-cost"] {
        let (out, code) = quiet(&[&[goal], &costs[..]].concat(), &input);
        assert_eq!(code, 0);
        let without = quiet(&[&[goal, "--memory", "0"], &costs[..]].concat(), &input).0;
        assert_eq!(without.lines().next(), out.lines().next());
        let solution: Vec<usize> =
            out.lines().nth(1).unwrap().split(' ').map(|word| word.parse::<usize>().unwrap() - 1).collect();
        assert!(is_exact_cover(&board, &solution));
        let cost: usize = solution.iter().map(|option| option * 7919 % 101).sum();
        assert_eq!(out.lines().next(), Some(&*format!("# cost {cost}")));
    }
    let (out, code) = quiet(&[&["--lowest-cost", "--max-nodes", "25"], &costs[..]].concat(), &input);
    assert!(code == 1 && out.starts_with("# cost ") && out.ends_with("\n!unknown\n"), "{out}");
}
