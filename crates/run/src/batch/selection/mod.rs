//! Runs that write some of the records, or each to one of several outputs.
//!
//! The workers find out what a record is drawn or assigned by, as for classes; the sink, which gets the records in the order
//! of the input, keeps the texts of a [`sample`] or writes the texts of the parts of a [`split`]. A [`filter`] leaves records out
//! before that, or alone. Records that are sorted are a sample of all of them, in another order.

mod filter;
mod keys;
mod sample;
mod split;

pub use filter::{Filter, SortBy};
pub(super) use keys::sample_key;
use quadrille_tasks::classes::Key;
pub use sample::Sample;
pub(super) use sample::Sampler;
pub use split::Split;

/// How many records of a group were written: of a [`Sample`], of one of its buckets, or of a part of a [`Split`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Selected {
    /// Records of the group. Malformed ones are not in any group.
    pub found: u64,
    /// Records that were written: all records of a part of a split.
    pub written: u64,
}

/// The records of a chunk, with what they are selected by.
pub(super) struct RecordTexts<'a> {
    pub keys: &'a [Key],
    /// The unchanged texts, and where each of them ends.
    pub text: &'a [u8],
    pub ends: &'a [usize],
    /// Whether a record may begin with a blank line that separates it from the one before it.
    pub are_separated: bool,
}

impl<'a> RecordTexts<'a> {
    /// The key and the text of each record.
    pub fn each(&self) -> impl Iterator<Item = (Key, &'a [u8])> {
        let (mut start, all) = (0, self.text);
        let text = move |end: &usize| &all[std::mem::replace(&mut start, *end)..*end];
        self.keys.iter().copied().zip(self.ends.iter().map(text))
    }
}
