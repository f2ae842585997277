//! Answers as columns of a table. Solved 9×9 puzzles in a row, as nearly all are, are added together.

use super::{ChunkAnswers, RecordWorker, Records, each::Pass};
use crate::{
    format::{Answer, RecordSpan},
    tables::{AnswerColumn, AnswerColumns},
};
use quadrille_core::grid::Shape;
use quadrille_tasks::{ColumnKind, ColumnSpec, Value};
use std::{io::Write, ops::Range};

impl RecordWorker {
    /// Adds the answer to each record to the columns.
    pub(super) fn write_columns(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let mut columns = std::mem::take(&mut answers.columns);
        if columns.0.is_empty() {
            columns.0.extend(named(&records.input.columns).map(|(_, column)| AnswerColumn::new(column.kind)));
        }
        let (mut pass, mut index) = (Pass::new(records, spans), 0);
        while index < self.batch.boards.len() {
            let solved = self.take_solved(index);
            if !solved.is_empty() {
                self.add_solved(&records.input.columns, solved.clone(), &mut columns);
                index += solved.len();
                continue;
            }
            if self.answer_one(&mut pass, index, answers, |_, answer, _| columns.push(answer)).is_break() {
                break;
            }
            index += 1;
        }
        answers.columns = columns;
    }

    /// Adds the answers to solved puzzles with these numbers among those of 9×9.
    fn add_solved(&self, specs: &[ColumnSpec], solved: Range<usize>, columns: &mut AnswerColumns) {
        const AREA: usize = Shape::NINE.area();
        let reports = &self.typed.reports[Shape::NINE.index()][solved.clone()];
        for ((_, spec), column) in named(specs).zip(&mut columns.0) {
            match (column, spec.kind) {
                (AnswerColumn::Texts(bytes, ends), ColumnKind::Board) => {
                    let start = bytes.len();
                    let cells = &self.typed.boards(Shape::NINE)[solved.start * AREA..solved.end * AREA];
                    bytes.extend(cells.iter().map(|digit| digit + b'0'));
                    ends.extend((1..=solved.len()).map(|row| (start + row * AREA) as i32));
                }
                (AnswerColumn::Texts(bytes, ends), _) => {
                    for report in reports {
                        let status = quadrille_tasks::Status::from(report.outcome);
                        bytes.extend_from_slice(status.word().as_bytes());
                        ends.push(bytes.len() as i32);
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

/// The columns of their own, with their numbers.
fn named(columns: &[ColumnSpec]) -> impl Iterator<Item = (usize, &ColumnSpec)> {
    columns.iter().enumerate().filter(|(_, column)| column.is_named())
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
    /// Adds the answer to the next record.
    fn push(&mut self, answer: &Answer<'_>) {
        for ((number, spec), column) in named(answer.columns).zip(&mut self.0) {
            let value = answer.value(number);
            match column {
                AnswerColumn::Texts(bytes, ends) => {
                    match value {
                        Value::Null if number == 0 => bytes.extend_from_slice(answer.message),
                        value => push_text(value, answer, bytes),
                    }
                    ends.push(bytes.len() as i32);
                }
                AnswerColumn::Numbers(numbers) => numbers.push(match value {
                    Value::Number(number) | Value::Count { number, large: None, .. } => Some(number),
                    Value::Count { large: Some(large), .. } => u64::try_from(large).ok(),
                    // What was not searched took nothing.
                    _ => (number > 0 && spec.is_figure()).then_some(0),
                }),
                AnswerColumn::Floats(numbers) => numbers.push(match value {
                    Value::Float(number) => rounded(number),
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
            let lines: Vec<&[u8]> = lines.split(|b| *b == b'\n').collect();
            bytes.extend_from_slice(&lines.join(&b" | "[..]));
        }
        _ => {}
    }
}

/// A number as text has it, with three digits behind the point.
fn rounded(number: f64) -> Option<f64> {
    let mut text = [0; 64];
    let mut rest = &mut text[..];
    write!(rest, "{number:.3}").ok()?;
    let len = 64 - rest.len();
    std::str::from_utf8(&text[..len]).ok()?.parse().ok()
}
