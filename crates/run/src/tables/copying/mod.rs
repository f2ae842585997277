//! Columns that are copied from Parquet to Parquet as they are, without decoding them.
//!
//! If each record of the inputs has one row in the output, the row groups of the output are the row groups of the inputs, and
//! all columns but the answers keep their bytes. Workers decode only the columns that a run reads, and the answers to a unit say which
//! row group they belong to.

mod source;

pub(crate) use source::CopiedFile;

use super::EncodedColumn;
use arrow_schema::SchemaRef;
use parquet::{
    file::metadata::SortingColumn,
    schema::types::{ColumnPath, TypePtr},
};
use quadrille_base::memory::heap_bytes;
use std::sync::Arc;

/// Row groups of fewer rows than this on average are not kept: a file of many small ones is slow to read.
const LEAST_MEAN_ROWS: u64 = 8192;

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

/// The answers to some rows of a row group, whose other columns are copied.
pub(crate) struct UnitAnswers {
    pub group: CopiedGroup,
    /// The columns of the answers, each until it is written.
    pub columns: Vec<Option<EncodedColumn>>,
    /// How many rows these are.
    pub rows: u64,
    /// Whether the row group ends with them.
    pub ends_group: bool,
}

impl UnitAnswers {
    /// The bytes of memory that they have allocated.
    pub fn memory(&self) -> usize {
        heap_bytes(&self.columns) + self.columns.iter().flatten().map(EncodedColumn::memory).sum::<usize>()
    }
}

/// A row group to be copied.
#[derive(Clone)]
pub(crate) struct CopiedGroup {
    pub file: Arc<CopiedFile>,
    /// Its number in the file.
    pub number: usize,
    pub rows: u64,
}

/// How many row groups and rows the inputs have, and whether a column is nested.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CopiedSizes {
    pub groups: u64,
    pub rows: u64,
    /// Whether a column is nested: then row groups are kept, however small they are, because such columns take long to decode.
    pub is_nested: bool,
}

impl CopiedSizes {
    /// The sizes of both.
    pub fn and(self, more: CopiedSizes) -> CopiedSizes {
        CopiedSizes {
            groups: self.groups + more.groups,
            rows: self.rows.saturating_add(more.rows),
            is_nested: self.is_nested || more.is_nested,
        }
    }

    /// Whether an output with the same row groups is worth having.
    pub fn are_fit(self) -> bool {
        self.is_nested || self.groups <= 1 || self.rows / self.groups >= LEAST_MEAN_ROWS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_row_groups_are_not_kept_unless_a_column_is_nested() {
        let sizes = |groups, rows| CopiedSizes { groups, rows, is_nested: false };
        assert!(sizes(1, 5).are_fit());
        assert!(sizes(0, 0).are_fit());
        assert!(sizes(2, 2 * LEAST_MEAN_ROWS).are_fit());
        assert!(!sizes(2, 2 * LEAST_MEAN_ROWS - 1).are_fit());
        assert!(CopiedSizes { is_nested: true, ..sizes(100, 100) }.are_fit());
    }
}
