//! The question about each puzzle.

use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, RecordBatch};
use arrow_buffer::Buffer;
use arrow_select::concat::concat;
use quadrille::{
    Error, Shape,
    arrow::{self, Options},
    grid::Variants,
    tasks::HintMethod,
};
use quadrille_columns::answers_to_cells;
use quadrille_tasks::ColumnKind;
use std::sync::Arc;

/// Rows that are passed to the library at a time where there is a choice: some milliseconds of work for each thread.
const BLOCK: usize = 1 << 17;

/// The question about each puzzle.
pub struct Task {
    task: Box<dyn quadrille_tasks::Task>,
    /// The method of hints, if the answers to text are hints, and not the values of the first column.
    pub hints_by: Option<HintMethod>,
    /// The column that is returned where there is one, if it is not the first.
    pub answered_by: Option<&'static str>,
    /// An option that is passed, and what it asks for, which only columns and tables have.
    pub only_columns_have: Option<(&'static str, &'static str)>,
}

impl Task {
    pub fn new(task: impl quadrille_tasks::Task + 'static) -> Task {
        Task { task: Box::new(task), hints_by: None, answered_by: None, only_columns_have: None }
    }

    /// The same with hints by a method as the answers to text.
    pub fn giving_hints(self, method: HintMethod) -> Task {
        Task { hints_by: Some(method), ..self }
    }

    /// The same with the values of another column.
    pub fn answered_by(self, column: &'static str) -> Task {
        Task { answered_by: Some(column), ..self }
    }

    /// The same with an option, if it is passed, that asks for what only columns and tables have.
    pub fn for_columns_only(self, option: &'static str, what: &'static str, is_passed: bool) -> Task {
        Task { only_columns_have: is_passed.then_some((option, what)), ..self }
    }

    fn run(&self, puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
        arrow::answers(puzzles, &*self.task, options)
    }

    /// The column of the answers that is returned where there is one.
    pub fn answer(&self) -> &str {
        self.answered_by.unwrap_or(&self.task.columns()[0].name)
    }

    /// The names of the columns that its answers add to a table.
    pub fn added(&self) -> impl Iterator<Item = &str> {
        let own = self.task.columns().iter().map(|column| &*column.name);
        own.filter(|name| *name != "status").chain(["status"])
    }

    /// Why it cannot answer boards of a shape by these variants.
    pub fn refusal(&self, shape: Shape, variants: &Variants) -> Option<String> {
        let needs = self.task.needs();
        let by_variants = needs.no_variants.filter(|_| !variants.is_plain());
        by_variants.map(str::to_owned).or_else(|| Some(needs.refusals[shape.index()]?.to_string()))
    }

    /// The kind of the values of the first column.
    pub fn kind(&self) -> ColumnKind {
        self.task.columns()[0].kind
    }

    /// The answers to columns, one batch for each.
    pub fn columns(&self, chunks: &[ArrayRef], options: &Options) -> Result<Vec<RecordBatch>, Error> {
        answers_to_each(chunks, &|puzzles| self.run(puzzles, options))
    }

    /// The answers to boards of this shape, which are laid end to end. All at once, but block by block in order where the answers
    /// have texts, which take more memory than the boards.
    pub fn cells(
        &self,
        cells: &[u8],
        shape: Shape,
        options: &Options,
        mut each: impl FnMut(RecordBatch),
    ) -> Result<(), Error> {
        let is_text = |kind| matches!(kind, ColumnKind::Text | ColumnKind::List);
        let has_texts = self.task.columns().iter().any(|column| is_text(column.kind));
        let block = if has_texts { BLOCK * shape.area() } else { cells.len().max(1) };
        for block in cells.chunks(block) {
            each(answers_to_cells(block, shape, &*self.task, options)?);
        }
        Ok(())
    }
}

/// The answers to columns, one batch for each. Short ones are answered together.
pub fn answers_to_each(chunks: &[ArrayRef], answer: Answer<'_>) -> Result<Vec<RecordBatch>, Error> {
    if let [only] = chunks {
        return Ok(vec![answer(only)?]);
    }
    let mut answers = Vec::with_capacity(chunks.len());
    let mut start = 0;
    while start < chunks.len() {
        let mut rows = 0;
        // Streams may come in chunks of a few thousand rows, which are too few for several threads.
        let few = chunks[start..].iter().take_while(|chunk| {
            rows += chunk.len();
            rows <= BLOCK
        });
        let end = start + few.count().max(1);
        answers.extend(answers_together(&chunks[start..end], answer)?);
        start = end;
    }
    Ok(answers)
}

type Answer<'a> = &'a dyn Fn(&dyn Array) -> Result<RecordBatch, Error>;

fn answers_together(chunks: &[ArrayRef], answer: Answer<'_>) -> Result<Vec<RecordBatch>, Error> {
    let refs: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
    let joined = match &refs[..] {
        [_] => None,
        // Chunks of different types, such as dictionaries that cannot be merged, go one by one.
        _ => concat(&refs).ok(),
    };
    let Some(joined) = joined else {
        return chunks.iter().map(|chunk| answer(chunk)).collect();
    };
    let answers = answer(&joined)?;
    let mut offset = 0;
    let slices = chunks.iter().map(|chunk| {
        offset += chunk.len();
        answers.slice(offset - chunk.len(), chunk.len())
    });
    Ok(slices.collect())
}

/// A column of boards that are laid end to end.
pub fn boards(cells: &[u8], area: usize) -> ArrayRef {
    let buffer = Buffer::from_slice_ref(cells);
    Arc::new(FixedSizeBinaryArray::new(area as i32, buffer, None))
}
