//! The columns of a hint.

use crate::{Answers, ColumnSpec, ColumnValues, Float};
use quadrille_techniques::explanation::ExplainedStep;

/// The values of the columns of a record.
pub(super) struct Row<'a, 'm> {
    pub index: usize,
    pub columns: &'a [ColumnSpec],
    pub answers: &'a mut Answers<'m>,
}

impl Row<'_, '_> {
    fn column(&mut self, name: &str) -> Option<&mut ColumnValues> {
        let column = self.columns.iter().position(|column| column.name == name)?;
        self.answers.columns.get_mut(column)
    }

    pub fn text(&mut self, name: &str, text: &str) {
        let index = self.index;
        if let Some(ColumnValues::Texts(texts)) = self.column(name) {
            texts.push(index, text.as_bytes());
        }
    }

    /// Writes a list, a line for each item.
    pub fn list(&mut self, name: &str, write: impl FnOnce(&mut Vec<u8>)) {
        let index = self.index;
        if let Some(ColumnValues::Lists(lists)) = self.column(name) {
            lists.push_with(index, write);
        }
    }

    fn number(&mut self, name: &str, number: u64) {
        let index = self.index;
        if let Some(ColumnValues::Numbers(numbers)) = self.column(name) {
            numbers.resize(index, None);
            numbers.push(Some(number));
        }
    }

    /// The facts of the hardest step, and of the digit.
    pub fn step(&mut self, hardest: &ExplainedStep, placed: Option<(String, u8)>) {
        let index = self.index;
        if let Some((cell, digit)) = placed {
            self.text("cell", &cell);
            self.number("digit", digit.into());
        }
        if let Some(score) = hardest.score() {
            self.number("score", score.into());
        }
        self.text("technique", &hardest.technique());
        if let (Some(rating), Some(ColumnValues::Floats(ratings))) = (hardest.rating(), self.column("rating"))
        {
            ratings.resize(index, None);
            ratings.push(Some(Float::Exactly(f64::from(rating) / 10.0)));
        }
        self.text("eliminated", &hardest.eliminated());
        self.text("notation", &hardest.notation());
    }
}
