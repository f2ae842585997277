//! The cost of a search with memory.

/// The cost of a search with memory so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// States entered.
    pub nodes: u64,
    /// States whose number was remembered.
    pub hits: u64,
    /// States that fell apart into components.
    pub splits: u64,
    /// The fraction of the search that is done, estimated as if all choices of a branch point were equal.
    pub done: f64,
}
