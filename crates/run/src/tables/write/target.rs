//! Where tables are written to.

use std::io::{self, Write};

/// Where the bytes of a table go.
pub(crate) trait Target: Write + Send + 'static {
    /// Whether [`write_start`](Self::write_start) works.
    fn has_start(&self) -> bool;

    /// Writes these bytes over the first ones.
    fn write_start(&mut self, bytes: &[u8]) -> io::Result<()>;
}
