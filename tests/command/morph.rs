//! `morph`: equivalent boards, puzzle and solution together.

use crate::common::{EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, MIXED, line, output, pattern, rows, run};
use quadrille::{
    Puzzle, Shape,
    symmetry::{Symmetries, Transform, canonical},
};
use std::fs;

const SIX: &str = "1....6.5..2..3....4.....2..6.1....5.";

/// A table with boards of three shapes, other columns, and rows that have no morphs.
fn table() -> String {
    let sixteen = line(&pattern(Shape::from_side(16).unwrap()));
    let mut text = String::from("id,puzzle,solution,note\n");
    for i in 0..40 {
        let extra = match i % 8 {
            0 => format!("{FOUR},{FOUR_SOLVED},\"a, \"\"b\"\"\""),
            1 => format!("\"{EASY}\",\"{EASY_SOLVED}\",quoted"),
            2 => format!("{SIX},,no solution"),
            3 => format!("{EASY},{FOUR_SOLVED},another size"),
            4 => format!("{sixteen},,large"),
            5 => "no puzzle,,".into(),
            _ => format!("{EASY},{EASY_SOLVED},"),
        };
        text += &format!("{i},{extra}\n");
    }
    text
}

fn cells(board: &str) -> Vec<u8> {
    board.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect()
}

/// Whether a complete board follows the rules, by looking at every house.
fn is_complete(solution: &[u8]) -> bool {
    let shape = Shape::from_area(solution.len()).unwrap();
    let all = (2u32 << shape.side()) - 2;
    let houses: [fn(Shape, usize) -> usize; 3] = [Shape::row_of, Shape::column_of, Shape::box_of];
    houses.iter().all(|house| {
        (0..shape.side()).all(|number| {
            let digits = (0..solution.len()).filter(|&cell| house(shape, cell) == number);
            digits.fold(0, |seen, cell| seen | 1 << solution[cell]) == all
        })
    })
}

#[test]
fn the_morph_of_a_solved_record_is_a_solved_record_of_the_same_class() {
    let six_solved = line(&pattern(Shape::from_side(6).unwrap()));
    let six: String =
        six_solved.char_indices().map(|(i, digit)| if i % 3 == 0 { '.' } else { digit }).collect();
    for (puzzle, solution) in [(EASY, EASY_SOLVED), (FOUR, FOUR_SOLVED), (&*six, &*six_solved)] {
        let form = canonical(&puzzle.parse().unwrap()).unwrap().form;
        let text = format!("puzzle,solution\n{puzzle},{solution}\n");
        let out = output(&["morph", "--seed", "5", "--copies", "200"], text);
        let mut seen = std::collections::HashSet::new();
        for row in out.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let (morph, solved) = (cells(fields[0]), cells(fields[1]));
            assert!(is_complete(&solved), "{row}");
            assert!(morph.iter().zip(&solved).all(|(given, digit)| *given == 0 || given == digit), "{row}");
            assert_eq!(canonical(&Puzzle::new(morph).unwrap()).unwrap().form, form, "{row}");
            assert_eq!(fields[2], "1");
            seen.insert(fields[0].to_owned());
        }
        assert!(seen.len() > 180, "{puzzle}: {} different morphs", seen.len());
    }
}

#[test]
fn seeds_give_the_same_bytes_for_any_threads_chunks_and_shards() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.csv"), table()).unwrap();
    fs::write(path("b.txt"), MIXED).unwrap();
    fs::write(
        path("c.ndjson"),
        format!("{{\"puzzle\":\"{FOUR}\"}}\n\n{{}}\n{{\"puzzle\":\"{EASY}\"}}\n").repeat(9),
    )
    .unwrap();
    for name in ["a.csv", "b.txt", "c.ndjson"] {
        for copies in [&[][..], &["--copies", "3"]] {
            let input = path(name);
            let morph = |more: &[&str]| {
                let args = [&["morph", "-q", "--seed", "7", &*input], copies, more].concat();
                let (out, _, code) = run(&args, "");
                assert_eq!(code, 1, "{name} has malformed records");
                out
            };
            let whole = morph(&["--threads", "1"]);
            for size in ["1", "100", "300", "10000"] {
                for more in [&["--threads", "1"][..], &["--threads", "4"], &["--threads", "3", "--no-mmap"]] {
                    assert_eq!(
                        morph(&[&["--chunk-size", size], more].concat()),
                        whole,
                        "{name} {size} {more:?}"
                    );
                }
            }
            let shards = ["1/5", "2/5", "3/5", "4/5", "5/5"];
            let parts: String = shards
                .map(|shard| {
                    run(&[&["morph", "-q", "--seed", "7", &*input, "--shard", shard], copies].concat(), "").0
                })
                .concat();
            assert_eq!(parts, whole, "{name}");
            let read =
                run(&[&["morph", "-q", "--seed", "7", "-"], copies].concat(), fs::read(&input).unwrap()).0;
            assert_eq!(read, whole, "{name} from standard input");
        }
    }
}

#[test]
fn records_are_numbered_over_all_inputs_and_shards() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let inputs = [path("a.csv"), path("b.csv"), path("c.csv")];
    let contents = [1, 12, 5].map(|rows| format!("puzzle\n{}", format!("{FOUR}\n").repeat(rows)));
    inputs.iter().zip(contents).for_each(|(input, text)| fs::write(input, text).unwrap());
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let morph = |more: &[&str]| {
        run(
            &[&["morph", "-q", "--seed", "1", "--copies", "2", "--chunk-size", "20"], &*inputs, more]
                .concat(),
            "",
        )
        .0
    };
    let whole = morph(&[]);
    let groups: Vec<usize> =
        whole.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
    assert_eq!(groups, (1..=18).flat_map(|n| [n, n]).collect::<Vec<_>>());
    for count in [2, 3, 7] {
        let parts: String = (1..=count).map(|i| morph(&["--shard", &format!("{i}/{count}")])).collect();
        assert_eq!(parts, whole, "{count} shards");
    }
}

#[test]
fn the_transformation_of_a_copy_follows_from_the_numbers_alone() {
    let text = format!("{FOUR}\n# no record\n\nmalformed\n{EASY}\n");
    let out = output(&["morph", "--seed", "9", "--copies", "3"], text);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3 + 1 + 3);
    for (board, first_line, record) in [(FOUR, 0, 0), (EASY, 4, 2)] {
        let puzzle: Puzzle = board.parse().unwrap();
        for copy in 0..3 {
            let number = record * 3 + copy;
            let all = quadrille::symmetry::Symmetries::ALL;
            let transform = Transform::random(puzzle.shape(), all, 9, number).unwrap();
            assert_eq!(lines[first_line + copy as usize], line(transform.apply(&puzzle).givens()));
        }
    }
}

#[test]
fn what_a_transformation_does_its_inverse_undoes() {
    let nine = "t-r654789123-c897123654-d162589347";
    let text = format!("id,puzzle,solution\n1,{EASY},{EASY_SOLVED}\n");
    let moved = output(&["morph", "--transform", nine], &*text);
    let expected = nine.parse::<Transform>().unwrap().apply(&EASY.parse().unwrap());
    assert!(moved.contains(&line(expected.givens())), "{moved}");
    assert_eq!(output(&["morph", "--transform", nine, "--inverse"], &*moved), text);
    // Another transformation for each record.
    let text = format!(
        "id,transform,puzzle,solution\n1,{nine},{EASY},{EASY_SOLVED}\n2,\"t-r3421-c2143-d2341\",{FOUR},{FOUR_SOLVED}\n"
    );
    let moved = output(&["morph", "--transform-column", "transform"], &*text);
    assert_ne!(moved, text);
    assert_eq!(output(&["morph", "--transform-column", "transform", "--inverse"], &*moved), text);
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"by\":\"r2134-c1234-d1234\",\"x\":1}}\n");
    let moved = output(&["morph", "--transform-column", "by"], &*object);
    assert_eq!(moved, object.replace(FOUR, "3..21.....4.4..1"));
    assert_eq!(output(&["morph", "--transform-column", "by", "--inverse"], &*moved), object);
    // The inverse of random ones, of the same seed.
    let text = format!("puzzle,solution\n{}", format!("{EASY},{EASY_SOLVED}\n").repeat(50));
    let moved = output(&["morph", "--seed", "3"], &*text);
    assert_eq!(output(&["morph", "--seed", "3", "--inverse"], &*moved), text);
}

#[test]
fn symmetries_that_are_fixed_change_nothing() {
    let puzzle: Puzzle = EASY.parse().unwrap();
    let text = format!("{EASY}\n").repeat(20);
    let all = "digits,bands,rows,stacks,columns,transpose";
    assert_eq!(output(&["morph", "--seed", "1", "--exclude-symmetry", all], &*text), text);
    let digits_only = output(
        &["morph", "--seed", "1", "--exclude-symmetry", "bands,rows,stacks,columns,transpose"],
        &*text,
    );
    for morph in digits_only.lines() {
        let is_given = |board: &str| board.bytes().map(|b| b != b'.').collect::<Vec<_>>();
        assert_eq!(is_given(morph), is_given(EASY));
    }
    assert_ne!(digits_only, text);
    // Rows of a band stay in it, and columns and digits where they are.
    let sorted_bands = |board: &str| -> Vec<Vec<String>> {
        let rows: Vec<String> = rows(board).lines().map(String::from).collect();
        let sorted = |band: &[String]| {
            let mut band = band.to_vec();
            band.sort();
            band
        };
        rows.chunks(3).map(sorted).collect()
    };
    let rows_only = output(
        &["morph", "--seed", "1", "--exclude-symmetry", "digits,bands,stacks,columns,transpose"],
        &*text,
    );
    for morph in rows_only.lines() {
        assert_eq!(sorted_bands(morph), sorted_bands(EASY));
    }
    assert!(rows_only.lines().any(|morph| morph != EASY));
    let no_digits = output(&["morph", "--seed", "1", "--exclude-symmetry", "digits"], &*text);
    let count = |board: &str, digit: u8| board.bytes().filter(|b| *b == digit).count();
    for morph in no_digits.lines() {
        assert!((b'1'..=b'9').all(|digit| count(morph, digit) == count(EASY, digit)));
        assert_ne!(morph, line(puzzle.givens()));
    }
}

#[test]
fn each_name_fixes_its_symmetry() {
    type Change = fn(&mut Symmetries);
    let all: [(&str, Change); 6] = [
        ("digits", |from| from.digits = false),
        ("bands", |from| from.bands = false),
        ("rows", |from| from.rows = false),
        ("stacks", |from| from.stacks = false),
        ("columns", |from| from.columns = false),
        ("transpose", |from| from.transpose = false),
    ];
    for board in [FOUR, SIX, EASY] {
        let puzzle: Puzzle = board.parse().unwrap();
        for (name, fix) in all {
            let mut from = Symmetries::ALL;
            fix(&mut from);
            let morphs = (0..20).map(|number| Transform::random(puzzle.shape(), from, 6, number).unwrap());
            let expected: String =
                morphs.map(|transform| line(transform.apply(&puzzle).givens()) + "\n").collect();
            let fixed = ["morph", "--seed", "6", "--copies", "20", "--exclude-symmetry", name];
            assert_eq!(output(&fixed, board), expected, "{name}");
        }
    }
}

#[test]
fn a_record_without_morphs_says_why() {
    let (out, error, code) = run(&["morph", "-q", "--seed", "1", "--copies", "2"], table());
    assert_eq!(code, 1);
    assert!(error.contains("-:5: the solution is a board of 4×4, the puzzle of 9×9\n"), "{error}");
    assert!(error.contains("-:6: morphs need a 4×4, 6×6 or 9×9 board, found 16×16\n"), "{error}");
    let row = |group: usize| out.lines().find(|row| row.ends_with(&format!(",{group}"))).unwrap();
    let says = "\"!invalid: the solution is a board of 4×4, the puzzle of 9×9\"";
    assert_eq!(row(4), format!("3,{says},{FOUR_SOLVED},another size,4"));
    assert_eq!(out.lines().filter(|row| row.ends_with(",4")).count(), 1, "a malformed record has no copies");
    assert_eq!(out.lines().filter(|row| row.ends_with(",7")).count(), 2);
    let (out, error, code) =
        run(&["morph", "-q", "--transform", "r2134-c1234-d1234"], format!("{EASY}\n{FOUR}\n"));
    assert_eq!(out, "!invalid: expected a 4×4 board for this transformation, found 9×9\n3..21.....4.4..1\n");
    assert!(error.starts_with("quadrille: -:1: ") && code == 1, "{error}");
    let text = format!("puzzle,t\n{FOUR},r1134-c1234-d1234\n{FOUR},\n{FOUR},r1324-c1234-d1234\n");
    let (out, error, code) = run(&["morph", "-q", "--transform-column", "t"], text);
    assert!(
        out.contains("\"!invalid: a row, column or digit occurs twice, or is too large\",r1134"),
        "{out}"
    );
    assert!(error.contains("-:3: expected a transformation such as t-r123456789"), "{error}");
    assert!(error.contains("-:4: the rows of a band or the columns of a stack are divided"), "{error}");
    assert_eq!(code, 1);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let table = format!("puzzle,solution\n{FOUR},{FOUR_SOLVED}\n");
    for (args, says) in [
        (&["--transform", "r1234"][..], "expected a transformation such as"),
        (&["--transform", "r1234-c1234-d1234", "--seed", "1"], "cannot be used with"),
        (&["--transform", "r1234-c1234-d1234", "--copies", "2"], "cannot be used with"),
        (&["--transform-column", "t", "--exclude-symmetry", "digits"], "cannot be used with"),
        (
            &["--transform-column", "t"],
            "there is no column \"t\"; the columns are puzzle, solution; name it with --transform-column",
        ),
        (&["--copies", "0"], "--copies 0: expected a whole number from 1 to 1000000"),
        (&["--inverse"], "--inverse needs --seed, --transform or --transform-column"),
        (&["--shard", "1/2"], "--shard needs --seed"),
        (
            &["--solution-column", "x"],
            "there is no column \"x\"; the columns are puzzle, solution; name it with",
        ),
        (&["--variant", "x"], "has no option --variant"),
        (&["--verify-answers"], "has no option --verify-answers"),
        (&["--keep-trailing"], "remove --keep-trailing"),
        (&["--format", "pencilmark"], "format pencilmark has candidates, but givens are needed"),
    ] {
        let (out, error, code) = run(&[&["morph"], args].concat(), &*table);
        assert_eq!((&*out, code), ("", 2), "{args:?}: {error}");
        assert!(error.contains(says), "{args:?}: {error}");
    }
    let (out, error, code) = run(&["morph", "--transform-column", "t"], FOUR);
    assert_eq!((&*out, code), ("", 2));
    assert!(error.contains("format line has no column \"t\" with transformations"), "{error}");
    let (out, error, code) = run(&["morph", "--solution-column", "x"], FOUR);
    assert_eq!((&*out, code), ("", 2));
    assert!(
        error.contains("format line has no column with answers to verify or to move; use csv"),
        "{error}"
    );
    let array = format!("[{{\"puzzle\":\"{FOUR}\"}}]\n");
    let (out, error, code) = run(&["morph", "--copies", "2"], &*array);
    assert_eq!((&*out, code), ("", 2));
    assert!(error.contains("can hold only one morph of each record; add --output-format"), "{error}");
}

#[test]
fn statistics_have_the_seed_and_the_copies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats").display().to_string();
    for (args, copies, seed) in [
        (&["--seed", "18446744073709551615", "--copies", "3"][..], 3, serde_json::json!(u64::MAX)),
        (&["--seed", "4"], 1, serde_json::json!(4)),
        (&["--transform", "r2134-c1234-d1234"], 1, serde_json::Value::Null),
    ] {
        let text = format!("{FOUR}\n{FOUR}\nx\n");
        let (_, _, code) = run(&[&["morph", "-q", "--summary-json", &path], args].concat(), text);
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(code, 1);
        assert_eq!((&stats["copies"], &stats["seed"]), (&copies.into(), &seed));
        assert_eq!(
            [&stats["command"], &stats["records"], &stats["invalid"]],
            [&"morph".into(), &serde_json::json!(3), &1.into()]
        );
        assert!(stats["elapsed_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    }
    // A seed that was drawn is in the statistics too.
    let (out, ..) = run(&["morph", "-q", "--summary-json", &path], EASY);
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let seed = stats["seed"].to_string();
    assert_eq!(run(&["morph", "-q", "--seed", &seed], EASY).0, out);
    run(&["solve", "-q", "--summary-json", &path], EASY);
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert!(stats.get("copies").is_none() && stats.get("seed").is_none());
}

#[test]
fn the_seed_is_printed_and_a_run_is_continued() {
    let (out, error, code) = run(&["morph", "-"], &*format!("{EASY}\n"));
    assert_eq!(code, 0);
    let line = error.lines().find(|line| line.contains("gives the same morphs again")).unwrap();
    let seed = line.split(' ').nth(2).unwrap();
    assert_eq!(run(&["morph", "-q", "--seed", seed], &*format!("{EASY}\n")).0, out);
    assert!(error.contains("morphed                  1\n"), "{error}");
    // As with `generate`.
    assert_eq!(run(&["morph", "-q", "-"], &*format!("{EASY}\n")).1, "");
    assert_eq!(run(&["generate", "-q"], "").1, "");

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.csv"), table()).unwrap();
    let args = ["morph", "-q", "--seed", "4", "--copies", "2"];
    let whole = run(&[&args[..], &[&path("a.csv")]].concat(), "").0;
    let resumed = run(&[&args[..], &[&path("a.csv"), "-o", &path("out.csv"), "--resume"]].concat(), "");
    assert_eq!(resumed.2, 1);
    assert_eq!(fs::read_to_string(path("out.csv")).unwrap(), whole);
    assert!(
        run(&["morph", "--resume", "-o", &path("x"), &path("a.csv")], "").1.contains("--resume needs --seed")
    );
}
