//! The houses of a 9×9 board, and the cells that see each other.
//!
//! Houses are numbered from 0: nine boxes, nine rows, nine columns. A set of cells is a `u128`, cell 0 as its lowest bit.

/// The kinds of houses. House `n` of kind `k` has the number `9 * k + n`.
pub(super) const BOX: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;
/// The kinds in the order in which houses are searched.
pub(super) const USUAL: [usize; 3] = [BOX, COLUMN, ROW];

/// The cells of each house, in the order of its places.
pub(super) static HOUSES: [[u8; 9]; 27] = {
    let (mut houses, mut house) = ([[0; 9]; 27], 0);
    while house < 27 {
        let (n, mut place) = (house % 9, 0);
        while place < 9 {
            houses[house][place] = match house / 9 {
                BOX => (n / 3 * 27 + n % 3 * 3 + place / 3 * 9 + place % 3) as u8,
                ROW => (9 * n + place) as u8,
                _ => (9 * place + n) as u8,
            };
            place += 1;
        }
        house += 1;
    }
    houses
};

/// The box, row and column of each cell, and its place in each of them.
pub(super) static HOUSES_OF: [[(u8, u8); 3]; 81] = {
    let (mut houses, mut house) = ([[(0, 0); 3]; 81], 0);
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            houses[HOUSES[house][place] as usize][house / 9] = (house as u8, place as u8);
            place += 1;
        }
        house += 1;
    }
    houses
};

/// The cells of each house as a set.
pub(super) static CELLS_OF: [u128; 27] = {
    let (mut sets, mut house) = ([0; 27], 0);
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            sets[house] |= 1 << HOUSES[house][place];
            place += 1;
        }
        house += 1;
    }
    sets
};

/// The peers of each cell in three parts, in their order: the rest of the box, then the cells of the row and the cells of the
/// column outside the box.
pub(super) static PEER_PARTS: [[u128; 3]; 81] = {
    let (mut parts, mut cell) = ([[0; 3]; 81], 0);
    while cell < 81 {
        let [in_box, row, column] = HOUSES_OF[cell];
        let in_box = CELLS_OF[in_box.0 as usize];
        let (row, column) = (CELLS_OF[row.0 as usize], CELLS_OF[column.0 as usize]);
        parts[cell] = [in_box & !(1 << cell), row & !in_box, column & !in_box];
        cell += 1;
    }
    parts
};

/// The cells that each cell sees.
pub(super) static PEERS: [u128; 81] = {
    let (mut peers, mut cell) = ([0; 81], 0);
    while cell < 81 {
        let [in_box, row, column] = PEER_PARTS[cell];
        peers[cell] = in_box | row | column;
        cell += 1;
    }
    peers
};

/// The cells of a set, ascending.
#[inline(always)]
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The members of a set of digits or places, ascending.
#[inline(always)]
pub(super) fn members(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            member
        })
    })
}

/// The number of members of each set, because not all processors count bits.
static COUNTS: [u8; 512] = {
    let (mut counts, mut set) = ([0; 512], 0);
    while set < 512usize {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// The number of members of a set of digits or places.
#[inline(always)]
pub(super) fn count(set: u16) -> u32 {
    COUNTS[usize::from(set) & 0x1FF].into()
}

/// The only member of a set.
#[inline(always)]
pub(super) fn only(set: u16) -> Option<usize> {
    set.is_power_of_two().then(|| set.trailing_zeros() as usize)
}

/// Whether a set has two cells or more.
#[inline(always)]
pub(super) fn has_several(set: u128) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The cells of a set that `cell` sees, in the order of its peers.
#[inline(always)]
pub(super) fn peers_in(cell: usize, set: u128) -> impl Iterator<Item = usize> {
    PEER_PARTS[cell].into_iter().flat_map(move |part| cells(part & set))
}

/// The cells that see all cells of a set.
pub(super) fn seen_by_all(set: u128) -> u128 {
    cells(set).fold(u128::MAX, |seen, cell| seen & PEERS[cell])
}

/// The houses that hold all cells of a set.
pub(super) fn shared_houses(set: u128) -> impl Iterator<Item = usize> {
    let houses = HOUSES_OF[set.trailing_zeros() as usize].map(|(house, _)| usize::from(house));
    houses.into_iter().filter(move |&house| set & !CELLS_OF[house] == 0)
}

/// The combinations of `k` things out of `n` as sets, in the order of these sets as numbers.
pub(super) fn combinations(n: usize, k: usize) -> impl Iterator<Item = u16> {
    let mut next = if k > n { 1 << n } else { (1u32 << k) - 1 };
    std::iter::from_fn(move || {
        let set = next;
        if set >> n != 0 {
            return None;
        }
        next = match set {
            0 => 1 << n,
            _ => {
                let ripple = set + (set & set.wrapping_neg());
                ripple | (set ^ ripple) >> 2 >> set.trailing_zeros()
            }
        };
        Some(set as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_in_the_order_of_their_numbers() {
        for (n, k) in [(9, 2), (9, 4), (5, 5), (4, 0), (3, 4)] {
            let expected: Vec<u16> = (0..1 << n).filter(|set: &u16| set.count_ones() == k).collect();
            assert_eq!(combinations(n, k as usize).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_cell_sees_twenty_others() {
        for cell in 0..81 {
            assert_eq!((PEERS[cell].count_ones(), PEERS[cell] >> cell & 1), (20, 0));
            assert_eq!(peers_in(cell, u128::MAX).count(), 20);
            for (kind, &(house, place)) in HOUSES_OF[cell].iter().enumerate() {
                assert_eq!(
                    (usize::from(house) / 9, HOUSES[house as usize][place as usize] as usize),
                    (kind, cell)
                );
            }
        }
    }
}
