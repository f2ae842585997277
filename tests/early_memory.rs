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

/// The bytes of answers that may wait.
const EARLY: u64 = 64 << 20;

/// The nodes that are searched for a record. The slow one needs more, and takes a good part of a second for them.
const NODES: u64 = 20_000;

/// A board of 25×25 without every seventh of its givens.
fn slow_record() -> String {
    let puzzles = include_str!("../datasets/25x25.txt");
    let puzzle = puzzles.lines().filter(|line| !line.starts_with('#')).nth(10).expect("200 puzzles");
    let mut givens = 0;
    let cell = |cell: char| {
        givens += usize::from(cell != '.');
        if cell != '.' && givens % 7 == 0 { '.' } else { cell }
    };
    puzzle.chars().map(cell).collect()
}

/// Checks that two workers take no more bytes than the bound and these for their own chunks and engines, while one of them
/// has the slow record.
fn check((work, chunk_size, own): (impl Into<Work>, usize, u64), [start, record]: [&str; 2], records: usize) {
    let text = format!("{start}{}\n{}", slow_record(), format!("{record}\n").repeat(records));
    let (before, _) = bytes_in_use();
    let options = RunOptions::new().threads(2).max_nodes(NODES);
    let batch = Batch::new(work).chunk_size(chunk_size).run_options(options);
    let inputs = vec![Input::reader("test", text.as_bytes())];
    let summary = batch.run(inputs, &mut std::io::sink(), &mut ()).unwrap();
    let (_, peak) = bytes_in_use();
    let bytes = peak - before;
    println!("{bytes} bytes");
    assert_eq!((summary.tally.records, summary.tally.unknown), (records as u64 + 1, 1));
    assert!(bytes <= EARLY + own, "{bytes} bytes");
}

/// Boards have so many solutions, and rows so long a note, that the rows are left to the sink, and the buffers for them
/// stay. Chunks of two bytes have answers that are shorter than what a slot takes.
#[test]
fn answers_that_wait_for_a_slow_record_take_bounded_memory() {
    let record = format!("{},{}", "x".repeat(5000), ".".repeat(16));
    check((Solve::new().limit(1000).all(true), record.len(), 16 << 20), ["note,puzzle\n,", &record], 300);
    check((Check::new(), 2, 8 << 20), ["", "x"], 150_000);
}
