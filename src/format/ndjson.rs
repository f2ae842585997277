//! `ndjson`: one JSON object per line, the puzzle in one of its members.
//!
//! Objects are copied byte for byte; only the positions of their members are determined.

use super::{
    answer::{Answer, AnswerContent, EXPECTED_NAMES, Field, MAX_FIELDS},
    codec::{Capabilities, Codec, Format, OpenedInput, ReadOptions, RecordText},
    error::FormatError,
    field::parse_field,
    head::{Fit, Head},
    malformed::Malformed,
    output_format::OutputFormat,
    record_batch::{RecordBatch, RecordSpan, Span},
};
use crate::{
    Shape,
    framing::LineFraming,
    grid::{Alphabet, InputSymbols, cells::is_record},
};
use array::ArrayFraming;
use members::{PuzzleMember, unescaped};
use memchr::{memchr, memchr_iter};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

mod array;
mod members;
#[cfg(test)]
mod tests;

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

/// An array of objects.
pub(super) static ARRAY_FORMAT: Format = Format {
    name: "json",
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
        Ok(Some(OpenedInput { codec: Box::new(ArrayCodec(codec)), framing: Box::new(ArrayFraming), skip }))
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
}

/// The values of an object's members that are read or replaced, as they are written.
#[derive(Default)]
struct Values<'t> {
    puzzle: Option<&'t str>,
    expected: [Option<&'t str>; EXPECTED_NAMES.len()],
    replaced: [Option<&'t str>; MAX_FIELDS],
}

/// What the name of a member means.
#[derive(Clone, Copy, Default)]
struct MemberRole {
    puzzle: bool,
    /// The index of its name in [`EXPECTED_NAMES`].
    expected: Option<usize>,
    /// The index of the field of the answer that replaces it.
    replaced: Option<usize>,
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
        let symbols = options.symbols.into();
        Ok(Some(NdjsonCodec { puzzle, solution, fields: options.fields, symbols }))
    }

    /// Reads an object that follows `indent` bytes in its line, if this is known.
    fn parse_object<'t>(
        &self,
        line: &'t [u8],
        indent: Option<usize>,
        values: &mut Values<'t>,
    ) -> Result<(), Malformed> {
        let mut parser = serde_json::Deserializer::from_slice(line);
        const WHAT: &str = "no JSON object";
        // An error at the beginning has no column. The line in the message is the one in which the object begins.
        let error = |e: serde_json::Error| match indent {
            Some(indent) if e.line() <= 1 => Malformed::At(WHAT, indent + e.column().max(1)),
            _ => Malformed::Other(WHAT),
        };
        parser.deserialize_map(ObjectVisitor { codec: self, values }).map_err(error)?;
        parser.end().map_err(error)
    }

    fn role(&self, name: &str) -> MemberRole {
        let puzzle = name == self.puzzle.name;
        MemberRole {
            puzzle,
            expected: match &self.solution {
                _ if puzzle => None,
                Some(solution) => (name == solution).then_some(0),
                None => EXPECTED_NAMES.iter().position(|n| *n == name),
            },
            replaced: self.fields.iter().position(|f| f.name() == name),
        }
    }

    /// Reads an object that is at `start` in its chunk, after `indent` bytes of its line if this is known.
    fn read_line(&self, line: &[u8], (start, indent): (usize, Option<usize>), batch: &mut RecordBatch) {
        let mut span = RecordSpan::new(start..start + line.len());
        // Filled in place: it has 176 bytes, which were copied several times for each record.
        let mut values = Values::default();
        let read = self.parse_object(line, indent, &mut values);
        if read.is_ok() {
            // A value is a slice of the line, so its address gives its position.
            let place = |value: &str| -> Span {
                let at = start + (value.as_ptr().addr() - line.as_ptr().addr());
                (at..at + value.len()).into()
            };
            span.expected = values.expected.iter().flatten().next().map_or(Span::NONE, |v| place(v));
            span.replaced = values.replaced.map(|v| v.map_or(Span::NONE, place));
            // Most puzzles are strings of 81 cells, without an escape then.
            if let Some([b'"', nine @ .., b'"']) = values.puzzle.map(str::as_bytes)
                && let Ok(nine) = nine.try_into()
                && batch.push_nine(nine, Some(span))
            {
                return;
            }
        }
        let puzzle = values.puzzle;
        batch.push(batch.lines, Some(span), |cells| read.and_then(|()| self.parse_puzzle(puzzle, cells)));
    }

    /// Reads the value of the member with the puzzle.
    fn parse_puzzle(&self, value: Option<&str>, cells: &mut Vec<u8>) -> Result<(Shape, Alphabet), Malformed> {
        const NOT_A_STRING: Malformed = Malformed::Other("the puzzle is neither a string nor an array");
        let value = value.ok_or(Malformed::Other("no member contains the puzzle"))?;
        if !value.starts_with(['"', '[']) {
            return Err(NOT_A_STRING);
        }
        let text = unescaped(value.as_bytes()).ok_or(NOT_A_STRING)?;
        Ok(parse_field(&text, self.symbols, cells)?)
    }
}

/// Finds the values of an object's members without building the object.
struct ObjectVisitor<'c, 't> {
    codec: &'c NdjsonCodec,
    values: &'c mut Values<'t>,
}

impl<'t> Visitor<'t> for ObjectVisitor<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        let ObjectVisitor { codec, values } = self;
        while let Some(role) = map.next_key_seed(NameVisitor(codec))? {
            let value = map.next_value::<&'t RawValue>()?.get();
            if role.puzzle {
                values.puzzle = Some(value);
            }
            if let Some(i) = role.expected {
                values.expected[i] = Some(value);
            }
            if let Some(i) = role.replaced {
                values.replaced[i] = Some(value);
            }
        }
        Ok(())
    }
}

/// Looks up the name of a member without copying it.
struct NameVisitor<'c>(&'c NdjsonCodec);

impl<'t> DeserializeSeed<'t> for NameVisitor<'_> {
    type Value = MemberRole;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<MemberRole, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameVisitor<'_> {
    type Value = MemberRole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<MemberRole, E> {
        Ok(self.0.role(name))
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

fn write_member(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
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
