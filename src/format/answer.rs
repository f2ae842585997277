//! What is written of a record, and the formats that any input can be converted to.

use super::{Alphabet, csv, ndjson, pencilmark};
use crate::Shape;

/// What became of a record, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// At least two solutions.
    Multiple,
    /// A solution; a second one was not looked for.
    Solved,
    /// No solution.
    None,
    /// No puzzle.
    Invalid,
    /// The budget was spent.
    Unknown,
    /// The only-number method placed a digit.
    Hint,
    /// The only-number method placed nothing.
    NoSuggestion,
    /// The only-number method found a contradiction.
    Mistake,
}

impl Status {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::Solved => "solved",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Unknown => "unknown",
            Status::Hint => "hint",
            Status::NoSuggestion => "no suggestion",
            Status::Mistake => "mistake",
        }
    }
}

/// A puzzle and how it was written.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Its shape.
    pub shape: Shape,
    /// The alphabet of its input, and of its answer.
    pub alphabet: Alphabet,
    /// Its cells, 0 for empty.
    pub cells: &'a [u8],
    /// Their candidates, where the puzzle is made of these.
    pub candidates: Option<&'a [u32]>,
    /// Their regions, where the puzzle brings them.
    pub regions: Option<&'a [u8]>,
}

/// What is shown of an answer.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// A board of the puzzle's shape.
    Grid(&'a [u8]),
    /// What is said where there is no board to show, as `!none`.
    Word(&'a [u8]),
}

/// The answer to one record.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The puzzle; `None` for a malformed record.
    pub board: Option<Board<'a>>,
    /// The answer itself.
    pub shown: Shown<'a>,
    /// The same in a word.
    pub status: Status,
}

impl Answer<'_> {
    /// Appends the answer as `line` writes it, without the newline.
    #[inline]
    pub fn write(&self, text: &mut Vec<u8>) {
        match (self.shown, self.board) {
            (Shown::Word(word), _) => text.extend_from_slice(word),
            (Shown::Grid(grid), Some(board)) => board.alphabet.write(board.shape, grid, text),
            (Shown::Grid(_), None) => {}
        }
    }

    /// Appends the answer, row by row, with `empty` for an empty cell, or its word on a line.
    pub(super) fn write_rows(&self, empty: u8, text: &mut Vec<u8>) {
        let (Shown::Grid(grid), Some(board)) = (self.shown, self.board) else {
            self.write(text);
            text.push(b'\n');
            return;
        };
        for row in grid.chunks(board.shape.side()) {
            text.extend(row.iter().map(|&d| if d == 0 { empty } else { board.alphabet.symbol(d) }));
            text.push(b'\n');
        }
    }

    /// Appends the puzzle, `.` for an empty cell; nothing for a malformed record.
    pub(super) fn write_puzzle(&self, text: &mut Vec<u8>) {
        let Some(board) = self.board else { return };
        match board.candidates {
            Some(candidates) => pencilmark::write_candidates(board.shape, board.alphabet, candidates, text),
            None => board.alphabet.write(board.shape, board.cells, text),
        }
        if let Some(regions) = board.regions {
            pencilmark::write_regions(board.alphabet, regions, text);
        }
    }
}

/// A field that is written for each record where a format has fields with names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The answer, under this name.
    Answer(&'static str),
    /// Its status.
    Status,
}

impl Field {
    /// The field's name.
    pub fn name(self) -> &'static str {
        match self {
            Field::Answer(name) => name,
            Field::Status => "status",
        }
    }
}

/// A format that the answers to any input can be written in.
pub struct OutputFormat {
    /// Its name in `--output-format`.
    pub name: &'static str,
    /// What it writes, in a sentence.
    pub about: &'static str,
    /// Appends what goes before all answers.
    pub header: fn(&[Field], &mut Vec<u8>),
    /// Appends one answer.
    pub write: fn(&Answer<'_>, &[Field], &mut Vec<u8>),
}

/// Every conversion.
pub static OUTPUT_FORMATS: [&OutputFormat; 4] = [&LINE, &PAIR, &csv::CONVERSION, &ndjson::CONVERSION];

static LINE: OutputFormat = OutputFormat {
    name: "line",
    about: "the answer on a line",
    header: |_, _| {},
    write: |answer, _, text| {
        answer.write(text);
        text.push(b'\n');
    },
};

static PAIR: OutputFormat = OutputFormat {
    name: "pair",
    about: "puzzle,answer on a line",
    header: |_, _| {},
    write: |answer, _, text| {
        answer.write_puzzle(text);
        text.push(b',');
        answer.write(text);
        text.push(b'\n');
    },
};

impl OutputFormat {
    /// The conversion of this name.
    pub fn named(name: &str) -> Option<&'static OutputFormat> {
        OUTPUT_FORMATS.into_iter().find(|c| c.name == name)
    }
}

impl std::fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OutputFormat({})", self.name)
    }
}
