//! Describes the givens of puzzles.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, InLines, Needs, Task, TaskWorker,
    WorkerContext, WrongSolution,
};
use quadrille_puzzles::generate::GivenSymmetry;

/// Counts the givens of puzzles, and finds the symmetry of the cells that are given. Nothing is solved.
///
/// ```
/// use quadrille::{Batch, Input, tasks::Givens};
///
/// let mut answers = Vec::new();
/// let puzzles = "1..............1\n".as_bytes();
/// Batch::new(Givens::new()).run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
/// assert_eq!(answers, b"1..............1,2,rotate180\n");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Givens {
    columns: [ColumnSpec; 3],
}

impl Default for Givens {
    fn default() -> Givens {
        Givens::new()
    }
}

impl Givens {
    /// The task, which has no options.
    pub fn new() -> Givens {
        let symmetry = "the largest known symmetry of the cells that are given";
        let symmetry = ColumnSpec::new("symmetry", ColumnKind::Text, symmetry).in_lines(InLines::Answer);
        let givens = ColumnSpec::new("givens", ColumnKind::Number, "the number of givens");
        Givens { columns: [givens, symmetry, ColumnSpec::STATUS] }
    }
}

impl Task for Givens {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs(&self) -> Needs {
        Needs { givens: true, ..Needs::default() }
    }

    fn worker(&self, _: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(GivensWorker)
    }
}

struct GivensWorker;

impl TaskWorker for GivensWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        answers.note_each(boards, |answers, index, place| {
            let cells = boards.puzzle(place).cells;
            let symmetry = GivenSymmetry::largest(place.shape, cells);
            let count = cells.iter().filter(|digit| **digit > 0).count() as u64;
            let [ColumnValues::Numbers(counts), ColumnValues::Texts(symmetries), _] =
                &mut answers.columns[..]
            else {
                unreachable!("the columns of the task");
            };
            counts.resize(index, None);
            counts.push(Some(count));
            symmetries.push(index, symmetry.name().as_bytes());
            answers.note_described();
        });
        Ok(())
    }
}
