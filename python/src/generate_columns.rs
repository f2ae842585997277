//! Generated puzzles as a table, with what is known about them.

use crate::{answer::column, call::Call, criteria::steps, keywords::Keywords, table::Table, task::Task};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch};
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use quadrille::{
    RunOptions, Shape, arrow,
    grid::Variants,
    rating::{Method, StepCriteria},
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
    /// Takes `method`, `technique`, `first_steps` and `columns`.
    pub fn take(
        keywords: &Keywords<'_>,
        (shape, variants): (Shape, Variants),
        threads: usize,
    ) -> PyResult<((Method, StepCriteria), Option<Columns>)> {
        let (method, steps) = steps(keywords, keywords.parse("method")?)?;
        let is_rated = keywords.has("rating")? || !steps.is_empty() || method == Method::default();
        let value = keywords.object("columns")?;
        let names = value.map(|value| keywords.names("columns", &value)).transpose()?;
        if !is_rated && !names.iter().flatten().any(|name| name == "rating") {
            return Err(keywords.error(
                "method",
                "has no effect without rating=, technique=, first_steps= or the column rating; remove it",
            ));
        }
        let Some(names) = names else { return Ok(((method, steps), None)) };
        refuse_names(keywords, &names)?;
        let columns = Columns { names, method, variants, threads };
        let refusals = columns.names.iter().filter_map(|name| columns.task(name));
        match refusals.filter_map(|task| task.refusal(shape, &columns.variants)).next() {
            Some(what) => Err(keywords.error("columns", what)),
            None => Ok(((method, steps), Some(columns))),
        }
    }

    /// The task that answers a column.
    fn task(&self, name: &str) -> Option<Task> {
        match name {
            "solution" => Some(Task::new(Solve::new())),
            "rating" => Some(Task::new(Rate::new(self.method))),
            "givens" | "symmetry" => Some(Task::new(Givens::new())),
            _ => None,
        }
    }

    /// The table of puzzles, which are lines.
    pub fn table(&self, py: Python<'_>, call: &Call, texts: &str) -> PyResult<Table> {
        let puzzles: ArrayRef =
            Arc::new(LargeStringArray::from_iter_values(texts.lines().collect::<Vec<_>>()));
        let run = RunOptions::new().threads(self.threads).stop_flag(call.stop.clone());
        let options = arrow::Options::new().run_options(run).variants(self.variants.clone());
        let options = options.map_err(|error| call.argument("variant").value_error(error))?;
        let arrays = self.names.iter().map(|name| {
            let Some(task) = self.task(name) else { return Ok(puzzles.clone()) };
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

/// Fails if no column has a name, or if a name is there twice.
fn refuse_names(keywords: &Keywords<'_>, names: &[String]) -> PyResult<()> {
    let is_wrong = |name: &&String| !NAMES.contains(&name.as_str());
    if let Some(name) = names.iter().find(is_wrong) {
        let known = NAMES.map(|name| format!("{name:?}")).join(", ");
        return Err(keywords.error("columns", format!("expected some of {known}, got {name:?}")));
    }
    let repeated = |(at, name): (usize, &String)| names[..at].contains(name).then(|| name.clone());
    if let Some(name) = names.iter().enumerate().find_map(repeated) {
        return Err(keywords.error("columns", format!("{name:?} is there twice")));
    }
    match names {
        [] => Err(keywords.error("columns", "expected the name of a column, got none")),
        _ => Ok(()),
    }
}
