//! Solves puzzles.

use super::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, Record, Status, Task, TaskWorker,
    WorkerContext, WrongSolution, expected::find_mismatches, explain, search::Search, steps::write_steps,
};

/// Finds the first solution of each puzzle.
#[derive(Clone, Debug)]
pub struct Solve {
    columns: Vec<ColumnSpec>,
    limit: u64,
    explains: bool,
    steps: bool,
    figures: bool,
    verifies_answers: bool,
}

impl Solve {
    /// Each search ends at this number of solutions.
    pub fn new(limit: u64) -> Solve {
        let columns = Vec::new();
        Solve { columns, limit, explains: false, steps: false, figures: false, verifies_answers: false }
            .declared()
    }

    /// Whether a puzzle without a solution is answered with the reason, if it can be seen without a search.
    pub fn explain(self, explains: bool) -> Solve {
        Solve { explains, ..self }
    }

    /// Whether the answers that the records bring are compared with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Solve {
        Solve { verifies_answers, ..self }.declared()
    }

    /// Whether the steps by techniques that lead to the solution are added.
    pub fn steps(self, steps: bool) -> Solve {
        Solve { steps, ..self }.declared()
    }

    /// Whether the figures of the search are added.
    pub fn figures(self, figures: bool) -> Solve {
        Solve { figures, ..self }.declared()
    }

    fn declared(mut self) -> Solve {
        let name = if self.verifies_answers { "computed" } else { "solution" };
        self.columns.clear();
        self.columns.push(ColumnSpec::new(name, ColumnKind::Board, "the first solution, verified"));
        self.columns.push(ColumnSpec::STATUS);
        if self.steps {
            let about = "the steps that lead to the solution";
            self.columns.push(ColumnSpec::new("steps", ColumnKind::List, about));
        }
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| self.figures));
        self
    }
}

impl Task for Solve {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs_givens(&self) -> bool {
        self.steps
    }

    fn writes_solutions(&self) -> bool {
        !self.steps && !self.verifies_answers
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(Solver { search: Search::new(context, self.limit), task: self.clone(), cells: Vec::new() })
    }
}

struct Solver {
    task: Solve,
    search: Search,
    /// The cells of an expected answer.
    cells: Vec<u8>,
}

impl TaskWorker for Solver {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.search.solve(boards, answers);
        answers.boards_are_solutions();
        let end = WrongSolution::end(searched, boards);
        if self.task.verifies_answers {
            find_mismatches((boards, beside), &self.search.variants, end, answers, &mut self.cells);
        }
        if self.task.explains || self.task.steps {
            self.describe(boards, beside, end, answers);
        }
        searched
    }
}

impl Solver {
    /// Says why puzzles have no solution, and how they are solved.
    fn describe(&self, boards: &Boards, beside: &dyn Beside, end: usize, answers: &mut Answers<'_>) {
        let is_numbered = !beside.names_columns();
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else { continue };
            let puzzle = boards.puzzle(place);
            if self.task.explains && answers.statuses[index] == Status::None {
                let why = |text: &mut Vec<u8>| explain::none(&puzzle, &self.search.variants, text);
                answers.messages.push_with(index, why);
            }
            if let Some(ColumnValues::Lists(steps)) = answers.columns.get_mut(2).filter(|_| self.task.steps) {
                steps.push_with(index, |text| write_steps(&puzzle, is_numbered, text));
            }
        }
    }
}
