//! Writes objects with the members of an answer.

use super::{NdjsonCodec, OUTPUT_FORMAT, object::Values};
use crate::format::{
    answer::{Answer, AnswerContent, Field},
    codec::RecordText,
    record_batch::Span,
    solved::SolutionFrame,
};

/// The text around the solutions of solved puzzles, if these fields need nothing else.
pub(super) fn solution_frame(fields: &[Field]) -> Option<SolutionFrame> {
    let frame = SolutionFrame::new(fields, (b",\"status\":\"", b"\""))?;
    let (replacing, after) = (b"\"".to_vec(), b"\"".to_vec());
    Some(SolutionFrame {
        replacing,
        appended: format!(",\"{}\":\"", fields[0].name()).into(),
        after,
        ..frame
    })
}

impl NdjsonCodec {
    /// Writes an object with the members of an answer.
    pub(super) fn write_object(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        let object = &record.chunk[at.clone()];
        // A malformed record may still be an object, to which the answer can be added.
        if answer.puzzle.is_none() && self.parse_object(object, None, &mut Values::default()).is_err() {
            OUTPUT_FORMAT.write(answer, self.fields, text);
            return;
        }
        let mut from = at.start;
        for (field, place) in record.span.replacements() {
            text.extend_from_slice(&record.chunk[from..place.start]);
            write_value(self.fields[field], answer, text);
            from = place.end;
        }
        text.extend_from_slice(&record.chunk[from..at.end - 1]);
        let mut first_member = object[..object.len() - 1].trim_ascii_end() == b"{";
        for (field, replaced) in self.fields.iter().zip(record.span.replaced) {
            if replaced == Span::NONE {
                if !std::mem::take(&mut first_member) {
                    text.push(b',');
                }
                write_member(*field, answer, text);
            }
        }
        text.extend_from_slice(b"}\n");
    }
}

pub(super) fn write_member(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    text.push(b'"');
    text.extend_from_slice(field.name().as_bytes());
    text.extend_from_slice(b"\":");
    write_value(field, answer, text);
}

fn write_value(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    match (field, answer.content) {
        // A count, unless the search stopped at the limit: `100+` is no number.
        (Field::Answer(_), AnswerContent::Text(word)) if word.iter().all(u8::is_ascii_digit) => {
            text.extend_from_slice(word);
        }
        (Field::Answer(_), AnswerContent::Text(word)) => write_string(word, text),
        (Field::Answer(_), AnswerContent::Grid(_)) => {
            text.push(b'"');
            answer.write(text);
            text.push(b'"');
        }
        (Field::Status, _) => {
            text.push(b'"');
            text.extend_from_slice(answer.result.status().as_bytes());
            text.push(b'"');
        }
        (Field::Note(_), _) => write_string(answer.details.note, text),
        (Field::Nodes | Field::Guesses, _) => field.write_detail(&answer.details, text),
    }
}

fn write_string(word: &[u8], text: &mut Vec<u8>) {
    if word.iter().any(|b| matches!(b, b'"' | b'\\')) {
        let word = String::from_utf8_lossy(word);
        return serde_json::to_writer(text, &*word).expect("a vector accepts all writes");
    }
    text.push(b'"');
    text.extend_from_slice(word);
    text.push(b'"');
}
