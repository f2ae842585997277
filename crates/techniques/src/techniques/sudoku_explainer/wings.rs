//! XY-wings and XYZ-wings.

use crate::techniques::{
    houses::{PEERS, cells, count, has_several, only, peers_in},
    position::Position,
    step::{Removals, Step, Technique},
};

/// The first XY-wing, or the first XYZ-wing.
pub(super) fn find(position: &Position, xyz: bool) -> Option<Step> {
    let [twos, threes] = position.small_cells();
    let pivots = if xyz { threes } else { twos };
    cells(pivots).filter(|&pivot| has_several(PEERS[pivot] & twos)).find_map(|pivot| {
        peers_in(pivot, twos).find_map(|first| {
            let candidates = position.candidates;
            if count(candidates[pivot] & !candidates[first]) != 1 {
                return None;
            }
            peers_in(pivot, twos).find_map(|second| wing(position, [pivot, first, second], xyz))
        })
    })
}

/// The wing of a pivot and two cells.
pub(in crate::techniques) fn wing(
    position: &Position,
    [pivot, first, second]: [usize; 3],
    xyz: bool,
) -> Option<Step> {
    let [a, b, c] = [pivot, first, second].map(|cell| position.candidates[cell]);
    if count(a | b | c) != 3 || count(a & b & c) != u32::from(xyz) {
        return None;
    }
    let digit = only(b & c)?;
    let mut victims = PEERS[first] & PEERS[second] & !(1 << pivot) & position.cells[digit];
    if xyz {
        victims &= PEERS[pivot];
    }
    let (technique, rating) = if xyz { (Technique::XyzWing, 44) } else { (Technique::XyWing, 42) };
    let step = Step::remove(technique, rating, Removals::of(digit, victims))?;
    Some(step.pattern(1 << pivot | 1 << first | 1 << second, a | b | c))
}
