//! `quadrille cover --zdd`.

use crate::common::cases;
use crate::cover_all::{cover, quiet};
use crate::problems::{self, dominoes, langford, matrices, pentominoes, queens, text};
use quadrille::cover::{Cover, CoverFormat};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use tempfile::tempdir;

/// A reader of the text of a diagram that does not use the library.
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
        [queens(6), queens(8), langford(7), dominoes(4, 5), pentominoes(3, 20, false), Cover::new(1)]
    {
        let (out, code) = quiet(&["--zdd", "-"], &text(CoverFormat::Dlx, &problem));
        let (zdd, wanted) = (Zdd::read(&out), solutions(&problem));
        assert_eq!((zdd.count(), code), (wanted.len() as u128, i32::from(wanted.is_empty())));
        assert_eq!(zdd.solutions(), wanted);
    }
    let (out, code) = quiet(&["--zdd", "-"], &text(CoverFormat::Matrix, &dominoes(8, 8)));
    assert_eq!((Zdd::read(&out).count(), code), (12_988_816, 0));
}

#[test]
fn a_zdd_and_samples_of_a_problem_with_bounds_are_sets_of_options() {
    let problem = matrices(4, 4, 2);
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
fn a_zdd_of_a_problem_with_forced_moves_alone_or_without_solutions() {
    assert_eq!(quiet(&["--zdd", "-"], "2 2\n1 0\n0 1\n"), ("2 1 B T\n3 2 B 2\n.\n".into(), 0));
    assert_eq!(quiet(&["--zdd", "-"], "2 1\n1\n0\n"), ("2 1 B T\n.\n".into(), 0));
    assert_eq!(quiet(&["--zdd", "-"], "2 2\n1 0\n1 0\n"), ("B\n.\n".into(), 1));
}

#[test]
fn the_zdd_goes_to_its_file_and_its_size_to_the_summary() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("tilings.zdd");
    let (side, grouped) =
        cases((12, "53,060,477,521,960,000"), (16, "2,444,888,770,250,892,795,802,079,170,816"));
    let (out, err, code) =
        cover(&["--zdd", path.to_str().unwrap()], &text(CoverFormat::Sparse, &dominoes(side, side)));
    assert_eq!((out.as_str(), code), ("", 0), "{err}");
    assert!(err.contains(&format!("solutions   {grouped}\n")), "{err}");
    assert!(err.contains("zdd nodes"), "{err}");
    let zdd = Zdd::read(&fs::read_to_string(&path).unwrap());
    assert_eq!(zdd.count().to_string(), grouped.replace(',', ""));
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
        (
            &board,
            &["--max-nodes", "100"],
            "not finished within the limits of the search; raise --max-nodes or --timeout",
        ),
    ];
    for (input, args, what) in cases {
        let (out, err, code) = cover(&[&["--zdd", path.to_str().unwrap()], args].concat(), input);
        assert!(out.is_empty() && code == 2 && err.contains(what), "{what}: {err}");
        assert!(!path.exists());
    }
}
