//! Solved 9×9 puzzles that follow one another in a chunk, whose answers are written together.

use super::{
    answer::Answer,
    record_span::{RecordSpan, RecordText},
};
use quadrille_engines::SearchReport;
use quadrille_grid::{Alphabet, Extras, NineText, Shape};
use quadrille_tasks::{ColumnSpec, PuzzleView};

/// Solved 9×9 puzzles that follow one another in a chunk, with their solutions to write.
#[derive(Clone, Copy, Debug)]
pub struct SolvedRecords<'a> {
    /// The columns that are written.
    pub columns: &'a [ColumnSpec],
    /// The chunk with the records.
    pub chunk: &'a [u8],
    /// Where each record is in the chunk.
    pub spans: &'a [RecordSpan],
    /// Where the record before the first one ends, or 0.
    pub previous_end: usize,
    /// The number of the first record among the counted records of the run, from 1.
    pub number: u64,
    /// The cells of the puzzles, laid end to end.
    pub givens: &'a [u8],
    /// The cells of the solutions, laid end to end.
    pub solutions: &'a [u8],
    /// The outcome of each puzzle.
    pub reports: &'a [SearchReport],
    /// How solutions are written.
    pub nine_text: NineText,
}

impl SolvedRecords<'_> {
    /// Passes each record and its answer to `write`, in order.
    pub(super) fn each(&self, mut write: impl FnMut(&RecordText<'_>, &Answer<'_>)) {
        let SolvedRecords {
            columns, chunk, spans, mut previous_end, number, givens, solutions, reports, ..
        } = *self;
        let boards = givens.chunks_exact(Shape::NINE.area()).zip(solutions.chunks_exact(Shape::NINE.area()));
        for (((cells, solution), (&span, report)), number) in
            boards.zip(spans.iter().zip(reports)).zip(number..)
        {
            let puzzle = PuzzleView {
                shape: Shape::NINE,
                alphabet: Alphabet::Digits,
                cells,
                extras: Extras::default(),
            };
            let answer = Answer::found(columns, puzzle, Ok(solution), report);
            write(&RecordText { chunk, span, previous_end, number }, &answer);
            previous_end = span.end_after(previous_end);
        }
    }
}
