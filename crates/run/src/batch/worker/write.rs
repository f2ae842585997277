//! Writes the answers to a chunk, in the order of its records, checking each solution first.

use super::{ChunkAnswers, ChunkOutput, RecordWorker, Records, lines::record_lines};
use crate::format::{RecordLayout, RecordSpan, RecordText};
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
            ChunkOutput::Selected(status) => self.write_selected(*status, records, &spans, answers),
            ChunkOutput::Keys(output) => self.write_classes(*output, records, &spans, answers),
            ChunkOutput::Nothing => self.write_each(records, &spans, answers, |_, _, _| {}),
        }
        self.batch.spans = spans;
    }

    /// Writes an answer for each record, in the format of the output.
    fn write_answers(&mut self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let input = records.input;
        if input.carried.is_some() {
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

    /// Writes the records with a status as they are.
    fn write_selected(
        &mut self,
        status: Status,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
    ) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        let (mut lines, mut previous_end, mut number) = (record_lines(chunk), 0, records.first_record);
        self.write_each(records, spans, answers, |span, answer, text| {
            number += 1;
            let is_selected = answer.status == status;
            match span {
                Some(&span) => {
                    if is_selected {
                        codec.write_record(&RecordText { chunk, span, previous_end, number }, text);
                    }
                    previous_end = span.end_after(previous_end);
                }
                None => {
                    let (_, line) = lines.next().expect("a line for each record");
                    if is_selected {
                        text.extend_from_slice(line);
                        text.push(b'\n');
                    }
                }
            }
        });
    }
}
