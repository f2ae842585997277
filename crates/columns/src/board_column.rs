//! Boards as answers, under construction: each thread writes the boards of its rows into their final place.

use super::{
    ColumnsError,
    column::Column,
    huge_pages,
    text_arrays::{VIEWABLE, write_views},
};
use arrow_array::OffsetSizeTrait;
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use quadrille_tasks::Style;
use std::{
    mem::MaybeUninit,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};

/// The boards of a column of answers: a place for each, with room for all items that it may have.
///
/// The threads find the facts about a whole column, each for its part: where every board fills its place and every row
/// has one, nothing looks at the rows again.
pub(super) struct BoardColumn {
    pub kind: DataType,
    places: Places,
    /// How many there are for each row of the input, one after the other.
    pub copies: usize,
    pub bytes: Vec<u8>,
    /// How many boards there are.
    pub len: usize,
    /// Whether each row of the input has boards.
    pub has_board: Vec<bool>,
    /// Room for the view of each board, if the type has views and every place has the same room.
    pub views: Vec<u128>,
    pub seen: Seen,
}

/// Facts about the parts that were dropped.
#[derive(Default)]
pub(super) struct Seen {
    /// Other bytes than ASCII.
    pub not_ascii: AtomicBool,
    /// A row without a board.
    pub no_board: AtomicBool,
    /// The parts with boards that do not fill their places: the number of the first board of the part, and how many items each
    /// has less than its place.
    missing: Mutex<Vec<(usize, Vec<u32>)>>,
    /// How many views were written.
    pub views: AtomicUsize,
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
    /// Where the room of a row begins, and where the room of the last row ends.
    From(Vec<usize>),
}

/// The boards of the rows of one chunk.
pub(super) struct BoardPart<'a> {
    pub bytes: &'a mut [u8],
    /// How many boards there are.
    len: usize,
    has_board: &'a mut [bool],
    /// How many items each board has less than its place; empty if every board fills its place.
    missing: Vec<u32>,
    /// None or one for each board.
    views: &'a mut [MaybeUninit<u128>],
    places: &'a Places,
    copies: usize,
    first: usize,
    seen: &'a Seen,
    lacks_board: bool,
    /// The bytes are known to be ASCII or not, and will not change.
    is_checked: bool,
}

impl BoardColumn {
    /// Room for the answers to a column, `copies` for each row.
    ///
    /// # Errors
    /// If they do not fit a column of this type.
    pub fn new(column: &Column, copies: usize) -> Result<BoardColumn, ColumnsError> {
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
        let rows = rows.ok_or(ColumnsError::TooManyRows)?;
        let len = places.start(column.len());
        let len = len.filter(|len| fits(*len)).ok_or(ColumnsError::TooLong { found: kind.clone() })? * copies;
        // Zeros of the system, which are nowhere until they are written.
        let mut bytes = vec![0; len];
        huge_pages::advise(&mut bytes);
        let has_views = matches!(kind, DataType::Utf8View | DataType::BinaryView);
        let has_views = has_views && fixed.is_some_and(|room| VIEWABLE.contains(&room));
        // Not zeros: memory of this size is used again, and clearing it would be work for one thread.
        let mut views = Vec::with_capacity(if has_views { rows } else { 0 });
        huge_pages::advise(views.spare_capacity_mut());
        let has_board = vec![false; column.len()];
        Ok(BoardColumn { kind, places, copies, bytes, len: rows, has_board, views, seen: Seen::default() })
    }

    /// The parts of chunks of this many rows.
    pub fn parts(&mut self, chunk: usize) -> impl Iterator<Item = BoardPart<'_>> + Send {
        let (places, copies, seen, rows) = (&self.places, self.copies, &self.seen, self.len / self.copies);
        let (mut bytes, mut views) = (&mut self.bytes[..], self.views.spare_capacity_mut());
        let has_board = self.has_board.chunks_mut(chunk);
        (0..rows).step_by(chunk).zip(has_board).map(move |(first, has_board)| {
            let end = rows.min(first + chunk);
            let (room, len) = ((places.at(end) - places.at(first)) * copies, (end - first) * copies);
            BoardPart {
                bytes: bytes.split_off_mut(..room).expect("room for all rows"),
                len,
                has_board,
                missing: Vec::new(),
                views: views.split_off_mut(..len).unwrap_or_default(),
                places,
                copies,
                first,
                seen,
                lacks_board: false,
                is_checked: false,
            }
        })
    }

    /// Moves the boards together, so that there is nothing between them, and returns their lengths.
    pub fn close_gaps(&mut self) -> Lens {
        let parts = std::mem::take(self.seen.missing.get_mut().unwrap_or_else(PoisonError::into_inner));
        if let (Places::Fixed(room), true) = (&self.places, parts.is_empty()) {
            return Lens::Same(*room, self.len);
        }
        let mut lens = vec![0; self.len];
        for (first, missing) in &parts {
            lens[*first..first + missing.len()].copy_from_slice(missing);
        }
        let mut end = 0;
        for (number, len) in lens.iter_mut().enumerate() {
            let (row, copy) = (number / self.copies, number % self.copies);
            let (at, next) = (self.places.at(row), self.places.at(row + 1));
            let start = at * self.copies + copy * (next - at);
            // The low bits of a difference need no others.
            *len = ((next - at) as u32).wrapping_sub(*len);
            if !parts.is_empty() {
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
        if self.lacks_board {
            self.seen.no_board.store(true, Relaxed);
        }
        if !self.missing.is_empty() {
            let part = (self.first * self.copies, std::mem::take(&mut self.missing));
            self.seen.missing.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        } else if let Places::Fixed(room) = self.places {
            let written = write_views(self.views, self.bytes, *room, self.first * self.copies);
            self.seen.views.fetch_add(written, Relaxed);
        }
    }
}

impl BoardPart<'_> {
    /// Writes a copy of the board of a row, by its number in the chunk.
    #[inline]
    pub fn write(&mut self, row: usize, copy: usize, style: Style, cells: &[u8]) {
        self.has_board[row] = true;
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
            self.leave_out(row * self.copies + copy, 1, missing);
        }
    }

    /// Leaves the places of some boards empty at the end, as many items of each.
    #[cold]
    fn leave_out(&mut self, board: usize, boards: usize, items: usize) {
        self.missing.resize(self.len, 0);
        self.missing[board..board + boards].fill(items as u32);
    }

    /// Leaves the boards of a row empty. In a column of values of one length they keep their room.
    #[inline]
    pub fn skip(&mut self, row: usize) {
        self.lacks_board = true;
        let room = self.places.at(self.first + row + 1) - self.places.at(self.first + row);
        if matches!(self.places, Places::From(_)) && room > 0 {
            self.leave_out(row * self.copies, self.copies, room);
        }
    }

    /// Writes 9×9 boards that are in their places as cells; zeros where there is none.
    pub fn finish_nines_in_place(mut self, style: Style, has_board: &[bool]) {
        self.has_board.copy_from_slice(has_board);
        // Without a branch in the loop.
        self.lacks_board = !has_board.iter().fold(true, |all, has_board| all & has_board);
        if self.lacks_board {
            let boards = self.bytes.chunks_exact_mut(super::NINE).zip(has_board);
            boards.filter(|(_, has_board)| !**has_board).for_each(|(board, _)| board.fill(0));
        }
        if let Style::Text(_) = style {
            // In the same pass as the look whether they are text.
            let mut any = 0;
            for cell in &mut *self.bytes {
                *cell = if *cell == 0 { b'.' } else { cell.wrapping_add(b'0') };
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
}
