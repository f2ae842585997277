//! The reasons for steps whose pattern follows from their cells and digits.

use super::{
    bug, fish, loops,
    sets::{houses, set_of_cells},
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, HOUSES_OF, PEERS, ROW, cells, members, only},
    position::Position,
    reason::{Part, Reason, Role},
    step::{Step, Technique},
};

/// The reason for a step on the board on which it was found; empty if the step is not one of the board.
pub(super) fn of(position: &Position, step: &Step) -> Reason {
    let parts = match step.technique {
        Technique::UniqueRectangle | Technique::UniqueLoop => {
            return loops::reason(position).unwrap_or_default();
        }
        Technique::Bug => return bug::reason(position).unwrap_or_default(),
        Technique::LastValue | Technique::HiddenSingle => hidden_single(position, step),
        Technique::NakedSingle => Some(vec![Part::new(Role::Pattern, step.cells, step.digits)]),
        Technique::DirectPointing | Technique::Pointing | Technique::Claiming => locked(step),
        Technique::DirectHiddenPair | Technique::DirectHiddenTriplet => direct_hidden(position, step),
        Technique::NakedPair | Technique::NakedTriplet | Technique::NakedQuad => naked_set(step),
        Technique::HiddenPair | Technique::HiddenTriplet | Technique::HiddenQuad => {
            let set = Part::new(Role::Hidden, step.cells, step.digits);
            // A house that is too small for the search may have the set by other candidates that were removed.
            let least = 2 * step.digits.count_ones() as usize + 1;
            let is_set = |&house: &usize| {
                position.open_in(CELLS_OF[house]) >= least
                    && places(position, house, step.digits) == step.cells
            };
            houses().find(is_set).map(|house| vec![set.in_house(house)])
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => fish_of(position, step),
        Technique::XyWing | Technique::XyzWing => Some(wings(position, step)),
        Technique::AlignedPairExclusion | Technique::AlignedTripletExclusion => Some(aligned(position, step)),
        _ => None,
    };
    Reason { parts: parts.unwrap_or_default(), ..Reason::default() }
}

/// The cells of some digits in a house.
fn places(position: &Position, house: usize, digits: u16) -> u128 {
    set_of_cells(house, members(digits).fold(0, |set, digit| set | position.places[house][digit]))
}

/// The house of a kind that has all cells of a set.
fn common_house(kind: usize, set: u128) -> Option<usize> {
    let house = usize::from(HOUSES_OF[cells(set).next()?][kind].0);
    (set & !CELLS_OF[house] == 0).then_some(house)
}

fn hidden_single(position: &Position, step: &Step) -> Option<Vec<Part>> {
    let single = Part::new(Role::Pattern, step.cells, step.digits);
    let house = houses().find(|&house| {
        let is_rated = match step.rating {
            10 => position.open_in(CELLS_OF[house]) == 1,
            12 => house / 9 == BOX,
            _ => house / 9 != BOX,
        };
        is_rated && places(position, house, step.digits) == step.cells
    })?;
    Some(vec![single.in_house(house)])
}

/// The two houses that share the places of a digit, and the house in which the direct form places it.
fn locked(step: &Step) -> Option<Vec<Part>> {
    let in_box = common_house(BOX, step.cells)?;
    let line = common_house(COLUMN, step.cells).or_else(|| common_house(ROW, step.cells))?;
    let (base, cover) = if step.technique == Technique::Claiming { (line, in_box) } else { (in_box, line) };
    let mut parts = vec![
        Part::new(Role::Base, step.cells, step.digits).in_house(base),
        Part::new(Role::Cover, step.cells, step.digits).in_house(cover),
    ];
    if let Some((cell, _)) = step.placed {
        let target = HOUSES_OF[usize::from(cell)][BOX].0.into();
        parts.push(Part::new(Role::Target, 1 << cell, step.digits).in_house(target));
    }
    Some(parts)
}

fn direct_hidden(position: &Position, step: &Step) -> Option<Vec<Part>> {
    let (cell, digit) = step.placed?;
    let placed = Part::new(Role::Target, 1 << cell, 1 << digit);
    let house = houses().find(|&house| {
        let left = places(position, house, placed.digits) & !step.cells;
        places(position, house, step.digits) == step.cells && left == placed.cells
    })?;
    Some(vec![Part::new(Role::Hidden, step.cells, step.digits).in_house(house), placed.in_house(house)])
}

fn naked_set(step: &Step) -> Option<Vec<Part>> {
    let removed = step.removed.0.iter().fold(step.cells, |all, cells| all | cells);
    let house = houses().find(|&house| removed & !CELLS_OF[house] == 0)?;
    Some(vec![Part::new(Role::Naked, step.cells, step.digits).in_house(house)])
}

/// The base lines, whose places are all cells of the step, and the cover lines.
fn fish_of(position: &Position, step: &Step) -> Option<Vec<Part>> {
    let digit = only(step.digits)?;
    [COLUMN, ROW].into_iter().find_map(|kind| {
        let lines = |kind: usize| {
            (0..9u16).filter(move |&line| CELLS_OF[9 * kind + usize::from(line)] & step.cells != 0)
        };
        let as_set = |kind: usize| lines(kind).fold(0, |set, line| set | 1 << line);
        let (bases, crossing) = (as_set(kind), ROW + COLUMN - kind);
        let cleared = fish::cleared(position, kind, digit, (bases, as_set(crossing)));
        if cleared != step.removed.0[digit] {
            return None;
        }
        let of = |role: Role, kind: usize| {
            lines(kind).map(move |line| {
                let house = 9 * kind + usize::from(line);
                Part::new(role, CELLS_OF[house] & step.cells, step.digits).in_house(house)
            })
        };
        Some(of(Role::Base, kind).chain(of(Role::Cover, crossing)).collect())
    })
}

/// The pivot, which has both or all three digits, and then the wings. Only the wings of an XY-wing have the digit that is removed.
fn wings(position: &Position, step: &Step) -> Vec<Part> {
    let removed = (0..9).find(|&digit| step.removed.0[digit] != 0).unwrap_or_default();
    let of = |cell: usize| position.candidates[cell];
    let is_pivot = |cell: usize| match step.technique {
        Technique::XyWing => of(cell) >> removed & 1 == 0,
        _ => of(cell).count_ones() == 3,
    };
    let pivots = cells(step.cells).filter(|&cell| is_pivot(cell));
    let wings = cells(step.cells).filter(|&cell| !is_pivot(cell));
    let pivots = pivots.map(|cell| Part::new(Role::Pivot, 1 << cell, of(cell)));
    pivots.chain(wings.map(|cell| Part::new(Role::Wing, 1 << cell, of(cell)))).collect()
}

/// The bases, and excluders for all combinations with a candidate that is removed, as few as their order gives.
fn aligned(position: &Position, step: &Step) -> Vec<Part> {
    let of = |cell: usize| position.candidates[cell];
    let bases: Vec<usize> = cells(step.cells).collect();
    let common = bases.iter().fold(position.open, |common, &base| common & PEERS[base]);
    let mut excluders: Vec<usize> = Vec::new();
    for (removed, digit) in step.removed.candidates() {
        for digits in combinations_with(position, &bases, (removed, digit)) {
            let excludes = |&cell: &usize| of(cell) & !digits == 0;
            if !excluders.iter().any(excludes) {
                excluders.extend(cells(common).find(excludes));
            }
        }
    }
    excluders.sort_unstable();
    let part = |role: Role| move |&cell: &usize| Part::new(role, 1 << cell, of(cell));
    bases.iter().map(part(Role::Base)).chain(excluders.iter().map(part(Role::Excluder))).collect()
}

/// The digits of all combinations with a candidate of a base in which bases that see each other have different digits.
fn combinations_with(position: &Position, bases: &[usize], (removed, digit): (usize, usize)) -> Vec<u16> {
    let mut known: Vec<Vec<(usize, usize)>> = vec![vec![(removed, digit)]];
    for &base in bases.iter().filter(|&&base| base != removed) {
        let longer = known.iter().flat_map(|known| {
            let fits =
                |digit: &usize| !known.iter().any(|&(cell, of)| of == *digit && PEERS[cell] >> base & 1 == 1);
            members(position.candidates[base])
                .filter(fits)
                .map(|digit| [&known[..], &[(base, digit)]].concat())
        });
        known = longer.collect();
    }
    known.iter().map(|known| known.iter().fold(0, |set, &(_, digit)| set | 1 << digit)).collect()
}
