//! Divides tables into pieces for the workers, and answers the rows of a piece.

use super::{AnswerTypes, Batch, InputColumns, ReadColumns, Tables};
use crate::{
    batch::{
        input_format::InputFormat,
        worker::{ChunkAnswers, ChunkRows, RecordWorker, Records},
    },
    io::{Chunk, Input, InputRows, UnitFile, cannot_read},
    tables::{Answering, RowNumber, StreamBatches, UnitAnswers, UnitEncoder, UnitPieces, invalid, text_of},
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_select::concat::concat;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_columns::table::{PuzzleRows, arrays, holds_boards, symbols_of};
use quadrille_grid::{InputSymbols, Symbols};
use quadrille_ordered::{
    numbers::{ChunkNumber, ChunkRecords},
    pipeline::{ChunkSource, Rest, Stopped},
};
use std::{
    collections::VecDeque,
    io,
    ops::Range,
    sync::{Arc, OnceLock},
};

/// The most rows of a stream that are answered at a time, if an answer takes no longer than usual.
const STREAM_ROWS: usize = 1 << 14;

/// The pieces of all input tables, in order.
pub(in crate::batch::run) struct TableSource<'s, 'a> {
    batch: &'s Batch,
    tables: Tables,
    workers: usize,
    inputs: VecDeque<(usize, Input<'a>, Option<Range<u64>>)>,
    open: Option<OpenTable<'a>>,
}

/// The table whose pieces are being handed out.
struct OpenTable<'a> {
    input: usize,
    table: Arc<Table>,
    rest: Pieces<'a>,
    /// The rows before them, until the first one is handed out.
    skipped: Option<u64>,
}

/// The pieces that are left.
enum Pieces<'a> {
    /// The next unit, and the number of its next piece.
    File(Option<(Arc<UnitPieces>, u64)>),
    /// The stream, and the rest of a batch with the number of rows before it.
    Stream(Box<StreamBatches<'a>>, Option<(RecordBatch, u64)>),
}

/// A table and how its rows are read.
struct Table {
    name: String,
    /// The number of its input.
    number: usize,
    file: Option<UnitFile>,
    format: Arc<InputFormat>,
    symbols: InputSymbols,
    /// Among the columns that are decoded.
    read: ReadColumns,
    /// The columns that are decoded.
    columns: Vec<usize>,
}

/// A piece of a table, or none if the table has no rows.
pub(in crate::batch::run) struct PieceChunk {
    pub chunk: Chunk<Arc<InputFormat>>,
    piece: Option<(Arc<Table>, Piece)>,
}

/// Rows of a table that one worker answers.
enum Piece {
    /// A piece of a unit, and its number there.
    File(Arc<UnitPieces>, u64),
    /// Rows of a stream, and the number of the first one.
    Stream(RecordBatch, u64),
}

impl<'s, 'a> TableSource<'s, 'a> {
    /// The pieces of these tables, or of the row groups that begin in ranges of their bytes.
    pub fn new(
        batch: &'s Batch,
        inputs: Vec<Input<'a>>,
        (tables, workers): (Tables, usize),
        ranges: Option<Vec<Option<Range<u64>>>>,
    ) -> Self {
        let ranged = |(number, input): (usize, Input<'a>)| match &ranges {
            Some(ranges) => ranges[number].clone().map(|range| (number, input, Some(range))),
            None => Some((number, input, None)),
        };
        let inputs = inputs.into_iter().enumerate().filter_map(ranged).collect();
        TableSource { batch, tables, workers, inputs, open: None }
    }

    /// Opens the next table, if there is one.
    fn open_next(&mut self) -> Result<Option<OpenTable<'a>>, Error> {
        let Some((number, mut input, range)) = self.inputs.pop_front() else { return Ok(None) };
        let name = input.name().to_owned();
        let (batch, read) = (self.batch, self.tables.inputs[number].take());
        let read = read.map_or_else(|| batch.recognized(&mut input), Ok)?;
        let ReadColumns { puzzle, solution, transform, .. } = read.read;
        let mut columns: Vec<usize> = [puzzle].into_iter().chain(solution).chain(transform).collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |column| columns.partition_point(|before| *before < column);
        let (solution, transform) = (solution.map(place), transform.map(place));
        let of_decoded = ReadColumns { puzzle: place(puzzle), solution, transform, ..read.read };
        let is_copied = matches!(self.tables.columns, InputColumns::Copied(_));
        let answering = Answering { columns: &columns, cost: batch.cost(), workers: self.workers };
        let rows = input.into_rows(answering, (range.as_ref(), is_copied))?;
        let failed = |e| cannot_read(&name, e);
        let (file, rest, first, skipped) = match rows {
            InputRows::Units(file) => {
                let (first, skipped) = (file.first_rows().map_err(failed)?, file.units.rows_before);
                let next = file.units.next_unit().map(|unit| (unit, 0));
                (Some(file), Pieces::File(next), first, skipped)
            }
            InputRows::Stream(mut stream) => {
                let first = stream.first_rows(1).map_err(|e| failed(io::Error::other(e)))?;
                let first = first.iter().map(|batch| project(batch, &columns)).collect::<Result<_, _>>();
                (None, Pieces::Stream(stream, None), first.map_err(failed)?, 0)
            }
        };
        let symbols = match read.read.has_candidates {
            true => batch.symbols.into(),
            false => first_symbols(&first, (of_decoded.puzzle, batch.symbols), &name)?,
        };
        let format = read.format;
        let table = Table { name, number, file, format, symbols, read: of_decoded, columns };
        Ok(Some(OpenTable { input: number, table: Arc::new(table), rest, skipped: Some(skipped) }))
    }

    /// The next piece of the open table, and whether it is known to be the last one.
    fn next_piece(&mut self) -> Result<(Option<Piece>, bool), Error> {
        let Some(OpenTable { table, rest, input, .. }) = &mut self.open else { return Ok((None, true)) };
        let (stream, rest) = match rest {
            Pieces::File(pieces) => return Ok(next_of_file(table, pieces)),
            Pieces::Stream(stream, rest) => (stream, rest),
        };
        while rest.is_none() {
            let next = stream.next_batch().map_err(|e| cannot_read(&table.name, e))?;
            let Some(((batch, bytes), before)) = next else { return Ok((None, true)) };
            if let InputColumns::Carried(carrying) = &self.tables.columns
                && let Some(rows) = carrying.stream(*input)
            {
                rows.push(before, (&batch, bytes)).map_err(|e| cannot_read(&table.name, e))?;
            }
            let batch = project(&batch, &table.columns).map_err(|e| cannot_read(&table.name, e))?;
            *rest = Some((batch, before)).filter(|(batch, _)| batch.num_rows() > 0);
        }
        let most = (STREAM_ROWS / self.batch.cost()).max(1);
        let piece = rest.take().map(|(batch, first)| {
            let count = batch.num_rows().min(most);
            if count < batch.num_rows() {
                *rest = Some((batch.slice(count, batch.num_rows() - count), first + count as u64));
            }
            Piece::Stream(batch.slice(0, count), first)
        });
        Ok((piece, false))
    }
}

/// The next piece of a file, and whether it is the last one.
fn next_of_file(table: &Table, pieces: &mut Option<(Arc<UnitPieces>, u64)>) -> (Option<Piece>, bool) {
    let Some((unit, piece)) = pieces.take() else { return (None, true) };
    *pieces = match piece + 1 < unit.count() {
        true => Some((unit.clone(), piece + 1)),
        false => table.file.as_ref().and_then(|file| Some((file.units.next_unit()?, 0))),
    };
    (Some(Piece::File(unit, piece)), pieces.is_none())
}

impl ChunkSource for TableSource<'_, '_> {
    type Chunk = PieceChunk;
    type Error = Error;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<PieceChunk>, Error> {
        loop {
            if self.open.is_none() {
                self.open = self.open_next()?;
            }
            let (piece, is_last) = self.next_piece()?;
            let Some(open) = &mut self.open else { return Ok(None) };
            // Every table has a chunk, even without rows.
            if piece.is_none() && open.skipped.is_none() {
                self.open = None;
                continue;
            }
            let skipped = open.skipped.take().unwrap_or_default();
            let chunk = Chunk::of_table((open.input, open.table.format.clone()), skipped, is_last);
            return Ok(Some(PieceChunk { chunk, piece: piece.map(|piece| (open.table.clone(), piece)) }));
        }
    }

    fn release(chunk: &mut PieceChunk) {
        chunk.piece = None;
    }
}

/// The columns of some rows that are read.
struct Decoded {
    rows: PuzzleRows,
    candidates: Option<StringArray>,
    transforms: Option<StringArray>,
}

impl Table {
    fn decoded(&self, batch: &RecordBatch) -> Result<Decoded, Error> {
        let ReadColumns { puzzle, solution, transform, has_candidates } = self.read;
        let failed = |e| cannot_read(&self.name, e);
        let texts = |column: usize| texts(batch.column(column)).map_err(failed);
        let puzzles = boards(batch.column(puzzle)).map_err(failed)?;
        let solutions =
            solution.map(|solution| boards(batch.column(solution)).map_err(failed)).transpose()?;
        Ok(Decoded {
            rows: PuzzleRows::new(&puzzles, solutions.as_deref())?,
            candidates: has_candidates.then(|| texts(puzzle)).transpose()?,
            transforms: transform.map(texts).transpose()?,
        })
    }
}

/// The symbols of the puzzles, found in the first rows.
fn first_symbols(
    batches: &[RecordBatch],
    (puzzle, symbols): (usize, Symbols),
    name: &str,
) -> Result<InputSymbols, Error> {
    let failed = |e| cannot_read(name, e);
    let puzzles: Vec<&dyn Array> = batches.iter().map(|batch| &**batch.column(puzzle)).collect();
    if puzzles.is_empty() {
        return Ok(symbols.into());
    }
    let puzzles = concat(&puzzles).map_err(|e| failed(io::Error::other(e)))?;
    Ok(symbols_of(&boards(&puzzles).map_err(failed)?, symbols)?)
}

/// The values of a column of boards, converted to text if the type of the column cannot hold boards.
fn boards(column: &ArrayRef) -> io::Result<ArrayRef> {
    match holds_boards(column.data_type()) {
        true => Ok(column.clone()),
        false => Ok(Arc::new(texts(column)?)),
    }
}

fn texts(column: &ArrayRef) -> io::Result<StringArray> {
    text_of(column, &OnceLock::new()).map_err(|(_, what)| invalid(what))
}

fn project(batch: &RecordBatch, columns: &[usize]) -> io::Result<RecordBatch> {
    batch.project(columns).map_err(io::Error::other)
}

/// Decodes a piece and answers its rows. If there are types, the answers are encoded too, because all other columns are copied.
pub(in crate::batch::run) fn answer(
    worker: &mut RecordWorker,
    chunk: &PieceChunk,
    (number, types): (Option<ChunkNumber<'_>>, Option<&AnswerTypes>),
    answers: &mut ChunkAnswers,
) -> Result<Rest, Error> {
    answers.clear();
    let (input, format) = (chunk.chunk.input, &*chunk.chunk.format);
    let (count, first) = chunk.piece.as_ref().map_or((0, 0), |(table, piece)| table.rows_of(piece));
    let found = ChunkRecords { input, records: count, ended: false };
    let before = number.map_or(Some(0), |number| number.count(found)).ok_or(Stopped)?;
    let Some((table, piece)) = &chunk.piece else { return Ok(Rest::Read) };
    let failed = |e| cannot_read(&table.name, e);
    let kinds = types.map(|types| types.iter().map(|(kind, _)| *kind));
    let mut encoder = kinds.map(|kinds| UnitEncoder::new(kinds, table.piece_rows()));
    let mut done = 0;
    for batch in table.batches(piece).map_err(failed)? {
        let decoded = table.decoded(&batch)?;
        let rows = ChunkRows {
            rows: &decoded.rows,
            candidates: decoded.candidates.as_ref(),
            transforms: decoded.transforms.as_ref(),
            symbols: table.symbols,
            first: RowNumber { input: table.number, row: first + done },
            before: done,
        };
        let records = Records { rows: Some(rows), ..Records::of_text(b"", format) };
        worker.answer_rows(&records, before + done, answers);
        if answers.fatal.is_some() {
            return Ok(Rest::Read);
        }
        if let (Some(encoder), Some(types)) = (&mut encoder, types) {
            let types = types.iter().map(|(_, data_type)| data_type);
            encoder.write(&arrays(&answers.written.columns, types)?).map_err(cannot_encode)?;
            answers.written.clear();
        }
        done += batch.num_rows() as u64;
    }
    answers.bytes = table.end(piece).map_err(failed)?;
    if let Some((encoder, file)) = encoder.zip(table.file.as_ref())
        && let Piece::File(unit, number) = piece
        && let Some((group, ends_group)) = file.units.copied_group(unit, *number)
    {
        let columns = encoder.finish().map_err(cannot_encode)?.into_iter().map(Some).collect();
        answers.unit = Some(UnitAnswers { group, columns, rows: count, ends_group });
    }
    Ok(Rest::Read)
}

impl Table {
    /// How many rows a piece has, and the number of the first one.
    fn rows_of(&self, piece: &Piece) -> (u64, u64) {
        match piece {
            Piece::File(unit, number) => unit.rows_of(*number),
            Piece::Stream(batch, first) => (batch.num_rows() as u64, *first),
        }
    }

    /// The most rows of a piece.
    fn piece_rows(&self) -> u64 {
        self.file.as_ref().map_or(0, |file| file.units.piece_rows)
    }

    /// The rows of a piece.
    fn batches(&self, piece: &Piece) -> io::Result<Vec<RecordBatch>> {
        match (piece, &self.file) {
            (Piece::File(unit, number), Some(file)) => file.piece(unit, *number),
            (Piece::File(..), None) => Ok(Vec::new()),
            (Piece::Stream(batch, _), _) => Ok(vec![batch.clone()]),
        }
    }

    /// Checks that the file has not changed while a piece was read, and returns how many bytes the piece accounts for.
    fn end(&self, piece: &Piece) -> io::Result<u64> {
        if let Piece::Stream(batch, _) = piece {
            return Ok(batch.get_array_memory_size() as u64);
        }
        let Some(file) = &self.file else { return Ok(0) };
        file.check()?;
        let (bytes, all) = (u128::from(file.units.bytes()), u128::from(file.units.rows().max(1)));
        Ok((bytes * u128::from(self.rows_of(piece).0) / all) as u64)
    }
}

fn cannot_encode(error: io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the table", error)
}
