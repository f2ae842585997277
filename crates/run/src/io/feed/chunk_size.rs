//! Bounds the number of lines of a chunk.
//!
//! The memory of a worker for a record, and the answer to a malformed one, may be much longer than a short line. A
//! chunk of very short lines is therefore smaller than others, so that memory is bounded by a small multiple of the chunk
//! size.

use memchr::memchr_iter;

/// The size of the next chunk of these bytes: `size`, or less if it would have too many lines. `short` is the length of a
/// [short line](quadrille_base::framing::Framing::short_line).
pub(super) fn limited(bytes: &[u8], size: usize, short: usize) -> usize {
    end_of_lines(&bytes[..bytes.len().min(size)], size, short).unwrap_or(size)
}

/// The lines that a chunk of this size may have.
pub(super) fn most_lines(size: usize, short: usize) -> usize {
    ((size + 256) / short).max(1)
}

/// Where the lines end that a chunk of this size may have, if the bytes have more.
pub(super) fn end_of_lines(bytes: &[u8], size: usize, short: usize) -> Option<usize> {
    let most = most_lines(size, short);
    if memchr_iter(b'\n', bytes).count() <= most {
        return None;
    }
    memchr_iter(b'\n', bytes).nth(most - 1).map(|newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::limited;

    #[test]
    fn only_chunks_of_short_lines_are_smaller() {
        let lines = |line: &str| line.repeat(100_000).into_bytes();
        let limited = |bytes: &[u8], size| limited(bytes, size, 16);
        assert_eq!(limited(&lines("12345678901234567\n"), 128 << 10), 128 << 10);
        assert_eq!(limited(&lines("x\n"), 128 << 10), 2 * (8192 + 16));
        assert_eq!(limited(&lines("\n"), 128 << 10), 8192 + 16);
        assert_eq!(limited(&lines("x\n"), 17), 17);
        assert_eq!(limited(b"", 1000), 1000);
        let mixed = [lines("12345678901234567\n"), lines("x\n")].concat();
        assert_eq!(limited(&mixed[1_790_000..], 1 << 17), 10_000 + 2 * (8192 + 16 - 556));
        // A row of a csv file with many columns.
        assert_eq!(super::limited(&lines("x\n"), 128 << 10, 10_000), 2 * 13);
        assert_eq!(super::limited(&lines("x\n"), 128 << 10, 1_000_000), 2);
    }
}
