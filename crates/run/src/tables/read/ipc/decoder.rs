//! Decodes the messages of files and streams.

use super::check::{check_batch, message};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::{
    MessageHeader,
    reader::{read_dictionary, read_record_batch},
};
use arrow_schema::{Schema, SchemaRef};
use std::{collections::HashMap, sync::Arc};

/// The data needed to decode batches: the schema, and the dictionaries so far.
pub(super) struct Decoder {
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
}

impl Decoder {
    pub fn new(schema: Schema) -> Decoder {
        Decoder { schema: Arc::new(schema), dictionaries: HashMap::new() }
    }

    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The batch in a message, with some of its columns or all; nothing if it is a dictionary, which is kept.
    ///
    /// # Errors
    /// Its error, in words.
    pub fn decode(
        &mut self,
        metadata: &[u8],
        body: &Buffer,
        columns: Option<&[usize]>,
    ) -> Result<Option<RecordBatch>, String> {
        let message = message(metadata)?;
        if message.header_type() != MessageHeader::DictionaryBatch {
            return self.batch(metadata, body, columns).map(Some);
        }
        let batch = message.header_as_dictionary_batch().ok_or("a dictionary is missing")?;
        check_batch(&batch.data().ok_or("a dictionary is missing")?, body)?;
        read_dictionary(body, batch, &self.schema, &mut self.dictionaries, &message.version())
            .map_err(|e| e.to_string())?;
        Ok(None)
    }

    /// The batch in a message.
    ///
    /// # Errors
    /// As [`decode`](Self::decode), or if it is not a batch.
    pub fn batch(
        &self,
        metadata: &[u8],
        body: &Buffer,
        columns: Option<&[usize]>,
    ) -> Result<RecordBatch, String> {
        let message = message(metadata)?;
        if message.header_type() != MessageHeader::RecordBatch {
            return Err("a message is neither a batch nor a dictionary".into());
        }
        let batch = message.header_as_record_batch().ok_or("a batch is missing")?;
        check_batch(&batch, body)?;
        let (schema, version) = (self.schema.clone(), message.version());
        let batch = read_record_batch(body, batch, schema, &self.dictionaries, columns, &version);
        batch.map_err(|e| e.to_string())
    }
}
