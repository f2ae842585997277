//! The memory of answers that wait for a record that takes long. There is one test in this file: the bytes in use are
//! counted for the process.

use quadrille::{
    Batch, Input, RunOptions,
    batch::Work,
    tasks::{Check, Solve},
};

#[path = "common/allocations.rs"]
mod allocations;

use allocations::bytes_in_use;

/// The bytes of answers that may wait, and of the chunks of two workers with their engines.
const MOST: u64 = (64 + 8) << 20;

/// A board of 25×25 that takes more than a second: a puzzle without every sixth given.
fn slow_record() -> String {
    let puzzles = include_str!("../datasets/25x25.txt");
    let puzzle = puzzles.lines().filter(|line| !line.starts_with('#')).nth(9).expect("ten puzzles");
    let mut givens = 0;
    let cell = |cell: char| {
        givens += usize::from(cell != '.');
        if cell != '.' && givens % 6 == 0 { '.' } else { cell }
    };
    puzzle.chars().map(cell).collect()
}

/// Checks that two workers take no more than the bound, while one of them has the first record.
fn check(work: impl Into<Work>, name: &str, chunk_size: usize, record: &str, records: usize) {
    let text = format!("{}\n{}", slow_record(), format!("{record}\n").repeat(records));
    let (before, _) = bytes_in_use();
    let batch = Batch::new(work).chunk_size(chunk_size).run_options(RunOptions::new().threads(2));
    let inputs = vec![Input::reader("test", text.as_bytes())];
    let summary = batch.run(inputs, &mut std::io::sink(), &mut ()).unwrap();
    let (_, peak) = bytes_in_use();
    let bytes = peak - before;
    println!("{name}: {bytes} bytes");
    assert_eq!(summary.tally.records, records as u64 + 1);
    assert!(bytes <= MOST, "{name}: {bytes} bytes");
}

/// Empty boards have so many solutions that their rows are left to the sink, and the buffers for the rows stay. Chunks of
/// two bytes have answers that are shorter than what a slot takes.
#[test]
fn answers_that_wait_for_a_slow_record_take_bounded_memory() {
    check(Solve::new().limit(13_000).all(true), "all solutions", 82, &".".repeat(81), 200);
    check(Check::new(), "short chunks", 2, "x", 150_000);
}
