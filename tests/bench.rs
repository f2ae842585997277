//! `bench` as its users see it. Nothing here depends on how long anything takes.
#![cfg(unix)]

mod common;

use common::{answers, quadrille};
use predicates::prelude::*;
use quadrille::Task;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::{TempDir, tempdir};

/// The second has two solutions, the third none.
const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
    "11.......6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

/// A folder with puzzles and the answers to them.
struct Desk {
    dir: TempDir,
}

impl Desk {
    /// Comments and blank lines are no puzzles.
    fn new() -> Desk {
        Desk::with(&PUZZLES)
    }

    fn with(puzzles: &[&str]) -> Desk {
        let desk = Desk { dir: tempdir().unwrap() };
        let text = puzzles.join("\n") + "\n";
        desk.write("puzzles.txt", &format!("# a comment\n\n{text}"));
        desk.write("right", &answers(Task::Solve, text.as_bytes()));
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn solutions(&self) -> Vec<String> {
        fs::read_to_string(self.path("right")).unwrap().lines().map(String::from).collect()
    }

    /// Runs `bench` on the puzzles: exit code, what it printed, and its JSON.
    fn bench(&self, args: &[&str]) -> (i32, String, Value) {
        let json = self.path("report.json");
        let _ = fs::remove_file(&json);
        let puzzles = self.path("puzzles.txt");
        let all =
            [&["bench", "--json"], &[json.to_str().unwrap(), puzzles.to_str().unwrap()][..], args].concat();
        let out = quadrille(&all).current_dir(self.dir.path()).output().unwrap();
        let report = fs::read(&json).map_or(Value::Null, |text| serde_json::from_slice(&text).unwrap());
        let said = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
        (out.status.code().unwrap(), said, report)
    }

    /// One program with some options, one round: exit code and verdict.
    fn program(&self, command: &str, args: &[&str]) -> (i32, Value) {
        let against = format!("it={command}");
        let args = [&["--engine", "none", "--runs", "1", "--against", &against][..], args].concat();
        let (code, said, report) = self.bench(&args);
        assert!(!report.is_null(), "{said}");
        (code, row(&report, "it")["verdict"].clone())
    }
}

fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["files"][0]["rows"].as_array().unwrap();
    rows.iter().find(|r| r["name"] == name).unwrap_or_else(|| panic!("no row {name}"))
}

fn fits_100_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn engines_and_programs_are_measured_in_the_same_report() {
    let desk = Desk::new();
    let (code, text, report) = desk.bench(&[
        "--engine",
        "lanes,dlx",
        "--isa",
        "portable",
        "--threads",
        "1,2",
        "--runs",
        "3",
        "--against",
        "a program with quite a long name=cat right",
        "--against",
        "cat=cat right",
    ]);
    assert_eq!(code, 0, "{text}");
    fits_100_columns(&text);
    let names =
        ["lanes-portable×1", "lanes-portable×2", "dlx×1", "dlx×2", "a program with quite a long name", "cat"];
    for name in names {
        let row = row(&report, name);
        assert_eq!(row["verdict"]["is"], "right", "{name}");
        assert_eq!(row["end_to_end"]["seconds"].as_array().unwrap().len(), 3, "{name}");
        let solve = if row["what"].as_str().unwrap().starts_with("cat") { 0 } else { 3 };
        assert_eq!(row["solve"]["seconds"].as_array().map_or(0, Vec::len), solve, "{name}");
        for part in ["median", "low", "high"] {
            assert!(row["end_to_end"]["ratio"][part].as_f64().unwrap() > 0.0);
        }
        assert!(row["peak_bytes"].as_u64().unwrap() > 0 && row["user_s"].as_f64().is_some());
        let shown: String = name.chars().take(15).collect();
        assert!(text.contains(&shown), "{name}");
    }
    assert_eq!(report["settings"]["baseline"], "lanes-portable×1");
    let file = &report["files"][0];
    assert_eq!((&file["puzzles"], &file["records"], &file["sides"]), (&4.into(), &4.into(), &[9].into()));
    assert_eq!(file["sha256"].as_str().unwrap().len(), 64);
    let machine = &report["machine"];
    assert_eq!(machine["version"], env!("CARGO_PKG_VERSION"));
    assert!(
        machine["date"].as_str().unwrap().starts_with("20") && !machine["cpu"].as_str().unwrap().is_empty()
    );
}

#[test]
fn the_hash_is_that_of_the_file() {
    use sha2::{Digest, Sha256};
    let desk = Desk::new();
    let (_, _, report) = desk.bench(&["--engine", "dlx", "--runs", "1", "--measure", "solve"]);
    let hash = Sha256::digest(fs::read(desk.path("puzzles.txt")).unwrap());
    let hex: String = hash.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(report["files"][0]["sha256"], hex);
    assert!(row(&report, "dlx")["end_to_end"].is_null());
}

#[test]
fn one_wrong_answer_is_marked_and_struck() {
    let desk = Desk::new();
    let mut lines = desk.solutions();
    // Two cells of a row exchanged.
    lines[3] = format!("{}{}", lines[3][..2].chars().rev().collect::<String>(), &lines[3][2..]);
    desk.write("wrong", &(lines.join("\n") + "\n"));
    let args = ["--runs", "3", "--against", "liar=cat wrong", "--against", "honest=cat right"];
    let (code, text, report) = desk.bench(&args);
    assert_eq!(code, 1);
    let verdict = &row(&report, "liar")["verdict"];
    assert_eq!(verdict["is"], "wrong");
    assert_eq!(verdict["why"], "record 4, line 6: the grid is no solution of it");
    assert_eq!(row(&report, "honest")["verdict"]["is"], "right");
    let line = text.lines().find(|l| l.starts_with("✗ liar")).unwrap();
    assert!(line.contains('~'), "{line}");
    assert!(text.contains("liar: wrong: record 4, line 6"));
    fits_100_columns(&text);
}

#[test]
fn whatever_is_untrue_is_wrong() {
    let desk = Desk::new();
    let right = desk.solutions();
    let with = |i: usize, line: &str| {
        let mut lines = right.clone();
        lines[i] = line.into();
        lines.join("\n") + "\n"
    };
    let board = "1".repeat(81);
    for (limit, text, why) in [
        ("1", with(0, "none"), "no solution is shown, and it has 1 or more"),
        ("2", with(0, "none"), "no solution is shown, and it has 1"),
        ("1", with(2, &board), "the grid is no solution of it"),
        ("1", with(1, &right[3]), "the grid is no solution of it"),
        ("1", right[..3].join("\n"), "3 answers to 4 puzzles"),
        ("1", right.join("\n") + "\nmore\n", "5 answers to 4 puzzles"),
        ("1", String::new(), "0 answers to 4 puzzles"),
    ] {
        desk.write("text", &text);
        let (code, verdict) = desk.program("cat text", &["--limit", limit]);
        assert_eq!((code, verdict["is"].as_str()), (1, Some("wrong")), "{text}");
        assert!(verdict["why"].as_str().unwrap().ends_with(why), "{verdict}");
    }
    // A grid says nothing about a second solution; no grid of one with two may mean just that.
    for (limit, line, fine) in
        [("1", &*right[1], true), ("2", &*right[1], true), ("2", "several", true), ("1", "several", false)]
    {
        desk.write("text", &with(1, line));
        assert_eq!(desk.program("cat text", &["--limit", limit]).0, i32::from(!fine), "{limit} {line}");
    }
}

#[test]
fn any_solution_of_several_is_right() {
    let desk = Desk::new();
    let mut lines = desk.solutions();
    // Its solutions differ in which of the four empty cells are 6 and which 7.
    let exchanged = |(digit, given): (char, char)| match (given, digit) {
        ('.', '6') => '7',
        ('.', '7') => '6',
        _ => digit,
    };
    let second: String = lines[1].chars().zip(PUZZLES[1].chars()).map(exchanged).collect();
    assert_ne!(second, lines[1]);
    for line in [lines[1].clone(), second] {
        lines[1] = line;
        desk.write("text", &(lines.join("\n") + "\n"));
        assert_eq!(desk.program("cat text", &["--limit", "1"]).0, 0);
    }
}

#[test]
fn every_output_shape_is_read_and_judged() {
    let desk = Desk::new();
    let right = desk.solutions();
    let counts = ["1", "2", "0", "1"];
    let line = |form: &str, i: usize| {
        let solution = if right[i].starts_with('!') { "" } else { &right[i] };
        form.replace("{puzzle}", PUZZLES[i])
            .replace("{count}", counts[i])
            .replace("{solution}", solution)
            .replace("{any}", "3 ms")
    };
    for form in [
        "{solution}",
        "{count}",
        "{count}:{solution}",
        "{puzzle},{solution}",
        "{puzzle}:{count}:{solution}",
        "{any}\t{count} {solution}",
    ] {
        let good: Vec<String> = (0..4).map(|i| line(form, i)).collect();
        desk.write("text", &(good.join("\n") + "\n"));
        let (code, verdict) = desk.program("cat text", &["--output-shape", form]);
        assert_eq!((code, verdict["is"].as_str()), (0, Some("right")), "{form}: {verdict}");
        // The answers in another order.
        let mut bad = good.clone();
        bad.swap(0, 2);
        desk.write("text", &(bad.join("\n") + "\n"));
        let (code, verdict) = desk.program("cat text", &["--output-shape", form]);
        assert_eq!((code, verdict["is"].as_str()), (1, Some("wrong")), "{form}");
    }
}

#[test]
fn blocks_copies_and_unchecked_outputs() {
    let desk = Desk::with(&[PUZZLES[0], PUZZLES[2], PUZZLES[3]]);
    let right = desk.solutions();
    let shape = |shape| ["--output-shape", shape];
    desk.write("text", &format!("{}\n\n\n{}\n\n", right[0], right[2]));
    assert_eq!(desk.program("cat text", &shape("blocks")).0, 0);
    desk.write("text", &format!("{0}\n{0}\n\n\n{1}\n\n", right[0], right[2]));
    assert_eq!(desk.program("cat text", &shape("blocks")).0, 1);
    assert_eq!(desk.program("cp {input} {output}", &shape("copy")).0, 0);
    assert_eq!(desk.program("cat right", &shape("copy")).0, 1);
    assert_eq!(desk.program("true", &shape("unchecked")).1["is"], "unchecked");
}

#[test]
fn every_input_shape_reaches_the_program() {
    let desk = Desk::new();
    let lines = PUZZLES.join("\n") + "\n";
    let zeros = lines.replace('.', "0");
    for (shape, want) in [
        ("", lines.clone()),
        ("0", zeros.clone()),
        ("count", format!("4\n{lines}")),
        ("end", format!("{lines}end\n")),
        ("0,count,end", format!("4\n{zeros}end\n")),
    ] {
        desk.write("want", &want);
        let shape = if shape.is_empty() { vec![] } else { vec!["--input-shape", shape] };
        for command in [
            "sh -c 'cmp $0 want && cat right' {input}",
            "sh -c 'cmp - want && cat right >$0' {output}",
            "sh -c 'cmp - want && cat right'",
        ] {
            let (code, verdict) = desk.program(command, &shape);
            assert_eq!(code, 0, "{shape:?} {command}: {verdict}");
        }
    }
    let words = "sh -c 'test $0$1$2 = 241 && cat right' {limit} {count} {threads}";
    assert_eq!(desk.program(words, &[]).0, 0);
}

#[test]
fn failures_are_reported_and_the_others_go_on() {
    let desk = Desk::new();
    let (code, text, report) = desk.bench(&[
        "--runs",
        "1",
        "--timeout",
        "60",
        "--against",
        "crash=sh -c 'echo oh dear >&2; exit 3'",
        "--against",
        "killed=sh -c 'kill -9 $$'",
        "--against",
        "missing=./no-such-program",
        "--against",
        "silent=true {output}",
        "--against",
        "cat=cat right",
    ]);
    assert_eq!(code, 1);
    for (name, why) in [
        ("crash", "exit code 3: oh dear"),
        ("killed", "signal 9"),
        ("missing", "cannot start ./no-such-program"),
        ("silent", "it wrote no output"),
    ] {
        let verdict = &row(&report, name)["verdict"];
        assert_eq!(verdict["is"], "failed", "{name}");
        assert!(verdict["why"].as_str().unwrap().starts_with(why), "{verdict}");
        assert!(text.contains(&format!("{name}: failed: {why}")), "{text}");
        assert!(row(&report, name)["end_to_end"].is_null());
    }
    for name in ["auto", "cat"] {
        assert_eq!(row(&report, name)["verdict"]["is"], "right");
    }
    fits_100_columns(&text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_contestant_that_writes_without_end_is_stopped() {
    let desk = Desk::new();
    let (code, verdict) = desk.program("yes", &["--warm-up", "0", "--timeout", "60"]);
    assert_eq!((code, verdict["is"].as_str()), (1, Some("failed")));
    assert_eq!(verdict["why"], "it wrote a file without end");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pinned_contestant_sees_its_core_alone() {
    let desk = Desk::new();
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|l| l.strip_prefix("Cpus_allowed_list:")).unwrap().trim();
    let core = allowed.split([',', '-']).next().unwrap();
    let command = format!("sh -c 'grep -qx \"Cpus_allowed_list:.{core}\" /proc/self/status && cat right'");
    for pinned in [&["--pin", core][..], &[]] {
        let (code, _) = desk.program(&command, pinned);
        assert_eq!(code, i32::from(pinned.is_empty() && allowed != core));
    }
    let (code, text, _) = desk.bench(&["--engine", "dlx", "--runs", "1", "--pin", core]);
    assert_eq!(code, 0, "{text}");
}

/// Also the processes that a contestant has started, and those that it leaves behind.
#[test]
fn a_contestant_that_hangs_is_ended_with_all_it_started() {
    let desk = Desk::new();
    let is_alive = |file: &str| {
        let id = fs::read_to_string(desk.path(file)).unwrap();
        // A process that ended but was not reaped is shown as Z.
        let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
    };
    let hangs = "sh -c 'sleep 1000 & echo $! >first; sleep 1000'";
    let (code, verdict) = desk.program(hangs, &["--timeout", "1.5", "--warm-up", "0"]);
    assert_eq!((code, verdict["is"].as_str()), (1, Some("failed")));
    assert_eq!(verdict["why"], "it took more than 1.5 s");
    let leaves = "sh -c 'sleep 1000 >&- 2>&- & echo $! >second; cat right'";
    assert_eq!(desk.program(leaves, &["--warm-up", "0"]).0, 0);
    if Path::new("/proc/self/stat").exists() {
        for file in ["first", "second"] {
            let gone = (0..200).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(10));
                !is_alive(file)
            });
            assert!(gone, "{file} is alive");
        }
    }
}

#[test]
fn a_file_of_contestants_says_what_options_cannot() {
    let desk = Desk::new();
    let right = desk.solutions();
    let lines: Vec<_> = (0..4).map(|i| format!("{};{}", PUZZLES[i].replace('.', "0"), right[i])).collect();
    desk.write("text", &("4\n".to_string() + &lines.join("\n") + "\n"));
    desk.write("want", &format!("4\n{}\nquit\n", PUZZLES.join("\n").replace('.', "0")));
    desk.write(
        "bench.toml",
        r#"
        [[contestant]]
        name = "all"
        command = "sh -c 'cmp - $0/want && test $WHO = me && cat $0/text && exit 7' {here}"
        limit = 1
        threads = 2
        timeout = 100
        exit = [0, 7]
        env = { WHO = "me" }
        input = { empty = "0", count = true, end = "quit" }
        output = { shape = "{puzzle};{solution}", skip = 1 }

        [[contestant]]
        name = "clock"
        command = "sh -c 'cat right >$0; echo {\\\"solve_s\\\": 0.25}' {output}"
        clock = true

        [[contestant]]
        name = "two"
        command = "cat right"
        clock = "sh -c 'cat right >$0; echo {\\\"solve_s\\\": 0.5}' {output}"

        [[contestant]]
        name = "mute"
        command = "cat right"
        clock = true

        [[contestant]]
        name = "large"
        command = "false"
        sides = [16, 25]
        "#,
    );
    let (code, text, report) =
        desk.bench(&["--engine", "none", "--config", "bench.toml", "--runs", "2", "--baseline", "two"]);
    assert_eq!(code, 1);
    let verdict = |name: &str| row(&report, name)["verdict"].clone();
    assert_eq!(verdict("all")["is"], "right", "{}", verdict("all"));
    assert_eq!((&row(&report, "all")["limit"], &row(&report, "all")["threads"]), (&1.into(), &2.into()));
    for (name, seconds) in [("clock", 0.25), ("two", 0.5)] {
        let solve = &row(&report, name)["solve"];
        assert_eq!(solve["seconds"], Value::from(vec![seconds; 2]), "{name}");
        assert_eq!((&solve["own_clock"], &solve["ratio"]["median"]), (&true.into(), &(0.5 / seconds).into()));
        assert_eq!(row(&report, name)["end_to_end"]["seconds"].as_array().unwrap().len(), 2);
    }
    assert_eq!(verdict("mute")["is"], "failed");
    assert_eq!(verdict("large")["why"], "it does not read boards of 9×9");
    assert!(text.contains("own clock: clock, two") && text.contains("first solution: all"), "{text}");
}

#[test]
fn the_examples_of_contestants_can_be_read() {
    let desk = Desk::new();
    for (file, names) in [
        ("benches/bench.toml", &["tdoku", "JSolve", "kudoku", "Schoku", "sudoku"][..]),
        (
            "benches/peers/bench.toml",
            &["sudoku", "rustoku-lib", "zero-alloc", "sudokugen", "crate-dlx", "exact-covers"],
        ),
    ] {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        // Nothing is run: no commands are looked for in solving alone, and those with a clock fail at once.
        let args = [
            "--config",
            config.to_str().unwrap(),
            "--measure",
            "solve",
            "--runs",
            "1",
            "--warm-up",
            "0",
            "--timeout",
            "60",
        ];
        let (_, text, report) = desk.bench(&args);
        assert!(!report.is_null(), "{text}");
        for name in names {
            row(&report, name);
        }
    }
}

#[test]
fn what_cannot_be_is_refused_before_any_work() {
    let desk = Desk::new();
    desk.write("typo.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\noutptu = 1\n");
    desk.write("empty.toml", "");
    desk.write("quote.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a 'b\"\n");
    desk.write("zero.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nlimit = 0\n");
    for (args, words) in [
        (&["--against", "cat right"][..], "NAME=COMMAND"),
        (&["--against", "it="], "no command"),
        (&["--against", "it=a", "--output-shape", "{grid}"], "{grid}"),
        (&["--input-shape", "x"], "--input-shape"),
        (&["--baseline", "nobody"], "the contestants are auto"),
        (&["--engine", "none"], "no contestants"),
        (&["--limit", "3"], "--limit"),
        (&["--timeout", "0"], "--timeout"),
        (&["--config", "no.toml"], "no.toml"),
        (&["--config", "typo.toml"], "outptu"),
        (&["--config", "empty.toml"], "contestant"),
        (&["--config", "quote.toml"], "a quote without its end"),
        (&["--config", "zero.toml"], "limit is at least 1"),
        (&["no-such-file"], "no-such-file"),
        (&["-"], "standard input cannot be"),
        (&["--pin", "100000"], "--pin"),
        (&["--html", "no/such/folder.html"], "no/such/folder.html"),
    ] {
        let (code, text, report) = desk.bench(args);
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains(words) && report.is_null(), "{args:?}: {text}");
    }
    quadrille(&["bench"]).assert().code(2);
    desk.write("none.txt", "# nothing\n");
    let none = desk.path("none.txt");
    quadrille(&["bench", none.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no puzzles"));
}

#[test]
fn an_instruction_set_that_is_not_there_is_no_failure() {
    use quadrille::engine::lanes::Isa;
    let desk = Desk::new();
    let (code, text, report) = desk.bench(&[
        "--engine",
        "lanes",
        "--isa",
        "avx512,avx2,portable",
        "--runs",
        "1",
        "--baseline",
        "lanes-portable",
    ]);
    assert_eq!(code, 0, "{text}");
    for isa in Isa::ALL {
        let row = row(&report, &format!("lanes-{}", isa.name()));
        let want = if isa.available() { "right" } else { "absent" };
        assert_eq!(row["verdict"]["is"], want);
    }
}

#[test]
fn namesakes_are_told_apart_and_sizes_may_be_mixed() {
    let desk = Desk::with(&["1...3..2..4.4..1", PUZZLES[0], "1..............1"]);
    let (code, text, report) =
        desk.bench(&["--engine", "dlx,dlx", "--runs", "1", "--against", "dlx=cat right"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(report["files"][0]["sides"], Value::from([4, 9].to_vec()));
    for name in ["dlx", "dlx#2", "dlx#3"] {
        assert_eq!(row(&report, name)["verdict"]["is"], "right");
    }
}

#[test]
fn other_formats_are_read_and_malformed_records_left_out() {
    let desk = Desk::new();
    let mut csv = "id,puzzle\n1,nonsense\n".to_string();
    PUZZLES.iter().for_each(|p| csv += &format!("2,{p}\n"));
    desk.write("puzzles.txt", &csv);
    let (code, text, report) = desk.bench(&["--runs", "1", "--against", "cat=cat right"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(row(&report, "cat")["verdict"]["is"], "right", "{text}");
    let file = &report["files"][0];
    assert_eq!((&file["puzzles"], &file["records"], &file["malformed"]), (&4.into(), &5.into(), &1.into()));
}

#[test]
fn a_part_of_the_records_is_spread_evenly() {
    let lines: Vec<String> = (0..100).map(|i| PUZZLES[if i % 10 == 9 { 2 } else { 0 }].to_string()).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let desk = Desk::with(&lines);
    let want = format!("{}\n", PUZZLES[2]).repeat(10);
    desk.write("want", &want);
    desk.write("text", &"0\n".repeat(10));
    let command = "sh -c 'cmp - want && cat text'";
    let (code, verdict) = desk.program(command, &["--records", "10", "--output-shape", "{count}"]);
    assert_eq!(code, 0, "{verdict}");
}

#[test]
fn profiles_say_what_each_puzzle_took() {
    let many = answers_free_puzzles();
    let lines: Vec<&str> = many.lines().collect();
    let desk = Desk::with(&lines);
    let html = desk.path("page.html");
    let args = [
        "--engine",
        "lanes,dlx",
        "--isa",
        "portable",
        "--runs",
        "1",
        "--profile",
        "--html",
        html.to_str().unwrap(),
    ];
    let (code, text, report) = desk.bench(&args);
    assert_eq!(code, 0, "{text}");
    fits_100_columns(&text);
    let profiles = report["files"][0]["profiles"].as_array().unwrap();
    assert_eq!(profiles.iter().map(|p| &p["name"]).collect::<Vec<_>>(), ["lanes-portable", "dlx"]);
    for (profile, together) in profiles.iter().zip([16, 1]) {
        assert_eq!(profile["together"], together);
        for what in ["micros", "guesses", "nodes"] {
            let d = &profile[what];
            let bins = d["bins"].as_array().unwrap();
            let sum: u64 = bins.iter().map(|b| b["count"].as_u64().unwrap()).sum();
            assert_eq!(sum, lines.len() as u64, "{what}");
            let [p50, p90, p99, max] = ["p50", "p90", "p99", "max"].map(|p| d[p].as_f64().unwrap());
            assert!(p50 <= p90 && p90 <= p99 && p99 <= max && max > 0.0, "{d}");
        }
        let hardest = profile["hardest"].as_array().unwrap();
        let nodes: Vec<u64> = hardest.iter().map(|h| h["nodes"].as_u64().unwrap()).collect();
        assert_eq!(nodes.len(), 10);
        assert!(
            nodes.is_sorted_by(|a, b| a >= b) && nodes[0] as f64 == profile["nodes"]["max"].as_f64().unwrap()
        );
        for hard in hardest {
            // A comment and a blank line are before the first record.
            assert_eq!(hard["line"].as_u64().unwrap(), hard["record"].as_u64().unwrap() + 2);
        }
        let threads: Vec<_> =
            profile["scaling"].as_array().unwrap().iter().map(|t| t["threads"].as_u64()).collect();
        assert_eq!(threads[0], Some(1));
        let counts: Vec<_> =
            profile["cost"].as_array().unwrap().iter().map(|c| c["records"].as_u64().unwrap()).collect();
        assert_eq!(counts, [1, 10, 40]);
    }
    let page = fs::read_to_string(html).unwrap();
    well_formed(&page);
    for title in [
        "Time per puzzle, dlx",
        "Guesses per puzzle, lanes-portable",
        "Scaling over threads",
        "Cost against records",
    ] {
        assert!(page.contains(title), "{title}");
    }
}

/// 40 puzzles, some of which need guesses.
fn answers_free_puzzles() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/9x9-minimal.txt");
    fs::read_to_string(file).unwrap().lines().take(40).map(|l| format!("{l}\n")).collect()
}

#[test]
fn the_page_stands_alone() {
    let desk = Desk::new();
    desk.write("wrong", "1\n2\n3\n4\n");
    let html = desk.path("page.html");
    let (_, _, report) = desk.bench(&[
        "--runs",
        "3",
        "--html",
        html.to_str().unwrap(),
        "--against",
        "good <&> \"quoted\"=cat right",
        "--against",
        "liar=cat wrong",
        "--against",
        "gone=./gone",
    ]);
    let page = fs::read_to_string(html).unwrap();
    well_formed(&page);
    for outside in ["http:", "https:", "src=", "href", "url(", "@import", "<script", "<link", "<iframe"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
    for name in ["auto", "good &lt;&amp;&gt; &quot;quoted&quot;", "liar", "gone"] {
        assert!(page.contains(&format!(">{name}</td>")), "{name}");
    }
    assert!(page.contains("<s>") && page.contains("liar: wrong: record 1"));
    for part in ["Speed, solve", "Speed, end to end", "<svg", report["files"][0]["sha256"].as_str().unwrap()]
    {
        assert!(page.contains(part), "{part}");
    }
}

/// Every element is closed in its turn, every `&` begins an entity, and nothing is between quotes
/// that ends them.
fn well_formed(page: &str) {
    let mut open = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document");
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        let style = open.last() == Some(&"style");
        assert!(style || text.split('&').skip(1).all(|e| e.split(';').next().unwrap().len() < 6), "{text}");
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(
                open.pop(),
                Some(name),
                "at …{}",
                &page[page.len() - rest.len() + at..][..60.min(rest.len() - at)]
            );
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
}

#[test]
fn help_and_manual_page_are_there() {
    quadrille(&["bench", "--help"]).assert().success().stdout(predicate::str::contains("Examples:"));
    quadrille(&["man", "bench"]).assert().success().stdout(predicate::str::contains("baseline"));
    // Its helper is nobody's business.
    quadrille(&["--help"]).assert().success().stdout(predicate::str::contains("launch").not());
}

/// A record with one contestant: its ratio to the yardstick, or its times alone.
fn record(date: &str, ratio: Option<[f64; 3]>, [median, min, mad]: [f64; 3], verdict: &str) -> Value {
    let ratio =
        ratio.map(|[low, median, high]| serde_json::json!({"low": low, "median": median, "high": high}));
    let figure =
        serde_json::json!({"median": median, "min": min, "mad": mad, "ratio": ratio, "seconds": [median]});
    serde_json::json!({
        "machine": {"cpu": "a processor", "cores": 2, "version": "1.0.0", "date": date},
        "settings": {"limit": 2},
        "files": [{"name": "easy", "sha256": "00", "puzzles": 10, "rows": [
            {"name": "crate-dlx", "verdict": {"is": "right"}, "solve": figure, "end_to_end": null},
            {"name": "lanes", "verdict": {"is": verdict, "why": "?"}, "solve": figure, "end_to_end": null},
        ]}],
    })
}

#[test]
fn a_record_says_what_got_slower_by_more_than_the_noise() {
    let desk = Desk::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bench-record");
    let compare = |old: &Value, new: &Value| {
        desk.write("old.json", &old.to_string());
        desk.write("new.json", &new.to_string());
        let mut python = std::process::Command::new("python3");
        let out = python.arg(&script).arg("--compare").args([desk.path("old.json"), desk.path("new.json")]);
        let out = out.output().expect("Python is there");
        let text = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
        (out.status.code().unwrap(), text)
    };
    let (right, wrong) = ("right", "wrong");
    let time = [1.0, 0.9, 0.01];
    let old = record("2026-01-01T00:00:00Z", Some([9.5, 10.0, 10.5]), time, right);
    let new = |ratio, time, verdict| record("2026-02-01T00:00:00Z", ratio, time, verdict);
    for (ratio, verdict, code, words) in [
        (Some([9.6, 10.1, 10.7]), right, 0, "nothing got slower"),
        (Some([9.0, 9.4, 9.6]), right, 0, "nothing got slower"), // within the noise
        (Some([9.3, 9.35, 9.4]), right, 1, "lanes on easy, solve: 6.5% slower"),
        (Some([9.6, 10.1, 10.7]), wrong, 1, "lanes on easy: wrong"),
    ] {
        // Slower by the clock, which proves nothing where there is a yardstick.
        let (got, text) = compare(&old, &new(ratio, [2.0, 1.9, 0.01], verdict));
        assert_eq!(got, code, "{text}");
        assert!(text.contains(words), "{text}");
    }
    let old = record("2026-01-01T00:00:00Z", None, time, right);
    for (time, code) in
        [([1.03, 1.02, 0.01], 0), ([1.5, 1.04, 0.3], 0), ([1.3, 1.2, 0.2], 0), ([1.3, 1.2, 0.01], 1)]
    {
        let (got, text) = compare(&old, &new(None, time, right));
        assert_eq!(got, code, "{time:?}: {text}");
    }
    let mut other = new(None, time, right);
    other["machine"]["cores"] = 4.into();
    let (code, text) = compare(&old, &other);
    assert!(code == 1 && text.contains("two machines"), "{text}");
    let mut gone = new(None, time, right);
    gone["files"][0]["rows"].as_array_mut().unwrap().pop();
    assert_eq!(compare(&old, &gone).1.lines().last(), Some("lanes on easy: is gone"));
    for kept in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/record")).into_iter().flatten()
    {
        let kept: Value = serde_json::from_slice(&fs::read(kept.unwrap().path()).unwrap()).unwrap();
        let (code, text) = compare(&kept, &kept);
        assert_eq!(code, 0, "{text}");
    }
}
