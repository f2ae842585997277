//! How a feed learns the formats of its inputs.

use quadrille_base::{
    error::Error,
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
}

/// An input that can be cut.
pub(crate) struct Recognized<F> {
    pub format: F,
    pub framing: Box<dyn Framing>,
    /// Bytes before the first record that belong to no chunk.
    pub skip: usize,
}
