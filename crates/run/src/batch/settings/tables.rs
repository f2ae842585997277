//! Runs whose output is a table.

use super::{Batch, OutputChoice, Task};
use crate::{
    format::Field,
    tables::{TextLayout, ValueKind},
};
use quadrille_core::error::{Error, ErrorKind};
use quadrille_puzzles::rating::Method;

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
        let answer = |field: &Field| {
            Some((field.name().to_owned(), self.value_kind(*field)?)).filter(|_| field.is_named())
        };
        let answers = self.fields().iter().filter_map(answer).collect();
        let has_moved_boards = self.task == Task::Morph;
        TextLayout {
            has_moved_boards,
            answers,
            board: self.table_board(),
            threads: self.threads,
            ..TextLayout::csv()
        }
    }

    /// The column with boards.
    fn table_board(&self) -> Result<Option<String>, &'static str> {
        let answer = self.fields().iter().find(|field| matches!(field, Field::Answer(_)));
        match self.task {
            _ if self.is_filter() => Ok(None),
            Task::Solve | Task::Hint | Task::Canon => Ok(answer.map(|field| field.name().to_owned())),
            Task::Morph => Ok(None),
            Task::Check => Err("the answers of a check are words"),
            Task::Count => Err("counts are numbers"),
            Task::Rate => Err("ratings are numbers"),
        }
    }

    /// What a field holds that is not in place of a board of the input.
    fn value_kind(&self, field: Field) -> Option<ValueKind> {
        Some(match field {
            Field::Answer(_) => match (self.task, self.ratings.method) {
                (Task::Solve | Task::Hint | Task::Canon, _) => ValueKind::Board,
                (Task::Count, _) | (Task::Rate, Method::Guesses) => ValueKind::Count,
                (Task::Rate, Method::Morphs { .. }) => ValueKind::Number,
                // Ratings by logic are words.
                _ => ValueKind::Text,
            },
            Field::Nodes | Field::Guesses | Field::Automorphisms | Field::StepCount | Field::Group => {
                ValueKind::Count
            }
            Field::Status | Field::Note(_) | Field::Fact(_) | Field::Steps => ValueKind::Text,
            Field::Puzzle | Field::Solution | Field::Transform => return None,
        })
    }
}
