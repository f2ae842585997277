//! Members with solutions that are not recognized as the solutions of their objects, or that are not the only ones.

use super::members::{NULL, members, unescaped};
use crate::format::{
    answer::{self, SOLUTION_NAMES},
    beside::SolutionColumns,
    columns::{self, SAMPLE},
    error::FormatError,
    kind::NDJSON,
};
use quadrille_base::framing::HeadEnd;
use quadrille_grid::Symbols;

/// Refuses objects if the first ones have solutions in another member than the one that is taken. Returns `false` if
/// more objects are needed to decide.
pub(super) fn refuse<'h>(
    objects: impl Iterator<Item = &'h [u8]>,
    puzzle: &str,
    (end, symbols): (HeadEnd, Symbols),
) -> Result<bool, FormatError> {
    let (mut solutions, mut seen) = (SolutionColumns::new(symbols), 0);
    let (mut names, mut taken_name) = (Vec::<String>::new(), None);
    for object in objects.take(SAMPLE) {
        seen += 1;
        let Some(members) = members(object) else { continue };
        let names_of_object: Vec<&str> = members.iter().map(|(name, _)| &**name).collect();
        let find = |name: &str| columns::find(&names_of_object, name);
        let Some(puzzle) = find(puzzle) else { continue };
        let taken = SOLUTION_NAMES.iter().find_map(|name| find(name).filter(|member| *member != puzzle));
        taken_name = taken_name.or_else(|| taken.map(|member| members[member].0.clone()));
        let value = |value: &'h [u8]| unescaped(value).unwrap_or_default();
        let fields: Vec<_> = members.iter().map(|(_, text)| value(text.get().as_bytes())).collect();
        solutions.note(&fields, (puzzle, taken), |member| {
            let name = &members[member].0;
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
        });
    }
    solutions.refuse(NDJSON, &names, taken_name.as_deref())?;
    Ok(seen == SAMPLE || end != HeadEnd::More)
}

/// Refuses objects if one of the first has several members in which the answer to verify may be. Returns `false` if more
/// objects are needed to decide.
pub(super) fn refuse_several<'h>(
    objects: impl Iterator<Item = &'h [u8]>,
    puzzle: &str,
    end: HeadEnd,
) -> Result<bool, FormatError> {
    let mut seen = 0;
    for object in objects.take(SAMPLE) {
        seen += 1;
        let members = members(object).into_iter().flatten().filter(|(_, value)| value.get() != NULL);
        let may_be_answer = |name: &String| {
            !name.eq_ignore_ascii_case(puzzle) && columns::find(SOLUTION_NAMES, name).is_some()
        };
        answer::refuse_several(NDJSON, members.map(|(name, _)| name).filter(may_be_answer))?;
    }
    Ok(seen == SAMPLE || end != HeadEnd::More)
}
