//! `ndjson`: an object a line, the puzzle in one of its members.
//!
//! Objects are passed on byte for byte: only where their members are is found out.

use super::{
    Answer, Codec, Field, Fit, Format, Malformed, OpenedInput, OutputFormat, Place, RecordBatch, RecordSpan,
    Shown, Span, Symbols,
    csv::OWN_ANSWERS,
    line::{is_record, parse_field},
};
use crate::framing;
use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{fmt, ops::Range};

/// An object a line.
pub static FORMAT: Format = Format {
    name: "ndjson",
    aliases: &[],
    about: "an object a line, the puzzle in member `puzzle` or --column",
    fits: |lines, _| Fit::when(lines.first && lines.lines[0].starts_with(b"{")),
    open: |_, options| {
        let reader = Ndjson {
            puzzle: options.column.clone().unwrap_or_else(|| "puzzle".into()),
            fields: options.fields,
            symbols: options.symbols,
        };
        Ok(Some(OpenedInput {
            reader: Box::new(reader),
            framing: Box::new(framing::Lines { longest: None }),
            skip: 0,
        }))
    },
};

/// An object with the puzzle and the answer on a line.
pub static CONVERSION: OutputFormat = OutputFormat {
    name: "ndjson",
    about: "an object with puzzle, solution and status on a line",
    header: |_, _| {},
    write: |answer, fields, text| {
        text.push(b'{');
        if answer.board.is_some() {
            text.extend_from_slice(b"\"puzzle\":\"");
            answer.write_puzzle(text);
            text.push(b'"');
        }
        for (i, field) in fields.iter().enumerate() {
            if i > 0 || answer.board.is_some() {
                text.push(b',');
            }
            write_member(*field, answer, text);
        }
        text.extend_from_slice(b"}\n");
    },
};

struct Ndjson {
    puzzle: String,
    fields: &'static [Field],
    symbols: Symbols,
}

/// Where the values of an object are that are read or replaced.
#[derive(Default)]
struct Found<'t> {
    puzzle: Option<&'t str>,
    own: [Option<&'t str>; OWN_ANSWERS.len()],
    replaced: [Option<&'t str>; 2],
}

/// What a member is to us.
#[derive(Clone, Copy, Default)]
struct Member {
    puzzle: bool,
    own: Option<usize>,
    replaced: Option<usize>,
}

impl Ndjson {
    fn find<'t>(&self, line: &'t [u8]) -> Result<Found<'t>, Malformed> {
        let mut parser = serde_json::Deserializer::from_slice(line);
        let wrong = |e: serde_json::Error| Malformed::At("no JSON object", e.column());
        let found = parser.deserialize_map(Members(self)).map_err(wrong)?;
        parser.end().map_err(wrong)?;
        Ok(found)
    }

    fn member(&self, name: &str) -> Member {
        Member {
            puzzle: name == self.puzzle,
            own: OWN_ANSWERS.iter().position(|own| *own == name),
            replaced: self.fields.iter().position(|f| f.name() == name),
        }
    }

    fn read_line(&self, line: &[u8], start: usize, sheet: &mut RecordBatch) {
        let mut mark = RecordSpan::new(start..start + line.len());
        // A value is a part of the line: its place is what its address says.
        let place = |value: &str| -> Span {
            let at = start + (value.as_ptr().addr() - line.as_ptr().addr());
            (at..at + value.len()).into()
        };
        let found = self.find(line);
        if let Ok(found) = &found {
            mark.own = found.own.iter().flatten().next().map_or(Span::NONE, |v| place(v));
            mark.replaced = found.replaced.map(|v| v.map_or(Span::NONE, place));
        }
        sheet.push(sheet.lines, |cells| {
            let value = found?.puzzle.ok_or(Malformed::Other("no member with the puzzle"))?;
            let text = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
            let text = text.ok_or(Malformed::Other("the puzzle is no string"))?;
            let read = if text.contains('\\') {
                let text: String =
                    serde_json::from_str(value).map_err(|_| Malformed::Other("the puzzle is no string"))?;
                parse_field(text.as_bytes(), self.symbols, cells)
            } else {
                parse_field(text.as_bytes(), self.symbols, cells)
            };
            Ok(read?)
        });
        sheet.mark(mark);
    }
}

/// Finds the members of an object without building it.
struct Members<'r>(&'r Ndjson);

impl<'t> Visitor<'t> for Members<'_> {
    type Value = Found<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Found<'t>, A::Error> {
        let mut found = Found::default();
        while let Some(member) = map.next_key_seed(Key(self.0))? {
            let value = map.next_value::<&'t RawValue>()?.get();
            if member.puzzle {
                found.puzzle = Some(value);
            }
            if let Some(i) = member.own {
                found.own[i] = Some(value);
            }
            if let Some(i) = member.replaced {
                found.replaced[i] = Some(value);
            }
        }
        Ok(found)
    }
}

/// Looks at a member's name without keeping it.
struct Key<'r>(&'r Ndjson);

impl<'t> DeserializeSeed<'t> for Key<'_> {
    type Value = Member;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Member, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Member, E> {
        Ok(self.0.member(name))
    }
}

impl Codec for Ndjson {
    fn own_answers(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, sheet: &mut RecordBatch) {
        let mut at = 0;
        while at < chunk.len() {
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |i| at + i);
            let line = chunk[at..end].trim_ascii();
            if is_record(line) {
                let start = at + (chunk[at..end].len() - chunk[at..end].trim_ascii_start().len());
                self.read_line(line, start, sheet);
            }
            (at, sheet.lines) = (end + 1, sheet.lines + 1);
        }
    }

    fn write(&self, place: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = place.mark.text.range() else { return };
        let object = &place.chunk[at.clone()];
        // A malformed record may still be an object, to which an answer can be added.
        if answer.board.is_none() && self.find(object).is_err() {
            (CONVERSION.write)(answer, self.fields, text);
            return;
        }
        let mut places: [(Option<Range<usize>>, usize); 2] =
            [(place.mark.replaced[0].range(), 0), (place.mark.replaced[1].range(), 1)];
        places.sort_by_key(|(range, _)| range.as_ref().map_or(usize::MAX, |r| r.start));
        let mut from = at.start;
        for (range, i) in places {
            if let Some(range) = range {
                text.extend_from_slice(&place.chunk[from..range.start]);
                write_value(self.fields[i], answer, text);
                from = range.end;
            }
        }
        text.extend_from_slice(&place.chunk[from..at.end - 1]);
        let mut empty = object[..object.len() - 1].trim_ascii_end() == b"{";
        for (field, replaced) in self.fields.iter().zip(place.mark.replaced) {
            if replaced == Span::NONE {
                if !std::mem::take(&mut empty) {
                    text.push(b',');
                }
                write_member(*field, answer, text);
            }
        }
        text.extend_from_slice(b"}\n");
    }
}

fn write_member(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    text.push(b'"');
    text.extend_from_slice(field.name().as_bytes());
    text.extend_from_slice(b"\":");
    write_value(field, answer, text);
}

fn write_value(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    match (field, answer.shown) {
        (Field::Answer(_), Shown::Word(word)) if word.iter().any(|b| matches!(b, b'"' | b'\\')) => {
            let word = String::from_utf8_lossy(word);
            serde_json::to_writer(text, &*word).expect("a vector takes all");
        }
        (field, _) => {
            text.push(b'"');
            match field {
                Field::Answer(_) => answer.write(text),
                Field::Status => text.extend_from_slice(answer.status.word().as_bytes()),
            }
            text.push(b'"');
        }
    }
}
