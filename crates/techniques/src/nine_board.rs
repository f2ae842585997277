//! The candidates of a 9×9 board as bit boards, one for each digit.
//!
//! A band is 27 bits, row by row: bit `9 r + c` is the cell in row `r` of the band and column `c`. The same band of all digits is one
//! array, so that the compiler does the digits side by side in vector registers. A placed digit stays the only candidate of its
//! cell, row, column and box.

/// Nine digits, and three lanes without a meaning: three vectors of four, or one of eight and one of four.
pub const LANES: usize = 12;
/// All cells of a band.
pub const ALL: u32 = (1 << 27) - 1;
/// One band of each digit.
pub type Digits = [u32; LANES];

/// A set of cells, in bands.
pub type Cells = [u32; 3];

/// The cells of the row, column and box of each cell, without itself.
pub static PEERS: [Cells; 81] = {
    let (mut peers, mut cell) = ([[0; 3]; 81], 0);
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, col) = (cell / 9 == other / 9, cell % 9 == other % 9);
            let in_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (row || col || in_box) {
                peers[cell][other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The candidates, and the cells without a digit.
#[derive(Clone, Copy)]
pub struct NineBoard {
    /// The candidates of each digit, by band.
    pub places: [Digits; 3],
    /// The cells without a digit.
    pub open: Cells,
}

impl NineBoard {
    /// Whether each cell has a digit.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.open == [0; 3]
    }

    /// The number of cells without a digit.
    pub fn open_cells(&self) -> u32 {
        self.open.iter().map(|band| band.count_ones()).sum()
    }

    /// The candidates of a digit, from 0.
    #[inline(always)]
    pub fn of(&self, digit: usize) -> Cells {
        [self.places[0][digit], self.places[1][digit], self.places[2][digit]]
    }

    /// Removes a digit, from 0, from these cells.
    #[inline]
    pub fn remove(&mut self, digit: usize, cells: Cells) {
        for (band, cells) in self.places.iter_mut().zip(cells) {
            band[digit] &= !cells;
        }
    }

    /// The cells with exactly two candidates.
    pub fn pairs(&self) -> Cells {
        std::array::from_fn(|band| {
            let [_, two, three] = self.counted(band);
            two & !three
        })
    }

    /// Places a digit, from 1, in a cell.
    #[inline(always)]
    pub fn place(&mut self, cell: usize, digit: u8) {
        let (band, bit, digit) = (cell / 27, 1 << (cell % 27), usize::from(digit) - 1);
        self.places[band].iter_mut().for_each(|places| *places &= !bit);
        self.remove(digit, PEERS[cell]);
        self.places[band][digit] |= bit;
        self.open[band] &= !bit;
    }

    /// The cells of a band with at least one, two and three candidates.
    #[inline(always)]
    pub fn counted(&self, band: usize) -> [u32; 3] {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for places in &self.places[band][..9] {
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        [one, two, three]
    }

    /// The digits of a board without open cells.
    pub fn cells(&self) -> [u8; 81] {
        let mut cells = [0; 81];
        for (band, digits) in self.places.iter().enumerate() {
            for (digit, &places) in digits.iter().enumerate().take(9) {
                let mut places = places;
                while places != 0 {
                    cells[27 * band + places.trailing_zeros() as usize] = digit as u8 + 1;
                    places &= places - 1;
                }
            }
        }
        cells
    }
}
