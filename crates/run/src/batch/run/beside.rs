//! Runs from tables to tables: columns that they do not read reach the output without becoming text.

use crate::{
    batch::{
        Batch,
        input_format::InputFormat,
        settings::{Carried, OutputChoice},
    },
    io::{Input, Recognize},
    tables::{Beside, CarriedInput, Carrying, CopiedSizes, Copying, TableFile, TableFormat, numbered},
};
use quadrille_core::{
    error::{Error, ErrorKind},
    framing::HeadEnd,
};
use std::{fs::File, sync::Arc};

/// Rows from which it is found out which columns are read. The column with the puzzles is found by the first 16.
const FIRST_ROWS: u64 = 64;

impl Batch {
    /// Lets the columns of the inputs be copied, if all are Parquet files with the same columns, the output is one, and each
    /// record has one row in it; or carried, if all are files of tables with columns of the same names and the outputs are
    /// tables. Otherwise the run goes on as it would, with all columns as text.
    ///
    /// # Errors
    /// What is wrong with a table that cannot be read otherwise, because a column has no text.
    pub(super) fn keep_columns(
        self,
        inputs: &mut [Input<'_>],
        outputs: &[Option<TableFormat>],
    ) -> Result<Batch, Error> {
        let has_columns =
            |format: &Option<TableFormat>| format.is_some_and(|format| format != TableFormat::Npy);
        if !outputs.iter().all(has_columns) {
            return Ok(self);
        }
        let is_copied = outputs == [Some(TableFormat::Parquet)] && self.has_one_row_for_each();
        let copied = if is_copied { self.copied(inputs)? } else { None };
        let beside = match copied {
            Some(copying) => Beside::Copied(Arc::new(copying)),
            None => match self.carried(inputs)? {
                Some(carrying) => Beside::Carried(Arc::new(carrying)),
                None => return Ok(self),
            },
        };
        for (number, input) in inputs.iter_mut().enumerate() {
            if let Some((table, _)) = input.table_file() {
                table.keep(&beside, number);
            }
        }
        let carried = match beside {
            Beside::Copied(_) => Carried::Copied,
            Beside::Carried(_) => Carried::Text,
        };
        Ok(Batch { output: OutputChoice::Table(carried), ..self })
    }

    /// Whether each record has one row, with the columns of the input.
    fn has_one_row_for_each(&self) -> bool {
        let Some(task) = self.work.task() else { return false };
        task.kept().is_none() && task.rows().is_none() && !task.only_counts() && !self.keep
    }

    /// What is copied from all inputs.
    fn copied(&self, inputs: &mut [Input<'_>]) -> Result<Option<Copying>, Error> {
        let (mut common, mut all) = (None, CopiedSizes::default());
        for input in inputs {
            let name = input.name().to_owned();
            let Some((table, file)) = input.table_file() else { return Ok(None) };
            let damaged = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
            let columns = unless_it_has_text(table, table.copied_columns(&file).map_err(damaged))?;
            let Some((columns, sizes)) = columns else { return Ok(None) };
            let Some(kept) = self.read_columns(&name, table, (&file, None))? else { return Ok(None) };
            all = CopiedSizes {
                groups: all.groups + sizes.groups,
                rows: all.rows.saturating_add(sizes.rows),
                must_copy: all.must_copy || sizes.must_copy,
            };
            if *common.get_or_insert_with(|| (columns.clone(), kept.clone())) != (columns, kept) {
                return Ok(None);
            }
        }
        Ok(common.filter(|_| all.are_fit()).map(|(columns, kept)| Copying::new(columns, kept)))
    }

    /// What is carried from all inputs.
    fn carried(&self, inputs: &mut [Input<'_>]) -> Result<Option<Carrying>, Error> {
        let (mut common, mut all) = (None, Vec::new());
        for (number, input) in inputs.iter_mut().enumerate() {
            let (name, schema) = (input.name().to_owned(), input.input_schema());
            let Some(path) = input.file().map(ToOwned::to_owned) else { return Ok(None) };
            let Some((table, file)) = input.table_file() else { return Ok(None) };
            let kept = self.read_columns(&name, table, (&file, numbered(number).numbers))?;
            let cannot_read = |e| Error::io(ErrorKind::Input, format!("cannot read {name}"), e);
            let carried = CarriedInput::new(path, table, file).map_err(cannot_read)?;
            let Some((kept, carried)) = kept.zip(carried) else { return Ok(None) };
            let names = schema.schema.columns.iter().map(|column| column.name.clone());
            let names: Vec<String> = names.collect();
            if *common.get_or_insert_with(|| (names.clone(), kept.clone())) != (names, kept) {
                return Ok(None);
            }
            all.push((schema, carried));
        }
        Ok(common.map(|(_, kept)| Carrying::new(kept, all)))
    }

    /// The columns that are read or replaced, if the run finds the same ones when it has no others but perhaps the numbers of the
    /// rows.
    fn read_columns(
        &self,
        name: &str,
        table: &TableFile,
        (file, numbers): (&File, Option<String>),
    ) -> Result<Option<Vec<usize>>, Error> {
        let all: Vec<usize> = (0..table.schema().columns.len()).collect();
        let found = unless_it_has_text(table, self.recognized(name, table, file, (&all, None)))?;
        let Some(found) = found else { return Ok(None) };
        let used = found.codec.capabilities().used_columns.to_vec();
        let count = used.len() + usize::from(numbers.is_some());
        let Ok(Some(alone)) = self.recognized(name, table, file, (&used, numbers)) else {
            return Ok(None);
        };
        let (all, alone) = (found.codec.capabilities(), alone.codec.capabilities());
        let puzzle = used.iter().position(|column| Some(*column) == all.table.map(|table| table.puzzle));
        let is_same = puzzle.is_some()
            && alone.table.map(|table| (Some(table.puzzle), table.count)) == Some((puzzle, count))
            && alone.found_column == all.found_column
            && alone.used_columns.len() == used.len();
        Ok(is_same.then_some(used))
    }

    /// How the text of some columns of a table is read, if its answers are rows of the same table.
    fn recognized(
        &self,
        name: &str,
        table: &TableFile,
        file: &File,
        columns: (&[usize], Option<String>),
    ) -> Result<Option<Arc<InputFormat>>, Error> {
        let damaged = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let (text, is_all) = table.first_rows(file, FIRST_ROWS, columns).map_err(damaged)?;
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
