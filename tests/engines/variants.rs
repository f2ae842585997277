//! Variants, compared with brute force and as options of the command.

use crate::common::{
    answer, line,
    pairs::{Pairs, pairs},
    quadrille,
};
use predicates::{prelude::PredicateBooleanExt, str::contains};
use proptest::prelude::*;
use quadrille::{
    Batch, Input, Outcome, RunOptions, Shape, Solver,
    batch::Work,
    engine::{Limits, SearchReport},
    generate::{Generator, GeneratorOptions, Givens, PuzzleFormat},
    grid::{Regions, Rules, Variant, Variants},
    tasks::{Check, Count, Hint, Solve},
};
use quadrille_engines::{Engine, Run, dlx::Dlx};
use quadrille_grid::verify::{Constraints, is_solution_under};
use quadrille_grid::{Alphabet, Extras, ExtrasList};
use std::{fs, sync::LazyLock};
use tempfile::tempdir;

const ADDED: [Variant; 4] = [Variant::X, Variant::Windoku, Variant::AntiKnight, Variant::DisjointGroups];

/// A jigsaw of side 4.
const FOUR: &str = "AAABCADBCDDBCCDB";

fn shape(side: usize) -> Shape {
    Shape::from_side(side).unwrap()
}

fn empty(shape: Shape) -> Vec<u8> {
    vec![0; shape.area()]
}

/// A 9×9 jigsaw of connected regions.
const NINE: &str = "\
    AAAABCCCCAABBBCBCCAADBBBBCCADDEFFFFFDDEEEEEFFDDDEEHEFFDGHHHHIIIGGHGHHIIIGGGGGHIII";

/// Every set of variants that fits the shape, each without and with regions.
fn combinations(shape: Shape) -> Vec<(Vec<Variant>, Variants, Option<Vec<u8>>)> {
    let text = if shape == Shape::NINE { NINE.to_string() } else { jigsaw_regions(shape) };
    let jigsaw = Regions::new(shape, &text).unwrap();
    let mut all = Vec::new();
    for set in 0..1 << ADDED.len() {
        let list: Vec<_> =
            ADDED.into_iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| v).collect();
        let variants: Variants = list.iter().copied().collect();
        let cells = jigsaw.of_cells().to_vec();
        let with = variants.clone().with_regions(jigsaw.clone());
        for (variants, regions) in [(variants, None), (with, Some(cells))] {
            if variants.fit(shape).is_ok() {
                all.push((list.clone(), variants, regions));
            }
        }
    }
    all
}

fn jigsaw_regions(shape: Shape) -> String {
    match shape.side() {
        4 => FOUR.into(),
        _ => {
            let mut cells: Vec<u8> = (0..36).map(|c| b'1' + shape.box_of(c) as u8).collect();
            for (a, b) in [(2, 9), (8, 12), (5, 14), (20, 31), (33, 26)] {
                cells.swap(a, b);
            }
            String::from_utf8(cells).unwrap()
        }
    }
}

#[test]
fn every_combination_agrees_with_brute_force_on_4x4() {
    let four = shape(4);
    let mut counts = Vec::new();
    for (list, variants, regions) in combinations(four) {
        let found = pairs(four, &list, regions.as_deref()).solve(&empty(four), None, usize::MAX);
        let mut solver = Solver::new().limit(u64::MAX).variants(variants.clone()).unwrap();
        let answer = solver.solve(&"................".parse().unwrap());
        assert_eq!(answer.solutions(), found.len() as u64, "{variants:?}");
        let first = answer.into_solution().map(|s| s.cells().to_vec());
        assert_eq!(first.is_some(), !found.is_empty());
        assert!(first.is_none_or(|first| found.contains(&first)), "{variants:?}");
        if regions.is_none() {
            counts.push((list, found.len()));
        }
    }
    for (list, count) in [
        (vec![], 288),
        (vec![Variant::X], 48),
        (vec![Variant::DisjointGroups], 168),
        (vec![Variant::AntiKnight], 24),
        (vec![Variant::X, Variant::AntiKnight], 0),
        (vec![Variant::AntiKnight], 24),
        (vec![Variant::X, Variant::AntiKnight], 0),
    ] {
        assert!(counts.contains(&(list, count)), "{counts:?}");
    }
}

/// Every combination with its oracle and a grid, found once.
type KnownRules = LazyLock<Vec<(Variants, Pairs, Vec<u8>)>>;

static RULES_OF_4X4: KnownRules = LazyLock::new(|| known_rules(4));
static RULES_OF_6X6: KnownRules = LazyLock::new(|| known_rules(6));

fn known_rules(side: usize) -> Vec<(Variants, Pairs, Vec<u8>)> {
    let shape = shape(side);
    let of = |(list, variants, regions): (Vec<Variant>, Variants, Option<Vec<u8>>)| {
        let oracle = pairs(shape, &list, regions.as_deref());
        let grid = oracle.solve(&empty(shape), None, 1).pop();
        (variants, oracle, grid.unwrap_or(crate::common::pattern(shape)))
    };
    combinations(shape).into_iter().map(of).collect()
}

/// Givens of a random grid under the rules, some of them changed.
fn puzzle(shape: Shape, grid: &[u8], keep: &[u8], level: u8, wrong: Option<(usize, u8)>) -> Vec<u8> {
    let mut givens: Vec<u8> = grid.iter().zip(keep).map(|(&d, &k)| if k < level { d } else { 0 }).collect();
    if let Some((cell, digit)) = wrong {
        givens[cell % shape.area()] = digit % shape.side() as u8 + 1;
    }
    givens
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(3, 12)))]

    #[test]
    fn every_combination_agrees_with_brute_force_on_6x6(
        keep in proptest::collection::vec(any::<u8>(), 36),
        level in 40u8..120,
        wrong in proptest::option::of((0usize..36, 0u8..6)),
    ) {
        let six = shape(6);
        for (variants, oracle, grid) in &*RULES_OF_6X6 {
            let givens = puzzle(six, grid, &keep, level, wrong);
            agree(six, variants, oracle, &givens, None);
        }
    }

    #[test]
    fn pencil_marks_agree_with_brute_force(
        masks in proptest::collection::vec(any::<u32>(), 36),
        more in proptest::collection::vec(any::<u32>(), 36),
    ) {
        for (side, rules) in [(4, &RULES_OF_4X4), (6, &RULES_OF_6X6)] {
            let board = shape(side);
            for (variants, oracle, grid) in &**rules {
                let all = (1 << side) - 1;
                let mask = |cell: usize| ((masks[cell] & more[cell]) | 1 << (grid[cell] - 1)) & all;
                let mut candidates: Vec<u32> = (0..board.area()).map(mask).collect();
                agree(board, variants, oracle, &empty(board), Some(&candidates));
                candidates[5] = 0;
                agree(board, variants, oracle, &empty(board), Some(&candidates));
            }
        }
    }
}

/// Checks that the engine's count is the oracle's and that its solution is one of the oracle's.
fn agree(board: Shape, variants: &Variants, oracle: &Pairs, givens: &[u8], candidates: Option<&[u32]>) {
    const LIMIT: u64 = 60;
    let found = oracle.solve(givens, candidates, LIMIT as usize + 1);
    let (mut solution, mut report) = (empty(board), [SearchReport::default()]);
    let (extras, mut list) = (Extras { candidates, ..Extras::default() }, ExtrasList::default());
    list.push(board, extras);
    let run = Run::new(board, givens, &mut solution, &mut report);
    let limits = Limits::new(LIMIT);
    Dlx::under(&Rules::new(board, variants).unwrap()).solve(&mut run.with_extras(&list), &limits);
    assert_eq!(report[0].solutions, LIMIT.min(found.len() as u64), "{variants:?} {}", line(givens));
    if report[0].solutions > 0 {
        let terms = Constraints { variants, extras };
        assert!(is_solution_under(board, &terms, givens, &solution));
        assert!(found.len() as u64 > LIMIT || found.contains(&solution));
    }
}

#[test]
fn plain_rules_give_the_results_of_the_plain_engine() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/9x9-minimal.txt")).unwrap();
    let cells: Vec<u8> = text
        .lines()
        .take(200)
        .flat_map(|l| l.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }))
        .collect();
    let solve = |engine: &mut dyn Engine| {
        let (mut solutions, mut reports) = (vec![0; cells.len()], vec![SearchReport::default(); 200]);
        let limits = Limits::new(2);
        engine.solve(&mut Run::new(Shape::NINE, &cells, &mut solutions, &mut reports), &limits);
        (solutions, reports)
    };
    assert_eq!(solve(&mut Dlx::new(Shape::NINE)), solve(&mut Dlx::under(&Rules::plain(Shape::NINE))));
}

/// Puzzles under variants, as text.
fn generated(
    board: Shape,
    variants: &Variants,
    target: Givens,
    count: u64,
    format: PuzzleFormat,
    threads: usize,
) -> String {
    let rules = Rules::new(board, variants).unwrap();
    let options = GeneratorOptions::unique_under(&rules, target).unwrap();
    let mut text = Vec::new();
    let generator = Generator::new(options, count)
        .seed(7)
        .rules(rules)
        .unwrap()
        .format(format)
        .run_options(RunOptions::new().threads(threads));
    generator.write(&mut text, &mut |_| {}).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn generated_puzzles_have_one_solution_by_brute_force() {
    for side in [4, 6] {
        let board = shape(side);
        for (list, variants, regions) in combinations(board) {
            let oracle = pairs(board, &list, regions.as_deref());
            if oracle.solve(&empty(board), None, 1).is_empty() {
                continue;
            }
            let text = generated(board, &variants, Givens::Minimal, 5, PuzzleFormat::default(), 1);
            for puzzle in text.lines() {
                let givens: Vec<u8> = puzzle.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
                assert_eq!(oracle.solve(&givens, None, 2).len(), 1, "{variants:?} {puzzle}");
                for cell in (0..board.area()).filter(|&cell| givens[cell] > 0) {
                    let mut fewer = givens.clone();
                    fewer[cell] = 0;
                    assert_eq!(
                        oracle.solve(&fewer, None, 2).len(),
                        2,
                        "{variants:?} {puzzle} is not minimal"
                    );
                }
            }
        }
    }
}

#[test]
fn generated_9x9_puzzles_are_unique_under_their_rules_and_solved_correctly() {
    for (list, variants, regions) in combinations(Shape::NINE) {
        let oracle = pairs(Shape::NINE, &list, regions.as_deref());
        let rules = Rules::new(Shape::NINE, &variants).unwrap();
        let options = GeneratorOptions::unique_under(&rules, GeneratorOptions::easy(Shape::NINE)).unwrap();
        let mut text = Vec::new();
        if Generator::new(options, 4).seed(3).rules(rules).unwrap().write(&mut text, &mut |_| {}).is_err() {
            assert!(list.len() > 1 || regions.is_some(), "{variants:?}: every variant alone has grids");
            continue;
        }
        let (checked, _) = answer(&Batch::new(Check::new()).variants(variants.clone()), &text);
        assert_eq!(checked, "unique\n".repeat(4), "{variants:?}");
        let (solved, _) = answer(&Batch::new(Solve::new()).variants(variants), &text);
        for solution in solved.lines() {
            let grid: Vec<u8> = solution.bytes().map(|b| b - b'0').collect();
            assert_eq!(oracle.solve(&grid, None, 2), [grid]);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_any_number_of_threads() {
    for (side, count) in [(4, 5000), (9, 20), (12, 3)] {
        let of = |threads| {
            generated(
                shape(side),
                &Variant::X.into(),
                GeneratorOptions::easy(shape(side)),
                count,
                PuzzleFormat::default(),
                threads,
            )
        };
        let one = of(1);
        assert_eq!(one.lines().count() as u64, count);
        assert!([2, 3, 8].into_iter().all(|threads| of(threads) == one));
        assert!(
            generated(
                shape(side),
                &Variant::X.into(),
                GeneratorOptions::easy(shape(side)),
                count + 1,
                PuzzleFormat::default(),
                2
            )
            .starts_with(&one)
        );
    }
}

/// Records with three different sets of regions, in turn.
fn jigsaws() -> String {
    let four = shape(4);
    let boxes: String = (0..16).map(|c| char::from(b'a' + four.box_of(c) as u8)).collect();
    let rows: String = (0..16).map(|c| char::from(b'0' + (c / 4) as u8)).collect();
    let mut text = String::new();
    for i in 0..300 {
        let regions = [FOUR, &boxes, &rows][i % 3];
        let givens = [
            "1...............",
            "12..............",
            "1..2....3......4",
            "11..............",
            "1234341221434321",
        ];
        text += &format!("{}{regions}\n", givens[i % 5]);
        if i % 7 == 0 {
            text += "1...............\n# no regions above\n";
        }
    }
    text + &format!("123456789{}{NINE}\n", ".".repeat(72))
}

#[test]
fn each_record_keeps_its_regions_for_any_threads_and_chunks() {
    let text = jigsaws();
    let batch = |task: &Work| Batch::new(task.clone()).variants(Variant::Jigsaw.into());
    let count = Work::from(Count::new().limit(500));
    for task in [&count, &Work::from(Solve::new().limit(500))] {
        let want = answer(&batch(task).run_options(RunOptions::new().threads(1)), text.as_bytes()).0;
        for (threads, chunk) in [(2, 1), (3, 50), (2, 1000), (8, 33)] {
            let batch = batch(task).run_options(RunOptions::new().threads(threads)).chunk_size(chunk);
            assert_eq!(answer(&batch, text.as_bytes()).0, want);
        }
    }
    let counts = answer(&batch(&count), text.as_bytes()).0;
    let records = text.lines().filter(|l| !l.starts_with('#'));
    assert_eq!(records.clone().count(), counts.lines().count());
    for (record, count) in records.zip(counts.lines()).filter(|(record, _)| record.len() != 162) {
        if record.len() == 16 {
            assert_eq!(
                count,
                "!invalid: expected 32, 72, 162, 288, 512 or 1250 characters for a grid and its regions, found 16"
            );
            continue;
        }
        let givens: Vec<u8> = record.bytes().take(16).map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        let of_cells = Regions::new(shape(4), &record[16..]).unwrap();
        let found = pairs(shape(4), &[], Some(of_cells.of_cells())).solve(&givens, None, usize::MAX);
        assert_eq!(count, found.len().to_string(), "{record}");
    }
    assert_eq!(counts.lines().last(), Some("500+"));
}

#[test]
fn a_puzzle_and_its_pencil_marks_have_the_same_answers() {
    let dataset = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/9x9-mixed.txt")).unwrap();
    let puzzles: Vec<&str> = dataset
        .lines()
        .map(str::trim)
        .filter(|l| l.len() == 81 && l.bytes().all(|b| b == b'.' || b.is_ascii_digit()))
        .collect();
    assert!(puzzles.len() > 100);
    let mut marks = Vec::new();
    for puzzle in &puzzles {
        let mask = |b: u8| if matches!(b, b'1'..=b'9') { 1 << (b - b'1') } else { 511 };
        let masks: Vec<u32> = puzzle.bytes().map(mask).collect();
        Alphabet::Digits.write_candidates(Shape::NINE, &masks, &mut marks);
        marks.push(b'\n');
    }
    for task in [Work::from(Check::new()), Work::from(Count::new().limit(2))] {
        let batch = Batch::new(task);
        let plain = answer(&batch, puzzles.join("\n").as_bytes()).0;
        for (threads, chunk) in [(1, 1 << 17), (3, 1000)] {
            let (marked, summary) = answer(
                &batch.clone().run_options(RunOptions::new().threads(threads)).chunk_size(chunk),
                &marks,
            );
            assert_eq!(marked, plain);
            assert!(summary.tally.formats.contains("pencilmark"));
        }
    }
    let unique = answer(&Batch::new(Check::new()), puzzles.join("\n").as_bytes()).0;
    let solved = answer(&Batch::new(Solve::new()), puzzles.join("\n").as_bytes()).0;
    let marked = answer(&Batch::new(Solve::new()), &marks).0;
    for ((a, b), _) in
        solved.lines().zip(marked.lines()).zip(unique.lines()).filter(|(_, u)| *u != "multiple")
    {
        assert_eq!(a, b);
    }
}

#[test]
fn pencil_marks_can_be_combined_with_variants_and_regions() {
    let masks = [0b1111; 16];
    let mut marks = Vec::new();
    Alphabet::Digits.write_candidates(shape(4), &masks, &mut marks);
    let count =
        |variants: Variants, text: &[u8]| answer(&Batch::new(Count::new()).variants(variants), text).0;
    assert_eq!(count(Variants::default(), &marks), "288\n");
    assert_eq!(count(Variant::X.into(), &marks), "48\n");
    let with_regions = [&marks[..], FOUR.as_bytes()].concat();
    let of_cells = Regions::new(shape(4), FOUR).unwrap();
    let found = pairs(shape(4), &[], Some(of_cells.of_cells())).solve(&[0; 16], None, usize::MAX).len();
    assert_eq!(count(Variant::Jigsaw.into(), &with_regions), format!("{found}\n"));
    let pair = quadrille::batch::OutputFormat::named("pair").unwrap();
    let batch = Batch::new(Count::new()).variants(Variant::Jigsaw.into()).output_format(pair);
    let (text, _) = answer(&batch, &with_regions);
    assert_eq!(text.len(), 64 + 16 + format!(",{found}\n").len());
    let (again, _) = answer(&batch, text.as_bytes());
    assert_eq!(again, text, "what pair writes can be read");
}

#[test]
fn a_board_that_does_not_fit_the_variants_keeps_its_place() {
    let text = "1...............\nbad\n.................................................................................\n\n1..............2\n";
    let batch = Batch::new(Count::new().limit(3)).variants(Variant::Windoku.into());
    let (answers, summary) = answer(&batch, text.as_bytes());
    let lines: Vec<_> = answers.lines().collect();
    assert_eq!(lines[0], "!invalid: windoku is for 9×9 boards, not 4×4");
    assert_eq!(lines[1], "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 3");
    assert_eq!((lines[2], lines[3]), ("3+", lines[0]));
    assert_eq!(summary.tally.invalid, 3);
    let table = "id,puzzle\n1,1...............\n2,1..............2\n";
    let (answers, _) = answer(&batch, table.as_bytes());
    assert!(answers.ends_with("..2,\"!invalid: windoku is for 9×9 boards, not 4×4\",invalid\n"), "{answers}");
}

/// A board that is refused is reported with its line.
#[test]
fn a_refused_board_is_reported_with_its_line() {
    let mut command = quadrille(&["count", "-", "--variant", "windoku"]);
    command.write_stdin("# one\n\n1...............\nbad\n");
    command.assert().code(1).stderr(
        contains("3: windoku").and(contains("4: expected 16, 36, 81, 144, 256 or 625 cells, found 3")),
    );
}

#[test]
fn expected_solutions_of_tables_are_checked_under_variants() {
    let table = "puzzle,solution\n1234341243212143,1234341243212143\n1234............,1234341221434321\n";
    let batch = Batch::new(Solve::new().verify_answers(true)).variants(Variant::X.into());
    let (answers, summary) = answer(&batch, table.as_bytes());
    assert_eq!(summary.tally.mismatches, 1, "{answers}");
    assert_eq!(summary.tally.solved + summary.tally.unique, 2);
}

#[test]
fn variants_can_be_separated_by_commas_or_repeated() {
    let puzzle = "................\n";
    for (arguments, count) in [
        (&["--variant", "x"][..], "48\n"),
        (&["--variant", "disjoint-groups"], "168\n"),
        (&["--variant", "x,anti-knight"], "0\n"),
        (&["--variant", "x", "--variant", "anti-knight"], "0\n"),
    ] {
        let mut command = quadrille(&["count", "-q", "-"]);
        command.args(arguments).write_stdin(puzzle).assert().stdout(count);
    }
}

#[test]
fn regions_come_from_a_file() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("regions");
    fs::write(&file, "# rows\nAAAB\nCADB\nCDDB\nCCDB\n").unwrap();
    let file = file.to_str().unwrap();
    let found = {
        let of_cells = Regions::new(shape(4), FOUR).unwrap();
        pairs(shape(4), &[Variant::X], Some(of_cells.of_cells())).solve(&[0; 16], None, usize::MAX).len()
    };
    let mut command = quadrille(&["count", "-q", "-", "--variant", "jigsaw,x", "--regions", file]);
    command.write_stdin("................\n").assert().stdout(format!("{found}\n"));
    fs::write(file, "AAAB\nCADB\nCDDB\nCCDA\n").unwrap();
    let mut command = quadrille(&["count", "-", "--variant", "jigsaw", "--regions", file]);
    command
        .write_stdin("")
        .assert()
        .code(2)
        .stderr(contains("line 1: expected 4 cells in region 'A', found 5"));
    let mut command = quadrille(&["count", "-", "--regions", file]);
    command
        .write_stdin("")
        .assert()
        .code(2)
        .stderr(contains("--regions needs --variant jigsaw; add it, or remove --regions"));
    let mut command = quadrille(&["solve", "-", "--variant", "jigsaw", "--regions", "/no/such"]);
    command.write_stdin("").assert().code(2).stderr(contains("/no/such: not found"));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("regions");
    fs::write(&file, FOUR).unwrap();
    let file = file.to_str().unwrap();
    for (arguments, what) in [
        (&["solve", "-", "--variant", "jigsaw,disjoint-groups"][..], "a jigsaw has none"),
        (&["solve", "-", "--variant", "windoku,jigsaw", "--regions", file], "windoku is for 9×9"),
        (&["solve", "-", "--variant", "pencilmark", "--format", "csv"], "remove --format csv"),
        (&["solve", "-", "--variant", "jigsaw", "--format", "csv"], "has no regions with each record"),
        (&["solve", "-", "--variant", "chess"], "the values are x, windoku"),
        (&["hint", "-", "--variant", "x"], "has no option --variant"),
        (&["canonical", "-", "--format", "pencilmark"], "has candidates, but givens are needed"),
        (&["generate", "--variant", "jigsaw"], "needs --regions"),
        (&["generate", "--variant", "jigsaw", "--regions", file], "the regions are for 4×4 boards, not 9×9"),
        (&["generate", "--with-regions"], "--regions"),
        (&["generate", "--variant", "windoku", "--size", "4"], "windoku is for 9×9"),
        (&["generate", "--variant", "x", "--givens", "7"], "at least"),
    ] {
        let mut command = quadrille(arguments);
        command.write_stdin("puzzle\n1...............\n").assert().code(2).stderr(contains(what));
    }
    let variants = Variants::from(Variant::X);
    let inputs = vec![Input::reader("test", "1...............".as_bytes())];
    let error = Batch::new(Hint::new()).variants(variants).run(inputs, &mut Vec::new(), &mut ()).unwrap_err();
    assert!(error.to_string().contains("support standard sudoku only"));
    assert!(Solver::new().variants(Variant::Jigsaw).is_err());
}

#[test]
fn rules_without_grids_are_an_error_of_generation() {
    for arguments in [
        &["--size", "4", "--variant", "anti-knight,x"][..],
        &["--size", "4", "--variant", "anti-knight,disjoint-groups", "--minimal"],
    ] {
        let mut command = quadrille(&["generate", "-n", "100"]);
        command
            .args(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("no 4×4 grid satisfies the rules"));
    }
}

#[test]
fn generated_records_can_be_read() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("regions");
    fs::write(&file, NINE).unwrap();
    let file = file.to_str().unwrap();
    let generate = |more: &[&str]| {
        let output = quadrille(&["generate", "-n", "5", "--seed", "2"]).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let check = |text: &str, more: &[&str]| {
        let mut command = quadrille(&["check", "-q", "-"]);
        command.args(more).write_stdin(text).assert().success().stdout("unique\n".repeat(5));
    };
    let plain = generate(&["--variant", "jigsaw", "--regions", file]);
    check(&plain, &["--variant", "jigsaw", "--regions", file]);
    let with = generate(&["--variant", "jigsaw", "--regions", file, "--with-regions"]);
    assert!(
        with.lines().zip(plain.lines()).all(|(with, plain)| with.len() == 162 && with.starts_with(plain))
    );
    check(&with, &["--variant", "jigsaw"]);
    let marks = generate(&["--variant", "pencilmark,x", "--minimal"]);
    assert!(marks.lines().all(|line| line.len() == 729));
    check(&marks, &["--variant", "x"]);
    check(&marks, &["--variant", "pencilmark,x"]);
    let both = generate(&["--variant", "jigsaw,pencilmark", "--regions", file, "--with-regions"]);
    assert!(both.lines().all(|line| line.len() == 810));
    check(&both, &["--variant", "jigsaw,pencilmark"]);
}

#[test]
fn outcomes_are_distinguished_under_variants() {
    let mut solver = Solver::new().limit(2).variants(Variant::X).unwrap();
    for (puzzle, outcome) in [
        ("12..............", Outcome::Multiple),
        ("1234..........43", Outcome::Unique),
        ("1....1..........", Outcome::None),
        ("1234............", Outcome::Multiple),
    ] {
        assert_eq!(solver.solve(&puzzle.parse().unwrap()).outcome(), outcome, "{puzzle}");
    }
}
