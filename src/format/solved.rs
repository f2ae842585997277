//! Solved 9×9 puzzles that follow one another in a chunk, whose answers are written together.

#[cfg(test)]
mod tests;

use super::{
    answer::{Answer, AnswerContent, AnswerResult, Details, Field, PuzzleView},
    codec::{Codec, RecordText},
    record_batch::{RecordSpan, Span},
};
use crate::{
    Outcome, Report, Shape,
    grid::{Alphabet, Around, NineText},
};

/// Solved 9×9 puzzles that follow one another in a chunk, with their solutions to write.
#[derive(Clone, Copy, Debug)]
pub struct SolvedRecords<'a> {
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
    /// What was found out about each puzzle.
    pub reports: &'a [Report],
    /// How solutions are written.
    pub nine_text: NineText,
}

impl SolvedRecords<'_> {
    /// Appends the answers, each with a call of [`Codec::write`].
    pub(super) fn write_each<C: Codec + ?Sized>(&self, codec: &C, text: &mut Vec<u8>) {
        let SolvedRecords { chunk, spans, mut previous_end, number, givens, solutions, reports, .. } = *self;
        let boards = givens.chunks_exact(Shape::NINE.area()).zip(solutions.chunks_exact(Shape::NINE.area()));
        for (((cells, solution), (&span, report)), number) in
            boards.zip(spans.iter().zip(reports)).zip(number..)
        {
            let puzzle = PuzzleView {
                shape: Shape::NINE,
                alphabet: Alphabet::Digits,
                cells,
                candidates: None,
                regions: None,
            };
            let answer = Answer {
                puzzle: Some(puzzle),
                content: AnswerContent::Grid(solution),
                result: AnswerResult::Search(report.outcome),
                details: Details { nodes: report.nodes, guesses: report.guesses, ..Details::default() },
            };
            codec.write(&RecordText { chunk, span, previous_end, number }, &answer, text);
            previous_end = span.end_after(previous_end);
        }
    }
}

/// The text around the solution of a solved puzzle, where each record is copied with the solution in place of one of its
/// parts or behind it, and its status, if at all, behind both.
pub(super) struct SolutionFrame {
    /// Before a solution that replaces a part of its record.
    pub replacing: Vec<u8>,
    /// Before a solution that follows its record.
    pub appended: Vec<u8>,
    /// Right after the solution.
    pub after: Vec<u8>,
    /// After the record and its solution, for each of [`SOLVED`].
    pub statuses: [Vec<u8>; 3],
    /// Whether the status is a field.
    pub has_status: bool,
}

/// The results of a solved puzzle.
const SOLVED: [Outcome; 3] = [Outcome::Unique, Outcome::Multiple, Outcome::Solved];

/// The index of a solved puzzle's result in [`SOLVED`].
#[inline(always)]
fn status_index(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Unique => 0,
        Outcome::Multiple => 1,
        _ => 2,
    }
}

impl SolutionFrame {
    /// The frame for these fields, with `before` the status and `after` it; `None` unless they are the solution alone, or
    /// the solution and its status.
    pub fn new(fields: &[Field], status: (&[u8], &[u8])) -> Option<SolutionFrame> {
        let has_status = match fields {
            [Field::Answer(_)] => false,
            [Field::Answer(_), Field::Status] => true,
            _ => return None,
        };
        let statuses = SOLVED.map(|outcome| match has_status {
            true => [status.0, AnswerResult::Search(outcome).status().as_bytes(), status.1].concat(),
            false => Vec::new(),
        });
        let [replacing, appended, after] = [const { Vec::new() }; 3];
        Some(SolutionFrame { replacing, appended, after, statuses, has_status })
    }

    /// Appends the answers to these records. The text of a record that is copied, without its last `shorter` bytes, is
    /// followed by the `end` that is given for it. False, with nothing appended, if a status replaces a part of a
    /// record, or a record has no text.
    #[inline]
    pub fn write<'a>(
        &'a self,
        records: &SolvedRecords<'a>,
        shorter: usize,
        end: impl Fn(&[u8], usize) -> &'static [u8],
        text: &mut Vec<u8>,
    ) -> bool {
        let SolvedRecords { chunk, spans, solutions, reports, nine_text, .. } = *records;
        let [Some(first), Some(last)] = [spans.first(), spans.last()].map(|s| s.and_then(|s| s.text.range()))
        else {
            return false;
        };
        if self.has_status && spans.iter().any(|span| span.replaced[1] != Span::NONE) {
            return false;
        }
        let more = [&self.replacing, &self.appended, &self.after, &self.statuses[1]].map(Vec::len);
        // A multiple of the longest answer would be too much, if one record is much longer than the others.
        text.reserve(
            last.end - first.start + spans.len() * (Shape::NINE.area() + more.iter().sum::<usize>() + 2),
        );
        let around = FramedRecords { frame: self, chunk, records: spans.iter().zip(reports), shorter, end };
        nine_text.write_around(solutions, around, text);
        true
    }
}

/// The texts around each solution.
struct FramedRecords<'a, I, E> {
    frame: &'a SolutionFrame,
    chunk: &'a [u8],
    records: I,
    shorter: usize,
    end: E,
}

impl<'a, I, E> Iterator for FramedRecords<'a, I, E>
where
    I: Iterator<Item = (&'a RecordSpan, &'a Report)>,
    E: Fn(&[u8], usize) -> &'static [u8],
{
    type Item = Around<'a>;

    // A closure would be called for each record, and its texts handed over in memory.
    #[inline(always)]
    fn next(&mut self) -> Option<Around<'a>> {
        let (span, report) = self.records.next()?;
        let (frame, chunk) = (self.frame, self.chunk);
        let at = span.text.range().unwrap_or_default();
        let copied_end = at.end - self.shorter;
        let (before, glue, rest) = match span.replaced[0].range() {
            Some(place) => (&chunk[at.start..place.start], &frame.replacing, &chunk[place.end..copied_end]),
            None => (&chunk[at.start..copied_end], &frame.appended, &[][..]),
        };
        let status = &*frame.statuses[status_index(report.outcome)];
        Some(Around {
            before: [before, glue],
            after: [&frame.after, rest, status, (self.end)(chunk, at.end)],
        })
    }
}
