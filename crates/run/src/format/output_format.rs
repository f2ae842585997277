//! Formats for the answers to inputs of any format.

use super::{answer::Answer, codec::Format, kind::RecordForm};
use quadrille_tasks::{ColumnPlace, ColumnSpec};
use quadrille_techniques::techniques::PositionFormat;
use std::fmt;

/// A format that the answers to any input can be written in.
///
/// ```
/// use quadrille::batch::{AnswerForm, OutputFormat};
///
/// let names: Vec<_> = OutputFormat::all().iter().map(|format| format.name()).collect();
/// assert_eq!(names, ["line", "pair", "csv", "ndjson", "grid", "pencilmark", "candidates", "hodoku"]);
/// let csv = OutputFormat::named("csv").expect("the name of a format");
/// println!("{}: {}", csv.name(), csv.about());
/// assert!(csv.form() == AnswerForm::Rows && csv.form().has_names() && csv.positions().is_none());
/// ```
pub struct OutputFormat {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The extensions of file names that select it, in lower case.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) form: AnswerForm,
    /// The text after the number of a record, where the number tells which record several answers belong to.
    pub(crate) number_end: Option<&'static [u8]>,
    /// Appends what is written before all answers.
    pub(crate) header: fn(&[ColumnSpec], &mut Vec<u8>),
    /// Appends one answer.
    pub(crate) write: fn(&Answer<'_>, &mut Vec<u8>),
}

impl OutputFormat {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A description in one line.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// The form of the answers.
    pub fn form(&self) -> AnswerForm {
        self.form
    }

    /// The format of the positions that it holds, if it holds nothing else.
    pub fn positions(&self) -> Option<PositionFormat> {
        match self.form {
            AnswerForm::Positions(format) => Some(format),
            _ => None,
        }
    }

    /// Whether the answers to an input of this format, in the input's own form, are of this kind.
    pub(crate) fn includes_form_of(&self, input: &Format) -> bool {
        matches!(
            (self.form, input.form()),
            (AnswerForm::Lines, RecordForm::Lines | RecordForm::Boards)
                | (AnswerForm::Rows, RecordForm::Rows)
                | (AnswerForm::Objects, RecordForm::Objects)
        )
    }

    /// Appends what is written before all answers.
    pub(crate) fn write_header(&self, columns: &[ColumnSpec], text: &mut Vec<u8>) {
        (self.header)(columns, text);
    }

    /// Appends one answer.
    pub(crate) fn write(&self, answer: &Answer<'_>, text: &mut Vec<u8>) {
        (self.write)(answer, text);
    }
}

/// The form of the answers of an [`OutputFormat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// A line for each record, without its puzzle.
    Lines,
    /// Lines of a puzzle and its answer.
    Pairs,
    /// Rows of a table, whose header names the columns.
    Rows,
    /// JSON objects, one per line.
    Objects,
    /// Drawings of boards.
    Drawings,
    /// Positions and nothing else.
    Positions(PositionFormat),
}

impl AnswerForm {
    /// Whether the values of an answer have names, as columns or members.
    pub fn has_names(self) -> bool {
        matches!(self, AnswerForm::Rows | AnswerForm::Objects)
    }
}

/// Writes its name.
impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputFormat({})", self.name)
    }
}

/// Two output formats are equal if they have the same name.
impl PartialEq for OutputFormat {
    fn eq(&self, other: &OutputFormat) -> bool {
        self.name == other.name
    }
}

impl Eq for OutputFormat {}

pub(super) static LINE: OutputFormat = OutputFormat {
    name: "line",
    about: "one answer per line",
    extensions: &["txt"],
    form: AnswerForm::Lines,
    number_end: Some(b": "),
    header: |_, _| {},
    write: |answer, text| {
        answer.write_with_details(text);
        text.push(b'\n');
    },
};

pub(super) static PAIR: OutputFormat = OutputFormat {
    name: "pair",
    about: "one line `puzzle,answer` per record",
    extensions: &[],
    form: AnswerForm::Pairs,
    number_end: Some(b": "),
    header: |_, _| {},
    write: |answer, text| {
        if !answer.begins_with_puzzle() {
            answer.write_puzzle(text);
            text.push(b',');
        }
        let is_moved = answer.columns.first().is_some_and(|column| column.place == ColumnPlace::Puzzle);
        if is_moved && answer.puzzle.is_some() {
            // The puzzle has been written: its solution follows.
            let solution = answer.columns.iter().position(|column| column.place == ColumnPlace::Solution);
            solution.into_iter().for_each(|solution| answer.write_value(solution, text));
        } else {
            answer.write_with_details(text);
        }
        text.push(b'\n');
    },
};
