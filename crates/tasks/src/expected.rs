//! Compares the answers that records bring with the rules.

use super::{Answers, Beside, Boards, Record, mismatch};
use quadrille_core::{engine::SearchReport, grid::Variants};

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
        let expected = beside.solution(index);
        let puzzle = boards.puzzle(place);
        if let Some(mismatch) = mismatch::find(&expected, (&puzzle, variants), &report, cells) {
            answers.tally.mismatches += 1;
            answers.mismatches.push((index, mismatch));
        }
    }
}
