//! The words of a puzzle's state.

/// Bit 0 of each field.
pub(super) const LOWS: u32 = 0x0010_0401;
/// Bit 9 of each field: always set in a state, so that a subtraction stays in its field.
pub(super) const GUARDS: u32 = LOWS << 9;
/// The nine digits of each field.
pub(super) const FIELDS: u32 = GUARDS - LOWS;
/// The nine digits of one cell.
pub(super) const CANDIDATES: u32 = 0x1FF;
/// Words of a state.
pub(super) const WORDS: usize = 27;

/// The candidates of a cell with this given; 0 means an empty cell.
#[inline(always)]
pub(super) fn candidates(digit: u8) -> u32 {
    if digit == 0 { CANDIDATES } else { (1 << digit) >> 1 }
}

/// The lanes of a mask, lowest first.
#[inline(always)]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

#[inline(always)]
pub(super) fn cells(bytes: &[u8]) -> &[u8; 81] {
    bytes.try_into().expect("a puzzle of 81 cells")
}

#[inline(always)]
pub(super) fn cells_mut(bytes: &mut [u8]) -> &mut [u8; 81] {
    bytes.try_into().expect("a puzzle of 81 cells")
}
