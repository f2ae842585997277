//! Runs from Parquet to Parquet that copy the columns they do not read.

use crate::{
    batch::{
        Batch,
        input_format::InputFormat,
        settings::{Carried, OutputChoice},
    },
    io::{Input, Recognize},
    tables::{CopiedColumns, CopiedSizes, Copying, TableFile},
};
use quadrille_core::{
    error::{Error, ErrorKind},
    framing::HeadEnd,
};
use std::{fs::File, sync::Arc};

/// Rows from which it is found out which columns are read. The column with the puzzles is found by the first 16.
const FIRST_ROWS: u64 = 64;

/// The columns of an input, and those of them that become text.
type Found = (CopiedColumns, Vec<usize>);

impl Batch {
    /// Lets the columns of the inputs be copied, if that is possible: all are Parquet files with the same columns, and each
    /// record has one row in the output. Otherwise the run goes on as it would, with all columns as text.
    ///
    /// # Errors
    /// What is wrong with a table that cannot be read otherwise, because a column has no text.
    pub(super) fn copy_columns(self, inputs: &mut [Input<'_>]) -> Result<Batch, Error> {
        if !self.has_one_row_for_each() {
            return Ok(self);
        }
        let Some((columns, kept)) = self.copied_columns(inputs)? else { return Ok(self) };
        let copying = Arc::new(Copying::new(columns, kept));
        for (table, _) in inputs.iter_mut().filter_map(Input::table_file) {
            table.copy(&copying);
        }
        Ok(Batch { output: OutputChoice::Table(Carried::Copied), ..self })
    }

    /// Whether each record has one row, with the columns of the input.
    fn has_one_row_for_each(&self) -> bool {
        let Some(task) = self.work.task() else { return false };
        task.kept().is_none() && task.rows().is_none() && !task.only_counts() && !self.keep
    }

    /// The columns of all inputs.
    fn copied_columns(&self, inputs: &mut [Input<'_>]) -> Result<Option<Found>, Error> {
        let mut common: Option<Found> = None;
        let mut all = CopiedSizes::default();
        for input in inputs {
            let name = input.name().to_owned();
            let Some((table, file)) = input.table_file() else { return Ok(None) };
            let found = self.columns_of(&name, table, &file);
            let Some((found, sizes)) = unless_it_has_text(table, found)? else { return Ok(None) };
            all = CopiedSizes {
                groups: all.groups + sizes.groups,
                rows: all.rows.saturating_add(sizes.rows),
                must_copy: all.must_copy || sizes.must_copy,
            };
            match &common {
                None => common = Some(found),
                Some(first) if *first == found => {}
                Some(_) => return Ok(None),
            }
        }
        Ok(common.filter(|_| all.are_fit()))
    }

    /// The columns of an input, and its sizes.
    fn columns_of(
        &self,
        name: &str,
        table: &TableFile,
        file: &File,
    ) -> Result<Option<(Found, CopiedSizes)>, Error> {
        let damaged = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let Some((columns, sizes)) = table.copied_columns(file).map_err(damaged)? else { return Ok(None) };
        let kept = self.read_columns(name, table, file)?;
        Ok(kept.map(|kept| ((columns, kept), sizes)))
    }

    /// The columns that are read or replaced, if the run finds the same ones when it has no others.
    fn read_columns(&self, name: &str, table: &TableFile, file: &File) -> Result<Option<Vec<usize>>, Error> {
        let Some(found) = self.recognized(name, table, file)? else { return Ok(None) };
        let used = found.codec.capabilities().used_columns.to_vec();
        let Ok(Some(alone)) = self.recognized(name, &table.with_columns(&used), file) else {
            return Ok(None);
        };
        let (all, alone) = (found.codec.capabilities(), alone.codec.capabilities());
        let puzzle = used.iter().position(|column| Some(*column) == all.table.map(|table| table.puzzle));
        let is_same = puzzle.is_some()
            && alone.table.map(|table| (Some(table.puzzle), table.count)) == Some((puzzle, used.len()))
            && alone.found_column == all.found_column
            && alone.used_columns.len() == used.len();
        Ok(is_same.then_some(used))
    }

    /// How the text of a table is read, if its answers are rows of the same table.
    fn recognized(
        &self,
        name: &str,
        table: &TableFile,
        file: &File,
    ) -> Result<Option<Arc<InputFormat>>, Error> {
        let damaged = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let (text, is_all) = table.first_rows(file, FIRST_ROWS).map_err(damaged)?;
        let end = if is_all { HeadEnd::Eof } else { HeadEnd::Long };
        let found = self.recognizer().recognize_table(name, &text, end)?;
        Ok(found.map(|found| found.format).filter(|format| format.output.is_none()))
    }
}

/// What was found in a table, or why that failed if one of its columns has no text. The others are read as text, and it is seen
/// then.
fn unless_it_has_text<T>(table: &TableFile, found: Result<Option<T>, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(_) if table.schema().check().is_ok() => Ok(None),
        found => found,
    }
}
