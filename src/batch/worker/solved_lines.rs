//! Answers that are lines. Solved 9×9 puzzles in a row, as nearly all are, are counted and written together.

use super::{ChunkAnswers, RecordWorker, Records, each::Pass};
use crate::{
    Shape,
    batch::{ExpectedAnswers, Task},
    engine::Outcome,
    format::RecordTag,
    grid::Alphabet,
};

impl RecordWorker {
    /// Writes a line for each record, without any details.
    pub(super) fn write_lines(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        let config = &self.config;
        let solves =
            config.task == Task::Solve && config.expected == ExpectedAnswers::Ignore && !config.tests_givens;
        let (mut pass, mut index) = (Pass::new(records, &[]), 0);
        loop {
            if solves {
                index += self.write_solved(index, answers);
            }
            if index == self.batch.tags.len() {
                return;
            }
            let end = self.answer_one(&mut pass, index, answers, |_, answer, text| {
                answer.write(text);
                text.push(b'\n');
            });
            if end.is_break() {
                return;
            }
            index += 1;
        }
    }

    /// Writes the solutions from the record at `index` on, up to the first record that is no 9×9 puzzle, has no solution
    /// to be written, or has a wrong one. Returns how many they are.
    fn write_solved(&mut self, index: usize, answers: &mut ChunkAnswers) -> usize {
        let scratch = &mut self.scratch[Shape::NINE.index()];
        let first = scratch.written;
        let end = scratch.first_wrong.unwrap_or(scratch.reports.len());
        let reports = &scratch.reports[first..end];
        let nine = RecordTag::puzzle(Shape::NINE, Alphabet::Digits);
        let is_solved = |outcome| matches!(outcome, Outcome::Unique | Outcome::Multiple | Outcome::Solved);
        let tags = self.batch.tags[index..].iter();
        let solved =
            tags.zip(reports).take_while(|(tag, report)| **tag == nine && is_solved(report.outcome)).count();
        if solved == 0 {
            return 0;
        }
        answers.tally.add_solved(&reports[..solved]);
        let (area, start) = (Shape::NINE.area(), answers.text.len());
        let cells = &scratch.solutions[first * area..(first + solved) * area];
        self.nine_text.write_lines(cells, &mut answers.text);
        if self.config.tracks_ends {
            answers.ends.extend((1..=solved).map(|lines| start + lines * (area + 1)));
        }
        scratch.written += solved;
        solved
    }
}
