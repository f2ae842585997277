//! Solves puzzles.

use super::{
    ANSWERS_ARE_NOT_CHECKED, Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, Needs, Pictures,
    Record, SOLUTION, Status, Task, TaskWorker, Total, WorkerContext, Written, WrongSolution, column::STEPS,
    explain, needs::only_nine, options_of, rate::EXPLAINER_COST, search::Search, steps::write_steps,
};
use quadrille_base::markup::escape;
use quadrille_grid::Refusal;
use quadrille_techniques::explanation::{Method, StepFinder, section};

/// Finds the first solution of each puzzle, or all of them.
///
/// The answer is the solution, or `!none`.
///
/// ```
/// use quadrille::{Batch, Input, tasks::Solve};
///
/// let puzzles = "1...3..2..4.4..1\n11..............\n";
/// let mut answers = Vec::new();
/// let batch = Batch::new(Solve::new().explain(true));
/// batch.run(vec![Input::reader("puzzles", puzzles.as_bytes())], &mut answers, &mut ())?;
/// assert!(answers.starts_with(b"1234341221434321\n!none: 1 twice in row 1"));
///
/// // Two solutions of a puzzle, in lines that begin with the number of the puzzle.
/// let mut answers = Vec::new();
/// let batch = Batch::new(Solve::new().all(true).limit(2));
/// batch.run(vec![Input::reader("puzzle", "12..............\n".as_bytes())], &mut answers, &mut ())?;
/// assert!(answers.starts_with(b"1: 1234") && answers.split(|byte| *byte == b'\n').count() == 3);
///
/// // Tasks with more columns.
/// let tasks = [Solve::new().search_columns(true), Solve::new().steps(true), Solve::new().verify_answers(true)];
/// let by_hodoku = Solve::new().steps(true).method(quadrille::explanation::Method::Hodoku);
/// let page = by_hodoku.clone().draws(true).only_draws(true);
/// # let _ = (tasks, by_hodoku, page);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solve {
    columns: Vec<ColumnSpec>,
    limit: u64,
    all: bool,
    explains: bool,
    steps: bool,
    method: Option<Method>,
    draws: bool,
    only_draws: bool,
    search_columns: bool,
    verifies_answers: bool,
}

impl Default for Solve {
    fn default() -> Solve {
        Solve::new()
    }
}

impl Solve {
    /// Each search ends at the first solution.
    pub fn new() -> Solve {
        Solve {
            columns: Vec::new(),
            limit: 1,
            all: false,
            explains: false,
            steps: false,
            method: None,
            draws: false,
            only_draws: false,
            search_columns: false,
            verifies_answers: false,
        }
        .declared()
    }

    /// Stops each search at the `limit`th solution; 0 means 1.
    pub fn limit(self, limit: u64) -> Solve {
        Solve { limit: limit.max(1), ..self }
    }

    /// Whether every solution of each record is written, up to the [`limit`](Solve::limit), a row each: in lines after the number of
    /// the record, as in `3: 1234…`, in csv and ndjson with the columns of the record. Memory is bounded, whatever the number of
    /// solutions. A record without a solution has one row, and one more follows the solutions of a record whose search was given up.
    ///
    /// A run that writes all solutions can be neither sharded nor resumed.
    pub fn all(self, all: bool) -> Solve {
        Solve { all, ..self }
    }

    /// Whether the answer to a puzzle without a solution is `!none: ` and the mistake, if it can be seen without a search.
    pub fn explain(self, explains: bool) -> Solve {
        Solve { explains, ..self }
    }

    /// Whether the answers that the records bring are compared with the rules: each must be a solution of its puzzle, or empty
    /// if the puzzle has none. The status of others is `mismatch`. They are copied unchanged; solutions are written to a column
    /// `computed`.
    pub fn verify_answers(self, verifies_answers: bool) -> Solve {
        Solve { verifies_answers, ..self }.declared()
    }

    /// Whether the [steps](quadrille_techniques::explanation::Explanation) by techniques that lead to the solution are added, and where they
    /// end if they do not solve the puzzle. In csv and ndjson they are a field `steps`.
    pub fn steps(self, steps: bool) -> Solve {
        Solve { steps, ..self }.declared()
    }

    /// Sets how [steps](Self::steps) are found, by all techniques if it is not set.
    pub fn method(self, method: Method) -> Solve {
        Solve { method: Some(method), ..self }
    }

    /// Whether the [steps](Self::steps) are also drawn, each puzzle as a part of an HTML page in the [`Pictures`] of the run. A run of more than 100
    /// puzzles fails.
    pub fn draws(self, draws: bool) -> Solve {
        Solve { draws, ..self }
    }

    /// Whether no text is written, only pictures are [drawn](Self::draws).
    pub fn only_draws(self, only_draws: bool) -> Solve {
        Solve { only_draws, ..self }
    }

    /// The method of the steps, if there are any.
    fn explained_by(&self) -> Option<Method> {
        self.steps.then(|| self.method.unwrap_or_default())
    }

    /// Whether the nodes and guesses of the search are added, as columns.
    pub fn search_columns(self, search_columns: bool) -> Solve {
        Solve { search_columns, ..self }.declared()
    }

    fn conflict(&self) -> Option<&'static str> {
        if self.all && self.verifies_answers {
            return Some(ANSWERS_ARE_NOT_CHECKED);
        }
        if !self.steps && (self.method.is_some() || self.draws) {
            return Some("a method of steps and a page need steps");
        }
        if self.steps && self.all {
            return Some("steps lead to one solution, so they cannot be written with all solutions");
        }
        (self.steps && self.search_columns)
            .then_some("steps cannot be written with the figures of a search or with the text after a grid")
    }

    fn declared(mut self) -> Solve {
        let name = if self.verifies_answers { "computed" } else { "solution" };
        self.columns.clear();
        self.columns.push(ColumnSpec::new(name, ColumnKind::Board, SOLUTION));
        self.columns.push(ColumnSpec::STATUS);
        if self.steps {
            self.columns.push(ColumnSpec::new("steps", ColumnKind::List, STEPS));
        }
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| self.search_columns));
        self
    }
}

impl Task for Solve {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let switches = [
            ("explain", self.explains),
            ("steps", self.steps),
            ("search-columns", self.search_columns),
            ("verify-answers", self.verifies_answers),
        ];
        let mut options = options_of(("solve", self.limit), &switches);
        options.push(("method", self.explained_by().map_or("null", Method::name).into()));
        options
    }

    fn needs(&self) -> Needs {
        let method = self.explained_by();
        Needs {
            own_answers: self.verifies_answers,
            cost: if method.is_some_and(Method::has_chains) { EXPLAINER_COST } else { 1 },
            refusals: only_nine(method.is_some_and(Method::needs_nine), Refusal::NoSteps),
            candidate_refusals: only_nine(self.steps, Refusal::NoSteps),
            written: match self {
                Solve { all: true, .. } => Written::AllSolutions(self.limit),
                Solve { only_draws: true, .. } => Written::Nothing,
                Solve { steps: false, verifies_answers: false, .. } => Written::Solutions,
                _ => Written::Answers,
            },
            conflict: self.conflict(),
            no_variants: self
                .steps
                .then_some("steps are explained for standard sudoku only, without variants"),
            no_trailing: self.steps.then_some(
                "steps cannot be written with the figures of a search or with the text after a grid",
            ),
            no_shards: self
                .all
                .then_some("a run that writes all solutions cannot be sharded: its records are numbered"),
            no_resume: self.all.then_some("a run that writes all solutions cannot be resumed"),
            ..Needs::default()
        }
    }

    fn total(&self) -> Option<Box<dyn Total>> {
        let message =
            "a page has at most 100 puzzles, and the input has more; select some, or divide the input";
        self.draws.then(|| Box::new(Pictures::new(100, message)) as _)
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        // If all solutions are written, the others are searched for one by one.
        let limit = if self.all { self.limit.min(2) } else { self.limit };
        let stop = context.limits.stop_flag.clone();
        let finder = self.explained_by().map(|method| StepFinder::new(method).stop_flag(stop));
        let search = Search::new(context, limit).verify_answers(self.verifies_answers);
        Box::new(Solver { search, finder, task: self.clone() })
    }
}

struct Solver {
    task: Solve,
    search: Search,
    finder: Option<StepFinder>,
}

impl TaskWorker for Solver {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.search.answer((boards, beside), answers);
        answers.boards_are_solutions();
        if self.task.explains || self.task.steps {
            self.describe(boards, beside, WrongSolution::end(searched, boards), answers);
        }
        searched
    }
}

impl Solver {
    /// Says why puzzles have no solution, and how they are solved.
    fn describe(&mut self, boards: &Boards, beside: &dyn Beside, end: usize, answers: &mut Answers<'_>) {
        let is_numbered = !beside.names_columns();
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else {
                answers.draw(|| note(record));
                continue;
            };
            let puzzle = boards.puzzle(place);
            if self.task.explains && answers.statuses[index] == Status::None {
                let why = |text: &mut Vec<u8>| explain::none(&puzzle, &self.search.variants, text);
                answers.messages.push_with(index, why);
            }
            let Some(finder) = &mut self.finder else { continue };
            if let Some(ColumnValues::Lists(steps)) =
                answers.columns.get_mut(2).filter(|_| !self.task.only_draws)
            {
                steps.push_with(index, |text| write_steps(finder, &puzzle, is_numbered, text));
            }
            let board = (puzzle.shape, puzzle.alphabet, puzzle.cells);
            answers.draw(|| section(finder, board, puzzle.given_state().as_ref()));
        }
    }
}

/// The note of a page about a record that is not a puzzle.
fn note(record: Record<'_>) -> String {
    let what = match record {
        Record::Malformed(what) => format!("This record is malformed: {}", escape(&what.to_string())),
        _ => "This record has no puzzle".into(),
    };
    format!("<p><strong>{what}.</strong></p>\n")
}
