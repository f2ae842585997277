//! Columns of views: however the values lie in their buffers, the answers are the same as for a column of strings.

use crate::functions::solve;
use quadrille::RunOptions;
use quadrille::arrow::{
    Options,
    arrow_array::{Array, ArrayRef, RecordBatch, StringArray, StringViewArray, cast::AsArray},
};
use std::sync::Arc;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const NONE: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// More rows than one chunk or one look at views has.
const ROWS: usize = 700;

fn texts(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let array = batch.column_by_name(name).unwrap();
    match array.as_string_view_opt() {
        Some(views) => views.iter().map(|text| text.map(str::to_owned)).collect(),
        None => array.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect(),
    }
}

fn check(views: &StringViewArray, what: &str) {
    let strings = StringArray::from_iter(views.iter());
    for threads in [1, 2] {
        let options = Options::new().run_options(RunOptions::new().threads(threads));
        let (found, expected) = (solve(views, &options).unwrap(), solve(&strings, &options).unwrap());
        for name in ["solution", "error"] {
            assert_eq!(texts(&found, name), texts(&expected, name), "{name} of {what}");
        }
        let answers: &StringViewArray = found.column(0).as_string_view();
        let again = StringViewArray::try_new(
            answers.views().clone(),
            answers.data_buffers().to_vec(),
            answers.nulls().cloned(),
        );
        assert!(again.is_ok(), "{what}: {:?}", again.err());
        let statuses = |batch: &RecordBatch| -> ArrayRef { batch.column(1).clone() };
        assert_eq!(&statuses(&found), &statuses(&expected), "{what}");
    }
}

fn values() -> impl Iterator<Item = &'static str> {
    [EASY, HARD, EASY].into_iter().cycle().take(ROWS)
}

#[test]
fn values_one_after_the_other() {
    let views = StringViewArray::from_iter_values(values());
    check(&views, "all");
    check(&views.slice(3, 600), "a slice");
    check(
        &StringViewArray::from_iter_values(values().map(|text| if text == HARD { NONE } else { text })),
        "some unsolved",
    );
}

#[test]
fn values_in_another_order_than_in_their_buffers() {
    let views = StringViewArray::from_iter_values(values());
    let mut order = views.views().to_vec();
    order.reverse();
    let reversed = StringViewArray::try_new(order.into(), views.data_buffers().to_vec(), None).unwrap();
    check(&reversed, "reversed");
    let twice: Vec<u128> = views.views().iter().flat_map(|&view| [view, view]).collect();
    let twice = StringViewArray::try_new(twice.into(), views.data_buffers().to_vec(), None).unwrap();
    check(&twice, "each twice");
}

#[test]
fn values_in_several_buffers() {
    let buffers = [EASY.repeat(3), HARD.repeat(3)].map(|text| text.into_bytes().into());
    let view = |row: usize| {
        let (buffer, nth) = (row / 3 % 2, row % 3);
        let text = if buffer == 0 { EASY } else { HARD };
        let prefix = u32::from_le_bytes(text.as_bytes()[..4].try_into().unwrap());
        81 | u128::from(prefix) << 32 | (buffer as u128) << 64 | (nth as u128 * 81) << 96
    };
    let views: Vec<u128> = (0..ROWS).map(view).collect();
    check(&StringViewArray::try_new(views.into(), buffers.to_vec(), None).unwrap(), "two buffers");
}

#[test]
fn nulls_and_malformed_values_between_the_others() {
    let broken = EASY.replace('5', "!");
    let small = "1...3..2..4.4..1";
    let text = |row: usize| match row % 50 {
        7 => None,
        11 => Some(broken.as_str()),
        _ => Some(EASY),
    };
    check(&(0..ROWS).map(text).collect(), "nulls and malformed values");
    let mixed = |row: usize| if row % 90 == 45 { Some(small) } else { text(row) };
    check(&(0..ROWS).map(mixed).collect(), "two shapes");
    check(&StringViewArray::from(vec![None::<&str>; 5]), "nulls");
    check(&StringViewArray::from(Vec::<&str>::new()), "nothing");
    let spaced: Arc<str> = EASY.chars().flat_map(|symbol| [symbol, ' ']).collect::<String>().into();
    check(&StringViewArray::from_iter_values(vec![&*spaced; 9]), "values with more characters than cells");
}
