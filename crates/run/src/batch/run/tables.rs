//! Runs over tables: workers decode the columns that a run reads, and the output carries or copies the columns of the inputs.

mod source;

pub(super) use source::{RowTexts, TableChunk, TableSource, answer};

use crate::{
    batch::{
        Batch,
        input_format::{InputFormat, csv},
    },
    format::CellContent,
    io::Input,
    tables::{
        Carrying, CopiedColumns, CopiedSizes, InputSchema, TableFormat, TableSchema, board_type, text_of,
    },
};
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_columns::table::answer_type;
use quadrille_tasks::{ColumnKind, ColumnPlace, Written};
use std::sync::{Arc, OnceLock};

/// How many rows are examined to find the columns with puzzles and solutions.
const FIRST_ROWS: usize = 16;

/// How the columns of the inputs reach the output.
#[derive(Clone)]
pub(in crate::batch) enum InputColumns {
    /// The output does not contain them.
    None,
    /// They become text, which is written beside the answers.
    Text,
    /// The output takes them from the inputs, by row number.
    Carried(Arc<Carrying>),
    /// Their pages are copied from Parquet to Parquet without being decoded.
    Copied(Arc<CopiedColumns>),
}

/// The tables among the inputs of a run.
#[derive(Clone)]
pub(super) struct Tables {
    pub columns: InputColumns,
    /// How each input is read, if that is known. Others are examined, and what is wrong with them is reported, when their turn comes.
    inputs: Vec<Option<TableInput>>,
}

/// The kinds and types of the answers, if workers encode them.
pub(super) type AnswerTypes = Vec<(ColumnKind, DataType)>;

/// How a table is read.
#[derive(Clone)]
struct TableInput {
    format: Arc<InputFormat>,
    read: ReadColumns,
}

/// The columns that are read.
#[derive(Clone, Copy, PartialEq)]
struct ReadColumns {
    puzzle: usize,
    /// The solutions that the rows bring, if they are needed.
    solution: Option<usize>,
    /// The transformation of each row, if it has its own.
    transform: Option<usize>,
    /// Whether the puzzles are candidates.
    has_candidates: bool,
}

impl Tables {
    /// Tables that become text.
    pub fn as_text() -> Tables {
        Tables { columns: InputColumns::Text, inputs: Vec::new() }
    }

    /// The same for a pass that writes nothing.
    pub fn without_output(&self) -> Tables {
        Tables { columns: InputColumns::None, inputs: self.inputs.clone() }
    }

    /// The types of the columns of the answers, if these are encoded by the workers.
    pub fn answer_types(&self, batch: &Batch) -> Option<AnswerTypes> {
        let InputColumns::Copied(columns) = &self.columns else { return None };
        let puzzle = self.inputs.iter().flatten().next()?.read.puzzle;
        let board = board_type(columns.schema.field(puzzle).data_type().clone());
        let columns = batch.work.columns();
        let columns = columns.iter().filter(|column| column.is_in_tables());
        Some(columns.map(|column| (column.kind, answer_type(column.kind, &board))).collect())
    }
}

impl Batch {
    /// How tables are read. From tables to tables their columns are carried or copied. If an input or an output is text, tables become
    /// text, unless the output does not contain them.
    ///
    /// # Errors
    /// If an input cannot be looked at.
    pub(super) fn tables(
        &self,
        inputs: &mut [Input<'_>],
        outputs: &[Option<TableFormat>],
    ) -> Result<Tables, Error> {
        if outputs.iter().all(Option::is_none) {
            let columns = if self.writes_few_columns() { InputColumns::None } else { InputColumns::Text };
            return Ok(Tables { columns, inputs: Vec::new() });
        }
        inputs.iter_mut().try_for_each(Input::find_table)?;
        if inputs.is_empty() || !outputs.iter().all(Option::is_some) || !inputs.iter().all(Input::is_table) {
            return Ok(Tables::as_text());
        }
        let inputs_read: Vec<_> = inputs.iter_mut().map(|input| self.recognized(input).ok()).collect();
        let columns = match self.copied(inputs, &inputs_read, outputs)? {
            Some(columns) => InputColumns::Copied(Arc::new(columns)),
            None => self.carried(inputs, outputs.len())?,
        };
        Ok(Tables { columns, inputs: inputs_read })
    }

    /// Whether the output contains answers alone, because its format cannot hold the other columns of a table.
    pub(super) fn writes_few_columns(&self) -> bool {
        self.work.only_counts() || (!self.work.is_filter() && self.output.for_input(csv()).is_some())
    }

    /// How many times as long as usual an answer takes.
    fn cost(&self) -> usize {
        self.work.morphs().map_or(self.work.needs().cost, |morphs| morphs.count() as usize)
    }

    fn carried(&self, inputs: &[Input<'_>], outputs: usize) -> Result<InputColumns, Error> {
        let mut carried = Vec::new();
        for input in inputs {
            let missing =
                || Error::new(ErrorKind::Input, format!("{}: it changed while it was read", input.name()));
            carried.push((input.input_schema(), input.carried()?.ok_or_else(missing)?));
        }
        Ok(InputColumns::Carried(Arc::new(Carrying::new(carried, outputs, self.work.needs().keeps))))
    }

    /// The columns to copy, if all inputs are Parquet files with the same columns, the output is one Parquet file, and it contains one
    /// row for each record.
    fn copied(
        &self,
        inputs: &[Input<'_>],
        read: &[Option<TableInput>],
        outputs: &[Option<TableFormat>],
    ) -> Result<Option<CopiedColumns>, Error> {
        if *outputs != [Some(TableFormat::Parquet)] || !self.has_one_row_for_each() {
            return Ok(None);
        }
        let (mut common, mut sizes) = (None, CopiedSizes::default());
        for (input, read) in inputs.iter().zip(read) {
            let (Some((table, file)), Some(read)) = (input.table_file(), read) else { return Ok(None) };
            // Damage is found where the columns are carried.
            let Ok(Some((columns, of_input))) = table.copied_columns(&file) else { return Ok(None) };
            sizes = sizes.and(of_input);
            let (first, first_read) = common.get_or_insert_with(|| (columns.clone(), read.read));
            if first.sorting != columns.sorting {
                first.sorting.clear();
            }
            let sorting = first.sorting.clone();
            if *first != (CopiedColumns { sorting, ..columns }) || *first_read != read.read {
                return Ok(None);
            }
        }
        Ok(common.filter(|_| sizes.are_fit()).map(|(columns, _)| columns))
    }

    /// Whether the output contains one row for each record, with the columns of the input.
    fn has_one_row_for_each(&self) -> bool {
        let is_one = matches!(self.work.needs().written, Written::Answers | Written::Solutions);
        is_one && self.work.morphs().is_none() && self.work.reducer().is_none() && !self.keep_trailing
    }

    /// How a table is read, by its columns and its first rows.
    fn recognized(&self, input: &mut Input<'_>) -> Result<TableInput, Error> {
        let InputSchema { name, schema } = input.input_schema();
        let fail = |what: &str| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let batches = input.first_rows(FIRST_ROWS)?.ok_or_else(|| fail("it changed while it was read"))?;
        let names: Vec<String> = schema.columns.iter().map(|column| column.name.trim().to_owned()).collect();
        let mut header = Vec::new();
        schema.append_header(&mut header);
        let format =
            self.recognizer().recognize_rows(&name, (&names, &header), &fields(&schema, &batches))?;
        let capabilities = format.codec.capabilities();
        let table = capabilities.table.ok_or_else(|| fail("it has no columns"))?;
        let needs_solution = self.work.needs().own_answers || format.has_solutions;
        let transform = format.columns.iter().rposition(|column| column.place == ColumnPlace::Read);
        let read = ReadColumns {
            puzzle: table.puzzle,
            solution: table.solution.filter(|_| needs_solution),
            transform: transform.and_then(|column| table.replaced[column]),
            has_candidates: capabilities.cells == CellContent::Candidates,
        };
        schema.columns[read.puzzle].check_boards(&name)?;
        Ok(TableInput { format, read })
    }
}

/// The fields of the first rows. Values that cannot be written as text are empty.
fn fields(schema: &TableSchema, batches: &[RecordBatch]) -> Vec<Vec<Vec<u8>>> {
    let count = batches.iter().map(RecordBatch::num_rows).sum::<usize>().min(FIRST_ROWS);
    let mut rows = vec![vec![Vec::new(); schema.columns.len()]; count];
    let mut done = 0;
    for batch in batches {
        let batch = batch.slice(0, batch.num_rows().min(count - done));
        for (number, _) in schema.columns.iter().enumerate().filter(|(_, column)| column.has_text()) {
            let Ok(texts) = text_of(batch.column(number), &OnceLock::new()) else { continue };
            for (row, text) in texts.iter().enumerate() {
                rows[done + row][number] = text.unwrap_or_default().as_bytes().to_vec();
            }
        }
        done += batch.num_rows();
    }
    rows
}
