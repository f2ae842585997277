//! The first bytes of an input, of which as many are read as its format needs to be recognized.

use super::recognize::{Recognize, Recognized};
use quadrille_base::{
    error::{Error, ErrorKind},
    framing::{HeadEnd, MAX_HEAD, MAX_RECORD},
};
use std::io;

/// The first bytes of an input, which may not all have been read.
pub(super) trait HeadBytes {
    /// The bytes read so far, without a byte-order mark.
    fn bytes(&self) -> &[u8];

    /// Whether the input ends after these bytes.
    fn ended(&self) -> bool;

    /// Reads some more.
    fn read_more(&mut self) -> io::Result<()>;
}

/// The text of a mapped file: all of it is there.
impl HeadBytes for &[u8] {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn ended(&self) -> bool {
        true
    }

    fn read_more(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Recognizes an input by its first bytes: as few as possible up to [`MAX_HEAD`], then twice as many each time, so that
/// a long head costs linear time.
pub(super) fn recognize<K: Recognize>(
    recognizer: &mut K,
    name: &str,
    head: &mut impl HeadBytes,
) -> Result<Recognized<K::Format>, Error> {
    let mut limit = MAX_HEAD;
    loop {
        let bytes = head.bytes();
        let bytes = &bytes[..bytes.len().min(limit)];
        let end = HeadEnd::new(bytes.len(), limit, head.ended());
        // A head that has grown is examined only when it is full.
        let is_examined = limit == MAX_HEAD || end.is_final();
        let recognized = if is_examined { recognizer.recognize(name, bytes, end)? } else { None };
        match (recognized, end) {
            (Some(recognized), _) => return Ok(recognized),
            (None, HeadEnd::More) => head.read_more().map_err(|e| cannot_read(name, e))?,
            (None, HeadEnd::Long) => limit = (2 * limit).min(MAX_RECORD),
            (None, HeadEnd::Truncated | HeadEnd::Eof) => unreachable!("the whole head is enough"),
        }
    }
}

/// The error of an input that cannot be read.
pub(crate) fn cannot_read(name: &str, error: io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot read {name}"), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_base::framing::LineFraming;

    /// Needs `wanted` bytes, or the end of the input.
    struct Demanding {
        wanted: usize,
        seen: Vec<(usize, HeadEnd)>,
    }

    impl Recognize for Demanding {
        type Format = usize;

        fn recognize(
            &mut self,
            _: &str,
            head: &[u8],
            end: HeadEnd,
        ) -> Result<Option<Recognized<usize>>, Error> {
            self.seen.push((head.len(), end));
            let framing = Box::new(LineFraming { max_line: None });
            let enough = head.len() >= self.wanted || !end.can_grow();
            Ok(enough.then_some(Recognized { format: head.len(), framing, skip: 0 }))
        }
    }

    fn seen(len: usize, wanted: usize) -> Vec<(usize, HeadEnd)> {
        let mut recognizer = Demanding { wanted, seen: Vec::new() };
        recognize(&mut recognizer, "x", &mut &vec![0u8; len][..]).unwrap();
        recognizer.seen
    }

    #[test]
    fn a_head_grows_by_doubling_up_to_the_longest_record() {
        use HeadEnd::{Eof, Long, Truncated};
        assert_eq!(seen(100, 101), [(100, Eof)]);
        assert_eq!(seen(MAX_HEAD, 1), [(MAX_HEAD, Long)]);
        assert_eq!(seen(MAX_HEAD, MAX_HEAD + 1), [(MAX_HEAD, Long), (MAX_HEAD, Eof)]);
        assert_eq!(seen(5 * MAX_HEAD, 3 * MAX_HEAD).last(), Some(&(4 * MAX_HEAD, Long)));
        let all = seen(MAX_RECORD + 1, usize::MAX);
        assert_eq!((all.len(), all.last()), (9, Some(&(MAX_RECORD, Truncated))));
    }
}
