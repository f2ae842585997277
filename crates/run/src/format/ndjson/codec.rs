//! The layout of objects that are read and written.

use super::{
    beside,
    members::{PuzzleMember, members},
};
use crate::format::{
    answer::SOLUTION_NAMES,
    codec::ReadOptions,
    columns::SAMPLE,
    error::FormatError,
    head::Head,
    solution_frame::{FrameTexts, SolutionFrame},
};
use quadrille_grid::InputSymbols;
use quadrille_tasks::{ColumnPlace, ColumnSpec};
use std::sync::Arc;

pub(super) struct NdjsonCodec {
    pub puzzle: PuzzleMember,
    /// The member with expected solutions, if it was named.
    pub solution: Option<String>,
    /// Whether objects with several members for expected solutions are malformed: the solutions are verified, and no
    /// member was named.
    pub one_answer: bool,
    /// The columns of the answers.
    pub columns: Arc<[ColumnSpec]>,
    pub symbols: InputSymbols,
    /// Whether the puzzles are candidates, as the puzzle of the first object is.
    pub has_candidates: bool,
    /// The text before the cells in an object of the puzzle alone, in the two usual ways of writing it; empty if the
    /// answer replaces the puzzle.
    pub starts: Vec<Vec<u8>>,
    /// The text around solutions, if the answers are solutions alone.
    pub frame: Option<SolutionFrame>,
    /// See [`Capabilities::overwritten`](crate::format::Capabilities::overwritten); of the first objects.
    pub overwritten: Vec<String>,
    /// See [`Capabilities::other_columns`](crate::format::Capabilities::other_columns); of the first objects.
    pub other_columns: bool,
}

impl NdjsonCodec {
    pub fn open<'h>(
        objects: impl Iterator<Item = &'h [u8]> + Clone,
        head: &Head<'_>,
        options: &ReadOptions,
    ) -> Result<Option<NdjsonCodec>, FormatError> {
        let Some(puzzle) = PuzzleMember::find(objects.clone(), head.end, options)? else { return Ok(None) };
        let solution = options.solution_column.clone();
        let is_puzzle = |name: &str| name.eq_ignore_ascii_case(&puzzle.name);
        if options.expected_solutions && solution.as_deref().is_some_and(is_puzzle) {
            let header = vec![puzzle.name];
            return Err(FormatError::NoSolutionColumn { requested: solution, usual: SOLUTION_NAMES, header });
        }
        if options.moves_solutions
            && !beside::refuse(objects.clone(), &puzzle.name, (head.end, options.symbols))?
        {
            return Ok(None);
        }
        let one_answer = options.expected_solutions && solution.is_none();
        if one_answer && !beside::refuse_several(objects.clone(), &puzzle.name, head.end)? {
            return Ok(None);
        }
        let (symbols, frame) = (options.symbols.into(), solution_frame(&options.columns));
        let is_replaced = options
            .columns
            .iter()
            .any(|column| column.place == ColumnPlace::Puzzle || is_puzzle(&column.name));
        let name = serde_json::to_string(&puzzle.name).expect("a name is a string");
        let colons: &[&str] = if is_replaced { &[] } else { &[":\"", ": \""] };
        let starts = colons.iter().map(|colon| format!("{{{name}{colon}").into_bytes()).collect();
        let columns = options.columns.clone();
        let (overwritten, other_columns) = (Vec::new(), false);
        let mut codec = NdjsonCodec {
            puzzle,
            solution,
            one_answer,
            columns,
            symbols,
            has_candidates: false,
            starts,
            frame,
            overwritten,
            other_columns,
        };
        codec.has_candidates = objects.clone().next().is_some_and(|object| codec.holds_candidates(object));
        codec.note_members(objects);
        Ok(Some(codec))
    }

    /// Notes which members of the first objects are overwritten, and whether there are others.
    fn note_members<'h>(&mut self, objects: impl Iterator<Item = &'h [u8]>) {
        let moves_solutions = self.columns.iter().any(|column| column.place == ColumnPlace::Solution);
        for members in objects.take(SAMPLE).filter_map(members) {
            let mut replaced: Vec<Option<String>> = vec![None; self.columns.len()];
            for (name, _) in members {
                let role = self.role(&name);
                match role.replaced {
                    // As the value is chosen: the name in the same case, or else the first.
                    Some((at, is_same_case)) if replaced[at].is_none() || is_same_case => {
                        self.other_columns |= replaced[at].replace(name).is_some();
                    }
                    Some(_) => self.other_columns = true,
                    None if role.puzzle.is_none() => {
                        self.other_columns |= !(moves_solutions && role.expected.is_some());
                    }
                    None => {}
                }
            }
            let named = self.columns.iter().zip(replaced).filter(|(column, _)| column.is_named());
            for name in named.filter_map(|(_, replaced)| replaced) {
                if !self.overwritten.contains(&name) {
                    self.overwritten.push(name);
                }
            }
        }
    }
}

/// The text around the solutions of solved puzzles, if these columns need nothing else.
fn solution_frame(columns: &[ColumnSpec]) -> Option<SolutionFrame> {
    let appended = format!(",\"{}\":\"", columns.first()?.name);
    let texts = FrameTexts {
        replacing: b"\"",
        appended: appended.as_bytes(),
        after: b"\"",
        status: [b",\"status\":\"", b"\""],
        ends: [b"}\n"; 2],
        // Its brace.
        dropped: 1,
    };
    SolutionFrame::new(columns, &texts)
}
