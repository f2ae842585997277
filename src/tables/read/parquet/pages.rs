//! Looks at the heads of pages before they are decoded.
//!
//! A page is decompressed to a buffer of the size that its head claims, which may be 2 GiB for a few wrong bytes. Here that
//! size is compared with the one that the index has for all pages of the column in the row group.

use super::thrift::Skipper;
use crate::tables::read::{damaged, file::PositionedFile};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};

/// Bytes that are read for a head: more than one has without statistics. They are read again with four times as many
/// until the head is whole.
const HEAD: u64 = 256;

/// A page may have that many bytes whatever the index says.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// Checks all pages of a row group.
pub(super) fn check(group: &RowGroupMetaData, file: &PositionedFile) -> Result<(), String> {
    group.columns().iter().try_for_each(|column| check_column(column, file))
}

/// Leaves everything but a size that is too large to the decoder: writers have been wrong about where columns end.
fn check_column(column: &ColumnChunkMetaData, file: &PositionedFile) -> Result<(), String> {
    let (mut at, len) = column.byte_range();
    let end = at.saturating_add(len).min(file.len());
    let most = u64::try_from(column.uncompressed_size()).unwrap_or(0).max(ALWAYS_ALLOWED);
    while at < end {
        let Some((head, unpacked, packed)) = page_head(file, at, end)? else { break };
        if unpacked > most {
            let name = column.column_path().string();
            return Err(damaged("", format!("a page of column {name:?} claims {unpacked} bytes")));
        }
        at = at.saturating_add(head).saturating_add(packed);
    }
    Ok(())
}

/// The length of a page's head, and the sizes of the page decompressed and compressed.
fn page_head(file: &PositionedFile, at: u64, end: u64) -> Result<Option<(u64, u64, u64)>, String> {
    let mut len = HEAD.min(end - at);
    loop {
        let bytes = file.bytes(at, len).map_err(|e| e.to_string())?;
        let mut skipper = Skipper::new(&bytes);
        if let Some((unpacked, packed)) = skipper.page_sizes() {
            return Ok(Some((len - skipper.left(), unpacked, packed)));
        }
        if len == end - at {
            return Ok(None);
        }
        len = (4 * len).min(end - at);
    }
}
