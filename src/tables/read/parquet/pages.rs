//! Looks at the heads of pages before they are decoded.
//!
//! A page is decompressed to a buffer of the size that its head claims, which may be 2 GiB for a few wrong bytes. Here that
//! size is compared with the one that the index has for all pages of the column in the row group.

use super::thrift::{PageHead, Skipper};
use crate::tables::read::{damaged, file::PositionedFile};
use parquet::{
    arrow::ProjectionMask,
    file::metadata::{ColumnChunkMetaData, RowGroupMetaData},
};

/// Bytes that are read for a head: more than one has without statistics. They are read again with four times as many
/// until the head is whole.
const HEAD: u64 = 256;

/// A page may have that many bytes whatever the index says.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// What the head of a page says.
struct Page {
    /// The length of the head.
    head: u64,
    sizes: PageHead,
}

/// Checks the pages of some columns of a row group.
pub(super) fn check(
    group: &RowGroupMetaData,
    columns: &ProjectionMask,
    file: &PositionedFile,
) -> Result<(), String> {
    let included = group.columns().iter().enumerate().filter(|(leaf, _)| columns.leaf_included(*leaf));
    included.map(|(_, column)| column).try_for_each(|column| check_column(column, file))
}

/// Leaves everything but a size that is too large to the decoder: writers have been wrong about where columns end.
fn check_column(column: &ColumnChunkMetaData, file: &PositionedFile) -> Result<(), String> {
    let (mut at, len) = column.byte_range();
    let end = at.saturating_add(len).min(file.len());
    let most = u64::try_from(column.uncompressed_size()).unwrap_or(0).max(ALWAYS_ALLOWED);
    while at < end {
        let Some(Page { head, sizes }) = page(file, at, end)? else { break };
        if sizes.unpacked > most {
            let name = column.column_path().string();
            return Err(damaged("", format!("a page of column {name:?} claims {} bytes", sizes.unpacked)));
        }
        at = at.saturating_add(head).saturating_add(sizes.packed);
    }
    Ok(())
}

/// Checks the pages of a row group whose columns are copied without being decoded: that they follow each other to the end of
/// each column, and have their checksums, if they have any.
pub(super) fn check_copied(group: &RowGroupMetaData, file: &PositionedFile) -> Result<(), String> {
    group.columns().iter().try_for_each(|column| {
        let name = || column.column_path().string();
        let (mut at, len) = column.byte_range();
        let end = at.saturating_add(len);
        while at < end {
            let next = page(file, at, end)?.and_then(|Page { head, sizes }| {
                let data = at.checked_add(head)?;
                Some((data, sizes)).filter(|_| data.checked_add(sizes.packed).is_some_and(|next| next <= end))
            });
            let Some((data, sizes)) = next else {
                return Err(damaged("", format!("a page of column {:?} is malformed", name())));
            };
            if let Some(checksum) = sizes.checksum {
                let bytes = file.bytes(data, sizes.packed).map_err(|e| e.to_string())?;
                if crc32fast::hash(&bytes) != checksum {
                    return Err(damaged("", format!("a page of column {:?} has another checksum", name())));
                }
            }
            at = data + sizes.packed;
        }
        Ok(())
    })
}

/// The page that begins at an offset; `None` if its head is malformed.
fn page(file: &PositionedFile, at: u64, end: u64) -> Result<Option<Page>, String> {
    let mut len = HEAD.min(end - at);
    loop {
        let bytes = file.bytes(at, len).map_err(|e| e.to_string())?;
        let mut skipper = Skipper::new(&bytes);
        if let Some(sizes) = skipper.page_head() {
            return Ok(Some(Page { head: len - skipper.left(), sizes }));
        }
        if len == end - at {
            return Ok(None);
        }
        len = (4 * len).min(end - at);
    }
}
