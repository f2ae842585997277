//! Other programs: their inputs, failures and configuration.

use super::common::process::wait_until;
use super::workspace::{PUZZLES, Workspace, fits_100_columns, row};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn programs_get_every_input_layout() {
    let workspace = Workspace::new();
    let lines = PUZZLES.join("\n") + "\n";
    let zeros = lines.replace('.', "0");
    for (shape, want) in [
        ("", lines.clone()),
        ("0", zeros.clone()),
        ("count", format!("4\n{lines}")),
        ("end", format!("{lines}end\n")),
        ("0,count,end", format!("4\n{zeros}end\n")),
    ] {
        workspace.write("want", &want);
        let shape = if shape.is_empty() { vec![] } else { vec!["--input-shape", shape] };
        for command in [
            "sh -c 'cmp $0 want && cat right' {input}",
            "sh -c 'cmp - want && cat right >$0' {output}",
            "sh -c 'cmp - want && cat right'",
        ] {
            let (code, verdict) = workspace.program(command, &shape);
            assert_eq!(code, 0, "{shape:?} {command}: {verdict}");
        }
    }
    let words = "sh -c 'test $0$1$2 = 241 && cat right' {limit} {count} {threads}";
    assert_eq!(workspace.program(words, &[]).0, 0);
}

#[test]
fn failures_are_reported_and_others_continue() {
    let workspace = Workspace::new();
    let (code, text, report) = workspace.bench(&[
        "--runs",
        "1",
        "--timeout",
        "60",
        "--program",
        "crash=sh -c 'echo oh dear >&2; exit 3'",
        "--program",
        "killed=sh -c 'kill -9 $$'",
        "--program",
        "missing=./no-such-program",
        "--program",
        "silent=true {output}",
        "--program",
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
        assert!(verdict["reason"].as_str().unwrap().starts_with(why), "{verdict}");
        assert!(text.contains(&format!("{name}: failed: {why}")), "{text}");
        assert!(row(&report, name)["end_to_end"].is_null());
    }
    for name in ["quadrille", "cat"] {
        assert_eq!(row(&report, name)["verdict"]["is"], "right");
    }
    fits_100_columns(&text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_contestant_that_never_stops_writing_is_stopped() {
    let workspace = Workspace::new();
    let (code, verdict) = workspace.program("yes", &["--warm-up", "0", "--timeout", "60"]);
    assert_eq!((code, verdict["is"].as_str()), (1, Some("failed")));
    assert_eq!(verdict["reason"], "it exceeded the limit on file size");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pinned_contestant_is_restricted_to_its_core() {
    let workspace = Workspace::new();
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|l| l.strip_prefix("Cpus_allowed_list:")).unwrap().trim();
    let core = allowed.split([',', '-']).next().unwrap();
    let command = format!("sh -c 'grep -qx \"Cpus_allowed_list:.{core}\" /proc/self/status && cat right'");
    for pinned in [&["--pin", core][..], &[]] {
        let (code, _) = workspace.program(&command, pinned);
        assert_eq!(code, i32::from(pinned.is_empty() && allowed != core));
    }
    let (code, text, _) = workspace.bench(&["--engine", "dlx", "--runs", "1", "--pin", core]);
    assert_eq!(code, 0, "{text}");
}

/// Child processes are killed too, also the ones that a contestant leaves behind when it ends.
#[test]
fn a_contestant_that_hangs_is_killed_with_its_children() {
    let workspace = Workspace::new();
    let is_alive = |file: &str| {
        let id = fs::read_to_string(workspace.path(file)).unwrap();
        // The state Z means that the process has ended but was not reaped.
        let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
    };
    let hangs = "sh -c 'sleep 1000 & echo $! >first; sleep 1000'";
    let begins = |seconds: &str| {
        let (code, verdict) = workspace.program(hangs, &["--timeout", seconds, "--warm-up", "0"]);
        assert_eq!((code, verdict["is"].as_str()), (1, Some("failed")));
        assert_eq!(verdict["reason"], format!("it took more than {seconds} s"));
        fs::read_to_string(workspace.path("first")).is_ok_and(|id| id.ends_with('\n'))
    };
    // On a machine under load it may be killed before it has started anything.
    assert!(["0.5", "10.5", "100.5"].into_iter().any(begins));
    let leaves = "sh -c 'sleep 1000 >&- 2>&- & echo $! >second; cat right'";
    assert_eq!(workspace.program(leaves, &["--warm-up", "0"]).0, 0);
    if Path::new("/proc/self/stat").exists() {
        for file in ["first", "second"] {
            wait_until("end", || !is_alive(file));
        }
    }
}

/// Contestants with settings that options do not have.
const CONTESTANTS: &str = r#"
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
        command = "sh -c 'cat right >$0; echo {\\\"solve_seconds\\\": 0.25}' {output}"
        clock = true

        [[contestant]]
        name = "two"
        command = "cat right"
        clock = "sh -c 'cat right >$0; echo {\\\"solve_seconds\\\": 0.5}' {output}"

        [[contestant]]
        name = "mute"
        command = "cat right"
        clock = true

        [[contestant]]
        name = "large"
        command = "false"
        sides = [16, 25]
        "#;

#[test]
fn a_configuration_file_sets_what_options_cannot() {
    let workspace = Workspace::new();
    let right = workspace.solutions();
    let lines: Vec<_> = (0..4).map(|i| format!("{};{}", PUZZLES[i].replace('.', "0"), right[i])).collect();
    workspace.write("text", &("4\n".to_string() + &lines.join("\n") + "\n"));
    workspace.write("want", &format!("4\n{}\nquit\n", PUZZLES.join("\n").replace('.', "0")));
    workspace.write("bench.toml", CONTESTANTS);
    let (code, text, report) =
        workspace.bench(&["--engine", "none", "--config", "bench.toml", "--runs", "2", "--baseline", "two"]);
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
    assert_eq!(verdict("large")["reason"], "it does not read boards of 9×9");
    assert!(
        text.contains("by the program itself: clock, two") && text.contains("first solution: all"),
        "{text}"
    );
}

#[test]
fn the_example_configurations_are_valid() {
    let workspace = Workspace::new();
    for (file, names) in [
        ("benches/bench.toml", &["tdoku", "JSolve", "kudoku", "Schoku", "sudoku"][..]),
        (
            "benches/peers/bench.toml",
            &["sudoku", "rustoku-lib", "zero-alloc", "sudokugen", "crate-dlx", "exact-covers"],
        ),
    ] {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        // Hardly anything runs: `--measure solve` starts only commands that report their time, and these are
        // not installed.
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
        let (_, text, report) = workspace.bench(&args);
        assert!(!report.is_null(), "{text}");
        for name in names {
            row(&report, name);
        }
    }
}

#[test]
fn an_output_that_is_not_a_file_is_rejected() {
    let workspace = Workspace::new();
    for command in ["mkfifo {output}", "ln -s /dev/zero {output}", "mkdir {output}"] {
        let (code, verdict) = workspace.program(command, &[]);
        assert_eq!((code, verdict["reason"].as_str()), (1, Some("it wrote no output")), "{command}");
    }
}

#[test]
fn an_interrupted_bench_removes_its_folder() {
    let workspace = Workspace::new();
    fs::create_dir(workspace.path("scratch")).unwrap();
    for signal in ["INT", "KILL"] {
        let _ = fs::remove_file(workspace.path("started"));
        let mut bench = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"))
            .args(["bench", "puzzles.txt", "--engine", "none", "--program"])
            .arg("hang=sh -c 'echo $$ >started; exec sleep 1000'")
            .current_dir(workspace.dir.path())
            .env("TMPDIR", workspace.path("scratch"))
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        wait_until("contestant", || {
            fs::read_to_string(workspace.path("started")).is_ok_and(|id| id.ends_with('\n'))
        });
        assert_eq!(fs::read_dir(workspace.path("scratch")).unwrap().count(), 1);
        let id = bench.id().to_string();
        // A shell in the background makes its children ignore SIGINT.
        let signal = if signal == "INT" && ignores_interrupts() { "TERM" } else { signal };
        std::process::Command::new("kill").args(["-s", signal, &id]).status().unwrap();
        bench.wait().unwrap();
        wait_until("end of the folder", || fs::read_dir(workspace.path("scratch")).unwrap().count() == 0);
    }
}

fn ignores_interrupts() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).unwrap_or("0").trim();
    u64::from_str_radix(ignored, 16).is_ok_and(|set| set & 2 != 0)
}

#[test]
fn terminal_escapes_of_a_contestant_do_not_reach_the_terminal() {
    let workspace = Workspace::new();
    let colored = format!("printf \"\\033[31m\\033]0;title\\007{}\" >&2; exit 3", "long ".repeat(200));
    workspace.write("printf.sh", &colored);
    let (code, text, report) =
        workspace.bench(&["--engine", "none", "--runs", "1", "--program", "it=sh printf.sh"]);
    assert_eq!(code, 1);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    let verdict = row(&report, "it")["verdict"]["reason"].as_str().unwrap().to_owned();
    assert!(verdict.starts_with("exit code 3: \\x1b[31m") && verdict.chars().count() < 140, "{verdict}");
    fits_100_columns(&text);
}

/// A puzzle with two solutions is put to a program, and its answer tells the limit.
#[test]
fn the_limit_of_a_program_is_found_out_and_shown_in_its_row() {
    let workspace = Workspace::with(&[PUZZLES[0], PUZZLES[3]]);
    let own = assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap().to_owned();
    let first = format!("first={own} solve -q {{input}} -o {{output}}");
    let args = ["--runs", "1", "--engine", "dlx", "--program", &first, "--program", "cat=cat right"];
    let (code, text, report) = workspace.bench(&args);
    assert_eq!(code, 0, "{text}");
    assert_eq!(
        (&row(&report, "first")["limit"], &row(&report, "first")["limit_source"]),
        (&1.into(), &"found".into())
    );
    assert_eq!(row(&report, "cat")["limit_source"], "assumed");
    assert_eq!(row(&report, "dlx")["limit"], 2);
    assert!(row(&report, "dlx")["start_seconds"].as_f64().unwrap() > 0.0);
    let line = |name: &str| text.lines().find(|l| l.starts_with(name)).unwrap().to_owned();
    assert!(line("first").starts_with("first ≤1 ") && line("cat").starts_with("cat ≤? "), "{text}");
    assert!(line("dlx").starts_with("dlx   "), "{text}");
    assert!(text.contains("≤1: stopped at the first solution: first"), "{text}");
    fits_100_columns(&text);
    // A given setting is not looked up.
    let (_, text, report) = workspace.bench(&[&args[..], &["--program-limit", "2"]].concat());
    for name in ["first", "cat"] {
        let row = row(&report, name);
        assert_eq!((&row["limit"], &row["limit_source"]), (&2.into(), &"given".into()));
    }
    assert!(!text.contains('≤'), "{text}");
    // All contestants stop at the first solution, as the head of the table says.
    let (_, text, _) =
        workspace.bench(&["--runs", "1", "--limit", "1", "--engine", "dlx", "--program", &first]);
    assert!(!text.contains('≤'), "{text}");
}

/// A program that looks for a second solution is detected too.
#[test]
fn a_program_with_limit_2_among_others_with_limit_1_is_marked() {
    let workspace = Workspace::with(&[PUZZLES[0], PUZZLES[3]]);
    let own = assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap().to_owned();
    let count = format!("two={own} count -q --limit 2 {{input}} -o {{output}}");
    let args =
        ["--runs", "1", "--limit", "1", "--engine", "dlx", "--output-shape", "{count}", "--program", &count];
    let (_, text, report) = workspace.bench(&args);
    assert_eq!(
        (&row(&report, "two")["limit"], &row(&report, "two")["limit_source"]),
        (&2.into(), &"found".into())
    );
    assert!(text.contains("two ≤2 ") && text.contains("≤2: looked for a second solution: two"), "{text}");
}
