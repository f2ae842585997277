//! Runs from Parquet to Parquet that copy the columns they do not read.

use crate::{
    batch::{Batch, Task, input_format::InputFormat},
    framing::HeadEnd,
    io::{Input, Recognize},
    tables::{CopiedColumns, CopiedSizes, Copying, TableFile},
};
use std::{fs::File, sync::Arc};

/// Rows from which it is found out which columns are read. The column with the puzzles is found by the first 16.
const FIRST_ROWS: u64 = 64;

impl Batch {
    /// Lets the columns of the inputs be copied, if that is possible: all are Parquet files with the same columns, and each
    /// record has one row in the output. Otherwise the run goes on as it would, with all columns as text.
    pub(super) fn copy_columns(&self, inputs: &mut [Input<'_>]) {
        if !self.has_one_row_for_each() {
            return;
        }
        let Some((columns, kept)) = self.copied_columns(inputs) else { return };
        let copying = Arc::new(Copying::new(columns, kept));
        for (table, _) in inputs.iter_mut().filter_map(Input::table_file) {
            table.copy(&copying);
        }
    }

    /// Whether each record has one row, with the columns of the input.
    fn has_one_row_for_each(&self) -> bool {
        let selects = self.is_filter() || self.classes.is_some() || self.selection.is_some();
        !selects && !self.all && !self.keep && !self.only_counts() && self.task != Task::Morph
    }

    /// The columns of all inputs, and those that become text.
    fn copied_columns(&self, inputs: &mut [Input<'_>]) -> Option<(CopiedColumns, Vec<usize>)> {
        let mut common: Option<(CopiedColumns, Vec<usize>)> = None;
        let mut all = CopiedSizes::default();
        for input in inputs {
            let name = input.name().to_owned();
            let (table, file) = input.table_file()?;
            let (columns, sizes) = table.copied_columns(&file)?;
            let kept = self.read_columns(&name, table, &file)?;
            all = CopiedSizes {
                groups: all.groups + sizes.groups,
                rows: all.rows.saturating_add(sizes.rows),
                must_copy: all.must_copy || sizes.must_copy,
            };
            let found = (columns, kept);
            match &common {
                None => common = Some(found),
                Some(first) if *first == found => {}
                Some(_) => return None,
            }
        }
        common.filter(|_| all.are_fit())
    }

    /// The columns that are read or replaced, if the run finds the same ones when it has no others.
    fn read_columns(&self, name: &str, table: &TableFile, file: &File) -> Option<Vec<usize>> {
        let found = self.recognized(name, table, file)?;
        let used = found.codec.capabilities().used_columns.to_vec();
        let alone = self.recognized(name, &table.with_columns(&used), file)?;
        let (all, alone) = (found.codec.capabilities(), alone.codec.capabilities());
        let puzzle = used.iter().position(|column| Some(*column) == all.table.map(|table| table.puzzle));
        let is_same = alone.table.map(|table| (table.puzzle, table.count)) == Some((puzzle?, used.len()))
            && alone.found_column == all.found_column
            && alone.used_columns.len() == used.len();
        is_same.then_some(used)
    }

    /// How the text of a table is read, if its answers are rows of the same table.
    fn recognized(&self, name: &str, table: &TableFile, file: &File) -> Option<Arc<InputFormat>> {
        let (text, is_all) = table.first_rows(file, FIRST_ROWS).ok()?;
        let end = if is_all { HeadEnd::Eof } else { HeadEnd::Long };
        let found = self.recognizer().recognize_table(name, &text, end).ok()??;
        found.format.output.is_none().then_some(found.format)
    }
}
