//! A call on a column allocates for the whole column, not for its rows.
#![cfg(feature = "arrow")]

#[path = "common/allocations.rs"]
mod allocations;

use allocations::allocations;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, LargeStringArray, StringArray, StringViewArray};
use quadrille::{
    Error, RunOptions,
    arrow::{MorphOptions, Options, answers, morph, verify},
    rating::Method,
    tasks::{Canonical, Check, Count, FormOf, Rate, Solve},
};
use std::sync::Arc;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const NONE: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SMALL: &str = "1...3..2..4.4..1";

/// Allocations of a call.
fn of(call: impl FnOnce() -> Result<arrow_array::RecordBatch, Error>) -> u64 {
    let before = allocations();
    let batch = call().unwrap();
    let made = allocations() - before;
    assert!(batch.num_rows() > 0);
    made
}

/// Checks that a column of 2,000 rows takes hardly more allocations than one of 1,000.
fn check_calls(array: &dyn Array, what: &str) {
    let options = Options::new().run_options(RunOptions::new().threads(1));
    type Call<'a> = (&'a str, &'a dyn Fn(&dyn Array) -> Result<arrow_array::RecordBatch, Error>);
    let calls: [Call<'_>; 7] = [
        ("solve", &|array| answers(array, &Solve::new().limit(3), &options)),
        ("check", &|array| answers(array, &Check::new(), &options)),
        ("count", &|array| answers(array, &Count::new().limit(3), &options)),
        ("canonical", &|array| answers(array, &Canonical::new(FormOf::Puzzle), &options)),
        ("morph", &|array| morph(array, None, &MorphOptions::new(1).copies(2), &options)),
        // Solutions of the type of the puzzles, all of which are wrong.
        ("verify", &|array| verify(array, array, &options)),
        ("rate", &|array| answers(array, &Rate::new(Method::Guesses), &options)),
    ];
    for (name, call) in calls {
        let [half, whole] = [1_000, 2_000].map(|rows| of(|| call(&array.slice(0, rows))));
        // Vectors that grow by doubling.
        assert!(whole <= half + 16, "{name} of {what}: {half} allocations for 1,000 rows, {whole} for 2,000");
    }
}

/// The same for solutions that are numbers. Tests of one process share their counts, so that it is not a test of its own.
fn check_verify_of_numbers() {
    let digits =
        |text: &str| -> Vec<u8> { text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect() };
    let puzzles = FixedSizeBinaryArray::try_from_iter(std::iter::repeat_n(digits(EASY), 2_000)).unwrap();
    let options = Options::new().run_options(RunOptions::new().threads(1));
    let solved = answers(&puzzles, &Solve::new(), &options).unwrap();
    let made = |rows| of(|| verify(&puzzles.slice(0, rows), &solved.column(0).slice(0, rows), &options));
    let [half, whole] = [1_000, 2_000].map(made);
    assert!(whole <= half + 16, "verify of numbers: {half} allocations for 1,000 rows, {whole} for 2,000");
}

#[test]
fn a_call_allocates_nothing_for_a_row() {
    let nines = || [EASY, HARD, NONE, EASY].into_iter().cycle().take(2_000);
    let mixed = || [Some(EASY), None, Some(SMALL), Some(HARD), Some(NONE)].into_iter().cycle().take(2_000);
    let malformed = [Some("5".repeat(80)), Some(EASY.to_owned()), None].into_iter().cycle().take(2_000);
    let arrays: [(&str, ArrayRef); 6] = [
        ("Utf8", Arc::new(StringArray::from_iter_values(nines()))),
        ("Utf8View", Arc::new(StringViewArray::from_iter_values(nines()))),
        ("FixedSizeBinary", Arc::new(FixedSizeBinaryArray::try_from_iter(nines()).unwrap())),
        ("mixed Utf8", Arc::new(StringArray::from_iter(mixed()))),
        ("mixed LargeUtf8", Arc::new(LargeStringArray::from_iter(mixed()))),
        ("malformed", Arc::new(StringArray::from_iter(malformed))),
    ];
    for (what, array) in arrays {
        check_calls(&array, what);
    }
    check_verify_of_numbers();
}
