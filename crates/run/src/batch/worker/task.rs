//! What each task writes for a record.

use crate::{batch::Task, format::Field};

impl Task {
    /// The fields written for each record by formats with named fields: with a note, and with the figures of the
    /// search. Solutions have a name of their own if the record has an answer that is checked.
    pub(in crate::batch) fn fields(self, note: bool, stats: bool, checks_answers: bool) -> &'static [Field] {
        const GIVENS: Field = Field::Note("givens");
        let all: &[Field] = match self {
            Task::Solve if checks_answers => {
                &[Field::Answer("computed"), Field::Status, Field::Nodes, Field::Guesses]
            }
            Task::Solve => &[Field::Answer("solution"), Field::Status, Field::Nodes, Field::Guesses],
            Task::Check if note => &[Field::Status, GIVENS, Field::Nodes, Field::Guesses],
            Task::Check => &[Field::Status, Field::Nodes, Field::Guesses],
            Task::Count => &[Field::Answer("count"), Field::Status, Field::Nodes, Field::Guesses],
            Task::Hint if note => &[Field::Answer("hint"), Field::Note("explanation")],
            Task::Hint => &[Field::Answer("hint")],
            Task::Canon if note => {
                &[Field::Answer("canonical"), Field::Status, Field::Automorphisms, Field::Note("transform")]
            }
            Task::Canon => &[Field::Answer("canonical"), Field::Status, Field::Automorphisms],
            Task::Morph => &[Field::Puzzle],
            // Their name is a setting.
            Task::Rate => &[],
        };
        let figures = all.iter().position(|field| *field == Field::Nodes);
        if stats { all } else { &all[..figures.unwrap_or(all.len())] }
    }
}
