//! Helpers shared by several tests.
#![allow(dead_code, reason = "no test uses all helpers")]

pub mod keys;
pub mod pairs;
pub mod process;

use assert_cmd::Command;
use quadrille::{
    Batch, Input, RunOptions, Shape,
    batch::{Summary, Work},
};

/// The longest wait of a test, so that no load of the machine makes one fail.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(600);

/// The first value; with `QUADRILLE_LONG_TESTS` the second, for more cases.
pub fn cases<T>(landing: T, long: T) -> T {
    if std::env::var_os("QUADRILLE_LONG_TESTS").is_some() { long } else { landing }
}

/// The command under test, with nothing on standard input.
pub fn quadrille(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.args(args);
    command
}

/// An input by its path, mapped or read.
pub fn input(path: impl Into<std::path::PathBuf>, map: bool) -> Input<'static> {
    let input = match map {
        // SAFETY: only the tests of changing files change a file during a run, and they expect the
        // consequences.
        true => unsafe { Input::mapped(path) },
        false => Input::path(path),
    };
    input.unwrap()
}

/// Runs a batch over a text in memory.
pub fn answer(batch: &Batch, text: &[u8]) -> (String, Summary) {
    let mut out = Vec::new();
    let summary = batch
        .run(vec![Input::reader("test", text)], &mut out, &mut ())
        .expect("reading memory does not fail");
    (String::from_utf8(out).expect("answers are text"), summary)
}

/// The answers of a task with its default limits.
pub fn answers(task: impl Into<Work>, text: &[u8]) -> String {
    answer(&Batch::new(task).run_options(RunOptions::new().threads(1)), text).0
}

/// The oracle: finds up to `limit` solutions of a board by plain backtracking, choosing the cell with the
/// fewest candidates.
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
            || shape.column_of(other) == shape.column_of(cell)
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

/// A valid grid of any shape: each row is the row above shifted by a box, and each band is shifted by one.
pub fn pattern(shape: Shape) -> Vec<u8> {
    let side = shape.side();
    let start = |row: usize| (row % shape.box_rows()) * shape.box_columns() + row / shape.box_rows();
    (0..shape.area()).map(|c| ((start(shape.row_of(c)) + shape.column_of(c)) % side + 1) as u8).collect()
}

/// A board as a line, with digits up to 9×9 and letters for larger boards.
pub fn line(cells: &[u8]) -> String {
    quadrille::Puzzle::new(cells).expect("a board").to_string()
}

/// Records with every outcome, with comments, blank lines and malformed lines between them.
pub const MIXED: &str = "\
# a comment
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
too short
.................................................................................
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..,hard\r
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7z
1...3..2..4.4..1
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\u{0}
no newline at the end";

/// A 9×9 and a 4×4 board with their solutions, and a board without a solution.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const EASY_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
pub const FOUR: &str = "1...3..2..4.4..1";
pub const FOUR_SOLVED: &str = "1234341221434321";
pub const NONE: &str = "11..............";

/// Runs the command and returns standard output, standard error and the exit code.
pub fn run(args: &[&str], text: impl Into<Vec<u8>>) -> (String, String, i32) {
    let out = quadrille(args).timeout(PATIENCE).write_stdin(text).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(out.stdout), text(out.stderr), out.status.code().unwrap())
}

/// Runs the command with `-q` and returns standard output.
pub fn output(args: &[&str], text: impl Into<Vec<u8>>) -> String {
    run(&[args, &["-q"]].concat(), text).0
}

/// A line as rows of a board.
pub fn rows(line: &str) -> String {
    let side = line.len().isqrt();
    line.as_bytes().chunks(side).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect()
}

/// A 16×16 board in letters with few empty cells, and its solution.
pub fn sixteen() -> (String, String) {
    let solved = line(&pattern(Shape::from_side(16).unwrap()));
    let open = solved.char_indices().map(|(i, c)| if i % 7 == 0 { '-' } else { c }).collect();
    (open, solved)
}

/// Inputs of online judges with the expected outputs.
pub const UVA: &str = "2\n*2**\n34**\n**4*\n**2*\n\n3***\n*4**\n**3*\n*1**\n";
pub const UVA_SOLVED: &str = "Case #1:\n1234\n3412\n2143\n4321\nCase #2:\n!none\n";
pub const HUST: &str = "3
1****35*9
*4***7*6*
5*9**42**
*1**8235*
*6*****7*
*3295**1*
**14**7*5
*2*1***9*
6*72****1

5**8***9*
3****57**
***943**8
**97**83*
6*******4
*32**46**
7**239***
**34****5
*1***7**9

1****35*9
*4***7*6*
5*9**42**
*1**8235*
*6*****7*
*3295**1*
**14**7*5
*2*1***96
6*72****1
";
pub const HUST_HINTS: &str = "Case #1:
1****35*9
*4***7*6*
5*9**42**
*14*8235*
*6*3*1*7*
*32956*1*
**14**7*5
*2*1***9*
6*72****1
Case #2:
No suggestion.
Case #3:
Mistake situation.
";

/// An error and its causes, as the command prints them.
pub fn chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", chain(source)),
        None => error.to_string(),
    }
}
