//! Tables as outputs: read back with the crates of Parquet and Arrow, and compared with the csv output of the same run.

use crate::{
    common::quadrille,
    make::{npy, parquet, puzzles, usual, usual_csv},
};
use arrow_array::{Array, ArrayRef, RecordBatch, cast::AsArray};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use predicates::str::contains;
use std::{
    fs::{self, File},
    path::Path,
};
use tempfile::{TempDir, tempdir};

pub const NAMES: [&str; 4] = ["o.parquet", "o.arrow", "o.feather", "o.arrows"];

/// Runs the command, which must not fail.
pub fn run(args: &[&str], folder: &Path) -> (String, i32) {
    let output = quadrille(args).current_dir(folder).output().unwrap();
    let code = output.status.code().unwrap();
    assert!(code < 2, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), code)
}

/// All rows of a file.
pub fn read(path: &Path) -> RecordBatch {
    let file = File::open(path).unwrap();
    let (schema, batches): (_, Vec<RecordBatch>) = match path.extension().unwrap().to_str().unwrap() {
        "parquet" => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            (builder.schema().clone(), builder.build().unwrap().map(Result::unwrap).collect())
        }
        "arrows" => {
            let reader = arrow_ipc::reader::StreamReader::try_new(file, None).unwrap();
            (reader.schema(), reader.map(Result::unwrap).collect())
        }
        _ => {
            let reader = arrow_ipc::reader::FileReader::try_new(file, None).unwrap();
            (reader.schema(), reader.map(Result::unwrap).collect())
        }
    };
    arrow_select::concat::concat_batches(&schema, &batches).unwrap()
}

/// The columns of a table as text, an empty one for null.
pub fn texts(batch: &RecordBatch) -> Vec<(String, Vec<String>)> {
    let schema = batch.schema();
    let column = |(field, array): (&arrow_schema::FieldRef, &ArrayRef)| {
        if let Some(lists) = array.as_list_opt::<i32>().filter(|lists| lists.value_type() == DataType::Utf8) {
            let text = |list: Option<ArrayRef>| match list {
                Some(list) => list.as_string::<i32>().iter().flatten().collect::<Vec<_>>().join(" | "),
                None => String::new(),
            };
            return (field.name().clone(), lists.iter().map(text).collect());
        }
        let strings = arrow_cast::cast(array, &DataType::Utf8).unwrap();
        let values = strings.as_string::<i32>().iter().map(|text| text.unwrap_or_default().to_owned());
        (field.name().clone(), values.collect())
    };
    schema.fields().iter().zip(batch.columns()).map(column).collect()
}

/// The values of the column `status`.
pub fn statuses(batch: &RecordBatch) -> Vec<String> {
    let column = batch.schema().index_of("status").unwrap();
    texts(&batch.project(&[column]).unwrap()).remove(0).1
}

/// The columns of csv, whose messages in place of boards are nothing.
pub fn csv_texts(text: &str) -> Vec<(String, Vec<String>)> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let mut columns: Vec<_> = names.into_iter().map(|name| (name, Vec::new())).collect();
    for row in reader.records().map(Result::unwrap) {
        for ((_, values), value) in columns.iter_mut().zip(row.iter()) {
            values.push(if value.starts_with('!') { String::new() } else { value.to_owned() });
        }
    }
    columns
}

pub fn type_of(batch: &RecordBatch, name: &str) -> DataType {
    batch.schema().field_with_name(name).unwrap().data_type().clone()
}

/// Puzzles as lines, as csv and as Parquet, with some that have no solution, several, or are malformed.
pub fn folder(count: usize) -> TempDir {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let bad = ["not a puzzle".to_owned(), format!("11{}", ".".repeat(79)), ".".repeat(81)];
    let lines: Vec<String> = puzzles(count).into_iter().chain(bad.clone()).collect();
    fs::write(at("t.txt"), lines.join("\n")).unwrap();
    let extra: String = bad.iter().map(|puzzle| format!("0,{puzzle},1.5\n")).collect();
    fs::write(at("t.csv"), usual_csv(count) + &extra).unwrap();
    parquet(&at("t.parquet"), &usual(count), 30);
    folder
}

#[test]
fn every_command_writes_a_table_with_the_columns_of_its_csv() {
    let folder = folder(60);
    let folder = folder.path();
    let commands: [&[&str]; 19] = [
        &["solve"],
        &["solve", "--search-columns"],
        &["solve", "--explain"],
        &["solve", "--all", "--limit", "3"],
        &["check"],
        &["check", "--minimal"],
        &["check", "--only", "unique"],
        &["count", "--limit", "3"],
        &["hint"],
        &["hint", "--method", "naked-singles"],
        &["canonical"],
        &["canonical", "--transform"],
        &["rate"],
        &["rate", "--method", "logic"],
        &["rate", "--method", "morphs=3"],
        &["morph", "--seed", "5", "--copies", "2"],
        &["dedup"],
        &["select", "--number", "7", "--seed", "1"],
        &["select", "--givens", "30..", "--sort", "givens", "--descending"],
    ];
    for command in commands {
        for input in ["t.csv", "t.parquet"] {
            let (csv, code) = run(&[command, &["-q", input]].concat(), folder);
            for name in NAMES {
                let (_, got) = run(&[command, &["-q", input, "-o", name]].concat(), folder);
                assert_eq!(got, code, "{command:?} {input}");
                let mut found = texts(&read(&folder.join(name)));
                let mut expected = csv_texts(&csv);
                // A count that was stopped, and numbers that were written in another way. A rating by logic is a text, with
                // a message where there is none.
                for (column, values) in expected.iter_mut().chain(&mut found) {
                    if column == "hint" {
                        // A table has no message in place of a board.
                        let is_message = |text: &str| ["mistake", "no hint"].contains(&text);
                        values.iter_mut().filter(|text| is_message(text)).for_each(String::clear);
                    }
                    if ["count", "rating"].contains(&&**column) {
                        let number = |text: &mut String| {
                            *text = text.trim_end_matches(['+', '0', '.']).to_owned();
                            if text.starts_with('!') {
                                text.clear();
                            }
                        };
                        values.iter_mut().for_each(number);
                    }
                }
                assert_eq!(found, expected, "{command:?} {input} {name}");
            }
        }
    }
}

#[test]
fn lines_are_a_table_of_puzzles_and_answers() {
    let folder = folder(20);
    let folder = folder.path();
    let (csv, _) = run(&["solve", "-q", "--output-format", "csv", "t.txt"], folder);
    run(&["solve", "-q", "t.txt", "-o", "o.parquet"], folder);
    let solved = read(&folder.join("o.parquet"));
    assert_eq!(texts(&solved), csv_texts(&csv));
    let (lines, _) = run(&["dedup", "-q", "t.txt"], folder);
    run(&["dedup", "-q", "t.txt", "-o", "o.parquet"], folder);
    let kept = texts(&read(&folder.join("o.parquet")));
    assert_eq!(kept[0].0, "puzzle");
    assert_eq!(kept[0].1, lines.lines().collect::<Vec<_>>());
}

#[test]
fn arrays_have_the_solutions_and_zeros_where_there_is_none() {
    let folder = folder(5);
    let folder = folder.path();
    let (csv, _) = run(&["solve", "-q", "--output-format", "csv", "t.txt"], folder);
    for threads in ["1", "3"] {
        run(&["solve", "-q", "-t", threads, "t.txt", "-o", "o.npy"], folder);
        let bytes = fs::read(folder.join("o.npy")).unwrap();
        let expected: Vec<u8> = csv_texts(&csv)[1]
            .1
            .iter()
            .flat_map(
                |text| if text.is_empty() { vec![0; 81] } else { text.bytes().map(|b| b - b'0').collect() },
            )
            .collect();
        assert_eq!(bytes.len(), 128 + 8 * 81);
        assert_eq!(bytes[128..], expected);
        let head = String::from_utf8_lossy(&bytes[10..128]).into_owned();
        assert!(head.contains("'descr': '|u1'") && head.contains("(8, 81)"), "{head}");
    }
    // And it is read again.
    npy(&folder.join("in.npy"), "|u1", "(1, 81)", &[0; 81]);
    run(&["check", "-q", "o.npy", "in.npy"], folder);
    for command in ["check", "count", "rate"] {
        let args = [command, "-q", "t.txt", "-o", "no.npy"];
        quadrille(&args).current_dir(folder).assert().code(2).stderr(contains("npy holds boards"));
        assert!(!folder.join("no.npy").exists());
    }
}

#[test]
fn blocks_are_the_same_for_any_threads() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    // More than two blocks of 65,536 rows, with quoted fields over several lines at their ends.
    let some = puzzles(50);
    let row = |number: usize| match number % 5 {
        0 => format!("\"{number},\n\",{}\n", some[number % 50]),
        _ => format!("{number},{}\n", some[number % 50]),
    };
    let text: String = (0..140_000).map(row).collect();
    fs::write(path.join("in.csv"), format!("id,puzzle\n{text}")).unwrap();
    for name in ["1.parquet", "3.parquet", "1.arrows", "3.arrows"] {
        run(&["solve", "-q", "in.csv", "-t", &name[..1], "-o", name], path);
    }
    assert!(fs::read(path.join("1.parquet")).unwrap() == fs::read(path.join("3.parquet")).unwrap());
    assert!(fs::read(path.join("1.arrows")).unwrap() == fs::read(path.join("3.arrows")).unwrap());
    let file = ParquetRecordBatchReaderBuilder::try_new(File::open(path.join("1.parquet")).unwrap()).unwrap();
    let groups: Vec<_> = file.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [65_536, 65_536, 8_928]);
    let table = read(&path.join("1.parquet"));
    let ids = table.column(0).as_string::<i32>();
    for row in [0, 1, 65_535, 65_536, 131_070, 139_999] {
        assert_eq!(ids.value(row), if row % 5 == 0 { format!("{row},\n") } else { row.to_string() });
    }
    assert_eq!(table.column_by_name("solution").unwrap().null_count(), 0);
    // And again from a table.
    run(&["solve", "-q", "1.parquet", "-o", "again.parquet"], path);
    assert_eq!(read(&path.join("again.parquet")), table);
}

#[test]
fn parts_and_shards_are_whole_tables() {
    let folder = folder(60);
    let folder = folder.path();
    run(
        &["select", "-q", "t.parquet", "--split", "1/1", "--seed", "1", "-o", "a.parquet", "-o", "b.parquet"],
        folder,
    );
    let parts = ["a.parquet", "b.parquet"].map(|name| read(&folder.join(name)));
    assert_eq!(parts[0].num_rows() + parts[1].num_rows(), 60);
    assert_eq!(parts[0].schema(), parts[1].schema());
    assert_eq!(type_of(&parts[0], "id"), DataType::Int32);
    let mut rows = 0;
    for shard in ["1/2", "2/2"] {
        run(&["solve", "-q", "t.parquet", "--shard", shard, "-o", "o.parquet"], folder);
        rows += read(&folder.join("o.parquet")).num_rows();
    }
    assert_eq!(rows, 60);
}

#[test]
fn counts_and_leaks_are_tables() {
    let folder = folder(10);
    let folder = folder.path();
    run(&["dedup", "-q", "--class-sizes", "t.csv", "-o", "o.parquet"], folder);
    let sizes = read(&folder.join("o.parquet"));
    assert_eq!((type_of(&sizes, "size"), type_of(&sizes, "classes")), (DataType::UInt64, DataType::UInt64));
    run(&["leak", "-q", "t.parquet", "--against", "t.csv", "-o", "o.parquet"], folder);
    let leaks = read(&folder.join("o.parquet"));
    assert_eq!((type_of(&leaks, "record"), type_of(&leaks, "matches")), (DataType::Utf8, DataType::UInt64));
    assert!(leaks.num_rows() > 0);
}

#[test]
fn generated_puzzles_are_a_column() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for options in [&["--number", "30"][..], &["--number", "3", "--rating", "1.."]] {
        let all = |last: &[&str]| run(&[&["generate", "-q", "--seed", "1"], options, last].concat(), path).0;
        let lines = all(&[]);
        all(&["-o", "o.parquet"]);
        let found = texts(&read(&path.join("o.parquet")));
        assert_eq!(found, [("puzzle".to_owned(), lines.lines().map(str::to_owned).collect())]);
    }
    run(&["generate", "-q", "--number", "2", "-o", "o.npy"], path);
    assert_eq!(fs::read(path.join("o.npy")).unwrap().len(), 128 + 2 * 81);
}

#[test]
fn standard_output_may_be_a_table() {
    let folder = folder(10);
    for format in ["parquet", "arrow", "arrows"] {
        let args = ["solve", "-q", "t.txt", "--output-format", format];
        let output = quadrille(&args).current_dir(folder.path()).output().unwrap();
        let path = folder.path().join(format!("o.{format}"));
        fs::write(&path, output.stdout).unwrap();
        assert_eq!(read(&path).num_rows(), 13, "{format}");
    }
    let args = ["solve", "-q", "t.txt", "--output-format", "npy"];
    quadrille(&args).current_dir(folder.path()).assert().code(2).stderr(contains("name a file"));
}

#[test]
fn inputs_without_records_make_tables_without_rows() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("header.csv"), "id,puzzle\n").unwrap();
    fs::write(path.join("empty"), "").unwrap();
    for input in ["header.csv", "empty"] {
        for name in NAMES {
            run(&["solve", "-q", input, "-o", name], path);
            assert_eq!(read(&path.join(name)).num_rows(), 0, "{input} {name}");
        }
    }
    let names: Vec<_> = texts(&{
        run(&["solve", "-q", "header.csv", "-o", "o.parquet"], path);
        read(&path.join("o.parquet"))
    })
    .into_iter()
    .map(|(name, _)| name)
    .collect();
    assert_eq!(names, ["id", "puzzle", "solution", "status"]);
}
