//! The class of each record of a chunk, and its unchanged text.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records,
    lines::{LineFinder, line_of, record_lines},
};
use crate::{
    batch::classes::{ClassOutput, KeyBy},
    format::{RecordSpan, RecordText},
};
use quadrille_puzzles::rating::bucket;
use quadrille_tasks::classes::{EqualBy, Key, KeyKind, NO_CLASS, key_of, key_of_puzzle};
use quadrille_tasks::{Place, Record, Value};

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
            Some(by) => self.find_keys(by, records, spans, answers),
            None => answers.tally.records += self.batch.boards.len() as u64,
        }
        if answers.fatal.is_some() {
            return;
        }
        if output.lines {
            find_lines(records.chunk, spans, self.batch.boards.len(), answers);
        }
        if output.texts {
            self.write_texts(records, spans, answers);
        }
    }

    fn find_keys(
        &mut self,
        by: KeyBy,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let is_counted = self.config.search.is_some() && by != KeyBy::Bucket;
        if by == KeyBy::Bucket {
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
            let puzzle = self.batch.boards.puzzle(place);
            answers.tally.records += u64::from(!is_counted);
            answers.keys.push(match by {
                KeyBy::Class(EqualBy::Text) => key_of(KeyKind::Givens, place.shape, puzzle.cells),
                KeyBy::WellFormed => 1,
                KeyBy::Bucket => self.bucket(index, place),
                KeyBy::Class(by) => {
                    let report = self.typed.report(place).copied().unwrap_or_default();
                    let found = (report.outcome, &self.typed.boards(place.shape)[place.cells()]);
                    key_of_puzzle(&mut self.forms, by, (place.shape, puzzle.cells), found)
                }
            });
        }
    }

    /// The number of the bucket, from 1, of a puzzle that was rated by guesses.
    fn bucket(&self, index: usize, place: Place) -> Key {
        let guesses = match self.typed.value(0, index, Some(place)) {
            Value::Number(guesses) => guesses as f64,
            _ => 0.0,
        };
        1 + bucket(guesses) as Key
    }

    /// Writes the text of every record.
    fn write_texts(&self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        if spans.is_empty() {
            for (_, line) in record_lines(chunk).take(self.batch.boards.len()) {
                answers.text.extend_from_slice(line);
                answers.text.push(b'\n');
                answers.ends.push(answers.text.len());
            }
            return;
        }
        let mut previous_end = 0;
        for (number, &span) in (records.first_record + 1..).zip(spans) {
            codec.write_record(&RecordText { chunk, span, previous_end, number }, &mut answers.text);
            answers.ends.push(answers.text.len());
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
