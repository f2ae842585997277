//! The contiguous 9×9 boards of a column, which are read many at once.

use super::{
    NINE,
    column::{Column, Items},
};
use arrow_array::BinaryViewArray;
use arrow_data::ByteView;
use std::ops::Range;

/// Contiguous values of 81 items each.
pub(super) enum Nines<'c> {
    Text(&'c [u8]),
    Digits(&'c [u8]),
    None,
}

/// How many views are looked at together.
const VIEWS: usize = 256;

impl Column<'_> {
    /// The contiguous values of 81 items each at the beginning of some rows.
    ///
    /// Values that are elsewhere are gathered in `gathered`.
    pub fn nines<'c>(&'c self, rows: Range<usize>, gathered: &'c mut Vec<u8>) -> Nines<'c> {
        if self.keys.is_some() {
            return Nines::None;
        }
        let is_nine = |row: &usize| self.is_valid(*row) && self.rows.range(*row).len() == NINE;
        let are_all_nines = self.nulls.is_none() && self.uniform_room() == Some(NINE);
        let items = || {
            let count = if are_all_nines { rows.len() } else { rows.clone().take_while(is_nine).count() };
            let start = if count == 0 { 0 } else { self.rows.range(rows.start).start };
            start..start + count * NINE
        };
        match &self.items {
            Items::Bytes { bytes, digits } => Nines::of(&bytes[items()], *digits),
            Items::Numbers(numbers) => numbers.bytes(items()).map_or(Nines::None, Nines::Digits),
            Items::Views { views, digits } => {
                let is_nine =
                    |row: &usize| self.is_valid(*row) && views.views()[*row] as u32 as usize == NINE;
                // Not all, since the values after a malformed value are looked at again.
                let count = rows.clone().take(VIEWS).take_while(is_nine).count();
                Nines::of(viewed_nines(views, rows.start..rows.start + count, gathered), *digits)
            }
            Items::Lists { .. } => Nines::None,
        }
    }
}

impl<'c> Nines<'c> {
    /// Values as text or, if they may be, as digits; the first one decides.
    fn of(items: &'c [u8], may_be_digits: bool) -> Nines<'c> {
        match items.first_chunk::<NINE>() {
            None => Nines::None,
            Some(nine) if may_be_digits && are_digits(nine, 9) => Nines::Digits(items),
            Some(_) => Nines::Text(items),
        }
    }
}

/// The bytes of views of 81 bytes each: where they are, or gathered if they are not contiguous.
fn viewed_nines<'c>(views: &'c BinaryViewArray, rows: Range<usize>, gathered: &'c mut Vec<u8>) -> &'c [u8] {
    /// The first bytes of the value, which are also where the view leads.
    const PREFIX: u128 = (u32::MAX as u128) << 32;
    let own = &views.views()[rows.clone()];
    let Some(&first) = own.first() else { return &[] };
    let expected =
        (0..own.len() as u128).map(|nth| (first | PREFIX).wrapping_add((nth * NINE as u128) << 96));
    // Without a branch in the loop.
    let other =
        own.iter().zip(expected).fold(0, |other, (view, expected)| other | (view | PREFIX) ^ expected);
    let ByteView { buffer_index, offset, .. } = ByteView::from(first);
    let (start, len) = (offset as usize, own.len() * NINE);
    // Offsets have 32 bits, and may not go on with 0.
    if other == 0 && start + len <= u32::MAX as usize {
        return &views.data_buffers()[buffer_index as usize][start..start + len];
    }
    gathered.clear();
    let values = rows.map_while(|row| views.value(row).first_chunk::<NINE>());
    // The length is known to the compiler.
    values.for_each(|value| gathered.extend_from_slice(value));
    gathered
}

/// Whether all bytes are digits of a board of this side, 0 included.
#[inline]
pub(super) fn are_digits(bytes: &[u8], side: usize) -> bool {
    usize::from(bytes.iter().fold(0, |top, &byte| top.max(byte))) <= side
}
