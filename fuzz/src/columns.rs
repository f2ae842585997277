//! Columns in memory against the text of the same records.

use crate::{
    board_arrays::{BoardColumn, board_column},
    choices::Choices,
};
use arrow_array::{Array, RecordBatch, StringArray, cast::AsArray, types::UInt64Type};
use arrow_cast::cast;
use arrow_schema::DataType;
use quadrille::{
    Batch, ErrorKind, Input, RunOptions,
    arrow::{MorphOptions, Options, answers, classes, keys, morph},
    batch::{Dedup, Format, Morphs},
    grid::Symbols,
    rating::Method,
    symmetry::Symmetries,
    tasks::{Canonical, Check, Count, EqualBy, FormOf, Givens, Hint, HintMethod, Rate, Solve},
};
use quadrille_grid::{Shape, field::parse_field};
use quadrille_run::batch::work_of;
use quadrille_tasks::Task;
use std::{collections::HashMap, sync::Arc};

/// All tasks, with settings that columns have.
fn task(number: usize) -> Arc<dyn Task> {
    match number {
        0 => Arc::new(Solve::new()),
        1 => Arc::new(Solve::new().limit(2).search_columns(true)),
        2 => Arc::new(Check::new()),
        3 => Arc::new(Check::new().minimal(true)),
        4 => Arc::new(Count::new().limit(3)),
        5 => Arc::new(Hint::new()),
        6 => Arc::new(Hint::new().method(HintMethod::NakedSingles)),
        7 => Arc::new(Canonical::new(FormOf::Puzzle)),
        8 => Arc::new(Canonical::new(FormOf::Solution)),
        9 => Arc::new(Rate::new(Method::Guesses)),
        10 => Arc::new(Rate::new(Method::Logic)),
        11 => Arc::new(Rate::new(Method::Morphs { count: 2 })),
        _ => Arc::new(Givens::new()),
    }
}

/// Columns in memory have the answers that a run over the text of their values has, whatever their type.
pub fn columns(data: &[u8]) {
    let mut choices = Choices(data);
    let work = choices.below(16);
    let threads = 1 + choices.below(2);
    let run = RunOptions::new().threads(threads).max_nodes(200);
    let options = Options::new().run_options(run.clone());
    let column = board_column(&mut choices, 12);
    match work {
        13 => check_morphs(&column, &options, 1 + choices.below(3) as u32),
        14 | 15 => {
            let by = *choices.of(&[EqualBy::Puzzle, EqualBy::Solution, EqualBy::Text]);
            check_classes(&column, by, &options, run);
        }
        _ => {
            let task = task(work);
            let Some(batch) = accepted(&column, answers(&*column.array, &*task, &options)) else { return };
            let expected = Table::of(Batch::new(work_of(task)).run_options(run), &column.texts);
            check(&column, &batch, &expected);
        }
    }
}

/// The answers, unless the type is refused, which is right for values of a length that no board has.
fn accepted(column: &BoardColumn, found: Result<RecordBatch, quadrille::Error>) -> Option<RecordBatch> {
    let (length, boards) = match column.array.data_type() {
        DataType::FixedSizeList(rows, length) if matches!(rows.data_type(), DataType::FixedSizeList(..)) => {
            (*length, Shape::EACH.map(Shape::side))
        }
        DataType::FixedSizeBinary(length) | DataType::FixedSizeList(_, length) => {
            (*length, Shape::EACH.map(Shape::area))
        }
        _ => (81, Shape::EACH.map(Shape::area)),
    };
    match found {
        Ok(batch) => Some(batch),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Input, "{error}");
            assert!(!boards.contains(&(length as usize)), "{}: {error}", column.array.data_type());
            None
        }
    }
}

/// A table of csv: for each column its fields.
struct Table(HashMap<String, Vec<String>>);

impl Table {
    /// The answers of a run to records with these puzzles; a null is an empty field.
    fn of(batch: Batch, puzzles: &[Option<String>]) -> Table {
        let mut text = csv::Writer::from_writer(Vec::new());
        text.write_record(["row", "puzzle"]).expect("memory");
        for (row, puzzle) in puzzles.iter().enumerate() {
            text.write_record([&row.to_string(), puzzle.as_deref().unwrap_or("")]).expect("memory");
        }
        let text = text.into_inner().expect("memory");
        let mut out = Vec::new();
        let batch = batch.format(Format::named("csv").expect("a format")).column("puzzle");
        batch.run(vec![Input::reader("text", &text[..])], &mut out, &mut ()).expect("text is answered");
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(&out[..]);
        let names: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
        let mut columns: HashMap<_, Vec<_>> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
        for row in reader.records() {
            let row = row.expect("csv");
            for (at, name) in names.iter().enumerate() {
                columns.get_mut(name).expect("a column").push(row.get(at).unwrap_or("").to_owned());
            }
        }
        Table(columns)
    }

    fn column(&self, name: &str) -> &[String] {
        self.0.get(name).unwrap_or_else(|| panic!("no column {name}"))
    }
}

/// Compares all columns of answers.
fn check(column: &BoardColumn, batch: &RecordBatch, expected: &Table) {
    let errors = batch.column_by_name("error").expect("a column").as_string::<i32>();
    for row in 0..column.texts.len() {
        let is_null = column.texts[row].is_none();
        // An answer of another shape does not fit values of one length.
        let fits = errors.is_null(row) || !errors.value(row).contains("because the column type");
        for (field, values) in batch.schema().fields().iter().zip(batch.columns()) {
            let name = field.name();
            if is_null {
                assert!(!values.is_valid(row), "{name}: an answer to a null");
            } else if name != "error" && fits {
                let is_invalid = expected.0.get("status").is_some_and(|statuses| statuses[row] == "invalid");
                // In csv, the search of a record that is not a puzzle has taken 0 nodes.
                let has_value = !is_invalid || name == "status";
                check_value(name, values, row, if has_value { &expected.column(name)[row] } else { "" });
            }
        }
        if !is_null && fits {
            check_error(column, errors, row, expected);
        }
    }
}

/// A value is null where the text has a word or a message instead of it, and otherwise the same.
fn check_value(name: &str, values: &dyn Array, row: usize, text: &str) {
    let is_board = ["solution", "hint", "canonical", "morph"].contains(&name);
    let is_word = text.is_empty() || text.starts_with('!') || is_board && cells(text).is_none();
    if is_word {
        assert!(values.is_null(row), "{name} of row {row}: a value for {text:?}");
        return;
    }
    assert!(values.is_valid(row), "{name} of row {row}: nothing for {text:?}");
    if is_board {
        let found = board(&*values.slice(row, 1));
        assert_eq!(cells(&found), cells(text), "{name} of row {row}: {found:?}");
        return;
    }
    let found = cast(&values.slice(row, 1), &DataType::Utf8).expect("a cast to text");
    let found = found.as_string::<i32>().value(0);
    match (found.parse::<f64>(), text.trim_end_matches('+').parse::<f64>()) {
        (Ok(found), Ok(number)) => assert_eq!(found, number, "{name} of row {row}"),
        _ => assert_eq!(found, text, "{name} of row {row}"),
    }
}

/// A value that is not answered has the same message as in csv, if its text is the same.
fn check_error(column: &BoardColumn, errors: &StringArray, row: usize, expected: &Table) {
    let is_invalid = match expected.0.get("status") {
        Some(statuses) => statuses[row] == "invalid",
        None => expected.column("puzzle")[row].starts_with("!invalid"),
    };
    assert_eq!(errors.is_valid(row), is_invalid, "row {row}: {:?}", errors.value(row));
    let message = expected.0.iter().find_map(|(name, fields)| {
        if name == "row" || is_invalid && expected.0.contains_key("status") && name == "puzzle" {
            None
        } else {
            fields[row].strip_prefix("!invalid: ")
        }
    });
    if let Some(message) = message.filter(|_| column.is_text && is_invalid) {
        assert_eq!(errors.value(row), message, "row {row}");
    }
}

/// The cells of a board in a field.
fn cells(text: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    parse_field(text.as_bytes(), Symbols::Auto, &mut cells).ok().map(|_| cells)
}

/// The board of a column of one row as a field of csv.
fn board(value: &dyn Array) -> String {
    let bytes = |bytes: &[u8]| match bytes.iter().all(|byte| *byte <= 9) {
        true => bytes.iter().map(|digit| char::from(b'0' + digit)).collect(),
        false => String::from_utf8(bytes.to_vec()).expect("text"),
    };
    match value.data_type() {
        DataType::Binary => bytes(value.as_binary::<i32>().value(0)),
        DataType::LargeBinary => bytes(value.as_binary::<i64>().value(0)),
        DataType::BinaryView => bytes(value.as_binary_view().value(0)),
        DataType::FixedSizeBinary(_) => bytes(value.as_fixed_size_binary().value(0)),
        DataType::List(_) => items(&value.as_list::<i32>().value(0)),
        DataType::LargeList(_) => items(&value.as_list::<i64>().value(0)),
        DataType::FixedSizeList(..) => items(&value.as_fixed_size_list().value(0)),
        _ => cast(&value.slice(0, 1), &DataType::Utf8).expect("text").as_string::<i32>().value(0).to_owned(),
    }
}

/// Numbers, or lists of them, as a list.
fn items(items: &dyn Array) -> String {
    let texts: Vec<String> = match items.data_type() {
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
            (0..items.len()).map(|row| board(&*items.slice(row, 1))).collect()
        }
        _ => {
            let texts = cast(&items.slice(0, items.len()), &DataType::Utf8).expect("numbers");
            texts.as_string::<i32>().iter().map(|text| text.unwrap_or("null").to_owned()).collect()
        }
    };
    format!("[{}]", texts.join(","))
}

fn check_morphs(column: &BoardColumn, options: &Options, copies: u32) {
    let morphs = MorphOptions::new(5).copies(copies);
    let Some(batch) = accepted(column, morph(&*column.array, None, &morphs, options)) else { return };
    let random = Morphs::random(Symmetries::ALL, 5).copies(copies);
    let expected = Table::of(Batch::new(random), &column.texts);
    let (found, copies) = (batch.column_by_name("morph").expect("a column"), copies as usize);
    let errors = batch.column_by_name("error").expect("a column").as_string::<i32>();
    assert_eq!(batch.num_rows(), column.texts.len() * copies);
    let mut texts = expected.column("puzzle").iter();
    for row in 0..column.texts.len() {
        let first = texts.next().expect("a row for each record");
        for copy in 0..copies {
            let at = row * copies + copy;
            // A record that is malformed has one row of text.
            let text =
                if copy == 0 || first.starts_with('!') { first } else { texts.next().expect("a copy") };
            let fits = errors.is_null(at) || !errors.value(at).contains("because the column type");
            if column.texts[row].is_some() && fits {
                check_value("morph", found, at, text);
                assert_eq!(errors.is_valid(at), text.starts_with('!'), "{text}");
            }
        }
    }
}

/// The first of each class is what a run without duplicates keeps, and equal keys are equal classes.
fn check_classes(column: &BoardColumn, by: EqualBy, options: &Options, run: RunOptions) {
    let Some(batch) = accepted(column, classes(&*column.array, by, options)) else { return };
    let found = batch.column(0).as_primitive::<UInt64Type>();
    let expected = Table::of(Batch::new(Dedup::equal_by(by)).run_options(run), &column.texts);
    let kept: Vec<usize> = expected.column("row").iter().map(|row| row.parse().expect("a number")).collect();
    let is_first = |row: &usize| found.is_null(*row) || found.value(*row) == *row as u64;
    assert!((0..found.len()).filter(is_first).eq(kept));
    let keys = accepted(column, keys(&*column.array, by, options)).expect("classes were found");
    let keys = keys.column(0).as_fixed_size_binary();
    for (one, other) in (0..found.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
        assert_eq!(keys.is_null(one), found.is_null(one));
        let both = found.is_valid(one) && found.is_valid(other);
        let is_same = both && keys.value(one) == keys.value(other);
        assert_eq!(is_same, both && found.value(one) == found.value(other), "rows {one} and {other}");
    }
}
