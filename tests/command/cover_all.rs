//! `quadrille cover` with `--zdd`, `--sample`, `--minimum` and `--maximum`.

use crate::common::run;
use crate::problems::{self, dominoes, langford, pentominoes, queens, text};
use quadrille::{Cover, CoverFormat, is_exact_cover};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use tempfile::tempdir;

/// Standard output, standard error and exit code.
fn cover(args: &[&str], input: &str) -> (String, String, i32) {
    run(&[&["cover"], args].concat(), input)
}

/// Standard output and exit code.
fn quiet(args: &[&str], input: &str) -> (String, i32) {
    let (out, _, code) = cover(&[&["-q"], args].concat(), input);
    (out, code)
}

/// A reader of the text of a diagram that knows nothing of the library.
struct Zdd {
    /// Option, lo and hi of each node.
    nodes: HashMap<String, (usize, String, String)>,
    root: String,
}

impl Zdd {
    /// Reads a text, and checks that it is an ordered and reduced diagram.
    fn read(text: &str) -> Zdd {
        let body = text.strip_suffix(".\n").expect("a dot at the end");
        let (mut nodes, mut root) = (HashMap::new(), String::new());
        let mut distinct = BTreeSet::new();
        for line in body.lines() {
            let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
            root = words[0].clone();
            let [id, option, lo, hi] = &words[..] else {
                assert!(nodes.is_empty() && (line == "B" || line == "T"), "{line}");
                continue;
            };
            for child in [lo, hi] {
                assert!(
                    child == "B" || child == "T" || nodes.contains_key(child),
                    "{line}: below its parent"
                );
            }
            assert_ne!(hi, "B", "{line}: a node that can go");
            assert!(distinct.insert((option.clone(), lo.clone(), hi.clone())), "{line}: a node twice");
            let node = (option.parse::<usize>().unwrap(), lo.clone(), hi.clone());
            assert!(node.0 > 0 && nodes.insert(id.clone(), node).is_none(), "{line}");
        }
        let zdd = Zdd { nodes, root };
        zdd.check_order();
        zdd
    }

    /// Checks that the options can be put in a line so that all arcs lead forward.
    fn check_order(&self) {
        let mut after: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for (option, lo, hi) in self.nodes.values() {
            let followers = [lo, hi].into_iter().filter_map(|child| self.nodes.get(child)).map(|node| node.0);
            after.entry(*option).or_default().extend(followers);
        }
        let mut before: HashMap<usize, usize> = HashMap::new();
        after.values().flatten().for_each(|option| *before.entry(*option).or_default() += 1);
        let mut free: Vec<_> = after.keys().copied().filter(|option| !before.contains_key(option)).collect();
        let mut placed = 0;
        while let Some(option) = free.pop() {
            placed += 1;
            for follower in &after[&option] {
                let left = before.get_mut(follower).unwrap();
                *left -= 1;
                if *left == 0 {
                    free.push(*follower);
                }
            }
        }
        assert_eq!(placed, after.len(), "no order of the options");
    }

    fn count(&self) -> u128 {
        fn of(zdd: &Zdd, id: &str, known: &mut HashMap<String, u128>) -> u128 {
            match id {
                "B" => 0,
                "T" => 1,
                id => known.get(id).copied().unwrap_or_else(|| {
                    let (_, lo, hi) = &zdd.nodes[id];
                    let count = of(zdd, lo, known) + of(zdd, hi, known);
                    known.insert(id.to_owned(), count);
                    count
                }),
            }
        }
        of(self, &self.root, &mut HashMap::new())
    }

    /// The solutions, as options counted from 0.
    fn solutions(&self) -> BTreeSet<Vec<usize>> {
        fn list(zdd: &Zdd, id: &str, chosen: &mut Vec<usize>, all: &mut BTreeSet<Vec<usize>>) {
            if id == "T" {
                let mut solution = chosen.clone();
                solution.sort_unstable();
                assert!(all.insert(solution));
            } else if id != "B" {
                let (option, lo, hi) = &zdd.nodes[id];
                list(zdd, lo, chosen, all);
                chosen.push(option - 1);
                list(zdd, hi, chosen, all);
                chosen.pop();
            }
        }
        let mut all = BTreeSet::new();
        list(self, &self.root, &mut Vec::new(), &mut all);
        all
    }
}

fn solutions(cover: &Cover) -> BTreeSet<Vec<usize>> {
    problems::solutions(cover).into_iter().collect()
}

#[test]
fn a_zdd_has_all_solutions() {
    for problem in
        [queens(6), queens(8), langford(7), dominoes(4, 5), pentominoes(3, 20, false), Cover::new(1, 0)]
    {
        let (out, code) = quiet(&["--zdd", "-"], &text(CoverFormat::Dlx, &problem));
        let (zdd, wanted) = (Zdd::read(&out), solutions(&problem));
        assert_eq!((zdd.count(), code), (wanted.len() as u128, i32::from(wanted.is_empty())));
        assert_eq!(zdd.solutions(), wanted);
    }
    let (out, code) = quiet(&["--zdd", "-"], &text(CoverFormat::Matrix, &dominoes(8, 8)));
    assert_eq!((Zdd::read(&out).count(), code), (12_988_816, 0));
}

/// Matrices of 0 and 1 with this sum of each row and column: an option for each 1.
fn matrices(n: usize, sum: u32) -> Cover {
    let mut cover = Cover::new(2 * n, 0);
    (0..n * n).for_each(|cell| _ = cover.add(&[cell / n, n + cell % n]).unwrap());
    (0..2 * n).for_each(|item| cover.set_bounds(item, sum, sum).unwrap());
    cover
}

#[test]
fn a_zdd_and_samples_of_a_problem_with_bounds_are_sets_of_options() {
    let problem = matrices(4, 2);
    let input = text(CoverFormat::Dlx, &problem);
    let (out, code) = quiet(&["--zdd", "-"], &input);
    let wanted = solutions(&problem);
    assert_eq!((Zdd::read(&out).solutions(), wanted.len(), code), (wanted.clone(), 90, 0));
    let (out, code) = quiet(&["--sample", "1000"], &input);
    let drawn: BTreeSet<_> = out.split("\n\n").map(str::trim).collect();
    assert_eq!((drawn.len(), code), (90, 0));
    // Any two or three of four options, in a part of its own.
    let (out, code) = quiet(&["--zdd", "-"], "2:3|a b |\na\na\na\na\nb\nb\n");
    assert_eq!((Zdd::read(&out).count(), code), (20, 0));
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
    let (out, code) = quiet(&["--minimum", "-t", "1"], &input);
    assert_eq!((out.lines().next(), out.lines().count(), code), (Some("| cost 14"), 15, 0));
    // Without memory, all solutions would be looked at.
    let (out, code) = quiet(&["--minimum", "--memory", "0", "--max-nodes", "300000"], &input);
    assert!(code == 1 && out.starts_with("| cost ") && out.ends_with("\n!unknown\n"), "{out}");
}

#[test]
fn a_zdd_of_a_problem_with_forced_moves_alone_or_without_solutions() {
    assert_eq!(quiet(&["--zdd", "-"], "2 2\n1 0\n0 1\n"), ("2 1 B T\n3 2 B 2\n.\n".into(), 0));
    assert_eq!(quiet(&["--zdd", "-"], "2 1\n1\n0\n"), ("2 1 B T\n.\n".into(), 0));
    assert_eq!(quiet(&["--zdd", "-"], "2 2\n1 0\n1 0\n"), ("B\n.\n".into(), 1));
}

#[test]
fn the_zdd_goes_to_its_file_and_its_size_to_the_summary() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("tilings.zdd");
    let (out, err, code) =
        cover(&["--zdd", path.to_str().unwrap()], &text(CoverFormat::Sparse, &dominoes(16, 16)));
    assert_eq!((out.as_str(), code), ("", 0), "{err}");
    assert!(err.contains("solutions   2,444,888,770,250,892,795,802,079,170,816\n"), "{err}");
    assert!(err.contains("zdd nodes"), "{err}");
    let zdd = Zdd::read(&fs::read_to_string(&path).unwrap());
    assert_eq!(zdd.count(), 2_444_888_770_250_892_795_802_079_170_816);
}

#[test]
fn a_zdd_that_cannot_be_written_leaves_no_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.zdd");
    let board = text(CoverFormat::Matrix, &dominoes(12, 12));
    let cases = [
        ("2 2\n1 0\n0 1\n1 1\n1\n", &[][..], "several"),
        ("| a comment\na b |\na\nb x\n", &[], "quadrille: -:4: unknown item x\n"),
        ("| nothing\n", &[], "no problem in standard input"),
        (&board, &["--memory", "64K"], "problem 1 of - has no diagram: it takes more than 65536 bytes"),
        (&board, &["--memory", "64K"], "--memory 8G"),
        (&board, &["--max-nodes", "100"], "not finished"),
    ];
    for (input, args, what) in cases {
        let (out, err, code) = cover(&[&["--zdd", path.to_str().unwrap()], args].concat(), input);
        assert!(out.is_empty() && code == 2 && err.contains(what), "{what}: {err}");
        assert!(!path.exists());
    }
}

#[test]
fn a_malformed_problem_is_named_by_file_and_line_in_every_task() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("p.dlx");
    fs::write(&path, "| a comment\na b |\na\nb x\n").unwrap();
    let name = path.to_str().unwrap();
    for (task, exit) in [
        ("--sample=1", 1),
        ("--minimum", 1),
        ("--maximum", 1),
        ("--count", 1),
        ("--limit=1", 1),
        ("--zdd=-", 2),
    ] {
        let (_, err, code) = cover(&[task, name], "");
        assert!(
            code == exit && err.contains(&format!("quadrille: {name}:4: unknown item x\n")),
            "{task}: {err}"
        );
    }
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
    assert_eq!(quiet(&["--minimum"], dlx), ("| cost 3\na |1\nb c |2\n".into(), 0));
    assert_eq!(quiet(&["--maximum"], dlx), ("| cost 9\na b |5\nc |4\n".into(), 0));
    // Without costs: the number of options.
    let matrix = "4 3\n1 0 0\n0 1 0\n0 0 1\n1 1 0\n2 2\n1 0\n1 0\n";
    assert_eq!(quiet(&["--minimum"], matrix), ("# cost 2\n3 4\nNo Solution!\n".into(), 1));
    assert_eq!(quiet(&["--maximum"], matrix).0, "# cost 3\n1 2 3\nNo Solution!\n");
    let two = "a |\na |7\na |6\nb |\nb |1\n";
    assert_eq!(quiet(&["--minimum"], two).0, "| cost 6\na |6\n| problem 2\n| cost 1\nb |1\n");
    // Items with bounds.
    let bounded = "1:2|a b |\na |3\na |4\nb |1\nb |2\n";
    assert_eq!(quiet(&["--minimum"], bounded).0, "| cost 4\na |3\nb |1\n");
    assert_eq!(quiet(&["--maximum"], bounded).0, "| cost 9\na |3\na |4\nb |2\n");
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
    for goal in ["--minimum", "--maximum"] {
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
    let (out, code) = quiet(&[&["--minimum", "--max-nodes", "25"], &costs[..]].concat(), &input);
    assert!(code == 1 && out.starts_with("# cost ") && out.ends_with("\n!unknown\n"), "{out}");
}

#[test]
fn costs_that_do_not_fit_are_refused_with_their_line() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("costs.txt");
    let name = path.to_str().unwrap();
    let problem = "2 2\n1 0\n0 1\n";
    let cases = [
        (
            "1\n# two\n2\n3 4\n5\n",
            problem,
            "costs.txt:4: expected 2 costs, one for each option, found 5; the first one too many is here",
        ),
        ("1 2 3\n", problem, "costs.txt:1: expected 2 costs, one for each option, found 3; the first"),
        ("# one\n\n1\n# end\n\n", problem, "costs.txt:4: expected 2 costs, one for each option, found 1 up"),
        ("", problem, "costs.txt:1: expected 2 costs, one for each option, found 0 up to the end"),
        ("1 2\n", "1 1\n1\n", "costs.txt:1: expected 1 cost, for the only option, found 2; "),
        ("1\n-2\n", problem, ":2: `-2` is no cost"),
        ("18446744073709551615\n1\n", problem, ":2: "),
        (
            "1 2\n",
            "2 2\n1 0\n0 1\n1 1\n1\n",
            "costs.txt: costs are those of one problem, and the input has several",
        ),
        ("1 2\n", "a b\na |1\nb\n", "costs.txt: the problem has costs of its own"),
    ];
    for (costs, input, what) in cases {
        fs::write(&path, costs).unwrap();
        let (out, err, code) = cover(&["-q", "--minimum", "--costs", name], input);
        assert!(out.is_empty() && code == 2 && err.contains(what) && err.contains(name), "{what}: {err}");
    }
    fs::write(&path, "# all\n3\n\n4\n").unwrap();
    assert_eq!(quiet(&["--minimum", "--costs", name], problem).0, "# cost 7\n1 2\n");
    let (_, err, code) = cover(&["--costs", name], problem);
    assert!(code == 2 && err.contains("--minimum"), "{err}");
}

#[test]
fn an_input_without_problems_has_no_answers_and_a_warning() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("empty");
    fs::write(&path, "").unwrap();
    let empty = path.to_str().unwrap();
    for task in [&[][..], &["--count"], &["--sample", "2"], &["--minimum"], &["--maximum"]] {
        for (args, input, says) in [
            (&[empty][..], "", format!("quadrille: warning: {empty} is empty\n")),
            (
                &[],
                "",
                "quadrille: warning: no problem in standard input; there is nothing to answer\n".into(),
            ),
            (&[], "\n# nothing\n", "quadrille: warning: no problem in standard input;".into()),
        ] {
            let (out, err, code) = cover(&[task, args].concat(), input);
            assert!(out.is_empty() && code == 0 && err.starts_with(&says), "{task:?} {args:?}: {err}");
        }
    }
    let (out, err, code) = cover(&["--zdd", "-", empty], "");
    let says = format!("quadrille: no problem in {empty}, so there is no diagram to write\n");
    assert_eq!((out.as_str(), err, code), ("", says, 2));
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    let cases: [&[&str]; 7] = [
        &["--sample", "1", "--count"],
        &["--minimum", "--maximum"],
        &["--zdd", "x", "--output", "y"],
        &["--zdd", "x", "--minimum"],
        &["--sample", "0"],
        &["--seed", "3"],
        &["--maximum", "--limit", "3"],
    ];
    for args in cases {
        assert_eq!(cover(args, "1 1\n1\n").2, 2, "{args:?}");
    }
}

#[test]
fn numbers_that_cannot_be_are_refused_with_those_that_can() {
    let whole = "18446744073709551615";
    for (option, value, most) in [
        ("--sample", "x", "1 to 4294967295"),
        ("--sample", "0", "1 to 4294967295"),
        ("--sample", "99999999999999999999", "1 to 4294967295"),
        ("--sample", "1.5", "1 to 4294967295"),
        ("--seed", "x", &format!("0 to {whole}")),
        ("--seed", "-1", &format!("0 to {whole}")),
        ("--limit", "0", &format!("1 to {whole}")),
        ("--max-nodes", "many", &format!("0 to {whole}")),
        ("--threads", "1025", "1 to 1024"),
    ] {
        let (_, err, code) = cover(&[&format!("{option}={value}")], "1 1\n1\n");
        let says = format!("error: invalid value '{value}' for '{option} <");
        assert!(code == 2 && err.starts_with(&says), "{err}");
        assert!(err.contains(&format!("expected a whole number from {most}\n")), "{err}");
    }
}

#[test]
fn sizes_of_memory_that_cannot_be_are_refused_with_those_that_can() {
    for (size, says) in [
        ("1.5G", "expected a whole number of bytes, or one with K, M or G behind it, as in 500M or 2G\n"),
        ("4T", "expected a whole number of bytes, or one with K, M or G behind it, as in 500M or 2G\n"),
        ("99999999999G", "the largest size is 17179869183G\n"),
        ("18446744073709551616", "the largest size is 17179869183G\n"),
    ] {
        let (_, err, code) = cover(&["--count", "--memory", size], "1 1\n1\n");
        assert!(code == 2 && err.contains(&format!("'{size}' for '--memory <SIZE>': {says}")), "{err}");
    }
    assert_eq!(quiet(&["--count", "--memory", "17179869183G"], "1 1\n1\n"), ("1\n".into(), 0));
}
