//! Classes of puzzles: which puzzles are the same, up to symmetry.
//!
//! A puzzle has a [`form`](find_form), the form a [`key`](key_of), and a [`KeyTable`] knows the first puzzle of each key. A
//! [`FormTable`] compares the forms themselves.

mod form;
mod key;
mod table;

pub use form::{FormTable, PackedCells};
pub use key::{Key, KeyKind, NO_CLASS, key_of};
pub use table::KeyTable;

use quadrille_engines::Outcome;
use quadrille_grid::{Shape, verify::is_solution};
use quadrille_puzzles::symmetry::{FormSearch, RawForm};

/// When two records are in the same class: if they have the same [canonical](quadrille_puzzles::symmetry::canonical) form,
/// or the same givens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EqualBy {
    /// If their puzzles are morphs of each other: they have the same [canonical](quadrille_puzzles::symmetry::canonical) form.
    #[default]
    Puzzle,
    /// If their solutions are morphs of each other: they have the same [least form](quadrille_puzzles::symmetry::minlex). A puzzle with
    /// several solutions or none has no such form; it is in a class with its own morphs.
    Solution,
    /// If their givens are the same, cell by cell, however they are written.
    Text,
}

/// The part of a record that a [canonical form](crate::Canonical) is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FormOf {
    /// The puzzle: see [`canonical`](quadrille_puzzles::symmetry::canonical).
    #[default]
    Puzzle,
    /// Its only solution: see [`minlex`](quadrille_puzzles::symmetry::minlex). A puzzle with several solutions or none has no such form.
    Solution,
    /// Its givens, whatever their solutions are: their least morph, row by row, where an empty cell is less than a digit. Nothing is solved.
    Givens,
}

/// The form of a puzzle or of its solution, after a search for two solutions; `None` if it has no form, or the search
/// was given up. The solution is one if there is exactly one.
pub fn find_form(
    search: &mut FormSearch,
    of: FormOf,
    (shape, givens): (Shape, &[u8]),
    (outcome, solution): (Outcome, &[u8]),
) -> Option<RawForm> {
    match (outcome, of) {
        // The same form, found sooner.
        (_, FormOf::Givens) if is_solution(shape, givens, givens) => Some(search.grid(shape, givens)),
        (_, FormOf::Givens) => Some(search.least(shape, givens)),
        (Outcome::Unknown, _) => None,
        (Outcome::Unique, FormOf::Puzzle) => Some(search.unique(shape, givens, solution)),
        (Outcome::Unique, FormOf::Solution) => Some(search.grid(shape, solution)),
        (_, FormOf::Puzzle) => Some(search.least(shape, givens)),
        (_, FormOf::Solution) => None,
    }
}

/// The key of the class of a puzzle with what was found, as [`find_form`] takes both; it is not compared by its text.
pub fn key_of_puzzle(
    search: &mut FormSearch,
    by: EqualBy,
    puzzle: (Shape, &[u8]),
    found: (Outcome, &[u8]),
) -> Key {
    let (of, kind) = match (by, found.0) {
        (EqualBy::Solution, Outcome::Unique) => (FormOf::Solution, KeyKind::Solution),
        _ => (FormOf::Puzzle, KeyKind::Givens),
    };
    find_form(search, of, puzzle, found).map_or(NO_CLASS, |form| key_of(kind, puzzle.0, form.cells()))
}
