//! Runs of the command with little memory (`ulimit -v`).

use crate::common::EASY;
use std::{fs, path::Path, process::Command};
use tempfile::tempdir;

/// Exit code and standard error of a run that may use this much memory, in KiB. The output file has old contents.
fn run_within(kib: u64, dir: &Path, args: &str) -> (i32, String) {
    fs::write(dir.join("out"), "old").unwrap();
    let end = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kib}; exec \"$0\" {args} -o out")])
        .arg(assert_cmd::cargo::cargo_bin!("quadrille"))
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let code = end.status.code().unwrap_or_else(|| panic!("{args} within {kib} KiB: {}", end.status));
    (code, String::from_utf8_lossy(&end.stderr).into_owned())
}

/// The least memory in which the program can be loaded: with less the loader may crash.
fn least_to_load() -> u64 {
    let is_loaded = |kib: &u64| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {kib}; exec \"$0\" --version")]);
        shell.arg(assert_cmd::cargo::cargo_bin!("quadrille")).output().unwrap().status.success()
    };
    (12_000..100_000).step_by(1000).find(is_loaded).expect("memory for the program")
}

/// Whether the run failed for lack of memory. Nothing else may go wrong.
fn failed(kib: u64, dir: &Path, args: &str) -> Option<String> {
    let (code, told) = run_within(kib, dir, args);
    let at = format!("{args} within {kib} KiB: {code}, {told}");
    let old = fs::read(dir.join("out")).unwrap() == b"old";
    for entry in fs::read_dir(dir).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().starts_with(".quadrille"), "a file is left: {at}");
    }
    // A thread whose signal stack finds no room panics in the standard library before any code of the program.
    let of_the_start_of_a_thread = told.matches("failed to allocate an alternative stack").count();
    assert_eq!(told.matches("panicked at").count(), of_the_start_of_a_thread, "{at}");
    match code {
        // The system could not even load the program.
        127 => None,
        2 => {
            assert!(old && told.contains("quadrille: "), "{at}");
            Some(told)
        }
        _ => {
            assert!(code < 2 && !old, "{at}");
            None
        }
    }
}

/// An exact cover problem: each item in two options of its own.
fn text_of_items(items: usize) -> String {
    let options: String = (1..=items).map(|item| format!("1 {item}\n").repeat(2)).collect();
    format!("{} {items}\n{options}", 2 * items)
}

#[test]
fn a_run_that_finds_no_memory_exits_with_2_and_leaves_the_old_output_and_no_file() {
    let dir = tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("p"), format!("{EASY}\n").repeat(5000)).unwrap();
    fs::write(dir.join("long"), vec![b'1'; 12 << 20]).unwrap();
    fs::write(dir.join("cover"), text_of_items(100_000)).unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/cover/queens.dlx"), dir.join("queens")).unwrap();
    let larger = least_to_load() - 12_000;
    let (mut memory_of_a_problem, mut memory_of_a_chunk, mut all) = (0, 0, 0);
    // The last ones leave room for the heaps of two threads, which reserve 64 MiB each, and little else.
    for kib in (12_000..46_000).step_by(4000).chain([145_000, 155_000]).map(|kib| kib + larger) {
        for args in [
            "solve -q p -t 3",
            "solve -q long --format csv --no-mmap -t 1",
            "generate --number 5 --seed 1 -t 2",
            "cover -q cover -t 1 --max-nodes 1",
            "cover -q queens -t 3 --count",
        ] {
            let Some(told) = failed(kib, dir, args) else { continue };
            let last = told.lines().last().unwrap_or_default();
            memory_of_a_problem += u32::from(last.starts_with("quadrille: memory for problem 1 ran out: "));
            memory_of_a_chunk += u32::from(last.starts_with("quadrille: cannot read long: out of memory"));
            all += 1;
        }
    }
    assert!(memory_of_a_problem > 1 && memory_of_a_chunk > 0, "{memory_of_a_problem}, {memory_of_a_chunk}");
    assert!(all > memory_of_a_problem + memory_of_a_chunk);
}
