//! The output for a record: drawings, the format that a name asks for, figures, filters, all solutions, reasons.

use crate::common::{EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, NONE, output, run};
use quadrille::{Batch, Input, tasks::Givens};
use std::fs;
use tempfile::tempdir;

const FOUR_DRAWN: &str = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n\n";

#[test]
fn output_format_grid_draws_boards_that_the_format_grid_reads() {
    let text = format!("{FOUR}\n{NONE}\nx\n");
    let drawn = output(&["solve", "--output-format", "grid", "--format", "line"], &*text);
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1";
    assert_eq!(drawn, format!("{FOUR_DRAWN}!none\n\n{invalid}\n\n"));
    for line in
        [FOUR.to_owned(), EASY.to_owned(), crate::common::sixteen().0, ".".repeat(625), ".".repeat(144)]
    {
        let drawn = output(&["solve", "--output-format", "grid"], &*line);
        let read = output(&["solve", "--format", "grid", "--output-format", "line"], &*drawn);
        assert_eq!(read, output(&["solve"], &*line));
    }
}

#[test]
fn a_jigsaw_is_drawn_with_its_regions_and_not_with_boxes() {
    let dir = tempdir().unwrap();
    let regions = dir.path().join("regions");
    fs::write(&regions, "AAABCADBCDDBCCDB\n").unwrap();
    let args = ["solve", "--variant", "jigsaw", "--output-format", "grid"];
    let shared = [&args[..], &["--regions", regions.to_str().unwrap()]].concat();
    let drawn = output(&shared, "12.............3\n");
    assert_eq!(drawn, output(&args, "12.............3AAABCADBCDDBCCDB\n"));
    assert_eq!(drawn.lines().nth(1), Some("-+ +-+"), "{drawn}");
    let lines = output(&["solve", "--format", "grid", "--output-format", "line"], &*drawn);
    assert_eq!(lines.trim().len(), 16, "{drawn}");
}

#[test]
fn the_extension_of_the_output_chooses_its_format() {
    let dir = tempdir().unwrap();
    let csv = "puzzle,solution,status\n1...3..2..4.4..1,1234341221434321,solved\n";
    let json = "{\"puzzle\":\"1...3..2..4.4..1\",\"solution\":\"1234341221434321\",\"status\":\"solved\"}\n";
    let line = format!("{FOUR_SOLVED}\n");
    let cases = [("a.csv", csv), ("a.jsonl", json), ("a.ndjson", json), ("a.txt", &*line), ("a", &*line)];
    for (name, expected) in cases {
        let path = dir.path().join(name);
        let args = ["solve", "-o", path.to_str().unwrap()];
        let (_, error, code) = run(&args, FOUR);
        assert_eq!((&*fs::read_to_string(&path).unwrap(), code), (expected, 0), "{name}");
        let told = !name.ends_with("txt") && name.contains('.');
        assert_eq!(error.contains("because of the output's name"), told, "{name}: {error}");
        // A format that is named comes first.
        for named in ["same", "line"] {
            assert_eq!(run(&[&args[..], &["-q", "--output-format", named]].concat(), FOUR).2, 0);
            assert_eq!(fs::read_to_string(&path).unwrap(), line, "{name}");
        }
    }
    // The name of a compressed file has its format before the last dot.
    let [plain, packed] = ["b.csv", "b.csv.gz"].map(|name| dir.path().join(name));
    assert_eq!(run(&["solve", "-q", "-o", packed.to_str().unwrap()], FOUR).2, 0);
    assert_eq!(run(&["solve", "-q", "-o", plain.to_str().unwrap(), packed.to_str().unwrap()], "").2, 0);
    assert_eq!(fs::read_to_string(plain).unwrap(), csv);
    // Letters of the name may be capitals, both for the format and for the compression.
    let packed = dir.path().join("B.CSV.GZ");
    assert_eq!(run(&["solve", "-q", "-o", packed.to_str().unwrap()], FOUR).2, 0);
    assert!(fs::read(&packed).unwrap().starts_with(b"\x1f\x8b"));
    assert_eq!(run(&["solve", "-o", dir.path().join("B.TXT.XZ").to_str().unwrap()], FOUR).2, 2);
}

#[test]
fn an_extension_does_not_take_columns_or_drawings_away() {
    let dir = tempdir().unwrap();
    let solved = |name: &str, text: &str| {
        let path = dir.path().join(name);
        let (_, error, code) = run(&["solve", "-o", path.to_str().unwrap()], text);
        assert_eq!(code, 0, "{error}");
        fs::read_to_string(path).unwrap()
    };
    let rows = format!("id,puzzle\n7,{FOUR}\n");
    assert_eq!(solved("a.csv", &rows), output(&["solve"], &*rows));
    assert!(solved("a.csv", &rows).starts_with("id,puzzle,solution,status\n7,"));
    assert_eq!(solved("a.txt", &rows), format!("{FOUR_SOLVED}\n"));
    let object = format!("{{\"id\":7,\"puzzle\":\"{FOUR}\"}}\n");
    assert_eq!(solved("a.jsonl", &object), output(&["solve"], &*object));
    // An array is not a text of one answer per line.
    assert_eq!(solved("a.txt", &format!("[{}]\n", object.trim())), format!("{FOUR_SOLVED}\n"));
    let grid = "Monday\n1.|..\n3.|.2\n--+--\n..|4.\n4.|.1\n";
    assert_eq!(solved("a.txt", grid), output(&["solve"], grid));
    assert_eq!(solved("a.csv", grid), format!("puzzle,solution,status\n{FOUR},{FOUR_SOLVED},solved\n"));
    let judge = "1\n1***\n3**2\n**4*\n4**1\n";
    assert_eq!(solved("a.txt", judge), output(&["solve"], judge));
}

#[test]
fn a_puzzle_as_an_argument_is_solved_and_drawn() {
    // Without a summary.
    assert_eq!(run(&["solve", FOUR], ""), (FOUR_DRAWN.into(), String::new(), 0));
    assert_eq!(output(&["solve", FOUR, FOUR], ""), FOUR_DRAWN.repeat(2));
    assert_eq!(output(&["solve", "--output-format", "line", EASY], ""), format!("{EASY_SOLVED}\n"));
    assert_eq!(
        output(&["hint", "123............."], ""),
        "1 2 | 3 4\n. . | . .\n----+----\n. . | . .\n. . | . .\nr1c4 = 4 (naked single): row 1 has 1 2 3\n\n"
    );
    assert_eq!(run(&["check", FOUR], ""), ("unique\n".into(), String::new(), 0));
    assert_eq!(run(&["count", "--", "-..............."], ""), ("288\n".into(), String::new(), 0));
    assert_eq!(run(&["solve", NONE], ""), ("!none\n\n".into(), String::new(), 1));
    assert_eq!(
        output(&["solve", "--variant", "jigsaw", "12.............3AAABCADBCDDBCCDB"], "").lines().count(),
        8
    );
    // Beside a file it is one more record of the same kind.
    let dir = tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, format!("{EASY}\n")).unwrap();
    assert_eq!(
        output(&["solve", file.to_str().unwrap(), FOUR], ""),
        format!("{EASY_SOLVED}\n{FOUR_SOLVED}\n")
    );
}

#[test]
fn an_argument_that_is_a_puzzle_and_a_file_is_refused_and_a_short_one_is_explained() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join(FOUR), format!("{NONE}\n")).unwrap();
    let ask = |argument: &str| {
        let out = crate::common::quadrille(&["solve", "-q", argument]).current_dir(&dir).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(out.stdout), text(out.stderr), out.status.code())
    };
    let (text, error, code) = ask(FOUR);
    assert_eq!((&*text, code), ("", Some(2)));
    assert!(error.contains(&format!("both a puzzle and the name of a file; use ./{FOUR}")), "{error}");
    assert_eq!(ask(&format!("./{FOUR}")), ("!none\n".into(), String::new(), Some(1)));
    let (_, error, code) = ask(&EASY[1..]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("no such file, and a puzzle has 16, 36, 81, 144, 256, 625 cells, not 80"),
        "{error}"
    );
    let (_, error, code) = ask("no-such-file.txt");
    assert!(code == Some(2) && error.contains("no-such-file.txt: not found"), "{error}");
}

/// A puzzle whose search needs guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn stats_adds_the_figures_of_each_search_to_every_command_that_searches() {
    let text = format!("{FOUR}\nx\n{HARD}\n");
    let figures = |line: &str| {
        let mut fields = line.rsplit(',').map(str::to_owned);
        let guesses = fields.next().unwrap();
        (fields.next().unwrap(), guesses)
    };
    for (command, answer) in [("solve", FOUR_SOLVED), ("check", "unique"), ("count", "1")] {
        let ask = |format: &str| output(&[command, "--search-columns", "--output-format", format], &*text);
        let plain = output(&[command], &*text);
        let lines = ask("line");
        assert_eq!(lines.lines().next(), Some(&*format!("{answer},1,0")));
        let hard = figures(lines.lines().nth(2).unwrap());
        assert!(hard.0.parse::<u64>().unwrap() > 1 && hard.1.parse::<u64>().unwrap() > 0, "{lines}");
        for ((line, plain), pair) in lines.lines().zip(plain.lines()).zip(ask("pair").lines()) {
            let (nodes, guesses) = figures(line);
            assert_eq!(line, format!("{plain},{nodes},{guesses}"));
            assert!(pair.ends_with(&format!(",{line}")), "{pair}");
        }
        let csv = ask("csv");
        assert!(csv.lines().next().unwrap().ends_with(",status,nodes,guesses"), "{csv}");
        assert_eq!(figures(csv.lines().nth(3).unwrap()), hard);
        let object: serde_json::Value = serde_json::from_str(ask("ndjson").lines().nth(2).unwrap()).unwrap();
        assert_eq!((object["nodes"].to_string(), object["guesses"].to_string()), hard);
        assert!(ask("grid").contains(&format!("nodes: {}\nguesses: {}\n\n", hard.0, hard.1)));
    }
}

#[test]
fn stats_replaces_columns_of_the_same_names_wherever_they_are() {
    let rows = format!("guesses,puzzle,status,x,solution,nodes\n?,{FOUR},old,1,old,?\n?,{FOUR}\n");
    let expected = format!(
        "guesses,puzzle,status,x,solution,nodes\n0,{FOUR},solved,1,{FOUR_SOLVED},1\n\
         0,{FOUR},invalid,,\"!invalid: expected 6 fields as in the header, found 2\",0\n"
    );
    assert_eq!(output(&["solve", "--search-columns"], &*rows), expected);
    let object = format!("{{\"guesses\":[7],\"puzzle\":\"{FOUR}\",\"status\":null,\"y\":2}}\n");
    assert_eq!(
        output(&["check", "--search-columns"], &*object),
        format!("{{\"guesses\":0,\"puzzle\":\"{FOUR}\",\"status\":\"unique\",\"y\":2,\"nodes\":1}}\n")
    );
}

#[test]
fn stats_are_refused_for_answers_without_room_for_them() {
    let (text, error, code) = run(&["solve", "--search-columns"], crate::common::UVA);
    assert_eq!((&*text, code), ("", 2));
    assert!(
        error.contains("cannot hold more than the board; add --output-format line, csv or ndjson"),
        "{error}"
    );
    let lines = output(&["solve", "--search-columns", "--output-format", "line"], crate::common::UVA);
    assert_eq!(lines.lines().nth(1), Some("!none,1,0"));
}

/// Inputs with every outcome, and what is left of them for each.
fn selections() -> Vec<(String, [(&'static str, String); 4])> {
    let open = ".".repeat(16);
    let lines = [FOUR, &open, NONE, "short", &format!("{EASY};easy, # 1")];
    let by = |own: &dyn Fn(&[usize]) -> String| {
        [("unique", own(&[0, 4])), ("multiple", own(&[1])), ("none", own(&[2])), ("invalid", own(&[3]))]
    };
    let joined = |numbers: &[usize], line: &dyn Fn(usize) -> String| -> String {
        numbers.iter().map(|&number| line(number)).collect()
    };
    let all: Vec<usize> = (0..5).collect();
    let line = |number: usize| format!("{}\n", lines[number]);
    let crlf = |number: usize| format!("{}\r\n", lines[number]);
    let row =
        |number: usize| format!("{number},{},\"a, b\"\n", &lines[number][..lines[number].len().min(81)]);
    let quoted =
        |number: usize| format!("{number},\"{}\",\"a\nb\"\r\n", lines[number].split(';').next().unwrap());
    let object = |number: usize| {
        format!("{{\"n\":[{number}], \"puzzle\":\"{}\"}}\n", lines[number].split(';').next().unwrap())
    };
    let block = |number: usize| {
        let board = lines[number].split(';').next().unwrap();
        let rows = if number == 3 { "12\n34\n".into() } else { crate::common::rows(board) };
        format!("Puzzle {number}\n# a comment\n{rows}\n")
    };
    vec![
        (format!("# c\n\n{}", joined(&all, &line)), by(&|n| joined(n, &line))),
        (joined(&all, &crlf), by(&|n| joined(n, &crlf))),
        (
            format!("id,puzzle,x\n{}", joined(&all, &row)),
            by(&|n| format!("id,puzzle,x\n{}", joined(n, &row))),
        ),
        (
            format!("id,puzzle,x\r\n{}", joined(&all, &quoted)),
            by(&|n| format!("id,puzzle,x\r\n{}", joined(n, &quoted))),
        ),
        (joined(&all, &object), by(&|n| joined(n, &object))),
        (format!("Some puzzles\n\n{}", joined(&all, &block)), by(&|n| joined(n, &block))),
    ]
}

#[test]
fn check_only_writes_the_records_with_an_outcome_as_they_are() {
    for (text, selections) in selections() {
        for (only, expected) in &selections {
            for chunk in ["1", "60", "100000"] {
                for threads in ["1", "3"] {
                    let options = ["--chunk-size", chunk, "--threads", threads];
                    let args = [&["check", "--only", only][..], &options].concat();
                    assert_eq!(&output(&args, &*text), expected, "{only} of {text}");
                }
            }
            // Once filtered, nothing more is filtered out.
            if *only != "invalid" {
                assert_eq!(&output(&["check", "--only", only], &**expected), expected);
            }
        }
        let code = |only: &str| run(&["check", "-q", "--only", only], &*text).2;
        assert_eq!((code("unique"), code("invalid")), (1, 0));
    }
    assert_eq!(run(&["check", "-q", "--only", "none"], FOUR), (String::new(), String::new(), 0));
    assert_eq!(
        output(&["check", "--only", "unknown", "--max-nodes", "1"], &*format!("{FOUR}\n{HARD}")),
        format!("{HARD}\n")
    );
}

#[test]
fn check_only_works_in_shards_and_resumed_runs() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let (input_name, out_name) = (input.to_str().unwrap(), out.to_str().unwrap());
    for (text, selections) in selections() {
        fs::write(&input, &text).unwrap();
        for (only, expected) in &selections {
            let shard =
                |i: usize| output(&["check", "--only", only, "--shard", &format!("{i}/3"), input_name], "");
            assert_eq!(&(1..=3).map(shard).collect::<String>(), expected);
            let args =
                ["check", "-q", "--only", only, "--resume", "-o", out_name, input_name, "--chunk-size", "1"];
            assert!(run(&args, "").2 < 2);
            assert_eq!(&fs::read_to_string(&out).unwrap(), expected);
        }
    }
}

#[test]
fn check_only_minimal_writes_puzzles_whose_givens_are_all_needed() {
    let (minimal, redundant) = ("1...3......4...1", "1...3..2..4.4..1");
    let text = format!("{redundant}\n{minimal}\n{}\n", ".".repeat(16));
    for threads in ["1", "3"] {
        let args = ["check", "--only", "minimal", "--chunk-size", "1", "--threads", threads];
        assert_eq!(output(&args, &*text), format!("{minimal}\n"));
    }
    let table = format!("id,puzzle\n1,{minimal}\n2,{redundant}\n");
    let (out, _, code) = run(&["check", "-q", "--only", "minimal"], &*table);
    assert_eq!((out, code), (format!("id,puzzle\n1,{minimal}\n"), 0));
    // A test that was given up does not show that a given is needed.
    let (out, _, code) = run(&["check", "-q", "--only", "minimal", "--max-nodes", "1"], format!("{HARD}\n"));
    assert_eq!((out.as_str(), code), ("", 1));
}

#[test]
fn check_only_mismatch_writes_records_with_a_wrong_answer() {
    let (puzzle, right, wrong) = ("1...3..2..4.4..1", "1234341221434321", "1234341221434312");
    let header = "id,puzzle,mine,solution\n";
    let text = format!("{header}1,{puzzle},{wrong},{right}\n2,{puzzle},{right},{wrong}\n");
    let only = ["check", "--only", "mismatch", "--verify-answers", "-q"];
    let (out, error, code) = run(&only, &*text);
    assert_eq!((out, code), (format!("{header}2,{puzzle},{right},{wrong}\n"), 1));
    assert!(error.contains("-:3: the answer in the record is wrong"), "{error}");
    let named = [&only[..], &["--solution-column", "mine"]].concat();
    assert_eq!(run(&named, &*text).0, format!("{header}1,{puzzle},{wrong},{right}\n"));
    let right_alone = format!("puzzle,solution\n{puzzle},{right}\n");
    assert_eq!(run(&only, right_alone), ("puzzle,solution\n".into(), String::new(), 0));
    for (args, says) in [
        (
            &["--only", "unique", "--verify-answers"][..],
            "--verify-answers can be used with --only mismatch alone",
        ),
        (&["--only", "mismatch"], "--only mismatch needs --verify-answers"),
    ] {
        let (_, error, code) = run(&[&["check"], args].concat(), &*text);
        assert_eq!(code, 2);
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn check_only_refuses_what_cannot_be_filtered_or_converted() {
    let (_, error, code) = run(&["check", "--only", "unique"], crate::common::UVA);
    assert!(
        code == 2 && error.contains("begins with the number of its boards and cannot be filtered"),
        "{error}"
    );
    let named = |format: &str| {
        let must = "the output format must be same, parquet or arrow";
        format!("selected records keep the format of their input and cannot be written as {format}; {must}")
    };
    let by_extension = "-: selected records keep the format of their input, line, and cannot be written as csv; \
         add --output-format same, or give the output another extension";
    for (conversion, says) in [
        (["--output-format", "csv"], named("csv")),
        (["-o", "unique.csv"], by_extension.to_owned()),
        (["--output-format", "line"], named("line")),
    ] {
        let (_, error, code) = run(&[&["check", "--only", "unique"][..], &conversion].concat(), FOUR);
        assert_eq!((error, code), (format!("quadrille: {says}\n"), 2));
    }
    assert!(!fs::exists("unique.csv").unwrap());
    assert_eq!(run(&["check", "--only", "unique", "--search-columns"], FOUR).2, 2);
    // Without a number before them, boards can be filtered.
    let (open, _) = crate::common::sixteen();
    let text = format!("{}\n{}", crate::common::rows(&open), crate::common::rows(&"-".repeat(256)));
    let args = ["check", "--format", "poj3076", "--only"];
    assert_eq!(output(&[&args[..], &["unique"]].concat(), &*text), crate::common::rows(&open));
    assert_eq!(output(&[&args[..], &["multiple"]].concat(), &*text), crate::common::rows(&"-".repeat(256)));
}

#[test]
fn check_minimal_names_the_givens_that_can_go() {
    let minimal = run(&["generate", "--minimal", "--seed", "3"], "").0;
    assert_eq!(run(&["check", "-q", "--minimal"], &*minimal), ("unique,minimal\n".into(), String::new(), 0));
    // With one given more, that one can go, and others too if they follow from it.
    let solution = output(&["solve"], &*minimal);
    let more = minimal.find('.').unwrap();
    let richer = format!("{}{}{}", &minimal[..more], &solution[more..more + 1], &minimal[more + 1..]);
    let (text, _, code) = run(&["check", "-q", "--minimal"], &*richer);
    assert!(text.starts_with("unique,redundant: r") && code == 1, "{text}");
    let named = format!("r{}c{}", more / 9 + 1, more % 9 + 1);
    assert!(text.split_whitespace().any(|cell| cell == named), "{text}");
    // Each cell that is named, and no other, can be left out alone.
    for cell in 0..81 {
        let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        if richer.as_bytes()[cell] != b'.' {
            let without = format!("{}.{}", &richer[..cell], &richer[cell + 1..]);
            let is_unique = output(&["check"], &*without) == "unique\n";
            assert_eq!(is_unique, text.split_whitespace().any(|cell| cell == name), "{name}");
        }
    }
}

#[test]
fn check_minimal_does_not_depend_on_the_puzzles_that_are_tested_together() {
    // 40 puzzles of 9×9 have more boards without a given than are searched together.
    let minimal = output(&["generate", "--minimal", "--seed", "5", "--number", "50"], "");
    let (mut text, mut answers) = (String::new(), String::new());
    for (number, puzzle) in minimal.lines().enumerate() {
        (text, answers) = (text + puzzle + "\n", answers + "unique,minimal\n");
        if number > 40 {
            text += "1...3..2..4.4..1\n1...3......4...1\n................\n";
            answers += "unique,redundant: r2c1 r4c1\nunique,minimal\nmultiple,\n";
        }
    }
    for size in ["1", "64K"] {
        let args = ["check", "--minimal", "--threads", "1", "--chunk-size", size];
        assert_eq!(output(&args, &*text), answers);
    }
}

#[test]
fn check_minimal_is_a_column_and_follows_variants_limits_and_malformed_records() {
    let rows = format!("id,puzzle\n1,{FOUR}\n2,{NONE}\n3,x\n");
    let written = output(&["check", "--minimal"], &*rows);
    let mut lines = written.lines();
    assert_eq!(lines.next(), Some("id,puzzle,status,minimality"));
    assert!(lines.next().unwrap().starts_with(&format!("1,{FOUR},unique,redundant: ")), "{written}");
    assert_eq!((lines.next(), lines.next()), (Some(&*format!("2,{NONE},none,")), Some("3,x,invalid,")));
    assert_eq!(output(&["check", "--minimal", "--max-nodes", "1"], HARD), "!unknown,\n");
    // On the diagonals as well, fewer givens are needed.
    let x = run(&["generate", "--variant", "x", "--minimal", "--seed", "1"], "").0;
    assert_eq!(output(&["check", "--minimal", "--variant", "x"], &*x), "unique,minimal\n");
    assert_eq!(
        output(&["check", "--minimal", "--search-columns", "--variant", "x"], &*x).split(',').count(),
        4
    );
    // Searches that are given up say nothing about their givens.
    let given_up = "2____9___68137_4____9_41_7___673_9_84_39___2_9________39__6_5____4_5_____1_____84";
    let some = output(&["check", "--minimal", "--variant", "x", "--max-nodes", "1"], given_up);
    assert!(some.starts_with("unique,redundant: r1c1 ") && some.ends_with(" r9c9; 3 unknown\n"), "{some}");
    let jigsaw = "12.4............AAABCADBCDDBCCDB\n";
    let own = output(&["check", "--minimal", "--variant", "jigsaw"], jigsaw);
    assert!(own.starts_with("unique,") || own.starts_with("multiple,"), "{own}");
    let marks = run(&["check", "--minimal", "--format", "pencilmark"], "1".repeat(64));
    assert!(marks.2 == 2 && marks.1.contains("but givens are needed"), "{}", marks.1);
}

#[test]
fn solve_all_writes_every_solution_with_the_number_of_its_record() {
    let open = ".".repeat(16);
    let text = format!("# c\n{NONE}\n{FOUR}\n{open}\nx\n12..............\n");
    let lines = output(&["solve", "--all", "--format", "line"], &*text);
    let of = |number: usize| {
        let prefix = format!("{number}: ");
        let found: Vec<_> = lines.lines().filter_map(|line| line.strip_prefix(&prefix)).collect();
        assert!(found.iter().collect::<std::collections::BTreeSet<_>>().len() == found.len(), "each once");
        found
    };
    assert_eq!((of(1), of(2)), (vec!["!none"], vec![FOUR_SOLVED]));
    assert_eq!((of(3).len(), of(5).len(), lines.lines().count()), (288, 24, 315));
    assert!(of(4)[0].starts_with("!invalid: ") && of(5).iter().all(|grid| grid.starts_with("12")));
    let numbers = lines.lines().map(|line| line.split(':').next().unwrap().parse().unwrap());
    assert!(numbers.collect::<Vec<u64>>().is_sorted());
    // Every one is a solution: a complete grid that is a puzzle with exactly one.
    let grids = of(3).join("\n");
    assert!(output(&["check"], &*grids).lines().all(|line| line == "unique"));
    for chunk in ["1", "40", "100000"] {
        for threads in ["1", "4"] {
            let args = ["solve", "--all", "--format", "line", "--chunk-size", chunk, "--threads", threads];
            assert_eq!(output(&args, &*text), lines, "{chunk} {threads}");
        }
    }
    let some = output(&["solve", "--all", "--limit", "3", "--format", "line"], &*text);
    assert_eq!(some.lines().filter(|line| line.starts_with("3: ")).count(), 3);
    assert!(some.lines().all(|line| lines.contains(line)));
    assert_eq!(output(&["solve", "--all", "--limit", "1"], &*open).lines().count(), 1);
}

#[test]
fn solve_all_writes_a_row_for_each_solution_in_tables() {
    let puzzle = "12..34..2.4.4.2.";
    let count: usize = output(&["count"], puzzle).trim().parse().unwrap();
    let rows = format!("id,puzzle,x\r\n7,{puzzle},\"a,\nb\"\r\n8,{NONE},\r\n");
    let written = output(&["solve", "--all"], &*rows);
    assert_eq!(written.matches(&format!("7,{puzzle},\"a,\nb\",")).count(), count);
    assert_eq!(written.matches(",multiple\r\n").count(), count);
    assert!(written.ends_with(&format!("8,{NONE},,!none,none\r\n")), "{written}");
    let object = format!("{{\"puzzle\":\"{puzzle}\",\"id\":[7]}}\n");
    let written = output(&["solve", "--all", "--search-columns"], &*object);
    assert_eq!(written.lines().count(), count);
    for line in written.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&row["id"][0], &row["status"]), (&7.into(), &"multiple".into()));
        assert!(row["nodes"].is_number());
    }
    let drawn = output(&["solve", "--all", puzzle], "");
    assert_eq!(drawn.matches("1:\n1 2 | ").count(), count, "{drawn}");
    let (_, error, code) = run(&["solve", "--all"], crate::common::UVA);
    assert!(
        code == 2 && error.contains("can hold only one solution of each record; add --output-format"),
        "{error}"
    );
    for refused in [["--shard", "1/2"], ["--resume", "--quiet"]] {
        assert_eq!(run(&[&["solve", "--all", "-o", "x"][..], &refused].concat(), FOUR).2, 2);
    }
}

#[test]
fn solve_all_follows_variants_regions_and_candidates_and_says_where_it_gave_up() {
    let count = |args: &[&str], text: &str| output(&[&["count"], args].concat(), text).trim().to_owned();
    let marks = format!("1...1234{}", "1234".repeat(14));
    for (args, text) in [
        (&["--variant", "x"][..], "1..............."),
        (&["--variant", "jigsaw"], "12..............AAABCADBCDDBCCDB"),
        (&["--format", "pencilmark"], &*marks),
    ] {
        let all = output(&[&["solve", "--all"], args].concat(), text);
        assert_eq!(all.lines().count().to_string(), count(args, text), "{text}");
    }
    let given_up = output(&["solve", "--all", "--max-nodes", "1000"], &*".".repeat(81));
    assert!(given_up.lines().count() > 1 && given_up.ends_with("1: !unknown\n"), "{given_up}");
}

#[test]
fn the_solutions_that_solve_all_found_before_it_gave_up_are_written() {
    let dir = tempdir().unwrap();
    let stats = dir.path().join("stats");
    // The first search is given up; the search for all solutions may find some of them before it is.
    let mut some = false;
    for nodes in 1..60u64 {
        let args = ["solve", "--all", "--output-format", "csv", "--max-nodes", &nodes.to_string()];
        let args = [&args[..], &["--summary-json", stats.to_str().unwrap()]].concat();
        let text = output(&args, &*format!("{FOUR}\n{}\n", ".".repeat(36)));
        let statuses: Vec<_> = text.lines().skip(1).map(|row| row.rsplit(',').next().unwrap()).collect();
        assert_eq!(statuses.last(), Some(&"unknown"), "{text}");
        let solutions = &statuses[1..statuses.len() - 1];
        some |= solutions.first() == Some(&"solved");
        assert!(solutions.iter().all(|status| *status == solutions[0] && *status != "unknown"), "{text}");
        let counts: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
        assert_eq!((&counts["unique"], &counts["unknown"]), (&1.into(), &1.into()), "{nodes}");
        assert_eq!((&counts["multiple"], &counts["records"]), (&0.into(), &2.into()), "{nodes}");
    }
    assert!(some, "no limit of nodes ends the first search before its second solution");
}

#[test]
fn an_option_that_needs_check_is_not_ignored_beside_all_or_only() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("m.csv");
    let text = format!("puzzle,solution\n{FOUR},{FOUR_SOLVED}\n");
    let refused = [
        (["solve", "--all"].as_slice(), "cannot be used with"),
        (&["check", "--only", "unique"], "needs --verify-answers"),
    ];
    for (command, expected) in refused {
        for option in [["--mismatches", file.to_str().unwrap()], ["--solution-column", "solution"]] {
            let (_, error, code) = run(&[command, &option].concat(), &*text);
            assert!(code == 2 && error.contains(expected), "{command:?} {option:?}: {error}");
        }
    }
    assert!(!file.exists());
}

#[test]
fn a_summary_without_a_search_has_no_rate_of_searches() {
    let unsearched = run(&["solve", "--format", "line"], "x\n").1;
    assert!(!unsearched.contains("solve only") && !unsearched.contains("engine"), "{unsearched}");
    assert!(run(&["solve", "--format", "line"], FOUR).1.contains("solve only"));
    // The time in which all solutions are found and written is not measured.
    assert!(!run(&["solve", "--format", "line", "--all"], FOUR).1.contains("solve only"));
}

#[test]
fn solutions_that_do_not_fit_into_memory_are_written_in_their_places() {
    let open = ".".repeat(36);
    let text = format!("{FOUR}\n{open}\n{FOUR}\n{open}\n{FOUR}\n");
    let expected = |limit: &str| {
        let alone = output(&["solve", "--all", "--limit", limit], &*open);
        let as_record = |number: usize| alone.replace("1: ", &format!("{number}: "));
        let four = |number: usize| format!("{number}: {FOUR_SOLVED}\n");
        [four(1), as_record(2), four(3), as_record(4), four(5)].concat()
    };
    for limit in ["20000", "60000"] {
        for threads in ["1", "3"] {
            let args = ["solve", "--all", "--limit", limit, "--threads", threads];
            assert!(output(&args, &*text) == expected(limit), "{limit} {threads}");
        }
    }
    // Without a limit the reader may leave at any time.
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"))
        .args(["solve", "-q", "--all", "--", &".".repeat(81)])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert_eq!(lines.nth(200_000).unwrap().unwrap().len(), "1 2 3 | 4 5 6 | 7 8 9".len());
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn naked_singles_explained_name_cells_digits_and_the_houses_that_exclude_the_others() {
    let text = format!("123.............\n123....4........\n{FOUR_SOLVED}\n");
    let lines = output(&["hint", "--method", "naked-singles", "--explain"], &*text);
    let expected =
        "1234............,r1c4 = 4 (row 1 has 1 2 3)\nmistake,no digit is left for r1c4\nno hint,\n";
    assert_eq!(lines, expected);
    // The board is the one without reasons, and every digit that is named is in it.
    let plain = output(&["hint", "--method", "naked-singles"], EASY);
    let explained =
        output(&["hint", "--method", "naked-singles", "--explain", "--output-format", "ndjson"], EASY);
    let row: serde_json::Value = serde_json::from_str(&explained).unwrap();
    assert_eq!(row["hint"], plain.trim());
    let reasons: Vec<_> = row["explanation"].as_str().unwrap().split("; ").collect();
    let filled = (0..81).filter(|&cell| EASY.as_bytes()[cell] != plain.as_bytes()[cell]);
    let named = filled
        .map(|cell| format!("r{}c{} = {} (", cell / 9 + 1, cell % 9 + 1, char::from(plain.as_bytes()[cell])));
    let named: Vec<_> = named.collect();
    assert!(!named.is_empty() && named.len() == reasons.len());
    for (reason, named) in reasons.iter().zip(&named) {
        assert!(reason.starts_with(named) && reason.ends_with(')'), "{reason}");
        let digits = reason.split_once('(').unwrap().1.chars().filter(char::is_ascii_digit).count();
        assert!(digits > 8, "eight digits and a house: {reason}");
    }
    // A naked single of the next step says the same in other words.
    assert_eq!(
        output(&["hint", "--explain"], "123............."),
        "1234............,r1c4 = 4 (naked single): row 1 has 1 2 3\n"
    );
    let drawn = output(&["hint", "--method", "naked-singles", "--explain", "123............."], "");
    assert!(drawn.ends_with("\nr1c4 = 4 (row 1 has 1 2 3)\n\n"), "{drawn}");
}

#[test]
fn naked_singles_fill_all_cells_at_once_and_a_hint_only_the_next_one() {
    let differ = |text: &str| text.bytes().zip(EASY.bytes()).filter(|(a, b)| a != b).count();
    let next = output(&["hint"], EASY);
    assert_eq!(next, output(&["hint", "--method", "all"], EASY));
    let all = output(&["hint", "--method", "naked-singles"], EASY);
    assert_eq!((differ(next.trim()), differ(all.trim()) > 1), (1, true));
    let csv = output(&["hint", "--method", "naked-singles"], "puzzle\n123.............\nx\n");
    let rows: Vec<_> = csv.lines().collect();
    assert_eq!(rows[0], "puzzle,hint,status,explanation");
    assert_eq!(rows[1], "123.............,1234............,hint,r1c4 = 4 (row 1 has 1 2 3)");
    assert!(rows[2].ends_with(",invalid,"), "{csv}");
}

#[test]
fn two_equal_givens_in_a_house_are_named_as_the_mistake_they_are() {
    let twice = "1..1............";
    let reason = "1 twice in row 1: r1c1 and r1c4";
    assert_eq!(output(&["hint", "--explain"], twice), format!("mistake,{reason}\n"));
    assert_eq!(output(&["solve", "--explain"], twice), format!("!none: {reason}\n"));
    assert_eq!(output(&["solve", "--explain", twice], ""), format!("!none: {reason}\n\n"));
    let row = output(&["solve", "--explain"], &*format!("puzzle\n{twice}\n{FOUR}\n"));
    assert_eq!(row.lines().nth(1), Some(&*format!("{twice},!none: {reason},none,")));
    let x = output(&["solve", "--explain", "--variant", "x"], "1..............1");
    assert_eq!(x, "!none: 1 twice in diagonal 1: r1c1 and r4c4\n");
    let jigsaw = output(&["solve", "--explain", "--variant", "jigsaw"], "......1..1......AAABCADBCDDBCCDB");
    assert_eq!(jigsaw, "!none: 1 twice in region 4: r2c3 and r3c2\n");
    // Two cells for which the same digit is the only one left: neither fits.
    let singles = output(&["hint", "--explain", "--method", "naked-singles"], "........2.....41");
    assert_eq!(singles, "mistake,as the only digits left, 3 twice in row 3: r3c3 and r3c4\n");
    // Without the option nothing changes.
    assert_eq!((output(&["hint"], twice), output(&["solve"], twice)), ("mistake\n".into(), "!none\n".into()));
    assert_eq!(output(&["hint", "--format", "hust1565"], crate::common::HUST), crate::common::HUST_HINTS);
    let (_, error, code) = run(&["hint", "--explain", "--format", "hust1565"], crate::common::HUST);
    assert!(code == 2 && error.contains("cannot hold more than the board"), "{error}");
}

#[test]
fn every_mistake_of_a_hint_has_a_reason() {
    // Boards of few symbols at random places, of which many have a mistake.
    let mut state = 12345u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let board = |_| (0..16).map(|_| b"....1234"[next(8) as usize] as char).chain(['\n']).collect::<String>();
    let text: String = (0..500).map(board).collect();
    let hints = |more: &[&str]| output(&[&["hint", "--method", "naked-singles"], more].concat(), &*text);
    let (plain, explained) = (hints(&[]), hints(&["--explain"]));
    assert!(plain.matches("mistake").count() > 50);
    for (plain, explained) in plain.lines().zip(explained.lines()) {
        let (answer, reason) = explained.split_once(',').unwrap();
        assert_eq!((answer, reason.is_empty()), (plain, plain == "no hint"), "{explained}");
    }
}

/// The number of givens and their symmetry, in every format, from the command and from the library.
#[test]
fn givens_are_described() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let table =
        format!("id,puzzle\n1,{nine}\n2,1..4.........4..1\n3,1.....2.2.....1.\n4,no\n5,1...1...........\n");
    let told = |format: &str| {
        let (out, _, code) = run(&["givens", "-q", "--output-format", format], &*table);
        assert_eq!(code, 1);
        out
    };
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found ";
    let csv = format!(
        "id,puzzle,givens,symmetry,status\n1,{nine},30,rotate180,described\n2,1..4.........4..1,\"{invalid}17\",,invalid\n\
         3,1.....2.2.....1.,4,none,described\n4,no,\"{invalid}2\",,invalid\n5,1...1...........,2,none,described\n"
    );
    let (out, _, code) = run(&["givens", "-q"], &*table);
    assert_eq!((out.as_str(), code), (csv.as_str(), 1));
    let lines = told("line");
    assert_eq!(lines.lines().next(), Some(&*format!("{nine},30,rotate180")));
    assert_eq!(lines.lines().nth(1), Some(&*format!("{invalid}17")));
    let objects = told("ndjson");
    assert_eq!(
        objects.lines().nth(2),
        Some("{\"puzzle\":\"1.....2.2.....1.\",\"givens\":4,\"symmetry\":\"none\",\"status\":\"described\"}")
    );
    assert!(objects.lines().nth(3).unwrap().ends_with("found 2\",\"symmetry\":null,\"status\":\"invalid\"}"));
    for (puzzle, symmetry) in [
        ("1..1........1..1", "rotate90"),
        ("1..........2....", "none"),
        ("12..............", "none"),
        ("1..1............", "mirror"),
        (".1..1...........", "diagonal"),
        ("................", "rotate90"),
        ("1..............1", "rotate180"),
    ] {
        let (mut answers, input) = (Vec::new(), Input::reader("test", puzzle.as_bytes()));
        Batch::new(Givens::new()).run(vec![input], &mut answers, &mut ()).unwrap();
        let givens = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(String::from_utf8(answers).unwrap(), format!("{puzzle},{givens},{symmetry}\n"));
    }
    // The answers to the answers are the same.
    let (again, _, _) = run(&["givens", "-q"], &*csv);
    assert_eq!(again, csv);
}
