//! Options that do nothing are refused: each option of a command changes a run with each other option, or is refused.
//!
//! An option is tried on a text of lines and on a csv file. It is refused on both, or changes the result on one of them:
//! standard output, the summary without times, or a file.

use crate::common::{EASY, EASY_SOLVED};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};
use tempfile::tempdir;

/// The result of a run: its exit code, the lines that it printed, and its files.
#[derive(PartialEq)]
struct Outcome {
    code: Option<i32>,
    printed: Vec<String>,
    files: BTreeMap<String, Vec<u8>>,
}

/// Files of the tests; a run may write others.
const FILES: [&str; 7] = ["in.txt", "in.csv", "train.csv", "p.dlx", "costs", "regions", "pattern"];

fn write_files(folder: &Path) {
    let wrong = format!("{}8", &EASY_SOLVED[..80]);
    // It has three solutions.
    let several = format!("{}{}", &EASY[..70], ".".repeat(11));
    let morph = format!("{}{}{}", &EASY[9..18], &EASY[..9], &EASY[18..]);
    let write = |name: &str, text: String| fs::write(folder.join(name), text).unwrap();
    write("in.txt", format!("{EASY} a\n{morph} b\n{several} c\n{EASY} a\n12\n"));
    let header = "puzzle,other,transform,label,mine";
    let rows = [(EASY, EASY_SOLVED), (&*morph, &*wrong), (&*several, EASY_SOLVED), (EASY, EASY_SOLVED)];
    let rows = rows
        .map(|(puzzle, label)| {
            format!("{puzzle},{several},t-r456879231-c123465897-d283791465,{label},{wrong}\n")
        })
        .concat();
    write("in.csv", format!("{header}\n{rows}"));
    write("train.csv", format!("puzzle\n{EASY}\n"));
    write("p.dlx", "a b c d\na b\nc d\na\nb\nc\nd\na c\nb d\n".into());
    write("costs", "1 2 3 4 5 6 7 8\n".into());
    write("regions", "111222333\n".repeat(3) + &"444555666\n".repeat(3) + &"777888999\n".repeat(3));
    write("pattern", format!("{}x.x.x.x.x\n", "x.x.x.x.x\n.x.x.x.x.\n".repeat(4)));
}

fn run(folder: &Path, words: &[&str]) -> Outcome {
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap()) {
        if !FILES.contains(&file.file_name().to_str().unwrap()) {
            fs::remove_file(file.path()).unwrap();
        }
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let out = command.args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let is_time = |line: &&str| line.ends_with("/s") || line.ends_with(" s") || line.starts_with("threads");
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes).lines().filter(|line| !is_time(line)).map(str::to_owned).collect()
    };
    let files = fs::read_dir(folder).unwrap().map(|file| {
        let path = file.unwrap().path();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
    });
    let files = files.filter(|(name, _)| !FILES.contains(&&**name) && name != "json").collect();
    Outcome { code: out.status.code(), printed: [lines(&out.stdout), lines(&out.stderr)].concat(), files }
}

/// Pairs in which the first option has no effect on the inputs here, and why. Options that never affect answers (`threads`,
/// `chunk-size`, `no-mmap`, `no-verify`, `engine`, `isa`, `progress`, `quiet`, `verbose`, `color`, `checkpoint`) are not tried.
const ALLOWED: [(&str, &str, &str); 3] = [
    ("--column", "--variant", "no puzzle has a solution under the variant"),
    ("--limit", "--variant", "no puzzle has a solution under the variant"),
    ("--limit", "--max-nodes", "a search with so few nodes finds no second solution"),
];

/// Tries each of all options alone and with each of `options`.
fn check(command: &str, inputs: &[&[&str]], options: &[&str], others: &[&str]) {
    let folder = tempdir().unwrap();
    write_files(folder.path());
    let mut idle = Vec::new();
    for other in [&[""], options].concat() {
        let runs: Vec<_> =
            inputs.iter().map(|input| run(folder.path(), &line(command, input, &[other]))).collect();
        for option in [options, others].concat() {
            let is_allowed = |pair: &(&str, &str, &str)| (pair.0, pair.1) == (name(option), name(other));
            if name(option) == name(other) || ALLOWED.iter().any(is_allowed) {
                continue;
            }
            let mut is_tried = false;
            let has_effect = inputs.iter().zip(&runs).filter(|(_, before)| before.code != Some(2)).any(
                |(input, before)| {
                    let after = run(folder.path(), &line(command, input, &[other, option]));
                    is_tried |= after.code != Some(2);
                    after.code != Some(2) && after != *before
                },
            );
            if is_tried && !has_effect {
                idle.push(format!("{option} with {other:?}"));
            }
        }
    }
    assert!(idle.is_empty(), "{command} ignores:\n{}", idle.join("\n"));
}

fn name(option: &str) -> &str {
    option.split(' ').next().unwrap_or_default()
}

/// The words of a command line, inputs first.
fn line<'a>(command: &'a str, input: &[&'a str], options: &[&'a str]) -> Vec<&'a str> {
    let options = options.iter().flat_map(|option| option.split_whitespace());
    [command].into_iter().chain(input.iter().copied()).chain(options).collect()
}

const TEXT: &[&str] = &["in.txt"];
const TABLE: &[&str] = &["in.csv"];

/// Options of every command that writes answers.
const ANSWERS: [&str; 5] =
    ["--column other", "-o out", "--keep-trailing", "--output-format ndjson", "--shard 1/2"];

/// Options of every search.
const SEARCH: [&str; 5] =
    ["--variant x", "--verify-answers", "--solution-column mine", "--mismatches found", "--search-columns"];

#[test]
fn solve_has_no_idle_options() {
    let own = [&SEARCH[..], &["--limit 2", "--all", "--explain", "--max-nodes 1"]].concat();
    check("solve", &[TEXT, TABLE], &own, &ANSWERS);
}

#[test]
fn check_has_no_idle_options() {
    let own =
        [&SEARCH[..], &["--only unique", "--only minimal", "--only mismatch", "--minimal", "--max-nodes 1"]]
            .concat();
    check("check", &[TEXT, TABLE], &own, &ANSWERS);
}

#[test]
fn count_has_no_idle_options() {
    let own = [&SEARCH[..], &["--limit 2", "--max-nodes 1"]].concat();
    check("count", &[TEXT, TABLE], &own, &ANSWERS);
}

#[test]
fn hint_has_no_idle_options() {
    check("hint", &[TEXT, TABLE], &["--explain", "--method naked-singles"], &ANSWERS);
}

#[test]
fn canonical_has_no_idle_options() {
    check("canonical", &[TEXT, TABLE], &["--form-of solution", "--transform"], &ANSWERS);
}

#[test]
fn rate_has_no_idle_options() {
    let own = [
        "--method logic",
        "--method morphs",
        "--rating-column r",
        "--histogram",
        "--html page",
        "--limit 2",
        "--rating 1..",
        "--rating locked..",
    ];
    check("rate", &[TEXT, TABLE], &own, &ANSWERS);
}

#[test]
fn morph_has_no_idle_options() {
    // The default seed is random.
    check(
        "morph",
        &[&["in.csv", "--seed", "1"]],
        &["--copies 2", "--exclude-symmetry digits", "--no-solution"],
        &[],
    );
    check(
        "morph",
        &[&["in.csv", "--transform-column", "transform"]],
        &["--no-solution", "--inverse"],
        &ANSWERS,
    );
}

#[test]
fn dedup_and_leak_have_no_idle_options() {
    check("dedup", &[TEXT, TABLE], &["--report found", "--class-sizes"], &["--column other", "-o out"]);
    check("leak", &[&["in.csv", "--against", "train.csv"]], &[], &["--column other", "-o out"]);
}

#[test]
fn select_has_no_idle_options() {
    check("select", &[&["in.txt", "-n", "2", "--seed", "1"]], &["--per-bucket"], &["-o out"]);
    check(
        "select",
        &[&["in.txt", "--split", "50/50", "-o", "a", "-o", "b", "--seed", "1"]],
        &["--per-bucket"],
        &[],
    );
}

#[test]
fn cover_has_no_idle_options() {
    let own = [
        "--count",
        "--limit 2",
        "--sample 2",
        "--seed 7",
        "--lowest-cost",
        "--highest-cost",
        "--zdd z",
        "--costs costs",
        "-o out",
    ];
    check("cover", &[&["p.dlx"]], &own, &[]);
}

/// Options that have an effect on the time only, where nothing could use them.
#[test]
fn options_without_the_option_that_they_need_are_refused() {
    let folder = tempdir().unwrap();
    write_files(folder.path());
    for (words, needed) in [
        ("cover p.dlx --count --seed 1", "--seed needs --sample"),
        ("cover p.dlx --lowest-cost --seed 1", "--seed needs --sample"),
        ("cover p.dlx --zdd z --seed 1", "--seed needs --sample"),
        (
            "cover p.dlx --memory 1M",
            "--memory needs --count, --sample, --lowest-cost, --highest-cost or --zdd",
        ),
        ("cover p.dlx --count --limit 5 --memory 1M", "remove --memory"),
        ("cover p.dlx --count --max-nodes 5 --memory 1M", "remove --memory"),
        ("count in.txt --limit 5 --memory 1M", "cannot be used with"),
        ("count in.txt --max-nodes 5 --memory 1M", "cannot be used with"),
        ("rate in.txt --seed 1", "--seed needs --method morphs or --html"),
        ("rate in.txt --method logic --seed 1", "--seed needs --method morphs or --html"),
        ("rate in.txt --rating 0.. --keep-trailing", "remove --keep-trailing"),
        ("check in.txt --only unique --keep-trailing", "cannot be used with"),
        ("generate --no-unique --method logic", "cannot be used with"),
    ] {
        let words: Vec<_> = words.split(' ').collect();
        let Outcome { code, printed, .. } = run(folder.path(), &words);
        assert!(code == Some(2) && printed.concat().contains(needed), "{words:?}: {printed:?}");
    }
    for words in [
        "cover p.dlx --sample 1 --seed 1",
        "cover p.dlx --count --memory 1M",
        "rate in.csv --html h --seed 1",
    ] {
        let words: Vec<_> = words.split(' ').collect();
        assert_eq!(run(folder.path(), &words).code, Some(0), "{words:?}");
    }
}
