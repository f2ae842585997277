//! Reads objects: their puzzles, and where the members are that are checked or replaced.

use super::{
    codec::NdjsonCodec,
    members::{NULL, unescaped},
};
use crate::format::{
    answer::SOLUTION_NAMES,
    pencilmark,
    record_batch::RecordBatch,
    record_span::{RecordSpan, Span},
};
use quadrille_grid::{NineRow, field::parse_field};
use quadrille_tasks::{ColumnPlace, ColumnSpec, Malformed};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// The values of an object's members that are read or replaced, as they are written.
#[derive(Default)]
pub(super) struct Values<'t> {
    puzzle: Option<&'t str>,
    expected: [Option<&'t str>; SOLUTION_NAMES.len()],
    replaced: [Option<&'t str>; ColumnSpec::MOST],
}

/// The meaning of the name of a member. Each has whether the name is written in the same letter case.
#[derive(Clone, Copy, Default)]
pub(super) struct MemberRole {
    pub puzzle: Option<bool>,
    /// The index of its name in [`SOLUTION_NAMES`].
    pub expected: Option<(usize, bool)>,
    /// The number of the column of the answers that replaces it.
    pub replaced: Option<(usize, bool)>,
}

/// Sets the value of a name. If several names differ only in letter case, the one in the same case counts, or else the first.
fn set<'t>(value: &mut Option<&'t str>, found: &'t str, is_same_case: bool) {
    if value.is_none() || is_same_case {
        *value = Some(found);
    }
}

impl NdjsonCodec {
    /// Reads an object that follows `indent` bytes in its line, if this is known.
    pub(super) fn parse_object<'t>(
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

    /// Refuses an object with several members in which the answer to verify may be.
    fn refuse_several(&self, values: &Values<'_>) -> Result<(), Malformed> {
        let mut names = SOLUTION_NAMES.iter().zip(&values.expected).filter(|(_, value)| value.is_some());
        match (names.next(), names.next()) {
            (Some((one, _)), Some((other, _))) if self.one_answer => Err(Malformed::TwoAnswers(one, other)),
            _ => Ok(()),
        }
    }

    pub(super) fn role(&self, name: &str) -> MemberRole {
        let compare = |wanted: &str| wanted.eq_ignore_ascii_case(name).then(|| wanted == name);
        let numbered = |number: usize, is_same_case: Option<bool>| Some((number, is_same_case?));
        let puzzle = compare(&self.puzzle.name);
        MemberRole {
            puzzle,
            expected: match &self.solution {
                _ if puzzle.is_some() => None,
                Some(solution) => numbered(0, compare(solution)),
                None => SOLUTION_NAMES.iter().enumerate().find_map(|(i, name)| numbered(i, compare(name))),
            },
            replaced: self.columns.iter().enumerate().find_map(|(number, column)| {
                let is_same_case = match column.place {
                    ColumnPlace::Puzzle => puzzle,
                    // It is the expected one, wherever that is found.
                    ColumnPlace::Solution => None,
                    ColumnPlace::Read | ColumnPlace::Named | ColumnPlace::Member => compare(&column.name),
                };
                numbered(number, is_same_case)
            }),
        }
    }

    /// Reads an object that is at `start` in its chunk, after `indent` bytes of its line if this is known.
    pub(super) fn read_line(
        &self,
        line: &[u8],
        (start, indent): (usize, Option<usize>),
        batch: &mut RecordBatch,
    ) {
        let mut span = RecordSpan::new(start..start + line.len());
        // Filled in place: it has 176 bytes, which were copied several times for each record.
        let mut values = Values::default();
        let read = self.parse_object(line, indent, &mut values).and_then(|()| self.refuse_several(&values));
        if read.is_ok() {
            // A value is a slice of the line, so its address gives its position.
            let place = |value: &str| -> Span {
                let at = start + (value.as_ptr().addr() - line.as_ptr().addr());
                (at..at + value.len()).into()
            };
            span.expected = values.expected.iter().flatten().next().map_or(Span::NONE, |v| place(v));
            span.replaced = values.replaced.map(|v| v.map_or(Span::NONE, place));
            let solution = self.columns.iter().position(|column| column.place == ColumnPlace::Solution);
            if let Some(solution) = solution {
                span.replaced[solution] = span.expected;
            }
            // Most puzzles are strings of 81 cells, without an escape then.
            if !self.has_candidates
                && let Some([b'"', nine @ .., b'"']) = values.puzzle.map(str::as_bytes)
                && let Ok(nine) = nine.try_into()
                && batch.push_nine(nine, Some(span))
            {
                return;
            }
        }
        let text = read.and_then(|()| puzzle_text(values.puzzle));
        if self.has_candidates {
            batch.push_with_extras(batch.lines, Some(span), |cells, extras| {
                pencilmark::read_field(&text?, self.symbols, cells, extras)
            });
        } else {
            batch.push(batch.lines, Some(span), |cells| Ok(parse_field(&text?, self.symbols, cells)?));
        }
    }

    /// Whether the puzzle of an object is candidates.
    pub(super) fn holds_candidates(&self, object: &[u8]) -> bool {
        let mut values = Values::default();
        let is_read = self.parse_object(object, None, &mut values).is_ok();
        is_read && puzzle_text(values.puzzle).is_ok_and(|text| pencilmark::are_marks(&text))
    }

    /// Reads the lines from `start` on that are objects of one member, a 9×9 puzzle, as most programs write them, all in the
    /// same way. Gives how many bytes they are.
    pub(super) fn read_lone_puzzles(&self, chunk: &[u8], start: usize, batch: &mut RecordBatch) -> usize {
        let text = &chunk[start..];
        let mut starts = self.starts.iter().filter(|_| !self.has_candidates);
        let Some(begin) = starts.find(|begin| text.starts_with(begin)) else { return 0 };
        let row = NineRow::Framed(begin, b"\"}\n");
        if text.len() < row.bytes() {
            return 0;
        }
        batch.push_nine_rows(text, row, RecordSpan::new(start..start + row.bytes() - 1))
    }
}

/// The text of the member with the puzzle.
fn puzzle_text(value: Option<&str>) -> Result<Cow<'_, [u8]>, Malformed> {
    const NOT_A_STRING: Malformed = Malformed::Other("the puzzle is neither a string nor an array");
    let value = value.ok_or(Malformed::Other("no member contains the puzzle"))?;
    if !value.starts_with(['"', '[']) {
        return Err(NOT_A_STRING);
    }
    unescaped(value.as_bytes()).ok_or(NOT_A_STRING)
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
            if let Some(is_same_case) = role.puzzle {
                set(&mut values.puzzle, value, is_same_case);
            }
            if let Some((i, is_same_case)) = role.expected.filter(|_| value != NULL) {
                set(&mut values.expected[i], value, is_same_case);
            }
            if let Some((i, is_same_case)) = role.replaced {
                set(&mut values.replaced[i], value, is_same_case);
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
