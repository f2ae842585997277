//! Reports and output at the beginning of an input.

use super::{Writer, place::cannot_write};
use crate::{
    batch::input_format::InputFormat,
    format::{Capabilities, FormatError, Selection, TableColumns},
    tables::AnswerPlace,
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_tasks::ColumnPlace;

impl Writer<'_> {
    /// Called with the first chunk of an input.
    pub(super) fn begin_input(&mut self, opened: &InputFormat) -> Result<(), Error> {
        let input = self.input.expect("an input has begun");
        if opened.selection == Selection::Detected && !opened.format.is_default() {
            self.observer.recognized(&self.names[input], opened.format);
        }
        if opened.is_table() {
            self.observer.table(&self.names[input]);
        }
        let Capabilities { puzzle_column, solution_column, .. } = opened.codec.capabilities();
        #[cfg(feature = "parquet")]
        if let Some(read) = self.table.inputs.get(input) {
            let mut columns = read.schema.columns.iter();
            let puzzles = columns.find(|column| puzzle_column.is_some_and(|(name, _)| *column.name == *name));
            puzzles.map_or(Ok(()), |puzzles| puzzles.check_boards(&read.name))?;
        }
        if let Some((column, true)) = puzzle_column {
            self.observer.column_found(&self.names[input], column);
        }
        let columns = [puzzle_column.map(|(name, _)| name), solution_column];
        self.observer.opened(&self.names[input], opened.format, columns);
        if let Some(format) = opened.output.filter(|_| self.settings.tells_conversions) {
            self.observer.converted(&self.names[input], format);
        }
        if self.settings.only_counts {
            return Ok(());
        }
        self.tell_lost_columns(opened);
        let is_table = self.begin_table(opened)?;
        let mut header = Vec::new();
        match opened.output {
            Some(format) => format.write_header(&opened.columns, &mut header),
            None => header.extend_from_slice(opened.codec.capabilities().header),
        }
        match &self.so_far.header {
            None => {
                if self.settings.writes_header || is_table {
                    self.write_text(&header, self.written)?;
                }
                self.so_far.header = Some(header);
                Ok(())
            }
            Some(first) if *first == header => Ok(()),
            Some(_) => {
                let (name, first) = (&*self.names[input], self.names[0].clone());
                Err(Error::caused(ErrorKind::Input, name, FormatError::OtherHeader { first }))
            }
        }
    }

    /// Tells which columns of the input do not reach the output.
    fn tell_lost_columns(&mut self, opened: &InputFormat) {
        let name = &self.names[self.input.expect("an input has begun")];
        let Capabilities { overwritten, other_columns, .. } = opened.codec.capabilities();
        // Nobody expects columns in other formats.
        if opened.output.is_some_and(|format| !format.form().has_names()) {
            return;
        }
        if !overwritten.is_empty() {
            self.observer.overwritten(name, overwritten);
        }
        if let Some(format) = opened.output.filter(|_| other_columns) {
            self.observer.left_out(name, Some(format).filter(|_| !opened.is_typed));
        }
    }

    /// Says what is known about the text, if it becomes a table; whether it does.
    fn begin_table(&mut self, opened: &InputFormat) -> Result<bool, Error> {
        if self.so_far.header.is_some() {
            return Ok(true);
        }
        let mut text = self.table.clone();
        let table = opened.codec.capabilities().table.filter(|_| opened.output.is_none());
        text.is_lines = opened.output.is_none() && table.is_none();
        // Other inputs have the puzzles alone.
        let alone =
            TableColumns { delimiter: b',', count: 1, puzzle: 0, solution: None, replaced: [None; _] };
        let TableColumns { delimiter, count, puzzle, replaced, .. } = table.unwrap_or(alone);
        (text.delimiter, text.puzzle, text.carried) = (delimiter, Some(puzzle), Some(count));
        let mut added = count..;
        let written = opened.columns.iter().enumerate().filter(|(_, column)| column.is_in_tables());
        text.answers.extend(written.map(|(number, column)| {
            let replaced = match column.place {
                ColumnPlace::Puzzle => Some(puzzle),
                _ => replaced[number],
            };
            let at = replaced.or_else(|| added.next()).unwrap_or(count);
            AnswerPlace { column: at, kind: column.kind, place: column.place }
        }));
        self.output.begin_table(&text).map_err(|e| cannot_write(0, e))
    }
}
