//! Streams of Arrow IPC, which are read as they arrive.

use super::{
    super::{damaged, guarded},
    Decoder, UNIT_ROWS,
    check::message,
    check_values, read_schema,
};
use crate::tables::TableSchema;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use std::{
    io::{self, Read},
    sync::Arc,
};

/// The csv text of a stream. It is decoded by whoever reads: each batch takes little more than a copy.
pub(crate) struct StreamText<'a> {
    reader: Box<dyn Read + Send + 'a>,
    table: Arc<TableSchema>,
    decoder: Decoder,
    /// The batch whose rows from `next_row` on are not text yet.
    batch: Option<RecordBatch>,
    next_row: usize,
    rows_before: u64,
    /// The text that is being read, of which `taken` bytes have been.
    text: Vec<u8>,
    taken: usize,
    has_ended: bool,
}

/// A message: its metadata, with its length before it, and its body.
type Message = (Vec<u8>, Buffer);

impl<'a> StreamText<'a> {
    /// Reads the schema of a stream.
    ///
    /// # Errors
    /// If the stream cannot be read, is damaged, or has a column that has no text.
    pub fn open(mut reader: Box<dyn Read + Send + 'a>) -> io::Result<StreamText<'a>> {
        let Some((metadata, _)) = read_message(&mut reader)? else {
            return Err(invalid(damaged("", "it has no columns")));
        };
        let (decoder, table) = guarded(|| {
            let message = message(&metadata)?;
            let schema = message.header_as_schema().ok_or_else(|| damaged("", "it has no columns"))?;
            let schema = read_schema(schema)?;
            check_values(&schema)?;
            let table = Arc::new(TableSchema::new(&schema)?);
            Ok((Decoder::new(schema), table))
        })
        .map_err(invalid)?;
        let mut text = Vec::new();
        table.append_header(&mut text);
        Ok(StreamText {
            reader,
            table,
            decoder,
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

    /// Makes some more text; none at the end.
    fn append_more(&mut self) -> io::Result<()> {
        (self.text, self.taken) = (std::mem::take(&mut self.text), 0);
        self.text.clear();
        while self.text.is_empty() && !self.has_ended {
            let Some(batch) = self.batch.take() else {
                let message = read_message(&mut self.reader)?;
                self.has_ended = message.is_none();
                if let Some(message) = message {
                    let rows = self.rows_before;
                    let fail = |what| damaged(&format!(" after row {rows}"), what);
                    let (metadata, body) = &message;
                    let decode = || self.decoder.decode(metadata, body, None).map_err(fail);
                    self.batch = guarded(decode).map_err(invalid)?;
                    self.next_row = 0;
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

/// So many bytes, or those that there are. Memory is allocated as they arrive, whatever a message claims.
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
