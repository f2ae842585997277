//! Looks at the sizes that a message claims before it is decoded.

use super::super::damaged;
use arrow_ipc::{Message, RecordBatch};

/// The most bytes that zstd or lz4 decompress from a byte: a block of 128 KiB from four.
const MOST_EXPANSION: u64 = 1 << 15;

/// The message in the metadata of a block, without what comes before it.
pub(super) fn message(metadata: &[u8]) -> Result<Message<'_>, String> {
    let skip = if metadata.starts_with(&[0xFF; 4]) { 8 } else { 4 };
    let bytes = metadata.get(skip..).ok_or_else(|| damaged("", "a message is too short"))?;
    arrow_ipc::root_as_message(bytes).map_err(|e| damaged("", e))
}

/// Checks that the buffers of a batch are within its body, and that what they are decompressed to can be allocated.
pub(super) fn check_batch(batch: &RecordBatch<'_>, body: &[u8]) -> Result<(), String> {
    let fail = |what: &str| Err(damaged("", what));
    if batch.length() < 0 {
        return fail("a batch has a negative number of rows");
    }
    let is_compressed = batch.compression().is_some();
    for buffer in batch.buffers().iter().flatten() {
        let (offset, len) = (usize::try_from(buffer.offset()), usize::try_from(buffer.length()));
        let (Ok(offset), Ok(len)) = (offset, len) else { return fail("a buffer has a negative size") };
        let bytes = offset.checked_add(len).and_then(|end| body.get(offset..end));
        let Some(bytes) = bytes else { return fail("a buffer is not within its message") };
        if is_compressed && !bytes.is_empty() {
            let Some((claim, packed)) = bytes.split_first_chunk() else {
                return fail("a buffer is too short");
            };
            let claim = i64::from_le_bytes(*claim);
            let most = (packed.len() as u64).saturating_mul(MOST_EXPANSION);
            let fits = |claim: u64| {
                let len = usize::try_from(claim).unwrap_or(usize::MAX);
                claim <= most && Vec::<u8>::new().try_reserve_exact(len).is_ok()
            };
            // -1 marks a buffer that is not compressed.
            if claim != -1 && !u64::try_from(claim).is_ok_and(fits) {
                return fail("a buffer claims to be longer than it can be");
            }
        }
    }
    Ok(())
}
