//! A check of boards by counting: digits with too few cells, cells with too few digits.
//!
//! Ten digits that can only go to nine cells of a box are a contradiction. A search by single moves does not see it
//! before it has tried a large part of the 9! ways to fill the cells, and clause learning cannot derive it in fewer
//! steps (it is the pigeonhole principle). A matching sees it at once: by Hall's theorem the open cells of a house
//! cannot all have different digits exactly if some of them have too few digits together.

use quadrille_grid::Shape;

/// Vertices on either side.
const SIDE: usize = Shape::MAX_SIDE;

/// The most houses of a board: rows, columns, regions, disjoint groups and diagonals.
const HOUSES: usize = 4 * SIDE + 2;

/// Whether a board cannot be completed, by the candidates of its open cells, `d` as bit `d − 1`; 0 for a filled cell.
/// `houses` are the houses of a cell: first its row, its column, and its box or region.
///
/// This checks the cells and digits of each house, and for each digit its rows against its columns, its rows against
/// its regions, and its columns against its regions. A digit must not be a candidate where a filled cell excludes it.
/// `false` says nothing.
pub(super) fn is_contradictory<'a>(candidates: &[u32], houses: impl Fn(usize) -> &'a [u8]) -> bool {
    has_house_without_matching(candidates, &houses) || has_digit_without_matching(candidates, &houses)
}

fn has_house_without_matching<'a>(candidates: &[u32], houses: impl Fn(usize) -> &'a [u8]) -> bool {
    let mut lists = [[0u32; SIDE]; HOUSES];
    let mut lengths = [0; HOUSES];
    for (cell, &digits) in candidates.iter().enumerate().filter(|(_, digits)| **digits != 0) {
        for house in houses(cell).iter().map(|&house| usize::from(house)) {
            lists[house][lengths[house]] = digits;
            lengths[house] += 1;
        }
    }
    lists.iter().zip(lengths).any(|(cells, length)| !Matching::exists(&cells[..length]))
}

fn has_digit_without_matching<'a>(candidates: &[u32], houses: impl Fn(usize) -> &'a [u8]) -> bool {
    let digits = candidates.iter().fold(0, |all, digits| all | digits);
    let side = candidates.len().isqrt();
    (0..SIDE).filter(|v| digits >> v & 1 != 0).any(|v| {
        // For each row its columns and its regions, and for each column its regions.
        let mut places = [[0u32; SIDE]; 3];
        for (cell, _) in candidates.iter().enumerate().filter(|(_, digits)| **digits >> v & 1 != 0) {
            let &[row, column, region, ..] = houses(cell) else { unreachable!("three houses or more") };
            let (row, column, region) =
                (usize::from(row), usize::from(column) - side, usize::from(region) - 2 * side);
            places[0][row] |= 1 << column;
            places[1][row] |= 1 << region;
            places[2][column] |= 1 << region;
        }
        places.iter().any(|lines| !Matching::exists(lines))
    })
}

/// A matching of vertices with different numbers from their sets.
struct Matching<'a> {
    sets: &'a [u32],
    /// The vertex that has each number.
    owners: [Option<usize>; SIDE],
}

impl Matching<'_> {
    /// Whether all vertices whose sets are not empty can have different numbers.
    fn exists(sets: &[u32]) -> bool {
        let mut matching = Matching { sets, owners: [None; SIDE] };
        (0..sets.len()).all(|vertex| sets[vertex] == 0 || matching.add(vertex, &mut 0))
    }

    /// Gives a vertex a number, if necessary by giving others a new one. `seen` are numbers that were tried.
    fn add(&mut self, vertex: usize, seen: &mut u32) -> bool {
        loop {
            let untried = self.sets[vertex] & !*seen;
            if untried == 0 {
                return false;
            }
            *seen |= untried & untried.wrapping_neg();
            let number = untried.trailing_zeros() as usize;
            if self.owners[number].is_none_or(|owner| self.add(owner, seen)) {
                self.owners[number] = Some(vertex);
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By Hall's theorem: whether some vertices have too few numbers together.
    fn has_too_few(sets: &[u32]) -> bool {
        (0u32..1 << sets.len()).any(|chosen| {
            let chosen = (0..sets.len()).filter(|i| chosen >> i & 1 != 0 && sets[*i] != 0);
            let (count, numbers) = chosen.fold((0, 0), |(n, all), i| (n + 1, all | sets[i]));
            count > numbers.count_ones()
        })
    }

    proptest! {
        #[test]
        fn a_matching_exists_exactly_if_no_vertices_have_too_few_numbers(
            sets in proptest::collection::vec(0u32..64, 0..8)
        ) {
            prop_assert_eq!(Matching::exists(&sets), !has_too_few(&sets));
        }
    }

    #[test]
    fn cells_with_too_few_digits_and_digits_with_too_few_columns_are_found() {
        let houses: Vec<[u8; 3]> = (0..256u16)
            .map(|cell| {
                [cell / 16, 16 + cell % 16, 32 + cell / 64 * 4 + cell % 16 / 4].map(|house| house as u8)
            })
            .collect();
        let houses = |cell: usize| &houses[cell][..];
        let mut board = vec![0xFFFF; 256];
        assert!(!is_contradictory(&board, houses));
        // Three cells of row 2 with two digits.
        [32, 40, 47].iter().for_each(|&cell| board[cell] = 0b11);
        assert!(has_house_without_matching(&board, houses));
        // Digit 5 of three rows in two columns.
        let mut board = vec![0xFFFF; 256];
        for row in [0, 4, 9] {
            (0..16).filter(|column| ![3, 7].contains(column)).for_each(|c| board[16 * row + c] &= !16);
        }
        assert!(!has_house_without_matching(&board, houses));
        assert!(is_contradictory(&board, houses));
        assert!(!is_contradictory(&[0; 256], houses));
    }
}
