//! The pages of reference that follow from declarations: `docs/reference/`. `tests/docs.rs` compares them.

mod commands_page;
mod keys;

use super::{
    commands::leak,
    run::{csv_file, report},
};
pub use commands_page::commands_page;
pub use keys::KEYS as SUMMARY_KEYS;
use quadrille_console::keys::Key;
use quadrille_puzzles::{rating::Method, symmetry::Symmetries};
use quadrille_run::batch::{Morphs, morph_columns};
use quadrille_tasks::{
    Canonical, Check, ColumnKind, ColumnPlace, ColumnSpec, Convert, Count, FormOf, Givens, Hint, HintMethod,
    Rate, Solve, Task,
};
use quadrille_techniques::explanation;
use std::{collections::BTreeMap, fmt::Write};

#[cfg(feature = "bench")]
pub use quadrille_bench::keys::KEYS as BENCH_KEYS;
#[cfg(not(feature = "bench"))]
const BENCH_KEYS: &[Key] = &[];

/// The only columns whose type depends on an option.
pub const OF_SEVERAL_TYPES: [&str; 1] = ["rating"];

/// A column. It has one type and one meaning unless declarations differ.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its types.
    pub kinds: Vec<&'static str>,
    /// The commands and options that write it.
    pub places: Vec<&'static str>,
    /// Its meanings.
    pub meanings: Vec<&'static str>,
}

/// The columns of every output, by name.
pub fn columns() -> Vec<Column> {
    let mut columns: BTreeMap<String, Column> = BTreeMap::new();
    let declared = tasks().into_iter().chain(tables()).chain([("arrays in memory", in_memory())]);
    for (place, specs) in declared {
        let command = place.split(' ').next().unwrap_or(place);
        for spec in specs.iter().filter(|spec| spec.place != ColumnPlace::Read) {
            let new = || Column {
                name: spec.name.to_string(),
                kinds: Vec::new(),
                places: Vec::new(),
                meanings: Vec::new(),
            };
            let Column { kinds, places, meanings, .. } =
                columns.entry(spec.name.to_string()).or_insert_with(new);
            add(kinds, kind_name(spec));
            add(meanings, spec.about);
            // A column of every run of a command is not one of an option.
            if !places.contains(&command) {
                add(places, place);
            }
        }
    }
    columns.into_values().collect()
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The tasks with each option that adds columns, after the task without it.
fn tasks() -> Vec<(&'static str, Vec<ColumnSpec>)> {
    let of = |task: &dyn Task| task.columns().to_vec();
    let lists = |task: &dyn Task| {
        task.columns().iter().filter(|column| column.kind == ColumnKind::List).cloned().collect()
    };
    let logic = Rate::new(Method::Logic);
    let by_explainer = explanation::Method::SudokuExplainer { uniqueness: true };
    let by_hodoku = Hint::new().method(HintMethod::Techniques(explanation::Method::Hodoku));
    let morphs = Morphs::random(Symmetries::ALL, 0);
    vec![
        ("solve", of(&Solve::new())),
        ("solve --explain", of(&Solve::new().steps(true))),
        ("solve --search-columns", of(&Solve::new().search_columns(true))),
        ("solve --verify-answers", of(&Solve::new().verify_answers(true))),
        ("check", of(&Check::new())),
        ("check --minimal", of(&Check::new().minimal(true))),
        ("check --search-columns", of(&Check::new().search_columns(true))),
        ("count", of(&Count::new())),
        ("count --search-columns", of(&Count::new().search_columns(true))),
        ("hint", of(&Hint::new().method(HintMethod::NakedSingles))),
        ("hint (one digit)", of(&Hint::new())),
        ("hint --method se", of(&Hint::new().method(HintMethod::Techniques(by_explainer)))),
        ("hint --method hodoku", of(&by_hodoku)),
        ("hint --all-steps", lists(&by_hodoku.clone().all_steps(true))),
        ("canonical", of(&Canonical::new(FormOf::Puzzle))),
        ("canonical --transform", of(&Canonical::new(FormOf::Puzzle).transforms(true))),
        ("rate", of(&Rate::new(Method::Guesses))),
        ("rate --method morphs", of(&Rate::new(Method::Morphs { count: 1 }))),
        ("rate --method logic", of(&logic)),
        ("rate --method se", of(&Rate::new(Method::SudokuExplainer { uniqueness: true }))),
        ("rate --method hodoku", of(&Rate::new(Method::Hodoku))),
        ("givens", of(&Givens::new())),
        ("convert", of(&Convert::new())),
        ("morph", morph_columns(&morphs)),
        ("morph --copies", morph_columns(&morphs.clone().copies(1))),
    ]
}

/// The tables that are not answers to records.
fn tables() -> [(&'static str, Vec<ColumnSpec>); 4] {
    [
        ("dedup --class-sizes", report::CLASS_SIZES.to_vec()),
        ("dedup --report", csv_file::DUPLICATES.to_vec()),
        ("--mismatches", csv_file::MISMATCHES.to_vec()),
        ("leak", leak::COLUMNS.to_vec()),
    ]
}

/// The columns that answers have only as arrays in memory.
fn in_memory() -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("error", ColumnKind::Text, "why the record is malformed"),
        ColumnSpec::new("morph", ColumnKind::Board, "the morph; files have it in place of the puzzle"),
        ColumnSpec::new("class", ColumnKind::Number, "the row of the first puzzle of the same class, from 0"),
        ColumnSpec::STATUS,
    ]
}

/// The types, with what they are in each form.
const KINDS: [(&str, &str); 7] = [
    ("board", "a text | a string | the type of the puzzles | the type of the puzzles | `str`"),
    ("word", "a text | a string | Dictionary(Int8, Utf8) | Dictionary(Int8, Utf8) | `str`"),
    ("integer", "a number | a number | UInt64 | UInt64 | `int`"),
    (
        "number",
        "a number, three digits after the point, one for `er`, `ep` and `ed` | a number | Float64 | Float64 | `float`",
    ),
    ("text", "a text | a string | Utf8 | Utf8 | `str`"),
    ("list", "a text, ` \\| ` between the items | a list of strings | List(Utf8) | List(Utf8) | `list[str]`"),
    ("object", "not written | an object | not written | not written | not written"),
];

/// The name of the type of a column.
fn kind_name(spec: &ColumnSpec) -> &'static str {
    match spec.kind {
        _ if spec.place == ColumnPlace::Member => "object",
        ColumnKind::Board => "board",
        ColumnKind::Status => "word",
        ColumnKind::Count | ColumnKind::Nodes | ColumnKind::Guesses | ColumnKind::Number => "integer",
        ColumnKind::Float => "number",
        ColumnKind::Text => "text",
        ColumnKind::List => "list",
    }
}

/// The page of all columns.
pub fn columns_page() -> String {
    let mut page = COLUMNS_HEAD.to_owned();
    for (name, forms) in KINDS {
        page += &format!("| {name} | {forms} |\n");
    }
    page += COLUMNS_TABLE;
    for Column { name, kinds, places, meanings } in columns() {
        let places: Vec<String> = places.iter().map(|place| format!("`{place}`")).collect();
        let (kinds, places, meanings) = (kinds.join(", "), places.join(", "), meanings.join("; "));
        page += &format!("| `{name}` | {kinds} | {places} | {meanings} |\n");
    }
    page
}

/// The page of the members of all JSON documents.
pub fn keys_page() -> String {
    let mut page = KEYS_HEAD.to_owned();
    write_keys(SUMMARY_KEYS, &mut page);
    page += KEYS_OF_BENCH;
    write_keys(BENCH_KEYS, &mut page);
    page
}

fn write_keys(keys: &[Key], page: &mut String) {
    *page += "| key | type | unit | meaning |\n| --- | --- | --- | --- |\n";
    for Key { path, kind, unit, commands, about } in keys {
        let only = match commands.is_empty() {
            true => String::new(),
            false => format!(" (only `{}`)", commands.replace(' ', "`, `")),
        };
        writeln!(page, "| `{path}` | {kind} | {unit} | {about}{only} |").expect("a string takes all");
    }
}

const COLUMNS_HEAD: &str = "\
# Columns

<!-- `QUADRILLE_UPDATE_DOCS=1 cargo test --test docs` writes this page from the declarations in the program. -->

Every column has the same name in csv, ndjson, json, Parquet and Arrow files, in arrays in memory ([Rust](arrow.md),
[Python](python.md)) and in the objects of Python. `rate --rating-column` and `solve --verify-answers` choose other names.

## Types

A value that is missing is empty in csv and null elsewhere. In csv and JSON the first column has a message in place of a missing
answer, such as `!invalid: reason` or `!none`.

| type | csv | JSON | Parquet, Arrow files | arrays in memory | Python |
| --- | --- | --- | --- | --- | --- |
";

const COLUMNS_TABLE: &str = "
A count that stopped at `--limit` is written as `100+`, in JSON as a string; a table has the number. A count of 2⁶⁴ or more is null in tables and
in memory.

## Names

Arrays in memory have the columns of the command of the same name, and `status` and `error` for every task. The function `keys` of Rust
has `key`, 16 bytes, and `error`.

If an input has a column or member with the name of a column of the answers, in any letter case, the answers replace it, and the command
says so on standard error. Rename it to keep it. In Python a table with a column of the same name is refused, and `prefix=` gives the columns of the answers other names.

| column | type | written by | meaning |
| --- | --- | --- | --- |
";

const KEYS_HEAD: &str = "\
# Keys of JSON documents

<!-- `QUADRILLE_UPDATE_DOCS=1 cargo test --test docs` writes this page from the declarations in the program. -->

A dot leads into an object or into each object of a list; `{a,b}` means two keys of the same meaning, and `*` for any name.

## `--summary-json`

";

const KEYS_OF_BENCH: &str = "
## `bench --json`

";
