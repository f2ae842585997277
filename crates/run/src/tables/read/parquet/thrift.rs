//! Looks through the index at the end of a Parquet file before it is decoded.
//!
//! The decoder allocates as many entries as a list claims to have, so that a few wrong bytes could ask for more memory
//! than there is, which ends the process. Here every length is compared with the bytes that are left.

use crate::{positioned_file::PositionedFile, tables::read::damaged};

/// Structs within structs: an index has fewer than ten.
const DEEPEST: usize = 64;

/// Checks the index of a file: that it is there, is not encrypted, and has no more entries than bytes. Gives the offset where
/// it begins.
pub(super) fn check_footer(file: &PositionedFile) -> Result<u64, String> {
    const TAIL: u64 = 8;
    let tail = file.len().checked_sub(TAIL).ok_or_else(|| damaged("", "it ends too early"))?;
    let bytes = file.bytes(tail, TAIL).map_err(|e| e.to_string())?;
    match &bytes[4..] {
        b"PAR1" => {}
        b"PARE" => {
            return Err("it is an encrypted Parquet file, which cannot be read: decrypt it first".into());
        }
        _ => return Err(damaged("", "it does not end as a Parquet file does")),
    }
    let len = u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let start = tail.checked_sub(len).ok_or_else(|| damaged("", "its index is longer than the file"))?;
    let index = file.bytes(start, len).map_err(|e| e.to_string())?;
    Skipper::new(&index).skip_struct(0).ok_or_else(|| damaged("", "its index is malformed"))?;
    Ok(start)
}

/// The contents of the head of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PageHead {
    /// The size of the page when it is decompressed.
    pub unpacked: u64,
    /// The size of the page in the file.
    pub packed: u64,
    /// The CRC-32 of the bytes in the file, if there is one.
    pub checksum: Option<u32>,
}

/// Skips values of the compact protocol of Thrift.
pub(super) struct Skipper<'a> {
    bytes: &'a [u8],
}

impl<'a> Skipper<'a> {
    pub fn new(bytes: &'a [u8]) -> Skipper<'a> {
        Skipper { bytes }
    }

    /// The bytes that have not been skipped.
    pub fn left(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Skips the head of a page, and returns what it says.
    pub fn page_head(&mut self) -> Option<PageHead> {
        const STRUCT_END: u8 = 0;
        const INTEGER: u8 = 5;
        let (mut id, mut sizes, mut checksum) = (0, [None; 2], None);
        loop {
            let field = self.byte()?;
            if field == STRUCT_END {
                return Some(PageHead { unpacked: sizes[0]?, packed: sizes[1]?, checksum });
            }
            id = if field >> 4 == 0 { unzigzag(self.varint()?) } else { id + i64::from(field >> 4) };
            match (field & 0x0F, id) {
                (INTEGER, 2 | 3) => sizes[(id - 2) as usize] = u64::try_from(unzigzag(self.varint()?)).ok(),
                // A negative number means one from 2³¹ on.
                (INTEGER, 4) => checksum = Some(unzigzag(self.varint()?) as u32),
                (1 | 2, _) => {}
                (kind, _) => self.skip_value(kind, 1)?,
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    fn skip(&mut self, len: u64) -> Option<()> {
        self.bytes = self.bytes.get(usize::try_from(len).ok()?..)?;
        Some(())
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    pub fn skip_struct(&mut self, depth: usize) -> Option<()> {
        loop {
            let field = self.byte()?;
            if field == 0 {
                return Some(());
            }
            if field >> 4 == 0 {
                self.varint()?;
            }
            // A boolean field has its value in its type.
            match field & 0x0F {
                1 | 2 => {}
                kind => self.skip_value(kind, depth + 1)?,
            }
        }
    }

    fn skip_value(&mut self, kind: u8, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match kind {
            1..=3 => self.skip(1),
            4..=6 => self.varint().map(drop),
            7 => self.skip(8),
            8 => {
                let len = self.varint()?;
                self.skip(len)
            }
            9 | 10 => {
                let head = self.byte()?;
                let len = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                self.skip_values(len, &[head & 0x0F], depth)
            }
            11 => {
                let len = self.varint()?;
                let kinds = if len > 0 { self.byte()? } else { 0 };
                self.skip_values(len, &[kinds >> 4, kinds & 0x0F], depth)
            }
            12 => self.skip_struct(depth),
            _ => None,
        }
    }

    /// Entries have at least one byte each.
    fn skip_values(&mut self, len: u64, kinds: &[u8], depth: usize) -> Option<()> {
        if len > self.bytes.len() as u64 {
            return None;
        }
        for _ in 0..len {
            for kind in kinds {
                self.skip_value(*kind, depth + 1)?;
            }
        }
        Some(())
    }
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_accepted(bytes: &[u8]) -> bool {
        Skipper { bytes }.skip_struct(0).is_some()
    }

    #[test]
    fn lists_that_claim_more_entries_than_there_are_bytes_are_refused() {
        // Field 1 is a list of two structs, which are empty.
        assert!(is_accepted(&[0x19, 0x2C, 0, 0, 0]));
        assert!(!is_accepted(&[0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0]));
        // Field 1 is a string.
        assert!(is_accepted(&[0x18, 2, b'a', b'b', 0]));
        assert!(!is_accepted(&[0x18, 9, b'a', b'b', 0]));
        assert!(!is_accepted(&[0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]));
    }

    fn head(bytes: &[u8]) -> Option<PageHead> {
        Skipper::new(bytes).page_head()
    }

    #[test]
    fn sizes_and_checksums_of_pages_are_found() {
        // Type 0, sizes 100 and 9, and in field 5 a struct that is empty.
        let bytes = [0x15, 0, 0x15, 0xC8, 1, 0x15, 18, 0x2C, 0, 0, 77];
        let mut skipper = Skipper::new(&bytes);
        let expected = PageHead { unpacked: 100, packed: 9, checksum: None };
        assert_eq!((skipper.page_head(), skipper.left()), (Some(expected), 1));
        assert_eq!(head(&bytes[..9]), None);
        // A negative size.
        assert_eq!(head(&[0x15, 0, 0x15, 1, 0x15, 18, 0]), None);
        // The checksum 3, and the one of which all bits are set.
        for (zigzag, checksum) in [(6, 3), (1, u32::MAX)] {
            let got = head(&[0x15, 0, 0x15, 0xC8, 1, 0x15, 18, 0x15, zigzag, 0]);
            assert_eq!(got, Some(PageHead { checksum: Some(checksum), ..expected }));
        }
    }

    #[test]
    fn structs_that_never_end_are_refused() {
        assert!(!is_accepted(&[0x1C; 1000]));
        assert!(!is_accepted(&[]));
    }
}
