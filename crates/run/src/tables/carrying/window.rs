//! Rows that were kept until the end of a run, which are read together for several blocks of the output.
//!
//! They may be in any order. To take rows from all over a file, nearly all of it is decoded, and blocks that took their rows alone
//! would each decode it again. So the rows of a window, which are as many blocks as memory allows, are decoded once in the order of the
//! files, and each block takes its own of them.

use crate::tables::{RowNumber, read::guarded};
use arrow_array::{Array, ArrayRef};
use arrow_select::interleave::interleave;
use quadrille_base::parallel::for_each_chunk;
use std::sync::OnceLock;

/// The most bytes that the rows of a window take.
const WINDOW_BYTES: usize = 256 << 20;

/// The most threads that decode a window.
const MOST_THREADS: usize = 8;

/// The rows of some blocks.
#[derive(Debug)]
pub(in crate::tables) struct Window {
    /// The number of its first row in the output.
    first_row: u64,
    /// The rows in the order of the files.
    sorted: Vec<RowNumber>,
    /// For each row of the output, its place among them.
    places: Vec<u32>,
    /// The rows of a part. One thread decodes each part.
    part_rows: usize,
    parts: OnceLock<Result<Option<Parts>, String>>,
}

/// The columns of all parts. Few long arrays are faster to take rows from than the batches that are decoded.
type Parts = Vec<Vec<ArrayRef>>;

/// Decodes rows in the order of the files, or the first of them if these have so many bytes, and tells how many they are.
type Decode<'d> = dyn Fn(&[RowNumber], usize) -> Result<(Vec<ArrayRef>, usize), String> + Sync + 'd;

impl Window {
    /// These rows of the output, from `first_row` on, to be decoded by this many threads.
    pub fn new(numbers: &[RowNumber], first_row: u64, threads: usize) -> Window {
        let mut order: Vec<(RowNumber, u32)> = numbers.iter().copied().zip(0..).collect();
        // Rows of equal rank, of which there are many, are in order: this finds them.
        order.sort();
        let mut places = vec![0; order.len()];
        (0..).zip(&order).for_each(|(place, &(_, row))| places[row as usize] = place);
        let sorted = order.into_iter().map(|(number, _)| number).collect();
        let part_rows = numbers.len().div_ceil(threads.clamp(1, MOST_THREADS)).max(1);
        Window { first_row, sorted, places, part_rows, parts: OnceLock::new() }
    }

    /// The columns of some rows: the first one's number in the output, and how many rows. `None` if the window does not fit in memory.
    ///
    /// # Errors
    /// The errors of `decode`.
    pub fn take(
        &self,
        (first, rows): (u64, usize),
        decode: &Decode<'_>,
    ) -> Result<Option<Vec<ArrayRef>>, String> {
        let parts = self.parts.get_or_init(|| self.decoded(decode)).as_ref().map_err(String::clone)?;
        let Some(parts) = parts else { return Ok(None) };
        let first = (first - self.first_row) as usize;
        let place = |place: &u32| (*place as usize / self.part_rows, *place as usize % self.part_rows);
        let indices: Vec<_> = self.places[first..first + rows].iter().map(place).collect();
        let column = |number: usize| {
            let values: Vec<&dyn Array> = parts.iter().map(|columns| &*columns[number]).collect();
            interleave(&values, &indices).map_err(|e| e.to_string())
        };
        let columns: Result<_, _> = (0..parts.first().map_or(0, Vec::len)).map(column).collect();
        columns.map(Some)
    }

    /// Decodes the parts; `None` if one is too long.
    fn decoded(&self, decode: &Decode<'_>) -> Result<Option<Parts>, String> {
        let mut parts: Vec<_> = self.sorted.chunks(self.part_rows).map(|rows| (rows, Ok(None))).collect();
        let most = WINDOW_BYTES / parts.len().max(1);
        for_each_chunk(&mut vec![(); parts.len()], parts.iter_mut(), |(), (rows, part)| {
            let taken = guarded(|| decode(rows, most));
            *part = taken.map(|(columns, count)| (count == rows.len()).then_some(columns));
        });
        let parts: Result<Vec<_>, String> = parts.into_iter().map(|(_, part)| part).collect();
        Ok(parts?.into_iter().collect())
    }
}
