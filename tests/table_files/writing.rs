//! Tables as outputs: read back with the crates of Parquet and Arrow, and compared with the csv output of the same run.

use crate::{
    common::quadrille,
    make::{npy, parquet, puzzles, table, usual, usual_csv},
};
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, RecordBatch, StringArray,
    cast::AsArray,
    types::{Float64Type, Int32Type, UInt8Type, UInt64Type},
};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use predicates::str::contains;
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
};
use tempfile::{TempDir, tempdir};

const NAMES: [&str; 4] = ["o.parquet", "o.arrow", "o.feather", "o.arrows"];

/// Runs the command, which must not fail.
fn run(args: &[&str], folder: &Path) -> (String, i32) {
    let output = quadrille(args).current_dir(folder).output().unwrap();
    let code = output.status.code().unwrap();
    assert!(code < 2, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), code)
}

/// All rows of a file.
fn read(path: &Path) -> RecordBatch {
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
fn texts(batch: &RecordBatch) -> Vec<(String, Vec<String>)> {
    let schema = batch.schema();
    let column = |(field, array): (&arrow_schema::FieldRef, &ArrayRef)| {
        let strings = arrow_cast::cast(array, &DataType::Utf8).unwrap();
        let values = strings.as_string::<i32>().iter().map(|text| text.unwrap_or_default().to_owned());
        (field.name().clone(), values.collect())
    };
    schema.fields().iter().zip(batch.columns()).map(column).collect()
}

/// The columns of csv, whose messages in place of boards are nothing.
fn csv_texts(text: &str) -> Vec<(String, Vec<String>)> {
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

fn type_of(batch: &RecordBatch, name: &str) -> DataType {
    batch.schema().field_with_name(name).unwrap().data_type().clone()
}

/// Puzzles as lines, as csv and as Parquet, with some that have no solution, several, or are malformed.
fn folder(count: usize) -> TempDir {
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
    let commands: [&[&str]; 18] = [
        &["solve"],
        &["solve", "--stats"],
        &["solve", "--explain"],
        &["solve", "--all", "--limit", "3"],
        &["check"],
        &["check", "--minimal"],
        &["check", "--only", "unique"],
        &["count", "--limit", "3"],
        &["hint"],
        &["hint", "--method", "all"],
        &["canon"],
        &["canon", "--transform"],
        &["rate"],
        &["rate", "--by", "logic"],
        &["rate", "--by", "morphs:3"],
        &["morph", "--seed", "5", "--copies", "2"],
        &["dedup"],
        &["select", "--count", "7", "--seed", "1"],
    ];
    for command in commands {
        for input in ["t.csv", "t.parquet"] {
            let (csv, code) =
                run(&[command, &["-q", "--output-format", "csv", input]].concat(), folder).clone();
            for name in NAMES {
                let (_, got) = run(&[command, &["-q", input, "-o", name]].concat(), folder);
                assert_eq!(got, code, "{command:?} {input}");
                let mut found = texts(&read(&folder.join(name)));
                let mut expected = csv_texts(&csv);
                // A count that was stopped, and numbers that were written in another way.
                for (column, values) in expected.iter_mut().chain(&mut found) {
                    if ["count", "rating"].contains(&&**column) {
                        let number =
                            |text: &mut String| *text = text.trim_end_matches(['+', '0', '.']).to_owned();
                        values.iter_mut().for_each(number);
                    }
                }
                assert_eq!(found, expected, "{command:?} {input} {name}");
            }
        }
    }
}

/// A filter refuses another format than that of its input, but lines are a table of one column.
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
fn numbers_have_the_types_of_numbers() {
    let folder = folder(10);
    let folder = folder.path();
    let of = |command: &[&str]| {
        run(&[command, &["-q", "t.parquet", "-o", "o.parquet"]].concat(), folder);
        read(&folder.join("o.parquet"))
    };
    let solved = of(&["solve", "--stats"]);
    assert_eq!((type_of(&solved, "id"), type_of(&solved, "rating")), (DataType::Int32, DataType::Float64));
    assert_eq!(
        (type_of(&solved, "nodes"), type_of(&solved, "guesses")),
        (DataType::UInt64, DataType::UInt64)
    );
    assert_eq!(solved.column_by_name("id").unwrap().as_primitive::<Int32Type>().value(9), 10);
    assert_eq!(solved.column_by_name("rating").unwrap().as_primitive::<Float64Type>().value(9), 2.25);
    assert_eq!(type_of(&of(&["count"]), "count"), DataType::UInt64);
    assert_eq!(type_of(&of(&["canon"]), "automorphisms"), DataType::UInt64);
    assert_eq!(type_of(&of(&["rate"]), "rating"), DataType::UInt64);
    assert_eq!(type_of(&of(&["rate", "--by", "morphs:2"]), "rating"), DataType::Float64);
    let morphs = of(&["morph", "--copies", "3", "--seed", "1"]);
    let groups = morphs.column_by_name("group").unwrap().as_primitive::<UInt64Type>();
    assert_eq!(groups.values()[..4], [1, 1, 1, 2]);
}

#[test]
fn answers_have_the_type_of_the_puzzles() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let digits: Vec<Vec<u8>> = puzzles(3)
        .iter()
        .map(|puzzle| puzzle.bytes().map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }).collect())
        .collect();
    let bytes = digits.iter().map(|digits| Some(digits.clone())).chain([None]);
    let bytes = FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 81).unwrap();
    let items = |digits: &Vec<u8>| Some(digits.iter().map(|digit| Some(*digit)).collect::<Vec<_>>());
    let lists = digits.iter().map(items).chain([None]);
    let lists = FixedSizeListArray::from_iter_primitive::<UInt8Type, _, _>(lists, 81);
    let texts: StringArray = puzzles(3).into_iter().map(Some).chain([None]).collect();
    let wide = arrow_cast::cast(&texts, &DataType::LargeUtf8).unwrap();
    let views = arrow_cast::cast(&texts, &DataType::Utf8View).unwrap();
    let arrays: [ArrayRef; 5] = [Arc::new(bytes), Arc::new(lists), Arc::new(texts), wide, views];
    run(&["solve", "-q", "--no-mmap", "in.csv"], {
        fs::write(path.join("in.csv"), format!("puzzle\n{}\n", puzzles(3).join("\n"))).unwrap();
        path
    });
    for array in arrays {
        let number: ArrayRef = Arc::new(arrow_array::Int64Array::from(vec![1, 2, 3, 4]));
        parquet(&path.join("in.parquet"), &table(vec![("puzzle", array.clone()), ("n", number)]), 10);
        run(&["solve", "-q", "in.parquet", "-o", "o.parquet"], path);
        let solved = read(&path.join("o.parquet"));
        assert_eq!(solved.column(0).to_data(), array.to_data());
        let solutions = solved.column_by_name("solution").unwrap();
        assert_eq!(solutions.data_type(), array.data_type());
        assert_eq!((solutions.null_count(), solutions.is_null(3)), (1, true), "{}", array.data_type());
        let status = solved.column_by_name("status").unwrap().as_string::<i32>();
        assert_eq!(status.iter().flatten().collect::<Vec<_>>(), ["solved", "solved", "solved", "invalid"]);
        // Each given is in its place in the solution.
        if let Some(solutions) = solutions.as_fixed_size_binary_opt() {
            for (row, digits) in digits.iter().enumerate() {
                let agrees =
                    |(given, digit): (&u8, &u8)| (1..=9).contains(digit) && [0, *digit].contains(given);
                assert!(digits.iter().zip(solutions.value(row)).all(agrees));
            }
        }
        run(&["morph", "-q", "--seed", "1", "in.parquet", "-o", "o.parquet"], path);
        let morphs = read(&path.join("o.parquet"));
        assert_eq!(morphs.column(0).data_type(), array.data_type());
        assert!(morphs.column(0).is_null(3) && morphs.column(0).is_valid(0), "{}", array.data_type());
    }
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
    run(&["dedup", "-q", "--count", "t.csv", "-o", "o.parquet"], folder);
    let sizes = read(&folder.join("o.parquet"));
    assert_eq!((type_of(&sizes, "size"), type_of(&sizes, "classes")), (DataType::UInt64, DataType::UInt64));
    run(&["leak", "-q", "t.parquet", "--against", "t.csv", "-o", "o.parquet"], folder);
    let leaks = read(&folder.join("o.parquet"));
    assert_eq!((type_of(&leaks, "record"), type_of(&leaks, "count")), (DataType::Utf8, DataType::UInt64));
    assert!(leaks.num_rows() > 0);
}

#[test]
fn generated_puzzles_are_a_column() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for options in [&["--count", "30"][..], &["--count", "3", "--rating", "1.."]] {
        let all = |last: &[&str]| run(&[&["generate", "-q", "--seed", "1"], options, last].concat(), path).0;
        let lines = all(&[]);
        all(&["-o", "o.parquet"]);
        let found = texts(&read(&path.join("o.parquet")));
        assert_eq!(found, [("puzzle".to_owned(), lines.lines().map(str::to_owned).collect())]);
    }
    run(&["generate", "-q", "--count", "2", "-o", "o.npy"], path);
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

#[test]
fn a_table_that_cannot_be_written_is_refused_in_one_line_and_nothing_is_written() {
    let folder = folder(3);
    let folder = folder.path();
    fs::write(folder.join("old.parquet"), "old").unwrap();
    fs::write(folder.join("problem.txt"), "a b\na\nb\n").unwrap();
    let refused: [(&[&str], &str); 9] = [
        (&["solve", "t.txt", "-o", "x.parquet.gz"], "name it x.parquet"),
        (&["solve", "t.txt", "-o", "old.parquet", "--output-format", "csv"], "change one of them"),
        (
            &["solve", "t.txt", "-o", "x.csv.gz", "--output-format", "parquet"],
            "its name asks for compression",
        ),
        (&["solve", "t.txt", "-o", "old.parquet", "--resume"], "--resume cannot write parquet"),
        (&["solve", "t.txt", "-o", "x.csv", "--stats-json", "s.parquet"], "this output is text"),
        (&["cover", "problem.txt", "-o", "old.parquet"], "this output is text"),
        (&["rate", "t.txt", "--histogram", "--output-format", "parquet"], "--histogram writes a chart"),
        (&["select", "t.txt", "--split", "1/1", "-o", "a.parquet", "-o", "b.csv"], "different formats"),
        (&["dedup", "t.csv", "--count", "-o", "x.npy"], "npy holds boards"),
    ];
    for (args, what) in refused {
        let output = quadrille(args).arg("-q").current_dir(folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains(what) && errors.lines().count() == 1, "{args:?}: {errors}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("old.parquet")).unwrap(), "old");
    let mut left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["old.parquet", "problem.txt", "t.csv", "t.parquet", "t.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_end_the_run() {
    use std::process::Stdio;
    let folder = folder(2000);
    let args = ["solve", "-q", "t.txt", "--output-format", "parquet"];
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    let output = command.args(args).current_dir(folder.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"));
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    let child = command.args(args).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the reader knows that it has closed the pipe");
}

#[test]
fn types_of_several_inputs_are_joined() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let puzzles = || Arc::new(StringArray::from(puzzles(2))) as ArrayRef;
    let small: ArrayRef = Arc::new(arrow_array::Int8Array::from(vec![1, 2]));
    let large: ArrayRef = Arc::new(arrow_array::Int64Array::from(vec![1 << 40, 2]));
    parquet(&path.join("a.parquet"), &table(vec![("n", small.clone()), ("puzzle", puzzles())]), 10);
    parquet(&path.join("b.parquet"), &table(vec![("n", large), ("puzzle", puzzles())]), 10);
    let words: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
    parquet(&path.join("c.parquet"), &table(vec![("n", words), ("puzzle", puzzles())]), 10);
    fs::write(path.join("d.csv"), "n,puzzle\nz,..\n").unwrap();
    for (others, data_type) in [
        (&["a.parquet"][..], DataType::Int8),
        (&["a.parquet", "b.parquet"], DataType::Int64),
        (&["a.parquet", "b.parquet", "c.parquet"], DataType::Utf8),
        (&["a.parquet", "d.csv"], DataType::Utf8),
    ] {
        run(&[&["solve", "-q", "-o", "o.arrow"], others].concat(), path);
        let solved = read(&path.join("o.arrow"));
        assert_eq!(type_of(&solved, "n"), data_type, "{others:?}");
        assert_eq!(texts(&solved)[0].1[0], "1");
    }
}
