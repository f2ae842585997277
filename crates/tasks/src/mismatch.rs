//! Why the answer that a record brings is not a solution.

use crate::PuzzleView;

use quadrille_engines::{Outcome, SearchReport, solver::verified::is_right};
use quadrille_grid::{ParsePuzzleError, RuleKind, Shape, Variants, cells::ByteDisplay, field::parse_field};
use std::fmt;

/// Why the answer that a record brings is not a solution of its puzzle, and the cell that shows it. [`Check`](crate::Check)
/// and other tasks find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Row and column of the cell, from 1. `None` if the answer is not a board of the puzzle's size.
    pub cell: Option<(usize, usize)>,
    /// The error.
    pub reason: MismatchReason,
}

/// The error of an answer, or of one of its cells, that [`Check`](crate::Check) and other tasks find. Digits are written as in the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MismatchReason {
    /// There is no answer, though the puzzle has a solution or none was searched for.
    Missing,
    /// The answer has another number of cells than the puzzle.
    Cells(usize),
    /// A byte that is not a symbol of a digit.
    NoSymbol(u8),
    /// A number that is not a digit of a board of this side. `None` if it is not known.
    NoDigit(Option<i128>, usize),
    /// The row of this number, from 1, has another number of cells than the answer has rows.
    RowCells(usize, usize),
    /// The cell is empty.
    Empty,
    /// The digit of this cell, and the other one that the puzzle gives.
    Given(DigitText, DigitText),
    /// The digit is not one of the candidates of the cell.
    NoCandidate(DigitText),
    /// The digit is in an earlier cell too, against this rule.
    Twice(DigitText, RuleKind),
    /// The answer breaks a rule in another way.
    NoSolution,
}

/// A digit of a [`MismatchReason`] as its record has it; see [`Check`](crate::Check).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DigitText {
    /// In text.
    Symbol(char),
    /// In a list, or as a byte.
    Number(u8),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((row, column)) = self.cell {
            write!(f, "r{row}c{column}: ")?;
        }
        self.reason.fmt(f)
    }
}

impl fmt::Display for MismatchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MismatchReason::Missing => f.write_str("no answer"),
            MismatchReason::Cells(1) => f.write_str("1 cell"),
            MismatchReason::Cells(count) => write!(f, "{count} cells"),
            MismatchReason::NoSymbol(byte) => write!(f, "{} is not a symbol of a digit", ByteDisplay(*byte)),
            MismatchReason::NoDigit(number, side) => {
                number.map_or(Ok(()), |number| write!(f, "{number} is "))?;
                write!(f, "not a digit of a {side}×{side} board")
            }
            MismatchReason::RowCells(row, count) => {
                write!(f, "row {row}: {}", MismatchReason::Cells(*count))
            }
            MismatchReason::Empty => f.write_str("empty"),
            MismatchReason::Given(digit, given) => write!(f, "{digit} instead of the given {given}"),
            MismatchReason::NoCandidate(digit) => write!(f, "{digit} is not a candidate"),
            MismatchReason::Twice(digit, kind) if kind.is_house() => write!(f, "{digit} twice in its {kind}"),
            MismatchReason::Twice(digit, kind) => write!(f, "{digit} twice, {kind}"),
            MismatchReason::NoSolution => f.write_str("not a solution of the puzzle"),
        }
    }
}

impl fmt::Display for DigitText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DigitText::Symbol(symbol) => symbol.fmt(f),
            DigitText::Number(number) => number.fmt(f),
        }
    }
}

/// Compares the expected answer of a record with the rules: it must be a solution of the puzzle, or nothing if there
/// is none. `cells` is a buffer.
#[inline(never)]
pub(super) fn find(
    expected: &[u8],
    (puzzle, variants): (&PuzzleView<'_>, &Variants),
    report: &SearchReport,
    cells: &mut Vec<u8>,
) -> Option<Mismatch> {
    cells.clear();
    let expected = expected.trim_ascii();
    let whole = |reason| Some(Mismatch { cell: None, reason });
    match parse_field(expected, puzzle.alphabet, cells) {
        Ok((shape, _)) => in_board(shape, (puzzle, variants), cells, |digit| match are_numbers(expected) {
            true => DigitText::Number(digit),
            false => DigitText::Symbol(puzzle.alphabet.symbol(digit).into()),
        }),
        Err(_) if expected.is_empty() || expected == b"!none" => {
            if report.outcome == Outcome::None {
                None
            } else {
                whole(MismatchReason::Missing)
            }
        }
        Err(ParsePuzzleError::Symbol { column, byte, side }) if side == puzzle.shape.side() => {
            Some(at_cell(puzzle.shape, column - 1, MismatchReason::NoSymbol(byte)))
        }
        Err(_) => whole(MismatchReason::Cells(String::from_utf8_lossy(expected).chars().count())),
    }
}

/// Whether a board has numbers of two digits, as in `[[1,16,…` or `1 16 …`.
#[cold]
fn are_numbers(board: &[u8]) -> bool {
    let is_pair = |text: &[u8]| text.len() == 2 && text.iter().all(u8::is_ascii_digit);
    board.split(|byte| !byte.is_ascii_alphanumeric()).any(is_pair)
}

/// The same for an answer of numbers, which are in `cells`. Zeros alone mean that there is no solution.
pub(super) fn find_in_numbers(
    read: Result<Shape, Mismatch>,
    (puzzle, variants): (&PuzzleView<'_>, &Variants),
    report: &SearchReport,
    cells: &[u8],
) -> Option<Mismatch> {
    match read {
        Ok(_) if report.outcome == Outcome::None && cells.iter().all(|digit| *digit == 0) => None,
        Ok(shape) => in_board(shape, (puzzle, variants), cells, DigitText::Number),
        Err(mismatch) => Some(mismatch),
    }
}

/// Compares a board with the rules.
fn in_board(
    shape: Shape,
    (puzzle, variants): (&PuzzleView<'_>, &Variants),
    cells: &[u8],
    text: impl Fn(u8) -> DigitText,
) -> Option<Mismatch> {
    if shape != puzzle.shape {
        return Some(Mismatch { cell: None, reason: MismatchReason::Cells(shape.area()) });
    }
    let right = is_right(shape, variants, puzzle.extras, puzzle.cells, cells);
    (!right).then(|| in_cells(puzzle, variants, cells, &text))
}

fn at_cell(shape: Shape, cell: usize, reason: MismatchReason) -> Mismatch {
    Mismatch { cell: Some((cell / shape.side() + 1, cell % shape.side() + 1)), reason }
}

/// The first mistake of an answer that is not a solution.
#[cold]
fn in_cells(
    puzzle: &PuzzleView<'_>,
    variants: &Variants,
    answer: &[u8],
    text: &dyn Fn(u8) -> DigitText,
) -> Mismatch {
    let mistake = |cell: usize| {
        let (given, digit) = (puzzle.cells[cell], answer[cell]);
        let candidates = puzzle.extras.candidates.map_or(u32::MAX, |candidates| candidates[cell]);
        match digit {
            0 => Some(MismatchReason::Empty),
            _ if given != 0 && given != digit => Some(MismatchReason::Given(text(digit), text(given))),
            _ if candidates >> (digit - 1) & 1 == 0 => Some(MismatchReason::NoCandidate(text(digit))),
            _ => None,
        }
    };
    if let Some((cell, reason)) = (0..answer.len()).find_map(|cell| Some((cell, mistake(cell)?))) {
        return at_cell(puzzle.shape, cell, reason);
    }
    match repeated(puzzle, variants, answer) {
        Some((cell, kind)) => at_cell(puzzle.shape, cell, MismatchReason::Twice(text(answer[cell]), kind)),
        None => Mismatch { cell: None, reason: MismatchReason::NoSolution },
    }
}

/// The first cell whose digit is in an earlier cell of a house or of an exclusion too.
fn repeated(puzzle: &PuzzleView<'_>, variants: &Variants, answer: &[u8]) -> Option<(usize, RuleKind)> {
    let rules = puzzle.extras.rules(puzzle.shape, variants).ok()?;
    let mut first: Option<(usize, RuleKind)> = None;
    let mut note = |cell: usize, kind| match first {
        Some((earlier, _)) if earlier <= cell => {}
        _ => first = Some((cell, kind)),
    };
    for (index, house) in rules.houses().enumerate() {
        let mut seen = 0u32;
        for cell in house.iter().map(|&cell| usize::from(cell)) {
            if seen >> answer[cell] & 1 != 0 {
                note(cell, rules.house_kind(index).0);
                break;
            }
            seen |= 1 << answer[cell];
        }
    }
    for (index, &[a, b]) in rules.exclusions().iter().enumerate() {
        if answer[usize::from(a)] == answer[usize::from(b)] {
            note(b.into(), rules.exclusion_kind(index));
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_a_single_wrong_cell_is_said_not_to_be_a_solution() {
        let mismatch = Mismatch { cell: None, reason: MismatchReason::NoSolution };
        assert_eq!(mismatch.to_string(), "not a solution of the puzzle");
    }
}
