//! What is known about objects when they are read and written.

use super::{beside, members::PuzzleMember};
use crate::format::{
    answer::{EXPECTED_NAMES, Field},
    codec::ReadOptions,
    error::FormatError,
    head::Head,
    solution_frame::{FrameTexts, SolutionFrame},
};
use quadrille_core::grid::InputSymbols;

pub(super) struct NdjsonCodec {
    pub puzzle: PuzzleMember,
    /// The member with expected solutions, if it was named.
    pub solution: Option<String>,
    /// The member with transformations, if they are read.
    pub transform: Option<String>,
    pub fields: &'static [Field],
    pub symbols: InputSymbols,
    /// What comes before the cells in an object of the puzzle alone, in the two usual ways of writing it; empty if the
    /// answer replaces the puzzle.
    pub starts: Vec<Vec<u8>>,
    /// The text around solutions, if the answers are no more than that.
    pub frame: Option<SolutionFrame>,
}

impl NdjsonCodec {
    pub fn open<'h>(
        objects: impl Iterator<Item = &'h [u8]> + Clone,
        head: &Head<'_>,
        options: &ReadOptions,
    ) -> Result<Option<NdjsonCodec>, FormatError> {
        let Some(puzzle) = PuzzleMember::find(objects.clone(), head.end, options)? else { return Ok(None) };
        let solution = options.solution_column.clone();
        if options.expected_solutions && solution.as_ref() == Some(&puzzle.name) {
            let header = vec![puzzle.name];
            return Err(FormatError::NoSolutionColumn { requested: solution, usual: EXPECTED_NAMES, header });
        }
        if options.moves_solutions && !beside::refuse(objects, &puzzle.name, (head.end, options.symbols))? {
            return Ok(None);
        }
        let (symbols, frame) = (options.symbols.into(), solution_frame(options.fields));
        let is_replaced = options.fields.iter().any(|f| *f == Field::Puzzle || f.name() == puzzle.name);
        let name = serde_json::to_string(&puzzle.name).expect("a name is a string");
        let colons: &[&str] = if is_replaced { &[] } else { &[":\"", ": \""] };
        let starts = colons.iter().map(|colon| format!("{{{name}{colon}").into_bytes()).collect();
        let (transform, fields) = (options.transform_column.clone(), options.fields);
        Ok(Some(NdjsonCodec { puzzle, solution, transform, fields, symbols, starts, frame }))
    }
}

/// The text around the solutions of solved puzzles, if these fields need nothing else.
fn solution_frame(fields: &[Field]) -> Option<SolutionFrame> {
    let appended = format!(",\"{}\":\"", fields.first()?.name());
    let texts = FrameTexts {
        replacing: b"\"",
        appended: appended.as_bytes(),
        after: b"\"",
        status: [b",\"status\":\"", b"\""],
        ends: [b"}\n"; 2],
        // Its brace.
        dropped: 1,
    };
    SolutionFrame::new(fields, &texts)
}
