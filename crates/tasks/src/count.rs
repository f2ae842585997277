//! Counts the solutions of puzzles.

use super::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, Task, TaskWorker, WorkerContext, WrongSolution,
    expected::find_mismatches, search::Search,
};

/// Counts the solutions of puzzles, exactly, whatever their number.
#[derive(Clone, Debug)]
pub struct Count {
    columns: Vec<ColumnSpec>,
    limit: u64,
    verifies_answers: bool,
}

impl Count {
    /// Each search ends at this number of solutions.
    pub fn new(limit: u64) -> Count {
        let count = ColumnSpec::new("count", ColumnKind::Count, "the number of solutions");
        Count { columns: vec![count, ColumnSpec::STATUS], limit, verifies_answers: false }
    }

    /// Whether the answers that the records bring are compared with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Count {
        Count { verifies_answers, ..self }
    }

    /// Whether the figures of the search are added.
    pub fn figures(mut self, figures: bool) -> Count {
        self.columns.truncate(2);
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| figures));
        self
    }
}

impl Task for Count {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(Counter {
            search: Search::new(context, self.limit),
            verifies_answers: self.verifies_answers,
            cells: Vec::new(),
        })
    }
}

struct Counter {
    search: Search,
    verifies_answers: bool,
    /// The cells of an expected answer.
    cells: Vec<u8>,
}

impl TaskWorker for Counter {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.search.solve(boards, answers);
        if self.verifies_answers {
            let end = WrongSolution::end(searched, boards);
            find_mismatches((boards, beside), &self.search.variants, end, answers, &mut self.cells);
        }
        searched
    }
}
