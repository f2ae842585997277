//! `ndjson`: one JSON object per line, the puzzle in one of its members.
//!
//! Objects are copied byte for byte; only the positions of their members are determined.

use super::{
    answer::{Answer, EXPECTED_NAMES, Field},
    codec::{Capabilities, Codec, Format, OpenedInput, ReadOptions, RecordText},
    error::FormatError,
    head::Head,
    output_format::OutputFormat,
    record_batch::{RecordBatch, RecordSpan},
    solved::{SolutionFrame, SolvedRecords},
};
use crate::{
    framing::LineFraming,
    grid::{Alphabet, InputSymbols, cells::is_record},
};
pub(super) use elements::ARRAY_FORMAT;
use members::{PuzzleMember, unescaped};
use memchr::memchr;
use std::borrow::Cow;
use write::write_member;

mod array;
mod elements;
mod members;
mod object;
#[cfg(test)]
mod tests;
mod write;

/// One object per line.
pub(super) static FORMAT: Format = Format {
    name: "ndjson",
    aliases: &[],
    about: "one JSON object per line, the puzzle in one of its members",
    detect: |head, _| (head.at_start && head.lines[0].starts_with(b"{")).into(),
    open: |head, options| {
        let lines = head.lines();
        let objects = lines.into_iter().filter(|line| is_record(line));
        let Some(codec) = NdjsonCodec::open(objects, head, options)? else { return Ok(None) };
        let framing = Box::new(LineFraming { max_line: None });
        Ok(Some(OpenedInput { codec: Box::new(codec), framing, skip: 0 }))
    },
};

/// One object per line with the puzzle and the answer.
pub(super) static OUTPUT_FORMAT: OutputFormat = OutputFormat {
    name: "ndjson",
    about: "one JSON object per line, with puzzle, solution and status",
    extensions: &["ndjson", "jsonl"],
    includes: |input| input == "ndjson",
    number_end: None,
    header: |_, _| {},
    write: |answer, fields, text| {
        text.push(b'{');
        if answer.puzzle.is_some() {
            text.extend_from_slice(b"\"puzzle\":\"");
            answer.write_puzzle(text);
            text.push(b'"');
        }
        for (i, field) in fields.iter().enumerate() {
            if i > 0 || answer.puzzle.is_some() {
                text.push(b',');
            }
            write_member(*field, answer, text);
        }
        text.extend_from_slice(b"}\n");
    },
};

struct NdjsonCodec {
    puzzle: PuzzleMember,
    /// The member with expected solutions, if it was named.
    solution: Option<String>,
    fields: &'static [Field],
    symbols: InputSymbols,
    /// What comes before the cells in an object of the puzzle alone, in the two usual ways of writing it; empty if the
    /// answer replaces the puzzle.
    starts: Vec<Vec<u8>>,
    /// The text around solutions, if the answers are no more than that.
    frame: Option<SolutionFrame>,
}

impl NdjsonCodec {
    fn open<'h>(
        objects: impl Iterator<Item = &'h [u8]>,
        head: &Head<'_>,
        options: &ReadOptions,
    ) -> Result<Option<NdjsonCodec>, FormatError> {
        let Some(puzzle) = PuzzleMember::find(objects, head.end, options)? else { return Ok(None) };
        let solution = options.solution_column.clone();
        if options.expected_solutions && solution.as_ref() == Some(&puzzle.name) {
            let header = vec![puzzle.name];
            return Err(FormatError::NoSolutionColumn { requested: solution, usual: EXPECTED_NAMES, header });
        }
        let (symbols, frame) = (options.symbols.into(), write::solution_frame(options.fields));
        let is_replaced = options.fields.iter().any(|field| field.name() == puzzle.name);
        let name = serde_json::to_string(&puzzle.name).expect("a name is a string");
        let colons: &[&str] = if is_replaced { &[] } else { &[":\"", ": \""] };
        let starts = colons.iter().map(|colon| format!("{{{name}{colon}").into_bytes()).collect();
        Ok(Some(NdjsonCodec { puzzle, solution, fields: options.fields, symbols, starts, frame }))
    }
}
impl Codec for NdjsonCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        let found_column = self.puzzle.is_found.then_some(&*self.puzzle.name);
        Capabilities {
            columns: true,
            expected_solutions: true,
            found_column,
            details: true,
            ..Capabilities::SPANS
        }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut at = 0;
        while at < chunk.len() {
            if let Some(end) = self.read_lone_puzzle(chunk, at, batch) {
                (at, batch.lines) = (end + 1, batch.lines + 1);
                continue;
            }
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |i| at + i);
            let line = chunk[at..end].trim_ascii();
            if is_record(line) {
                let indent = end - at - chunk[at..end].trim_ascii_start().len();
                self.read_line(line, (at + indent, Some(indent)), batch);
            }
            (at, batch.lines) = (end + 1, batch.lines + 1);
        }
    }

    fn expected_solution<'c>(&self, chunk: &'c [u8], span: &RecordSpan) -> Cow<'c, [u8]> {
        let value = span.expected.range().map_or(&b""[..], |at| &chunk[at]);
        unescaped(value).unwrap_or(Cow::Borrowed(value))
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        self.write_object(record, answer, text);
    }

    fn write_solved(&self, records: &SolvedRecords<'_>, text: &mut Vec<u8>) {
        // The last byte of an object is its brace.
        if !self.frame.as_ref().is_some_and(|frame| frame.write(records, 1, |_, _| b"}\n", text)) {
            records.write_each(self, text);
        }
    }
}
