//! The pages are correct: every command of a `console` block prints the output shown below it, and every test
//! that guarantees.md names exists.
//!
//! `QUADRILLE_UPDATE_DOCS=1 cargo test --test docs` writes the output of the commands into the pages, and the pages of reference.

#![cfg(unix)]

use quadrille_cli::reference::{
    BENCH_KEYS, Column, OF_SEVERAL_TYPES, SUMMARY_KEYS, columns, columns_page, commands_page, keys_page,
};
use quadrille_console::keys::Key;
use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
};

/// Lines of a run's summary whose value depends on the machine.
const VARYING: [&str; 6] = ["threads ", "engine ", "elapsed ", "end to end ", "solve only ", "nodes "];

/// The number of all grids takes longer than all other commands: it is counted in the long form of the tests.
const LONG: &str = "printf '%81s\\n' | tr ' ' . | quadrille count -q -\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    pages_in(&root().join("docs"), &mut pages);
    pages.sort();
    pages
}

fn pages_in(folder: &Path, pages: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            pages_in(&path, pages);
        // The commands of the pages about Python need its package, whose tests run them.
        } else if path.extension().is_some_and(|e| e == "md") && !path.ends_with("python.md") {
            pages.push(path);
        }
    }
}

/// The commands of a block, each with the text below it. A backslash continues a command.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in block.split_inclusive('\n') {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_string(), String::new())),
            (None, Some((command, output))) if output.is_empty() && command.ends_with("\\\n") => {
                command.push_str(line);
            }
            (None, Some((_, output))) => output.push_str(line),
            (None, None) => panic!("a console block begins with `$ `: {line}"),
        }
    }
    found
}

/// Runs the commands of a block in one shell and returns the output of each.
fn run(block: &[(String, String)], folder: &Path) -> Vec<String> {
    let is_short = env::var_os("QUADRILLE_LONG_TESTS").is_none();
    const MARK: &str = "--- next command ---\n";
    let mut script = "status=0\n".to_string();
    for (command, documented) in block {
        let left_out = format!("printf '%s' '{documented}'\n");
        let command = if is_short && command == LONG { &left_out } else { command };
        // `$?` is the status of the command before, as in a terminal.
        script += &format!("printf '%s' '{MARK}'\n(exit $status)\n{command}status=$?\n");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("QUADRILLE_ISA")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(done.stdout).expect("pages show text");
    text.split(MARK).skip(1).map(String::from).collect()
}

fn comparable(output: &str) -> String {
    let keep = |line: &&str| !VARYING.iter().any(|word| line.starts_with(word));
    output.lines().filter(keep).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Runs every block of a page in order; returns the page with the output in place, and what differs.
fn checked(page: &str) -> (String, Vec<String>) {
    const FENCE: &str = "```console\n";
    let folder = tempfile::tempdir().unwrap();
    symlink(root().join("datasets"), folder.path().join("datasets")).unwrap();
    let (mut updated, mut differences) = (String::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(FENCE) {
        let (block, tail) = after.split_once("```").expect("the block ends");
        let block = commands(block);
        let outputs = run(&block, folder.path());
        assert_eq!(outputs.len(), block.len(), "a command of {block:?} ended the shell");
        updated += before;
        updated += FENCE;
        for ((command, documented), output) in block.iter().zip(&outputs) {
            let same = comparable(output) == comparable(documented);
            if !same {
                differences.push(format!("$ {command}documented:\n{documented}printed:\n{output}"));
            }
            updated += &format!("$ {command}");
            let shown = if same { documented.clone() } else { output.replace(" \n", "\n") };
            updated += &shown;
        }
        updated += "```";
        rest = tail;
    }
    (updated + rest, differences)
}

#[test]
fn commands_print_what_the_pages_show() {
    let update = env::var_os("QUADRILLE_UPDATE_DOCS").is_some();
    let check = |path: PathBuf| {
        let (page, differences) = checked(&fs::read_to_string(&path).unwrap());
        if update {
            fs::write(&path, page).unwrap();
            return Vec::new();
        }
        differences.iter().map(|d| format!("{}:\n{d}", path.display())).collect()
    };
    let pages = Mutex::new(pages().into_iter());
    let next = || pages.lock().unwrap().next();
    let work = || std::iter::from_fn(next).flat_map(check).collect::<Vec<_>>();
    let all = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(all.is_empty(), "{}\nQUADRILLE_UPDATE_DOCS=1 writes the new output", all.join("\n"));
}

/// docs/reference/columns.md, commands.md and keys.md are written from the declarations in the program.
#[test]
fn the_pages_of_columns_commands_and_keys_follow_from_their_declarations() {
    let pages = [("columns.md", columns_page()), ("commands.md", commands_page()), ("keys.md", keys_page())];
    for (name, page) in pages {
        let path = root().join("docs/reference").join(name);
        if env::var_os("QUADRILLE_UPDATE_DOCS").is_some() {
            fs::write(&path, &page).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap();
        let same = committed.lines().zip(page.lines()).take_while(|(old, new)| old == new).count();
        assert!(committed == page, "{name}:{} is out of date; QUADRILLE_UPDATE_DOCS=1 writes it", same + 1);
    }
}

#[test]
fn a_name_has_one_type_and_one_meaning() {
    for Column { name, kinds, meanings, .. } in columns() {
        assert_eq!(meanings.len(), 1, "{name}: {meanings:?}");
        assert!(kinds.len() == 1 || OF_SEVERAL_TYPES.contains(&&*name), "{name}: {kinds:?}");
        let key = SUMMARY_KEYS.iter().find(|key| key.path == name);
        assert!(key.is_none_or(|key| key.kind == kinds[0]), "{name} is a column and a key of another type");
    }
    for keys in [SUMMARY_KEYS, BENCH_KEYS] {
        let mut paths: Vec<_> = keys.iter().flat_map(Key::paths).collect();
        let all = paths.len();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), all, "a key is declared once");
    }
}

/// guarantees.md names a test as `file.rs::function`, from `tests/` or `src/` of any crate, with or without the name of the crate, or a
/// file alone.
#[test]
fn the_tests_that_the_guarantees_name_exist() {
    let page = fs::read_to_string(root().join("docs/explanation/guarantees.md")).unwrap();
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let crates: Vec<_> = crates.chain([root().to_owned()]).collect();
    let mut named = 0;
    for word in page.split('`').skip(1).step_by(2) {
        let (file, test) = word.split_once("::").map_or((word, None), |(file, test)| (file, Some(test)));
        if !file.ends_with(".rs") {
            assert!(!file.starts_with("scripts/") || root().join(first_word(file)).exists(), "{file} exists");
            continue;
        }
        let of_crate =
            file.split_once('/').map(|(name, file)| root().join("crates").join(name).join("src").join(file));
        let paths = crates.iter().flat_map(|at| [at.join("tests").join(file), at.join("src").join(file)]);
        let mut paths = paths.chain(of_crate);
        let text = paths.find_map(|path| fs::read_to_string(path).ok());
        let text = text.unwrap_or_else(|| panic!("guarantees.md names {file}, which does not exist"));
        let function = test.is_none_or(|test| text.contains(&format!("fn {test}(")));
        assert!(function, "guarantees.md names {word}, which does not exist");
        named += 1;
    }
    assert!(named > 20, "the table names its tests");
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or(text)
}
