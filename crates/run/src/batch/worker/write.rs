//! Writes the answers to a chunk, in the order of its records, checking each solution first.

use super::{ChunkAnswers, RecordWorker, Records, lines::record_lines};
use crate::format::{RecordLayout, RecordSpan, RecordText};
use quadrille_tasks::ColumnKind;

impl RecordWorker {
    /// Writes the answers in the format of the output.
    pub(super) fn write(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        let codec = &*records.input.codec;
        let has_details =
            records.input.columns.iter().any(|column| column.is_detail() || column.kind == ColumnKind::List);
        // Taken out, because `write_each` borrows the rest of the batch.
        let spans = std::mem::take(&mut self.batch.spans);
        match records.input.output {
            _ if self.config.all.is_some() => {
                let all = self.config.all.clone().expect("it is set");
                self.write_solutions(&all, records, &spans, answers);
            }
            _ if self.config.classes.is_some() => {
                let output = self.config.classes.expect("it is set");
                self.write_classes(output, records, &spans, answers);
            }
            _ if self.config.only_counts => {
                self.write_each(records, &spans, answers, |_, _, _| {});
            }
            _ if self.config.only.is_some() => self.write_selected(records, &spans, answers),
            None if codec.capabilities().layout == RecordLayout::Lines && !has_details => {
                self.write_lines(records, answers);
            }
            None if codec.capabilities().layout == RecordLayout::Lines => {
                self.write_each(records, &spans, answers, |_, answer, text| {
                    answer.write_with_details(text);
                    text.push(b'\n');
                })
            }
            Some(format) => {
                self.write_each(records, &spans, answers, |_, answer, text| format.write(answer, text))
            }
            None => self.write_in_place(records, &spans, answers),
        }
        self.batch.spans = spans;
    }

    /// Writes the records with the result that is asked for as they are.
    fn write_selected(&mut self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        let only = self.config.only;
        let (mut lines, mut previous_end, mut number) = (record_lines(chunk), 0, records.first_record);
        self.write_each(records, spans, answers, |span, answer, text| {
            number += 1;
            let is_selected = only == Some(answer.status);
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
