//! Solutions beside puzzles where nobody looks for them: in a column without a usual name, or after the grid
//! of a line. The first records of an input show them.

use super::{
    columns::SAMPLE,
    error::FormatError,
    head::Head,
    kind::{self, FormatKind},
};
use quadrille_base::framing::HeadEnd;
use quadrille_grid::{
    Alphabet, Shape, Symbols,
    cells::{grid_end, is_record},
    field::parse_field,
};

/// The givens of a puzzle.
struct Givens {
    shape: Shape,
    alphabet: Alphabet,
    cells: Vec<u8>,
}

impl Givens {
    fn read(field: &[u8], symbols: Symbols) -> Option<Givens> {
        let mut cells = Vec::new();
        let (shape, alphabet) = parse_field(field, symbols, &mut cells).ok()?;
        Some(Givens { shape, alphabet, cells })
    }

    /// Whether a field holds a complete board of the same size with these givens. Other complete boards, such as
    /// canonical grids, are not solutions.
    fn is_solved_by(&self, field: &[u8]) -> bool {
        let mut solution = Vec::new();
        parse_field(field, self.alphabet, &mut solution).is_ok_and(|(shape, _)| shape == self.shape)
            && self
                .cells
                .iter()
                .zip(&solution)
                .all(|(given, digit)| *digit > 0 && [0, *digit].contains(given))
    }
}

/// Which columns or members of the first records hold solutions.
pub(super) struct SolutionColumns {
    symbols: Symbols,
    /// In the order in which they were first seen.
    found: Vec<usize>,
}

impl SolutionColumns {
    pub fn new(symbols: Symbols) -> SolutionColumns {
        SolutionColumns { symbols, found: Vec::new() }
    }

    /// Notes the fields of a record, of which `puzzle` is the puzzle and `taken` is known to be the solution. `column`
    /// is the column of a field.
    pub fn note<F: AsRef<[u8]>>(
        &mut self,
        fields: &[F],
        (puzzle, taken): (usize, Option<usize>),
        mut column: impl FnMut(usize) -> usize,
    ) {
        let givens = fields.get(puzzle).and_then(|field| Givens::read(field.as_ref(), self.symbols));
        let Some(givens) = givens else { return };
        for (i, field) in fields.iter().enumerate() {
            if i != puzzle && Some(i) != taken && givens.is_solved_by(field.as_ref()) {
                let column = column(i);
                if !self.found.contains(&column) {
                    self.found.push(column);
                }
            }
        }
    }

    /// Refuses the input if there are any.
    pub fn refuse(
        self,
        format: FormatKind,
        names: &[String],
        taken: Option<&str>,
    ) -> Result<(), FormatError> {
        if self.found.is_empty() {
            return Ok(());
        }
        let columns = self.found.iter().map(|&column| names[column].clone()).collect();
        Err(FormatError::UnmovedSolutions { format, columns, taken: taken.map(Into::into) })
    }
}

/// Refuses lines with a solution after the grid. Returns `false` if more bytes are needed to decide.
pub(super) fn refuse_in_lines(head: &Head<'_>, symbols: Symbols) -> Result<bool, FormatError> {
    let lines = head.lines();
    let mut records = 0;
    for line in lines.into_iter().filter(|line| is_record(line)).take(SAMPLE) {
        records += 1;
        let (grid, rest) = line.split_at(grid_end(line));
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;:|\"".contains(byte);
        let start = rest.iter().position(|byte| !is_between(byte)).unwrap_or(rest.len());
        let text = rest[start..].split(is_between).next().unwrap_or_default();
        if Givens::read(grid, symbols).is_some_and(|givens| givens.is_solved_by(text)) {
            return Err(FormatError::UnmovedSolutions {
                format: kind::LINE,
                columns: Vec::new(),
                taken: None,
            });
        }
    }
    Ok(records == SAMPLE || head.end != HeadEnd::More)
}
