//! Who may know whom.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules of the crate that a file names in code, by `crate::name` or a list of them.
fn named(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let code: String = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap()
        .lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let word = |s: &str| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            names.push(word(rest));
            continue;
        };
        // Names at the top level of the braces.
        let (mut depth, mut item) = (0, String::new());
        for c in list.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => names.push(word(std::mem::take(&mut item).trim())),
                _ if depth == 0 => item.push(c),
                _ => {}
            }
        }
        names.push(word(item.trim()));
    }
    names.retain(|n| !n.is_empty());
    names
}

fn check(folder: &str, forbidden: &[&str]) {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder));
    assert!(!files.is_empty(), "{folder} has files");
    for file in files {
        for name in named(&file) {
            assert!(!forbidden.contains(&name.as_str()), "{} names {name}", file.display());
        }
    }
}

#[test]
fn layers_know_only_what_is_below_them() {
    let (io_names, batch_names) = (["Input", "Output"], ["Batch", "Generation", "Task", "Tally", "Summary"]);
    let above = |more: &[&'static str]| {
        let mut all = vec!["batch", "solver", "Solver"];
        all.extend(batch_names);
        all.extend(more);
        all
    };
    check("grid", &above(&["io", "format", "engine", "cover", "verify", "generate", "error"]));
    check("cover", &above(&["io", "format", "engine", "verify", "generate", "error"]));
    check("engine", &[above(&["io", "format", "verify", "generate"]), io_names.to_vec()].concat());
    check("format", &[above(&["io", "engine", "cover", "verify", "generate"]), io_names.to_vec()].concat());
    check("io", &above(&["engine", "cover", "format", "verify", "generate", "grid", "Puzzle", "hint"]));
    check("generate", &[above(&["io", "format", "verify"]), io_names.to_vec()].concat());
}

#[test]
fn what_is_shared_knows_nothing_and_the_hint_only_shapes() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert!(named(&src.join("framing.rs")).is_empty());
    assert_eq!(named(&src.join("hint.rs")), ["Shape"]);
}

#[test]
fn a_format_is_named_in_the_table_alone() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in ["uva12988", "spoj1110", "poj3074", "poj3076", "hust1565"] {
        for file in sources(&src) {
            let code = fs::read_to_string(&file).unwrap();
            let code = code.lines().filter(|l| !l.trim_start().starts_with("//"));
            let own = file.ends_with(format!("format/{name}.rs"));
            let table = file.ends_with("format/mod.rs");
            let example = file.ends_with("cli/args.rs");
            let here = code.filter(|l| l.contains(name)).count();
            assert!(here == 0 || own || table || example, "{} names {name}", file.display());
        }
    }
}

#[test]
fn the_checker_shares_nothing_with_the_engines() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify.rs");
    assert_eq!(named(&path), ["Shape"]);
    let path = path.with_file_name("verify/variants.rs");
    assert_eq!(named(&path), ["Shape", "Variant", "Variants"]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cover/check.rs");
    assert!(named(&path).is_empty() && fs::read_to_string(path).unwrap().contains("use super::Cover;"));
}

/// Problems and their text are for engines and programs to use, not the other way round.
#[test]
fn exact_cover_knows_boards_and_where_text_is_cut_alone() {
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cover")) {
        let names = named(&file);
        let known = ["grid", "framing", "Rules", "Shape", "Puzzle", "cover"];
        assert!(names.iter().all(|n| known.contains(&n.as_str())), "{} names {names:?}", file.display());
    }
}

#[test]
fn threads_and_files_are_named_where_they_belong() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&root) {
        let text = fs::read_to_string(&file).unwrap();
        let inside = |folder: &str| file.starts_with(root.join(folder));
        if text.contains("rayon::") {
            assert!(inside("batch"), "{} names rayon", file.display());
        }
        if text.contains("memmap2::") {
            assert!(file.ends_with("io/mapped.rs"), "{} names memmap2", file.display());
        }
        if text.contains("unsafe {") || text.contains("unsafe fn") {
            let allowed = ["io/mapped.rs", "io/input.rs", "io/fault_table.rs", "cli/sigbus.rs"]
                .iter()
                .any(|name| file.ends_with(name))
                || inside("engine");
            assert!(allowed, "{} has unsafe code", file.display());
        }
    }
}
