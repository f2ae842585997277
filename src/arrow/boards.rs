//! Boards as answers, in the making: each thread writes those of its rows into their final place.

use super::{
    Error,
    column::Column,
    huge_pages,
    puzzles::{Row, Style},
};
use arrow_schema::DataType;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The boards of a column of answers: a place for each, with room for all items that it may have.
pub(super) struct Boards {
    pub kind: DataType,
    places: Places,
    /// How many there are for each row of the input, one after the other.
    copies: usize,
    pub bytes: Vec<u8>,
    /// How many items each board has.
    pub lens: Vec<u32>,
    /// A part that was dropped has other bytes than ASCII.
    pub not_ascii: AtomicBool,
}

/// How much room the boards of each row have.
enum Places {
    /// As much for each.
    Fixed(usize),
    /// Where the room of a row begins, and where that of the last one ends.
    From(Vec<usize>),
}

/// The boards of the rows of one chunk.
pub(super) struct BoardPart<'a> {
    pub bytes: &'a mut [u8],
    pub lens: &'a mut [u32],
    places: &'a Places,
    copies: usize,
    first: usize,
    not_ascii: &'a AtomicBool,
}

impl Boards {
    /// Room for the answers to a column, `copies` for each row.
    ///
    /// # Errors
    /// If they do not fit a column of this type.
    pub fn new(column: &Column, copies: usize) -> Result<Boards, Error> {
        let kind = column.kind.clone();
        let is_small = matches!(kind, DataType::Utf8 | DataType::Binary | DataType::List(_));
        let most = if is_small { i32::MAX as usize } else { isize::MAX as usize };
        let fits = |len: usize| len.checked_mul(copies).is_some_and(|len| len <= most);
        let fixed = column.uniform_room().filter(|room| {
            // Where nulls take no room, they need not be counted.
            column.fixed_area().is_some() || room.checked_mul(column.len()).is_some_and(fits)
        });
        let places = match fixed {
            Some(room) => Places::Fixed(room),
            None => Places::from_rooms((0..column.len()).map(|row| column.room(row))),
        };
        let rows = column.len().checked_mul(copies).filter(|rows| *rows < i32::MAX as usize || !is_small);
        let rows = rows.ok_or(Error::TooManyRows)?;
        let len = places.start(column.len());
        let len = len.filter(|len| fits(*len)).ok_or(Error::TooLong { found: kind.clone() })? * copies;
        let mut bytes = vec![0; len];
        huge_pages::advise(&mut bytes);
        Ok(Boards { kind, places, copies, bytes, lens: vec![0; rows], not_ascii: AtomicBool::new(false) })
    }

    /// The parts of chunks of this many rows.
    pub fn parts(&mut self, chunk: usize) -> impl Iterator<Item = BoardPart<'_>> + Send {
        let (places, copies, not_ascii) = (&self.places, self.copies, &self.not_ascii);
        let mut bytes = &mut self.bytes[..];
        self.lens.chunks_mut(chunk * copies).enumerate().map(move |(number, lens)| {
            let (first, rows) = (number * chunk, lens.len() / copies);
            let len = (places.at(first + rows) - places.at(first)) * copies;
            let (own, rest) = std::mem::take(&mut bytes).split_at_mut(len);
            bytes = rest;
            BoardPart { bytes: own, lens, places, copies, first, not_ascii }
        })
    }

    /// Moves the boards together, so that there is nothing between them.
    pub fn close_gaps(&mut self) {
        if let Places::Fixed(room) = self.places
            && self.lens.iter().all(|&len| len as usize == room)
        {
            return;
        }
        let mut end = 0;
        for (number, &len) in self.lens.iter().enumerate() {
            let (row, copy) = (number / self.copies, number % self.copies);
            let (at, next) = (self.places.at(row), self.places.at(row + 1));
            let start = at * self.copies + copy * (next - at);
            self.bytes.copy_within(start..start + len as usize, end);
            end += len as usize;
        }
        self.bytes.truncate(end);
    }
}

impl Places {
    fn from_rooms(rooms: impl Iterator<Item = usize>) -> Places {
        let mut end = 0;
        let ends = rooms.map(|room| {
            end += room;
            end
        });
        Places::From([0].into_iter().chain(ends).collect())
    }

    /// Where the room of a row begins, if that is a number.
    fn start(&self, row: usize) -> Option<usize> {
        match self {
            Places::Fixed(room) => room.checked_mul(row),
            Places::From(starts) => Some(starts[row]),
        }
    }

    #[inline(always)]
    fn at(&self, row: usize) -> usize {
        match self {
            Places::Fixed(room) => room * row,
            Places::From(starts) => starts[row],
        }
    }
}

impl Drop for BoardPart<'_> {
    /// Looks whether the boards may be text, while they are in the cache of this thread.
    fn drop(&mut self) {
        if !self.bytes.is_ascii() {
            self.not_ascii.store(true, Relaxed);
        }
    }
}

impl BoardPart<'_> {
    /// Writes a copy of the board of a row, by its number in the chunk.
    #[inline]
    pub fn write(&mut self, row: usize, copy: usize, style: Style, cells: &[u8]) {
        let (at, next) = (self.places.at(self.first + row), self.places.at(self.first + row + 1));
        let start = (at - self.places.at(self.first)) * self.copies + copy * (next - at);
        let board = &mut self.bytes[start..start + cells.len()];
        match style {
            Style::Digits => board.copy_from_slice(cells),
            // No table: compiles to vector code.
            Style::Text(_) if cells.len() <= super::NINE => {
                for (symbol, &digit) in board.iter_mut().zip(cells) {
                    *symbol = if digit == 0 { b'.' } else { digit.wrapping_add(b'0') };
                }
            }
            Style::Text(alphabet) => {
                for (symbol, &digit) in board.iter_mut().zip(cells) {
                    *symbol = alphabet.symbol(digit);
                }
            }
        }
        self.lens[row * self.copies + copy] = cells.len() as u32;
    }

    /// Leaves the boards of a row empty. In a column of values of one length they keep their room.
    #[inline]
    pub fn skip(&mut self, row: usize) {
        if let Places::Fixed(room) = self.places {
            self.lens[row * self.copies..(row + 1) * self.copies].fill(*room as u32);
        }
    }

    /// Writes 9×9 boards that are in their places as cells, zeros where there is none.
    pub fn write_nines_in_place(&mut self, style: Style) {
        self.lens.fill(super::NINE as u32);
        if let Style::Text(_) = style {
            self.bytes.iter_mut().for_each(|cell| *cell += b'0');
        }
    }

    /// Whether each row has room for one 9×9 board and no more.
    pub fn has_room_for_nines(&self) -> bool {
        self.copies == 1 && matches!(self.places, Places::Fixed(super::NINE))
    }

    /// Writes or skips the board of a row.
    pub fn write_if(&mut self, row: usize, kind: Row, cells: Option<&[u8]>) {
        match (kind, cells) {
            (Row::Board(_, style), Some(cells)) => self.write(row, 0, style, cells),
            _ => self.skip(row),
        }
    }
}
