//! Says whether puzzles have one solution.

use super::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, InLines, Record, Status, Task, TaskWorker,
    WorkerContext, WrongSolution, expected::find_mismatches, minimal::GivensTest, search::Search,
};

/// Says whether puzzles have one solution, several or none.
#[derive(Clone, Debug)]
pub struct Check {
    columns: Vec<ColumnSpec>,
    limit: u64,
    tests_givens: bool,
    figures: bool,
    verifies_answers: bool,
}

impl Check {
    /// Each search ends at this number of solutions.
    pub fn new(limit: u64) -> Check {
        let columns = Vec::new();
        Check { columns, limit, tests_givens: false, figures: false, verifies_answers: false }.declared()
    }

    /// Whether the answers that the records bring are compared with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Check {
        Check { verifies_answers, ..self }
    }

    /// Whether it is found out which givens of a puzzle with one solution could be left out, each alone. The limit must be
    /// two solutions.
    pub fn minimal(self, tests_givens: bool) -> Check {
        Check { tests_givens, ..self }.declared()
    }

    /// Whether the figures of the search are added.
    pub fn figures(self, figures: bool) -> Check {
        Check { figures, ..self }.declared()
    }

    fn declared(mut self) -> Check {
        self.columns.clear();
        self.columns.push(ColumnSpec::STATUS);
        if self.tests_givens {
            let about = "`minimal`, or the givens that could be left out, each alone";
            self.columns.push(ColumnSpec::new("givens", ColumnKind::Text, about).in_lines(InLines::Detail));
        }
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| self.figures));
        self
    }
}

impl Task for Check {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs_givens(&self) -> bool {
        self.tests_givens
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(Checker {
            search: Search::new(context, self.limit),
            task: self.clone(),
            givens: GivensTest::default(),
            cells: Vec::new(),
        })
    }
}

struct Checker {
    task: Check,
    search: Search,
    givens: GivensTest,
    /// The cells of an expected answer.
    cells: Vec<u8>,
}

impl TaskWorker for Checker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.search.solve(boards, answers);
        let end = WrongSolution::end(searched, boards);
        if self.task.verifies_answers {
            find_mismatches((boards, beside), &self.search.variants, end, answers, &mut self.cells);
        }
        if self.task.tests_givens {
            self.test_givens(boards, end, answers)?;
        }
        searched
    }
}

impl Checker {
    /// Tests the givens of puzzles with one solution.
    fn test_givens(
        &mut self,
        boards: &Boards,
        end: usize,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else { continue };
            if answers.statuses[index] != Status::Unique {
                continue;
            }
            let tested = self.givens.test(&mut self.search.engines, &boards.puzzle(place));
            let givens = tested.map_err(|_| WrongSolution { record: index })?;
            answers.tally.minimal += u64::from(givens.is_minimal);
            if let ColumnValues::Texts(notes) = &mut answers.columns[1] {
                notes.push(index, givens.note);
            }
        }
        Ok(())
    }
}
