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
    Table(Carried),
}

/// How a table gets the columns that are carried along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::batch) enum Carried {
    /// As csv text beside the answers, which are typed.
    Text,
    /// The output copies them from the inputs.
    Copied,
}

impl OutputChoice {
    /// The format of the answers to an input of this format; `None` for the input's own form.
    pub fn for_input(self, input: &Format) -> Option<&'static OutputFormat> {
        match self {
            OutputChoice::Same => None,
            OutputChoice::Always(format) => Some(format),
            OutputChoice::Preferred(format) => Some(format).filter(|format| !format.includes_form_of(input)),
            OutputChoice::Table(_) => OutputChoice::Preferred(OutputFormat::csv()).for_input(input),
        }
    }

    /// How columns are carried along, if the output is a table.
    pub fn carried(self) -> Option<Carried> {
        match self {
            OutputChoice::Table(carried) => Some(carried),
            _ => None,
        }
    }
}
