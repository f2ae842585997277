//! Streams of Arrow IPC, which are read as they arrive.

use super::{
    super::{damaged, guarded},
    Decoder, UNIT_ROWS,
    check::message,
    check_values, read_schema,
};
use crate::tables::{Carrying, TableSchema, dialect::RowForm, numbered};
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::Arc,
};

/// The csv text of a stream. The reader decodes it: each batch takes little more than a copy.
pub(crate) struct StreamText<'a> {
    reader: Box<dyn Read + Send + 'a>,
    table: Arc<TableSchema>,
    decoder: Decoder,
    /// How the columns reach the output that do not become text, if some do, and the number of the input.
    beside: Option<(Arc<Carrying>, usize)>,
    /// Batches that have been decoded and are not text yet.
    waiting: VecDeque<Decoded>,
    /// The error after them.
    failed: Option<io::Error>,
    /// The batch whose rows from `next_row` on are not text yet.
    batch: Option<RecordBatch>,
    next_row: usize,
    rows_before: u64,
    /// The text that is being read, of which `taken` bytes have been.
    text: Vec<u8>,
    taken: usize,
    has_ended: bool,
}

/// A batch, and the bytes of its message.
type Decoded = (RecordBatch, usize);

/// A message: its metadata, with its length before it, and its body.
type Message = (Vec<u8>, Buffer);

impl<'a> StreamText<'a> {
    /// Reads the schema of a stream.
    ///
    /// # Errors
    /// If the stream cannot be read or is damaged.
    pub fn open(mut reader: Box<dyn Read + Send + 'a>) -> io::Result<StreamText<'a>> {
        let Some((metadata, _)) = read_message(&mut reader)? else {
            return Err(invalid(damaged("", "it has no columns")));
        };
        let (decoder, table) = guarded(|| {
            let message = message(&metadata)?;
            let schema = message.header_as_schema().ok_or_else(|| damaged("", "it has no columns"))?;
            let schema = read_schema(schema)?;
            check_values(&schema)?;
            let table = Arc::new(TableSchema::unchecked(&schema));
            Ok((Decoder::new(schema), table))
        })
        .map_err(invalid)?;
        let mut text = Vec::new();
        table.append_header(&mut text);
        Ok(StreamText {
            reader,
            table,
            decoder,
            beside: None,
            waiting: VecDeque::new(),
            failed: None,
            batch: None,
            next_row: 0,
            rows_before: 0,
            text,
            taken: 0,
            has_ended: false,
        })
    }

    /// The columns.
    pub fn schema(&self) -> &Arc<TableSchema> {
        &self.table
    }

    /// The names of some columns and their first rows as csv text, and whether these are all rows. Values without text are nulls.
    /// Nothing of the stream is lost.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn first_rows(
        &mut self,
        rows: usize,
        (columns, numbers): (&[usize], Option<String>),
    ) -> Result<(Vec<u8>, bool), String> {
        while self.rows_waiting() < rows && self.failed.is_none() {
            match self.decode_next() {
                Ok(Some(batch)) => self.waiting.push_back(batch),
                Ok(None) => break,
                Err(error) => self.failed = Some(error),
            }
        }
        if let Some(error) = &self.failed {
            return Err(error.to_string());
        }
        let table = TableSchema::of(self.decoder.schema(), columns, RowForm { is_lossy: true, numbers });
        let (mut text, mut done) = (Vec::new(), 0);
        table.append_header(&mut text);
        for (batch, _) in &self.waiting {
            let part = batch.slice(0, batch.num_rows().min(rows - done));
            let part = part.project(columns).map_err(|e| e.to_string())?;
            let appended =
                guarded(|| table.append_rows(&part, done as u64, &mut text).map_err(|e| e.message));
            if appended? < batch.num_rows() {
                return Ok((text, false));
            }
            done += part.num_rows();
        }
        Ok((text, self.has_ended))
    }

    /// Turns only some of the columns into text, because the others are carried.
    pub fn keep(&mut self, carrying: &Arc<Carrying>, input: usize) {
        self.table = Arc::new(TableSchema::of(self.decoder.schema(), &carrying.kept, numbered(input)));
        self.beside = Some((carrying.clone(), input));
        self.text.clear();
        self.table.append_header(&mut self.text);
        if let Some(rows) = carrying.stream(input) {
            rows.restart();
        }
    }

    /// Replaces the schema by one with the same columns, so that the answers know what binary columns are found to hold.
    pub fn share(&mut self, schema: Arc<TableSchema>) {
        self.table = schema;
    }

    /// How the columns reach the output that do not become text, if some do.
    pub fn carrying(&self) -> Option<&Arc<Carrying>> {
        self.beside.as_ref().map(|(carrying, _)| carrying)
    }

    fn rows_waiting(&self) -> usize {
        self.waiting.iter().map(|(batch, _)| batch.num_rows()).sum()
    }

    /// Decodes the next batch; none at the end.
    fn decode_next(&mut self) -> io::Result<Option<Decoded>> {
        while !self.has_ended {
            let message = read_message(&mut self.reader)?;
            let Some((metadata, body)) = &message else {
                self.has_ended = true;
                if !read_up_to(&mut self.reader, 1)?.is_empty() {
                    return Err(invalid(
                        "it holds several streams, one after the other: read each as a file of its own"
                            .into(),
                    ));
                }
                break;
            };
            let rows = self.rows_before + self.rows_waiting() as u64;
            let fail = |what| damaged(&format!(" after row {rows}"), what);
            let decode = || self.decoder.decode(metadata, body, None).map_err(fail);
            if let Some(batch) = guarded(decode).map_err(invalid)? {
                return Ok(Some((batch, body.len())));
            }
        }
        Ok(None)
    }

    /// The columns of the next batch that become text; none at the end.
    fn next_batch(&mut self) -> io::Result<Option<RecordBatch>> {
        let (next, failed) = (self.waiting.pop_front(), self.failed.take());
        let next = match (next, failed) {
            (None, None) => self.decode_next()?,
            (None, Some(failed)) => return Err(failed),
            (next, failed) => {
                self.failed = failed;
                next
            }
        };
        let Some((batch, bytes)) = next else { return Ok(None) };
        let Some((carrying, input)) = &self.beside else { return Ok(Some(batch)) };
        if let Some(rows) = carrying.stream(*input) {
            rows.push(self.rows_before, (&batch, bytes))?;
        }
        batch.project(&carrying.kept).map(Some).map_err(|e| invalid(e.to_string()))
    }

    /// Makes some more text; none at the end.
    fn append_more(&mut self) -> io::Result<()> {
        (self.text, self.taken) = (std::mem::take(&mut self.text), 0);
        self.text.clear();
        while self.text.is_empty() {
            let Some(batch) = self.batch.take() else {
                (self.batch, self.next_row) = (self.next_batch()?, 0);
                if self.batch.is_none() {
                    break;
                }
                continue;
            };
            let rows = (UNIT_ROWS as usize).min(batch.num_rows() - self.next_row);
            let part = batch.slice(self.next_row, rows);
            let rows = guarded(|| {
                self.table.append_rows(&part, self.rows_before, &mut self.text).map_err(|e| match e.row {
                    Some(row) => format!("row {}: {}", self.rows_before + row as u64 + 1, e.message),
                    None => e.message,
                })
            })
            .map_err(invalid)?;
            (self.next_row, self.rows_before) = (self.next_row + rows, self.rows_before + rows as u64);
            if self.next_row < batch.num_rows() {
                self.batch = Some(batch);
            }
        }
        Ok(())
    }
}

impl Read for StreamText<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len() {
            let made = self.append_more();
            if made.is_err() {
                // Nothing of a batch that failed is read.
                (self.has_ended, self.taken) = (true, self.text.len());
                self.waiting.clear();
            }
            made?;
        }
        let left = &self.text[self.taken..];
        let count = left.len().min(bytes.len());
        bytes[..count].copy_from_slice(&left[..count]);
        self.taken += count;
        Ok(count)
    }
}

/// The next message, or `None` at the end of the stream.
fn read_message(reader: &mut dyn Read) -> io::Result<Option<Message>> {
    let mut prefix = read_up_to(reader, 4)?;
    if prefix == [0xFF; 4] {
        prefix.extend(read_up_to(reader, 4)?);
    }
    // The end may be marked or not.
    let Some(len) = prefix.last_chunk() else {
        return if prefix.is_empty() { Ok(None) } else { Err(cut_short()) };
    };
    let len = match i32::from_le_bytes(*len) {
        0 => return Ok(None),
        len => u64::try_from(len).map_err(|_| invalid(damaged("", "a message has a negative length")))?,
    };
    let mut metadata = prefix;
    let before = metadata.len();
    metadata.extend(read_up_to(reader, len)?);
    if ((metadata.len() - before) as u64) < len {
        return Err(cut_short());
    }
    let body = guarded(|| message(&metadata).map(|message| message.bodyLength())).map_err(invalid)?;
    let body = u64::try_from(body).map_err(|_| invalid(damaged("", "a message has a negative length")))?;
    let bytes = read_up_to(reader, body)?;
    if (bytes.len() as u64) < body {
        return Err(cut_short());
    }
    Ok(Some((metadata, Buffer::from_vec(bytes))))
}

/// So many bytes, or as many as there are. Memory is allocated as they arrive, whatever a message claims.
fn read_up_to(reader: &mut dyn Read, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it is cut short in the middle of a message")
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
