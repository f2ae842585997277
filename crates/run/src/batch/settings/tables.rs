//! Runs whose output is a table.

use super::{Batch, OutputChoice};
use crate::{
    format::AnswerForm,
    tables::{TableFormat, TextLayout},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_tasks::ColumnKind;

impl Batch {
    /// The same run with the columns of csv as its answers, for tables of these formats.
    ///
    /// # Errors
    /// If another format of the answers is set, or what no table of these formats has.
    pub(in crate::batch) fn for_tables(&self, formats: &[TableFormat]) -> Result<Batch, Error> {
        self.check_text_columns(formats.iter().any(|format| format.has_columns()))?;
        match self.output {
            OutputChoice::Always(format) if format.form() != AnswerForm::Rows => {
                let what = format!("a table has the columns of csv, not the format {}", format.name());
                Err(Error::new(ErrorKind::Config, what))
            }
            _ => Ok(Batch { output: OutputChoice::Table, ..self.clone() }),
        }
    }

    /// The facts known about the table without the inputs.
    pub(in crate::batch) fn table_text(&self) -> TextLayout {
        let columns = self.work.columns();
        let boards = match columns.first().map(|column| column.kind) {
            None if self.work.only_counts() => TextLayout::csv().boards,
            Some(ColumnKind::Status) => Err("the answers of a check are words"),
            Some(ColumnKind::Count) => Err("counts are numbers"),
            Some(ColumnKind::Number | ColumnKind::Float) => Err("the answers are numbers"),
            None | Some(ColumnKind::Board) => Ok(()),
            Some(_) => Err("the answers are about boards"),
        };
        let (threads, has_text_columns) = (self.options.thread_count(0), self.text_columns);
        TextLayout { boards, threads, has_text_columns, ..TextLayout::csv() }
    }
}
