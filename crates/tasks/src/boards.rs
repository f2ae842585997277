//! The boards of a chunk of records, whatever they were read from: text, rows of a table, or arrays.

use super::Malformed;
use quadrille_grid::{Alphabet, Extras, ExtrasList, Shape};
use std::ops::Range;

/// The kind of a record, in one byte: a puzzle of some shape and alphabet, malformed, or null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordTag(u8);

impl RecordTag {
    /// A record that is not a puzzle.
    pub const MALFORMED: RecordTag = RecordTag(0xFF);
    /// A row of a table without a value.
    pub const NULL: RecordTag = RecordTag(0xFE);
    const LETTERS: u8 = 0x80;
    const ZERO_BASED: u8 = 0x40;

    /// A puzzle of this shape, written in this alphabet.
    pub fn puzzle(shape: Shape, alphabet: Alphabet) -> RecordTag {
        let bits = match alphabet {
            Alphabet::Digits => 0,
            Alphabet::Letters => RecordTag::LETTERS,
            Alphabet::ZeroBased => RecordTag::ZERO_BASED,
        };
        RecordTag(shape.index() as u8 | bits)
    }

    /// The shape of the puzzle; `None` for a record that is not a puzzle.
    #[inline(always)]
    pub fn shape(self) -> Option<Shape> {
        Shape::EACH.get(usize::from(self.0 & !(RecordTag::LETTERS | RecordTag::ZERO_BASED))).copied()
    }

    /// The alphabet of the puzzle.
    #[inline(always)]
    pub fn alphabet(self) -> Alphabet {
        match self.0 & (RecordTag::LETTERS | RecordTag::ZERO_BASED) {
            0 => Alphabet::Digits,
            RecordTag::LETTERS => Alphabet::Letters,
            _ => Alphabet::ZeroBased,
        }
    }
}

/// A puzzle and how it was written.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleView<'a> {
    /// Its shape.
    pub shape: Shape,
    /// The alphabet of its record, and of its answer.
    pub alphabet: Alphabet,
    /// Its cells, 0 for empty.
    pub cells: &'a [u8],
    /// Its contents besides the givens.
    pub extras: Extras<'a>,
}

/// Where the board of a record is among the boards of its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its shape.
    pub shape: Shape,
    /// The alphabet that it is written in.
    pub alphabet: Alphabet,
    /// Its number among the boards of this shape, from 0.
    pub nth: usize,
}

impl Place {
    /// Its cells among the cells of its shape.
    #[inline(always)]
    pub fn cells(&self) -> Range<usize> {
        self.nth * self.shape.area()..(self.nth + 1) * self.shape.area()
    }
}

/// One record of a chunk.
#[derive(Clone, Copy, Debug)]
pub enum Record<'b> {
    /// A row without a value.
    Null,
    /// A record that is not a puzzle.
    Malformed(&'b Malformed),
    /// A puzzle.
    Board(Place),
}

/// The records of a chunk: the cells of each shape side by side for the engines, the rest in the order of the records.
///
/// Clearing keeps the memory, so that nothing is allocated after the first chunks.
#[derive(Default, Debug)]
pub struct Boards {
    /// The records in order.
    pub tags: Vec<RecordTag>,
    /// The cells of each shape's puzzles, 0 for empty.
    pub cells: [Vec<u8>; Shape::EACH.len()],
    /// The contents of each shape's puzzles besides the givens.
    pub extras: [ExtrasList; Shape::EACH.len()],
    /// The error of each malformed record, in order, and its place: in text the line in the chunk, from 0.
    pub malformed: Vec<(u64, Malformed)>,
}

impl Boards {
    /// Removes all records.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.cells.iter_mut().for_each(Vec::clear);
        self.extras.iter_mut().for_each(ExtrasList::clear);
        self.malformed.clear();
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// How many boards of this shape there are.
    pub fn count(&self, shape: Shape) -> usize {
        self.cells[shape.index()].len() / shape.area()
    }

    /// Whether all records are 9×9 boards that bring nothing but givens.
    pub fn are_plain_nines(&self) -> bool {
        self.extras[Shape::NINE.index()].is_empty() && self.count(Shape::NINE) == self.len()
    }

    /// The records in order.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let (mut next, mut malformed) = ([0; Shape::EACH.len()], self.malformed.iter());
        self.tags.iter().map(move |tag| match tag.shape() {
            Some(shape) => {
                let nth = next[shape.index()];
                next[shape.index()] += 1;
                Record::Board(Place { shape, alphabet: tag.alphabet(), nth })
            }
            None if *tag == RecordTag::NULL => Record::Null,
            None => Record::Malformed(&malformed.next().expect("an error for each malformed record").1),
        })
    }

    /// The number of the record with this board.
    #[cold]
    pub fn record_of(&self, shape: Shape, nth: usize) -> usize {
        let records = self.tags.iter().enumerate().filter(|(_, tag)| tag.shape() == Some(shape));
        records.map(|(record, _)| record).nth(nth).unwrap_or(self.len())
    }

    /// A puzzle.
    #[inline(always)]
    pub fn puzzle(&self, place: Place) -> PuzzleView<'_> {
        let index = place.shape.index();
        PuzzleView {
            shape: place.shape,
            alphabet: place.alphabet,
            cells: &self.cells[index][place.cells()],
            extras: self.extras[index].get(place.shape, place.nth),
        }
    }

    /// Makes the boards malformed whose shape has an error. `place` finds the place of a record.
    pub fn refuse(
        &mut self,
        errors: &[Option<Malformed>; Shape::EACH.len()],
        mut place: impl FnMut(usize) -> u64,
    ) {
        if errors.iter().zip(&self.cells).all(|(error, cells)| error.is_none() || cells.is_empty()) {
            return;
        }
        let error_of = |tag: RecordTag| tag.shape().and_then(|shape| errors[shape.index()]);
        let added = self.tags.iter().filter(|tag| error_of(**tag).is_some()).count();
        // In the order of the records, from the last one: several may have the same place, as the elements of an array on one line.
        let (mut before, mut end) = (self.malformed.len(), self.malformed.len() + added);
        self.malformed.resize(end, (0, Malformed::Other("")));
        for (record, tag) in self.tags.iter_mut().enumerate().rev() {
            if *tag == RecordTag::MALFORMED {
                (before, end) = (before - 1, end - 1);
                self.malformed[end] = self.malformed[before];
            } else if let Some(error) = error_of(*tag) {
                *tag = RecordTag::MALFORMED;
                end -= 1;
                self.malformed[end] = (place(record), error);
            }
        }
        for (index, _) in errors.iter().enumerate().filter(|(_, error)| error.is_some()) {
            self.cells[index].clear();
            self.extras[index].clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 4×4 board, a null, a malformed record and a 9×9 board.
    fn boards() -> Boards {
        let [four, nine] = [Shape::EACH[0], Shape::NINE];
        let mut boards = Boards::default();
        boards.cells[four.index()].resize(16, 0);
        boards.cells[nine.index()].resize(81, 0);
        let puzzle = |shape| RecordTag::puzzle(shape, Alphabet::Digits);
        boards.tags = vec![puzzle(four), RecordTag::NULL, RecordTag::MALFORMED, puzzle(nine)];
        boards.malformed.push((2, Malformed::Other("not a puzzle")));
        boards
    }

    #[test]
    fn records_have_their_places() {
        let boards = boards();
        let records: Vec<Record<'_>> = boards.records().collect();
        assert!(matches!(records[0], Record::Board(Place { shape, nth: 0, .. }) if shape.side() == 4));
        assert!(matches!(records[1], Record::Null));
        assert!(matches!(records[2], Record::Malformed(Malformed::Other("not a puzzle"))));
        assert!(matches!(records[3], Record::Board(Place { shape: Shape::NINE, nth: 0, .. })));
        assert_eq!((boards.record_of(Shape::NINE, 0), boards.are_plain_nines()), (3, false));
    }

    #[test]
    fn refused_boards_and_malformed_records_of_one_line_keep_their_reasons() {
        let mut boards = boards();
        let errors = Shape::EACH.map(|shape| (shape.side() == 9).then_some(Malformed::Other("too large")));
        boards.tags.swap(2, 3);
        boards.refuse(&errors, |_| 2);
        assert_eq!(
            boards.malformed,
            [(2, Malformed::Other("too large")), (2, Malformed::Other("not a puzzle"))]
        );
    }

    #[test]
    fn refused_boards_are_malformed_in_their_place() {
        let mut boards = boards();
        let errors = Shape::EACH.map(|shape| (shape.side() == 4).then_some(Malformed::Other("too small")));
        boards.refuse(&errors, |record| record as u64);
        assert_eq!(boards.tags[0], RecordTag::MALFORMED);
        let reasons = [(0, Malformed::Other("too small")), (2, Malformed::Other("not a puzzle"))];
        assert_eq!(boards.malformed, reasons);
        assert_eq!([4, 9].map(|side| boards.count(Shape::from_area(side * side).unwrap())), [0, 1]);
    }
}
