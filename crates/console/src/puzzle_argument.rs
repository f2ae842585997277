//! A puzzle instead of a file, as in `quadrille solve 53..7....6..195...`.

use anyhow::{Result, bail};
use quadrille_grid::{Puzzle, Shape};
use quadrille_run::io::Input;
use std::path::{Path, PathBuf};

/// The fewest characters that are taken for a puzzle with a mistake, and not for the name of a file.
const MIN_MALFORMED: usize = 30;

/// Whether all inputs are puzzles.
pub fn are_puzzles(paths: &[PathBuf]) -> bool {
    !paths.is_empty() && paths.iter().all(|path| puzzle_of(path).is_some() && !path.exists())
}

/// An input with the puzzle of the argument; `None` if the argument is the name of a file.
pub fn open_puzzle(path: &Path) -> Result<Option<Input<'static>>> {
    let exists = path.exists();
    match puzzle_of(path) {
        Some(puzzle) if exists => bail!(
            "{puzzle} is both a puzzle and the name of a file; use ./{puzzle} for the file, or pass the puzzle through \
             a pipe: echo {puzzle} | quadrille solve -"
        ),
        Some(puzzle) => Ok(Some(Input::reader("argument", std::io::Cursor::new(format!("{puzzle}\n"))))),
        None => match path.to_str().filter(|text| !exists && is_malformed_puzzle(text)) {
            Some(text) => bail!(
                "{text}: no such file, and a puzzle has {} cells, not {}",
                areas().map(|area| area.to_string()).collect::<Vec<_>>().join(", "),
                text.len()
            ),
            None => Ok(None),
        },
    }
}

fn areas() -> impl Iterator<Item = usize> {
    Shape::ALL.iter().map(|shape| shape.area())
}

/// The argument, if it is a puzzle: a board, a board with its regions, or pencil marks.
fn puzzle_of(path: &Path) -> Option<&str> {
    let text = path.to_str().filter(|text| *text != "-")?;
    let is_board = |text: &str| text.parse::<Puzzle>().is_ok();
    let marks = |shape: &&Shape| shape.area() * shape.side() == text.len() && text.bytes().all(is_mark);
    let with_regions = |shape: &&Shape| {
        let (board, regions) = text.split_at_checked(shape.area())?;
        (regions.len() == board.len() && is_board(board))
            .then(|| regions.bytes().all(|b| b.is_ascii_alphanumeric()))
    };
    let is_puzzle = is_board(text.trim())
        || Shape::ALL.iter().any(|shape| marks(&shape) || with_regions(&shape) == Some(true));
    is_puzzle.then_some(text)
}

/// Whether a text that is not a puzzle was probably meant as one: only digits and empty cells, and many of them.
fn is_malformed_puzzle(text: &str) -> bool {
    text.len() >= MIN_MALFORMED && text.bytes().all(is_mark)
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'.' | b'*' | b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_not_a_puzzle_and_a_short_board_is_a_mistake() {
        let is_puzzle = |text: &str| puzzle_of(text.as_ref()).is_some();
        assert!(is_puzzle("1...3..2..4.4..1") && is_puzzle(&".".repeat(81)) && is_puzzle(&"1".repeat(64)));
        assert!(is_puzzle("1...3..2..4.4..1AAABCADBCDDBCCDB"));
        for name in [
            "-",
            "puzzles.txt",
            "my-puzzles-1.txt",
            "2026-11-21",
            "a/1...3..2..4.4..1",
            "puzzle-9x9-of-16.csv",
        ] {
            assert!(!is_puzzle(name) && !is_malformed_puzzle(name), "{name}");
        }
        assert!(is_malformed_puzzle(&"1.".repeat(40)) && !is_malformed_puzzle(&"1.".repeat(10)));
    }
}
