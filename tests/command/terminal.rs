//! The output on a terminal, which the program `script` provides.

use crate::common::{EASY, EASY_SOLVED};
use std::{fs, process::Command};
use tempfile::tempdir;

/// The output of the command if standard output and standard error are the same terminal; `None` without
/// `script`.
fn shown(args: &str) -> Option<String> {
    let program = assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap();
    let command = format!("{program} {args}");
    match Command::new("script").args(["-qec", &command, "/dev/null"]).output() {
        Ok(out) if out.status.success() => Some(String::from_utf8(out.stdout).unwrap().replace("\r\n", "\n")),
        _ => None,
    }
}

#[test]
fn the_progress_bar_is_not_mixed_with_the_answers() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{EASY}\n").repeat(3000)).unwrap();
    let (input, out) = (input.display(), out.display());
    let chunks = "--chunk-size 1000";
    let Some(mixed) = shown(&format!("solve {chunks} {input}")) else {
        return eprintln!("skipped: the program `script` is not installed");
    };
    let solved = format!("{EASY_SOLVED}\n").repeat(3000);
    let summary = mixed.strip_prefix(&solved).expect("the answers without anything between them");
    assert!(summary.starts_with("records") && !summary.contains('\x1b'));
    // If the answers go to a file, a bar is shown and removed at the end.
    let bar = shown(&format!("solve {chunks} {input} -o {out}")).unwrap();
    assert!(bar.contains('\x1b') && bar.contains("records, "), "{bar:?}");
    // `--progress always` shows a bar in any case.
    assert!(shown(&format!("solve {chunks} --progress always {input}")).unwrap().contains('\x1b'));
}

#[test]
fn puzzles_on_a_terminal_are_whole_lines_above_the_progress() {
    // There was no progress, however long a search took.
    let Some(mixed) = shown("generate --rating 5.. -n 1000 --seed 1") else {
        return eprintln!("skipped: the program `script` is not installed");
    };
    assert!(mixed.contains(" accepted, "), "{mixed:?}");
    // The bar is erased before a puzzle is written.
    let lines = mixed.lines().map(|line| line.rsplit(['\r', 'K']).next().unwrap());
    let is_puzzle = |line: &&str| line.len() == 81 && line.bytes().all(|b| b == b'.' || b.is_ascii_digit());
    assert_eq!(lines.filter(is_puzzle).count(), 1000, "{mixed:?}");
}

/// Tables that do not fit become lists.
#[test]
fn a_benchmark_fits_into_a_narrow_terminal() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n")).unwrap();
    let input = input.display();
    let shown = |columns: usize| {
        let program = assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap();
        let bench =
            format!("{program} bench -q {input} --runs 1 --profile --program 'a program=cat {input}'");
        let command = format!("stty cols {columns}; {bench}");
        let out = Command::new("script").args(["-qec", &command, "/dev/null"]).output().ok()?;
        Some(String::from_utf8(out.stdout).unwrap().replace("\r\n", "\n"))
    };
    let Some(wide) = shown(120) else {
        return eprintln!("skipped: the program `script` is not installed");
    };
    assert!(wide.contains("contestant      │   puzzles/s"), "{wide}");
    for columns in [40, 79] {
        let narrow = shown(columns).unwrap();
        let plain = narrow.replace("\x1b[9m", "").replace("\x1b[29m", "");
        assert!(plain.lines().all(|line| line.chars().count() <= columns), "{narrow}");
        assert!(!narrow.contains('│'), "{narrow}");
        for line in
            ["quadrille\n  solve puzzles/s", "\n  end to end median", "\n  process MiB", "✗ a program\n"]
        {
            assert!(narrow.contains(line), "{line}: {narrow}");
        }
    }
}
