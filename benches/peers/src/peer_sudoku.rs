//! Crate `sudoku` on a file of 9×9 lines, one thread, up to 2 solutions each, text to text.

mod batch;

use sudoku::Sudoku;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    batch::main(|text, answers| {
        for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
            // What follows the grid is not read.
            match Sudoku::from_str_line(&line[..line.len().min(81)]) {
                Ok(puzzle) => answer(puzzle, answers),
                Err(_) => answers.extend_from_slice(b"!\n"),
            }
        }
    })
}

/// `solution` is the crate's own search for one solution and proof that there is no second.
fn answer(puzzle: Sudoku, answers: &mut Vec<u8>) {
    match puzzle.solution() {
        Some(only) => answers.extend_from_slice(only.to_str_line().as_bytes()),
        None => answers.push(b'!'),
    }
    answers.push(b'\n');
}
