//! Which column of a table, or member of objects, holds the puzzles.

use quadrille_grid::Symbols;
use quadrille_grid::field::parse_field;

/// The names that decide alone, in order of preference.
const PUZZLE_NAMES: &[&str] = &["puzzle", "puzzles", "quizzes", "question", "quiz"];

/// Names that are usual too, but that a column with something else may have. Such a column is taken if it alone holds
/// boards.
const LIKELY_NAMES: &[&str] =
    &["board", "boards", "sudoku", "sudokus", "unsolved", "grid", "grids", "givens", "clues", "input"];

/// How many of the first records show which column holds the puzzles.
pub(super) const SAMPLE: usize = 16;

/// The column with the puzzles, by its name alone: the one that was asked for, or one with a usual name.
pub fn by_name<S: AsRef<str>>(names: &[S], requested: Option<&str>) -> Option<usize> {
    match requested {
        Some(name) => find(names, name),
        None => PUZZLE_NAMES.iter().find_map(|name| find(names, name)),
    }
}

/// The column of this name: the one in the same letter case, or else the first in any case.
pub(super) fn find<S: AsRef<str>>(names: &[S], name: &str) -> Option<usize> {
    let position = |is: fn(&str, &str) -> bool| names.iter().position(|n| is(n.as_ref(), name));
    position(|n, name| n == name).or_else(|| position(str::eq_ignore_ascii_case))
}

/// Whether a column of this name is read as the puzzles, whatever it holds.
pub fn is_puzzle_name(name: &str) -> bool {
    find(PUZZLE_NAMES, name).is_some()
}

/// Whether a column of this name usually holds puzzles.
pub(super) fn is_usual(name: &str) -> bool {
    PUZZLE_NAMES.iter().chain(LIKELY_NAMES).any(|usual| usual.eq_ignore_ascii_case(name))
}

/// The contents of a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Content {
    /// No board.
    #[default]
    Other,
    /// A board without an empty cell.
    Complete,
    /// A board with an empty cell.
    Puzzle,
}

impl Content {
    /// The contents of a field, given without its quotes.
    pub fn of(field: &[u8], symbols: Symbols) -> Content {
        let mut cells = Vec::new();
        match parse_field(field, symbols, &mut cells) {
            Err(error) if error.unclear_board().is_some() => Content::Puzzle,
            Err(_) => Content::Other,
            Ok(_) if cells.contains(&0) => Content::Puzzle,
            Ok(_) => Content::Complete,
        }
    }
}

/// The contents of the columns in the first records.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents(Vec<Content>);

impl Contents {
    /// Notes what a record has in a column.
    pub fn note(&mut self, column: usize, content: Content) {
        if self.0.len() <= column {
            self.0.resize(column + 1, Content::Other);
        }
        self.0[column] = self.0[column].max(content);
    }

    /// The columns that may be the one with the puzzles: those that hold boards with empty cells or, if there is none,
    /// those that hold complete boards. `may_be` is whether a column may be taken at all.
    pub fn candidates(&self, may_be: impl Fn(usize) -> bool) -> Vec<usize> {
        let columns = |wanted| -> Vec<usize> {
            (0..self.0.len()).filter(|&column| self.0[column] == wanted && may_be(column)).collect()
        };
        let puzzles = columns(Content::Puzzle);
        if puzzles.is_empty() { columns(Content::Complete) } else { puzzles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_boards_are_candidates_only_without_puzzles() {
        let mut contents = Contents::default();
        for (column, field) in [(1, "1234341221434321"), (2, "hello"), (4, "1234341221434321")] {
            contents.note(column, Content::of(field.as_bytes(), Symbols::Auto));
        }
        assert_eq!(contents.candidates(|_| true), [1, 4]);
        contents.note(3, Content::of(b" 1...3..2..4.4..1 ", Symbols::Auto));
        contents.note(3, Content::Other);
        assert_eq!(contents.candidates(|_| true), [3]);
        assert_eq!(contents.candidates(|column| column != 3), [1, 4]);
    }

    #[test]
    fn names_are_found_by_preference_and_in_any_case() {
        assert_eq!(by_name(&["quiz", "Puzzle"], None), Some(1));
        assert_eq!(by_name(&["board"], None), None);
        assert_eq!(by_name(&["a", "A"], Some("A")), Some(1));
        assert_eq!(by_name(&["a"], Some("A")), Some(0));
        assert_eq!(by_name(&["PUZZLE", "Puzzle", "puzzle"], None), Some(2));
        assert!(is_usual("Board") && is_usual("quiz") && !is_usual("solution"));
    }
}
