//! UTF-16 text, read as UTF-8.

use std::io::{self, BufRead, BufReader, Read};

/// The order of the bytes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order by a byte-order mark. UTF-32 has been recognized before.
    pub fn of_mark(head: &[u8]) -> Option<ByteOrder> {
        match head {
            [0xFF, 0xFE, ..] => Some(ByteOrder::Little),
            [0xFE, 0xFF, ..] => Some(ByteOrder::Big),
            _ => None,
        }
    }
}

/// Decodes what follows the byte-order mark. A unit that belongs to no character becomes U+FFFD, as in any lossy decoding.
pub(super) struct Utf16Reader<R> {
    reader: BufReader<R>,
    order: ByteOrder,
    /// The first half of a surrogate pair.
    high: Option<u16>,
    /// UTF-8 that has been decoded, and how much of it has been read.
    decoded: Vec<u8>,
    taken: usize,
}

impl<R: Read> Utf16Reader<R> {
    pub fn new(reader: R, order: ByteOrder) -> Utf16Reader<R> {
        let reader = BufReader::with_capacity(1 << 16, reader);
        Utf16Reader { reader, order, high: None, decoded: Vec::new(), taken: 0 }
    }

    /// Decodes some more; nothing at the end.
    fn decode_more(&mut self) -> io::Result<()> {
        self.decoded.clear();
        self.taken = 0;
        let bytes = super::disk::retry(|| self.reader.fill_buf().map(<[u8]>::len))?;
        if bytes < 2 {
            return self.decode_one(bytes);
        }
        let whole = bytes & !1;
        for at in (0..whole).step_by(2) {
            let unit = [self.reader.buffer()[at], self.reader.buffer()[at + 1]];
            self.push(unit);
        }
        self.reader.consume(whole);
        Ok(())
    }

    /// Decodes one unit, whose bytes may come from two reads, or the end.
    fn decode_one(&mut self, available: usize) -> io::Result<()> {
        if available == 0 {
            return match self.high.take() {
                Some(_) => Err(cut_short()),
                None => Ok(()),
            };
        }
        let mut unit = [0; 2];
        match self.reader.read_exact(&mut unit) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Err(cut_short()),
            other => other?,
        }
        self.push(unit);
        Ok(())
    }

    fn push(&mut self, unit: [u8; 2]) {
        let unit = match self.order {
            ByteOrder::Little => u16::from_le_bytes(unit),
            ByteOrder::Big => u16::from_be_bytes(unit),
        };
        let high = self.high.take();
        if (0xD800..0xDC00).contains(&unit) {
            if high.is_some() {
                self.push_char(char::REPLACEMENT_CHARACTER);
            }
            self.high = Some(unit);
            return;
        }
        for decoded in char::decode_utf16(high.into_iter().chain([unit])) {
            self.push_char(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }

    fn push_char(&mut self, char: char) {
        self.decoded.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the UTF-16 text ends in the middle of a character")
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.decoded.len() {
            self.decode_more()?;
            if self.decoded.is_empty() && self.high.is_none() {
                return Ok(0);
            }
        }
        let left = &self.decoded[self.taken..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns at most `step` bytes per read.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let step = self.1.min(buffer.len());
            (&mut self.0).take(step as u64).read(buffer)
        }
    }

    fn decode(bytes: &[u8], order: ByteOrder, step: usize) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Utf16Reader::new(Drip(bytes, step), order).read_to_end(&mut text).map(|_| text)
    }

    proptest! {
        #[test]
        fn any_text_is_read_in_any_steps(text in "\\PC{0,60}", step in 1usize..9) {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!(decode(&little, ByteOrder::Little, step).unwrap(), text.as_bytes());
            prop_assert_eq!(decode(&big, ByteOrder::Big, step).unwrap(), text.as_bytes());
        }

        #[test]
        fn any_bytes_are_read_or_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..60), step in 1usize..9) {
            let whole = decode(&bytes, ByteOrder::Little, 100).ok();
            prop_assert_eq!(decode(&bytes, ByteOrder::Little, step).ok(), whole.clone());
            prop_assert!(whole.is_none_or(|text| str::from_utf8(&text).is_ok()));
        }
    }

    #[test]
    fn a_text_that_ends_in_a_character_is_an_error() {
        for bytes in [&b"5\0\n"[..], b"5\0\x3D\xD8"] {
            assert!(decode(bytes, ByteOrder::Little, 9).is_err());
        }
    }
}
