//! Looks at the heads of pages before they are decoded.
//!
//! A page is decompressed to a buffer of the size that its head claims, which may be 2 GiB for a few wrong bytes. Here that
//! size is compared with the one that the index has for all pages of the column in the row group.

use super::thrift::{PageHead, Skipper};
use crate::{positioned_file::PositionedFile, tables::read::damaged};
use parquet::{
    arrow::ProjectionMask,
    file::metadata::{ColumnChunkMetaData, RowGroupMetaData},
};
use std::ops::Range;

/// Bytes that are read for a head: more than one has without statistics. They are read again with four times as many
/// until the head is whole.
const HEAD: u64 = 256;

/// A page may have that many bytes whatever the index says.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// The contents of the head of a page.
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
pub(in crate::tables) fn check_copied(group: &RowGroupMetaData, file: &PositionedFile) -> Result<(), String> {
    group.columns().iter().try_for_each(|column| {
        let (start, len) = column.byte_range();
        check_pages(file, start..start.saturating_add(len)).map_err(|what| {
            let name = column.column_path().string();
            damaged("", format!("a page of column {name:?} {what}"))
        })
    })
}

/// The error of the first page of these that has one.
fn check_pages(file: &PositionedFile, pages: Range<u64>) -> Result<(), String> {
    let (mut at, end) = (pages.start, pages.end);
    while at < end {
        let malformed = || "is malformed".to_owned();
        let Page { head, sizes } = page(file, at, end)?.ok_or_else(malformed)?;
        let data = at + head;
        at = data.checked_add(sizes.packed).filter(|next| *next <= end).ok_or_else(malformed)?;
        if let Some(checksum) = sizes.checksum {
            let bytes = file.bytes(data, sizes.packed).map_err(|e| e.to_string())?;
            if crc32fast::hash(&bytes) != checksum {
                return Err("has another checksum".into());
            }
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A page of these bytes: its type, both sizes, the checksum, and a head of a data page without fields.
    fn page_of(data: &[u8], checksum: u32) -> Vec<u8> {
        let varint = |mut value: u64, bytes: &mut Vec<u8>| {
            while value >= 0x80 {
                bytes.push(value as u8 | 0x80);
                value >>= 7;
            }
            bytes.push(value as u8);
        };
        let zigzag = |value: i32| u64::from((value << 1 ^ value >> 31) as u32);
        let mut bytes = vec![0x15, 0];
        for value in [data.len() as i32, data.len() as i32, checksum as i32] {
            bytes.push(0x15);
            varint(zigzag(value), &mut bytes);
        }
        bytes.extend([0x1C, 0, 0]);
        bytes.extend(data);
        bytes
    }

    fn checked(bytes: &[u8]) -> Result<(), String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        check_pages(&PositionedFile::new(file).unwrap(), 0..bytes.len() as u64)
    }

    #[test]
    fn copied_pages_are_checked_as_far_as_their_heads_and_checksums_tell() {
        let texts = [b"some bytes".repeat(100), b"x".to_vec(), Vec::new()];
        let whole: Vec<u8> = texts.iter().flat_map(|text| page_of(text, crc32fast::hash(text))).collect();
        assert_eq!(checked(&whole), Ok(()));
        for at in [20, 500, 1000] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert_eq!(checked(&damaged), Err("has another checksum".into()), "byte {at}");
        }
        assert_eq!(checked(&whole[..whole.len() - 2]), Err("is malformed".into()));
        assert_eq!(checked(&[&whole[..], &[0x15]].concat()), Err("is malformed".into()));
    }
}
