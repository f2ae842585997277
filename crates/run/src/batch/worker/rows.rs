//! The rows of all solutions of a record, and of records that have to wait for the sink.

use super::written_rows::{InputRow, WrittenRows};
use crate::{
    batch::input_format::InputFormat,
    format::{Answer, RecordLayout, RecordSpan, RecordText, push_number},
    tables::TableRows,
};
use quadrille_engines::{
    Limits, Outcome, SearchReport,
    solver::verified::{Board, BoardSearch},
};
use quadrille_grid::Variants;
use quadrille_tasks::{PuzzleView, Status, Tally};
use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

/// The configuration that all records of a run share.
#[derive(Clone)]
pub(in crate::batch) struct AllSolutions {
    pub variants: Arc<Variants>,
    /// With the number of solutions that are written for a record.
    pub limits: Limits,
}

/// Rows under construction.
#[derive(Default)]
pub(in crate::batch) struct Rows {
    pub written: WrittenRows,
    /// Where each row begins, and the number of its record in the chunk, from 1.
    pub starts: Vec<(usize, u64)>,
}

/// A record whose solutions the sink writes.
pub(in crate::batch) struct Deferred {
    /// How many rows of the chunk are before its own.
    pub rows_before: usize,
    pub solutions: RecordSolutions,
}

/// A record with several solutions, or whose search was given up.
pub(in crate::batch) struct RecordSolutions {
    board: Board,
    alphabet: quadrille_grid::Alphabet,
    number: u64,
    /// The result of the first search.
    report: SearchReport,
    /// Its text with the byte after it, and where its parts are in it.
    record: Option<(Box<[u8]>, RecordSpan)>,
    /// Its row, if it is one of a table.
    row: Option<InputRow>,
}

impl Rows {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.truncate((0, 0));
    }

    /// Removes the rows from this number on, whose text begins here.
    pub fn truncate(&mut self, (text, rows): (usize, usize)) {
        let WrittenRows { text: texts, numbers, columns } = &mut self.written;
        texts.truncate(text);
        numbers.truncate(rows);
        columns.truncate(rows);
        self.starts.truncate(rows);
    }

    /// The bytes in memory.
    pub fn bytes(&self) -> usize {
        self.written.text.len() + self.written.columns.bytes()
    }

    /// Appends the row of an answer.
    pub fn push(
        &mut self,
        input: &InputFormat,
        number: u64,
        (record, row): (Option<&RecordText<'_>>, Option<InputRow>),
        answer: &Answer<'_>,
    ) {
        self.starts.push((self.written.text.len(), number));
        input.write(record, row, answer, &mut self.written);
    }

    /// The text of some rows.
    fn text_of(&self, rows: Range<usize>) -> &[u8] {
        let text = &self.written.text;
        let start = |row: usize| self.starts.get(row).map_or(text.len(), |(start, _)| *start);
        &text[start(rows.start)..start(rows.end)]
    }

    /// Some rows of a table.
    pub fn of_table(&self, rows: Range<usize>) -> TableRows<'_> {
        let numbers = self.written.numbers.get(rows.clone()).unwrap_or_default();
        let text = if numbers.is_empty() { self.text_of(rows.clone()) } else { b"" };
        TableRows { text, numbers, answers: &self.written.columns, rows }
    }

    /// The rows from `from` on with the numbers of their records before them, if the format has them, and where each
    /// row ends. `before` records precede the chunk.
    pub fn numbered(
        &self,
        from: usize,
        to: usize,
        before: u64,
        input: &InputFormat,
    ) -> (Vec<u8>, Vec<usize>) {
        let (mut text, mut ends) = (Vec::new(), Vec::new());
        for row in from..to {
            let number = self.starts[row].1;
            if let Some(after) = input.number_end() {
                push_number(before + number, &mut text);
                text.extend_from_slice(after);
            }
            text.extend_from_slice(self.text_of(row..row + 1));
            ends.push(text.len());
        }
        (text, ends)
    }
}

impl InputFormat {
    /// The text between the number of a record and its solution; `None` if there is no number.
    fn number_end(&self) -> Option<&'static [u8]> {
        match self.output {
            Some(format) => format.number_end,
            None => (self.codec.capabilities().layout == RecordLayout::Lines).then_some(b": "),
        }
    }
}

impl Deferred {
    /// Writes the rows of the record; `full` is called after each of them and may take the rows away.
    pub fn write<E>(
        &self,
        all: &AllSolutions,
        input: &InputFormat,
        rows: &mut Rows,
        full: impl FnMut(&mut Rows) -> ControlFlow<E>,
    ) -> ControlFlow<E, Outcome> {
        self.solutions.write(all, input, rows, full)
    }

    /// Counts the record by the outcome of the search for all of its solutions.
    pub fn count(&self, outcome: Outcome, tally: &mut Tally) {
        *tally.of(self.solutions.report.outcome) -= 1;
        *tally.of(outcome) += 1;
    }
}

impl RecordSolutions {
    pub fn new(
        puzzle: &PuzzleView<'_>,
        report: SearchReport,
        (record, row): (Option<RecordText<'_>>, Option<InputRow>),
        number: u64,
    ) -> Self {
        let board = Board { shape: puzzle.shape, givens: puzzle.cells.into(), extras: puzzle.extras.into() };
        let record = record.and_then(|RecordText { chunk, span, .. }| {
            let at = span.text.range()?;
            let end = chunk.len().min(at.end + 1);
            Some((chunk[at.start..end].into(), span.relative_to(at.start)))
        });
        RecordSolutions { report, board, alphabet: puzzle.alphabet, number, record, row }
    }

    /// The bytes of memory that it has allocated.
    pub fn memory(&self) -> usize {
        let record = self.record.as_ref().map_or(0, |(text, _)| text.len());
        self.board.givens.len() + self.board.extras.memory() + record
    }

    /// Writes a row for each solution, up to the limit, and one more if the search was given up. After a first search
    /// that was given up this one may still find solutions, without knowing whether there are more: `solved`.
    pub fn write<E>(
        &self,
        all: &AllSolutions,
        input: &InputFormat,
        rows: &mut Rows,
        mut full: impl FnMut(&mut Rows) -> ControlFlow<E>,
    ) -> ControlFlow<E, Outcome> {
        let record = self.record.as_ref().map(|(chunk, span)| RecordText {
            chunk,
            span: *span,
            previous_end: 0,
            number: self.number,
        });
        let puzzle = PuzzleView {
            shape: self.board.shape,
            alphabet: self.alphabet,
            cells: &self.board.givens,
            extras: self.board.extras.view(),
        };
        let regions = all.variants.regions().map(|regions| regions.of_cells());
        let mut push = |found: Result<&[u8], &[u8]>, outcome, rows: &mut Rows| {
            let SearchReport { nodes, guesses, .. } = self.report;
            let report = SearchReport::with_counts(outcome, 0, nodes, guesses);
            let answer = Answer::found(&input.columns, puzzle, found, &report);
            rows.push(input, self.number, (record.as_ref(), self.row), &Answer { regions, ..answer });
            full(rows)
        };
        let search = BoardSearch::new(self.board.clone(), all.variants.clone(), all.limits.clone());
        let mut search = search.expect("variants that fit every board that was searched before");
        let status = match self.report.outcome {
            Outcome::Multiple => Outcome::Multiple,
            _ => Outcome::Solved,
        };
        for _ in 0..all.limits.solutions {
            let Some(cells) = search.next_solution() else {
                let outcome = search.outcome();
                if !matches!(outcome, Outcome::Unknown | Outcome::None) {
                    return ControlFlow::Continue(status);
                }
                push(Err(Status::from(outcome).message()), outcome, rows)?;
                return ControlFlow::Continue(outcome);
            };
            push(Ok(cells), status, rows)?;
        }
        ControlFlow::Continue(status)
    }
}
