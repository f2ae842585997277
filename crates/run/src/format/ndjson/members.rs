//! Which member of objects holds the puzzles, by the first objects of an input.

use crate::format::{
    answer::SOLUTION_NAMES,
    codec::ReadOptions,
    columns::{self, Content, Contents, SAMPLE},
    error::FormatError,
    kind::NDJSON,
};
use quadrille_base::framing::HeadEnd;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// The member with the puzzles.
pub(super) struct PuzzleMember {
    pub name: String,
    /// Whether it was found by what it holds and has none of the usual names.
    pub is_found: bool,
}

impl PuzzleMember {
    /// Finds the member by the first objects of a head with this end. `Ok(None)` if more bytes are needed.
    ///
    /// If there is no object that can be read, the name is the one that was asked for, or `puzzle`.
    pub fn find<'h>(
        objects: impl Iterator<Item = &'h [u8]>,
        end: HeadEnd,
        options: &ReadOptions,
    ) -> Result<Option<PuzzleMember>, FormatError> {
        let requested = options.column.as_deref();
        let (mut names, mut contents, mut seen) = (Vec::<String>::new(), Contents::default(), 0);
        for object in objects.take(SAMPLE) {
            seen += 1;
            let Some(members) = members(object) else { continue };
            let of_object: Vec<&str> = members.iter().map(|(name, _)| &**name).collect();
            if let Some(member) = columns::by_name(&of_object, requested) {
                let name = requested.unwrap_or(of_object[member]).to_owned();
                return Ok(Some(PuzzleMember { name, is_found: false }));
            }
            for (name, value) in members {
                let known = names.iter().position(|known| *known == name);
                let column = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                let text = unescaped(value.get().as_bytes()).unwrap_or_default();
                contents.note(column, Content::of(&text, options.symbols));
            }
        }
        if (seen < SAMPLE && end == HeadEnd::More) || (seen == 0 && end.can_grow()) {
            return Ok(None);
        }
        PuzzleMember::by_contents(names, &contents, options).map(Some)
    }

    fn by_contents(
        names: Vec<String>,
        contents: &Contents,
        options: &ReadOptions,
    ) -> Result<PuzzleMember, FormatError> {
        if names.is_empty() {
            let name = options.column.clone().unwrap_or_else(|| "puzzle".into());
            return Ok(PuzzleMember { name, is_found: false });
        }
        let answers =
            options.columns.iter().map(|column| &*column.name).chain(SOLUTION_NAMES.iter().copied());
        let answers: Vec<&str> = answers.collect();
        let candidates = contents.candidates(|column| columns::find(&answers, &names[column]).is_none());
        match candidates[..] {
            [column] if options.column.is_none() => {
                let is_found = !columns::is_usual(&names[column]);
                Ok(PuzzleMember { name: names[column].clone(), is_found })
            }
            _ => Err(FormatError::NoPuzzleColumn {
                format: NDJSON,
                is_table: false,
                requested: options.column.clone(),
                candidates: candidates.iter().map(|&column| names[column].clone()).collect(),
                header: names,
            }),
        }
    }
}

/// The value of a member that holds nothing.
pub(super) const NULL: &str = "null";

/// The members of an object, in order; `None` if the line is not an object.
pub(super) fn members(line: &[u8]) -> Option<Vec<(String, &RawValue)>> {
    let mut parser = serde_json::Deserializer::from_slice(line);
    let members = parser.deserialize_map(MembersVisitor).ok()?;
    parser.end().ok().map(|()| members)
}

struct MembersVisitor;

impl<'t> Visitor<'t> for MembersVisitor {
    type Value = Vec<(String, &'t RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

/// The contents of a JSON string. Any other value is returned as it is; `None` if an escape is
/// invalid.
pub(super) fn unescaped(value: &[u8]) -> Option<Cow<'_, [u8]>> {
    match value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")) {
        Some(text) if text.contains(&b'\\') => {
            serde_json::from_slice::<String>(value).ok().map(|text| Cow::Owned(text.into_bytes()))
        }
        Some(text) => Some(Cow::Borrowed(text)),
        None => Some(Cow::Borrowed(value)),
    }
}
