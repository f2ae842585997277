//! Rules that crates cannot express: which folder of a crate may import which, where `unsafe`, threads and mappings are allowed, and
//! that files of a folder do not import each other in circles.
//!
//! The sources are read as text: `use` and paths that begin with `crate::` or `super::`. Test modules are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// For each folder or file of these crates, all that it may import from the rest of its crate. Their roots have only modules.
const LAYERS: &[(&str, &[&str])] = &[
    ("base/cases", &[]),
    ("base/clock", &[]),
    ("base/engine_choice", &["error", "isa"]),
    ("base/error", &[]),
    ("base/framing", &[]),
    ("base/isa", &[]),
    ("base/limits", &[]),
    ("base/markup", &[]),
    ("base/memory", &[]),
    ("base/parallel", &[]),
    ("base/random", &[]),
    ("base/run_options", &["engine_choice", "error", "limits", "parallel"]),
    ("puzzles/generate", &["rating", "symmetry"]),
    ("puzzles/ranges", &["rating"]),
    ("puzzles/rating", &["symmetry"]),
    ("puzzles/symmetry", &[]),
    ("run/batch", &["format", "io", "tables"]),
    ("run/format", &["quoting"]),
    ("run/io", &["positioned_file", "tables"]),
    ("run/positioned_file", &[]),
    ("run/quoting", &[]),
    ("run/tables", &["positioned_file", "quoting"]),
    ("techniques/explanation", &["logic", "techniques"]),
    ("techniques/logic", &["nine_board"]),
    ("techniques/nine_board", &[]),
    ("techniques/techniques", &["logic", "nine_board"]),
];

/// The crates whose files in `src` import each other in circles.
const ENTANGLED: &[&str] = &["bench", "columns"];

/// The only files with `unsafe`.
const UNSAFE: &[&str] = &[
    "columns/arrays.rs",
    "columns/huge_pages.rs",
    "columns/text_arrays.rs",
    "console/descriptors.rs",
    "console/sigbus.rs",
    "cover/search/vectors.rs",
    "engines/lanes/avx2.rs",
    "engines/lanes/avx512.rs",
    "engines/lanes/portable.rs",
    "engines/lanes/sse2.rs",
    "engines/lanes/vector.rs",
    "grid/nine/avx2.rs",
    "grid/nine/avx2/vectors.rs",
    "grid/verify/avx2.rs",
    "grid/verify/sse2.rs",
    "puzzles/rating/guesses/avx2.rs",
    "run/io/disk/writeback.rs",
    "run/io/fault_table.rs",
    "run/io/input.rs",
    "run/io/mapped.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of all crates of the workspace.
fn all_sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut found: Vec<_> = crates.chain([root().join("src")]).flat_map(|folder| sources(&folder)).collect();
    found.sort_by_key(|path| relative(path));
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The path within `src`, with `/` between its parts, after the name of its crate.
fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    match path.strip_prefix("crates/").and_then(|path| path.split_once("/src")) {
        Some((name, path)) => format!("{name}{path}"),
        None => path.strip_prefix("src").unwrap().trim_start_matches('/').to_owned(),
    }
}

fn is_test(relative: &str) -> bool {
    relative.ends_with("tests.rs") || relative.contains("/tests/")
}

/// The text without comments and without the module of tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let text = text.split("#[cfg(test)]\npub(super) mod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of a use tree, such as `a::b` and `a::c` of `a::{b, c}`.
fn paths(tree: &str) -> Vec<String> {
    let (mut found, mut prefixes, mut word) = (Vec::new(), vec![String::new()], String::new());
    for c in tree.chars() {
        match c {
            '{' => prefixes.push(format!("{}{word}", prefixes.last().unwrap())),
            ',' | '}' => {
                if !word.is_empty() {
                    found.push(format!("{}{word}", prefixes.last().unwrap()));
                }
                if c == '}' {
                    prefixes.pop();
                    if prefixes.len() <= 1 {
                        return found;
                    }
                }
            }
            c if c.is_alphanumeric() || c == '_' || c == ':' => {
                word.push(c);
                continue;
            }
            c if c.is_whitespace() => continue,
            _ => break,
        }
        word.clear();
        if prefixes.len() == 1 {
            return found;
        }
    }
    if !word.is_empty() && prefixes.len() == 1 {
        found.push(word);
    }
    found
}

/// All paths of the code that begin with `root`, without it.
fn imports(code: &str, root: &str) -> BTreeSet<String> {
    let is_whole_word = |at: &usize| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    };
    let starts = code.match_indices(root).map(|(at, _)| at).filter(is_whole_word);
    starts.flat_map(|at| paths(&code[at + root.len()..])).collect()
}

#[test]
fn a_folder_imports_only_what_the_table_allows() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for path in all_sources() {
        let file = relative(&path);
        let parts: Vec<_> = file.trim_end_matches(".rs").splitn(3, '/').collect();
        // The other crates are one layer each.
        let [name @ ("base" | "puzzles" | "run" | "techniques"), top, ..] = parts[..] else { continue };
        if top == "lib" {
            let re_exports = code(&path).contains("pub use");
            assert!(!re_exports, "{file} re-exports: other crates name the module that they need");
            continue;
        }
        let layer = format!("{name}/{top}");
        let Some((_, allowed)) = LAYERS.iter().find(|(listed, _)| *listed == layer) else {
            wrong.push(format!("{file}: {layer} is not in the table LAYERS of tests/layers.rs"));
            continue;
        };
        seen.insert(layer.clone());
        if is_test(&file) {
            continue;
        }
        for import in imports(&code(&path), "crate::") {
            let module = import.split("::").next().unwrap();
            if module != top && !allowed.contains(&module) {
                wrong.push(format!("{file} imports crate::{import}, and {layer} may not import {module}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), LAYERS.len(), "the table has only what exists");
}

#[test]
fn unsafe_is_only_in_the_listed_files() {
    let has_unsafe = |path: &PathBuf| {
        let code = code(path);
        ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe("]
            .iter()
            .any(|word| code.contains(word))
    };
    let found: Vec<_> = all_sources().into_iter().filter(has_unsafe).map(|path| relative(&path)).collect();
    assert_eq!(found, UNSAFE, "the files with unsafe and the list in tests/layers.rs differ");
}

#[test]
fn mappings_and_threads_are_only_in_their_files() {
    for path in all_sources() {
        let (file, code) = (relative(&path), code(&path));
        assert!(!code.contains("rayon::") || file == "ordered/workers.rs", "{file} names rayon");
        assert!(!code.contains("memmap2::") || file == "run/io/mapped.rs", "{file} names memmap2");
        let spawns = code.contains("thread::spawn") || code.contains("spawn_scoped");
        let may_spawn = "bench/ cli/ console/ base/parallel.rs cover/count/threads.rs ordered/job_threads.rs run/io/read_ahead.rs run/tables/";
        let may_spawn = may_spawn.split(' ').any(|place| file.starts_with(place));
        assert!(!spawns || may_spawn, "{file} starts a thread");
    }
}

#[test]
fn the_checkers_share_nothing_with_the_engines() {
    let names = |file: &str| -> Vec<String> {
        let code = code(&root().join("crates").join(file));
        let found = ["crate::", "quadrille_"].map(|root| imports(&code, root));
        found.into_iter().flatten().collect()
    };
    let (isa, shape) = ("base::isa::InstructionSet", "Shape");
    assert_eq!(names("grid/src/verify/mod.rs"), [shape]);
    assert_eq!(names("grid/src/verify/checker.rs"), [isa]);
    assert_eq!(names("grid/src/verify/avx2.rs"), [isa]);
    assert!(names("grid/src/verify/nine.rs").is_empty());
    assert!(names("grid/src/verify/sse2.rs").is_empty());
    assert_eq!(names("grid/src/verify/variants.rs"), ["Extras", shape, "Variant", "Variants"]);
    assert_eq!(names("grid/src/naked_singles.rs"), ["Puzzle", shape]);
    assert!(names("cover/src/check.rs").is_empty());
}

#[test]
fn a_format_is_named_only_in_its_file_and_in_the_table() {
    for name in ["uva12988", "spoj1110", "poj3074", "poj3076", "hust1565"] {
        for path in all_sources() {
            let file = relative(&path);
            let allowed =
                [format!("run/format/{name}.rs"), "run/format/mod.rs".into(), "cli/help/mod.rs".into()];
            let named = code(&path).contains(name);
            assert!(!named || allowed.contains(&file) || is_test(&file), "{file} names {name}");
        }
    }
}

/// Circles of imports that stay: the folder, its files, and why.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "engines/cdcl",
        &["analyze", "clauses", "mod", "propagate"],
        "each file is a part of the methods of one search",
    ),
    (
        "run/io/output",
        &["mod", "table"],
        "a table is one of the states of an output, and its file has methods of the output",
    ),
    ("cover/arena", &["dance", "mod"], "the arena's memory and the moves on it are one type in two files"),
    (
        "cover/search",
        &["builds", "matrix_search", "vectors"],
        "a search runs in a build for the instruction set of the machine, which contains the search",
    ),
    (
        "cover/search",
        &["smallest", "state"],
        "the smallest item of a state is found by the build for an instruction set",
    ),
];

/// The files of a folder that each of its files imports; `mod` is the file of the folder itself.
fn imports_within(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let own = ["mod.rs", "lib.rs"].map(|name| folder.join(name)).into_iter().find(|own| own.exists());
    let own = own.unwrap_or(folder.with_extension("rs"));
    let children: BTreeMap<String, PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs") && *path != own)
        .filter(|path| !is_test(&relative(path)))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    // The items that the folder's own file takes from its children: re-exports lead on to them.
    let (mut taken, mut graph) = (BTreeMap::new(), BTreeMap::<String, BTreeSet<String>>::new());
    let text = if own.exists() { code(&own) } else { String::new() };
    for (at, _) in text.match_indices("use ") {
        let public = text[..at].ends_with("pub ") || text[..at].ends_with(") ");
        for path in paths(text[at + 4..].trim_start_matches("self::")) {
            let first = path.split("::").next().unwrap();
            if children.contains_key(first) {
                taken.insert(path.rsplit("::").next().unwrap().to_owned(), first.to_owned());
                if !public {
                    graph.entry("mod".into()).or_default().insert(first.to_owned());
                }
            }
        }
    }
    let within = relative(folder);
    let inside = match within.split_once('/') {
        Some((_, within)) => format!("crate::{}::", within.replace('/', "::")),
        None => "crate::".into(),
    };
    for (name, path) in &children {
        let code = code(path);
        let found = imports(&code, "super::").into_iter().chain(imports(&code, &inside));
        let firsts = found.map(|import| import.split("::").next().unwrap().to_owned());
        // A folder beside the file has a graph of its own.
        let firsts = firsts.filter(|first| first != "super" && !folder.join(first).is_dir());
        let targets = firsts.map(|first| match children.contains_key(&first) {
            true => first,
            false => taken.get(&first).cloned().unwrap_or("mod".into()),
        });
        graph.insert(name.clone(), targets.filter(|target| target != name).collect());
    }
    graph
}

/// The files that can be reached from a file by imports.
fn reachable(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(name) = open.pop() {
        for next in graph.get(&name).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn files_of_a_folder_do_not_import_each_other_in_circles() {
    let folders: BTreeSet<PathBuf> = all_sources()
        .iter()
        .map(|path| path.parent().unwrap().to_owned())
        .filter(|folder| !ENTANGLED.contains(&relative(folder).as_str()))
        .collect();
    let mut circles = BTreeSet::new();
    for folder in folders {
        let graph = imports_within(&folder);
        for name in graph.keys() {
            let circle: Vec<_> = reachable(&graph, name)
                .into_iter()
                .filter(|other| reachable(&graph, other).contains(name))
                .collect();
            if circle.contains(name) {
                circles.insert((relative(&folder), circle));
            }
        }
    }
    let listed: BTreeSet<_> = CIRCLES
        .iter()
        .map(|(folder, files, _)| (folder.to_string(), files.iter().map(|file| file.to_string()).collect()))
        .collect();
    assert_eq!(circles, listed, "circles of imports, and those listed in tests/layers.rs");
}

#[test]
fn use_trees_are_read() {
    assert_eq!(paths("a::b;"), ["a::b"]);
    assert_eq!(paths("{a, b::{c, d::E}, f};\nuse x::{y};"), ["a", "b::c", "b::d::E", "f"]);
    assert_eq!(paths("a::{b, c}; other {d}"), ["a::b", "a::c"]);
    let code = "use crate::{grid::Shape, io};\nfn f() { crate::error::fail() }\nmy_crate::x()";
    assert_eq!(Vec::from_iter(imports(code, "crate::")), ["error::fail", "grid::Shape", "io"]);
}
