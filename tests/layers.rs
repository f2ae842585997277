//! Which folder may import which, where `unsafe`, threads and mappings are allowed, and that files of a folder do not
//! import each other in circles.
//!
//! The sources are read as text: `use` and paths that begin with `crate::` or `super::`. Test modules are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// For each folder or file of `src`, all that it may import from the rest of the crate.
const LAYERS: &[(&str, &[&str])] = &[
    ("arrow", &["classes", "engine", "grid", "hint", "logic", "parallel", "rating", "solving", "symmetry"]),
    (
        "batch",
        &[
            "classes", "counting", "cover", "diagram", "engine", "error", "format", "framing", "generate",
            "grid", "hint", "io", "isa", "logic", "ordered", "random", "rating", "solving", "symmetry",
            "tables", "tasks",
        ],
    ),
    ("classes", &["engine", "grid", "symmetry"]),
    ("cli", &[]),
    ("counting", &["cover", "engine", "parallel"]),
    ("cover", &["framing", "grid"]),
    ("diagram", &["cover", "engine", "random"]),
    ("engine", &["cover", "grid", "isa"]),
    ("error.rs", &[]),
    ("format", &["engine", "framing", "grid", "hint", "quoting", "tasks"]),
    ("framing.rs", &[]),
    ("generate", &["engine", "grid", "logic", "random", "rating", "symmetry"]),
    ("grid", &["isa"]),
    ("hint", &["grid", "logic"]),
    ("hint.rs", &["grid"]),
    ("io", &["error", "framing", "tables"]),
    ("isa.rs", &[]),
    ("lib.rs", &[]),
    ("logic", &["engine", "grid", "solver"]),
    ("main.rs", &[]),
    ("ordered", &["error"]),
    ("parallel.rs", &[]),
    ("quoting.rs", &[]),
    ("random.rs", &[]),
    ("rating", &["engine", "grid", "isa", "logic", "symmetry"]),
    ("solver", &["engine", "grid", "parallel", "solving"]),
    ("solving", &["counting", "cover", "engine", "grid"]),
    ("solving.rs", &["engine", "grid", "verify"]),
    ("symmetry", &["engine", "grid", "random", "solver"]),
    ("tables", &["error", "framing", "grid", "quoting"]),
    ("tasks", &["engine", "grid", "hint", "logic", "solving"]),
    (
        "unstable.rs",
        &[
            "cover", "engine", "format", "framing", "generate", "grid", "hint", "io", "random", "solving",
            "tables", "verify",
        ],
    ),
    ("verify", &["grid", "isa"]),
    ("verify.rs", &["grid"]),
];

/// The only files with `unsafe`.
const UNSAFE: &[&str] = &[
    "arrow/arrays.rs",
    "arrow/huge_pages.rs",
    "arrow/text_arrays.rs",
    "cli/descriptors.rs",
    "cli/sigbus.rs",
    "engine/dlx/cover/vectors.rs",
    "engine/lanes/avx2.rs",
    "engine/lanes/avx512.rs",
    "engine/lanes/portable.rs",
    "engine/lanes/sse2.rs",
    "grid/nine/avx2/vectors.rs",
    "grid/nine/avx2.rs",
    "io/disk/writeback.rs",
    "io/fault_table.rs",
    "io/input.rs",
    "io/mapped.rs",
    "rating/guesses/avx2.rs",
    "verify/avx2.rs",
    "verify/sse2.rs",
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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

/// The path within `src`, with `/` between its parts.
fn relative(path: &Path) -> String {
    path.strip_prefix(src()).unwrap().to_str().unwrap().replace('\\', "/")
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

/// The module from which `lib.rs` re-exports each name.
fn re_exports() -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let code = code(&src().join("lib.rs")).replace("pub use self::{", "pub use {");
    for rest in code.split("pub use ").skip(1) {
        for path in paths(rest) {
            if let (Some((module, _)), Some((_, name))) = (path.split_once("::"), path.rsplit_once("::")) {
                names.insert(name.to_owned(), module.to_owned());
            }
        }
    }
    names
}

#[test]
fn a_folder_imports_only_what_the_table_allows() {
    let (re_exports, mut wrong, mut seen) = (re_exports(), Vec::new(), BTreeSet::new());
    for path in sources(&src()) {
        let file = relative(&path);
        let top = file.split('/').next().unwrap();
        let Some((layer, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == top) else {
            wrong.push(format!("{file}: {top} is not in the table LAYERS of tests/layers.rs"));
            continue;
        };
        seen.insert(*layer);
        if is_test(&file) {
            continue;
        }
        for import in imports(&code(&path), "crate::") {
            let first = import.split("::").next().unwrap();
            let module = re_exports.get(first).map_or(first, String::as_str);
            if module != layer.trim_end_matches(".rs") && !allowed.contains(&module) {
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
    let found: Vec<_> = sources(&src()).into_iter().filter(has_unsafe).map(|path| relative(&path)).collect();
    assert_eq!(found, UNSAFE, "the files with unsafe and the list in tests/layers.rs differ");
}

#[test]
fn mappings_and_thread_pools_are_only_in_their_files() {
    for path in sources(&src()) {
        let (file, code) = (relative(&path), code(&path));
        assert!(!code.contains("rayon::") || file == "ordered/workers.rs", "{file} names rayon");
        assert!(!code.contains("memmap2::") || file == "io/mapped.rs", "{file} names memmap2");
        let spawns = code.contains("thread::spawn") || code.contains("spawn_scoped");
        let may_spawn = ["batch/", "cli/", "counting/", "parallel.rs", "tables/"]
            .iter()
            .any(|place| file.starts_with(place));
        assert!(!spawns || may_spawn, "{file} starts a thread");
    }
}

#[test]
fn the_checkers_share_nothing_with_the_engines() {
    let names =
        |file: &str| -> Vec<String> { imports(&code(&src().join(file)), "crate::").into_iter().collect() };
    assert_eq!(names("verify.rs"), ["Shape"]);
    assert_eq!(names("verify/checker.rs"), ["Isa"]);
    assert_eq!(names("verify/avx2.rs"), ["Isa"]);
    assert!(names("verify/nine.rs").is_empty());
    assert!(names("verify/sse2.rs").is_empty());
    assert_eq!(names("verify/variants.rs"), ["Shape", "Variant", "Variants"]);
    assert_eq!(names("hint.rs"), ["Puzzle", "Shape"]);
    assert!(names("cover/check.rs").is_empty());
}

#[test]
fn a_format_is_named_only_in_its_file_and_in_the_table() {
    for name in ["uva12988", "spoj1110", "poj3074", "poj3076", "hust1565"] {
        for path in sources(&src()) {
            let file = relative(&path);
            let allowed = [format!("format/{name}.rs"), "format/mod.rs".into(), "cli/help.rs".into()];
            let named = code(&path).contains(name);
            assert!(!named || allowed.contains(&file) || is_test(&file), "{file} names {name}");
        }
    }
}

/// Circles of imports that stay: the folder, its files, and why.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    ("cli", &["args", "mod"], "the subcommands are variants of the arguments and functions of the module"),
    (
        "engine/cdcl",
        &["analyze", "clauses", "mod", "propagate"],
        "each file is a part of the methods of one search",
    ),
    (
        "io/output",
        &["mod", "table"],
        "a table is one of the states of an output, and its file has methods of the output",
    ),
    ("engine/dlx", &["arena", "dance"], "the arena's memory and the moves on it are one type in two files"),
];

/// The files of a folder that each of its files imports; `mod` is the file of the folder itself.
fn imports_within(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let own =
        if folder.join("mod.rs").exists() { folder.join("mod.rs") } else { folder.with_extension("rs") };
    let children: BTreeMap<String, PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs") && *path != own)
        .filter(|path| !is_test(&relative(path)))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    // What the folder's own file takes from its children: re-exports lead on to them.
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
    let inside = format!("crate::{}::", relative(folder).replace('/', "::"));
    for (name, path) in &children {
        let code = code(path);
        let found = imports(&code, "super::").into_iter().chain(imports(&code, &inside));
        let targets = found.filter(|import| !import.starts_with("super::")).map(|import| {
            let first = import.split("::").next().unwrap().to_owned();
            match children.contains_key(&first) {
                true => first,
                false => taken.get(&first).cloned().unwrap_or("mod".into()),
            }
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
    let folders: BTreeSet<PathBuf> = sources(&src())
        .iter()
        .map(|path| path.parent().unwrap().to_owned())
        .filter(|folder| *folder != src())
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
