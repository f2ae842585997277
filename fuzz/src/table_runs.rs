//! Runs over files with tables, whose outputs are read by the crates of Arrow and Parquet.

use crate::npy;
use arrow_array::{Array, ArrayRef, RecordBatch, UInt32Array};
use arrow_cast::cast;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::DataType;
use arrow_select::{concat::concat_batches, take::take};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use quadrille::{
    Batch, Input, Output, RunOptions,
    arrow::{Options, answers},
    batch::{Dedup, Morphs, Sample, Work},
    rating::Method,
    symmetry::Symmetries,
    tasks::{Canonical, Check, Count, EqualBy, FormOf, Givens, Hint, Rate, Solve},
};
use quadrille_run::{batch::work_of, tables::panics_are_errors};
use quadrille_tasks::Task;
use std::{
    cell::Cell,
    fs::{self, File},
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    path::{Path, PathBuf},
    sync::{Arc, Once},
};

/// The names of outputs.
pub const OUTPUTS: [&str; 5] = ["o.parquet", "o.arrow", "o.arrows", "o.csv", "o.npy"];

/// The work on the records.
pub enum Kind {
    /// A row for each record, with answers.
    Answers(Arc<dyn Task>),
    /// So many rows for each record.
    Morphs(u32),
    /// Some of the rows.
    Dedup,
    Sample(u64),
}

impl Kind {
    pub fn of(number: u8) -> Kind {
        match number % 11 {
            0 | 1 => Kind::Answers(Arc::new(Solve::new())),
            2 => Kind::Answers(Arc::new(Check::new())),
            3 => Kind::Answers(Arc::new(Count::new().limit(3))),
            4 => Kind::Answers(Arc::new(Canonical::new(FormOf::Puzzle))),
            5 => Kind::Answers(Arc::new(Rate::new(Method::Guesses))),
            6 => Kind::Answers(Arc::new(Givens::new())),
            7 => Kind::Answers(Arc::new(Hint::new())),
            8 => Kind::Morphs(1 + u32::from(number / 11) % 3),
            9 => Kind::Dedup,
            _ => Kind::Sample(3),
        }
    }

    fn work(&self) -> Work {
        match self {
            Kind::Answers(task) => work_of(task.clone()),
            Kind::Morphs(copies) => Morphs::random(Symmetries::ALL, 1).copies(*copies).into(),
            Kind::Dedup => Dedup::equal_by(EqualBy::Text).into(),
            Kind::Sample(count) => Sample::of(*count).into(),
        }
    }
}

thread_local! {
    static READS: Cell<bool> = const { Cell::new(false) };
}

/// Panics that the library turns into errors are not findings. The readers of this module may panic too.
pub fn expect_panics_of_decoders() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if !panics_are_errors() && !READS.get() {
                others(panic);
            }
        }));
    });
}

/// A run: what it does, with how many threads, and the name of the column with the puzzles.
pub struct Run<'a> {
    pub kind: &'a Kind,
    pub threads: usize,
    pub column: Option<&'a str>,
}

impl Run<'_> {
    /// Writes the output.
    ///
    /// # Errors
    /// The message, which is one line; there is no output then.
    pub fn write(&self, inputs: &[PathBuf], output: &Path) -> Result<(), String> {
        let _ = fs::remove_file(output);
        let written = self.try_write(inputs, output).map_err(|error| {
            let source =
                std::error::Error::source(&error).map_or(String::new(), |source| format!(": {source}"));
            format!("{error}{source}")
        });
        if let Err(message) = &written {
            assert!(!message.contains('\n'), "{message:?}");
            assert!(!output.exists(), "an output beside {message:?}");
        }
        written
    }

    fn try_write(&self, inputs: &[PathBuf], output: &Path) -> Result<(), quadrille::Error> {
        let mut batch = Batch::new(self.kind.work()).run_options(limits(self.threads));
        if let Some(column) = self.column {
            batch = batch.column(column);
        }
        let inputs = inputs.iter().map(Input::path).collect::<Result<_, _>>()?;
        let mut output = Output::path(output)?;
        batch.run_into(inputs, &mut output, &mut ())?;
        output.finish()
    }
}

pub fn limits(threads: usize) -> RunOptions {
    RunOptions::new().threads(threads).max_nodes(100)
}

/// The result of a call that may panic, for reasons that are not findings.
pub fn unless_it_panics<T>(call: impl FnOnce() -> Option<T>) -> Option<T> {
    READS.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    READS.set(false);
    result.ok()?
}

/// All rows of a file; `None` if it cannot be read.
pub fn read(path: &Path) -> Option<RecordBatch> {
    unless_it_panics(|| try_read(path))
}

fn try_read(path: &Path) -> Option<RecordBatch> {
    let file = File::open(path).ok()?;
    let head = fs::read(path).ok()?;
    if head.starts_with(b"\x93NUMPY") {
        return npy::read(&head);
    }
    let (schema, batches): (_, Vec<RecordBatch>) = if head.starts_with(b"PAR1") {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).ok()?;
        (builder.schema().clone(), builder.build().ok()?.collect::<Result<_, _>>().ok()?)
    } else if head.starts_with(b"ARROW1") {
        let reader = FileReader::try_new(file, None).ok()?;
        (reader.schema(), reader.collect::<Result<_, _>>().ok()?)
    } else {
        let reader = StreamReader::try_new(file, None).ok()?;
        (reader.schema(), reader.collect::<Result<_, _>>().ok()?)
    };
    concat_batches(&schema, &batches).ok()
}

/// The number of records in a file of csv with a header; 0 if it is empty.
pub fn csv_records(path: &Path) -> usize {
    let reader = csv::ReaderBuilder::new().flexible(true).from_path(path).expect("an output");
    reader.into_records().map(|record| record.expect("csv")).count()
}

/// Whether columns of these names are answers, or a column occurs twice: then the output has others.
pub fn has_plain_names(input: &RecordBatch) -> bool {
    let schema = input.schema();
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().to_ascii_lowercase()).collect();
    let reserved = [
        "solution",
        "status",
        "count",
        "canonical",
        "automorphisms",
        "rating",
        "givens",
        "symmetry",
        "hint",
        "cell",
        "digit",
        "technique",
        "explanation",
        "group",
        "answer",
        "label",
        "target",
        "output",
    ];
    let is_plain = |(at, name): (usize, &String)| {
        !reserved.contains(&name.trim()) && !name.is_empty() && !names[..at].contains(name)
    };
    names.iter().enumerate().all(is_plain)
}

/// Each row of the output has the values that a row has in the input, in the types of the output.
pub fn check_carried(input: &RecordBatch, output: &RecordBatch, rows: &[u32], kind: &Kind, puzzle: &str) {
    assert_eq!(output.num_rows(), rows.len());
    let rows = UInt32Array::from(rows.to_vec());
    for (field, column) in input.schema().fields().iter().zip(input.columns()) {
        if matches!(kind, Kind::Morphs(_)) && field.name() == puzzle {
            continue;
        }
        let Some(found) = output.column_by_name(field.name()) else {
            panic!("the output has no column {:?}", field.name());
        };
        let wanted = take(column, &rows, None).expect("rows of the input");
        let Some(wanted) = cast_if_possible(&wanted, found) else { continue };
        assert_eq!(&wanted, &without_dictionary(found), "{:?} of type {}", field.name(), field.data_type());
    }
}

/// The values of a dictionary, whose nulls may be keys or values.
fn without_dictionary(array: &ArrayRef) -> ArrayRef {
    match array.data_type() {
        DataType::Dictionary(_, values) => cast(array, values).expect("the values of a dictionary"),
        _ => array.clone(),
    }
}

fn cast_if_possible(wanted: &ArrayRef, found: &ArrayRef) -> Option<ArrayRef> {
    let (wanted, found) = (without_dictionary(wanted), without_dictionary(found));
    if wanted.data_type() == found.data_type() { Some(wanted) } else { cast(&wanted, found.data_type()).ok() }
}

/// The answers in a table are those to its puzzles as a column in memory; a null there is `invalid` here.
pub fn check_answers(input: &RecordBatch, output: &RecordBatch, task: &dyn Task, puzzle: &str) {
    let Some(puzzles) = input.column_by_name(puzzle) else { return };
    let options = Options::new().run_options(limits(1));
    let Ok(expected) = answers(puzzles, task, &options) else { return };
    for (field, wanted) in expected.schema().fields().iter().zip(expected.columns()) {
        if field.name() == "error" {
            continue;
        }
        let found = output.column_by_name(field.name()).expect("a column of answers");
        let Ok(wanted) = cast(wanted, found.data_type()) else { continue };
        for row in 0..found.len() {
            let is_status = field.name() == "status";
            if is_status && wanted.is_null(row) {
                let word = cast(&found.slice(row, 1), &DataType::Utf8).expect("a word");
                assert_eq!(arrow_array::cast::AsArray::as_string::<i32>(&word).value(0), "invalid");
            } else {
                let (wanted, found) = (wanted.slice(row, 1), found.slice(row, 1));
                assert_eq!(&wanted, &found, "{} of row {row}", field.name());
            }
        }
    }
}
