//! Files whose rows are decoded as arrays, a unit of a row group at a time, and whose columns are copied.

use super::{
    PositionedFile,
    groups::Unit,
    guarded,
    parquet::{ParquetPlan, UnitBatches},
};
use crate::tables::copying::{CopiedFile, CopiedGroup};
use std::{ops::Range, sync::Arc};

/// The most rows that show the symbols of the puzzles.
const SYMBOL_ROWS: u64 = 512;

/// A file of Parquet whose rows are answered by units.
pub(crate) struct TableUnits {
    pub(super) plan: ParquetPlan,
    pub(super) file: PositionedFile,
    pub(super) copied: Arc<CopiedFile>,
    /// The numbers of the units that are answered.
    pub units: Range<u64>,
    /// The rows before them.
    pub rows_before: u64,
}

impl TableUnits {
    /// The most rows that a unit has in the row group of this one.
    pub fn unit_rows(&self, number: u64) -> u64 {
        super::Plan::groups(&self.plan).unit_rows(number)
    }

    /// The row group of a unit, its rows, and whether it is the last unit of its row group.
    pub fn unit(&self, number: u64) -> (CopiedGroup, u64, bool) {
        let groups = super::Plan::groups(&self.plan);
        let Unit { group, start, rows, .. } = groups.unit(number);
        let all = groups.rows_of(group);
        let of = CopiedGroup { file: self.copied.clone(), number: group, rows: all };
        (of, rows, start + rows == all)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.file.len()
    }

    /// The rows of the file.
    pub fn rows(&self) -> u64 {
        super::Plan::groups(&self.plan).rows()
    }

    /// The rows of a unit.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn batches(&self, number: u64) -> Result<UnitBatches, String> {
        let unit = super::Plan::groups(&self.plan).unit(number);
        guarded(|| self.plan.batches(unit, &self.file))
    }

    /// The first batch of the file.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn first_batch(&self) -> Result<Option<arrow_array::RecordBatch>, String> {
        let groups = super::Plan::groups(&self.plan);
        if groups.units() == 0 {
            return Ok(None);
        }
        let unit = groups.unit(0);
        let first = Unit { rows: unit.rows.min(SYMBOL_ROWS), ..unit };
        guarded(|| self.plan.batches(first, &self.file))?.next().transpose()
    }
}
