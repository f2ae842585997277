//! Answers in the format of the input. Solved 9×9 puzzles in a row, as nearly all are, are written together.

use super::{ChunkAnswers, RecordWorker, Records, each::Pass};
use crate::format::{RecordSpan, RecordText, SolvedRecords};
use quadrille_grid::{Alphabet, Shape};
use quadrille_tasks::{ColumnSpec, InLines, RecordTag};
use std::ops::Range;

impl RecordWorker {
    /// Writes a line for each record, without any details.
    pub(super) fn write_lines(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        let (mut pass, mut index) = (Pass::new(records, &[]), 0);
        // The first column, and those that are parts of the answer.
        let is_part = |column: &ColumnSpec| column.lines == InLines::Answer;
        pass.columns = records.input.columns.iter().rposition(is_part).unwrap_or(0) + 1;
        loop {
            let solved = self.take_solved(index);
            // Nothing is solved by other tasks, which then have no solutions.
            if !solved.is_empty() {
                self.write_solved_lines(solved.clone(), answers);
            }
            index += solved.len();
            if index == self.batch.boards.tags.len() {
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

    /// Writes each record's answer in the place of its text.
    pub(super) fn write_in_place(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        let (mut pass, mut index, mut previous_end) = (Pass::new(records, spans), 0, 0);
        loop {
            // Code that needs the ends of the answers gets the answers one at a time.
            let is_together = !self.config.tracks_ends;
            let solved = if is_together { self.take_solved(index) } else { 0..0 };
            if !solved.is_empty() {
                let spans = &spans[index..index + solved.len()];
                let number = records.first_record + index as u64 + 1;
                let solved = self.solved_records(solved.clone(), (records, spans), previous_end, number);
                codec.write_solved(&solved, &mut answers.written.text);
                previous_end = spans[spans.len() - 1].end_after(previous_end);
                index += spans.len();
            }
            if index == self.batch.boards.tags.len() {
                break;
            }
            let number = records.first_record + index as u64 + 1;
            let end = self.answer_one(&mut pass, index, answers, |span, answer, text| {
                let span = *span.expect("every record has a span");
                codec.write(&RecordText { chunk, span, previous_end, number }, answer, text);
            });
            if end.is_break() {
                break;
            }
            previous_end = spans[index].end_after(previous_end);
            index += 1;
        }
        codec.write_rest(&chunk[previous_end..], &mut answers.written.text);
    }

    /// The solved 9×9 puzzles from the record at `index` on, up to the first record that is not a solved 9×9 puzzle, has no solution to
    /// be written, or has a wrong one. Returns their numbers among the 9×9 puzzles.
    pub(super) fn take_solved(&mut self, index: usize) -> Range<usize> {
        let nine = Shape::NINE.index();
        let first = self.written[nine];
        let is_plain =
            self.writes_solutions && self.variants.is_plain() && self.batch.boards.extras[nine].is_empty();
        if !is_plain {
            return first..first;
        }
        let tag = RecordTag::puzzle(Shape::NINE, Alphabet::Digits);
        // There is no status from the record of a wrong solution on.
        let records = self.batch.boards.tags[index..].iter().zip(&self.typed.statuses[index..]);
        let solved = records.take_while(|(is, status)| **is == tag && status.is_solved()).count();
        self.written[nine] += solved;
        first..first + solved
    }

    fn write_solved_lines(&self, solved: Range<usize>, answers: &mut ChunkAnswers) {
        let (area, start) = (Shape::NINE.area(), answers.written.text.len());
        let cells = &self.typed.boards(Shape::NINE)[solved.start * area..solved.end * area];
        self.nine_text.write_lines(cells, &mut answers.written.text);
        if self.config.tracks_ends {
            answers.ends.extend((1..=solved.len()).map(|lines| start + lines * (area + 1)));
        }
    }

    /// Records with these numbers among the 9×9 puzzles.
    fn solved_records<'a>(
        &'a self,
        solved: Range<usize>,
        (records, spans): (&'a Records<'_>, &'a [RecordSpan]),
        previous_end: usize,
        number: u64,
    ) -> SolvedRecords<'a> {
        let (nine, area) = (Shape::NINE.index(), Shape::NINE.area());
        let cells = solved.start * area..solved.end * area;
        SolvedRecords {
            columns: &records.input.columns,
            chunk: records.chunk,
            spans,
            previous_end,
            number,
            givens: &self.batch.boards.cells[nine][cells.clone()],
            solutions: &self.typed.boards(Shape::NINE)[cells],
            reports: &self.typed.reports[nine][solved],
            nine_text: self.nine_text,
        }
    }
}
