//! Runs whose rows are never text: each record has one row, in files of Parquet, from which all other columns are copied.

use super::Concluding;
use crate::{
    batch::{
        Batch, Observer, Summary,
        input_format::InputFormat,
        worker::{ArrayWorker, ChunkAnswers},
        writer::{TableOutput, Writer},
    },
    format::CellContent,
    io::{Chunk, Input, Output, UnitFile},
    tables::{CopiedColumns, CopiedSizes, TableFormat, UnitAnswers, flat},
};
use arrow_array::RecordBatch;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_columns::table::{TableRows, holds_boards, symbols_of};
use quadrille_engines::Engines;
use quadrille_grid::InputSymbols;
use quadrille_ordered::{
    pipeline::{ChunkSource, Rest},
    workers::Workers,
};
use std::{collections::VecDeque, io, ops::Range, sync::Arc};

/// The inputs of a run whose columns are copied.
pub(super) struct CopiedTables {
    columns: CopiedColumns,
    boards: BoardColumns,
    formats: Vec<Arc<InputFormat>>,
}

/// The columns with the puzzles and with the solutions that are compared.
#[derive(Clone, Copy, PartialEq)]
struct BoardColumns {
    puzzle: usize,
    solution: Option<usize>,
}

/// An input whose columns can be copied.
struct CopiedInput {
    columns: CopiedColumns,
    sizes: CopiedSizes,
    boards: BoardColumns,
    format: Arc<InputFormat>,
}

/// Hands out the units of tables.
struct TableSource<'s, 'a> {
    batch: &'s Batch,
    inputs: VecDeque<(usize, Input<'a>, Option<Range<u64>>)>,
    boards: BoardColumns,
    formats: Vec<Arc<InputFormat>>,
    open: Option<OpenTable>,
}

/// A table whose units are handed out.
struct OpenTable {
    input: usize,
    table: Arc<AnsweredTable>,
    units: Range<u64>,
    /// The rows before them, until the first one is handed out.
    skipped: Option<u64>,
}

/// A file and how its rows are read.
struct AnsweredTable {
    name: String,
    file: UnitFile,
    format: Arc<InputFormat>,
    symbols: InputSymbols,
    /// Among the columns that are decoded.
    boards: BoardColumns,
}

/// A unit of a table, or none if it has no rows.
struct UnitChunk {
    chunk: Chunk<Arc<InputFormat>>,
    unit: Option<(Arc<AnsweredTable>, u64)>,
}

impl Batch {
    /// The columns copied from all inputs, if all are Parquet files with the same columns, the output is one, and each record has
    /// one row in it. Otherwise the run continues as usual.
    ///
    /// # Errors
    /// The error of a table that cannot be read otherwise, because a column has no text.
    pub(super) fn copied(
        &self,
        inputs: &mut [Input<'_>],
        output: Option<TableFormat>,
    ) -> Result<Option<CopiedTables>, Error> {
        let is_plain = !self.variants.wants_regions() && self.has_one_row_for_each();
        if output != Some(TableFormat::Parquet) || !is_plain {
            return Ok(None);
        }
        let (mut common, mut sizes, mut formats) = (None, CopiedSizes::default(), Vec::new());
        for input in inputs {
            let Some(input) = self.copied_of(input)? else { return Ok(None) };
            let CopiedInput { columns, boards, format, .. } = input;
            sizes = sizes.and(input.sizes);
            let first = common.get_or_insert_with(|| (columns.clone(), boards));
            let sorting =
                if first.0.sorting == columns.sorting { columns.sorting.clone() } else { Vec::new() };
            first.0.sorting.clone_from(&sorting);
            if *first != (CopiedColumns { sorting, ..columns }, boards) {
                return Ok(None);
            }
            formats.push(format);
        }
        let common = common.filter(|_| sizes.are_fit());
        Ok(common.map(|(columns, boards)| CopiedTables { columns, boards, formats }))
    }

    /// An input with its columns; `None` if they cannot be copied.
    fn copied_of(&self, input: &mut Input<'_>) -> Result<Option<CopiedInput>, Error> {
        let Some((table, file)) = input.table_file() else { return Ok(None) };
        let damaged = |what| Error::new(ErrorKind::Input, format!("{}: {what}", input.name()));
        let columns = super::beside::unless_it_has_text(input, table.copied_columns(&file).map_err(damaged))?;
        let Some((columns, sizes)) = columns else { return Ok(None) };
        let all: Vec<usize> = (0..columns.fields.len()).collect();
        let format = self.recognized(input, (&all, None));
        let Some(format) = super::beside::unless_it_has_text(input, format)? else { return Ok(None) };
        let Some(table) = format.codec.capabilities().table else { return Ok(None) };
        let (puzzle, solution) = (table.puzzle, table.solution.filter(|_| self.work.needs().own_answers));
        let holds_boards = |column: usize| holds_boards(columns.schema.field(column).data_type());
        let is_known = holds_boards(puzzle) && solution.is_none_or(holds_boards);
        let has_givens = format.codec.capabilities().cells == CellContent::Givens;
        // The text of bytes and lists is read by other rules, which must not depend on row groups.
        let is_text = |column: usize| flat(columns.schema.field(column).data_type()).is_string();
        let must_copy = sizes.must_copy || !is_text(puzzle) || !solution.is_none_or(is_text);
        let sizes = CopiedSizes { must_copy, ..sizes };
        let boards = BoardColumns { puzzle, solution };
        Ok((is_known && has_givens).then_some(CopiedInput { columns, sizes, boards, format }))
    }

    /// How many times as long as usual an answer takes.
    fn cost(&self) -> usize {
        self.work.task().map_or(1, |task| task.needs().cost)
    }

    /// Answers the rows of tables whose columns are copied.
    pub(super) fn run_copied(
        &self,
        inputs: Vec<Input<'_>>,
        tables: CopiedTables,
        (output, observer): (&mut Output, &mut dyn Observer),
    ) -> Result<Summary, Error> {
        let concluding = Concluding::begin();
        self.check()?;
        let task = self.work.task().ok_or_else(|| Error::new(ErrorKind::Config, "a task answers rows"))?;
        let ranges = self.shard.map(|shard| shard.ranges_of(&inputs)).transpose()?;
        let workers = Workers::new(self.options.thread_count(0));
        let threads = workers.count();
        let mut output = TableOutput(output);
        let mut writer = Writer::new(self, &mut output, observer).copied(tables.columns);
        writer.begin_run(&inputs);
        let stop = self.options.stop();
        let source = TableSource {
            batch: self,
            inputs: ranged(inputs, ranges).collect(),
            boards: tables.boards,
            formats: tables.formats,
            open: None,
        };
        let config = self.config(stop.clone(), threads);
        let start = || {
            let engines = Engines::new(self.options.choice())?;
            let mut worker = ArrayWorker::new(task.clone(), &config, (engines, self.variants.clone()));
            Ok(move |job: Job<'_>, answers: &mut ChunkAnswers| answer(&mut worker, job.chunk, answers))
        };
        let sink =
            |chunk: UnitChunk, answers: &mut ChunkAnswers| writer.write(chunk.chunk, answers).map(drop);
        let end = workers.run(source, stop, start, sink);
        concluding.summary(writer, end, threads)
    }
}

type Job<'a> = quadrille_ordered::pipeline::Job<'a, UnitChunk>;

/// The inputs with their numbers and, if only parts of them are read, the ranges of their bytes.
fn ranged<'a>(
    inputs: Vec<Input<'a>>,
    ranges: Option<Vec<Option<Range<u64>>>>,
) -> impl Iterator<Item = (usize, Input<'a>, Option<Range<u64>>)> {
    inputs.into_iter().enumerate().filter_map(move |(number, input)| match &ranges {
        Some(ranges) => ranges[number].clone().map(|range| (number, input, Some(range))),
        None => Some((number, input, None)),
    })
}

impl TableSource<'_, '_> {
    /// Opens the next table, if there is one.
    fn open_next(&mut self) -> Result<Option<OpenTable>, Error> {
        let Some((number, input, range)) = self.inputs.pop_front() else { return Ok(None) };
        let format = self.formats[number].clone();
        let BoardColumns { puzzle, solution } = self.boards;
        let mut columns: Vec<usize> = [puzzle].into_iter().chain(solution).collect();
        columns.sort_unstable();
        let place = |column| columns.partition_point(|before| *before < column);
        let boards = BoardColumns { puzzle: place(puzzle), solution: solution.map(place) };
        let (name, file) =
            (input.name().to_owned(), input.units((&columns, range.as_ref(), self.batch.cost()))?);
        let first = file.first_batch().map_err(|e| cannot_read(&name, e))?;
        let symbols = match &first {
            Some(batch) => {
                symbols_of(batch.column(boards.puzzle), self.batch.symbols).map_err(Error::from)?
            }
            None => self.batch.symbols.into(),
        };
        let (units, skipped) = (file.units.units.clone(), Some(file.units.rows_before));
        let table = Arc::new(AnsweredTable { name, file, format, symbols, boards });
        Ok(Some(OpenTable { input: number, table, units, skipped }))
    }
}

impl ChunkSource for TableSource<'_, '_> {
    type Chunk = UnitChunk;
    type Error = Error;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<UnitChunk>, Error> {
        loop {
            if self.open.is_none() {
                self.open = self.open_next()?;
            }
            let Some(open) = &mut self.open else { return Ok(None) };
            let unit = open.units.next();
            // Every table has a chunk, even without rows.
            if unit.is_none() && open.skipped.is_none() {
                self.open = None;
                continue;
            }
            let skipped = open.skipped.take().unwrap_or_default();
            let format = (open.input, open.table.format.clone());
            let chunk = Chunk::of_table(format, skipped, open.units.is_empty());
            return Ok(Some(UnitChunk { chunk, unit: unit.map(|unit| (open.table.clone(), unit)) }));
        }
    }

    fn release(chunk: &mut UnitChunk) {
        chunk.unit = None;
    }
}

impl AnsweredTable {
    fn rows(&self, batch: &RecordBatch) -> Result<TableRows, Error> {
        let solutions = self.boards.solution.map(|solution| &**batch.column(solution));
        Ok(TableRows::new(batch.column(self.boards.puzzle), solutions)?)
    }
}

/// Decodes a unit and answers its rows.
fn answer(worker: &mut ArrayWorker, chunk: &UnitChunk, answers: &mut ChunkAnswers) -> Result<Rest, Error> {
    answers.clear();
    answers.total.iter_mut().for_each(|total| total.clear());
    (answers.bytes, answers.lines) = (0, 0);
    let Some((table, number)) = &chunk.unit else { return Ok(Rest::Read) };
    let failed = |e| cannot_read(&table.name, e);
    let (group, rows, ends_group) = table.file.units.unit(*number);
    let mut encoder = worker.encoder(table.file.units.unit_rows(*number));
    for batch in table.file.batches(*number).map_err(failed)? {
        let rows = table.rows(&batch.map_err(failed)?)?;
        let arrays = worker.answer(&rows, table.symbols, answers)?;
        if answers.fatal.is_some() {
            return Ok(Rest::Read);
        }
        encoder.write(&arrays).map_err(cannot_encode)?;
    }
    table.file.check().map_err(failed)?;
    let (bytes, all) = (table.file.units.bytes(), table.file.units.rows());
    answers.bytes = (u128::from(bytes) * u128::from(rows) / u128::from(all.max(1))) as u64;
    let columns = encoder.finish().map_err(cannot_encode)?.into_iter().map(Some).collect();
    answers.unit = Some(UnitAnswers { group, columns, rows, ends_group });
    Ok(Rest::Read)
}

fn cannot_encode(error: io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the table", error)
}

fn cannot_read(name: &str, error: io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot read {name}"), error)
}
