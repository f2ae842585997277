//! Generated puzzles as a table, with what is known about them.

use crate::{answer::column, call::Call, keywords::Keywords, table::Table, task::Task};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch};
use arrow_schema::{Field, Schema};
use pyo3::{prelude::*, types::PyString};
use quadrille::{
    RunOptions, arrow,
    grid::Variants,
    rating::Method,
    tasks::{Givens, Rate, Solve},
};
use std::sync::Arc;

const NAMES: [&str; 5] = ["puzzle", "solution", "rating", "givens", "symmetry"];

/// The columns that were asked for.
pub struct Columns {
    names: Vec<String>,
    method: Method,
    variants: Variants,
    threads: usize,
}

impl Columns {
    /// Takes `columns`: a sequence of names, or a text with commas.
    pub fn take(
        keywords: &Keywords<'_>,
        method: Method,
        variants: Variants,
        threads: usize,
    ) -> PyResult<Option<Columns>> {
        let Some(value) = keywords.object("columns")? else { return Ok(None) };
        let names: Vec<String> = match value.cast::<PyString>() {
            Ok(text) => text.to_str()?.split(',').map(|name| name.trim().to_owned()).collect(),
            Err(_) => keywords.value("columns", &value)?,
        };
        let is_wrong = |name: &&String| !NAMES.contains(&name.as_str());
        let repeated = |(at, name): (usize, &String)| names[..at].contains(name).then(|| name.clone());
        if let Some(name) = names.iter().find(is_wrong) {
            let known = NAMES.map(|name| format!("{name:?}")).join(", ");
            return Err(keywords.error("columns", format!("expected some of {known}, got {name:?}")));
        }
        if let Some(name) = names.iter().enumerate().find_map(repeated) {
            return Err(keywords.error("columns", format!("{name:?} is there twice")));
        }
        if names.is_empty() {
            return Err(keywords.error("columns", "expected the name of a column, got none"));
        }
        Ok(Some(Columns { names, method, variants, threads }))
    }

    /// The table of puzzles, which are lines.
    pub fn table(&self, py: Python<'_>, call: &Call, texts: &str) -> PyResult<Table> {
        let puzzles: ArrayRef =
            Arc::new(LargeStringArray::from_iter_values(texts.lines().collect::<Vec<_>>()));
        let run = RunOptions::new().threads(self.threads).stop_flag(call.stop.clone());
        let options = arrow::Options::new().run_options(run).variants(self.variants.clone());
        let options = options.map_err(|error| call.argument("variant").value_error(error))?;
        let arrays = self.names.iter().map(|name| {
            let task = match name.as_str() {
                "solution" => Task::new(Solve::new()),
                "rating" => Task::new(Rate::new(self.method)),
                "givens" | "symmetry" => Task::new(Givens::new()),
                _ => return Ok(puzzles.clone()),
            };
            let work = || task.columns(std::slice::from_ref(&puzzles), &options);
            let answers = call.run(py, 0, work)?;
            let answers = answers.map_err(|error| call.argument("columns").value_error(error))?;
            column(&answers[0], name).map(|array| arrow_array::make_array(array.to_data()))
        });
        let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
        let field = |(name, array): (&String, &ArrayRef)| Field::new(name, array.data_type().clone(), true);
        let schema = Arc::new(Schema::new(self.names.iter().zip(&arrays).map(field).collect::<Vec<_>>()));
        let batch = RecordBatch::try_new(schema.clone(), arrays);
        let batch = batch.map_err(|error| call.argument("columns").value_error(error))?;
        Ok(Table::new(schema, vec![batch]))
    }
}
