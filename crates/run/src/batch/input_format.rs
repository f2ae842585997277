//! The format of an input: the one that was set, or the one that is detected.

use super::settings::OutputChoice;
use crate::{
    format::{
        AnswerForm, Capabilities, Codec, Format, FormatError, FormatKind, Head, OpenedInput, OutputFormat,
        ReadOptions, RecordForm, RecordLayout, Selection, detect_format, open_format,
    },
    io::{Recognize, Recognized},
};
use quadrille_base::{
    error::{Error, ErrorKind},
    framing::HeadEnd,
};
use quadrille_tasks::{ColumnKind, ColumnPlace, ColumnSpec};
use std::sync::Arc;

/// The format of an input and its codec.
pub(super) struct InputFormat {
    pub format: &'static Format,
    pub selection: Selection,
    /// The format of the answers; `None` if the codec writes them in the input's own form.
    pub output: Option<&'static OutputFormat>,
    pub codec: Box<dyn Codec>,
    /// The columns of the answers.
    pub columns: Arc<[ColumnSpec]>,
    /// Whether its records may bring solutions.
    pub has_solutions: bool,
    /// Whether answers are the typed columns of a table.
    pub is_typed: bool,
}

/// Opens inputs.
pub(super) struct Recognizer {
    /// The format that was set.
    pub format: Option<&'static Format>,
    /// The format of the answers.
    pub output: OutputChoice,
    /// Whether some of the records are written as they are.
    pub filters: bool,
    /// Whether all solutions of each record are written.
    pub all: bool,
    pub options: ReadOptions,
}

impl Recognizer {
    fn open(&self, head: &Head<'_>) -> Result<Option<Recognized<Arc<InputFormat>>>, FormatError> {
        let format = match self.format {
            Some(format) => Some(format),
            None => detect_format(head, &self.options)?,
        };
        let Some(format) = format else { return Ok(None) };
        let Some(opened) = open_format(format, head, &self.options)? else { return Ok(None) };
        let OpenedInput { codec, framing, skip } = opened;
        Ok(Some(Recognized { format: self.with_codec(format, codec, &self.options)?, framing, skip }))
    }

    /// How the records of an input are read with this codec, and how answers are written.
    fn with_codec(
        &self,
        format: &'static Format,
        codec: Box<dyn Codec>,
        options: &ReadOptions,
    ) -> Result<Arc<InputFormat>, FormatError> {
        // Lines are values of a table of one column.
        let are_lines = format.form() == RecordForm::Lines;
        let are_values = self.filters && self.output.is_table() && are_lines;
        let output = self.output.for_input(format).filter(|_| !are_values);
        self.check(format.kind(), &codec.capabilities(), output)?;
        let (selection, mut columns) = (options.selection, self.options.columns.clone());
        let solution = columns.iter().position(|column| column.place == ColumnPlace::Solution);
        let has_solutions = codec.capabilities().expected_solutions && solution.is_some();
        if let Some(solution) = solution.filter(|_| !has_solutions) {
            // It keeps its number, and is not written.
            Arc::make_mut(&mut columns)[solution].place = ColumnPlace::Read;
        }
        let is_typed = self.output.is_table();
        Ok(Arc::new(InputFormat { format, selection, output, codec, columns, has_solutions, is_typed }))
    }

    /// A table whose rows are not text, by the names of its columns, which are also in a header row, and the fields of its first rows.
    #[cfg(feature = "parquet")]
    pub fn recognize_rows(
        &self,
        name: &str,
        head: (&[String], &[u8]),
        rows: &[Vec<Vec<u8>>],
    ) -> Result<Arc<InputFormat>, Error> {
        let options = self.table_options(name)?;
        let codec = crate::format::open_rows(head, rows, &options);
        let format = codec.and_then(|codec| self.with_codec(csv(), codec, &options));
        format.map_err(|cause| Error::caused(ErrorKind::Input, name, cause))
    }

    /// The options with which a table is read.
    ///
    /// # Errors
    /// If the format that was set is not csv.
    #[cfg(feature = "parquet")]
    fn table_options(&self, name: &str) -> Result<ReadOptions, Error> {
        if let Some(format) = self.format.filter(|format| *format != csv()) {
            let what = format!("{name}: it is a table, which cannot be read as {}", format.name());
            return Err(Error::new(ErrorKind::Config, what));
        }
        Ok(ReadOptions { selection: Selection::Table, ..self.options.clone() })
    }

    /// Refuses answers that have no place in the output.
    fn check(
        &self,
        format: FormatKind,
        capabilities: &Capabilities<'_>,
        output: Option<&'static OutputFormat>,
    ) -> Result<(), FormatError> {
        if self.filters {
            match output {
                Some(output) => {
                    let column = capabilities.puzzle_column.map(|(name, _)| name.to_owned());
                    return Err(FormatError::NoConversion { format, output, column });
                }
                None if capabilities.announces_count => {
                    return Err(FormatError::AnnouncesCount { format });
                }
                None => {}
            }
        }
        // The solutions of a record are lines of their own, without room for its text.
        let has_no_rows = !capabilities.details || self.options.keep_trailing;
        if self.all && output.is_none() && has_no_rows {
            return Err(FormatError::NoRows { format });
        }
        if let Some(output) = output.filter(|_| self.options.keep_trailing) {
            return Err(FormatError::NoPlaceForText { output });
        }
        self.check_details(format, capabilities, output)?;
        // The text between drawn boards, and the chunk that has it, would show in the copies.
        let Capabilities { announces_count, columns, kept_text, layout, .. } = *capabilities;
        let copies_text = layout == RecordLayout::Spans && !columns && !kept_text;
        if self.options.copies && output.is_none() && (announces_count || copies_text) {
            return Err(FormatError::NoCopies { format });
        }
        Ok(())
    }

    fn check_details(
        &self,
        format: FormatKind,
        capabilities: &Capabilities<'_>,
        output: Option<&'static OutputFormat>,
    ) -> Result<(), FormatError> {
        let writes_details = match output {
            Some(_) => true,
            None => capabilities.details,
        };
        if !writes_details && self.options.columns.iter().any(ColumnSpec::is_detail) {
            return Err(FormatError::NoDetails { format });
        }
        if self.options.columns.iter().any(|column| column.kind == ColumnKind::List) {
            let has_place = match output {
                Some(output) => output.form() != AnswerForm::Pairs,
                None => capabilities.details && (capabilities.columns || format.form() == RecordForm::Lines),
            };
            if !has_place {
                let format = output.map_or(format.name(), OutputFormat::name);
                return Err(FormatError::NoSteps { format });
            }
        }
        Ok(())
    }
}

impl InputFormat {
    /// Whether the answers have named columns or members.
    pub fn answers_have_names(&self) -> bool {
        match self.output {
            Some(output) => output.form().has_names(),
            None => self.codec.capabilities().columns,
        }
    }

    /// Whether the answers are JSON objects.
    pub fn writes_objects(&self) -> bool {
        match self.output {
            Some(output) => output.form() == AnswerForm::Objects,
            None => self.format.form().are_objects(),
        }
    }

    /// Whether the input is a table, whose rows are numbered.
    pub fn is_table(&self) -> bool {
        self.selection == Selection::Table
    }

    /// Whether steps have a place of their own. Otherwise they are part of the answer.
    pub fn shows_steps(&self) -> bool {
        self.answers_have_names() || self.output.is_some_and(|output| output.form() == AnswerForm::Drawings)
    }
}

impl Recognize for Recognizer {
    type Format = Arc<InputFormat>;

    fn recognize(
        &mut self,
        name: &str,
        bytes: &[u8],
        end: HeadEnd,
    ) -> Result<Option<Recognized<Arc<InputFormat>>>, Error> {
        self.open(&Head { bytes, end }).map_err(|cause| Error::caused(ErrorKind::Input, name, cause))
    }
}

/// The format that tables have as text.
#[cfg(feature = "parquet")]
pub(super) fn csv() -> &'static Format {
    Format::named("csv").expect("csv is a format")
}
