//! Runs from tables to tables: columns that they do not read reach the output without becoming text.

use crate::{
    batch::{Batch, input_format::InputFormat},
    format::Format,
    io::{Input, Recognize},
    tables::{Carrying, TableFormat, numbered},
};
use quadrille_base::{error::Error, framing::HeadEnd};
use quadrille_tasks::Written;
use std::sync::Arc;

/// Rows that show which columns are read. The column with the puzzles is found by the first 16.
const FIRST_ROWS: usize = 64;

/// The columns of a table that a run reads or replaces.
enum ReadColumns {
    /// The run finds these columns whether or not the others are beside them.
    Certain(Vec<usize>),
    /// The run finds other columns when it has these alone.
    Uncertain,
}

impl Batch {
    /// Lets the columns of the inputs be carried, if all are tables with columns of the same names and the outputs are
    /// tables. Otherwise the run continues as usual, with all columns as text.
    ///
    /// # Errors
    /// The error of a table that cannot be read otherwise, because a column has no text.
    pub(super) fn keep_columns(
        &self,
        inputs: &mut [Input<'_>],
        outputs: &[Option<TableFormat>],
    ) -> Result<(), Error> {
        let has_columns =
            |format: &Option<TableFormat>| format.is_some_and(|format| format != TableFormat::Npy);
        if !outputs.iter().all(has_columns) {
            return Ok(());
        }
        if let Some(carrying) = self.carried(inputs, outputs.len())? {
            let carrying = Arc::new(carrying);
            inputs.iter_mut().enumerate().for_each(|(number, input)| input.keep(&carrying, number));
        }
        Ok(())
    }

    /// Whether the answers to tables are written in a format that does not have the other columns of the tables.
    pub(super) fn writes_few_columns(&self) -> bool {
        let form_of_tables = Format::named("csv").expect("a format");
        !self.work.is_filter() && self.output.for_input(form_of_tables).is_some()
    }

    /// Lets only the columns that the run reads become text, because nothing else of the tables is written: other columns may
    /// be of types that have no text.
    ///
    /// # Errors
    /// As [`keep_columns`](Self::keep_columns).
    pub(super) fn read_few_columns(&self, inputs: &mut [Input<'_>]) -> Result<(), Error> {
        for (number, input) in inputs.iter_mut().enumerate().filter(|(_, input)| input.is_table()) {
            let read = self.read_columns(input, numbered(number).numbers)?;
            if let Some(ReadColumns::Certain(kept)) = read {
                input.keep(&Arc::new(Carrying::new(kept, Vec::new(), 0)), number);
            }
        }
        Ok(())
    }

    /// Whether each record has one row, with the columns of the input.
    pub(super) fn has_one_row_for_each(&self) -> bool {
        let is_one = matches!(self.work.needs().written, Written::Answers | Written::Solutions);
        is_one && self.work.morphs().is_none() && self.work.reducer().is_none() && !self.keep_trailing
    }

    /// The columns carried from all inputs to so many outputs. If not all of them read the same columns, or it is not certain which are
    /// read, all become text beside it.
    fn carried(&self, inputs: &mut [Input<'_>], outputs: usize) -> Result<Option<Carrying>, Error> {
        let (mut common, mut carried) = (None, Vec::new());
        for (number, input) in inputs.iter_mut().enumerate() {
            let Some((schema, of_input)) = input.table_schema().zip(input.carried()?) else {
                return Ok(None);
            };
            let names: Vec<String> = schema.schema.columns.iter().map(|column| column.name.clone()).collect();
            let all: Vec<usize> = (0..names.len()).collect();
            // Errors of the columns are reported where they are read, without the column of the numbers.
            let kept = match self.read_columns(input, numbered(number).numbers)? {
                Some(ReadColumns::Certain(kept)) => kept,
                Some(ReadColumns::Uncertain) => all.clone(),
                None => return Ok(None),
            };
            let (first, of_all) = common.get_or_insert_with(|| (names.clone(), kept.clone()));
            if *first != names {
                return Ok(None);
            }
            if *of_all != kept {
                *of_all = all;
            }
            carried.push((schema, of_input));
        }
        let in_any_order = self.work.needs().sorts;
        Ok(common.map(|(_, kept)| Carrying::new(kept, carried, outputs).in_any_order(in_any_order)))
    }

    /// The columns that are read or replaced; `None` if an error in them is reported when they are read. `numbers` is the
    /// prefix of the numbers of the rows, if the rows are numbered.
    fn read_columns(
        &self,
        input: &mut Input<'_>,
        numbers: Option<String>,
    ) -> Result<Option<ReadColumns>, Error> {
        let columns = input.table_schema().map_or(0, |input| input.schema.columns.len());
        let all: Vec<usize> = (0..columns).collect();
        let found = self.recognized(input, (&all, None));
        let Some(found) = unless_it_has_text(input, found)? else { return Ok(None) };
        let used = found.codec.capabilities().used_columns.to_vec();
        let count = used.len() + usize::from(numbers.is_some());
        let Ok(Some(alone)) = self.recognized(input, (&used, numbers)) else {
            return Ok(Some(ReadColumns::Uncertain));
        };
        let (all, alone) = (found.codec.capabilities(), alone.codec.capabilities());
        let puzzle = used.iter().position(|column| Some(*column) == all.table.map(|table| table.puzzle));
        let is_same = puzzle.is_some()
            && alone.table.map(|table| (Some(table.puzzle), table.count)) == Some((puzzle, count))
            && alone.puzzle_column == all.puzzle_column
            && alone.used_columns.len() == used.len();
        Ok(Some(if is_same { ReadColumns::Certain(used) } else { ReadColumns::Uncertain }))
    }

    /// How the text of some columns of a table is read, if its answers are rows of the same table or have few of its columns.
    pub(super) fn recognized(
        &self,
        input: &mut Input<'_>,
        columns: (&[usize], Option<String>),
    ) -> Result<Option<Arc<InputFormat>>, Error> {
        let Some((text, is_all)) = input.first_rows(FIRST_ROWS, columns)? else { return Ok(None) };
        let end = if is_all { HeadEnd::Eof } else { HeadEnd::Long };
        let found = self.recognizer().recognize_table(input.name(), &text, end)?;
        let is_usual = |format: &Arc<InputFormat>| format.output.is_none() || self.writes_few_columns();
        Ok(found.map(|found| found.format).filter(is_usual))
    }
}

/// The columns found in a table, or why that failed if one of its columns has no text. Other tables are read as text, and the error is seen
/// then.
pub(super) fn unless_it_has_text<T>(
    input: &Input<'_>,
    found: Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    match found {
        Err(_) if input.table_schema().is_none_or(|input| input.schema.check().is_ok()) => Ok(None),
        found => found,
    }
}
