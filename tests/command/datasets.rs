//! The files in `datasets/` match the MANIFEST and can be reproduced byte for byte.

use crate::common::cases;
use assert_cmd::Command;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fs, path::PathBuf};

const GENERATE: &str = "quadrille generate ";

struct Entry {
    file: String,
    records: usize,
    sha256: String,
    command: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn datasets() -> PathBuf {
    root().join("datasets")
}

fn manifest() -> Vec<Entry> {
    let text = fs::read_to_string(datasets().join("MANIFEST")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [file, records, sha256, command] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("four columns: {line}");
            };
            let (file, sha256, command) = (file.into(), sha256.into(), command.into());
            Entry { file, records: records.parse().unwrap(), sha256, command }
        })
        .collect()
}

/// Whether a single `generate` command produces the file.
fn is_generated(entry: &Entry) -> bool {
    entry.command.starts_with(GENERATE) && !entry.command.contains('|')
}

fn quadrille(arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.current_dir(datasets()).args(arguments.split_whitespace());
    command
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The rules of a generated file, as arguments. The records of a jigsaw contain their regions.
fn rules(entry: &Entry) -> String {
    let mut words = entry.command.split_whitespace();
    words.find(|word| *word == "--variant").map_or(String::new(), |variant| {
        format!(" {variant} {}", words.next().expect("the name of the variant"))
    })
}

/// Counts the answers of `check` under these rules by their first word.
fn verdicts(file: &str, rules: &str) -> BTreeMap<String, usize> {
    let output = quadrille(&format!("check --quiet{rules}")).arg(file).output().unwrap();
    let mut counts = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        *counts.entry(line.split(':').next().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn the_manifest_lists_every_file_with_its_digest() {
    let listed: Vec<_> = manifest().into_iter().map(|entry| entry.file).collect();
    for folder in ["", "formats/", "cover/", "variants/"] {
        for file in fs::read_dir(datasets().join(folder)).unwrap() {
            let name = format!("{folder}{}", file.unwrap().file_name().into_string().unwrap());
            let known = listed.contains(&name)
                || ["MANIFEST", "formats", "cover", "variants", ".gitattributes"].contains(&&*name);
            assert!(known, "{name} is not in the MANIFEST");
        }
    }
    assert_eq!(listed.len(), 29);
    for entry in manifest() {
        let bytes = fs::read(datasets().join(&entry.file)).unwrap();
        assert_eq!(sha256(&bytes), entry.sha256, "{}", entry.file);
        assert!(bytes.len() < 300_000, "{} is too large", entry.file);
    }
}

#[test]
fn generated_files_are_reproduced_with_any_number_of_threads() {
    let entries: Vec<_> = manifest().into_iter().filter(is_generated).collect();
    assert_eq!(entries.len(), 14);
    for (entry, threads) in entries.iter().zip([1, 2, 3, 8].into_iter().cycle()) {
        // Fewer puzzles are the beginning of the file.
        let records = entry.records / cases(8, 1);
        let all = format!("--number {} ", entry.records);
        let arguments = entry.command.strip_prefix("quadrille ").unwrap();
        assert!(arguments.contains(&all), "{arguments}");
        let arguments = arguments.replace(&all, &format!("--number {records} "));
        let made = quadrille(&format!("{arguments} --threads {threads}")).output().unwrap();
        assert!(made.status.success(), "{}: {made:?}", entry.command);
        let file = fs::read_to_string(datasets().join(&entry.file)).unwrap();
        let beginning: String = file.split_inclusive('\n').take(records).collect();
        assert!(made.stdout == beginning.as_bytes(), "{} with {threads} threads", entry.command);
    }
}

#[test]
fn every_generated_puzzle_has_one_solution() {
    for entry in manifest().into_iter().filter(is_generated) {
        assert_eq!(
            verdicts(&entry.file, &rules(&entry)),
            BTreeMap::from([("unique".into(), entry.records)]),
            "{}",
            entry.file
        );
    }
}

/// Without its rules, almost no puzzle of a variant has a unique solution.
#[test]
fn variant_puzzles_need_their_rules() {
    let variants: Vec<_> =
        manifest().into_iter().filter(|entry| is_generated(entry) && !rules(entry).is_empty()).collect();
    assert_eq!(variants.len(), 7);
    for entry in
        variants.iter().filter(|entry| !entry.file.contains("pencilmark") && !entry.file.contains("jigsaw"))
    {
        let unique = verdicts(&entry.file, "").remove("unique").unwrap_or(0);
        assert!(unique * 10 < entry.records, "{}: {unique} are unique without the rules", entry.file);
    }
}

#[test]
fn the_mixed_file_contains_every_outcome() {
    let expected = [("!invalid", 100), ("multiple", 300), ("none", 200), ("unique", 400)];
    let expected = expected.map(|(word, n)| (word.to_owned(), n));
    assert_eq!(verdicts("9x9-mixed.txt", ""), BTreeMap::from(expected));
}

#[test]
fn every_format_has_a_file_whose_puzzles_are_unique() {
    for format in ["csv", "ndjson", "grid", "poj3074", "poj3076", "spoj1110", "uva12988", "hust1565"] {
        let entry =
            manifest().into_iter().find(|e| e.file.starts_with("formats/") && (e.file.contains(format)));
        let entry = entry.unwrap_or_else(|| panic!("no file of {format}"));
        let out = quadrille("check --output-format line").arg(&entry.file).output().unwrap();
        let unique = "unique\n".repeat(entry.records);
        assert_eq!(String::from_utf8(out.stdout).unwrap(), unique, "{format}");
        let messages = String::from_utf8(out.stderr).unwrap();
        // A poj3074 file is detected as `line`, which is not reported.
        assert!(
            messages.contains(&format!("detected format {format};")) != (format == "poj3074"),
            "{messages}"
        );
        let named = quadrille(&format!("check -q --output-format line --format {format} {}", entry.file));
        assert_eq!(String::from_utf8({ named }.output().unwrap().stdout).unwrap(), unique, "{format}");
    }
    let own = quadrille("solve -q --verify-answers formats/9x9.csv").output().unwrap();
    assert!(own.status.success(), "the answers in the table are right");
}

#[test]
fn verify_solutions_accepts_all_line_syntax_and_rejects_wrong_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, solutions) = (folder.path().join("puzzles"), folder.path().join("solutions"));
    fs::write(&puzzles, "# a comment\n\n1...3..2..4.4..1 a remark\n1...3..2..4.4..1,\r\n").unwrap();
    for (second, right) in [("1234341221434321", true), ("1234341221434312", false)] {
        fs::write(&solutions, format!("1234341221434321\n{second}\n")).unwrap();
        let script = root().join("scripts/verify-solutions");
        let run =
            std::process::Command::new("python3").args([&script, &puzzles, &solutions]).output().unwrap();
        assert_eq!(run.status.success(), right, "{run:?}");
    }
}

#[test]
fn guesses_are_not_compared_without_a_program_or_boards() {
    let dir = tempfile::tempdir().unwrap();
    let none = dir.path().join("none.txt");
    std::fs::write(&none, "# nothing\n1...\n").unwrap();
    let own = assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap();
    let script = root().join("scripts/guesses-against-tdoku");
    for (counter, file, told) in [
        (own, none.to_str().unwrap(), "none.txt has no 9×9 boards, one on each line\n"),
        (own, "absent.txt", "cannot read absent.txt: No such file or directory\n"),
        ("./absent", none.to_str().unwrap(), "there is no program ./absent; build it, or name another\n"),
    ] {
        let mut python = std::process::Command::new("python3");
        let out = python.arg(&script).args([counter, "--program", own, file]).output().unwrap();
        let error = String::from_utf8_lossy(&out.stderr);
        assert!(error.ends_with(told) && error.lines().count() == 1, "{error}");
        assert_eq!((&*out.stdout, out.status.code()), (&b""[..], Some(2)), "{error}");
    }
}
