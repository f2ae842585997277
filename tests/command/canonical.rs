//! `canonical`: canonical forms of files, in every format and however the run is divided.

use crate::{
    common::{FOUR, FOUR_SOLVED, NONE, run},
    determinism::one_output,
};
use quadrille::{
    Puzzle, Shape, Solver,
    symmetry::{Symmetries, Transform},
};
use std::{fs, path::Path};

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The forms of puzzles, a line each.
fn forms(puzzles: &str, options: &[&str]) -> Vec<String> {
    let (out, error, code) = run(&[&["canonical", "-q"], options].concat(), puzzles);
    assert_eq!((error.as_str(), code), ("", 0));
    out.lines().map(String::from).collect()
}

/// Generated grids and symmetric ones that were built, with 1 to 648 automorphisms. Their forms are the forms of gridchecker's
/// `rowminlex` (e90e203), and their automorphisms were counted by trying all 3,359,232 arrangements.
#[test]
fn grids_have_the_forms_and_automorphisms_that_another_program_found() {
    let table = file("tests/data/minlex_grids.csv");
    let options = ["--form-of", "solution", "--column", "grid", "--output-format", "csv"];
    let found = forms(&table, &options);
    assert_eq!(found.len(), 63);
    for (row, found) in table.lines().zip(&found).skip(1) {
        let (grid, rest) = row.split_once(',').unwrap();
        let (form, automorphisms) = rest.split_once(',').unwrap();
        assert_eq!(*found, format!("{grid},{form},unique,{automorphisms}"));
    }
    // A complete grid is a puzzle as well.
    let puzzles = forms(&table, &["--column", "grid", "--output-format", "csv"]);
    assert_eq!(puzzles, found);
    let givens = forms(&table, &["--form-of", "givens", "--column", "grid", "--output-format", "csv"]);
    let described: Vec<String> = found.iter().map(|row| row.replace("unique", "described")).collect();
    assert_eq!(givens.get(1..), described.get(1..));
}

/// Generated puzzles, the first two on one grid, with the forms that gridchecker (e90e203) found by `--solve --groupbygrid`.
#[test]
fn puzzles_have_the_forms_of_another_program_and_its_groups_by_grid() {
    const PUZZLES: &str = "\
....53.2..........78.....1...85.64...5..4...3..4.32..86.1...2..4..9......23......
...5...6.....18....1.9.4.....2..51.8.5...297...8.73..5.........4..32....1.....8.7
...........51.....487..3...8..2...5.....951.........8929.64.3..7.....6.....5.12..
";
    let grids = [
        "123456789457189236689372415231867594875294163964531872318645927596728341742913658",
        "123456789457189236896723514265897143781634925934512678318975462542361897679248351",
    ];
    let puzzles = [
        "1.....7.9....8.2.........152...67..4..52...6...45.1..2.1.6.5....9....34..........",
        "1.....7.9....8.2.........152...67..4..52...63..45.1..2.1.6.5....9....34..........",
        "..345..8..5..8...6.9.7.....2.5.......8.634...9...........9....2..23.1..7.......51",
    ];
    assert_eq!(forms(PUZZLES, &["--form-of", "solution"]), [grids[0], grids[0], grids[1]]);
    assert_eq!(forms(PUZZLES, &[]), puzzles);
}

/// gridchecker's `--similar --subcanon` finds another morph, which is not the least one and has the same form.
#[test]
fn a_form_of_another_definition_has_the_same_form() {
    let puzzle = "3..18.........2.8.9.......6.......3.1..5....86.4.28..5....6..7.......4...85....13";
    let other = "........1.....2.3..45...67........6.2.1.485..7..5..4......8..4.6..7.4...9.....2..";
    let least = "........1.....2..3.45.67..........2...7.13..41..4..8.6.1...97...6..3....9....1...";
    assert_eq!(forms(&format!("{puzzle}\n{other}\n"), &["--form-of", "givens"]), [least; 2]);
}

#[test]
fn fields_are_added_to_tables_and_other_columns_stay() {
    let table = format!("id,puzzle,level\n7,{FOUR},\"a,b\"\n8,{NONE},c\n9,1..3,d\n");
    let (out, _, code) = run(&["canonical", "-q", "--transform"], table.as_str());
    let rows: Vec<_> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(rows[0], "id,puzzle,level,canonical,status,automorphisms,transform");
    assert_eq!(rows[1], format!("7,{FOUR},\"a,b\",.....412.1.34...,unique,1,t-r2143-c3412-d1324"));
    assert!(rows[2].starts_with(&format!("8,{NONE},c,..............11,none,48,")));
    assert!(rows[3].starts_with("9,1..3,d,\"!invalid: ") && rows[3].ends_with("\",invalid,,"), "{}", rows[3]);
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"n\":[1, 2]}}\n{{\"puzzle\":\"{NONE}\"}}\n");
    let (out, _, code) = run(&["canonical", "-q", "--form-of", "solution"], object);
    assert_eq!(code, 1, "a puzzle without a solution has no least solution");
    let expected = format!(
        "{{\"puzzle\":\"{FOUR}\",\"n\":[1, 2],\"canonical\":\"{FOUR_SOLVED}\",\"status\":\"unique\",\"automorphisms\":32}}\n\
         {{\"puzzle\":\"{NONE}\",\"canonical\":\"!none\",\"status\":\"none\",\"automorphisms\":null}}\n"
    );
    assert_eq!(out, expected);
}

#[test]
fn a_line_has_the_form_alone_or_with_its_transformation() {
    let text = format!("{FOUR}\n{FOUR};kept\n");
    assert_eq!(forms(&text, &[]), [".....412.1.34..."; 2]);
    assert_eq!(forms(&text, &["--keep-trailing"])[1], ".....412.1.34...;kept");
    assert_eq!(forms(&text, &["--transform"])[0], ".....412.1.34...,t-r2143-c3412-d1324");
    let (out, _, code) = run(&["canonical", "-q", "--form-of", "solution"], format!("{}\n", ".".repeat(16)));
    assert_eq!((out.as_str(), code), ("!multiple\n", 1));
}

/// canonical ∘ morph = canonical, canonical ∘ canonical = canonical, and the transformation leads from the puzzle to the form.
#[test]
fn morphs_have_one_form_which_is_its_own() {
    let nine = file("datasets/9x9-mixed.txt");
    let nine = nine.lines().filter(|line| line.len() == 81 && line.parse::<Puzzle>().is_ok()).step_by(5);
    let (four, six) = (file("datasets/4x4.txt"), file("datasets/6x6.txt"));
    let empty = [16, 36, 81].map(|cells| ".".repeat(cells));
    let all =
        nine.chain(four.lines().take(100)).chain(six.lines().take(100)).chain(empty.iter().map(|e| &**e));
    let puzzles: Vec<Puzzle> = all.map(|line| line.parse().unwrap()).collect();
    let text =
        |puzzles: &mut dyn Iterator<Item = Puzzle>| puzzles.map(|p| format!("{p}\n")).collect::<String>();
    let morphs = puzzles.iter().zip(0..).map(|(puzzle, number)| {
        Transform::random(puzzle.shape(), Symmetries::ALL, 3, number).unwrap().apply(puzzle)
    });
    let of_puzzles = forms(&text(&mut puzzles.iter().cloned()), &[]);
    assert_eq!(of_puzzles.len(), puzzles.len());
    assert_eq!(forms(&text(&mut morphs.into_iter()), &[]), of_puzzles);
    assert_eq!(forms(&format!("{}\n", of_puzzles.join("\n")), &[]), of_puzzles);
    for (puzzle, line) in puzzles.iter().zip(forms(&text(&mut puzzles.iter().cloned()), &["--transform"])) {
        let (form, transform) = line.split_once(',').unwrap();
        let transform: Transform = transform.parse().unwrap();
        assert_eq!(transform.apply(puzzle).to_string(), form);
        assert_eq!(transform.inverse().apply(&form.parse().unwrap()), *puzzle);
    }
}

#[test]
fn the_solution_of_the_form_is_the_form_of_the_solution() {
    let text: String = file("datasets/9x9-minimal.txt").lines().take(300).map(|l| format!("{l}\n")).collect();
    let mut solver = Solver::new();
    let of_solutions = forms(&text, &["--form-of", "solution"]);
    for (form, of_solution) in forms(&text, &[]).iter().zip(&of_solutions) {
        let answer = solver.solve(&form.parse().unwrap());
        assert_eq!(answer.solution().unwrap().to_string(), *of_solution);
    }
    assert_eq!(forms(&format!("{}\n", of_solutions.join("\n")), &["--form-of", "solution"]), of_solutions);
}

/// Equivalent puzzles on a grid with automorphisms: of all transformations that make the grid least, the one that makes
/// the givens least counts.
#[test]
fn puzzles_on_grids_with_automorphisms_have_one_form() {
    let table = file("tests/data/minlex_grids.csv");
    for (number, row) in (0..).zip(table.lines().filter(|row| row.ends_with(",648") || row.ends_with(",108")))
    {
        // Every third digit, more or less: a puzzle with one solution.
        let puzzle: String =
            row[..81].chars().enumerate().map(|(i, d)| if i * i % 11 < 5 { d } else { '.' }).collect();
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let morphs: String = (0..20)
            .map(|k| {
                let transform = Transform::random(Shape::NINE, Symmetries::ALL, number, k).unwrap();
                format!("{}\n", transform.apply(&puzzle))
            })
            .collect();
        let found = forms(&morphs, &[]);
        assert!(found.iter().all(|form| *form == found[0]), "{puzzle}");
    }
}

#[test]
fn larger_boards_are_malformed() {
    let sixteen = ".".repeat(256);
    let (out, error, code) = run(&["canonical", "-q", "-"], format!("{FOUR}\n\n{sixteen}\n{FOUR}\nx\n"));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((lines.len(), code), (4, 1));
    assert_eq!(lines[1], "!invalid: boards of 16×16 have no canonical form");
    assert_eq!(lines[2], ".....412.1.34...");
    assert!(error.contains("-:3: boards of 16×16 have no canonical form\n"), "{error}");
    assert!(error.contains("-:5: expected "), "{error}");
}

#[test]
fn what_has_no_symmetries_of_sudoku_is_refused() {
    for (args, text, says) in [
        (&["--variant", "x"][..], FOUR.to_owned(), "has no option --variant"),
        (&["--regions", "r.txt"], FOUR.to_owned(), "has no option --regions"),
        (&["--verify-answers"], FOUR.to_owned(), "has no option --verify-answers"),
        (&["--search-columns"], FOUR.to_owned(), "has no option --search-columns"),
        (&["--format", "pencilmark"], "1".repeat(64), "has candidates, but givens are needed"),
        (&["--form-of", "grid"], FOUR.to_owned(), "the values are puzzle, solution"),
    ] {
        let (out, error, code) = run(&[&["canonical", "-q"], args].concat(), format!("{text}\n"));
        assert_eq!((out.as_str(), code), ("", 2), "{args:?}");
        assert!(error.contains(says), "{args:?}: {error}");
    }
}

#[test]
fn the_answers_do_not_depend_on_threads_chunks_shards_or_mapping() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.csv");
    let rows: String =
        file("datasets/9x9-mixed.txt").lines().zip(0..).map(|(l, i)| format!("{i},{l}\n")).collect();
    fs::write(&path, format!("id,puzzle\n{rows}")).unwrap();
    let path = path.to_str().unwrap();
    let out = |options: &[&str]| run(&[&["canonical", "-q", "--transform", path], options].concat(), "").0;
    let expected = one_output(out);
    assert_eq!(expected.lines().count(), 1 + rows.lines().filter(|row| !row.is_empty()).count());
    let resumed = folder.path().join("forms.csv");
    let (_, _, _) =
        run(&["canonical", "-q", "--transform", path, "--resume", "-o", resumed.to_str().unwrap()], "");
    assert_eq!(fs::read_to_string(&resumed).unwrap(), expected);
    let stats = folder.path().join("stats.json");
    out(&["--summary-json", stats.to_str().unwrap()]);
    assert!(fs::read_to_string(stats).unwrap().contains("\"command\": \"canonical\""));
}

/// The least morph of a 4×4 board, by its definition.
fn least_morph(puzzle: &str) -> String {
    let orders: Vec<[usize; 4]> = (0..256)
        .map(|n| [n / 64, n / 16 % 4, n / 4 % 4, n % 4])
        .filter(|o| o[0] / 2 == o[1] / 2 && o[2] / 2 == o[3] / 2)
        .filter(|o| (0..4).all(|line| o.contains(&line)))
        .collect();
    assert_eq!(orders.len(), 8);
    let cells: Vec<u8> = puzzle.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
    let mut least = vec![u8::MAX; 16];
    for (rows, columns, transposed) in orders
        .iter()
        .flat_map(|rows| orders.iter().flat_map(move |columns| [false, true].map(|t| (rows, columns, t))))
    {
        let (mut names, mut named, mut morph) = ([0; 5], 0, Vec::new());
        for (row, column) in (0..16).map(|cell| (rows[cell / 4], columns[cell % 4])) {
            let digit = usize::from(cells[if transposed { 4 * column + row } else { 4 * row + column }]);
            if digit > 0 && names[digit] == 0 {
                named += 1;
                names[digit] = named;
            }
            morph.push(names[digit]);
        }
        least = least.min(morph);
    }
    least.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

#[test]
fn forms_of_givens_are_least_morphs_whatever_the_solutions() {
    let mut puzzles = vec![FOUR.to_owned(), NONE.to_owned(), FOUR_SOLVED.to_owned(), ".".repeat(16)];
    let generated = run(&["generate", "-q", "--size", "4", "--number", "30", "--seed", "1"], "").0;
    puzzles.extend(generated.lines().map(String::from));
    let text = puzzles.join("\n") + "\n";
    let expected: Vec<String> = puzzles.iter().map(|puzzle| least_morph(puzzle)).collect();
    assert_eq!(forms(&text, &["--form-of", "givens"]), expected);
    // A puzzle with one solution has another form than by its solution, and the same classes.
    let nine = run(&["generate", "-q", "--minimal", "--number", "40", "--seed", "1"], "").0;
    let morphs = run(&["morph", "-q", "--copies", "2", "--seed", "1", "--output-format", "line"], nine).0;
    let [of_givens, of_puzzle] = ["givens", "puzzle"].map(|of| forms(&morphs, &["--form-of", of]));
    assert_ne!(of_givens, of_puzzle);
    assert!(of_givens.chunks(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(of_givens.iter().collect::<std::collections::BTreeSet<_>>().len(), 40);
}

#[test]
fn forms_of_givens_are_not_solved() {
    let table = format!("puzzle\n{FOUR}\nx\n{NONE}\n");
    let (out, error, code) = run(&["canonical", "--form-of", "givens", "--transform"], table);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1, "{error}");
    assert!(rows[1].starts_with(&format!("{FOUR},.....123.2.41...,described,1,t-")), "{out}");
    assert!(rows[2].starts_with("x,\"!invalid: ") && rows[2].ends_with(",invalid,,"), "{out}");
    assert!(rows[3].starts_with(&format!("{NONE},..............11,described,")), "{out}");
    assert!(!error.contains("solved") && !error.contains("engine"), "{error}");
}
