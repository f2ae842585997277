//! What an opened input is read from.

use super::{change_guard::ChangeGuard, mapped::Mapped};
use std::{fs::File, io::Read, sync::Arc};

/// An input that is being read.
pub(super) enum InputBytes<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
    /// The csv text of a table, and the number of rows before it.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    Table {
        text: Box<dyn Read + Send + 'a>,
        rows_before: u64,
    },
    /// Of which only a part will be read.
    File(File, ChangeGuard),
}
