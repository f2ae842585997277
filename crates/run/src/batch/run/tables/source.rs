//! Divides tables into pieces for the workers, and answers the rows of a piece.

use super::{AnswerTypes, Batch, InputColumns, ReadColumns, Tables};
use crate::{
    batch::{
        input_format::InputFormat,
        worker::{ChunkAnswers, ChunkRows, RecordWorker, Records},
    },
    format::RecordSpan,
    io::{Chunk, InputRows, PendingInput, UnitFile, cannot_read},
    tables::{
        Answering, PIECE_BYTES, PiecesLeft, RowNumber, RowPart, StreamBatches, TableSchema, UnitAnswers,
        UnitEncoder, UnitPieces, guarded, invalid, rows_of_bytes,
    },
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_select::concat::concat;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_columns::table::{PuzzleRows, arrays, holds_boards, symbols_of};
use quadrille_grid::{InputSymbols, Symbols};
use quadrille_ordered::{
    numbers::{ChunkNumber, ChunkRecords},
    pipeline::{Rest, Stopped},
};
use std::{io, slice, sync::Arc};

/// The most rows of a stream that are answered at a time, if an answer takes no longer than usual.
const STREAM_ROWS: usize = 1 << 14;

/// The rows that are answered at a time: their boards, answers and texts stay in the cache of a core.
const STEP_ROWS: usize = 1 << 11;

/// The pieces of the input tables, in order.
pub(in crate::batch::run) struct TableSource<'s, 'a> {
    batch: &'s Batch,
    tables: Tables,
    workers: usize,
    open: Option<OpenTable<'a>>,
}

/// The table whose pieces are being handed out.
struct OpenTable<'a> {
    table: Arc<Table>,
    rest: Pieces<'a>,
    /// The rows before them, until the first one is handed out.
    skipped: Option<u64>,
}

/// The pieces that are left.
enum Pieces<'a> {
    File(PiecesLeft),
    /// The stream, and the rest of a batch: the number of rows before it, and the most rows of its pieces.
    Stream(Box<StreamBatches<'a>>, Option<(RecordBatch, u64, usize)>),
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
    /// All columns.
    schema: Arc<TableSchema>,
    /// Whether rows are written as text.
    is_text: bool,
}

/// The chunk of which a piece is the contents.
type InputChunk = Chunk<Arc<InputFormat>>;

/// A piece of a table, or none if the table has no rows.
pub(in crate::batch::run) struct TableChunk {
    table: Arc<Table>,
    piece: Option<Piece>,
}

/// Rows of a table that one worker answers.
enum Piece {
    /// A piece of a unit, and its number there.
    File(Arc<UnitPieces>, u64),
    /// Rows of a stream, and the number of the first one.
    Stream(RecordBatch, u64),
}

impl<'s, 'a> TableSource<'s, 'a> {
    pub fn new(batch: &'s Batch, tables: Tables, workers: usize) -> Self {
        TableSource { batch, tables, workers, open: None }
    }

    /// Opens the next table, or the row groups of it that begin in a range of its bytes.
    ///
    /// # Errors
    /// If it cannot be read or is damaged, or has no puzzles.
    pub fn open(&mut self, next: PendingInput<'a>) -> Result<(), Error> {
        let PendingInput { number, mut input, range } = next;
        let (name, schema) = (input.name().to_owned(), input.input_schema().schema);
        let (batch, tables) = (self.batch, &mut self.tables);
        let is_text = matches!(tables.columns, InputColumns::Text);
        if is_text {
            schema.check().map_err(|what| Error::new(ErrorKind::Input, format!("{name}: {what}")))?;
        }
        let read = tables.inputs.get_mut(number).and_then(Option::take);
        let read = read.map_or_else(|| batch.recognized(&mut input), Ok)?;
        let (columns, of_decoded) = match is_text {
            true => ((0..schema.columns.len()).collect(), read.read),
            false => read.read.alone(),
        };
        let is_copied = matches!(tables.columns, InputColumns::Copied(_));
        let answering = Answering { columns: &columns, cost: batch.cost(), workers: self.workers };
        let mut rows = input.into_rows(answering, (range.as_ref(), is_copied))?;
        let first = first_rows(&mut rows, &columns).map_err(|e| cannot_read(&name, e))?;
        schema.note_first_rows(&first, &columns);
        let (file, rest, skipped) = match rows {
            InputRows::Units(mut file) => {
                if is_text {
                    file.units.limit_pieces((schema.rows_of_text(&first), PIECE_BYTES as u64));
                }
                let (pieces, skipped) = (PiecesLeft::new(&file.units), file.units.rows_before);
                (Some(file), Pieces::File(pieces), skipped)
            }
            InputRows::Stream(stream) => (None, Pieces::Stream(stream, None), 0),
        };
        let (symbols, format) = (batch.symbols.into(), read.format);
        let mut table =
            Table { name, number, file, format, symbols, read: of_decoded, columns, schema, is_text };
        if !table.read.has_candidates {
            table.symbols = table.first_symbols(&first, batch.symbols).unwrap_or(table.symbols);
        }
        self.open = Some(OpenTable { table: Arc::new(table), rest, skipped: Some(skipped) });
        Ok(())
    }

    /// The next piece of the open table; `None` if there is none.
    ///
    /// # Errors
    /// If the table cannot be read or is damaged.
    pub fn next(&mut self) -> Result<Option<(InputChunk, TableChunk)>, Error> {
        let Some(mut open) = self.open.take() else { return Ok(None) };
        let (piece, is_last) = self.next_piece(&mut open)?;
        // Every table has a chunk, even without rows.
        if piece.is_none() && open.skipped.is_none() {
            return Ok(None);
        }
        let skipped = open.skipped.take().unwrap_or_default();
        let table = open.table.clone();
        let chunk = Chunk::of_table((table.number, table.format.clone()), skipped, is_last);
        self.open = Some(open);
        Ok(Some((chunk, TableChunk { table, piece })))
    }

    /// The next piece of a table, and whether it is known to be the last one.
    fn next_piece(&self, open: &mut OpenTable<'a>) -> Result<(Option<Piece>, bool), Error> {
        let OpenTable { table, rest, .. } = open;
        let (stream, rest) = match rest {
            Pieces::File(pieces) => {
                let next = table.file.as_ref().and_then(|file| pieces.next(&file.units));
                return Ok((next.map(|(unit, piece)| Piece::File(unit, piece)), pieces.is_empty()));
            }
            Pieces::Stream(stream, rest) => (stream, rest),
        };
        let failed = |e| cannot_read(&table.name, e);
        while rest.is_none() {
            let next = stream.next_batch().map_err(failed)?;
            let Some(((batch, bytes), before)) = next else { return Ok((None, true)) };
            if let InputColumns::Carried(carrying) = &self.tables.columns
                && let Some(rows) = carrying.stream(table.number)
            {
                rows.push(before, (&batch, bytes)).map_err(failed)?;
            }
            let batch = project(&batch, &table.columns).map_err(failed)?;
            let mut most = (STREAM_ROWS / self.batch.cost()).max(1) as u64;
            if table.is_text {
                let within = rows_of_bytes((batch.num_rows() as u64, bytes as u64), PIECE_BYTES as u64);
                most = most.min(within).min(table.schema.rows_of_text(slice::from_ref(&batch)));
            }
            *rest = Some((batch, before, most as usize)).filter(|(batch, ..)| batch.num_rows() > 0);
        }
        let piece = rest.take().map(|(batch, first, most)| {
            let count = batch.num_rows().min(most);
            if count < batch.num_rows() {
                *rest = Some((batch.slice(count, batch.num_rows() - count), first + count as u64, most));
            }
            Piece::Stream(batch.slice(0, count), first)
        });
        Ok((piece, false))
    }
}

impl ReadColumns {
    /// The numbers of the columns that are read, and the same among these columns alone.
    fn alone(self) -> (Vec<usize>, ReadColumns) {
        let ReadColumns { puzzle, solution, transform, has_candidates } = self;
        let mut columns: Vec<usize> = [puzzle].into_iter().chain(solution).chain(transform).collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |column| columns.partition_point(|before| *before < column);
        let (puzzle, solution, transform) = (place(puzzle), solution.map(place), transform.map(place));
        (columns, ReadColumns { puzzle, solution, transform, has_candidates })
    }
}

/// The first rows of a table, of these columns.
fn first_rows(rows: &mut InputRows<'_>, columns: &[usize]) -> io::Result<Vec<RecordBatch>> {
    match rows {
        InputRows::Units(file) => file.first_rows(),
        InputRows::Stream(stream) => {
            let first = stream.first_rows(1).map_err(io::Error::other)?;
            first.iter().map(|batch| project(batch, columns)).collect()
        }
    }
}

/// The columns of some rows that are read.
struct Decoded {
    rows: PuzzleRows,
    candidates: Option<StringArray>,
    transforms: Option<StringArray>,
}

impl Table {
    /// The columns that are read, of rows that begin with this row of the table, from 0.
    fn decoded(&self, batch: &RecordBatch, first: u64) -> Result<Decoded, Error> {
        let ReadColumns { puzzle, solution, transform, has_candidates } = self.read;
        let failed = |e| cannot_read(&self.name, e);
        let texts = |column: usize| self.texts(column, batch.column(column), first).map_err(failed);
        let boards = |column: usize| self.boards(column, batch.column(column), first).map_err(failed);
        let (puzzles, solutions) = (boards(puzzle)?, solution.map(boards).transpose()?);
        Ok(Decoded {
            rows: PuzzleRows::new(&puzzles, solutions.as_deref())?,
            candidates: has_candidates.then(|| texts(puzzle)).transpose()?,
            transforms: transform.map(texts).transpose()?,
        })
    }

    /// The symbols of the puzzles in the first rows. `None` if there are no rows, or one of them cannot be read: that is an error of the
    /// run, or of the shard, that answers the row.
    fn first_symbols(&self, batches: &[RecordBatch], symbols: Symbols) -> Option<InputSymbols> {
        let puzzle = self.read.puzzle;
        let puzzles: Vec<&dyn Array> = batches.iter().map(|batch| &**batch.column(puzzle)).collect();
        let puzzles = concat(&puzzles).ok()?;
        symbols_of(&self.boards(puzzle, &puzzles, 0).ok()?, symbols).ok()
    }

    /// The boards in a decoded column, converted to text if the type of the column cannot hold boards.
    fn boards(&self, column: usize, values: &ArrayRef, first: u64) -> io::Result<ArrayRef> {
        match holds_boards(values.data_type()) {
            true => Ok(values.clone()),
            false => Ok(Arc::new(self.texts(column, values, first)?)),
        }
    }

    /// The values of a decoded column as strings.
    fn texts(&self, column: usize, values: &ArrayRef, first: u64) -> io::Result<StringArray> {
        self.schema.texts(self.columns[column], values, first)
    }
}

fn project(batch: &RecordBatch, columns: &[usize]) -> io::Result<RecordBatch> {
    batch.project(columns).map_err(io::Error::other)
}

/// Rows as text, where each row is, and its parts.
#[derive(Default)]
pub(in crate::batch::run) struct RowTexts {
    text: Vec<u8>,
    spans: Vec<RecordSpan>,
}

/// Decodes a piece and answers its rows. If there are types, the answers are encoded too, because all other columns are copied.
pub(in crate::batch::run) fn answer(
    (worker, texts): (&mut RecordWorker, &mut RowTexts),
    (input, chunk): (usize, &TableChunk),
    (number, types): (Option<ChunkNumber<'_>>, Option<&AnswerTypes>),
    answers: &mut ChunkAnswers,
) -> Result<Rest, Error> {
    answers.clear();
    let table = &*chunk.table;
    let (count, first) = chunk.piece.as_ref().map_or((0, 0), |piece| table.rows_of(piece));
    let found = ChunkRecords { input, records: count, ended: false };
    let before = number.map_or(Some(0), |number| number.count(found)).ok_or(Stopped)?;
    let Some(piece) = &chunk.piece else { return Ok(Rest::Read) };
    let failed = |e| cannot_read(&table.name, e);
    let kinds = types.map(|types| types.iter().map(|(kind, _)| *kind));
    let mut encoder = kinds.map(|kinds| UnitEncoder::new(kinds, table.piece_rows()));
    let mut done = 0;
    let batches = table.batches(piece).map_err(failed)?;
    for batch in batches.iter().flat_map(in_steps) {
        let decoded = table.decoded(&batch, first + done)?;
        table.write_texts(&batch, first + done, texts).map_err(failed)?;
        let rows = ChunkRows {
            rows: &decoded.rows,
            candidates: decoded.candidates.as_ref(),
            transforms: decoded.transforms.as_ref(),
            symbols: table.symbols,
            first: RowNumber { input: table.number, row: first + done },
            before: done,
            spans: table.is_text.then_some(&*texts.spans),
        };
        let records = Records { rows: Some(rows), ..Records::of_text(&texts.text, &table.format) };
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

/// The rows of a batch, a few at a time.
fn in_steps(batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> {
    let rows = batch.num_rows();
    (0..rows).step_by(STEP_ROWS).map(move |first| batch.slice(first, STEP_ROWS.min(rows - first)))
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

    /// Writes the rows of a batch as text, if the run needs that. This many rows of the table come before them.
    fn write_texts(&self, batch: &RecordBatch, before: u64, texts: &mut RowTexts) -> io::Result<()> {
        texts.text.clear();
        texts.spans.clear();
        let Some(columns) = self.format.codec.capabilities().table.filter(|_| self.is_text) else {
            return Ok(());
        };
        let mut span = RecordSpan::new(0..0);
        let RowTexts { text, spans } = texts;
        let written = guarded(|| {
            let appended = self.schema.append_rows(batch, text, |part, at| match part {
                RowPart::Field(column) => span.note((column, at), (columns.solution, &columns.replaced)),
                RowPart::Row => {
                    span.text = at.into();
                    spans.push(std::mem::replace(&mut span, RecordSpan::new(0..0)));
                }
            });
            appended.map_err(|e| e.in_rows_from(before))
        });
        written.map_err(invalid)
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
