//! The column of statuses.

use super::text_arrays::dictionary;
use arrow_array::{ArrayRef, Int8Array, StringArray};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use quadrille_core::{engine::Outcome, grid::hint::HintKind};
use std::sync::Arc;

/// What is known about a row: the place of a word in [`WORDS`], or less than 0 for a null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Status(i8);

/// All statuses. A column has the same dictionary, whatever occurs in it.
const WORDS: [&str; 10] = [
    "solved",
    "unique",
    "multiple",
    "none",
    "invalid",
    "unknown",
    "rated",
    "hint",
    "no suggestion",
    "mistake",
];

impl Status {
    pub const NULL: Status = Status(-1);
    pub const UNIQUE: Status = Status(1);
    pub const MULTIPLE: Status = Status(2);
    pub const NONE: Status = Status(3);
    pub const INVALID: Status = Status(4);
    pub const UNKNOWN: Status = Status(5);
    pub const RATED: Status = Status(6);
    pub const HINT: Status = Status(7);

    /// Whether there is a solution.
    #[inline(always)]
    pub fn is_solved(self) -> bool {
        (0..=2).contains(&self.0)
    }

    /// Whether it is the status of a puzzle.
    pub fn is_of_puzzle(self) -> bool {
        self != Status::NULL && self != Status::INVALID
    }

    /// The column of these statuses.
    pub fn column(statuses: Vec<Status>) -> ArrayRef {
        // Without a branch in the loop: compiles to vector code.
        let least = statuses.iter().fold(0, |least, status| status.0.min(least));
        let has_null = least < 0;
        let nulls = has_null.then(|| NullBuffer::from_iter(statuses.iter().map(|status| status.0 >= 0)));
        // Of a type with the same layout, so this is done in place.
        let keys: Vec<i8> = statuses.into_iter().map(|status| status.0).collect();
        let keys = Int8Array::new(ScalarBuffer::from(keys), nulls);
        let words = Arc::new(StringArray::from_iter_values(WORDS));
        Arc::new(dictionary(keys, words))
    }
}

impl From<Outcome> for Status {
    #[inline(always)]
    fn from(outcome: Outcome) -> Status {
        match outcome {
            Outcome::Solved => Status(0),
            Outcome::Unique => Status::UNIQUE,
            Outcome::Multiple => Status::MULTIPLE,
            Outcome::None => Status::NONE,
            Outcome::Invalid => Status::INVALID,
            Outcome::Unknown => Status::UNKNOWN,
        }
    }
}

impl From<HintKind> for Status {
    fn from(hint: HintKind) -> Status {
        match hint {
            HintKind::Placed => Status::HINT,
            HintKind::Nothing => Status(8),
            HintKind::Mistake => Status(9),
        }
    }
}
