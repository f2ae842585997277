//! The techniques with HoDoKu's codes, levels and scores.

use super::{search::Finder, singles};
use crate::techniques::step::Technique;

/// How difficult HoDoKu says a technique or a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triplets.
    Medium,
    /// Quads, basic fish, wings, patterns of one digit, uniqueness.
    Hard,
    /// Finned fish, chains, almost locked sets.
    Unfair,
    /// Forcing chains, and what is guessed.
    Extreme,
}

/// A technique.
pub(super) struct Row {
    /// HoDoKu's code without leading zeros.
    pub code: u16,
    /// The technique.
    pub technique: Technique,
    /// Its level.
    pub level: Level,
    /// What a step adds to the score of a puzzle.
    pub score: u16,
    /// Finds its steps.
    pub find: Finder,
}

const fn row(code: u16, technique: Technique, level: Level, score: u16, find: Finder) -> Row {
    Row { code, technique, level, score, find }
}

/// All techniques, by code.
pub(super) static ROWS: &[Row] = {
    use Level::*;
    use Technique::*;
    &[
        row(0, LastValue, Easy, 4, singles::full_houses),
        row(2, HiddenSingle, Easy, 14, singles::hidden),
        row(3, NakedSingle, Easy, 4, singles::naked),
    ]
};

/// The row of a technique.
pub(super) fn row_of(technique: Technique) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.technique == technique)
}

/// What a step of a technique adds to the score of a puzzle.
pub(super) fn score(technique: Technique) -> u16 {
    row_of(technique).map_or(0, |row| row.score)
}
