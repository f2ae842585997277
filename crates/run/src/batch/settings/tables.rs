//! Runs whose output is a table.

use super::{Batch, OutputChoice};
use crate::tables::TextLayout;
use quadrille_core::error::{Error, ErrorKind};
use quadrille_tasks::ColumnKind;

impl Batch {
    /// The same run with csv text as its answers, which becomes a table.
    ///
    /// # Errors
    /// If another format of the answers is set.
    pub(in crate::batch) fn for_table(&self) -> Result<Batch, Error> {
        match self.output {
            OutputChoice::Always(format) if format.name() != "csv" => {
                let what = format!("a table has the columns of csv, not the format {}", format.name());
                Err(Error::new(ErrorKind::Config, what))
            }
            _ => Ok(Batch { output: OutputChoice::Table, ..self.clone() }),
        }
    }

    /// What is known about the csv text of the answers, without that which the inputs tell.
    pub(in crate::batch) fn table_text(&self) -> TextLayout {
        let columns = self.work.columns();
        let answers = columns.iter().filter(|column| column.is_named());
        let answers = answers.map(|column| (column.name.to_string(), column.kind)).collect();
        let board = match columns.first() {
            _ if self.work.is_filter() => Ok(None),
            Some(column) if !column.is_named() => Ok(None),
            Some(column) => match column.kind {
                ColumnKind::Board => Ok(Some(column.name.to_string())),
                ColumnKind::Status => Err("the answers of a check are words"),
                ColumnKind::Count => Err("counts are numbers"),
                ColumnKind::Number | ColumnKind::Float => Err("the answers are numbers"),
                _ => Err("the answers are about boards"),
            },
            None if self.work.only_counts() => TextLayout::csv().board,
            None => Ok(None),
        };
        let has_moved_boards = self.work.morphs().is_some();
        let (threads, has_text_columns) = (self.options.thread_count(0), self.text_columns);
        TextLayout { has_moved_boards, answers, board, threads, has_text_columns, ..TextLayout::csv() }
    }
}
