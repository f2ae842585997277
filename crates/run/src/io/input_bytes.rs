//! The source of an opened input.

use super::{change_guard::ChangeGuard, mapped::Mapped};
use std::{fs::File, io::Read, sync::Arc};

/// A file that is not mapped and must not change while it is read.
pub(super) struct PlainFile {
    pub file: File,
    pub guard: ChangeGuard,
    /// The number of threads of its run.
    pub threads: usize,
}

/// An input that is being read.
pub(super) enum InputBytes<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
    /// A file of plain text, or one of which only a part will be read.
    File(PlainFile),
}
