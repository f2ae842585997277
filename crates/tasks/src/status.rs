//! The status of a record, in one word.

use quadrille_engines::Outcome;
use quadrille_grid::naked_singles::HintKind;

/// The status of a record, in one byte. Nulls are negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i8)]
pub enum Status {
    /// A row without a value.
    Null = -1,
    /// There is a solution; a second one was not searched for.
    Solved,
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Multiple,
    /// There is no solution.
    None,
    /// The record is malformed.
    Invalid,
    /// The search was given up.
    Unknown,
    /// The puzzle was rated, and its rating is one of those that are kept.
    Rated,
    /// A digit was placed.
    Hint,
    /// No digit was placed.
    NoHint,
    /// The board shows a contradiction.
    Mistake,
    /// The answer that the record brings is not a solution.
    Mismatch,
    /// The puzzle was rated, and its rating is not one of those that are kept.
    OutOfRange,
    /// The puzzle was described, without a search.
    Described,
    /// The rating was given up: the puzzle is at least as difficult as the answer says.
    LowerBound,
}

impl Status {
    /// The words of all statuses, in the order of their numbers.
    pub const WORDS: [&'static str; 14] = [
        "solved",
        "unique",
        "multiple",
        "none",
        "invalid",
        "unknown",
        "rated",
        "hint",
        "no hint",
        "mistake",
        "mismatch",
        "out of range",
        "described",
        "lower bound",
    ];

    /// The word in the status column; empty for a null.
    #[inline]
    pub fn word(self) -> &'static str {
        Status::WORDS.get(self as i8 as usize).copied().unwrap_or_default()
    }

    /// Whether there is a solution.
    #[inline(always)]
    pub fn is_solved(self) -> bool {
        (0..=2).contains(&(self as i8))
    }

    /// The text in place of a missing answer, in formats of one line for each record.
    pub fn message(self) -> &'static [u8] {
        match self {
            Status::None => b"!none",
            Status::Unknown => b"!unknown",
            Status::Multiple => b"!multiple",
            other => other.word().as_bytes(),
        }
    }
}

impl From<Outcome> for Status {
    #[inline(always)]
    fn from(outcome: Outcome) -> Status {
        match outcome {
            Outcome::Solved => Status::Solved,
            Outcome::Unique => Status::Unique,
            Outcome::Multiple => Status::Multiple,
            Outcome::None => Status::None,
            Outcome::Invalid => Status::Invalid,
            Outcome::Unknown => Status::Unknown,
        }
    }
}

impl From<HintKind> for Status {
    fn from(hint: HintKind) -> Status {
        match hint {
            HintKind::Placed => Status::Hint,
            HintKind::Nothing => Status::NoHint,
            HintKind::Mistake => Status::Mistake,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_the_numbers() {
        assert_eq!(Status::LowerBound as usize + 1, Status::WORDS.len());
        assert_eq!(
            [Status::Null, Status::Solved, Status::OutOfRange].map(Status::word),
            ["", "solved", "out of range"]
        );
    }
}
