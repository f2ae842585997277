//! All solutions of each record, a row each.
//!
//! A worker writes the rows of its chunk up to 1 MiB. The records whose solutions do not fit are left to the sink, which
//! writes their rows when it is their turn: memory stays bounded, whatever the number of solutions.

use super::{
    ChunkAnswers, RecordWorker, Records,
    rows::{AllSolutions, Deferred, RecordSolutions, Rows},
};
use crate::format::{Answer, RecordSpan, RecordText};
use quadrille_engines::{Outcome, SearchReport};
use quadrille_tasks::{ColumnKind, Status, Value};
use std::ops::ControlFlow;

/// The bytes of rows of a chunk that are kept in memory.
const KEPT: usize = 1 << 20;

/// The solutions that the search has found, if there may be more.
fn unfinished(answer: &Answer<'_>) -> Option<SearchReport> {
    let outcome = match answer.status {
        Status::Multiple => Outcome::Multiple,
        Status::Unknown => Outcome::Unknown,
        _ => return None,
    };
    let figure = |kind| {
        let column = answer.columns.iter().position(|column| column.kind == kind);
        column.map_or(0, |column| match answer.values[column] {
            Value::Number(number) => number,
            _ => 0,
        })
    };
    Some(SearchReport::with_counts(outcome, 0, figure(ColumnKind::Nodes), figure(ColumnKind::Guesses)))
}

impl RecordWorker {
    /// Writes all solutions of each record, as far as they fit into memory.
    pub(super) fn write_solutions(
        &mut self,
        all: &AllSolutions,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let (chunk, input) = (records.chunk, records.input);
        let mut rows = std::mem::take(&mut answers.rows);
        let (mut number, mut found) = (records.rows_before(), Vec::new());
        let mut deferred = std::mem::take(&mut answers.deferred);
        let input_rows = (0..self.batch.boards.len()).map_while(|index| self.input_row(records, index));
        let input_rows: Vec<_> = input_rows.collect();
        let mut input_rows = input_rows.into_iter();
        self.write_each(records, spans, answers, |span, answer, _| {
            number += 1;
            let record = span.map(|&span| RecordText { chunk, span, previous_end: 0, number });
            let row = input_rows.next();
            let (Some(report), Some(puzzle)) = (unfinished(answer), answer.puzzle) else {
                return rows.push(input, number, (record.as_ref(), row), answer);
            };
            let solutions = RecordSolutions::new(&puzzle, report, (record, row), number);
            let first = report.outcome;
            let before = (rows.written.text.len(), rows.starts.len());
            let is_full = |rows: &mut Rows| {
                if rows.bytes() < KEPT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let written = match is_full(&mut rows) {
                ControlFlow::Continue(()) => solutions.write(all, input, &mut rows, is_full),
                ControlFlow::Break(()) => ControlFlow::Break(()),
            };
            if let ControlFlow::Continue(outcome) = written {
                return found.push((first, outcome));
            }
            rows.truncate(before);
            deferred.push(Deferred { rows_before: before.1, solutions });
        });
        for (first, outcome) in found {
            *answers.tally.of(first) -= 1;
            *answers.tally.of(outcome) += 1;
        }
        (answers.rows, answers.deferred) = (rows, deferred);
    }
}
