//! The members of summaries are those that `docs/reference/keys.md` lists.

use crate::common::{EASY, keys::assert_declared, run};
use quadrille_cli::reference::SUMMARY_KEYS;
use std::{fs, path::Path};
use tempfile::tempdir;

/// Every command with a summary, and its options that add members.
const RUNS: [(&str, &[&[&str]]); 12] = [
    ("solve", &[&[], &["--all"], &["--limit", "2"]]),
    ("check", &[&[], &["--minimal"], &["--verify-answers"]]),
    ("count", &[&[]]),
    ("hint", &[&[]]),
    ("canonical", &[&[]]),
    (
        "rate",
        &[
            &[],
            &["--method", "logic"],
            &["--method", "se", "--histogram"],
            &["--method", "morphs=2", "--rating", "1.."],
        ],
    ),
    ("givens", &[&[]]),
    ("convert", &[&[]]),
    ("morph", &[&["--seed", "1"], &["--transform", "t-r123456789-c123456789-d123456789"]]),
    ("dedup", &[&[], &["--memory", "64M"], &["--class-sizes"]]),
    ("leak", &[&["--against", "puzzles.csv"]]),
    (
        "select",
        &[&["--givens", "17.."], &["--number", "1"], &["--split", "1/1", "-o", "a.csv", "-o", "b.csv"]],
    ),
];

#[test]
fn every_member_of_a_summary_is_declared_and_every_declared_one_written() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("puzzles.csv"), format!("puzzle,solution\n{EASY},\nx,\n")).unwrap();
    for (command, options) in RUNS {
        let documents: Vec<_> = options
            .iter()
            .map(|options| {
                let file = |word: &&str| if word.ends_with(".csv") { path(word) } else { word.to_string() };
                let options: Vec<String> = options.iter().map(file).collect();
                let (input, summary) = (path("puzzles.csv"), path("summary.json"));
                let mut args = vec![command, "-q", &input, "--summary-json", &summary];
                args.extend(options.iter().map(String::as_str));
                let (_, error, code) = run(&args, "");
                assert!(code < 2, "{args:?}: {error}");
                serde_json::from_slice(&fs::read(Path::new(&summary)).unwrap()).unwrap()
            })
            .collect();
        let keys: Vec<_> = SUMMARY_KEYS.iter().filter(|key| key.is_of(command)).collect();
        assert_declared(&documents, &keys, command);
    }
}
