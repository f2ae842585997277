//! The name of an input format and the form of its records: what errors carry and decisions follow from.

use std::fmt;

/// The name of an input format and the form of its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatKind {
    name: &'static str,
    form: RecordForm,
}

/// The kinds that the parts of their formats name in errors.
pub(super) const CSV: FormatKind = FormatKind::new("csv", RecordForm::Rows);
pub(super) const LINE: FormatKind = FormatKind::new("line", RecordForm::Lines);
pub(super) const NDJSON: FormatKind = FormatKind::new("ndjson", RecordForm::Objects);

impl FormatKind {
    pub(super) const fn new(name: &'static str, form: RecordForm) -> FormatKind {
        FormatKind { name, form }
    }

    /// Its name, as in `line`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The form of its records.
    pub fn form(self) -> RecordForm {
        self.form
    }
}

/// Writes its name.
impl fmt::Display for FormatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The form of the records of a [`Format`](super::Format).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordForm {
    /// Lines with a grid each, and perhaps text around it.
    Lines,
    /// Other boards without names, on a line or several.
    Boards,
    /// Rows of a table, whose header names the columns.
    Rows,
    /// JSON objects, one per line.
    Objects,
    /// JSON objects, the elements of one array.
    Array,
}

impl RecordForm {
    /// Whether the records are JSON objects.
    pub fn are_objects(self) -> bool {
        matches!(self, RecordForm::Objects | RecordForm::Array)
    }
}
