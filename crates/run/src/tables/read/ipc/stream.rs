//! Streams of Arrow IPC, which are read as they arrive.

use super::{
    super::{damaged, guarded, invalid},
    Decoder,
    check::message,
    check_values, read_schema,
};
use crate::tables::TableSchema;
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::Arc,
};

/// The batches of a stream.
pub(crate) struct StreamBatches<'a> {
    reader: Box<dyn Read + Send + 'a>,
    table: Arc<TableSchema>,
    decoder: Decoder,
    /// Batches that have been decoded before they were needed.
    waiting: VecDeque<Decoded>,
    /// The error after them.
    failed: Option<io::Error>,
    /// The rows of the batches that were given away.
    rows_before: u64,
    has_ended: bool,
}

/// A batch, and the bytes of its message.
type Decoded = (RecordBatch, usize);

/// A message: its metadata, with its length before it, and its body.
type Message = (Vec<u8>, Buffer);

impl<'a> StreamBatches<'a> {
    /// Reads the schema of a stream.
    ///
    /// # Errors
    /// If the stream cannot be read or is damaged.
    pub fn open(mut reader: Box<dyn Read + Send + 'a>) -> io::Result<StreamBatches<'a>> {
        let Some((metadata, _)) = read_message(&mut reader)? else {
            return Err(invalid(damaged("", "it has no columns")));
        };
        let (decoder, table) = guarded(|| {
            let message = message(&metadata)?;
            let schema = message.header_as_schema().ok_or_else(|| damaged("", "it has no columns"))?;
            let schema = read_schema(schema)?;
            check_values(&schema)?;
            let table = Arc::new(TableSchema::new(&schema));
            Ok((Decoder::new(schema), table))
        })
        .map_err(invalid)?;
        let (waiting, failed) = (VecDeque::new(), None);
        Ok(StreamBatches { reader, table, decoder, waiting, failed, rows_before: 0, has_ended: false })
    }

    /// The columns.
    pub fn schema(&self) -> &Arc<TableSchema> {
        &self.table
    }

    /// The first batches, with so many rows or more, or those before an error. Nothing of the stream is lost.
    ///
    /// # Errors
    /// If the first batch cannot be read or is damaged.
    pub fn first_rows(&mut self, rows: usize) -> Result<Vec<RecordBatch>, String> {
        let waiting = |all: &VecDeque<Decoded>| all.iter().map(|(batch, _)| batch.num_rows()).sum::<usize>();
        while waiting(&self.waiting) < rows && self.failed.is_none() {
            match self.decode_next() {
                Ok(Some(batch)) => self.waiting.push_back(batch),
                Ok(None) => break,
                Err(error) => self.failed = Some(error),
            }
        }
        match &self.failed {
            Some(error) if waiting(&self.waiting) == 0 => Err(error.to_string()),
            _ => Ok(self.waiting.iter().map(|(batch, _)| batch.clone()).collect()),
        }
    }

    /// The next batch with the bytes of its message, and the rows before it; none at the end.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn next_batch(&mut self) -> io::Result<Option<(Decoded, u64)>> {
        let next = match self.waiting.pop_front() {
            Some(batch) => Some(batch),
            None => self.failed.take().map_or_else(|| self.decode_next(), Err)?,
        };
        let Some((batch, bytes)) = next else { return Ok(None) };
        let before = self.rows_before;
        self.rows_before += batch.num_rows() as u64;
        Ok(Some(((batch, bytes), before)))
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
            let waiting = self.waiting.iter().map(|(batch, _)| batch.num_rows() as u64).sum::<u64>();
            let rows = self.rows_before + waiting;
            let fail = |what| damaged(&format!(" after row {rows}"), what);
            let decode = || self.decoder.decode(metadata, body, None).map_err(fail);
            if let Some(batch) = guarded(decode).map_err(invalid)? {
                return Ok(Some((batch, body.len())));
            }
        }
        Ok(None)
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
