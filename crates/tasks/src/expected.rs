//! Compares the answers that records bring with the rules.

use super::{Answers, Beside, Boards, Record, mismatch};
use quadrille_engines::SearchReport;
use quadrille_grid::Variants;

/// Finds the mismatches of the records before `end`. `cells` is a buffer.
pub(super) fn find_mismatches(
    (boards, beside): (&Boards, &dyn Beside),
    variants: &Variants,
    end: usize,
    answers: &mut Answers<'_>,
    cells: &mut Vec<u8>,
) {
    for (index, record) in boards.records().take(end).enumerate() {
        let Record::Board(place) = record else { continue };
        let report: SearchReport = answers.report(place).copied().unwrap_or_default();
        let puzzle = boards.puzzle(place);
        cells.clear();
        let found = match beside.numbers(index, cells) {
            Some(read) => mismatch::find_in_numbers(read, (&puzzle, variants), &report, cells),
            None => mismatch::find(&beside.solution(index), (&puzzle, variants), &report, cells),
        };
        if let Some(mismatch) = found {
            answers.tally.mismatches += 1;
            answers.mismatches.push((index, mismatch));
        }
    }
}
