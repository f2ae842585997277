//! The source of an opened input.

use super::{change_guard::ChangeGuard, mapped::Mapped};
use std::{fs::File, io::Read, sync::Arc};

/// An input that is being read.
pub(super) enum InputBytes<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
    /// A file of which only a part will be read.
    File(File, ChangeGuard),
}
