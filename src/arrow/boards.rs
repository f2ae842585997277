//! Boards as answers, in the making: each thread writes those of its rows into their final place.

use super::{
    Error,
    column::Column,
    huge_pages,
    puzzles::{Row, Style},
    text_arrays::{VIEWABLE, write_views},
};
use arrow_array::OffsetSizeTrait;
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The boards of a column of answers: a place for each, with room for all items that it may have.
///
/// What is said once for a column is found out by the threads, for their parts: where every board fills its place and every row
/// has one, nothing looks at the rows again.
pub(super) struct Boards {
    pub kind: DataType,
    places: Places,
    /// How many there are for each row of the input, one after the other.
    copies: usize,
    pub bytes: Vec<u8>,
    /// How many items each board has less than its place. Where all have as many, this memory is never touched.
    missing: Vec<u32>,
    /// The view of each board, if the type has views and every place has the same room.
    pub views: Vec<u128>,
    pub seen: Seen,
}

/// What was seen in the parts that were dropped.
#[derive(Default)]
pub(super) struct Seen {
    /// Other bytes than ASCII.
    pub not_ascii: AtomicBool,
    /// A board that does not fill its place.
    gap: AtomicBool,
    /// A row without a board.
    pub no_board: AtomicBool,
}

/// The numbers of items of all boards.
pub(super) enum Lens {
    /// As many for each of this number of boards.
    Same(usize, usize),
    Each(Vec<u32>),
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
    missing: &'a mut [u32],
    /// None or one for each board.
    views: &'a mut [u128],
    places: &'a Places,
    copies: usize,
    first: usize,
    seen: &'a Seen,
    has_gap: bool,
    lacks_board: bool,
    /// The bytes are known to be ASCII or not, and will not change.
    is_checked: bool,
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
        let has_views = matches!(kind, DataType::Utf8View | DataType::BinaryView);
        // Zeros of the system, which are nowhere until they are written.
        let (mut bytes, missing) = (vec![0; len], vec![0; rows]);
        let has_views = has_views && fixed.is_some_and(|room| VIEWABLE.contains(&room));
        let mut views = vec![0; if has_views { rows } else { 0 }];
        huge_pages::advise(&mut bytes);
        huge_pages::advise(&mut views);
        Ok(Boards { kind, places, copies, bytes, missing, views, seen: Seen::default() })
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.missing.len()
    }

    /// The parts of chunks of this many rows.
    pub fn parts(&mut self, chunk: usize) -> impl Iterator<Item = BoardPart<'_>> + Send {
        let (places, copies, seen) = (&self.places, self.copies, &self.seen);
        let (mut bytes, mut views) = (&mut self.bytes[..], &mut self.views[..]);
        self.missing.chunks_mut(chunk * copies).enumerate().map(move |(number, missing)| {
            let (first, rows) = (number * chunk, missing.len() / copies);
            let len = (places.at(first + rows) - places.at(first)) * copies;
            BoardPart {
                bytes: bytes.split_off_mut(..len).expect("room for all rows"),
                views: views.split_off_mut(..missing.len()).unwrap_or_default(),
                missing,
                places,
                copies,
                first,
                seen,
                has_gap: false,
                lacks_board: false,
                is_checked: false,
            }
        })
    }

    /// Moves the boards together, so that there is nothing between them, and returns their lengths.
    pub fn close_gaps(&mut self) -> Lens {
        let has_gap = *self.seen.gap.get_mut();
        if let (Places::Fixed(room), false) = (&self.places, has_gap) {
            return Lens::Same(*room, self.missing.len());
        }
        // Views were of boards where they stood.
        self.views.clear();
        let mut end = 0;
        let mut lens = std::mem::take(&mut self.missing);
        for (number, len) in lens.iter_mut().enumerate() {
            let (row, copy) = (number / self.copies, number % self.copies);
            let (at, next) = (self.places.at(row), self.places.at(row + 1));
            let start = at * self.copies + copy * (next - at);
            // The low bits of a difference need no others.
            *len = ((next - at) as u32).wrapping_sub(*len);
            if has_gap {
                self.bytes.copy_within(start..start + *len as usize, end);
            }
            end += *len as usize;
        }
        self.bytes.truncate(end);
        Lens::Each(lens)
    }
}

impl Lens {
    /// The length of each board.
    pub fn iter(&self) -> Box<dyn ExactSizeIterator<Item = usize> + '_> {
        match self {
            Lens::Same(len, count) => Box::new(std::iter::repeat_n(*len, *count)),
            Lens::Each(lens) => Box::new(lens.iter().map(|&len| len as usize)),
        }
    }

    /// Where each of the boards begins, and where the last one ends.
    ///
    /// # Panics
    /// If they do not fit offsets of this type.
    pub fn offsets<O: OffsetSizeTrait>(&self) -> OffsetBuffer<O> {
        match self {
            Lens::Same(len, count) => OffsetBuffer::from_repeated_length(*len, *count),
            Lens::Each(lens) => OffsetBuffer::from_lengths(lens.iter().map(|&len| len as usize)),
        }
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
    /// Looks at the boards while they are in the cache of this thread: whether they may be text, and for their views.
    fn drop(&mut self) {
        if !self.is_checked && !self.bytes.is_ascii() {
            self.seen.not_ascii.store(true, Relaxed);
        }
        if let (Places::Fixed(room), false) = (self.places, self.views.is_empty() || self.has_gap) {
            write_views(self.views, self.bytes, *room, self.first * self.copies);
        }
        let seen = [(self.has_gap, &self.seen.gap), (self.lacks_board, &self.seen.no_board)];
        seen.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, seen)| seen.store(true, Relaxed));
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
        let missing = next - at - cells.len();
        if missing > 0 {
            self.missing[row * self.copies + copy] = missing as u32;
            self.has_gap = true;
        }
    }

    /// Leaves the boards of a row empty. In a column of values of one length they keep their room.
    #[inline]
    pub fn skip(&mut self, row: usize) {
        self.lacks_board = true;
        let room = self.places.at(self.first + row + 1) - self.places.at(self.first + row);
        if matches!(self.places, Places::From(_)) && room > 0 {
            self.missing[row * self.copies..(row + 1) * self.copies].fill(room as u32);
            self.has_gap = true;
        }
    }

    /// Writes 9×9 boards that are in their places as cells, zeros where there is none; `all` says that none is missing.
    pub fn finish_nines_in_place(mut self, style: Style, all: bool) {
        self.lacks_board = !all;
        if let Style::Text(_) = style {
            // In the same pass as the look whether they are text.
            let mut any = 0;
            for cell in &mut *self.bytes {
                *cell = cell.wrapping_add(b'0');
                any |= *cell;
            }
            self.is_checked = true;
            if !any.is_ascii() {
                self.seen.not_ascii.store(true, Relaxed);
            }
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
