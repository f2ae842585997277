//! The first locked candidates of a board, in the order of the steps.

use crate::nine_board::{Cells, NineBoard};

const ROW: u32 = 0o777;
/// The cells of the first column and of the first box in a band.
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const BOX: u32 = 7 * COLUMN;
/// The first bit of each group of three in a row.
const GROUPS: u32 = 0o111;

/// Where one digit may be, by groups of three cells.
struct Groups {
    /// The boxes, as bits 0, 3 and 6, in which each row has a place.
    rows: [u32; 9],
    /// The columns in which each band has a place.
    columns: [u32; 3],
}

impl Groups {
    #[inline(always)]
    fn new(places: Cells) -> Groups {
        let groups = places.map(|band| band | band >> 1 | band >> 2);
        let rows = std::array::from_fn(|row| groups[row / 3] >> (9 * (row % 3)) & GROUPS);
        let columns = places.map(|band| (band | band >> 9 | band >> 18) & ROW);
        Groups { rows, columns }
    }

    /// The boxes of a band, as bits 0, 3 and 6, in which the digit points along row `row` of the band.
    #[inline(always)]
    fn points_along_row(&self, band: usize, row: usize) -> u32 {
        let rows = &self.rows[3 * band..][..3];
        let others = rows[(row + 1) % 3] | rows[(row + 2) % 3];
        rows[row] & !others & beside(rows[row])
    }

    /// The columns along which the digit points from boxes of a band.
    #[inline(always)]
    fn points_along_columns(&self, band: usize) -> u32 {
        let here = self.columns[band];
        let elsewhere = self.columns[(band + 1) % 3] | self.columns[(band + 2) % 3];
        here & !beside_in_box(here) & elsewhere
    }

    /// The box, as bit 0, 3 or 6, that a row claims.
    #[inline(always)]
    fn claimed_by_row(&self, row: usize) -> u32 {
        let band = row / 3 * 3;
        let others = self.rows[band + (row + 1) % 3] | self.rows[band + (row + 2) % 3];
        self.rows[row] & !beside(self.rows[row]) & others
    }

    /// The columns that claim their box of a band.
    #[inline(always)]
    fn claimed_by_columns(&self, band: usize) -> u32 {
        let here = self.columns[band];
        let elsewhere = self.columns[(band + 1) % 3] | self.columns[(band + 2) % 3];
        here & beside_in_box(here) & !elsewhere
    }
}

/// The bits of 0, 3 and 6 for which one of the others is set.
#[inline(always)]
fn beside(groups: u32) -> u32 {
    (groups << 3 | groups << 6 | groups >> 3 | groups >> 6) & GROUPS
}

/// The columns for which another one of the same box is set.
#[inline(always)]
fn beside_in_box(columns: u32) -> u32 {
    let (low, high) = (columns & 0o333, columns & 0o666);
    let (lowest, highest) = (columns & GROUPS, columns & 0o444);
    low << 1 | high >> 1 | lowest << 2 | highest >> 2
}

impl NineBoard {
    /// Takes the first step by locked candidates: of all digits in order the first pointing, in the order of the boxes
    /// and along a row before a column; or else the first claiming, in the order of rows, then columns. False if no
    /// such step exists.
    pub fn remove_locked(&mut self) -> bool {
        let found = (0..9).find_map(|digit| Some((digit, pointing(&Groups::new(self.of(digit)))?)));
        let found =
            found.or_else(|| (0..9).find_map(|digit| Some((digit, claiming(&Groups::new(self.of(digit)))?))));
        let Some((digit, cells)) = found else { return false };
        self.remove(digit, cells);
        true
    }
}

/// The cells that the first pointing of a digit clears.
#[inline(always)]
fn pointing(groups: &Groups) -> Option<Cells> {
    for band in 0..3 {
        let rows: [u32; 3] = std::array::from_fn(|row| groups.points_along_row(band, row));
        let columns = groups.points_along_columns(band);
        let boxes = (columns | columns >> 1 | columns >> 2) & GROUPS | rows[0] | rows[1] | rows[2];
        if boxes == 0 {
            continue;
        }
        let first = boxes.trailing_zeros();
        let mut cells = [0; 3];
        if let Some(row) = rows.iter().position(|row| row >> first & 1 == 1) {
            cells[band] = (ROW & !(7 << first)) << (9 * row);
        } else {
            let column = first + (columns >> first).trailing_zeros();
            cells = [COLUMN << column; 3];
            cells[band] = 0;
        }
        return Some(cells);
    }
    None
}

/// The cells that the first claiming of a digit clears.
#[inline(always)]
fn claiming(groups: &Groups) -> Option<Cells> {
    let mut cells = [0; 3];
    if let Some((row, claimed)) =
        (0..9).map(|row| (row, groups.claimed_by_row(row))).find(|found| found.1 > 0)
    {
        cells[row / 3] = BOX << claimed.trailing_zeros() & !(ROW << (9 * (row % 3)));
        return Some(cells);
    }
    let columns: [u32; 3] = std::array::from_fn(|band| groups.claimed_by_columns(band));
    let all = columns[0] | columns[1] | columns[2];
    if all == 0 {
        return None;
    }
    let column = all.trailing_zeros();
    let band = columns.iter().position(|columns| columns >> column & 1 == 1)?;
    cells[band] = BOX << (column / 3 * 3) & !(COLUMN << column);
    Some(cells)
}
