//! Files whose rows are decoded as arrays by the workers.
//!
//! ```text
//! row group ──► units, which can be decoded independently ──► pieces, each answered by a worker
//! ```
//!
//! To start in the middle of a row group, a decoder reads the whole first page, and often a dictionary, which takes milliseconds. So a
//! unit is decoded once, in order, however small its pieces are: the worker that needs a piece first decodes it and the pieces before
//! it, which stay in memory for their workers. A worker that would have to wait for a decoder decodes pieces of the next units.

use super::{Answering, Batches, Plan, PositionedFile, groups::Unit, guarded};
use crate::tables::copying::{CopiedFile, CopiedGroup};
use arrow_array::RecordBatch;
use std::{
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
};

/// How many rows are examined to find the symbols of the puzzles.
const SYMBOL_ROWS: u64 = 512;

/// The most rows of a piece if answers take no longer than usual, and the least unless they take very long.
const PIECE_ROWS: u64 = 1 << 15;
const LEAST_PIECE_ROWS: u64 = 64;

/// The most units that are decoded ahead.
const MOST_AHEAD: usize = 15;

/// How many pieces a small file is divided into, so that all workers get some.
const PIECES: u64 = 32;

/// A file whose rows are answered by units.
pub(crate) struct TableUnits {
    plan: Arc<dyn Plan>,
    file: PositionedFile,
    /// The file, if its other columns are copied.
    copied: Option<Arc<CopiedFile>>,
    /// The rows before the first unit.
    pub rows_before: u64,
    /// The most rows of a piece. They do not depend on the workers.
    pub piece_rows: u64,
    upcoming: Mutex<Upcoming>,
}

/// The units that come next.
struct Upcoming {
    /// The next units, which workers may decode ahead instead of waiting.
    window: VecDeque<Arc<UnitPieces>>,
    most: usize,
    /// The numbers of the units after them.
    units: Range<u64>,
}

/// A unit, whose pieces are decoded in order.
pub(crate) struct UnitPieces {
    unit: Unit,
    rows: u64,
    decoding: Mutex<Decoding>,
}

/// The state of a decoder.
#[derive(Default)]
struct Decoding {
    /// The batches that are left; `None` before the first piece is decoded.
    batches: Option<Batches>,
    /// The rest of a batch that began in the previous piece.
    rest: Option<RecordBatch>,
    /// The decoded pieces. A piece is empty after its worker has taken it.
    decoded: Vec<Vec<RecordBatch>>,
    /// Why the next piece could not be decoded.
    failed: Option<String>,
}

impl TableUnits {
    /// These units of a file, and the rows before them.
    pub(super) fn new(
        (plan, file, copied): (Arc<dyn Plan>, PositionedFile, Option<Arc<CopiedFile>>),
        (units, rows_before): (Range<u64>, u64),
        Answering { cost, workers, .. }: Answering<'_>,
    ) -> TableUnits {
        let most = (PIECE_ROWS / cost.max(1) as u64).max(1);
        let piece_rows = (plan.groups().rows() / PIECES).clamp(most.min(LEAST_PIECE_ROWS), most);
        let most = workers.saturating_sub(1).min(MOST_AHEAD);
        let upcoming = Mutex::new(Upcoming { window: VecDeque::new(), most, units });
        TableUnits { plan, file, copied, rows_before, piece_rows, upcoming }
    }

    /// Limits pieces to this many rows, and to rows that take this many bytes. To be called before the first piece.
    pub fn limit_pieces(&mut self, (rows, bytes): (u64, u64)) {
        self.piece_rows = self.piece_rows.min(rows).min(self.plan.rows_within(bytes));
    }

    /// The next unit, if there is one.
    fn next_unit(&self) -> Option<Arc<UnitPieces>> {
        let mut upcoming = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        let Upcoming { window, most, units } = &mut *upcoming;
        // One more than may be decoded ahead: the unit that is returned.
        window.extend(units.take(*most + 1 - window.len()).map(|number| {
            let unit = self.plan.groups().unit(number);
            Arc::new(UnitPieces { unit, rows: self.piece_rows, decoding: Mutex::default() })
        }));
        window.pop_front()
    }

    /// The row group of a piece, if its other columns are copied, and whether it is the last piece of its row group.
    pub fn copied_group(&self, unit: &UnitPieces, piece: u64) -> Option<(CopiedGroup, bool)> {
        let Unit { group, start, .. } = unit.unit;
        let rows = self.plan.groups().rows_of(group);
        let Range { end, .. } = unit.range(piece);
        let of = CopiedGroup { file: self.copied.clone()?, number: group, rows };
        Some((of, start + end == rows))
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.file.len()
    }

    /// The rows of the file.
    pub fn rows(&self) -> u64 {
        self.plan.groups().rows()
    }

    /// The rows of a piece.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn piece(&self, unit: &UnitPieces, piece: u64) -> Result<Vec<RecordBatch>, String> {
        let mut decoding = self.lock(unit);
        while decoding.decoded.len() as u64 <= piece && decoding.failed.is_none() {
            self.decode_next(unit, &mut decoding);
        }
        let Decoding { decoded, failed, .. } = &mut *decoding;
        match decoded.get_mut(piece as usize) {
            Some(batches) => Ok(std::mem::take(batches)),
            None => Err(failed.clone().unwrap_or_default()),
        }
    }

    /// Locks a unit. While another worker decodes it, this one decodes pieces of later units.
    fn lock<'u>(&self, unit: &'u UnitPieces) -> MutexGuard<'u, Decoding> {
        loop {
            match unit.decoding.try_lock() {
                Ok(decoding) => return decoding,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
            if !self.decode_ahead() {
                return unit.decoding.lock().unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Decodes a piece of a later unit that no other worker is decoding. Returns whether there was one.
    fn decode_ahead(&self) -> bool {
        let units: Vec<_> = match self.upcoming.try_lock() {
            Ok(upcoming) => upcoming.window.iter().cloned().collect(),
            Err(_) => return false,
        };
        units.iter().any(|unit| {
            let Ok(mut decoding) = unit.decoding.try_lock() else { return false };
            let is_left = decoding.failed.is_none() && (decoding.decoded.len() as u64) < unit.count();
            if is_left {
                self.decode_next(unit, &mut decoding);
            }
            is_left
        })
    }

    /// Decodes the next piece of a unit.
    fn decode_next(&self, unit: &UnitPieces, decoding: &mut Decoding) {
        let next = unit.range(decoding.decoded.len() as u64);
        match guarded(|| self.decode(unit.unit, decoding, next.end - next.start)) {
            Ok(batches) => decoding.decoded.push(batches),
            Err(error) => decoding.failed = Some(error),
        }
    }

    /// Decodes the next rows of a unit.
    fn decode(&self, unit: Unit, decoding: &mut Decoding, rows: u64) -> Result<Vec<RecordBatch>, String> {
        let batches = match &mut decoding.batches {
            Some(batches) => batches,
            none => none.insert(self.batches(unit)?),
        };
        let (mut found, mut left) = (Vec::new(), rows as usize);
        while left > 0 {
            let next = decoding.rest.take().map(Ok).or_else(|| batches.next()).transpose()?;
            let batch = next.ok_or_else(|| super::damaged(&unit.place("row group"), "rows are missing"))?;
            let count = batch.num_rows().min(left);
            if count < batch.num_rows() {
                decoding.rest = Some(batch.slice(count, batch.num_rows() - count));
            }
            found.push(batch.slice(0, count));
            left -= count;
        }
        Ok(found)
    }

    fn batches(&self, unit: Unit) -> Result<Batches, String> {
        let batches = self.plan.batches(unit, &self.file)?;
        if let Some(copied) = self.copied.as_ref().filter(|_| unit.start == 0) {
            copied.check_pages(unit.group).map_err(|e| format!("{e},{}", unit.place("row group")))?;
        }
        Ok(batches)
    }

    /// The first rows of the file, to find the symbols of the puzzles in them.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn first_rows(&self) -> Result<Vec<RecordBatch>, String> {
        super::first_rows(&*self.plan, &self.file, SYMBOL_ROWS)
    }
}

/// The pieces of a file that are left.
pub(crate) struct PiecesLeft(Option<(Arc<UnitPieces>, u64)>);

impl PiecesLeft {
    /// All pieces of a file.
    pub fn new(file: &TableUnits) -> PiecesLeft {
        PiecesLeft(file.next_unit().map(|unit| (unit, 0)))
    }

    /// The unit of the next piece, and the number of the piece there. The file is the one of these pieces.
    pub fn next(&mut self, file: &TableUnits) -> Option<(Arc<UnitPieces>, u64)> {
        let (unit, piece) = self.0.take()?;
        self.0 = match piece + 1 < unit.count() {
            true => Some((unit.clone(), piece + 1)),
            false => file.next_unit().map(|unit| (unit, 0)),
        };
        Some((unit, piece))
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl UnitPieces {
    /// How many pieces there are.
    fn count(&self) -> u64 {
        self.unit.rows.div_ceil(self.rows)
    }

    /// Which rows of the unit a piece contains.
    fn range(&self, piece: u64) -> Range<u64> {
        let start = (piece * self.rows).min(self.unit.rows);
        start..(start + self.rows).min(self.unit.rows)
    }

    /// How many rows a piece has, and the number of its first one in the file.
    pub fn rows_of(&self, piece: u64) -> (u64, u64) {
        let Range { start, end } = self.range(piece);
        (end - start, self.unit.rows_before + start)
    }
}
