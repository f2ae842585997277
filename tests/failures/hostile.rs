//! Records made to take much memory: each command answers or refuses them, and takes a multiple of the longest record.

use crate::common::EASY;
use std::{fs, process::Command};
use tempfile::tempdir;

/// Bytes of a long record. The limit is 16 MiB.
const LONG: usize = 5_000_000;

/// Virtual memory of a run with one thread, in KiB.
const KIB: u64 = 400_000;

/// Files whose second record is hostile, and whether its text can be answered.
fn files() -> Vec<(&'static str, String)> {
    let ndjson = |hostile: String| {
        let plain = format!("{{\"puzzle\":\"{EASY}\"}}\n");
        format!("{plain}{hostile}\n{plain}")
    };
    let half = LONG / 2 - 100;
    let keys: String = (0..300_000).map(|key| format!("\"k{key}\":1,")).collect();
    let csv = |hostile: String| format!("puzzle,x\n{EASY},a\n{hostile}\n{EASY},b\n");
    vec![
        (
            "nested.ndjson",
            ndjson(format!("{{\"x\":{}{},\"puzzle\":\"{EASY}\"}}", "[".repeat(half), "]".repeat(half))),
        ),
        ("keys.ndjson", ndjson(format!("{{{keys}\"puzzle\":\"{EASY}\"}}"))),
        ("rows.ndjson", ndjson(format!("{{\"puzzle\":[{}[1]]}}", "[1],".repeat(LONG / 5)))),
        ("field.csv", csv(format!("{EASY},\"{}\"", "a".repeat(LONG)))),
        ("fields.csv", csv(format!("{EASY}{}", ",".repeat(LONG / 10)))),
        ("lines.txt", format!("{EASY}\n{EASY}{}\n{}\n{EASY}\n", " ".repeat(LONG), ".".repeat(LONG))),
    ]
}

/// Mapped lines that would have to be copied.
#[test]
fn a_line_that_is_too_long_to_be_copied_is_refused_in_little_memory() {
    const MIB: u64 = 512;
    let dir = tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("long"), format!("{EASY}\n")).unwrap();
    fs::OpenOptions::new().append(true).open(dir.join("long")).unwrap().set_len(MIB << 20).unwrap();
    for args in
        ["dedup long", "select -n 2 --seed 1 long", "check --only unique long", "solve --keep-trailing long"]
    {
        let line = format!("ulimit -v {}; exec \"$0\" {args} -q -t 1 > out", KIB + (MIB << 10));
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).arg(assert_cmd::cargo::cargo_bin!("quadrille"));
        let out = shell.current_dir(dir).output().unwrap();
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!(
            (&*told, out.status.code()),
            ("quadrille: long:2: a record is longer than 16 MiB\n", Some(2))
        );
    }
}

#[test]
fn hostile_records_take_little_memory_in_every_command() {
    let dir = tempdir().unwrap();
    let dir = dir.path();
    for (name, text) in files() {
        fs::write(dir.join(name), text).unwrap();
        for args in [
            "solve",
            "solve --keep-trailing",
            "check --minimal",
            "count",
            "hint",
            "canonical",
            "rate --method logic",
            "givens",
            "dedup",
            "leak --against train",
            "morph --seed 1",
            "select -n 2 --seed 1",
        ] {
            if args.ends_with("--keep-trailing") && !name.ends_with(".txt") {
                continue;
            }
            fs::write(dir.join("train"), format!("{EASY}\n")).unwrap();
            let (command, options) = args.split_once(' ').unwrap_or((args, ""));
            let line =
                format!("ulimit -v {KIB}; exec timeout 60 \"$0\" {command} {name} -q -t 1 {options} > out");
            let mut shell = Command::new("sh");
            shell.args(["-c", &line]).arg(assert_cmd::cargo::cargo_bin!("quadrille"));
            let out = shell.current_dir(dir).output().unwrap();
            let told = String::from_utf8_lossy(&out.stderr);
            // The other records are answered.
            assert!(out.status.code().is_some_and(|code| code < 2), "{args} {name}: {}, {told}", out.status);
            assert!(told.len() < 4096, "{args} {name}: a message of {} bytes", told.len());
        }
        fs::remove_file(dir.join(name)).unwrap();
    }
}
