//! The boards of one record, moved by a transformation.

use crate::format::parse_field;
use quadrille_grid::{Alphabet, NineText, Refusal, Shape};
use quadrille_puzzles::symmetry::Motion;
use quadrille_tasks::Malformed;

const NINE: usize = Shape::NINE.area();

/// The boards of a record and their morphs. They stay with the worker, to be filled again.
#[derive(Default)]
pub(super) struct MovedBoards {
    /// The solution that the record brings, if it brings one.
    solution: Vec<u8>,
    puzzle_morph: Vec<u8>,
    solution_morph: Vec<u8>,
    /// Morphs of 9×9 puzzles that will be lines, written together.
    lines: Vec<u8>,
}

impl MovedBoards {
    /// Reads the solution of a record; false if there is none. A text that an earlier run wrote in its place, such as `!none`,
    /// does not count.
    #[inline]
    pub fn read_solution(
        &mut self,
        text: &[u8],
        (shape, alphabet, givens): (Shape, Alphabet, &[u8]),
        nine_text: NineText,
    ) -> Result<bool, Malformed> {
        self.solution.clear();
        let found = match text.try_into() {
            Ok(nine) if shape == Shape::NINE && nine_text.read(nine, &mut self.solution) => Shape::NINE,
            _ => match self.read_any_solution(text, alphabet)? {
                Some(found) => found,
                None => return Ok(false),
            },
        };
        Refusal::of_solution((shape, givens), (found, &self.solution)).map_or(Ok(true), |r| Err(r.into()))
    }

    /// Takes a solution that was read elsewhere.
    #[cfg(feature = "parquet")]
    pub fn set_solution(&mut self, cells: &[u8]) {
        self.solution.clear();
        self.solution.extend_from_slice(cells);
    }

    #[inline(never)]
    fn read_any_solution(&mut self, text: &[u8], alphabet: Alphabet) -> Result<Option<Shape>, Malformed> {
        if text.trim_ascii().is_empty() || text.starts_with(b"!") || text == b"null" {
            return Ok(None);
        }
        let (found, _) = parse_field(text, alphabet, &mut self.solution).map_err(Refusal::Solution)?;
        Ok(Some(found))
    }

    /// Moves a puzzle and, if there is one, the solution that was read.
    #[inline]
    pub fn apply(&mut self, motion: &Motion, cells: &[u8], has_solution: bool) -> (&[u8], Option<&[u8]>) {
        self.puzzle_morph.resize(cells.len(), 0);
        motion.apply(cells, &mut self.puzzle_morph);
        if has_solution {
            self.solution_morph.resize(cells.len(), 0);
            motion.apply(&self.solution, &mut self.solution_morph);
        }
        (&self.puzzle_morph, has_solution.then_some(&*self.solution_morph))
    }

    /// Moves a 9×9 puzzle that will be a line.
    #[inline]
    pub fn push_line(&mut self, motion: &Motion, cells: &[u8]) {
        let start = self.lines.len();
        self.lines.resize(start + NINE, 0);
        motion.apply(cells, &mut self.lines[start..]);
    }

    /// The bytes of the lines that are not written yet.
    pub fn unwritten(&self) -> usize {
        self.lines.len() / NINE * (NINE + 1)
    }

    /// Writes these lines.
    pub fn write_lines(&mut self, nine_text: NineText, text: &mut Vec<u8>) {
        if !self.lines.is_empty() {
            nine_text.write_lines(&self.lines, text);
            self.lines.clear();
        }
    }
}
