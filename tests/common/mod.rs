//! What several test files need.
#![allow(dead_code, reason = "each test file uses its part")]

use assert_cmd::Command;
use quadrille::{Batch, Input, Shape, Summary, Task};

/// The command under test, with nothing on standard input.
pub fn quadrille(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.args(args);
    command
}

/// A run over text in memory.
pub fn answer(batch: &Batch, text: &[u8]) -> (String, Summary) {
    let mut out = Vec::new();
    let summary =
        batch.run(vec![Input::reader("test", text)], &mut out, &mut ()).expect("memory cannot fail");
    (String::from_utf8(out).expect("answers are text"), summary)
}

/// The answers of a task with its usual limits.
pub fn answers(task: Task, text: &[u8]) -> String {
    answer(&Batch::new(task).threads(1), text).0
}

/// Every solution of a board, up to `limit`, by plain backtracking: the oracle. Cells in order of
/// fewest candidates, nothing cleverer.
pub fn naive(shape: Shape, givens: &[u8], limit: usize) -> Vec<Vec<u8>> {
    let mut board = givens.to_vec();
    let mut found = Vec::new();
    let consistent = (0..board.len()).all(|cell| {
        let digit = std::mem::take(&mut board[cell]);
        let fits = digit == 0 || candidates(shape, &board, cell) & 1 << digit != 0;
        board[cell] = digit;
        fits
    });
    if consistent {
        extend(shape, &mut board, limit, &mut found);
    }
    found
}

fn candidates(shape: Shape, board: &[u8], cell: usize) -> u32 {
    let sees = |other: usize| {
        shape.row_of(other) == shape.row_of(cell)
            || shape.col_of(other) == shape.col_of(cell)
            || shape.box_of(other) == shape.box_of(cell)
    };
    let taken = (0..board.len()).filter(|&o| sees(o)).fold(0u32, |taken, o| taken | 1 << board[o]);
    ((2u32 << shape.side()) - 2) & !taken
}

fn extend(shape: Shape, board: &mut [u8], limit: usize, found: &mut Vec<Vec<u8>>) {
    let open = (0..board.len()).filter(|&c| board[c] == 0).map(|c| (c, candidates(shape, board, c)));
    let Some((cell, digits)) = open.min_by_key(|(_, d)| d.count_ones()) else {
        found.push(board.to_vec());
        return;
    };
    for digit in (1..=shape.side() as u8).filter(|d| digits & 1 << d != 0) {
        board[cell] = digit;
        extend(shape, board, limit, found);
        if found.len() == limit {
            break;
        }
    }
    board[cell] = 0;
}

/// A right grid of any shape: each row is the one above shifted by a box, each band by one.
pub fn pattern(shape: Shape) -> Vec<u8> {
    let side = shape.side();
    let start = |row: usize| (row % shape.box_rows()) * shape.box_cols() + row / shape.box_rows();
    (0..shape.area()).map(|c| ((start(shape.row_of(c)) + shape.col_of(c)) % side + 1) as u8).collect()
}

/// A board as a line: digits up to 9×9, letters above.
pub fn line(cells: &[u8]) -> String {
    quadrille::Puzzle::new(cells).expect("a board").to_string()
}

/// 9×9 records with every outcome, comments, blanks and malformed lines among them.
pub const MIXED: &str = "\
# a comment
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
too short
.................................................................................
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..,hard\r
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x
1...3..2..4.4..1
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\u{0}
no newline at the end";
