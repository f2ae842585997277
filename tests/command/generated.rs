//! `generate` under every variant and on every size, checked by backtracking that knows the rules as pairs of cells.

use crate::common::{
    cases,
    pairs::{Pairs, pairs},
    run,
};
use quadrille::{
    Shape,
    generate::{GeneratorOptions, Givens},
    grid::Variant,
};
use std::fs;
use tempfile::tempdir;

/// The variants beside regions and candidates.
const ADDED: [(Variant, &str); 4] = [
    (Variant::X, "x"),
    (Variant::Windoku, "windoku"),
    (Variant::AntiKnight, "anti-knight"),
    (Variant::DisjointGroups, "disjoint-groups"),
];

/// The regions of a jigsaw: boxes, of which some neighbors have exchanged cells.
fn regions(shape: Shape) -> Vec<u8> {
    let mut regions: Vec<u8> = (0..shape.area()).map(|cell| shape.box_of(cell) as u8).collect();
    let (side, width) = (shape.side(), shape.box_columns());
    for row in (0..side).step_by(shape.box_rows()) {
        let right = row * side + width;
        regions.swap(right - 1, right + side);
    }
    regions
}

/// The rules of puzzles, as options of the command and as an oracle.
struct Rules {
    shape: Shape,
    options: Vec<String>,
    oracle: Pairs,
    is_plain: bool,
}

/// All sets of variants on boards of a size; those without regions first.
fn all_rules(shape: Shape, regions_file: &str) -> Vec<Rules> {
    let regions = regions(shape);
    let letters: String = regions.iter().map(|region| char::from(b'A' + region)).collect();
    fs::write(regions_file, letters + "\n").unwrap();
    let of = |set: usize| {
        let is_jigsaw = set >> ADDED.len() != 0;
        let chosen = ADDED.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0).map(|(_, added)| added);
        let (variants, mut names): (Vec<_>, Vec<_>) = chosen.copied().unzip();
        names.extend(is_jigsaw.then_some("jigsaw"));
        let mut options = vec!["--size".to_owned(), shape.side().to_string()];
        if !names.is_empty() {
            options.extend(["--variant".into(), names.join(",")]);
        }
        if is_jigsaw {
            options.extend(["--regions".into(), regions_file.to_owned()]);
        }
        let oracle = pairs(shape, &variants, is_jigsaw.then_some(&regions));
        Rules { shape, options, oracle, is_plain: names.is_empty() }
    };
    let fits = |set: &usize| {
        let has =
            |name| ADDED.iter().position(|(_, other)| *other == name).is_some_and(|bit| set >> bit & 1 != 0);
        (shape == Shape::NINE || !has("windoku")) && (*set >> ADDED.len() == 0 || !has("disjoint-groups"))
    };
    (0..2 << ADDED.len()).filter(fits).map(of).collect()
}

/// The cells of a line in digits or letters.
fn cells(line: &str) -> Vec<u8> {
    let digit = |symbol| match symbol {
        b'.' => 0,
        b'1'..=b'9' => symbol - b'0',
        _ => symbol - b'A' + 1,
    };
    line.bytes().map(digit).collect()
}

impl Rules {
    fn run(&self, options: &[&str]) -> (String, String, i32) {
        let rules: Vec<&str> = self.options.iter().map(String::as_str).collect();
        run(&[&["generate", "-q", "--seed", "11"], &rules[..], options].concat(), "")
    }

    /// The puzzles that the command makes, each of which has exactly one solution; `None` if it finds no grid. On small
    /// boards there is none then.
    fn generated(&self, count: usize, options: &[&str]) -> Option<Vec<Vec<u8>>> {
        let (out, error, code) = self.run(&[&["-n", &count.to_string()], options].concat());
        let at = format!("{:?} {options:?}: {error}", self.options);
        if code == 2 {
            assert!(
                error.contains(" grid that satisfies the rules")
                    || error.contains(" grid satisfies the rules"),
                "{at}"
            );
            let is_small = self.shape.side() <= 6;
            assert!(!is_small || self.oracle.solve(&vec![0; self.shape.area()], None, 1).is_empty(), "{at}");
            return None;
        }
        assert_eq!((&*error, code), ("", 0), "{at}");
        let puzzles: Vec<_> = out.lines().map(cells).collect();
        assert_eq!(puzzles.len(), count, "{at}");
        for puzzle in &puzzles {
            assert_eq!(puzzle.len(), self.shape.area(), "{at}");
            assert_eq!(self.oracle.solve(puzzle, None, 2).len(), 1, "{at}: {puzzle:?}");
        }
        Some(puzzles)
    }

    fn is_minimal(&self, puzzle: &[u8]) -> bool {
        (0..puzzle.len()).filter(|cell| puzzle[*cell] > 0).all(|cell| {
            let mut fewer = puzzle.to_vec();
            fewer[cell] = 0;
            self.oracle.solve(&fewer, None, 2).len() == 2
        })
    }
}

fn givens(puzzle: &[u8]) -> usize {
    puzzle.iter().filter(|digit| **digit > 0).count()
}

/// The place that a symmetry moves a row and a column to. The first number is the last row.
type Image = fn(usize, usize, usize) -> (usize, usize);

/// Calls a function for all rules on boards of these sizes.
fn each_rules(sides: &[usize], mut check: impl FnMut(&Rules)) {
    let dir = tempdir().unwrap();
    let file = dir.path().join("regions");
    for &side in sides {
        let shape = Shape::from_side(side).unwrap();
        all_rules(shape, file.to_str().unwrap()).iter().for_each(&mut check);
    }
}

#[test]
fn puzzles_of_every_size_and_variant_have_one_solution_and_the_usual_givens() {
    let mut found = 0;
    each_rules(&[4, 6, 9, 12, 16, 25], |rules| {
        let count = if rules.shape.side() <= 9 { cases(1, 30) } else { 1 };
        let Some(puzzles) = rules.generated(count, &[]) else { return };
        let usual = GeneratorOptions::easy(rules.shape);
        assert!(puzzles.iter().all(|puzzle| Givens::Count(givens(puzzle)) == usual), "{:?}", rules.options);
        found += 1;
    });
    assert!(found > 50, "{found}");
}

#[test]
fn puzzles_of_every_variant_are_minimal_or_have_the_givens_that_were_asked_for() {
    each_rules(&[4, 6, 9], |rules| {
        let count = if rules.shape.side() < 9 { cases(2, 50) } else { cases(1, 10) };
        // Backtracking takes minutes for the nine givens of some minimal 9×9 puzzles with knights.
        let has_knights = rules.options.iter().any(|option| option.contains("anti-knight"));
        if rules.shape.side() < 9 || !has_knights {
            let Some(minimal) = rules.generated(count, &["--minimal"]) else { return };
            assert!(minimal.iter().all(|puzzle| rules.is_minimal(puzzle)), "{:?}", rules.options);
        }
        let (exact, low, high) = match rules.shape.side() {
            4 => (8, 6, 9),
            6 => (15, 12, 16),
            _ => (30, 26, 31),
        };
        for (asked, low, high) in [(exact.to_string(), exact, exact), (format!("{low}..{high}"), low, high)] {
            let Some(puzzles) = rules.generated(count, &["--givens", &asked]) else { return };
            let counts: Vec<_> = puzzles.iter().map(|puzzle| givens(puzzle)).collect();
            assert!(
                counts.iter().all(|count| (low..=high).contains(count)),
                "{:?}: {counts:?}",
                rules.options
            );
        }
    });
}

#[test]
fn givens_of_every_variant_have_the_symmetry_that_was_asked_for() {
    each_rules(&[4, 6, 9, 12], |rules| {
        let last = rules.shape.side() - 1;
        let images: [(&str, Image); 4] = [
            ("rotate180", |last, row, column| (last - row, last - column)),
            ("rotate90", |last, row, column| (column, last - row)),
            ("mirror", |last, row, column| (row, last - column)),
            ("diagonal", |_, row, column| (column, row)),
        ];
        for (symmetry, image) in images {
            let Some(puzzles) = rules.generated(1, &["--symmetry", symmetry]) else { return };
            for puzzle in puzzles {
                let is_kept = |cell: usize| {
                    let (row, column) = image(last, cell / (last + 1), cell % (last + 1));
                    (puzzle[cell] > 0) == (puzzle[row * (last + 1) + column] > 0)
                };
                assert!((0..puzzle.len()).all(is_kept), "{:?} {symmetry}: {puzzle:?}", rules.options);
            }
        }
    });
}

#[test]
fn puzzles_of_every_variant_that_may_have_several_solutions_have_one_at_least() {
    each_rules(&[4, 6, 9], |rules| {
        let count = if rules.shape.side() == 4 { 3 } else { 20 };
        let (out, error, code) = rules.run(&["-n", "3", "--no-unique", "--givens", &count.to_string()]);
        if code == 2 {
            return assert!(error.contains("that satisf") || error.contains("grid satisfies"), "{error}");
        }
        for puzzle in out.lines().map(cells) {
            assert_eq!((givens(&puzzle), code), (count, 0), "{:?}", rules.options);
            assert_eq!(rules.oracle.solve(&puzzle, None, 1).len(), 1, "{:?}: {puzzle:?}", rules.options);
        }
    });
}

#[test]
fn generated_candidates_leave_one_solution() {
    each_rules(&[4, 6, 9, 12, 16], |rules| {
        // With another variant, and alone.
        let (area, side) = (rules.shape.area(), rules.shape.side());
        let mut options = rules.options.clone();
        match options.iter_mut().skip_while(|option| *option != "--variant").nth(1) {
            Some(names) => *names += ",pencilmark",
            None => options.extend(["--variant".into(), "pencilmark".into()]),
        }
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let (out, error, code) =
            run(&[&["generate", "-q", "--seed", "12", "-n", "2"], &options[..]].concat(), "");
        if code == 2 {
            return assert!(error.contains("grid"), "{options:?}: {error}");
        }
        assert_eq!((&*error, code, out.lines().count()), ("", 0, 2), "{options:?}");
        for line in out.lines() {
            assert_eq!(line.len(), area * side, "{options:?}");
            let candidates: Vec<u32> = line
                .as_bytes()
                .chunks(side)
                .map(|cell| {
                    (0..)
                        .zip(cell)
                        .filter(|(_, symbol)| **symbol != b'.')
                        .fold(0, |all, (bit, _)| all | 1 << bit)
                })
                .collect();
            assert_eq!(
                rules.oracle.solve(&vec![0; area], Some(&candidates), 2).len(),
                1,
                "{options:?}: {line}"
            );
        }
    });
}

/// The text after each puzzle has the regions of the file.
#[test]
fn regions_are_appended_to_puzzles_of_every_size() {
    each_rules(&[4, 6, 9, 12, 16, 25], |rules| {
        let Some(file) = rules.options.iter().skip_while(|option| *option != "--regions").nth(1) else {
            return;
        };
        let (out, error, code) = rules.run(&["-n", "2", "--with-regions"]);
        if code == 2 {
            return assert!(error.contains("grid"), "{error}");
        }
        let appended = fs::read_to_string(file).unwrap();
        let area = rules.shape.area();
        for line in out.lines() {
            assert_eq!(cells(&line[line.len() - area..]), cells(appended.trim()), "{:?}", rules.options);
            assert_eq!(rules.oracle.solve(&cells(&line[..area]), None, 2).len(), 1);
        }
    });
}

#[test]
fn every_size_is_among_the_plain_rules() {
    let mut sides = Vec::new();
    each_rules(&[4, 6, 9, 12, 16, 25], |rules| sides.extend(rules.is_plain.then(|| rules.shape.side())));
    assert_eq!(sides, Vec::from_iter(Shape::ALL.iter().map(|shape| shape.side())));
}

#[test]
fn the_extension_or_the_option_selects_csv_and_ndjson() {
    let folder = tempdir().unwrap();
    let puzzles = ["generate", "-q", "-n", "50", "--seed", "5", "--size", "4"];
    let lines = run(&puzzles, "").0;
    let rows = |before: &str, after: &str| -> String {
        lines.lines().map(|line| format!("{before}{line}{after}\n")).collect()
    };
    let (csv, ndjson) = (format!("puzzle\n{lines}"), rows("{\"puzzle\":\"", "\"}"));
    for (name, format, expected) in [
        ("g.csv", "auto", &csv),
        ("g.ndjson", "auto", &ndjson),
        ("g.JSONL", "auto", &ndjson),
        ("g.txt", "auto", &lines),
        ("g", "auto", &lines),
        ("g.csv", "line", &lines),
        ("g.txt", "ndjson", &ndjson),
    ] {
        let path = folder.path().join(name);
        let flags = ["--output-format", format, "-o", path.to_str().unwrap()];
        assert_eq!(run(&[&puzzles[..], &flags].concat(), ""), Default::default(), "{name}");
        assert_eq!(&fs::read_to_string(&path).unwrap(), expected, "{name} as {format}");
    }
    for (format, expected) in [("csv", &csv), ("ndjson", &ndjson)] {
        assert_eq!(&run(&[&puzzles[..], &["--output-format", format]].concat(), "").0, expected);
        // A search writes in the same way, and other commands read the puzzles.
        let found =
            run(&[&puzzles[..], &["--minimal", "--output-format", format, "--givens", "4..6"]].concat(), "")
                .0;
        let checked = run(&["check", "-q", "--minimal", "--output-format", "pair"], &*found);
        assert_eq!((checked.0.matches(",unique,minimal\n").count(), checked.2), (50, 0), "{found}");
    }
    let regions = folder.path().join("regions");
    fs::write(&regions, "1122112233443344\n").unwrap();
    let jigsaws = ["--variant", "jigsaw", "--with-regions", "--regions", regions.to_str().unwrap()];
    for form in [&["--variant", "pencilmark"][..], &jigsaws] {
        for name in ["g.csv", "g.ndjson", "g.npy", "g.arrow"] {
            let (_, error, code) = run(&[&puzzles[..], form, &["-o", name]].concat(), "");
            assert!(code == 2 && error.contains("only lines can hold candidates"), "{name}: {error}");
        }
    }
    let (_, error, code) = run(&[&puzzles[..], &["-o", "g.parquet", "--output-format", "csv"]].concat(), "");
    assert_eq!(code, 2);
    assert!(error.contains("the name g.parquet asks for parquet, and --output-format for csv"), "{error}");
}
