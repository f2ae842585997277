//! Where an input may be cut: the words that `io`, which cuts, and `format`, which knows where, share.

use memchr::{memchr, memrchr};

/// The longest record that is passed on as it was read, in bytes, with the text around it.
///
/// Far above any record that means something; the bound lets a stream be cut in bounded memory.
pub const MAX_RECORD: usize = 16 << 20;

/// How many of an input's first bytes are looked at before it is cut, at most.
pub const HEAD: usize = 64 << 10;

/// Which boundary is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The first one at or after this many bytes, or the end: the bytes are all that is left.
    AtLeast(usize),
    /// The last one: more bytes may follow.
    Last,
}

/// A chunk of whole records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cut {
    /// Bytes of the chunk.
    pub end: usize,
    /// Records in the chunk, where the framing counts them.
    pub records: Option<u64>,
    /// What is wrong with the input as a whole, and the line of the chunk, from 0.
    pub fault: Option<(u64, String)>,
    /// The records end here, whatever follows.
    pub ended: bool,
}

impl Cut {
    /// A cut of which nothing more is known.
    pub fn at(end: usize) -> Cut {
        Cut { end, ..Cut::default() }
    }
}

/// What it takes to find a boundary in the middle of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekSupport {
    /// Any newline is one.
    Newline,
    /// The bytes before it tell, whatever has been cut before.
    Bytes,
    /// All that has been cut before must have been counted.
    Counted,
}

/// Knows where an input may be cut. Asked in order, under the lock of the feed: what is to be done
/// here at all must be done at the speed of `memchr`.
pub trait Framing: Send {
    /// The wanted boundary in `bytes`, which begin at a boundary; `ended` if nothing follows them.
    /// `None` if there is none yet; never where `ended`.
    ///
    /// `bytes` are empty only where `ended`.
    fn cut(&mut self, bytes: &[u8], want: Target, ended: bool) -> Option<Cut>;

    /// What it takes to begin in the middle.
    fn middle(&self) -> SeekSupport {
        SeekSupport::Counted
    }

    /// How much of a line is kept in a stream, if the rest of a longer one means nothing.
    /// Without it, a record longer than [`MAX_RECORD`] is refused.
    fn longest_line(&self) -> Option<usize> {
        None
    }

    /// The longest record that is taken from a stream, in bytes.
    fn longest_record(&self) -> usize {
        MAX_RECORD
    }
}

/// Every line is a record, or several are none: any newline is a boundary.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// As [`Framing::longest_line`].
    pub longest: Option<usize>,
}

impl Framing for Lines {
    fn cut(&mut self, bytes: &[u8], want: Target, ended: bool) -> Option<Cut> {
        let end = match want {
            Target::AtLeast(aim) => line_end(bytes, aim),
            Target::Last if ended => bytes.len(),
            Target::Last => memrchr(b'\n', bytes)? + 1,
        };
        Some(Cut::at(end))
    }

    fn middle(&self) -> SeekSupport {
        SeekSupport::Newline
    }

    fn longest_line(&self) -> Option<usize> {
        self.longest
    }
}

/// The end of the first line that ends at or after `aim`, or of the bytes.
pub fn line_end(bytes: &[u8], aim: usize) -> usize {
    let aim = aim.max(1);
    if aim >= bytes.len() {
        return bytes.len();
    }
    memchr(b'\n', &bytes[aim - 1..]).map_or(bytes.len(), |i| aim + i)
}
