//! Digits for a pattern with which the puzzle has one solution.
//!
//! The pattern starts with the digits of a random grid. A step replaces the digits of a few cells by the digits of
//! another solution of the other cells, if the puzzle then has no more solutions than before, or only a few more.

use super::{exchange::Solved, given_units::GivenUnits, nine::NineSolutions};
use quadrille_base::random::Stream;

/// Solutions that are counted. A pattern with more of them is hardly ever filled by random steps.
const COUNTED: usize = 1_000;
/// Solutions of the other cells among which the next digits are drawn.
const DRAWN: usize = 100;
/// Steps in a row without fewer solutions after which a climb is given up.
const IDLE: u32 = 2_000;
/// Cells that are exchanged at a time.
const CELLS: usize = 4;

/// Changes the digits of the pattern until the puzzle has one solution, and returns whether it has. `goes_on` gets the
/// number of tries, and returns whether to continue.
pub(super) fn fill(
    search: &mut NineSolutions,
    given_units: &GivenUnits,
    puzzle: &mut Solved,
    stream: &mut Stream,
    mut goes_on: impl FnMut(u64) -> bool,
) -> bool {
    let mut solutions = search.count(&puzzle.cells, COUNTED);
    let (mut fewest, mut idle) = (solutions, 0);
    while solutions > 1 {
        idle += 1;
        if idle > IDLE || !goes_on(1) {
            return false;
        }
        let mut next = *puzzle;
        let cells: Vec<usize> = (0..1 + stream.below(CELLS))
            .flat_map(|_| given_units.unit(stream.below(given_units.len())))
            .collect();
        cells.iter().for_each(|&cell| next.cells[cell] = 0);
        let drawn = search.find(&next.cells, DRAWN);
        next.solution = drawn[stream.below(drawn.len())];
        cells.iter().for_each(|&cell| next.cells[cell] = next.solution[cell]);
        let counted = search.count(&next.cells, COUNTED);
        if counted <= solutions + solutions / 16 {
            (*puzzle, solutions) = (next, counted);
        }
        if solutions < fewest {
            (fewest, idle) = (solutions, 0);
        }
    }
    true
}
