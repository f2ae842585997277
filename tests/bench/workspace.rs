//! A folder with puzzles in which `bench` is run.

use crate::common::{answers, quadrille};
use quadrille::tasks::Solve;
use serde_json::Value;
use std::{fs, path::PathBuf};
use tempfile::{TempDir, tempdir};

/// The second puzzle has two solutions, the third one none.
pub const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
    "11.......6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

/// A temporary folder with `puzzles.txt` and the answers in `right`.
pub struct Workspace {
    pub dir: TempDir,
}

impl Workspace {
    pub fn new() -> Workspace {
        Workspace::with(&PUZZLES)
    }

    pub fn with(puzzles: &[&str]) -> Workspace {
        let workspace = Workspace { dir: tempdir().unwrap() };
        let text = puzzles.join("\n") + "\n";
        workspace.write("puzzles.txt", &format!("# a comment\n\n{text}"));
        workspace.write("right", &answers(Solve::new(), text.as_bytes()));
        workspace
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn solutions(&self) -> Vec<String> {
        fs::read_to_string(self.path("right")).unwrap().lines().map(String::from).collect()
    }

    /// Runs `bench` on the puzzles and returns its exit code, both of its outputs, and its JSON report.
    pub fn bench(&self, args: &[&str]) -> (i32, String, Value) {
        let json = self.path("report.json");
        let _ = fs::remove_file(&json);
        let puzzles = self.path("puzzles.txt");
        let all =
            [&["bench", "--json"], &[json.to_str().unwrap(), puzzles.to_str().unwrap()][..], args].concat();
        let out = quadrille(&all).current_dir(self.dir.path()).output().unwrap();
        let report = fs::read(&json).map_or(Value::Null, |text| serde_json::from_slice(&text).unwrap());
        let output = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
        (out.status.code().unwrap(), output, report)
    }

    /// Runs one program for one round and returns the exit code of `bench` and the verdict.
    pub fn program(&self, command: &str, args: &[&str]) -> (i32, Value) {
        let against = format!("it={command}");
        let args = [&["--engine", "none", "--runs", "1", "--program", &against][..], args].concat();
        let (code, output, report) = self.bench(&args);
        assert!(!report.is_null(), "{output}");
        (code, row(&report, "it")["verdict"].clone())
    }
}

pub fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["files"][0]["rows"].as_array().unwrap();
    rows.iter().find(|r| r["name"] == name).unwrap_or_else(|| panic!("no row {name}"))
}

pub fn fits_100_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}
