//! Every task gives the same answers in every form: lines, csv, ndjson, tables, and columns in memory.

use crate::{
    make::{parquet, table},
    writing::{csv_texts, read, run, texts},
};
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_schema::DataType;
use quadrille::{
    Error,
    arrow::{MorphOptions, Options, answers, morph},
    rating::Method,
    tasks::{Canonical, Check, Count, FormOf, Givens, Hint, HintMethod, Rate, Solve},
};
use quadrille_cli::reference::columns;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};
use tempfile::tempdir;

const MALFORMED: &str = "malformed";
const COPIES: usize = 2;

/// A task as a command and as a function on columns.
type TaskForms = (&'static [&'static str], fn(&dyn Array) -> Result<RecordBatch, Error>);

const TASKS: [TaskForms; 16] = [
    (&["solve"], |puzzles| answers(puzzles, &Solve::new(), &Options::new())),
    (&["solve", "--limit", "2"], |puzzles| answers(puzzles, &Solve::new().limit(2), &Options::new())),
    (&["check"], |puzzles| answers(puzzles, &Check::new(), &Options::new())),
    (&["count"], |puzzles| answers(puzzles, &Count::new(), &Options::new())),
    (&["count", "--limit", "5"], |puzzles| answers(puzzles, &Count::new().limit(5), &Options::new())),
    (&["hint"], |puzzles| answers(puzzles, &Hint::new(), &Options::new())),
    (&["hint", "--method", "naked-singles"], |puzzles| {
        answers(puzzles, &Hint::new().method(HintMethod::NakedSingles), &Options::new())
    }),
    (&["canonical"], |puzzles| answers(puzzles, &Canonical::new(FormOf::Puzzle), &Options::new())),
    (&["canonical", "--form-of", "solution"], |puzzles| {
        answers(puzzles, &Canonical::new(FormOf::Solution), &Options::new())
    }),
    (&["canonical", "--form-of", "givens"], |puzzles| {
        answers(puzzles, &Canonical::new(FormOf::Givens), &Options::new())
    }),
    (&["rate"], |puzzles| answers(puzzles, &Rate::new(Method::Guesses), &Options::new())),
    (&["rate", "--method", "morphs=3"], |puzzles| {
        answers(puzzles, &Rate::new(Method::Morphs { count: 3 }), &Options::new())
    }),
    (&["rate", "--method", "logic"], |puzzles| answers(puzzles, &Rate::new(Method::Logic), &Options::new())),
    (&["rate", "--method", "se"], |puzzles| {
        answers(puzzles, &Rate::new(Method::SudokuExplainer { uniqueness: true }), &Options::new())
    }),
    (&["givens"], |puzzles| answers(puzzles, &Givens::new(), &Options::new())),
    (&["morph", "--seed", "5", "--copies", "2"], |puzzles| {
        morph(puzzles, None, &MorphOptions::new(5).copies(COPIES as u32), &Options::new())
    }),
];

/// Puzzles with one solution, several or none, and one that is malformed: of several shapes, and all 9×9, whose columns have
/// a place of the same size for each answer.
fn sets() -> [Vec<String>; 2] {
    let large = |cell: usize| {
        let (row, column) = (cell / 16, cell % 16);
        let digit = (4 * (row % 4) + row / 4 + column) % 16;
        if cell.is_multiple_of(7) { '.' } else { char::from(b'A' + digit as u8) }
    };
    let nines = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ];
    let nines = || nines.map(str::to_owned).into_iter();
    let others = [
        "1...3..2..4.4..1".into(),
        "12..............".into(),
        (0..256).map(large).collect(),
        MALFORMED.into(),
    ];
    // First, so that values that are not at the number of their record are noticed.
    let malformed = || [format!("z{}", ".".repeat(80))].into_iter();
    [malformed().chain(nines()).chain(others).collect(), malformed().chain(nines()).collect()]
}

/// The values of the named columns, an empty text where there is none.
type Columns = BTreeMap<String, Vec<String>>;

/// A file with the puzzles in each form, and after them a null where there can be one.
fn write_files(puzzles: &[String], folder: &Path) -> [(&'static str, usize); 4] {
    let ndjson: String = puzzles.iter().map(|puzzle| format!("{{\"puzzle\":\"{puzzle}\"}}\n")).collect();
    fs::write(folder.join("t.txt"), puzzles.join("\n")).unwrap();
    fs::write(folder.join("t.csv"), format!("puzzle,id\n{},1\n,2\n", puzzles.join(",1\n"))).unwrap();
    fs::write(folder.join("t.ndjson"), format!("{ndjson}{{\"puzzle\":null}}\n")).unwrap();
    parquet(&folder.join("t.parquet"), &table(vec![("puzzle", Arc::new(with_null(puzzles)))]), 3);
    [("t.txt", 0), ("t.csv", 1), ("t.ndjson", 1), ("t.parquet", 1)]
}

fn with_null(puzzles: &[String]) -> StringArray {
    puzzles.iter().map(Some).chain([None]).collect()
}

/// The columns of the answers in memory as files have them: files have no column of errors and say in place of some statuses what the
/// answer is, a null is `invalid`, and a record without morphs is one row.
fn in_memory(batch: &RecordBatch, rows: usize, is_morph: bool) -> Columns {
    let copies = if is_morph { COPIES } else { 1 };
    let is_written = |row: &usize| row.is_multiple_of(copies) || !batch.column(0).is_null(*row);
    let kept: Vec<usize> = (0..rows * copies).filter(is_written).collect();
    let column = |(name, mut values): (String, Vec<String>)| {
        if name == "status" {
            let null = values.last_mut().unwrap();
            assert_eq!(null, "");
            *null = "invalid".into();
        }
        (name, kept.iter().map(|row| values[*row].clone()).collect())
    };
    texts(batch).into_iter().map(column).collect()
}

/// A value as columns in memory have it: no message in place of an answer, and no sign that a count was stopped.
fn plain(name: &str, value: &str) -> String {
    match name {
        "count" => value.trim_end_matches('+').to_owned(),
        // Words: tables have the message, since they have no status.
        "rating" | "er" if value.starts_with('!') => String::new(),
        "rating" | "er" | "ep" | "ed" => {
            value.parse().map_or(value.to_owned(), |number: f64| number.to_string())
        }
        "hint" if ["mistake", "no hint"].contains(&value) => String::new(),
        _ => value.to_owned(),
    }
}

/// Asserts that a table and the answers in memory have columns of the same types, the same as in the reference.
fn assert_types(table: &RecordBatch, memory: &RecordBatch, what: &str) {
    let declared = columns();
    for field in table.schema().fields().iter().filter(|field| !["id", "puzzle"].contains(&&**field.name())) {
        let name = field.name();
        let column = declared.iter().find(|column| column.name == *name);
        let column = column.unwrap_or_else(|| panic!("{what}: {name} is not in the reference"));
        let is_of = |kind: &&str| match field.data_type() {
            DataType::UInt64 => *kind == "integer",
            DataType::Float64 => *kind == "number",
            DataType::Dictionary(..) => *kind == "word",
            DataType::List(_) => *kind == "list",
            DataType::Utf8 => ["board", "text"].contains(kind),
            _ => false,
        };
        assert!(column.kinds.iter().any(is_of), "{what}: {field} is not {:?}", column.kinds);
        let in_memory = memory.column_by_name(name).map(|column| column.data_type());
        let is_same = in_memory.is_none_or(|of| of == field.data_type());
        assert!(is_same, "{what}: {field} is {in_memory:?} in memory");
    }
}

fn assert_same(found: Columns, memory: &Columns, what: &str) {
    for (name, values) in found.into_iter().filter(|(name, _)| !["id", "puzzle"].contains(&&**name)) {
        let expected = memory.get(&name).unwrap_or_else(|| panic!("{what}: no column {name} in memory"));
        let plainly = |values: &[String]| values.iter().map(|value| plain(&name, value)).collect::<Vec<_>>();
        assert_eq!(plainly(&values), plainly(expected), "{what}: {name}");
    }
}

/// The members of objects, a line each.
fn ndjson_texts(text: &str) -> Columns {
    let mut columns = Columns::new();
    for line in text.lines() {
        let object: BTreeMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        // Only objects have a step as an object.
        for (name, value) in object.into_iter().filter(|(name, _)| name != "step") {
            let text = match value {
                serde_json::Value::String(text) if !text.starts_with('!') => text,
                serde_json::Value::String(_) | serde_json::Value::Null => String::new(),
                serde_json::Value::Array(steps) => {
                    steps.iter().map(|step| step.as_str().unwrap()).collect::<Vec<_>>().join(" | ")
                }
                number => number.to_string(),
            };
            columns.entry(name).or_default().push(text);
        }
    }
    columns
}

#[test]
fn every_task_has_the_same_columns_values_and_statuses_in_every_form() {
    sets().iter().for_each(|puzzles| check_forms(puzzles));
}

fn check_forms(puzzles: &[String]) {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let files = write_files(puzzles, folder);
    for (command, call) in TASKS {
        let is_morph = command[0] == "morph";
        let column = with_null(puzzles);
        let batch = call(&column).unwrap();
        // A column of boards of one size is answered where its answers stay.
        let copies = if is_morph { COPIES } else { 1 };
        assert_eq!(
            texts(&call(&column.slice(0, 3)).unwrap()),
            texts(&batch.slice(0, 3 * copies)),
            "{command:?}"
        );
        for (input, nulls) in files {
            let what = format!("{command:?} {input}");
            let mut memory = in_memory(&batch, puzzles.len() + nulls, is_morph);
            let names: Vec<String> = memory.keys().cloned().collect();
            if let Some(morphs) = memory.remove("morph") {
                memory.insert("morphed".into(), morphs);
            }
            run(&[command, &["-q", input, "-o", "o.parquet"]].concat(), folder);
            let table = read(&folder.join("o.parquet"));
            assert_types(&table, &batch, &what);
            let mut found: Columns = texts(&table).into_iter().collect();
            let written: Vec<String> = found.keys().cloned().collect();
            // Only a record that brings a solution has a member for its morph.
            let has_columns = |columns: &Columns| {
                assert!(
                    is_morph || columns.keys().eq(&written),
                    "{what}: {:?} and {written:?}",
                    columns.keys()
                );
            };
            // The names of all columns, except boards in place of puzzles, statuses that the answers contain, and errors.
            let missing: Vec<_> = names.iter().filter(|name| !found.contains_key(*name)).collect();
            let may_miss = |name: &str| match name {
                "morph" => is_morph,
                _ => name == "error" || is_morph && name == "status",
            };
            assert!(missing.iter().all(|name| may_miss(name)), "{what}: {missing:?}");
            if is_morph {
                found.insert("morphed".into(), found["puzzle"].clone());
                // There may be a column for solutions that no record brings.
                assert!(found.remove("solution").into_iter().flatten().all(|solution| solution.is_empty()));
            }
            assert_same(found, &memory, &what);
            let (text, _) = run(&[command, &["-q", input]].concat(), folder);
            let columns = match input {
                "t.txt" => {
                    assert_lines(&text, command[0], &memory);
                    continue;
                }
                "t.ndjson" => ndjson_texts(&text),
                _ => csv_texts(&text).into_iter().collect(),
            };
            has_columns(&columns);
            assert_same(columns, &memory, &what);
        }
    }
}

/// Features of files alone: filters, several rows for a record, and columns that an option adds.
const FILES_ALONE: [&[&str]; 13] = [
    &["solve", "--all"],
    &["solve", "--all", "--limit", "3", "--search-columns"],
    &["solve", "--explain"],
    &["check", "--minimal"],
    &["check", "--only", "unique"],
    &["canonical", "--transform"],
    &["rate", "--rating", "..30"],
    &["dedup"],
    &["dedup", "--equal-by", "text"],
    &["select", "--number", "4", "--seed", "3"],
    &["select", "--givens", "1.."],
    &["select", "--sort", "givens"],
    &["morph", "--seed", "4", "--no-solution"],
];

#[test]
fn filters_and_added_columns_are_the_same_in_every_kind_of_file() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    // An empty board of 16×16 cells has too many solutions to write, and nobody counts lines of a table.
    let mut puzzles: Vec<String> = sets()[0].iter().filter(|puzzle| puzzle.len() < 256).cloned().collect();
    puzzles.insert(3, puzzles[2].clone());
    write_files(&puzzles, path);
    for command in FILES_ALONE {
        let written = |input: &str, output: &str| {
            run(&[command, &["-q", input, "-o", output]].concat(), path);
            fs::read_to_string(path.join(output))
        };
        let plainly = |columns: Columns| -> Columns {
            let columns = columns.into_iter().filter(|(name, _)| name != "id");
            let values = |(name, values): (String, Vec<String>)| {
                (name.clone(), values.iter().map(|value| plain(&name, value)).collect())
            };
            columns.map(values).collect()
        };
        let csv = plainly(csv_texts(&written("t.csv", "o.csv").unwrap()).into_iter().collect());
        let ndjson = plainly(ndjson_texts(&written("t.ndjson", "o.ndjson").unwrap()));
        run(&[command, &["-q", "t.parquet", "-o", "o.parquet"]].concat(), path);
        let table = plainly(texts(&read(&path.join("o.parquet"))).into_iter().collect());
        assert_eq!(table, csv, "{command:?}");
        assert_eq!(ndjson, csv, "{command:?}");
        assert!(csv.values().all(|values| !values.is_empty()), "{command:?}");
    }
}

/// Lines have the answer alone, or after the puzzle.
fn assert_lines(text: &str, command: &str, memory: &Columns) {
    let (name, has_puzzle) = match command {
        "solve" => ("solution", false),
        "check" => ("status", false),
        "canonical" => ("canonical", false),
        "morph" => ("morphed", false),
        "count" | "hint" => (command, false),
        "rate" if memory.contains_key("er") => ("er", true),
        "rate" => ("rating", true),
        other => (other, true),
    };
    let answers = text.lines().zip(&memory["error"]).map(|(line, error)| {
        if let Some(found) = line.strip_prefix("!invalid: ") {
            assert_eq!(found, error, "{command}");
            return if name == "status" { "invalid" } else { "" };
        }
        assert_eq!(error, "", "{command}: {line}");
        let answer = if has_puzzle { line.split(',').nth(1).unwrap() } else { line };
        match answer.strip_prefix('!') {
            Some(status) if name == "status" => status,
            Some(_) => "",
            None => answer,
        }
    });
    let found = Columns::from([(name.to_owned(), answers.map(str::to_owned).collect())]);
    assert_same(found, memory, &format!("lines of {command}"));
}
