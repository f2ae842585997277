//! Where an input may be cut into chunks: the types shared by `io`, which cuts, and `format` and `cover`,
//! which know where.

use memchr::{memchr, memrchr};

/// The longest record, in bytes, that a format may copy to its output together with the text
/// around it.
///
/// Far above any sensible record; the bound lets a stream be cut in bounded memory.
pub const MAX_RECORD: usize = 16 << 20;

/// How many of an input's first bytes are examined to open it, if these suffice.
///
/// A head grows beyond, by doubling and up to [`MAX_RECORD`], only while something that must be seen whole is
/// unfinished: a header row, the first line, or the comments before it.
pub const MAX_HEAD: usize = 64 << 10;

/// The input after the bytes of a head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadEnd {
    /// Unknown: more bytes can be read if these are too few.
    More,
    /// Unknown. The head has its usual length, so these bytes decide, unless something that must be seen whole is
    /// unfinished: then more bytes can be read.
    Long,
    /// The input continues, perhaps in the middle of a line, but no more of it is offered.
    Truncated,
    /// Nothing: the input ends here.
    Eof,
}

impl HeadEnd {
    /// The end of a head of `len` bytes, which is at most `limit` bytes long: [`MAX_HEAD`], or more once it has grown.
    /// `at_eof` if the input is known to have no more bytes.
    pub fn new(len: usize, limit: usize, at_eof: bool) -> HeadEnd {
        match (len < limit, at_eof) {
            (true, true) => HeadEnd::Eof,
            (true, false) => HeadEnd::More,
            (false, _) if limit < MAX_RECORD => HeadEnd::Long,
            (false, _) => HeadEnd::Truncated,
        }
    }

    /// Whether the bytes decide as far as they are whole.
    pub fn is_final(self) -> bool {
        self != HeadEnd::More
    }

    /// Whether more bytes can be read if something that must be seen whole is unfinished.
    pub fn can_grow(self) -> bool {
        matches!(self, HeadEnd::More | HeadEnd::Long)
    }
}

/// Which record boundary to find in some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The first boundary at or after this many bytes. The bytes reach to the end of the input.
    AtLeast(usize),
    /// The last boundary. More bytes may follow.
    Last,
    /// The end of the bytes, which is the end of the input.
    End,
}

impl Target {
    /// Whether the bytes reach to the end of the input.
    pub fn reaches_eof(self) -> bool {
        self != Target::Last
    }
}

/// A chunk of whole records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cut {
    /// Length of the chunk in bytes.
    pub end: usize,
    /// Number of records in the chunk, where the framing counts them.
    pub records: Option<u64>,
    /// An error in the input as a whole, and its line in the chunk, from 0.
    pub fault: Option<(u64, String)>,
    /// The records end here, even if more text follows.
    pub ended: bool,
}

impl Cut {
    /// A cut after `end` bytes, about which nothing else is known.
    pub fn at(end: usize) -> Cut {
        Cut { end, ..Cut::default() }
    }
}

/// The requirements for finding a record boundary in the middle of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekSupport {
    /// Nothing: every newline is a boundary.
    Newline,
    /// The bytes from the first record on, in any number of cuts.
    Bytes,
    /// The same cuts as before: the records before it must have been counted.
    Counted,
}

/// Finds the places where an input may be cut. Called in input order, under the feed's lock, so it must run
/// at the speed of `memchr`.
pub trait Framing: Send {
    /// Finds a boundary in `bytes`, which begin at a boundary.
    ///
    /// `None` if no boundary was found yet, which is possible only for [`Target::Last`]. The next call then has the
    /// same bytes and perhaps more, except for what [`max_line`](Self::max_line) dropped. After a cut it has at least the
    /// bytes that were given after the cut. `bytes` are empty only at the end of the input.
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut>;

    /// [`cut`](Self::cut) with [`Target::AtLeast`], for bytes that have no quote `"` among the first `min`, if that can be
    /// found without reading these.
    fn cut_unquoted(&mut self, bytes: &[u8], min: usize) -> Option<Cut> {
        let _ = (bytes, min);
        None
    }

    /// The requirements for beginning in the middle of an input.
    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Counted
    }

    /// How many bytes of a line are kept when a stream is read, for formats that ignore the rest.
    /// `None` if every byte counts; a record longer than [`MAX_RECORD`] is then an error.
    fn max_line(&self) -> Option<usize> {
        None
    }

    /// Lines of fewer bytes, on average, make a chunk smaller: the answer to a short line may be as long as this. The
    /// shortest board, 4×4, has 16 cells.
    fn short_line(&self) -> usize {
        16
    }

    /// The longest record that is accepted from a stream, in bytes.
    fn max_record(&self) -> usize {
        MAX_RECORD
    }
}

/// The framing of formats with at most one record per line: every newline is a boundary.
#[derive(Clone, Copy, Debug)]
pub struct LineFraming {
    /// See [`Framing::max_line`].
    pub max_line: Option<usize>,
}

impl Framing for LineFraming {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let end = match target {
            Target::AtLeast(min) => line_end(bytes, min),
            Target::End => bytes.len(),
            Target::Last => memrchr(b'\n', bytes)? + 1,
        };
        Some(Cut::at(end))
    }

    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Newline
    }

    fn max_line(&self) -> Option<usize> {
        self.max_line
    }
}

/// The end of the first line that ends at or after `min`, or the end of the bytes.
pub fn line_end(bytes: &[u8], min: usize) -> usize {
    let min = min.max(1);
    if min >= bytes.len() {
        return bytes.len();
    }
    memchr(b'\n', &bytes[min - 1..]).map_or(bytes.len(), |i| min + i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_head_depends_on_its_length_and_not_on_whether_the_end_of_the_input_was_seen() {
        let end = |len, at_eof| HeadEnd::new(len, MAX_HEAD, at_eof);
        assert_eq!((end(0, false), end(MAX_HEAD - 1, true)), (HeadEnd::More, HeadEnd::Eof));
        assert_eq!((end(MAX_HEAD, true), end(MAX_HEAD, false)), (HeadEnd::Long, HeadEnd::Long));
        assert_eq!(HeadEnd::new(MAX_RECORD, MAX_RECORD, true), HeadEnd::Truncated);
    }

    #[test]
    fn lines_are_cut_at_the_requested_newline() {
        let mut framing = LineFraming { max_line: None };
        let mut cut = |target| framing.cut(b"ab\ncd\nef", target).map(|cut| cut.end);
        assert_eq!([1, 3, 4, 7].map(|min| cut(Target::AtLeast(min))), [3, 3, 6, 8].map(Some));
        assert_eq!((cut(Target::Last), cut(Target::End)), (Some(6), Some(8)));
        assert_eq!(LineFraming { max_line: None }.cut(b"ab", Target::Last), None);
    }
}
