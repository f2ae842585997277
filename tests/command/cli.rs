//! The command line, run as a process.

use crate::common::{MIXED, quadrille};
use predicates::prelude::*;
use std::fs;
use tempfile::tempdir;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EASY_SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn solve_writes_one_line_per_record_in_order() {
    let out = quadrille(&["solve", "-"]).write_stdin(MIXED).assert().code(1).get_output().clone();
    let text = String::from_utf8(out.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], EASY_SOLVED);
    assert_eq!(lines[1], "!none");
    assert_eq!(lines[2], "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 3");
    assert_eq!(lines[3].len(), 81);
    assert!(lines[4].starts_with("812753649"));
    assert_eq!(lines[5], "!invalid: column 81: 'z' is not a symbol of a 9×9 grid");
    assert_eq!(lines[6], "1234341221434321");
    assert!(lines[7].starts_with("987654321"));
    assert_eq!(lines[8], "!invalid: column 81: byte 0x00 is not a symbol of a 9×9 grid");
    assert_eq!(lines[9], "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 2");
}

#[test]
fn malformed_records_are_reported_with_file_and_line() {
    let dir = tempdir().unwrap();
    let (a, b) = (dir.path().join("a.txt"), dir.path().join("b.txt"));
    fs::write(&a, MIXED).unwrap();
    fs::write(&b, "\n\nbad\n").unwrap();
    let (a, b) = (a.to_str().unwrap(), b.to_str().unwrap());
    for chunk in ["1", "100", "100000"] {
        let out =
            quadrille(&["check", a, b, "-q", "--format", "line", "--chunk-size", chunk, "-o", "/dev/null"])
                .assert()
                .code(1)
                .get_output()
                .clone();
        let errors = String::from_utf8(out.stderr).unwrap();
        let places: Vec<_> = errors.lines().map(|l| l.split(": ").nth(1).unwrap()).collect();
        let want = [5, 8, 11, 12].map(|n| format!("{a}:{n}")).into_iter().chain([format!("{b}:3")]);
        assert_eq!(places, want.collect::<Vec<_>>(), "chunks of {chunk}");
    }
}

#[test]
fn only_the_first_ten_malformed_lines_are_reported() {
    let args = ["solve", "-q", "--format", "line"];
    let out = quadrille(&args).write_stdin("x\n".repeat(25)).assert().code(1).get_output().clone();
    assert_eq!(out.stdout.iter().filter(|b| **b == b'\n').count(), 25);
    let errors = String::from_utf8(out.stderr).unwrap();
    assert_eq!(errors.lines().count(), 11);
    assert_eq!(errors.lines().last().unwrap(), "quadrille: and 15 more malformed lines");
}

#[test]
fn check_and_count_write_their_results() {
    let boards = format!("{EASY}\n{}\n{}\n11..............\nx\n", ".".repeat(81), ".".repeat(16));
    let ask = |args: &[&str]| {
        let out = quadrille(args).write_stdin(boards.clone()).output().unwrap();
        (String::from_utf8(out.stdout).unwrap().replace('\n', " "), out.status.code().unwrap())
    };
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1 ";
    assert_eq!(ask(&["check", "-"]), (format!("unique multiple multiple none {invalid}"), 1));
    assert_eq!(ask(&["count", "--limit", "288"]), (format!("1 288+ 288+ 0 {invalid}"), 1));
    assert_eq!(ask(&["count", "--limit", "289"]), (format!("1 289+ 288 0 {invalid}"), 1));
    assert_eq!(ask(&["check", "--max-nodes", "1"]).0, format!("unique !unknown !unknown none {invalid}"));
}

#[test]
fn exit_codes_depend_on_the_answers() {
    let code = |args: &[&str], text: &str| quadrille(args).write_stdin(text).output().unwrap().status.code();
    let (open, none) = (".".repeat(16), "11..............");
    assert_eq!(code(&["solve"], EASY), Some(0));
    assert_eq!(code(&["solve"], &open), Some(0));
    assert_eq!(code(&["solve"], none), Some(1));
    assert_eq!(code(&["solve"], ""), Some(0));
    assert_eq!(code(&["check"], EASY), Some(0));
    assert_eq!(code(&["check"], &open), Some(1));
    assert_eq!(code(&["count"], none), Some(0));
    assert_eq!(code(&["count", "--max-nodes", "1"], &open), Some(1));
    assert_eq!(code(&["solve", "--no-such-flag"], ""), Some(2));
    assert_eq!(code(&["solve", "--limit", "0"], ""), Some(2));
    assert_eq!(code(&["solve", "--threads", "0"], ""), Some(2));
    assert_eq!(code(&["solve", "-", "-"], ""), Some(2));
    assert_eq!(code(&["nonsense"], ""), Some(2));
}

#[test]
fn errors_name_the_file_that_cannot_be_opened() {
    let dir = tempdir().unwrap();
    let here = dir.path().to_str().unwrap();
    let missing = dir.path().join("missing").to_str().unwrap().to_owned();
    let fails = |args: &[&str], expected: &[&str]| {
        let out = quadrille(args).write_stdin(EASY).assert().code(2).get_output().clone();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(expected.iter().all(|w| error.contains(w)), "{error}");
    };
    fails(&["solve", &missing], &["not found", &missing]);
    fails(&["solve", here], &[here, "is a folder; name the files in it, as in", "*.txt"]);
    fails(&["solve", "-o", here], &["cannot create", here]);
    fails(&["solve", "-o", &format!("{missing}/x")], &["cannot create", &missing]);
    fails(&["solve", "--summary-json", &format!("{missing}/x")], &["cannot create", &missing]);
}

#[test]
fn several_inputs_are_read_as_one_stream() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("a");
    fs::write(&file, format!("{EASY}\n1...3..2..4.4..1")).unwrap();
    let file = file.to_str().unwrap();
    let want = format!("{EASY_SOLVED}\n1234341221434321\n");
    quadrille(&["solve", file, "-", file])
        .write_stdin(EASY)
        .assert()
        .success()
        .stdout(format!("{want}{EASY_SOLVED}\n{want}"));
}

#[test]
fn byte_order_marks_and_empty_inputs_are_skipped() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("bom");
    fs::write(&file, format!("\u{FEFF}{EASY}")).unwrap();
    let empty = dir.path().join("empty");
    fs::write(&empty, "").unwrap();
    let (file, empty) = (file.to_str().unwrap(), empty.to_str().unwrap());
    for flags in [&["solve", empty, file, empty][..], &["solve", "--no-mmap", empty, file, empty]] {
        quadrille(flags).assert().success().stdout(format!("{EASY_SOLVED}\n"));
    }
    quadrille(&["solve", empty]).assert().success().stdout("");
    quadrille(&["solve", "/dev/null"]).assert().success().stdout("");
}

#[test]
fn the_summary_and_the_statistics_agree() {
    let dir = tempdir().unwrap();
    let stats = dir.path().join("stats.json");
    let out =
        quadrille(&["solve", "--limit", "2", "--threads", "1", "--summary-json", stats.to_str().unwrap()])
            .write_stdin(MIXED)
            .assert()
            .code(1)
            .get_output()
            .clone();
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
    let summary = String::from_utf8(out.stderr).unwrap();
    let shown = |name: &str| {
        let line = summary.lines().find(|l| l.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    for (name, n) in
        [("records", 10), ("solved", 5), ("unique", 4), ("multiple", 1), ("none", 1), ("invalid", 4)]
    {
        assert_eq!(stats[name], n, "{name}");
        assert_eq!(shown(name), n.to_string(), "{name}");
    }
    assert_eq!((stats["unknown"].as_u64(), stats["threads"].as_u64()), (Some(0), Some(1)));
    assert!(stats["nodes"].as_u64().unwrap() > stats["guesses"].as_u64().unwrap());
    assert!(stats["elapsed_seconds"].as_f64().unwrap() > 0.0);
    assert!(shown("engine").contains(stats["engines"][0].as_str().unwrap()));
    assert_eq!((shown("format"), &stats["formats"]), ("line".into(), &serde_json::json!(["line"])));
}

#[test]
fn quiet_and_progress_options_are_respected() {
    quadrille(&["solve", "-q"]).write_stdin(EASY).assert().success().stderr("");
    quadrille(&["solve", "-q", "--progress", "always"]).write_stdin(EASY).assert().success().stderr("");
    quadrille(&["solve", "--progress", "always"])
        .write_stdin(EASY)
        .assert()
        .stderr(predicate::str::starts_with("1 records, "));
    quadrille(&["generate", "-q"]).assert().success().stderr("");
    quadrille(&["generate", "-q", "--progress", "always"]).assert().success().stderr("");
    quadrille(&["generate", "--progress", "always"])
        .assert()
        .success()
        .stderr(predicate::str::starts_with("1 records, "));
}

#[test]
fn symbols_follow_the_record_or_the_option() {
    let letters = format!("{}{}{}", "A", ".".repeat(254), "P");
    let solve = |flags: &[&str], text: &str| {
        let out = quadrille(&[&["solve", "-q"], flags].concat()).write_stdin(text).output().unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    let plain = solve(&[], &letters);
    assert!(plain.starts_with('A') && plain.contains('P') && !plain.contains('1'));
    assert_eq!(solve(&[], &letters.to_lowercase()), plain);
    let digits = solve(&[], &letters.replace('A', "1").replace('P', "G"));
    assert!(digits.starts_with('1') && digits.contains('G') && !digits.contains('H'));
    let letters = letters.replace('P', "E");
    let read_as_ten = solve(&["--symbols", "digits"], &letters);
    assert!(read_as_ten.starts_with('A') && read_as_ten.contains('1'));
    assert!(solve(&["--symbols", "letters"], &letters.replace('A', "1")).starts_with("!invalid: column 1"));
}

#[test]
fn answers_do_not_overwrite_the_puzzle_column() {
    for column in ["solution", "status", "Solution"] {
        quadrille(&["solve", "--column", column])
            .write_stdin(format!("id,{column}\n1,{EASY}\n"))
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(format!("column {column}: answers are written there")));
    }
    quadrille(&["count", "-q", "--column", "solution"])
        .write_stdin(format!("solution\n{EASY}\n"))
        .assert()
        .stdout(format!("solution,count,status\n{EASY},1,unique\n"));
}

#[test]
fn every_engine_and_instruction_set_gives_the_same_answers() {
    use quadrille::engine::InstructionSet;
    let dir = tempdir().unwrap();
    let stats = dir.path().join("stats.json");
    let stats_path = stats.to_str().unwrap();
    let run = |flags: &[&str]| {
        let args = [&["solve", "--limit", "2", "-q", "--summary-json", stats_path], flags].concat();
        let out = quadrille(&args).write_stdin(MIXED).assert().code(1).get_output().clone();
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
        (String::from_utf8(out.stdout).unwrap(), stats)
    };
    let (want, auto) = run(&[]);
    assert_eq!(auto["engines"][1], format!("lanes ({})", InstructionSet::detect().name()));
    for &isa in InstructionSet::ALL {
        let name = isa.name();
        if !isa.is_available() {
            let message = predicate::str::contains(format!("no {name}"));
            quadrille(&["solve", "--isa", name]).write_stdin("").assert().code(2).stderr(message);
            continue;
        }
        let (lines, stats) = run(&["--isa", name]);
        assert_eq!(lines, want, "{name}");
        assert_eq!(stats["engines"], serde_json::json!(["dlx", format!("lanes ({name})")]));
        for count in ["unique", "multiple", "none", "invalid", "unknown", "nodes", "guesses"] {
            assert_eq!(stats[count], auto[count], "{name} {count}");
        }
        let mut command = quadrille(&["check", "-q", "--summary-json", stats_path]);
        command.env("QUADRILLE_ISA", name).write_stdin(EASY).assert().success();
        assert!(fs::read_to_string(stats_path).unwrap().contains(&format!("lanes ({name})")));
    }
    let (lines, stats) = run(&["--engine", "dlx"]);
    assert_eq!(stats["engines"], serde_json::json!(["dlx"]));
    for (i, (ours, dlx)) in want.lines().zip(lines.lines()).enumerate() {
        // The fourth record is the empty board, for which the engines find different solutions.
        assert!(ours == dlx || i == 3, "line {i}");
    }
}

#[test]
fn generate_gives_the_same_bytes_for_the_same_seed() {
    let make = |flags: &[&str]| {
        let out =
            quadrille(&[&["generate", "--number", "600", "--seed", "5"], flags].concat()).output().unwrap();
        assert!(out.status.success());
        String::from_utf8(out.stdout).unwrap()
    };
    let easy = make(&[]);
    assert_eq!(easy.lines().count(), 600);
    assert!(easy.lines().all(|l| l.bytes().filter(|b| *b != b'.').count() == 33));
    for threads in ["1", "2", "3", "8"] {
        assert_eq!(make(&["--threads", threads]), easy, "{threads} threads");
    }
    quadrille(&["check", "-q"]).write_stdin(easy).assert().success();
    quadrille(&["check", "-q"]).write_stdin(make(&["--minimal"])).assert().success();
    let loose = make(&["--givens", "20", "--no-unique"]);
    quadrille(&["solve", "-q"]).write_stdin(loose.clone()).assert().success();
    quadrille(&["check", "-q"]).write_stdin(loose).assert().code(1);
}

#[test]
fn generate_rejects_impossible_puzzles() {
    for (flags, message) in [
        (&["--size", "8"][..], "--size 8"),
        (&["--givens", "16"], "at least 17"),
        (&["--givens", "82", "--no-unique"], "82 givens"),
        (&["--minimal", "--no-unique"], "--no-unique"),
    ] {
        quadrille(&[&["generate"], flags].concat())
            .assert()
            .code(2)
            .stderr(predicate::str::contains(message));
    }
}

/// Runs that make or draw records differ without a seed; ratings and samples of solutions do not.
#[test]
fn the_default_of_every_seed_is_in_the_help_and_its_rule_in_the_manual_page() {
    let words = |args: &[&str]| {
        let text = String::from_utf8(quadrille(args).output().unwrap().stdout).unwrap();
        text.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (command, default, rule) in [
        (
            "generate",
            "another one each time, which is printed",
            "Each run makes other puzzles, unless it has a seed",
        ),
        (
            "morph",
            "another one each time, which is printed",
            "Each run makes other morphs, unless it has a seed",
        ),
        (
            "select",
            "another one each time, which is printed",
            "Each run selects other records, unless it has a seed",
        ),
        ("rate", "0", "the default is always the same"),
        ("cover", "0", "The default is always the same"),
    ] {
        let help = words(&[command, "--help"]);
        assert!(
            help.contains(&format!("Seed of the random choices [default: {default}]")),
            "{command}: {help}"
        );
        assert!(words(&["man", command]).contains(rule), "{command}");
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        quadrille(&["completions", shell]).assert().success().stdout(predicate::str::contains("max-nodes"));
    }
    quadrille(&["man"]).assert().success().stdout(predicate::str::contains(".TH quadrille 1"));
    for command in ["solve", "check", "count", "hint", "generate"] {
        quadrille(&["man", command])
            .assert()
            .success()
            .stdout(predicate::str::contains("threads").and(predicate::str::contains("Examples")));
    }
    quadrille(&["man", "nonsense"]).assert().code(2);
    for command in ["solve", "check", "count", "hint", "generate"] {
        quadrille(&[command, "--help"]).assert().success().stdout(predicate::str::contains("Examples:"));
    }
}

#[test]
fn an_empty_quadrille_isa_is_as_one_that_is_not_set() {
    let with = |value: &str| {
        let mut command = quadrille(&["solve", "-q"]);
        command.env("QUADRILLE_ISA", value).write_stdin(EASY).assert()
    };
    with("").success().stdout(format!("{EASY_SOLVED}\n"));
    with("portable").success().stdout(format!("{EASY_SOLVED}\n"));
    with("abacus").code(2);
    // On the command line, an empty value is a mistake.
    quadrille(&["solve", "--isa", ""]).assert().code(2);
}
