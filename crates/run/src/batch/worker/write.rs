//! Writes the answers to a chunk, in the order of its records, checking each solution first.

use super::{
    ChunkAnswers, ChunkOutput, Fatal, RecordWorker, Records,
    lines::{LineFinder, record_lines},
    written_rows::WrittenRows,
};
use crate::{
    batch::MALFORMED_SHOWN,
    format::{RecordLayout, RecordSpan, RecordText},
};
use quadrille_tasks::{ColumnKind, ColumnSpec, Status};

impl RecordWorker {
    /// Writes the requested output; `before` is the number of records of the run before the chunk.
    pub(super) fn write(&mut self, records: &Records<'_>, before: u64, answers: &mut ChunkAnswers) {
        // Taken out, because the rest of the worker is borrowed for each record.
        let (spans, written) = (std::mem::take(&mut self.batch.spans), self.config.written.clone());
        match &*written {
            ChunkOutput::Answers => self.write_answers(records, &spans, answers),
            ChunkOutput::AllSolutions(all) => self.write_solutions(all, records, &spans, answers),
            ChunkOutput::Morphs(morphs) => self.write_morphs(morphs, records, (&spans, before), answers),
            ChunkOutput::Records(status) => self.write_records(*status, records, &spans, answers),
            ChunkOutput::Nothing => self.note_records(records, &spans, answers),
        }
        self.batch.spans = spans;
    }

    /// Writes an answer for each record, in the format of the output.
    fn write_answers(&mut self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let input = records.input;
        if input.is_typed {
            return self.write_rows(records, spans, answers);
        }
        let is_more = |column: &ColumnSpec| column.is_detail() || column.kind == ColumnKind::List;
        let are_lines = input.codec.capabilities().layout == RecordLayout::Lines;
        match input.output {
            Some(format) => {
                self.write_each(records, spans, answers, |_, answer, text| format.write(answer, text))
            }
            None if !are_lines => self.write_in_place(records, spans, answers),
            None if input.columns.iter().any(is_more) => {
                self.write_each(records, spans, answers, |_, answer, text| {
                    answer.write_with_details(text);
                    text.push(b'\n');
                })
            }
            None => self.write_lines(records, answers),
        }
    }

    /// Writes the records as they are, only those with a status if there is one.
    fn write_records(
        &mut self,
        status: Option<Status>,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        self.note_records(records, spans, answers);
        let (chunk, codec, statuses) = (records.chunk, &*records.input.codec, &self.typed.statuses);
        let is_written = |index: usize| status.is_none_or(|status| statuses.get(index) == Some(&status));
        let ChunkAnswers { written: WrittenRows { text, numbers, .. }, ends, .. } = answers;
        if let Some(first) = records.first_row() {
            for index in 0..self.batch.boards.len() {
                if is_written(index) {
                    numbers.push(first.after(index as u64));
                }
                ends.push(numbers.len());
            }
            return;
        }
        if spans.is_empty() {
            for (index, (_, line)) in record_lines(chunk).take(self.batch.boards.len()).enumerate() {
                if is_written(index) {
                    text.extend_from_slice(line);
                    text.push(b'\n');
                }
                ends.push(text.len());
            }
            return;
        }
        let mut previous_end = 0;
        for (index, &span) in spans.iter().enumerate() {
            if is_written(index) {
                let number = records.first_record + 1 + index as u64;
                codec.write_record(&RecordText { chunk, span, previous_end, number }, text);
            }
            ends.push(text.len());
            previous_end = span.end_after(previous_end);
        }
    }

    /// Notes what is wrong with records that have no answers, and where they are if a reducer needs that.
    fn note_records(&mut self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let boards = &self.batch.boards;
        if let Some(index) = self.wrong {
            let line = records.line_of(index, spans.get(index));
            answers.fatal = Some((line, Fatal::WrongSolution));
            return;
        }
        for &(line, reason) in &boards.malformed {
            answers.add_malformed(line, reason, self.config.search.is_some());
        }
        let most = if self.config.all_mismatches { usize::MAX } else { MALFORMED_SHOWN };
        let mut lines = LineFinder::default();
        for (index, mismatch) in &self.typed.mismatches {
            self.typed.statuses[*index] = Status::Mismatch;
            if answers.mismatches.len() < most {
                answers.mismatches.push((records.next_line(*index, spans, &mut lines), *mismatch));
            }
        }
        if !self.config.needs_lines {
            return;
        }
        let found = &mut answers.record_lines;
        if records.are_rows() {
            found.extend((0..boards.len()).map(|index| records.line_of(index, None) as u32));
        } else if spans.is_empty() {
            found.extend(record_lines(records.chunk).take(boards.len()).map(|(line, _)| line as u32));
        } else {
            let mut lines = LineFinder::default();
            found.extend(spans.iter().map(|span| lines.line_of(records.chunk, span) as u32));
        }
    }
}
