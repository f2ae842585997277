//! Settings that exclude each other.

use super::{Batch, OutputChoice};
use crate::{batch::Leak, format::is_puzzle_name};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_grid::Shape;
use quadrille_tasks::{POSITION, Written};

fn refused(what: impl Into<String>) -> Result<(), Error> {
    Err(Error::new(ErrorKind::Config, what.into()))
}

impl Batch {
    /// Refuses settings that exclude each other, or columns that cannot be.
    pub(in crate::batch) fn check(&self) -> Result<(), Error> {
        self.check_names()?;
        self.check_answers_to_check()?;
        self.check_columns()?;
        self.check_work()?;
        if let (true, OutputChoice::Always(format)) = (self.work.is_filter(), self.output) {
            let name = format.name();
            return refused(format!(
                "selected records keep the format of their input and cannot be written as {name}; \
                 the output format must be same, parquet or arrow"
            ));
        }
        if let OutputChoice::Always(format) = self.output
            && format.positions().is_some()
            && self.work.columns().iter().all(|column| column.name != POSITION.name)
        {
            let name = format.name();
            return refused(format!(
                "output format {name} holds positions, which only convert and hint write"
            ));
        }
        self.check_text_columns(self.output.is_table())?;
        self.check_variants()
    }

    /// Refuses text columns without an output that has columns.
    pub(super) fn check_text_columns(&self, has_columns: bool) -> Result<(), Error> {
        if self.text_columns && !has_columns {
            return refused("text columns need a table: the output must be Parquet or Arrow");
        }
        Ok(())
    }

    /// Refuses commands that do not write to one output.
    pub(in crate::batch) fn check_single_output(&self) -> Result<(), Error> {
        if let Written::Parts(_) = self.work.needs().written {
            return refused("the parts of a split are written by `run_split`");
        }
        if self.work.as_task::<Leak>().is_some() {
            return refused("leaks are found by `find_leaks`, which writes nothing");
        }
        Ok(())
    }

    /// Refuses names of answer columns that cannot be in a header, or would be read as something else.
    fn check_names(&self) -> Result<(), Error> {
        let columns = self.work.columns();
        for (number, column) in columns.iter().enumerate().filter(|(_, column)| column.is_named()) {
            let name = &*column.name;
            let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | ',' | ';');
            if name.trim().is_empty() || name.trim() != name || !name.chars().all(is_plain) {
                return refused(format!(
                    "{name:?} cannot be the name of a column: it is empty, begins or ends with a blank, or has a \
                     quote, a backslash, a comma, a semicolon or a control character"
                ));
            }
            if is_puzzle_name(name) {
                return refused(format!(
                    "answers cannot be written to a column {name}: that is a name of the puzzles"
                ));
            }
            if let Some(other) =
                columns[number + 1..].iter().find(|other| other.name.eq_ignore_ascii_case(name))
            {
                return refused(format!(
                    "answers cannot be written to a column {name}: {} is another column of the answers",
                    other.name
                ));
            }
        }
        Ok(())
    }

    /// Refuses settings of the answers in the records, if nothing is done with these answers.
    fn check_answers_to_check(&self) -> Result<(), Error> {
        let moves = self.work.morphs().is_some_and(|morphs| morphs.moves_solutions);
        if self.solution_column.is_some() && !self.work.needs().own_answers && !moves {
            return refused("a column of solutions is read only if answers are checked or moved");
        }
        if self.all_mismatches && !self.work.needs().own_answers {
            return refused("there are mismatches only if answers are checked");
        }
        Ok(())
    }

    /// Refuses columns that are both read and written.
    fn check_columns(&self) -> Result<(), Error> {
        let columns = self.work.columns();
        let is_written = |column: &&String| {
            columns.iter().any(|written| written.is_named() && written.name.eq_ignore_ascii_case(column))
        };
        if let Some(column) = self.column.as_ref().filter(is_written) {
            return refused(format!("the puzzles cannot be in column {column}: answers are written there"));
        }
        let column = self.solution_column.as_ref().filter(|_| self.work.needs().own_answers);
        if let Some(column) = column.filter(is_written) {
            return refused(format!(
                "the answers to check cannot be in column {column}: answers are written there"
            ));
        }
        match column.filter(|column| self.column.as_ref() == Some(*column)) {
            Some(column) => {
                refused(format!("puzzles and answers to check cannot both be in column {column}"))
            }
            None => Ok(()),
        }
    }

    /// Refuses what cannot be done in parts, under variants, or with the text of the records.
    fn check_work(&self) -> Result<(), Error> {
        let needs = self.work.needs();
        let refusals = [
            needs.conflict,
            needs.no_shards.filter(|_| self.shard.is_some()),
            needs.no_trailing.filter(|_| self.keep_trailing),
            needs.no_variants.filter(|_| !self.variants.is_plain()),
        ];
        refusals.into_iter().flatten().next().map_or(Ok(()), refused)
    }

    /// Refuses variants that fit no board.
    fn check_variants(&self) -> Result<(), Error> {
        match Shape::EACH.map(|shape| self.variants.fit(shape)) {
            fits if fits.iter().any(Result::is_ok) => Ok(()),
            [error, ..] => error.map_err(|e| Error::new(ErrorKind::Config, e.to_string())),
        }
    }
}
