//! `generate` with properties that are searched for: they hold, and do not depend on threads.

use crate::common::quadrille;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use quadrille::{
    Outcome, Puzzle, RunOptions, Shape, Solver,
    generate::{Criteria, GivenSymmetry, PuzzleSearch},
    rating::{GuessCounter, Guesses, Method},
    symmetry::{canonical, minlex},
};
use std::{
    collections::{HashMap, HashSet},
    fs,
};
use tempfile::tempdir;

/// The puzzles that a search writes; each of them has one solution.
fn generated(flags: &[&str]) -> Vec<Puzzle> {
    let out = quadrille(&[&["generate", "-q"], flags].concat()).output().unwrap();
    assert!(out.status.success(), "{flags:?}: {}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8(out.stdout).unwrap();
    let puzzles: Vec<Puzzle> = text.lines().map(|line| line.parse().unwrap()).collect();
    let mut solver = Solver::new().limit(2);
    assert!(puzzles.iter().all(|puzzle| solver.solve(puzzle).outcome() == Outcome::Unique), "{flags:?}");
    puzzles
}

fn givens(puzzle: &Puzzle) -> usize {
    puzzle.givens().iter().filter(|digit| **digit > 0).count()
}

fn is_minimal(puzzle: &Puzzle) -> bool {
    let mut solver = Solver::new().limit(2);
    let mut cells = puzzle.givens().to_vec();
    (0..cells.len()).filter(|&cell| puzzle.givens()[cell] > 0).all(|cell| {
        let digit = std::mem::take(&mut cells[cell]);
        let outcome = solver.solve(&Puzzle::new(&cells).unwrap()).outcome();
        cells[cell] = digit;
        outcome == Outcome::Multiple
    })
}

fn guesses(puzzles: &[Puzzle]) -> Vec<u64> {
    let cells: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.givens().to_vec()).collect();
    let mut guesses = vec![Guesses::default(); puzzles.len()];
    GuessCounter::new().count(&cells, 1, &mut guesses);
    guesses.iter().map(|guesses| guesses.guesses).collect()
}

fn assert_symmetric(puzzles: &[Puzzle], image: impl Fn(usize, usize) -> (usize, usize)) {
    for puzzle in puzzles {
        let side = puzzle.shape().side();
        for cell in 0..side * side {
            let (row, column) = image(cell / side, cell % side);
            assert_eq!(puzzle.givens()[cell] > 0, puzzle.givens()[row * side + column] > 0);
        }
    }
}

#[test]
fn ratings_are_in_the_range_and_no_two_puzzles_are_morphs() {
    for (range, low, high) in [("5..12", 5, 12), ("8..", 8, u64::MAX), ("..0", 0, 0), ("2", 2, 2)] {
        let puzzles = generated(&["--rating", range, "--no-equivalents", "-n", "12", "--seed", "3"]);
        assert_eq!(puzzles.len(), 12);
        assert!(guesses(&puzzles).iter().all(|guesses| (low..=high).contains(guesses)), "{range}");
        let forms: HashSet<_> = puzzles.iter().map(|p| canonical(p).unwrap().form.to_string()).collect();
        assert_eq!(forms.len(), 12);
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles_for_any_number_of_threads() {
    for flags in [
        &["--rating", "4..20"][..],
        &["--symmetry", "rotate180", "--givens", "22..30"],
        &["--rating", "..5", "--minimal", "--per-solution", "1"],
    ] {
        let with = |more: &[&str], count| generated(&[flags, more, &["-n", count]].concat());
        let one = with(&["--seed", "5", "--threads", "1"], "12");
        for threads in ["2", "5"] {
            assert_eq!(
                with(&["--seed", "5", "--threads", threads], "12"),
                one,
                "{flags:?}, {threads} threads"
            );
        }
        assert_ne!(with(&["--seed", "6"], "12"), one);
        // A smaller number of puzzles is the beginning.
        assert_eq!(with(&["--seed", "5"], "7"), one[..7]);
    }
}

#[test]
fn other_methods_rate() {
    let morphs = generated(&["--rating", "3..6", "--method", "morphs=5", "-n", "4", "--seed", "1"]);
    let cells: Vec<u8> = morphs.iter().flat_map(|puzzle| puzzle.givens().to_vec()).collect();
    let mut ratings = [0.0; 4];
    quadrille::rating::MorphRater::new(5, 0).rate(&mut GuessCounter::new(), &cells, &mut ratings);
    assert!(ratings.iter().all(|rating| (3.0..=6.0).contains(rating)), "{ratings:?}");
    let logic = generated(&["--rating", "locked..backdoor 1", "--method", "logic", "-n", "4", "--seed", "1"]);
    let mut rater = quadrille::logic::Rater::new();
    for puzzle in logic {
        let level = rater.rate(puzzle.givens(), None).unwrap().level;
        assert!(["locked", "backdoor 1"].contains(&level.name()), "{}", level.name());
    }
}

#[test]
fn numbers_of_givens_are_in_the_range() {
    for (flags, low, high) in [
        (&["--givens", "24..28"][..], 24, 28),
        (&["--givens", "21..22", "--minimal"], 21, 22),
        (&["--givens", "24", "--minimal"], 24, 24),
        (&["--givens", "30"], 30, 30),
        (&["--givens", "27", "--symmetry", "mirror"], 27, 27),
        (&["--givens", "8..10", "--size", "6"], 8, 10),
        (&["--givens", "..120", "--size", "16"], 0, 120),
        (&["--givens", "16..18", "--variant", "x", "--minimal"], 16, 18),
    ] {
        let out =
            quadrille(&[&["generate", "-q", "-n", "6", "--seed", "2"], flags].concat()).output().unwrap();
        assert!(out.status.success(), "{flags:?}: {}", String::from_utf8_lossy(&out.stderr));
        let text = String::from_utf8(out.stdout).unwrap();
        let counts: Vec<_> =
            text.lines().map(|line| line.bytes().filter(|byte| *byte != b'.').count()).collect();
        assert_eq!(counts.len(), 6);
        assert!(counts.iter().all(|count| (low..=high).contains(count)), "{flags:?}: {counts:?}");
        let variant: &[&str] = if flags.contains(&"x") { &["--variant", "x"] } else { &[] };
        quadrille(&[&["check", "-q"], variant].concat()).write_stdin(text).assert().success();
    }
    assert!(generated(&["--givens", "22..24", "--minimal", "-n", "5", "--seed", "1"]).iter().all(is_minimal));
}

#[test]
fn given_cells_have_the_symmetry() {
    let of = |symmetry, size| generated(&["--symmetry", symmetry, "--size", size, "-n", "8", "--seed", "4"]);
    for size in ["4", "6", "9", "12"] {
        let last = size.parse::<usize>().unwrap() - 1;
        assert_symmetric(&of("rotate180", size), |row, column| (last - row, last - column));
        assert_symmetric(&of("rotate90", size), |row, column| (column, last - row));
        assert_symmetric(&of("mirror", size), |row, column| (row, last - column));
        assert_symmetric(&of("diagonal", size), |row, column| (column, row));
    }
    let easy = of("rotate180", "9");
    assert!(easy.iter().all(|puzzle| (33..=36).contains(&givens(puzzle))));
    let hard = generated(&["--symmetry", "rotate180", "--rating", "3..", "-n", "4", "--seed", "4"]);
    assert_symmetric(&hard, |row, column| (8 - row, 8 - column));
    assert!(guesses(&hard).iter().all(|guesses| *guesses >= 3));
    let minimal = generated(&["--symmetry", "diagonal", "--minimal", "-n", "3", "--seed", "4"]);
    assert_symmetric(&minimal, |row, column| (column, row));
    assert!(minimal.iter().all(is_minimal));
}

#[test]
fn the_cells_of_a_pattern_are_given() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("pattern.txt");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(&path, puzzle).unwrap();
    let file = path.to_str().unwrap();
    for more in [&[][..], &["--rating", "1.."]] {
        let puzzles = generated(&[&["--pattern", file, "-n", "5", "--seed", "1"], more].concat());
        assert_eq!(puzzles.iter().map(Puzzle::to_string).collect::<HashSet<_>>().len(), 5);
        for found in &puzzles {
            let cells = puzzle.bytes().zip(found.givens());
            assert!(cells.into_iter().all(|(symbol, digit)| (symbol != b'.') == (*digit > 0)));
        }
        assert!(more.is_empty() || guesses(&puzzles).iter().all(|guesses| *guesses >= 1));
    }
    fs::write(&path, "x..x\n.xx.\n.xx.\nx..x\n").unwrap();
    let four = generated(&["--pattern", file, "--size", "4", "-n", "3", "--seed", "1"]);
    assert!(four.iter().all(|puzzle| givens(puzzle) == 8));
}

#[test]
fn classes_and_solution_classes_are_limited() {
    let four =
        generated(&["--size", "4", "--givens", "4..16", "--no-equivalents", "-n", "40", "--seed", "1"]);
    let forms: HashSet<_> = four.iter().map(|p| canonical(p).unwrap().form.to_string()).collect();
    assert_eq!(forms.len(), 40);
    let hard = generated(&["--rating", "6..", "-n", "20", "--seed", "1", "--per-solution", "3"]);
    let mut classes = HashMap::<String, usize>::new();
    for puzzle in &hard {
        let solution = Solver::new().solve(puzzle).into_solution().unwrap();
        *classes.entry(minlex(&solution).unwrap().form.to_string()).or_default() += 1;
    }
    assert!(classes.values().all(|count| *count <= 3), "{classes:?}");
}

/// There are two classes of 4×4 grids, so there are four puzzles.
#[test]
fn what_cannot_be_found_ends_with_a_message_and_what_there_is() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out.txt");
    let path = out.to_str().unwrap();
    let flags = ["generate", "--size", "4", "--givens", "6", "--per-solution", "2", "-n", "9", "--seed", "1"];
    quadrille(&[&flags[..], &["--max-tries", "500", "-o", path]].concat()).assert().code(1).stderr(
        contains("found 4 of 9 puzzles: 4×4, 6 givens, one solution; gave up")
            .and(contains("after 500 attempts in a row without one")),
    );
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 4);
    // Nothing found leaves the old file.
    let flags = ["generate", "--rating", "100000..", "--max-tries", "300", "-n", "2", "-q", "-o", path];
    quadrille(&flags).assert().code(1).stderr(contains("found 0 of 2"));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 4);
    // Without a cell in the middle, half a turn moves an even number of givens. Under variants fewer tries are made.
    let flags = ["generate", "--variant", "x", "--size", "4", "--givens", "3", "--symmetry", "rotate180"];
    quadrille(&flags).assert().code(1).stderr(contains("after 10,000 attempts in a row without one"));
    // Two columns of one stack are empty.
    fs::write(dir.path().join("p"), "x.......x".repeat(8) + "x........").unwrap();
    let pattern = dir.path().join("p");
    let flags = ["generate", "--pattern", pattern.to_str().unwrap(), "--max-tries", "200", "--seed", "1"];
    quadrille(&flags).assert().code(2).stderr(contains("columns 2 and 3 have no given"));
}

#[test]
fn contradictions_are_refused() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("p");
    fs::write(&path, "x..x\n.xx?\n").unwrap();
    let file = path.to_str().unwrap();
    let puzzle = dir.path().join("puzzle");
    fs::write(&puzzle, "1***3**2**4*4**1\n").unwrap();
    let puzzle = puzzle.to_str().unwrap();
    for (flags, message) in [
        (&["--rating", "5..2"][..], "--rating 5..2: the first bound is above the second one"),
        (&["--rating", "x"], "--rating x: \"x\": a rating by guesses is a whole number"),
        (&["--rating", "1..2", "--method", "logic"], "a rating by logic is one of singles, locked"),
        (&["--rating", "1..", "--size", "4"], "ratings need 9×9 boards without variants"),
        (&["--rating", "1..", "--variant", "x"], "ratings need 9×9 boards without variants"),
        (&["--method", "morphs"], "--rating"),
        (&["--givens", "2..8"], "8 givens are too few"),
        (&["--givens", "90..95"], "90 givens are too many"),
        (&["--givens", "90.."], "90 givens are too many"),
        (&["--givens", "30..20"], "--givens 30..20: the first bound is above the second one"),
        (&["--givens", "x"], "--givens x: \"x\" is not a number of givens"),
        (&["--givens", "20..30", "--no-unique"], "--no-unique cannot be used when puzzles are searched for"),
        (&["--no-equivalents", "--size", "16"], "is not available on 16×16"),
        (&["--no-equivalents", "--variant", "x"], "is not available under variants"),
        (&["--pattern", file, "--size", "4"], ":2: '?' is not a cell of a pattern"),
        (&["--pattern", puzzle, "--size", "4"], ":1: '*' may be a given or an empty cell here"),
        (&["--pattern", "no such file"], "no such file: not found"),
        (&["--max-tries", "5"], "--max-tries has no effect"),
    ] {
        quadrille(&[&["generate"], flags].concat()).assert().code(2).stderr(contains(message));
    }
}

#[test]
fn progress_has_the_accepted_and_the_tried() {
    quadrille(&[
        "generate",
        "--rating",
        "1..",
        "-n",
        "3",
        "--seed",
        "1",
        "--progress",
        "always",
        "-o",
        "/dev/null",
    ])
    .assert()
    .success()
    .stderr(contains("3 accepted, ").and(contains("--seed 1 gives the same again")));
}

/// The progress and the message of a search that gave up name it.
#[test]
fn the_criterion_that_is_rarely_met_is_named() {
    let dir = tempdir().unwrap();
    let pattern = dir.path().join("pattern");
    let cells: String = (0..81).map(|cell| if (cell / 9 + cell) % 9 < 2 { 'x' } else { '.' }).collect();
    fs::write(&pattern, cells).unwrap();
    let pattern = pattern.to_str().unwrap();
    for (flags, expected) in [
        (&["--rating", "100000.."][..], "all had a rating below 100000"),
        (&["--rating", "..0", "--givens", "60..", "--minimal"], "all had fewer than 60 givens"),
        (&["--minimal", "--givens", "..19"], " had more than 19 givens"),
        (
            &["--size", "6", "--minimal", "--symmetry", "mirror", "--givens", "14..18"],
            "none of the puzzles that met all other criteria was minimal",
        ),
        (&["--size", "4", "--givens", "5..7", "--no-equivalents"], "were morphs of puzzles found before"),
        (
            &["--size", "4", "--givens", "6", "--per-solution", "1"],
            "had the same solution, or a morph of it,",
        ),
        (&["--pattern", pattern], "all had more than one solution"),
    ] {
        let args = ["generate", "--max-tries", "200", "-n", "9000", "--seed", "1", "-o", "/dev/null"];
        let run = quadrille(&[&args[..], &["--progress", "always"], flags].concat()).assert().code(1);
        let errors = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        let all = || errors.lines().filter(|line| line.contains(expected));
        assert!(all().any(|line| line.contains(" tried; ")), "{flags:?}: {errors}");
        assert!(all().any(|line| line.ends_with("; --max-tries sets this number")), "{flags:?}: {errors}");
    }
}

#[test]
fn the_library_says_how_a_search_ended() {
    let criteria =
        Criteria::new(Shape::NINE).rating(Method::Guesses, 4.0..=9.0).symmetry(GivenSymmetry::Rotate180);
    let (puzzles, report) = PuzzleSearch::new(criteria.clone(), 3)
        .unwrap()
        .run_options(RunOptions::new().threads(2))
        .puzzles()
        .unwrap();
    assert_eq!((puzzles.len(), report.accepted, report.out_of_tries), (3, 3, false));
    assert!(report.tried >= 3);
    let never = Criteria::new(Shape::NINE).rating(Method::Guesses, 1e9..=1e10).max_tries(100);
    let (puzzles, report) = PuzzleSearch::new(never, 3).unwrap().seed(2).puzzles().unwrap();
    assert_eq!((puzzles.len(), report.tried, report.out_of_tries), (0, 100, true));
    let none = PuzzleSearch::new(criteria, 0).unwrap().seed(2).puzzles().unwrap();
    assert_eq!((none.0.len(), none.1.out_of_tries), (0, false));
}

#[test]
fn numbers_of_givens_that_no_puzzle_has_are_refused_at_once() {
    let anti_knight = ["--variant", "anti-knight"];
    for (flags, why) in [
        (
            vec!["--minimal", "--givens", "81..81"],
            "81 givens are too many: a minimal 9×9 puzzle has at most 72",
        ),
        (vec!["--minimal", "--givens", "73..80"], "73 givens are too many"),
        (vec!["--size", "4", "--minimal", "--givens", "13..16"], "a minimal 4×4 puzzle has at most 12"),
        ([&anti_knight[..], &["--minimal", "--givens", "81..81"]].concat(), "at most 72"),
        // The bound of 17 is for plain puzzles.
        ([&anti_knight[..], &["--givens", "3..5"]].concat(), "has at least 8"),
        ([&anti_knight[..], &["--givens", "5"]].concat(), "has at least 8"),
        (vec!["--givens", "10..16"], "has at least 17"),
    ] {
        let mut command = quadrille(&[&["generate", "--seed", "1"], &flags[..]].concat());
        command.timeout(std::time::Duration::from_secs(20)).assert().code(2).stderr(contains(why));
    }
}
