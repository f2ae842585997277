//! The functions whose rows are not answered by a task.

mod classes;
mod morph;

pub(super) use classes::{classes, keys};
pub(super) use morph::morph;
