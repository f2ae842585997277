//! The values of settings.

use crate::format::{Format, OutputFormat};

/// The question that a run answers for every record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Task {
    /// Find a solution: the answer is the grid, or `!none`.
    Solve,
    /// Test whether there is exactly one solution: the answer is `unique`, `multiple` or `none`. With a limit of one
    /// solution the first two cannot be told apart, and the answer is `solved`.
    Check,
    /// Count the solutions: the answer is the number, followed by `+` if the search stopped at the limit.
    Count,
    /// Make one step by naked singles ("the only-number method"): the answer is the grid after it, `no suggestion` or
    /// `mistake`. See [`Puzzle::hint`](quadrille_core::grid::Puzzle::hint).
    Hint,
    /// Find the canonical form of each puzzle or of its solution: see [`FormOf`](quadrille_tasks::classes::FormOf) and the module [`symmetry`](quadrille_puzzles::symmetry). Boards of
    /// 4×4, 6×6 and 9×9 cells have forms; a larger one is malformed.
    Canon,
    /// Write morphs of the puzzle and of the solution that the record brings; see [`Morphs`](crate::batch::Morphs). Nothing is
    /// solved or checked.
    Morph,
    /// Rate the difficulty of each puzzle: see [`Ratings`](crate::batch::Ratings). In formats of one line per record the answer is the puzzle,
    /// a comma and the rating. By logic, a puzzle with several solutions or none has `!multiple` or `!none` in place of a
    /// rating. A board that is not 9×9 is malformed.
    Rate,
    /// A task that is none of these: see [`Batch::of`](crate::batch::Batch::of).
    Other,
}

/// Whether every solution is checked by an independent checker before it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verification {
    /// Check every solution. One that fails ends the run with an error.
    #[default]
    On,
    /// Write solutions as the engine returns them.
    Off,
}

/// Whether the answers that records bring with them, such as a `solution` column, are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExpectedAnswers {
    /// Ignore them.
    #[default]
    Ignore,
    /// Check them. Each must be a solution of its puzzle, or empty if the puzzle has none; the others are reported to
    /// the observer as mismatches, and the status of their records is `mismatch`. They are copied unchanged:
    /// [`Task::Solve`] writes its solutions to a column `computed`.
    Check,
}

/// The format of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::batch) enum OutputChoice {
    /// That of each input.
    Same,
    /// Always this one.
    Always(&'static OutputFormat),
    /// This one, unless the input's own form is of the same kind.
    Preferred(&'static OutputFormat),
    /// Csv, which becomes a table.
    Table,
}

impl OutputChoice {
    /// The format of the answers to an input of this format; `None` for the input's own form.
    pub fn for_input(self, input: &Format) -> Option<&'static OutputFormat> {
        match self {
            OutputChoice::Same => None,
            OutputChoice::Always(format) => Some(format),
            OutputChoice::Preferred(format) => Some(format).filter(|format| !format.includes_form_of(input)),
            OutputChoice::Table => OutputChoice::Preferred(OutputFormat::csv()).for_input(input),
        }
    }
}
