//! Where tables are written to.

use arrow_array::RecordBatch;
use std::{
    io::{self, Write},
    sync::mpsc::SyncSender,
};

/// Where the bytes of a table go.
pub(crate) trait Target: Write + Send + 'static {
    /// Whether [`write_start`](Self::write_start) works.
    fn has_start(&self) -> bool;

    /// Writes these bytes over the first ones.
    fn write_start(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Who takes the batches of a stream in place of its bytes: first one without rows, then all of them.
    fn batches(&self) -> Option<&SyncSender<RecordBatch>> {
        None
    }
}
