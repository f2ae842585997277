//! How a feed learns the formats of its inputs.

use quadrille_base::{
    error::{Error, ErrorKind},
    framing::{Framing, HeadEnd},
};

/// Recognizes formats. This folder does not know any.
pub(crate) trait Recognize {
    /// The recognized form of an input; part of each of its chunks.
    type Format: Clone;

    /// Recognizes the input called `name` by its first bytes. `None` if more are needed, which is possible only if the
    /// head [can grow](HeadEnd::can_grow).
    fn recognize(
        &mut self,
        name: &str,
        head: &[u8],
        end: HeadEnd,
    ) -> Result<Option<Recognized<Self::Format>>, Error>;

    /// As [`recognize`](Self::recognize), for the csv text of a table, whose first row has the names of the columns.
    fn recognize_table(
        &mut self,
        name: &str,
        head: &[u8],
        end: HeadEnd,
    ) -> Result<Option<Recognized<Self::Format>>, Error> {
        let _ = (head, end);
        Err(Error::new(ErrorKind::Input, format!("{name}: it is a table, and a text is needed here")))
    }
}

/// The source of the text of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Text,
    Table,
}

/// An input that can be cut.
pub(crate) struct Recognized<F> {
    pub format: F,
    pub framing: Box<dyn Framing>,
    /// Bytes before the first record that belong to no chunk.
    pub skip: usize,
}
