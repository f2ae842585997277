//! All singles of a 9×9 board at once.

use crate::nine_board::{ALL, Cells, Digits, LANES, NineBoard, PEERS};

/// The lowest and the highest bit of each row of a band.
const FIRST: u32 = 1 | 1 << 9 | 1 << 18;
const LAST: u32 = FIRST << 8;
/// The lowest bit of each group of three.
const GROUPS: u32 = 0o111_111_111;

impl NineBoard {
    /// A board with these givens. Two equal ones in a house leave cells without candidates.
    pub fn new(givens: &[u8; 81]) -> NineBoard {
        let mut places = [[0; LANES]; 3];
        places.iter_mut().for_each(|band| band[..9].fill(ALL));
        let (mut placed, mut cells) = ([[0; LANES]; 3], [0; 3]);
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            placed[cell / 27][usize::from(digit) - 1] |= 1 << (cell % 27);
            cells[cell / 27] |= 1 << (cell % 27);
        }
        let mut boards = NineBoard { places, open: [ALL; 3] };
        boards.place_all(&placed, cells);
        boards
    }

    /// The candidates that both boards have, for two boards with the same solution.
    #[inline(always)]
    pub fn and(&self, other: &NineBoard) -> NineBoard {
        let mut both = *self;
        for band in 0..3 {
            for (places, other) in both.places[band].iter_mut().zip(other.places[band]) {
                *places &= other;
            }
            both.open[band] &= other.open[band];
        }
        both
    }

    /// Places naked and hidden singles until none is left.
    #[inline(always)]
    pub fn singles(&mut self) {
        while self.place_singles() {}
    }

    /// Places all singles that the board shows at once; false if it shows none. They cannot disagree if the puzzle
    /// has one solution.
    #[inline(always)]
    fn place_singles(&mut self) -> bool {
        self.place_found(self.naked(), hidden)
    }

    /// Places hidden singles until none is left.
    pub fn hidden_singles(&mut self) {
        while self.place_found([0; 3], hidden) {}
    }

    /// Places hidden singles of boxes, and the last cells of rows and columns, until none is left.
    pub fn singles_in_boxes(&mut self) {
        while self.place_found(hidden(self.open), hidden_in_boxes) {}
    }

    /// Whether some house has one open cell, a box a hidden single, and any house a hidden single.
    pub fn has_hidden(&self) -> [bool; 3] {
        let of = |find: fn(Cells) -> Cells| {
            (0..9).any(|digit| {
                let found = find(self.of(digit));
                (0..3).any(|band| found[band] & self.open[band] != 0)
            })
        };
        let has_last = hidden(self.open) != [0; 3];
        let in_boxes = of(hidden_in_boxes);
        [has_last, in_boxes, in_boxes || of(hidden)]
    }

    /// Places the only candidates of the cells `naked`, and of each digit the places that `hidden` finds; false if
    /// there are none.
    #[inline(always)]
    fn place_found(&mut self, naked: Cells, hidden: impl Fn(Cells) -> Cells) -> bool {
        let (mut placed, mut cells) = ([[0; LANES]; 3], [0; 3]);
        (0..LANES).for_each(|digit| {
            let places = self.of(digit);
            let hidden = hidden(places);
            for band in 0..3 {
                let found = (hidden[band] | naked[band] & places[band]) & self.open[band];
                placed[band][digit] = found;
                cells[band] |= found;
            }
        });
        if cells == [0; 3] {
            return false;
        }
        self.place_all(&placed, cells);
        true
    }

    /// The cells with exactly one candidate, digits included.
    #[inline(always)]
    fn naked(&self) -> Cells {
        std::array::from_fn(|band| {
            // Four digits side by side, then these together.
            let (mut ones, mut twos) = ([0; 4], [0; 4]);
            for places in self.places[band].as_chunks::<4>().0 {
                for lane in 0..4 {
                    twos[lane] |= ones[lane] & places[lane];
                    ones[lane] |= places[lane];
                }
            }
            let (mut one, mut two) = (0, 0);
            for lane in 0..4 {
                two |= twos[lane] | one & ones[lane];
                one |= ones[lane];
            }
            one & !two
        })
    }

    /// Places the digits of each lane; `cells` are all their cells.
    #[inline(always)]
    fn place_all(&mut self, placed: &[Digits; 3], cells: Cells) {
        for digit in 0..LANES {
            let placed = [placed[0][digit], placed[1][digit], placed[2][digit]];
            let columns = placed.map(|band| (band | band >> 9 | band >> 18) & 0x1FF);
            let column = in_each_row(columns[0] | columns[1] | columns[2]);
            let groups = columns[0] | columns[1] << 9 | columns[2] << 18;
            let groups = (groups | groups >> 1 | groups >> 2) & GROUPS;
            let boxes = groups | groups << 1 | groups << 2;
            for band in 0..3 {
                let rows = whole_rows(used_rows(placed[band]));
                let in_boxes = in_each_row(boxes >> (9 * band) & 0x1FF);
                let gone = rows | column | in_boxes | cells[band];
                self.places[band][digit] = self.places[band][digit] & !gone | placed[band];
            }
        }
        (0..3).for_each(|band| self.open[band] &= !cells[band]);
    }

    /// The digit of each cell, if the digits of a full board are a valid grid.
    pub fn grid(&self) -> Option<[u8; 81]> {
        let mut grid = [0; 81];
        for digit in 0..9 {
            let places = self.of(digit);
            let alone = hidden(places);
            let count: u32 = places.iter().map(|band| band.count_ones()).sum();
            // Nine places, each alone in a row, column or box: together with one digit in each cell, all houses.
            if count != 9 || alone != places {
                return None;
            }
            for (cell, at) in grid.iter_mut().enumerate() {
                if places[cell / 27] >> (cell % 27) & 1 == 1 {
                    *at = digit as u8 + 1;
                }
            }
        }
        let sees = |a: usize| (0..81).any(|b| PEERS[a][b / 27] >> (b % 27) & 1 == 1 && grid[a] == grid[b]);
        (grid.iter().all(|&digit| digit > 0) && !(0..81).any(sees)).then_some(grid)
    }
}

/// Nine bits as each row of a band.
#[inline(always)]
fn in_each_row(columns: u32) -> u32 {
    columns | columns << 9 | columns << 18
}

/// The last bit of each row of a band that has any bit.
#[inline(always)]
fn used_rows(band: u32) -> u32 {
    // The eight lower bits of a row carry into its last bit if one of them is set.
    let low = ALL & !LAST;
    (((band & low) + low) | band) & LAST
}

/// All bits of the rows whose last bit is set.
#[inline(always)]
fn whole_rows(last: u32) -> u32 {
    last | (last - (last >> 8))
}

/// The places of a digit that are the only ones in a row, column or box.
#[inline(always)]
fn hidden(places: Cells) -> Cells {
    let rows = places.map(|band| (band & 0x1FF, band >> 9 & 0x1FF, band >> 18));
    // The columns of each band with one place at least, and with two.
    let once = rows.map(|(a, b, c)| a | b | c);
    let twice = rows.map(|(a, b, c)| a & b | (a | b) & c);
    let several = once[0] & once[1] | (once[0] | once[1]) & once[2] | twice[0] | twice[1] | twice[2];
    let column = in_each_row((once[0] | once[1] | once[2]) & !several);
    let boxes = boxes_with_one(once, twice);
    std::array::from_fn(|band| {
        let bits = places[band];
        // Without its lowest bit, a row with one place is empty. A row without places borrows from the next, but only
        // a board without a solution has such a row.
        let row = whole_rows(!used_rows(bits & bits.wrapping_sub(FIRST)) & LAST);
        bits & (row | column | in_each_row(boxes >> (9 * band) & 0x1FF))
    })
}

/// The places of a digit that are the only ones in a box.
#[inline(always)]
fn hidden_in_boxes(places: Cells) -> Cells {
    let rows = places.map(|band| (band & 0x1FF, band >> 9 & 0x1FF, band >> 18));
    let (once, twice) = (rows.map(|(a, b, c)| a | b | c), rows.map(|(a, b, c)| a & b | (a | b) & c));
    let boxes = boxes_with_one(once, twice);
    std::array::from_fn(|band| places[band] & in_each_row(boxes >> (9 * band) & 0x1FF))
}

/// The boxes with one place, as groups of three columns of each band, from the columns with one place at least and with two.
#[inline(always)]
fn boxes_with_one(once: Cells, twice: Cells) -> u32 {
    // All three bands side by side.
    let once = once[0] | once[1] << 9 | once[2] << 18;
    let twice = twice[0] | twice[1] << 9 | twice[2] << 18;
    let (second, third) = (once >> 1, once >> 2);
    let several = once & second | (once | second) & third | twice | twice >> 1 | twice >> 2;
    let alone = (once | second | third) & !several & GROUPS;
    alone | alone << 1 | alone << 2
}
