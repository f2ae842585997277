//! `json`: an array of objects, each of which is read and written like a line of `ndjson`.

use super::{
    array::{self, ArrayFraming},
    codec::NdjsonCodec,
};
use crate::format::{
    answer::Answer,
    codec::{Capabilities, Codec, Format, OpenedInput},
    head::Fit,
    kind::{FormatKind, RecordForm},
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
};
use memchr::memchr_iter;
use std::borrow::Cow;

/// An array of objects.
pub(in crate::format) static ARRAY_FORMAT: Format = Format {
    kind: FormatKind::new("json", RecordForm::Array),
    aliases: &[],
    about: "a JSON array of objects, the puzzle in one of the members of each",
    detect: |head, _| match array::is_array(head.text) {
        _ if !head.at_start => Fit::No,
        None if head.end.can_grow() => Fit::Unsure,
        is_array => (is_array == Some(true)).into(),
    },
    open: |head, options| {
        let lines = head.lines();
        let text = head.first_text_lines(&lines).map_or(head.bytes, |lines| lines.text);
        let objects =
            std::iter::successors(array::element(text, 0), |(last, _)| array::element(text, last.end));
        let objects = objects.filter(|(_, is_whole)| *is_whole).map(|(at, _)| &text[at]);
        let Some(codec) = NdjsonCodec::open(objects, head, options)? else { return Ok(None) };
        let skip = head.bytes.len() - text.len();
        Ok(Some(OpenedInput {
            codec: Box::new(ArrayCodec(codec)),
            framing: Box::<ArrayFraming>::default(),
            skip,
        }))
    },
};

/// The objects of an array: what is between them is copied.
struct ArrayCodec(NdjsonCodec);

impl Codec for ArrayCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        // Elements cannot be left out or become several, because what is between them is copied.
        Capabilities { details: false, announces_count: true, ..self.0.capabilities() }
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut end = 0;
        while let Some((at, _)) = array::element(chunk, end) {
            batch.lines += memchr_iter(b'\n', &chunk[end..at.start]).count() as u64;
            let indent = array::newline_before(chunk, end..at.start).map(|newline| at.start - newline - 1);
            self.0.read_line(&chunk[at.clone()], (at.start, indent), batch);
            batch.lines += memchr_iter(b'\n', &chunk[at.clone()]).count() as u64;
            end = at.end;
        }
        batch.lines += memchr_iter(b'\n', &chunk[end..]).count() as u64;
    }

    fn expected_solution<'c>(&self, chunk: &'c [u8], span: &RecordSpan) -> Cow<'c, [u8]> {
        self.0.expected_solution(chunk, span)
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let start = record.span.text.range().map_or(record.previous_end, |at| at.start);
        text.extend_from_slice(&record.chunk[record.previous_end..start]);
        self.0.write(record, answer, text);
        // The newline that ends an object on a line.
        text.pop();
    }

    fn write_rest(&self, rest: &[u8], text: &mut Vec<u8>) {
        text.extend_from_slice(rest);
    }
}
