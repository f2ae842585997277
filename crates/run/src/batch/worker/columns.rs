//! Answers as rows of a table: typed columns, beside the text of the columns that are carried along. Solved 9×9 puzzles in a row,
//! as nearly all are, are added together.

use super::{ChunkAnswers, RecordWorker, Records, each::Pass};
use crate::{
    batch::input_format::InputFormat,
    format::{Answer, RecordSpan, RecordText},
    tables::{AnswerColumn, AnswerColumns},
};
use quadrille_grid::Shape;
use quadrille_tasks::{ColumnKind, ColumnPlace, ColumnSpec, Status, Value, thousandths};
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
        let mut columns = std::mem::take(&mut answers.columns);
        let (mut pass, mut index) = (Pass::new(records, spans), 0);
        while index < self.batch.boards.len() {
            let solved = self.take_solved(index);
            if !solved.is_empty() {
                self.carry_solved(records, (index, spans), solved.clone(), &mut answers.text);
                columns.begin(&input.columns);
                self.add_solved(&input.columns, solved.clone(), &mut columns);
                index += solved.len();
                continue;
            }
            let end = self.answer_one(&mut pass, index, answers, |span, answer, text| {
                let record = span.map(|&span| RecordText { chunk, span, previous_end: 0, number: 0 });
                input.write(record.as_ref(), answer, (text, &mut columns));
            });
            if end.is_break() {
                break;
            }
            index += 1;
        }
        answers.columns = columns;
    }

    /// Adds the text beside the answers to solved puzzles with these numbers among the 9×9 puzzles, the records from `index` on.
    fn carry_solved(
        &self,
        records: &Records<'_>,
        (index, spans): (usize, &[RecordSpan]),
        solved: Range<usize>,
        text: &mut Vec<u8>,
    ) {
        let Records { chunk, input, .. } = *records;
        match input.output {
            None => {
                for &span in &spans[index..index + solved.len()] {
                    input.codec.write_row(&RecordText { chunk, span, previous_end: 0, number: 0 }, text);
                }
            }
            Some(_) => {
                let cells = solved.start * Shape::NINE.area()..solved.end * Shape::NINE.area();
                self.nine_text.write_lines(&self.batch.boards.cells[Shape::NINE.index()][cells], text);
            }
        }
    }

    /// Adds the answers to solved puzzles with these numbers among the 9×9 puzzles.
    fn add_solved(&self, specs: &[ColumnSpec], solved: Range<usize>, columns: &mut AnswerColumns) {
        const AREA: usize = Shape::NINE.area();
        let reports = &self.typed.reports[Shape::NINE.index()][solved.clone()];
        for ((_, spec), column) in written(specs).zip(&mut columns.0) {
            match (column, spec.kind) {
                (AnswerColumn::Texts(bytes, ends), ColumnKind::Board) => {
                    let start = bytes.len();
                    let cells = &self.typed.boards(Shape::NINE)[solved.start * AREA..solved.end * AREA];
                    bytes.extend(cells.iter().map(|digit| digit + b'0'));
                    ends.extend((1..=solved.len()).map(|row| start + row * AREA));
                }
                (AnswerColumn::Texts(bytes, ends), _) => {
                    for report in reports {
                        let status = Status::from(report.outcome);
                        bytes.extend_from_slice(status.word().as_bytes());
                        ends.push(bytes.len());
                    }
                }
                (AnswerColumn::Numbers(numbers), ColumnKind::Nodes) => {
                    numbers.extend(reports.iter().map(|report| Some(report.nodes)));
                }
                (AnswerColumn::Numbers(numbers), _) => {
                    numbers.extend(reports.iter().map(|report| Some(report.guesses)));
                }
                (AnswerColumn::Floats(_), _) => unreachable!("solutions have no such column"),
            }
        }
    }
}

/// The columns that are written, with their numbers.
pub(in crate::batch) fn written(columns: &[ColumnSpec]) -> impl Iterator<Item = (usize, &ColumnSpec)> {
    columns
        .iter()
        .enumerate()
        .filter(|(_, column)| !matches!(column.place, ColumnPlace::Read | ColumnPlace::Member))
}

impl InputFormat {
    /// Writes the answer to a record, whose text is given if it has a span: as text, or as a row of a table.
    #[inline]
    pub(super) fn write(
        &self,
        record: Option<&RecordText<'_>>,
        answer: &Answer<'_>,
        (text, columns): (&mut Vec<u8>, &mut AnswerColumns),
    ) {
        match (self.output, record) {
            (None, Some(record)) if self.is_typed => self.codec.write_row(record, text),
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
            columns.begin(answer.columns);
            columns.push(answer);
        }
    }
}

impl AnswerColumn {
    fn new(kind: ColumnKind) -> AnswerColumn {
        match kind {
            ColumnKind::Count | ColumnKind::Nodes | ColumnKind::Guesses | ColumnKind::Number => {
                AnswerColumn::Numbers(Vec::new())
            }
            ColumnKind::Float => AnswerColumn::Floats(Vec::new()),
            _ => AnswerColumn::Texts(Vec::new(), Vec::new()),
        }
    }
}

impl AnswerColumns {
    /// Gives the columns their types, unless they have them.
    fn begin(&mut self, columns: &[ColumnSpec]) {
        if self.0.is_empty() {
            self.0.extend(written(columns).map(|(_, column)| AnswerColumn::new(column.kind)));
        }
    }

    /// Adds the answer to the next record.
    fn push(&mut self, answer: &Answer<'_>) {
        for ((number, spec), column) in written(answer.columns).zip(&mut self.0) {
            let value = answer.value(number);
            match column {
                AnswerColumn::Texts(bytes, ends) => {
                    match value {
                        // A board has a status beside it, and a column of boards may hold nothing else.
                        Value::Null if number == 0 && spec.kind != ColumnKind::Board => {
                            bytes.extend_from_slice(answer.message);
                        }
                        value => push_text(value, answer, bytes),
                    }
                    ends.push(bytes.len());
                }
                AnswerColumn::Numbers(numbers) => numbers.push(match value {
                    Value::Number(number) | Value::Count { number, large: None, .. } => Some(number),
                    Value::Count { large: Some(large), .. } => u64::try_from(large).ok(),
                    // A puzzle that was not searched took nothing.
                    _ => (number > 0 && spec.is_figure()).then_some(0),
                }),
                AnswerColumn::Floats(numbers) => numbers.push(match value {
                    Value::Float(number) => thousandths(number),
                    _ => None,
                }),
            }
        }
    }
}

/// Appends a value as a string.
fn push_text(value: Value<'_>, answer: &Answer<'_>, bytes: &mut Vec<u8>) {
    match (value, answer.puzzle) {
        (Value::Board(cells), Some(puzzle)) => puzzle.alphabet.write(puzzle.shape, cells, bytes),
        (Value::Status(status), _) => bytes.extend_from_slice(status.word().as_bytes()),
        (Value::Text(text), _) => bytes.extend_from_slice(text),
        (Value::List(lines), _) => {
            bytes.push(b'\n');
            bytes.extend_from_slice(lines);
        }
        _ => {}
    }
}
