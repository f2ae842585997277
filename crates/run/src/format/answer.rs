//! The answer to one record, as a format writes it.

use quadrille_tasks::{PuzzleView, Status};

/// The usual names of a column or member with the solution that the input itself gives.
pub(super) const EXPECTED_NAMES: &[&str] = &["solution", "solutions", "answer", "target", "label", "output"];

/// What is written as the answer.
#[derive(Clone, Copy, Debug)]
pub enum AnswerContent<'a> {
    /// A board of the puzzle's shape.
    Grid(&'a [u8]),
    /// A word such as `unique`, or a message such as `!none`.
    Text(&'a [u8]),
    /// A rating, or a message in its place. In formats of one line per answer it stands behind the puzzle and a comma.
    Rating(&'a [u8]),
}

/// The answer to one record.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The puzzle; `None` for a malformed record.
    pub puzzle: Option<PuzzleView<'a>>,
    /// What is written.
    pub content: AnswerContent<'a>,
    /// What it is based on.
    pub result: Status,
    /// What else is known, for the fields that ask for it.
    pub details: Details<'a>,
}

/// What is known about a record besides its answer.
#[derive(Clone, Copy, Default, Debug)]
pub struct Details<'a> {
    /// Search-tree nodes, as in [`Report::nodes`](quadrille_core::engine::Report::nodes).
    pub nodes: u64,
    /// Branch points, as in [`Report::guesses`](quadrille_core::engine::Report::guesses).
    pub guesses: u64,
    /// How many transformations leave the puzzle as it is, if it was asked for and is known.
    pub automorphisms: Option<u64>,
    /// The number of steps of a rating by logic, if there is one.
    pub step_count: Option<u32>,
    /// The text of [`Field::Note`].
    pub note: &'a [u8],
    /// The texts of [`Field::Fact`], by their numbers.
    pub facts: [&'a [u8]; 4],
    /// The text of [`Field::Steps`], a line each.
    pub steps: &'a [u8],
    /// The board of [`Field::Solution`], if the record has one.
    pub solution: Option<&'a [u8]>,
    /// The number of [`Field::Group`].
    pub group: u64,
    /// The regions of a jigsaw, if all puzzles of the run have the same.
    pub regions: Option<&'a [u8]>,
}

impl Answer<'_> {
    /// Appends the answer as `line` writes it, without the newline.
    #[inline]
    pub fn write(&self, text: &mut Vec<u8>) {
        match (self.content, self.puzzle) {
            (AnswerContent::Text(word), _) => text.extend_from_slice(word),
            (AnswerContent::Rating(rating), _) => self.write_rating(rating, text),
            (AnswerContent::Grid(grid), Some(puzzle)) => puzzle.alphabet.write(puzzle.shape, grid, text),
            (AnswerContent::Grid(_), None) => {}
        }
    }

    /// Appends the puzzle, its rating and, if there are any, the steps.
    fn write_rating(&self, rating: &[u8], text: &mut Vec<u8>) {
        self.write_puzzle(text);
        text.push(b',');
        text.extend_from_slice(rating);
        if let Some(steps) = self.details.step_count {
            text.push(b',');
            push_number(steps.into(), text);
        }
    }

    /// Appends the answer as [`write`](Self::write) does, and the fields that are details, each after a comma.
    pub(crate) fn write_with_details(&self, fields: &[Field], text: &mut Vec<u8>) {
        self.write(text);
        for field in fields.iter().filter(|field| field.is_detail()) {
            text.push(b',');
            field.write_detail(&self.details, text);
        }
    }

    /// Whether a field that the record has already is written anew.
    #[inline]
    pub(super) fn replaces(&self, field: Field) -> bool {
        match field {
            Field::Solution => self.details.solution.is_some(),
            Field::Transform => false,
            _ => true,
        }
    }

    /// Appends the board of [`Field::Solution`]; nothing if there is none.
    #[inline]
    pub(super) fn write_solution(&self, text: &mut Vec<u8>) {
        if let (Some(solution), Some(puzzle)) = (self.details.solution, self.puzzle) {
            puzzle.alphabet.write(puzzle.shape, solution, text);
        }
    }

    /// Appends the grid row by row, with `empty` for an empty cell, or the text on a line.
    pub(super) fn write_rows(&self, empty: u8, text: &mut Vec<u8>) {
        let (AnswerContent::Grid(grid), Some(puzzle)) = (self.content, self.puzzle) else {
            self.write(text);
            text.push(b'\n');
            return;
        };
        for row in grid.chunks(puzzle.shape.side()) {
            text.extend(row.iter().map(|&d| if d == 0 { empty } else { puzzle.alphabet.symbol(d) }));
            text.push(b'\n');
        }
    }

    /// Appends the puzzle, `.` for an empty cell; nothing for a malformed record.
    pub(super) fn write_puzzle(&self, text: &mut Vec<u8>) {
        let Some(puzzle) = self.puzzle else { return };
        match puzzle.candidates {
            Some(candidates) => puzzle.alphabet.write_candidates(puzzle.shape, candidates, text),
            None => puzzle.alphabet.write(puzzle.shape, puzzle.cells, text),
        }
        if let Some(regions) = puzzle.regions {
            puzzle.alphabet.write_regions(regions, text);
        }
    }
}

/// A field that is written for each record, in formats whose fields have names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The answer, under this name.
    Answer(&'static str),
    /// Its status.
    Status,
    /// The number of nodes of its search.
    Nodes,
    /// The number of guesses of its search.
    Guesses,
    /// The number of its automorphisms; in formats with named fields only.
    Automorphisms,
    /// The number of steps of its rating by logic; in formats of one line per answer it is part of the answer.
    StepCount,
    /// A text about it, under this name.
    Note(&'static str),
    /// A text about it, in formats with named fields only.
    Fact(Fact),
    /// The steps of its solution: a list in ndjson; a line each below a drawing. Lines have them in the answer.
    Steps,
    /// The answer, in place of the puzzle itself. Always the first field.
    Puzzle,
    /// A board in place of the solution that the record brings; not added to a record that has none.
    Solution,
    /// The number of the record that the answer is made from.
    Group,
    /// A transformation that is read from the column or member that was named, and never written.
    Transform,
}

/// What a hint says of its digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The cell that gets it.
    Cell,
    /// The digit.
    Digit,
    /// How it is found.
    Technique,
    /// The reason.
    Because,
}

/// The most fields that are written for a record.
pub const MAX_FIELDS: usize = 5;

impl Field {
    /// The field's name.
    pub fn name(self) -> &'static str {
        match self {
            Field::Answer(name) | Field::Note(name) => name,
            Field::Fact(Fact::Cell) => "cell",
            Field::Fact(Fact::Digit) => "digit",
            Field::Fact(Fact::Technique) => "technique",
            Field::Fact(Fact::Because) => "because",
            Field::StepCount | Field::Steps => "steps",
            Field::Status => "status",
            Field::Nodes => "nodes",
            Field::Guesses => "guesses",
            Field::Automorphisms => "automorphisms",
            Field::Puzzle => "puzzle",
            Field::Solution => "solution",
            Field::Group => "group",
            Field::Transform => "transform",
        }
    }

    /// Whether it is written into the column or member of its own name, which is added to a record without it.
    pub(crate) fn is_named(self) -> bool {
        !matches!(self, Field::Puzzle | Field::Solution | Field::Transform)
    }

    /// Whether it is a column or member of its own, beside the puzzle, where records are written anew.
    pub(super) fn is_added(self) -> bool {
        !matches!(self, Field::Puzzle | Field::Transform)
    }

    /// Whether it is neither the answer nor its status.
    pub fn is_detail(self) -> bool {
        matches!(self, Field::Nodes | Field::Guesses | Field::Note(_))
    }

    /// Appends its value, if it is one of the details.
    pub(super) fn write_detail(self, details: &Details<'_>, text: &mut Vec<u8>) {
        match self {
            Field::Nodes => push_number(details.nodes, text),
            Field::Guesses => push_number(details.guesses, text),
            Field::Automorphisms => {
                if let Some(automorphisms) = details.automorphisms {
                    push_number(automorphisms, text);
                }
            }
            Field::StepCount => {
                if let Some(steps) = details.step_count {
                    push_number(steps.into(), text);
                }
            }
            Field::Note(_) => text.extend_from_slice(details.note),
            Field::Fact(fact) => text.extend_from_slice(details.facts[fact as usize]),
            Field::Steps => text.extend_from_slice(details.steps),
            Field::Group => push_number(details.group, text),
            Field::Answer(_) | Field::Status | Field::Puzzle | Field::Solution | Field::Transform => {}
        }
    }
}

/// Appends a number in decimal, several times faster than `write!`.
pub(crate) fn push_number(mut number: u64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}
