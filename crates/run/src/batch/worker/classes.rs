//! The class of each record of a chunk, and its unchanged text.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records,
    lines::{LineFinder, line_of, record_lines},
};
use crate::{
    batch::{
        classes::{ClassOutput, KeyBy},
        selection::{Filter, sample_key},
    },
    format::{RecordSpan, RecordText},
};
use quadrille_tasks::Record;
use quadrille_tasks::classes::{EqualBy, KeyKind, NO_CLASS, key_of, key_of_puzzle};

impl RecordWorker {
    /// Finds the key of each record, and writes its text, so that the sink can drop some of them.
    pub(super) fn write_classes(
        &mut self,
        output: ClassOutput,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        match output.keys {
            Some(by) => self.find_keys((by, &output.filter), records, spans, answers),
            None => answers.tally.records += self.batch.boards.len() as u64,
        }
        if answers.fatal.is_some() {
            return;
        }
        if output.lines {
            find_lines(records.chunk, spans, self.batch.boards.len(), answers);
        }
        if output.texts {
            let ChunkAnswers { keys, text, ends, .. } = answers;
            let is_wanted = |index: usize| !output.selects || keys[index] != NO_CLASS;
            self.write_texts(records, spans, is_wanted, (text, ends));
        }
    }

    fn find_keys(
        &mut self,
        (by, filter): (KeyBy, &Filter),
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let is_rated = by == KeyBy::Bucket || filter.rates_by().is_some();
        let is_counted = self.config.search.is_some() && !is_rated;
        if is_rated {
            // A rating only tells what the record is selected by.
            let solving = answers.tally.solving;
            answers.tally.clear();
            answers.tally.solving = solving;
        }
        let mut malformed = self.batch.boards.malformed.iter();
        for (index, record) in self.batch.boards.records().enumerate() {
            if self.wrong == Some(index) {
                let line = line_of(records.chunk, index, spans.get(index));
                answers.fatal = Some((line, Fatal::WrongSolution));
                return;
            }
            let Record::Board(place) = record else {
                let (line, reason) = *malformed.next().expect("an error for each malformed record");
                answers.add_malformed(line, reason, is_counted);
                answers.keys.push(NO_CLASS);
                continue;
            };
            answers.tally.records += u64::from(!is_counted);
            let puzzle = (place.shape, self.batch.boards.puzzle(place).cells);
            let rated =
                is_rated.then(|| (self.typed.statuses[index], self.typed.value(0, index, Some(place))));
            let order = filter.place(puzzle, rated);
            answers.tally.kept += u64::from(order.is_some() && filter.has_conditions());
            let Some(order) = order else {
                answers.keys.push(NO_CLASS);
                continue;
            };
            answers.keys.push(match by {
                KeyBy::Class(EqualBy::Text) => key_of(KeyKind::Givens, place.shape, puzzle.1),
                KeyBy::WellFormed => sample_key(order, None),
                KeyBy::Bucket => sample_key(order, rated.map(|(_, guesses)| guesses)),
                KeyBy::Class(by) => {
                    let report = self.typed.report(place).copied().unwrap_or_default();
                    let found = (report.outcome, &self.typed.boards(place.shape)[place.cells()]);
                    key_of_puzzle(&mut self.forms, by, puzzle, found)
                }
            });
        }
    }

    /// Writes the text of every record, or only of those that are wanted.
    fn write_texts(
        &self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        is_wanted: impl Fn(usize) -> bool,
        (text, ends): (&mut Vec<u8>, &mut Vec<usize>),
    ) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        if spans.is_empty() {
            for (index, (_, line)) in record_lines(chunk).take(self.batch.boards.len()).enumerate() {
                if is_wanted(index) {
                    text.extend_from_slice(line);
                    text.push(b'\n');
                }
                ends.push(text.len());
            }
            return;
        }
        let mut previous_end = 0;
        for (index, &span) in spans.iter().enumerate() {
            if is_wanted(index) {
                let number = records.first_record + 1 + index as u64;
                codec.write_record(&RecordText { chunk, span, previous_end, number }, text);
            }
            ends.push(text.len());
            previous_end = span.end_after(previous_end);
        }
    }
}

/// Finds the line of each record in its chunk, from 0.
fn find_lines(chunk: &[u8], spans: &[RecordSpan], records: usize, answers: &mut ChunkAnswers) {
    if spans.is_empty() {
        answers.record_lines.extend(record_lines(chunk).take(records).map(|(line, _)| line as u32));
        return;
    }
    let mut lines = LineFinder::default();
    answers.record_lines.extend(spans.iter().map(|span| lines.line_of(chunk, span) as u32));
}
