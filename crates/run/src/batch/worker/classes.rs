//! The class of each record of a chunk, and its text as it stands.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records,
    each::puzzle,
    forms::Forms,
    lines::{LineFinder, line_of, record_lines},
};
use crate::{
    batch::classes::{ClassOutput, KeyBy},
    format::{Malformed, PuzzleView, RecordSpan, RecordText},
};
use quadrille_core::{engine::Report, grid::Shape};
use quadrille_puzzles::classes::{ClassBy, Key, KeyKind, NO_CLASS, key_of, key_of_puzzle};

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
            None => answers.tally.records += self.batch.tags.len() as u64,
        }
        if answers.fatal.is_some() {
            return;
        }
        if output.lines {
            find_lines(records.chunk, spans, self.batch.tags.len(), answers);
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
        let (mut malformed, mut written) = (0, [0; Shape::EACH.len()]);
        for index in 0..self.batch.tags.len() {
            let tag = self.batch.tags[index];
            let Some(shape) = tag.shape() else {
                answers.add_without_key(self.batch.malformed[malformed]);
                malformed += 1;
                continue;
            };
            let nth = written[shape.index()];
            written[shape.index()] += 1;
            let (puzzle, place) = puzzle(&self.batch, (shape, tag.alphabet()), nth);
            let by = match by {
                KeyBy::Class(ClassBy::Text) => {
                    answers.add_unsolved(key_of(KeyKind::Givens, shape, puzzle.cells));
                    continue;
                }
                KeyBy::WellFormed => {
                    answers.add_unsolved(1);
                    continue;
                }
                KeyBy::Bucket => {
                    answers.add_unsolved(self.bucket(nth));
                    continue;
                }
                KeyBy::Class(by) => by,
            };
            let scratch = &self.scratch[shape.index()];
            if scratch.first_wrong == Some(nth) {
                let line = line_of(records.chunk, index, spans.get(index));
                answers.fatal = Some((line, Fatal::WrongSolution));
                return;
            }
            let found = (&scratch.reports[nth], &scratch.solutions[place]);
            answers.add_key(&mut self.forms, by, &puzzle, found);
        }
    }

    /// Writes the text of every record.
    fn write_texts(&self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        if spans.is_empty() {
            for (_, line) in record_lines(chunk).take(self.batch.tags.len()) {
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

impl ChunkAnswers {
    /// Adds a puzzle with the report of its search and the first solution.
    fn add_key(
        &mut self,
        forms: &mut Forms,
        by: ClassBy,
        puzzle: &PuzzleView<'_>,
        (report, solution): (&Report, &[u8]),
    ) {
        self.tally.add(report);
        let found = (report.outcome, solution);
        self.keys.push(key_of_puzzle(&mut forms.search, by, (puzzle.shape, puzzle.cells), found));
    }

    /// Adds a record that was not solved.
    fn add_unsolved(&mut self, key: Key) {
        self.tally.records += 1;
        self.keys.push(key);
    }

    /// Adds a malformed record, which is in no class.
    fn add_without_key(&mut self, (line, reason): (u64, Malformed)) {
        self.add_malformed(line, reason);
        self.keys.push(NO_CLASS);
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
