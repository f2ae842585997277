//! The transformations of a call of `morph`: random, or given.

use crate::{
    expected::{self, aligned},
    generate::seed,
    input::Input,
    keywords::{Argument, Keywords},
};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Schema};
use pyo3::{prelude::*, types::PyString};
use quadrille::{
    arrow::MorphOptions,
    symmetry::{Symmetries, Transform},
};

/// Why options about random transformations are refused.
pub const GIVEN: &str = "has no effect, because the transformations are given; remove it";

/// The transformations of a call.
pub struct Transforms {
    function: &'static str,
    source: Source,
    is_inverse: bool,
    /// Whether there is a seed, so that random morphs can be undone.
    has_seed: bool,
    seed: u64,
    symmetries: Symmetries,
}

/// Where the transformations come from.
enum Source {
    Random,
    By(Transform),
    /// Texts, in chunks as the puzzles.
    Each(Vec<ArrayRef>),
}

impl Transforms {
    /// Takes `seed`, `exclude_symmetry` and `inverse`.
    pub fn take(function: &'static str, keywords: &Keywords<'_>) -> PyResult<Transforms> {
        Ok(Transforms {
            function,
            source: Source::Random,
            is_inverse: keywords.take("inverse")?.unwrap_or(false),
            has_seed: keywords.has("seed")?,
            seed: seed(keywords)?,
            symmetries: symmetries(keywords)?,
        })
    }

    fn argument<'a>(&self, name: &'a str) -> Argument<'a> {
        Argument { function: self.function, name }
    }

    /// Takes the transformation of all puzzles, a text, or one for each of them.
    pub fn of(&mut self, value: Option<&Bound<'_, PyAny>>, chunks: &[ArrayRef]) -> PyResult<()> {
        let argument = self.argument("transform");
        if let Some(value) = value {
            self.source = match value.cast::<PyString>() {
                Ok(text) => Source::By(text.to_str()?.parse().map_err(|error| argument.value_error(error))?),
                Err(_) => match Input::of(value, None, argument)? {
                    Input::Cells(_) | Input::Table { .. } => {
                        return Err(argument.type_error("expected a str, or a list or column of them"));
                    }
                    texts => Source::Each(aligned(chunks, &texts.chunks(), "transformations", argument)?),
                },
            };
        }
        self.check()
    }

    /// The same for a table, which may have them in the column of a name.
    pub fn of_table(
        &mut self,
        (chunks, schema): (&[StructArray], &Schema),
        name: Option<&str>,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let argument = self.argument("transform_column");
        let of =
            |at: usize| -> Vec<ArrayRef> { chunks.iter().map(|chunk| chunk.column(at).clone()).collect() };
        match (name, value) {
            (Some(_), Some(_)) => Err(argument.value_error("pass it or transform, not both")),
            (Some(name), None) => {
                let columns = of(expected::named(schema, name, argument)?);
                let found = columns[0].data_type();
                if !found.is_string() && !matches!(found, DataType::Dictionary(..)) {
                    return Err(argument.type_error(format!("{name:?} is of type {found}; expected strings")));
                }
                self.source = Source::Each(columns);
                self.check()
            }
            // A column of all rows is as good as any for the numbers of rows.
            (None, value) => self.of(value, &of(0)),
        }
    }

    /// Fails if options about random transformations are missing or have no effect.
    fn check(&self) -> PyResult<()> {
        let error = |name, what| Err(self.argument(name).value_error(what));
        match self.source {
            Source::Random if self.is_inverse && !self.has_seed => {
                error("inverse", "needs seed= or transform=, which say what to undo")
            }
            Source::Random => Ok(()),
            _ if self.has_seed => error("seed", GIVEN),
            _ if self.symmetries != Symmetries::ALL => error("exclude_symmetry", GIVEN),
            _ => Ok(()),
        }
    }

    /// Whether they do not depend on the numbers of rows.
    pub fn are_given(&self) -> bool {
        !matches!(self.source, Source::Random)
    }

    /// The options for the morphs of a chunk of puzzles.
    pub fn options(&self, chunk: usize) -> MorphOptions {
        let morphs = match &self.source {
            Source::Random => MorphOptions::new(self.seed).symmetries(self.symmetries),
            Source::By(transform) => MorphOptions::transform(*transform),
            Source::Each(texts) => MorphOptions::transform_column(texts[chunk].clone()),
        };
        morphs.inverse(self.is_inverse)
    }
}

/// Takes `exclude_symmetry`: the symmetries to leave out.
fn symmetries(keywords: &Keywords<'_>) -> PyResult<Symmetries> {
    let mut symmetries = Symmetries::ALL;
    let Some(value) = keywords.object("exclude_symmetry")? else { return Ok(symmetries) };
    for name in keywords.names("exclude_symmetry", &value)? {
        *match name.as_str() {
            "digits" => &mut symmetries.digits,
            "bands" => &mut symmetries.bands,
            "rows" => &mut symmetries.rows,
            "stacks" => &mut symmetries.stacks,
            "columns" => &mut symmetries.columns,
            "transpose" => &mut symmetries.transpose,
            _ => {
                let names = "digits, bands, rows, stacks, columns, transpose";
                return Err(
                    keywords.error("exclude_symmetry", format!("expected some of {names}, got {name:?}"))
                );
            }
        } = false;
    }
    Ok(symmetries)
}
