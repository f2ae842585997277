//! Answers as rows of a table: typed columns, beside the numbers of rows or the text of columns. Solved 9×9 puzzles in a row,
//! as nearly all are, are added together.

use super::{
    ChunkAnswers, RecordWorker, Records,
    each::Pass,
    written_rows::{InputRow, WrittenRows},
};
use crate::{
    batch::input_format::InputFormat,
    format::{Answer, RecordSpan, RecordText},
};
use quadrille_grid::{Alphabet, Shape};
use quadrille_tasks::{ColumnPlace, Style};
use std::ops::Range;

impl RecordWorker {
    /// Adds a row for each record.
    pub(super) fn write_rows(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let (chunk, input) = (records.chunk, records.input);
        let mut written = std::mem::take(&mut answers.written);
        let (mut pass, mut index) = (Pass::new(records, spans), 0);
        while index < self.batch.boards.len() {
            let solved = self.take_solved(index);
            if !solved.is_empty() {
                self.write_solved_rows(records, (index, spans), solved.clone(), &mut written);
                index += solved.len();
                continue;
            }
            let row = self.input_row(records, index);
            let end = self.answer_one(&mut pass, index, answers, |span, answer, _| {
                let record = span.map(|&span| RecordText { chunk, span, previous_end: 0, number: 0 });
                input.write(record.as_ref(), row, answer, &mut written);
            });
            if end.is_break() {
                break;
            }
            index += 1;
        }
        answers.written = written;
    }

    /// Adds a row for each of these solved 9×9 puzzles, which are the records from `index` on.
    fn write_solved_rows(
        &self,
        records: &Records<'_>,
        (index, spans): (usize, &[RecordSpan]),
        solved: Range<usize>,
        written: &mut WrittenRows,
    ) {
        const AREA: usize = Shape::NINE.area();
        let Records { chunk, input, .. } = *records;
        let (mut from, mut index) = (solved.start, index);
        while from < solved.end {
            let row = self.input_row(records, index);
            let style = row.map_or(Style::Text(Alphabet::Digits), |row| row.styles[0]);
            let same =
                |index: &usize| self.input_row(records, *index).is_none_or(|row| row.styles[0] == style);
            let count = (index..index + solved.end - from).take_while(same).count();
            let rows = from..from + count;
            let cells = rows.start * AREA..rows.end * AREA;
            match (row, input.output) {
                (Some(row), _) => written.numbers.extend((0..count as u64).map(|n| row.number.after(n))),
                (None, None) => {
                    for &span in &spans[index..index + count] {
                        let record = RecordText { chunk, span, previous_end: 0, number: 0 };
                        input.codec.write_row(&record, &mut written.text);
                    }
                }
                (None, Some(_)) => {
                    let givens = &self.batch.boards.cells[Shape::NINE.index()][cells.clone()];
                    self.nine_text.write_lines(givens, &mut written.text);
                }
            }
            let solutions = &self.typed.boards(Shape::NINE)[cells];
            let reports = &self.typed.reports[Shape::NINE.index()][rows];
            written.columns.push_solved(&input.columns, (style, solutions), reports);
            (from, index) = (from + count, index + count);
        }
    }
}

impl InputFormat {
    /// Writes the answer to a record, as text or as a row of a table. The text of the record is given if the record has a span, and the
    /// row if it is one of an input table.
    #[inline]
    pub(super) fn write(
        &self,
        record: Option<&RecordText<'_>>,
        row: Option<InputRow>,
        answer: &Answer<'_>,
        written: &mut WrittenRows,
    ) {
        let text = &mut written.text;
        match (self.output, record) {
            (None, Some(record)) if self.is_typed => self.codec.write_row(record, text),
            _ if self.is_typed && row.is_some() => written.numbers.extend(row.map(|row| row.number)),
            // For other inputs a table has the puzzles alone.
            _ if self.is_typed => {
                answer.write_puzzle(text);
                text.push(b'\n');
            }
            (Some(format), _) => format.write(answer, text),
            (None, Some(record)) => self.codec.write(record, answer, text),
            (None, None) => {
                answer.write_with_details(text);
                text.push(b'\n');
            }
        }
        if self.is_typed {
            let alphabet = answer.puzzle.map_or(Alphabet::Digits, |puzzle| puzzle.alphabet);
            let [puzzle, solution] = row.map_or([Style::Text(alphabet); 2], |row| row.styles);
            let value = |number: usize| {
                let is_solution = answer.columns[number].place == ColumnPlace::Solution;
                (answer.value(number), if is_solution { solution } else { puzzle })
            };
            written.columns.push(answer.columns, answer.message, value);
        }
    }
}
