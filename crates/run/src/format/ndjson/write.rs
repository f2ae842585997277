//! Writes objects with the members of an answer.

use super::{
    codec::NdjsonCodec,
    object::Values,
    output::{OUTPUT_FORMAT, write_member, write_value},
};
use crate::format::{
    answer::Answer,
    record_span::{RecordText, Span},
};
use quadrille_tasks::ColumnPlace;

impl NdjsonCodec {
    /// Writes an object with the members of an answer.
    pub(super) fn write_object(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        let object = &record.chunk[at.clone()];
        // A malformed record may still be an object, to which the answer can be added.
        if answer.puzzle.is_none() && self.parse_object(object, None, &mut Values::default()).is_err() {
            OUTPUT_FORMAT.write(answer, text);
            return;
        }
        let mut from = at.start;
        for (column, place) in record.span.replacements() {
            if !answer.replaces(column) {
                continue;
            }
            text.extend_from_slice(&record.chunk[from..place.start]);
            write_value(column, answer, text);
            from = place.end;
        }
        text.extend_from_slice(&record.chunk[from..at.end - 1]);
        let mut first_member = object[..object.len() - 1].trim_ascii_end() == b"{";
        for (number, (column, replaced)) in answer.columns.iter().zip(record.span.replaced).enumerate() {
            // A malformed object without a puzzle gets one, which says what is wrong.
            let is_written =
                matches!(column.place, ColumnPlace::Named | ColumnPlace::Member | ColumnPlace::Puzzle);
            if replaced == Span::NONE && is_written {
                if !std::mem::take(&mut first_member) {
                    text.push(b',');
                }
                write_member(number, answer, text);
            }
        }
        text.extend_from_slice(b"}\n");
    }
}
