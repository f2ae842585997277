//! Rows of a band that are equal, and bands of equal rows: exchanging them leaves a board unchanged.

use super::{lines::Lines, transform::SIDE};

/// The rows that must come before a row. Many orders differ only by exchanging equal rows and bands; this leaves the
/// one in which they ascend.
#[derive(Clone, Copy)]
pub(super) struct EqualRows {
    /// For each row the last equal one before it in its band, as a set.
    row_before: [u16; SIDE],
    /// For each row the rows of the last band before its own that is equal to it.
    band_before: [u16; SIDE],
    height: usize,
    /// The number of ways to exchange equal rows and bands.
    pub exchanges: u64,
}

impl EqualRows {
    /// Compares `side` rows in bands of `height` rows.
    pub fn new(lines: &Lines, side: usize, height: usize) -> EqualRows {
        let mut equal = EqualRows { row_before: [0; SIDE], band_before: [0; SIDE], height, exchanges: 1 };
        let mut texts: [u64; SIDE] =
            lines.0.map(|line| line.iter().fold(0, |text, &digit| text << 4 | u64::from(digit)));
        for row in 0..side {
            let before = (row / height * height..row).filter(|&other| texts[other] == texts[row]);
            equal.row_before[row] = equal.last(before).map_or(0, |other| 1 << other);
        }
        texts[..side].chunks_exact_mut(height).for_each(<[u64]>::sort_unstable);
        for band in (0..side).step_by(height) {
            let rows = |band: usize| &texts[band..band + height];
            let before = (0..band).step_by(height).filter(|&other| rows(other) == rows(band));
            let set = equal.last(before).map_or(0, |other| equal.band(other));
            equal.band_before[band..band + height].fill(set);
        }
        equal
    }

    /// The last of the lines that are equal to one; it can be exchanged with each of them.
    fn last(&mut self, before: impl Iterator<Item = usize>) -> Option<usize> {
        let (mut last, mut count) = (None, 1);
        for other in before {
            (last, count) = (Some(other), count + 1);
        }
        self.exchanges *= count;
        last
    }

    /// The rows of the band of a row, as a set.
    pub fn band(&self, row: usize) -> u16 {
        ((1 << self.height) - 1) << (row / self.height * self.height)
    }

    /// Whether a row may come next after the rows `used`, if its band may.
    pub fn may_follow(&self, row: usize, used: u16) -> bool {
        let (row_before, band_before) = (self.row_before[row], self.band_before[row]);
        used & row_before == row_before && (band_before == 0 || used & band_before != 0)
    }
}
