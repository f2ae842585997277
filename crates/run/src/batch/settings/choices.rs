//! In which format answers are written.

use crate::format::{Format, OutputFormat};

/// The format of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::batch) enum OutputChoice {
    /// The format of each input.
    Same,
    /// Always this one.
    Always(&'static OutputFormat),
    /// This one, unless the input's own form is of the same kind.
    Preferred(&'static OutputFormat),
    /// Columns of a table, as in csv.
    Table,
}

impl OutputChoice {
    /// The format of the answers to an input of this format; `None` for the input's own form.
    pub fn for_input(self, input: &Format) -> Option<&'static OutputFormat> {
        match self {
            OutputChoice::Same => None,
            OutputChoice::Always(format) => Some(format),
            OutputChoice::Preferred(format) => Some(format).filter(|format| !format.includes_form_of(input)),
            OutputChoice::Table => OutputChoice::Preferred(OutputFormat::csv()).for_input(input),
        }
    }

    /// Whether answers are the typed columns of a table.
    pub fn is_table(self) -> bool {
        self == OutputChoice::Table
    }
}
