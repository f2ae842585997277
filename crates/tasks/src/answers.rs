//! The answers to a chunk of records, as typed columns.

use super::{
    Boards, ColumnKind, ColumnSpec, Mismatch, Pictures, Place, Record, Status, Tally, Total, Value,
    classes::Key, texts::Texts,
};
use num_bigint::BigUint;
use quadrille_engines::{Outcome, SearchReport};
use quadrille_grid::Shape;

/// The answers to the records of one chunk. Clearing keeps the memory: nothing is allocated for a puzzle.
///
/// The 9×9 boards may be in memory of the caller ([`lend_nines`](Answers::lend_nines)), to be solved where they stay.
#[derive(Default, Debug)]
pub struct Answers<'m> {
    /// The status of each record, apart from [`mismatches`](Answers::mismatches).
    pub statuses: Vec<Status>,
    /// The results of the searches, by shape, in the order of the boards; empty if nothing was searched.
    pub reports: [Vec<SearchReport>; Shape::EACH.len()],
    /// The counts that are too large for the reports, by shape, each with the number of its board.
    pub large_counts: [Vec<(usize, BigUint)>; Shape::EACH.len()],
    /// Whether the answer to each record is a board.
    pub has_board: Vec<bool>,
    /// The text in place of a missing answer; empty where the status says enough.
    pub messages: Texts,
    /// The values of the columns of texts, lists and numbers, by the number of the column.
    pub columns: Vec<ColumnValues>,
    /// The key of each record by which it is compared or selected, if the task finds keys.
    pub keys: Vec<Key>,
    /// The records whose own answer is not a solution, in order.
    pub mismatches: Vec<(usize, Mismatch)>,
    /// The sums over the records.
    pub tally: Tally,
    /// The total of the task beside the tally, if it is wanted: see [`Task::total`](super::Task::total).
    pub total: Option<Box<dyn Total>>,
    /// The limit of solutions of the searches.
    pub limit: u64,
    boards: [Vec<u8>; Shape::EACH.len()],
    nines: Option<&'m mut [u8]>,
}

/// A number with a fraction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Float {
    /// This number.
    Exactly(f64),
    /// An unknown number from this one up.
    AtLeast(f64),
}

/// The values of a column that the task fills.
#[derive(Debug)]
pub enum ColumnValues {
    /// They follow from the reports, the statuses or the boards.
    Found(ColumnKind),
    /// A number for each record, if it has one.
    Numbers(Vec<Option<u64>>),
    /// A number with a fraction for each record, if it has one.
    Floats(Vec<Option<Float>>),
    /// A text for each record, if it has one.
    Texts(Texts),
    /// Lines for each record.
    Lists(Texts),
}

impl ColumnValues {
    fn new(kind: ColumnKind) -> ColumnValues {
        match kind {
            ColumnKind::Number => ColumnValues::Numbers(Vec::new()),
            ColumnKind::Float => ColumnValues::Floats(Vec::new()),
            ColumnKind::Text => ColumnValues::Texts(Texts::default()),
            ColumnKind::List => ColumnValues::Lists(Texts::default()),
            other => ColumnValues::Found(other),
        }
    }

    fn clear(&mut self) {
        match self {
            ColumnValues::Found(_) => {}
            ColumnValues::Numbers(numbers) => numbers.clear(),
            ColumnValues::Floats(numbers) => numbers.clear(),
            ColumnValues::Texts(texts) | ColumnValues::Lists(texts) => texts.clear(),
        }
    }
}

impl<'m> Answers<'m> {
    /// Answers with these columns.
    pub fn new(columns: &[ColumnSpec]) -> Answers<'m> {
        let columns = columns.iter().map(|column| ColumnValues::new(column.kind)).collect();
        Answers { columns, ..Answers::default() }
    }

    /// Removes all answers, and gives back what was lent.
    pub fn clear(&mut self) {
        self.statuses.clear();
        self.reports.iter_mut().for_each(Vec::clear);
        self.large_counts.iter_mut().for_each(Vec::clear);
        self.has_board.clear();
        self.messages.clear();
        self.columns.iter_mut().for_each(ColumnValues::clear);
        self.keys.clear();
        self.mismatches.clear();
        self.tally.clear();
        self.total.iter_mut().for_each(|total| total.clear());
        self.nines = None;
    }

    /// Lets the 9×9 boards of the next chunk be written to this memory, which must have the length of their cells. Boards
    /// without a solution hold anything afterwards.
    pub fn lend_nines(&mut self, memory: &'m mut [u8]) {
        self.nines = Some(memory);
    }

    /// The memory that was lent. Nothing is known about its boards any longer.
    pub fn take_nines(&mut self) -> Option<&'m mut [u8]> {
        self.nines.take()
    }

    /// The boards of a shape, side by side; those without an answer hold anything.
    #[inline(always)]
    pub fn boards(&self, shape: Shape) -> &[u8] {
        match &self.nines {
            Some(nines) if shape == Shape::NINE => nines,
            _ => &self.boards[shape.index()],
        }
    }

    /// The memory for the boards of a shape with this many cells, and their reports.
    pub fn searched(&mut self, shape: Shape, cells: usize) -> (&mut [u8], &mut Vec<SearchReport>) {
        let boards = match &mut self.nines {
            Some(nines) if shape == Shape::NINE => &mut **nines,
            _ => {
                // The results of the last chunk are overwritten or never read.
                self.boards[shape.index()].resize(cells, 0);
                &mut self.boards[shape.index()][..]
            }
        };
        assert_eq!(boards.len(), cells, "memory for the boards of the chunk");
        (boards, &mut self.reports[shape.index()])
    }

    /// Takes the status of each record before `end` from its report, and adds the reports to the tally.
    pub(super) fn note_reports(&mut self, boards: &Boards, end: usize) {
        if boards.are_plain_nines() && end == boards.len() {
            let reports = &self.reports[Shape::NINE.index()];
            self.statuses.extend(reports.iter().map(|report| Status::from(report.outcome)));
            self.tally.add_all(reports);
        } else {
            for record in boards.records().take(end) {
                let Record::Board(place) = record else {
                    self.note_unanswered(record);
                    continue;
                };
                let report = &self.reports[place.shape.index()][place.nth];
                self.statuses.push(report.outcome.into());
                self.tally.add(report);
            }
            self.has_board.clear();
        }
    }

    /// Notes that each record with a solution is answered by a board.
    pub(super) fn boards_are_solutions(&mut self) {
        self.has_board.extend(self.statuses.iter().map(|status| status.is_solved()));
    }

    /// The cells of the board that answers a puzzle.
    pub fn board_mut(&mut self, place: Place) -> &mut [u8] {
        match &mut self.nines {
            Some(nines) if place.shape == Shape::NINE => &mut nines[place.cells()],
            _ => &mut self.boards[place.shape.index()][place.cells()],
        }
    }

    /// Notes the status of a record that is not a puzzle.
    pub fn note_unanswered(&mut self, record: Record<'_>) {
        self.statuses.push(if let Record::Null = record { Status::Null } else { Status::Invalid });
        self.has_board.push(false);
        self.tally.add(&SearchReport::with_counts(Outcome::Invalid, 0, 0, 0));
    }

    /// Answers each record in order: notes the status of those that are not puzzles, and calls `each` with the number and the place of the
    /// others.
    pub(super) fn note_each(&mut self, boards: &Boards, mut each: impl FnMut(&mut Self, usize, Place)) {
        for (index, record) in boards.records().enumerate() {
            match record {
                Record::Board(place) => each(self, index, place),
                _ => self.note_unanswered(record),
            }
        }
    }

    /// Notes the status of a puzzle that was described, without a search.
    pub fn note_described(&mut self) {
        self.statuses.push(Status::Described);
        self.has_board.push(false);
        self.tally.records += 1;
        self.tally.described += 1;
    }

    /// Adds a picture to the total, if the run draws pictures.
    pub(super) fn draw(&mut self, picture: impl FnOnce() -> String) {
        if let Some(pictures) = self.total.as_mut().and_then(|total| total.get_mut::<Pictures>()) {
            pictures.add_one(picture);
        }
    }

    /// The result for a puzzle.
    #[inline(always)]
    pub fn report(&self, place: Place) -> Option<&SearchReport> {
        self.reports[place.shape.index()].get(place.nth)
    }

    /// The text in place of a missing answer to a puzzle.
    #[inline(always)]
    pub fn message(&self, record: usize) -> &[u8] {
        self.messages.get(record).unwrap_or_else(|| self.statuses[record].message())
    }

    /// The value of a column for a record, whose puzzle is at `place` if it is one.
    #[inline]
    pub fn value(&self, column: usize, record: usize, place: Option<Place>) -> Value<'_> {
        match &self.columns[column] {
            ColumnValues::Found(kind) => self.found(*kind, record, place),
            ColumnValues::Numbers(numbers) => number(numbers, record).map_or(Value::Null, Value::Number),
            ColumnValues::Floats(numbers) => match number(numbers, record) {
                Some(Float::Exactly(number)) => Value::Float(number),
                Some(Float::AtLeast(number)) => Value::AtLeast(number),
                None => Value::Null,
            },
            ColumnValues::Texts(texts) => texts.get(record).map_or(Value::Null, Value::Text),
            ColumnValues::Lists(lists) => lists.get(record).map_or(Value::Null, Value::List),
        }
    }

    #[inline]
    fn found(&self, kind: ColumnKind, record: usize, place: Option<Place>) -> Value<'_> {
        let report = place.and_then(|place| self.report(place));
        match (kind, place) {
            (ColumnKind::Status, _) => Value::Status(self.statuses[record]),
            (ColumnKind::Board, Some(place)) if self.has_board[record] => {
                Value::Board(&self.boards(place.shape)[place.cells()])
            }
            (ColumnKind::Count, Some(place)) => self.count(place),
            (ColumnKind::Nodes, _) => report.map_or(Value::Null, |report| Value::Number(report.nodes)),
            (ColumnKind::Guesses, _) => report.map_or(Value::Null, |report| Value::Number(report.guesses)),
            _ => Value::Null,
        }
    }

    fn count(&self, place: Place) -> Value<'_> {
        let Some(report) = self.report(place) else { return Value::Null };
        let large = &self.large_counts[place.shape.index()];
        let large = large.iter().find(|(nth, _)| *nth == place.nth).map(|(_, count)| count);
        let is_limit = matches!(report.outcome, Outcome::Multiple | Outcome::Solved)
            && report.solutions >= self.limit
            && large.is_none();
        match report.outcome {
            Outcome::Unknown if large.is_none() => Value::Null,
            _ => Value::Count { number: report.solutions, large, is_limit },
        }
    }
}

/// The number of a record, if it has one.
fn number<T: Copy>(numbers: &[Option<T>], record: usize) -> Option<T> {
    numbers.get(record).copied().flatten()
}
