//! Checks rows: a puzzle with one solution, and its answer.

use super::reader::{Columns, Row};
use quadrille::{Answer, Outcome, Puzzle, Shape, Solution, Solver, tasks::FormOf};
use quadrille_puzzles::symmetry::FormSearch;
use quadrille_tasks::classes::{FormTable, PackedCells, find_form};
use std::str;

/// The cells of a board.
pub const CELLS: usize = 81;

/// A row whose answer is the only solution of its puzzle.
#[derive(Clone)]
pub struct Record {
    /// Its number in the file, from 0.
    pub number: u64,
    pub givens: [u8; CELLS],
    pub answer: [u8; CELLS],
    /// The form by which it is compared, if it is: equivalent puzzles have the same.
    pub form: Option<PackedCells>,
}

/// The result for a row.
pub enum Checked {
    Fine(Record),
    /// With the line of the file, and what is wrong.
    Invalid {
        line: u64,
        why: String,
    },
    /// With the number of an equivalent row of the test part.
    Leaked {
        number: u64,
        test: u64,
    },
}

/// The checks of rows.
#[derive(Clone, Copy)]
pub struct Checks<'a> {
    pub columns: Columns,
    /// The form by which puzzles are compared, if they are.
    pub forms: Option<FormOf>,
    /// The forms of the test rows, which must not be there.
    pub leaks: Option<&'a FormTable>,
}

impl Checks<'_> {
    /// Checks rows.
    pub fn check(&self, solver: &mut Solver, forms: &mut FormSearch, rows: &[Row]) -> Vec<Checked> {
        let puzzles: Vec<_> = rows.iter().map(|row| self.puzzle(row)).collect();
        let valid: Vec<Puzzle> = puzzles.iter().flatten().cloned().collect();
        let mut answers = solver.solve_all(&valid).into_iter();
        let mut check = |(row, puzzle): (&Row, Result<Puzzle, String>)| {
            let checked = puzzle.and_then(|puzzle| {
                let answer = answers.next().expect("an answer for each puzzle");
                Ok((self.solution(row, answer)?, puzzle))
            });
            match checked {
                Ok((solution, puzzle)) => self.finish(forms, row, (&puzzle, &solution)),
                Err(why) => Checked::Invalid { line: row.line, why },
            }
        };
        rows.iter().zip(puzzles).map(&mut check).collect()
    }

    fn puzzle(&self, row: &Row) -> Result<Puzzle, String> {
        if let Some(fault) = &row.fault {
            return Err(fault.clone());
        }
        let Some(text) = row.fields.get(self.columns.puzzle) else {
            return Err(format!("expected a puzzle and its answer, found {} fields", row.fields.len()));
        };
        let text = str::from_utf8(text).map_err(|_| "the puzzle is not UTF-8 text".to_owned())?;
        let puzzle: Puzzle = text.parse().map_err(|e| format!("puzzle: {e}"))?;
        match puzzle.shape() {
            Shape::NINE => Ok(puzzle),
            other => Err(format!("a puzzle of {other}; training sets have 9×9 puzzles")),
        }
    }

    /// The solution, if it is the answer of the row.
    fn solution(&self, row: &Row, found: Answer) -> Result<Solution, String> {
        let why = match found.outcome() {
            Outcome::Unique => None,
            Outcome::Multiple => Some("the puzzle has several solutions"),
            Outcome::None => Some("the puzzle has no solution"),
            _ => Some("the puzzle was not solved"),
        };
        if let Some(why) = why {
            return Err(why.to_owned());
        }
        let answer = row.fields.get(self.columns.answer).unwrap_or_default();
        let solution = found.into_solution().ok_or("the puzzle was not solved")?;
        let is_answer =
            answer.len() == CELLS && answer.iter().zip(solution.cells()).all(|(a, d)| *a == b'0' + d);
        if is_answer { Ok(solution) } else { Err("the answer is not the solution of the puzzle".to_owned()) }
    }

    fn finish(&self, forms: &mut FormSearch, row: &Row, (puzzle, solution): (&Puzzle, &Solution)) -> Checked {
        let mut record = Record { number: row.number, givens: [0; CELLS], answer: [0; CELLS], form: None };
        record.givens.copy_from_slice(puzzle.givens());
        record.answer.copy_from_slice(solution.cells());
        if let Some(of) = self.forms {
            let found = (Outcome::Unique, solution.cells());
            let form = find_form(forms, of, (Shape::NINE, puzzle.givens()), found);
            record.form = form.map(|form| PackedCells::new(form.cells()));
        }
        match self.leaks.and_then(|leaks| leaks.get(&record.form?)) {
            Some(&test) => Checked::Leaked { number: row.number, test },
            None => Checked::Fine(record),
        }
    }
}
