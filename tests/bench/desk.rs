//! A folder with puzzles, and `bench` at work in it.

use crate::common::{answers, quadrille};
use quadrille::Task;
use serde_json::Value;
use std::{fs, path::PathBuf};
use tempfile::{TempDir, tempdir};

/// The second has two solutions, the third none.
pub const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
    "11.......6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

/// A folder with puzzles and the answers to them.
pub struct Desk {
    pub dir: TempDir,
}

impl Desk {
    /// Comments and blank lines are no puzzles.
    pub fn new() -> Desk {
        Desk::with(&PUZZLES)
    }

    pub fn with(puzzles: &[&str]) -> Desk {
        let desk = Desk { dir: tempdir().unwrap() };
        let text = puzzles.join("\n") + "\n";
        desk.write("puzzles.txt", &format!("# a comment\n\n{text}"));
        desk.write("right", &answers(Task::Solve, text.as_bytes()));
        desk
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

    /// Runs `bench` on the puzzles: exit code, what it printed, and its JSON.
    pub fn bench(&self, args: &[&str]) -> (i32, String, Value) {
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
    pub fn program(&self, command: &str, args: &[&str]) -> (i32, Value) {
        let against = format!("it={command}");
        let args = [&["--engine", "none", "--runs", "1", "--against", &against][..], args].concat();
        let (code, said, report) = self.bench(&args);
        assert!(!report.is_null(), "{said}");
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
