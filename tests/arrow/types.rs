//! Every type of column gives the same answers.

use crate::{columns::*, functions::solve};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, NullArray, StringArray, UInt8Array, cast::AsArray,
};
use arrow_array::{
    FixedSizeBinaryArray, FixedSizeListArray, ListArray, builder::ListBuilder, builder::UInt8Builder,
};
use arrow_schema::{DataType, Field};
use proptest::prelude::*;
use quadrille::{
    RunOptions, Shape,
    arrow::{Options, answers},
    grid::Symbols,
    tasks::Solve,
};
use quadrille_columns::{ColumnsError, answers_to_cells};
use std::sync::Arc;

/// Checks the answers of a column against the answers of the rest of the library.
fn check(array: &dyn Array, values: &[Option<String>]) {
    let what = array.data_type();
    for limit in [1, 2] {
        let batch = answers(
            array,
            &Solve::new().limit(limit),
            &Options::new().run_options(RunOptions::new().threads(1)),
        )
        .unwrap();
        let answers = ["solution", "status", "error"].map(|name| column(&batch, name));
        for (row, value) in values.iter().enumerate() {
            let found = answers.each_ref().map(|column| column[row].clone());
            assert_eq!(found, expected(value.as_deref(), limit), "{what}, row {row}: {value:?}");
        }
    }
}

#[test]
fn every_type_of_strings_gives_the_answers_of_a_solver() {
    let values = mixed();
    for array in strings(&values) {
        check(&array, &values);
        let kind = match array.data_type() {
            DataType::Dictionary(_, value) => (**value).clone(),
            kind => kind.clone(),
        };
        let batch = solve(&array, &Options::new()).unwrap();
        assert_eq!(*batch.column(0).data_type(), kind);
    }
}

#[test]
fn every_type_of_digits_gives_the_answers_of_a_solver() {
    let values = [Some(EASY), None, Some(HARD), Some(NONE), Some(SEVERAL), Some(EASY), None];
    let owned = values.map(|value| value.map(str::to_owned));
    for array in digit_columns(&values) {
        check(&array, &owned);
        let batch = solve(&array, &Options::new()).unwrap();
        assert_eq!(batch.column(0).data_type(), array.data_type());
        for (from, len) in [(0, 0), (1, 3), (2, 5), (6, 1)] {
            check(&array.slice(from, len), &owned[from..from + len]);
        }
    }
}

#[test]
fn slices_give_the_answers_of_their_rows() {
    let values = mixed();
    for array in strings(&values) {
        for (from, len) in [(0, 0), (0, 3), (1, 1), (2, 9), (5, 11), (15, 1)] {
            check(&array.slice(from, len), &values[from..from + len]);
        }
    }
}

/// A 6×6 puzzle of 81 bytes.
fn six() -> String {
    let cells: Vec<String> = "1.....2.....3.....4.....5.....6.....".chars().map(String::from).collect();
    let text = format!("{:<81}", cells.join(","));
    assert_eq!(text.len(), 81);
    text
}

#[test]
fn values_of_one_length_are_answered_whether_or_not_they_are_of_one_shape() {
    // 81 bytes each: 36 cells with commas, a 9×9 puzzle, and a malformed value.
    let six = six();
    let values: Vec<Option<String>> =
        [Some(six.as_str()), Some(EASY), None, Some(&"x".repeat(81)), Some(&six), Some(HARD)]
            .map(|value| value.map(str::to_owned))
            .into();
    for array in strings(&values) {
        check(&array, &values);
    }
}

#[test]
fn bytes_may_be_digits_or_text() {
    let digits = digits(EASY);
    let values = [digits.as_slice(), EASY.as_bytes(), &[11; 81]];
    let array = FixedSizeBinaryArray::try_from_iter(values.into_iter()).unwrap();
    let batch = solve(&array, &Options::new()).unwrap();
    let solutions = batch.column(0).as_any().downcast_ref::<FixedSizeBinaryArray>().unwrap();
    let text = expected(Some(EASY), 1)[0].clone().unwrap();
    assert_eq!(solutions.value(1), text.as_bytes());
    assert_eq!(solutions.value(0), crate::columns::digits(&text));
    assert!(solutions.is_null(2));
    let error = column(&batch, "error")[2].clone().unwrap();
    assert_eq!(error, "column 1: byte 0x0B is not a symbol of a 9×9 grid");
}

#[test]
fn an_answer_that_does_not_fit_a_column_of_fixed_length_is_an_error_of_its_row() {
    let six = six();
    let values = [six.as_bytes(), EASY.as_bytes()];
    let array = FixedSizeBinaryArray::try_from_iter(values.into_iter()).unwrap();
    let batch = solve(&array, &Options::new()).unwrap();
    assert_eq!(column(&batch, "status"), [Some("invalid".into()), Some("solved".into())]);
    let error = column(&batch, "error")[0].clone().unwrap();
    assert_eq!(error, "expected 81 cells because the column type has 81 values, found 36");
}

#[test]
fn numbers_that_are_not_digits_are_errors_of_their_rows() {
    let mut cells: Vec<Option<i64>> = digits(EASY).into_iter().map(|digit| Some(digit.into())).collect();
    let mut rows = vec![Some(cells.clone())];
    (cells[2], cells[3]) = (None, Some(-1));
    rows.push(Some(cells.clone()));
    cells[4] = Some(300);
    rows.push(Some(cells.clone()));
    cells[4] = Some(-7);
    rows.push(Some(cells));
    rows.push(Some(vec![Some(1); 80]));
    rows.push(None);
    let array = ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>(rows);
    let batch = solve(&array, &Options::new()).unwrap();
    let solution = expected(Some(EASY), 1)[0].clone();
    assert_eq!(column(&batch, "solution")[..2], [solution.clone(), solution]);
    let errors: Vec<_> = column(&batch, "error").into_iter().map(Option::unwrap_or_default).collect();
    assert_eq!(
        errors,
        [
            "",
            "",
            "r1c5: digit 300 is greater than 9",
            "r1c5: digit -7 is less than 0",
            "expected 16, 36, 81, 144, 256 or 625 cells, found 80",
            ""
        ]
    );
}

#[test]
fn rows_of_other_lengths_are_errors_of_their_board() {
    let mut lists = ListBuilder::new(ListBuilder::new(UInt8Builder::new()));
    for lens in [[4, 4, 4, 4], [4, 3, 5, 4]] {
        for len in lens {
            lists.values().values().append_slice(&[0; 5][..len]);
            lists.values().append(true);
        }
        lists.append(true);
    }
    let batch = solve(&lists.finish(), &Options::new()).unwrap();
    let errors = column(&batch, "error");
    assert_eq!(errors, [None, Some("row 2: expected 4 cells, found 3".into())]);
    assert_eq!(column(&batch, "solution")[0].as_ref().map(String::len), Some(16));
}

#[test]
fn the_first_values_decide_between_alphabets() {
    let clear = format!("19G{}", ".".repeat(253));
    let unclear = format!("19AF{}", ".".repeat(252));
    let errors = |values: &[&str], symbols| {
        let array = StringArray::from(values.to_vec());
        column(&solve(&array, &Options::new().symbols(symbols)).unwrap(), "error")
    };
    assert_eq!(errors(&[&clear, &unclear], Symbols::Auto), [None, None]);
    assert_eq!(errors(&[&unclear], Symbols::Digits), [None]);
    let error = errors(&[EASY, &unclear], Symbols::Auto)[1].clone().unwrap();
    assert!(error.ends_with("name the symbols"), "{error}");
}

#[test]
fn columns_without_values_have_empty_answers() {
    let empty: ArrayRef = Arc::new(StringArray::from(Vec::<Option<&str>>::new()));
    let nulls: ArrayRef = Arc::new(NullArray::new(3));
    let strings: ArrayRef = Arc::new(StringArray::from(vec![None::<&str>; 3]));
    for array in [empty, nulls, strings] {
        let batch = solve(&array, &Options::new()).unwrap();
        assert_eq!((batch.num_rows(), batch.num_columns()), (array.len(), 3));
        assert!(batch.columns().iter().all(|column| column.logical_null_count() == array.len()));
    }
    let dictionary = strings_of_a_dictionary_without_values();
    assert_eq!(solve(&dictionary, &Options::new()).unwrap().column(0).null_count(), 2);
}

fn strings_of_a_dictionary_without_values() -> arrow_array::DictionaryArray<arrow_array::types::Int32Type> {
    vec![None::<&str>; 2].into_iter().collect()
}

#[test]
fn a_type_without_boards_is_an_error() {
    let eighty = UInt8Array::from(vec![0; 80]);
    let field = Arc::new(Field::new_list_field(DataType::UInt8, true));
    let arrays: Vec<ArrayRef> = vec![
        Arc::new(Float64Array::from(vec![1.0])),
        Arc::new(BooleanArray::from(vec![true])),
        Arc::new(FixedSizeBinaryArray::try_from_iter([[0u8; 80]].into_iter()).unwrap()),
        Arc::new(FixedSizeListArray::new(field, 80, Arc::new(eighty), None)),
    ];
    for array in arrays {
        let error = solve(&array, &Options::new()).unwrap_err();
        assert_eq!(
            error.reason(),
            Some(&ColumnsError::Type { column: "puzzles", found: array.data_type().clone() })
        );
        let text = error.to_string();
        assert!(text.contains(&array.data_type().to_string()) && !text.contains('\n'), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any strings, most of which have characters of puzzles, in any slice.
    #[test]
    fn any_strings_give_the_answers_of_a_solver(
        values in proptest::collection::vec(proptest::option::of("[1-9.]{81}|[1-4.]{16}|[0-9A-Gx]{0,20}|\\PC{0,6}"), 0..30),
        cut in 0..30usize,
    ) {
        let from = cut.min(values.len());
        // Values with blanks are read in ways that `Puzzle` does not know.
        let plain = |value: Option<String>| value.filter(|text| !text.contains([' ', '"', '\'', ',', '(', '[', ')', ']']));
        let values: Vec<_> = values.into_iter().map(plain).collect();
        for array in strings(&values) {
            let batch = solve(&array.slice(from, values.len() - from), &Options::new().run_options(RunOptions::new().threads(2))).unwrap();
            for (row, value) in values[from..].iter().enumerate() {
                let found = ["solution", "status", "error"].map(|name| column(&batch, name)[row].clone());
                prop_assert_eq!(found, expected(value.as_deref(), 1));
            }
        }
    }
}

#[test]
fn boards_that_are_laid_end_to_end_have_the_answers_of_a_column() {
    for shape in [Shape::NINE, Shape::from_side(4).unwrap()] {
        let area = shape.area();
        let puzzle =
            if area == 81 { "5".to_owned() + &".".repeat(80) } else { "1...3..2..4.4..1".to_owned() };
        let digits = puzzle.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
        let mut cells = digits.collect::<Vec<u8>>().repeat(3);
        // One is malformed, and one has no solution.
        cells[area] = 200;
        cells[2 * area..2 * area + 2].fill(3);
        let values = cells.chunks(area).map(<[u8]>::to_vec);
        let column = FixedSizeBinaryArray::try_from_iter(values).unwrap();
        let expected = answers(&column, &Solve::new(), &Options::new()).unwrap();
        let found = answers_to_cells(&cells, shape, &Solve::new(), &Options::new()).unwrap();
        assert_eq!(found, expected);
        let solutions = found.column(0).as_fixed_size_binary();
        assert!(solutions.value_data()[area..].iter().all(|&cell| cell == 0), "{shape:?}");
    }
    assert_eq!(answers_to_cells(&[], Shape::NINE, &Solve::new(), &Options::new()).unwrap().num_rows(), 0);
}
