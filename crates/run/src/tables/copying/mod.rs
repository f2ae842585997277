//! Columns that are copied from Parquet to Parquet as they are, without decoding them.
//!
//! If each record of the inputs has one row in the output, the row groups of the output are the row groups of the inputs, and
//! all columns but the answers keep their bytes. Then only the columns that a run reads become text. `Copying` is shared by
//! the inputs, which say which row groups they have begun to read, and by the output, which copies these in the same order.

mod source;

pub(crate) use source::CopiedFile;
pub(super) use source::{PageIndexes, append};

use crate::tables::internal_error;
use arrow_schema::SchemaRef;
use parquet::{
    file::metadata::SortingColumn,
    schema::types::{ColumnPath, TypePtr},
};
use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Row groups of fewer rows than this on average are not kept: a file of many small ones is slow to read.
const LEAST_MEAN_ROWS: u64 = 8192;

/// The parts that a written Parquet file takes from the files that are read.
pub(crate) struct Copying {
    /// The properties that all inputs share.
    pub columns: CopiedColumns,
    /// The columns that become text, in the order of the inputs' columns.
    pub kept: Vec<usize>,
    groups: Mutex<Groups>,
}

/// The columns of an input.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CopiedColumns {
    /// The name of the schema's root.
    pub root: String,
    pub fields: Vec<TypePtr>,
    pub schema: SchemaRef,
    /// Whether the file itself says what their types in Arrow are.
    pub has_arrow_schema: bool,
    /// The columns by which the rows of each row group are sorted, if all row groups say the same.
    pub sorting: Vec<(ColumnPath, SortingColumn)>,
}

#[derive(Default)]
struct Groups {
    /// The rows of those that the text has not reached.
    rows: VecDeque<u64>,
    /// Those that have not been copied.
    sources: VecDeque<CopiedGroup>,
}

/// A row group to be copied.
pub(crate) struct CopiedGroup {
    pub file: Arc<CopiedFile>,
    /// Its number in the file.
    pub number: usize,
    pub rows: u64,
}

/// How many row groups and rows the inputs have, and whether a column has no text.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CopiedSizes {
    pub groups: u64,
    pub rows: u64,
    /// Whether a column has no text: then row groups are kept, however small they are.
    pub must_copy: bool,
}

impl CopiedSizes {
    /// Whether an output with the same row groups is worth having.
    pub fn are_fit(self) -> bool {
        self.must_copy || self.groups <= 1 || self.rows / self.groups >= LEAST_MEAN_ROWS
    }
}

impl Copying {
    pub fn new(columns: CopiedColumns, kept: Vec<usize>) -> Copying {
        Copying { columns, kept, groups: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Groups> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the row groups of a file whose text is read from now on.
    pub fn add(&self, groups: impl Iterator<Item = CopiedGroup>) {
        let mut all = self.lock();
        for group in groups.filter(|group| group.rows > 0) {
            all.rows.push_back(group.rows);
            all.sources.push_back(group);
        }
    }

    /// The rows of the next row group in the text.
    pub fn next_rows(&self) -> Option<u64> {
        self.lock().rows.pop_front()
    }

    /// The next row group to be copied.
    ///
    /// # Errors
    /// If there is none.
    pub fn next_group(&self) -> io::Result<CopiedGroup> {
        self.lock()
            .sources
            .pop_front()
            .ok_or_else(|| io::Error::other(internal_error("there are answers after the last row group")))
    }
}

impl std::fmt::Debug for Copying {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Copying").field("kept", &self.kept).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_row_groups_are_not_kept_unless_a_column_has_no_text() {
        let sizes = |groups, rows| CopiedSizes { groups, rows, must_copy: false };
        assert!(sizes(1, 5).are_fit());
        assert!(sizes(0, 0).are_fit());
        assert!(sizes(2, 2 * LEAST_MEAN_ROWS).are_fit());
        assert!(!sizes(2, 2 * LEAST_MEAN_ROWS - 1).are_fit());
        assert!(CopiedSizes { must_copy: true, ..sizes(100, 100) }.are_fit());
    }
}
