//! Says whether puzzles have one solution.

use super::{
    ANSWERS_ARE_NOT_CHECKED, Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, InLines, Needs,
    Record, Status, Task, TaskWorker, WorkerContext, Written, WrongSolution, minimal::GivensTest, options_of,
    search::Search,
};
use quadrille_engines::Outcome;
use quadrille_grid::Shape;

/// Says whether puzzles have one solution, several or none: `unique`, `multiple` or `none`.
///
/// With a limit of one solution the first two cannot be distinguished, and the answer is `solved`.
///
/// ```
/// use quadrille::{Batch, Input, Outcome, tasks::Check};
///
/// let inputs = || vec![Input::reader("puzzles", "1...3..2..4.4..1\n1..............1\n".as_bytes())];
/// let mut answers = Vec::new();
/// let summary = Batch::new(Check::new().minimal(true)).run(inputs(), &mut answers, &mut ())?;
/// assert_eq!(answers, b"unique,redundant: r2c1 r4c1\nmultiple,\n");
/// assert_eq!((summary.tally.unique, summary.tally.with_solution()), (1, 2));
///
/// let mut unique = Vec::new();
/// Batch::new(Check::new().only(Outcome::Unique)).run(inputs(), &mut unique, &mut ())?;
/// assert_eq!(unique, b"1...3..2..4.4..1\n");
///
/// // In csv, a column `status` is added, and here the cost of the search. The answers in the file are checked.
/// let csv = "puzzle,solution\n1...3..2..4.4..1,1234341221434312\n";
/// let mut answers = Vec::new();
/// let task = Check::new().verify_answers(true).limit(3).search_columns(true);
/// let summary = Batch::new(task).run(vec![Input::reader("csv", csv.as_bytes())], &mut answers, &mut ())?;
/// assert_eq!(summary.tally.mismatches, 1);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Check {
    columns: Vec<ColumnSpec>,
    limit: u64,
    tests_givens: bool,
    search_columns: bool,
    /// The status of the records that are written, if the task is a filter.
    only: Option<Status>,
    /// Whether only minimal puzzles are written.
    only_minimal: bool,
    verifies_answers: bool,
}

impl Default for Check {
    fn default() -> Check {
        Check::new()
    }
}

impl Check {
    /// Each search ends at the second solution.
    pub fn new() -> Check {
        let columns = Vec::new();
        Check {
            columns,
            limit: 2,
            tests_givens: false,
            search_columns: false,
            only: None,
            only_minimal: false,
            verifies_answers: false,
        }
        .declared()
    }

    /// Stops each search at the `limit`th solution; 0 means 1.
    pub fn limit(self, limit: u64) -> Check {
        Check { limit: limit.max(1), ..self }
    }

    /// Writes the records with this outcome unchanged, and nothing else: a filter. A header is kept.
    ///
    /// An input that announces the number of its records cannot be filtered, nor can the records be written in another format.
    pub fn only(self, outcome: Outcome) -> Check {
        Check { only: Some(outcome.into()), only_minimal: false, ..self }
    }

    /// As [`only`](Check::only), for the records whose own answer is wrong, as [`verify_answers`](Check::verify_answers) finds it.
    ///
    /// ```
    /// use quadrille::{Batch, Input, tasks::Check};
    ///
    /// let csv = "puzzle,solution\n1...3..2..4.4..1,1234341221434312\n1...3..2..4.4..1,1234341221434321\n";
    /// let mut wrong = Vec::new();
    /// Batch::new(Check::new().only_mismatches()).run(vec![Input::reader("csv", csv.as_bytes())], &mut wrong, &mut ())?;
    /// assert_eq!(wrong, b"puzzle,solution\n1...3..2..4.4..1,1234341221434312\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn only_mismatches(self) -> Check {
        Check { only: Some(Status::Mismatch), only_minimal: false, ..self }
    }

    /// As [`only`](Check::only), for puzzles with exactly one solution and no given that can be removed. The limit must be two
    /// solutions.
    ///
    /// ```
    /// use quadrille::{Batch, Input, tasks::Check};
    ///
    /// let puzzles = "1...3..2..4.4..1\n1...3......4...1\n".as_bytes();
    /// let mut minimal = Vec::new();
    /// Batch::new(Check::new().only_minimal()).run(vec![Input::reader("puzzles", puzzles)], &mut minimal, &mut ())?;
    /// assert_eq!(minimal, b"1...3......4...1\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn only_minimal(self) -> Check {
        Check { only: Some(Status::Unique), only_minimal: true, ..self }
    }

    /// Whether the answers that the records bring are compared with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Check {
        Check { verifies_answers, ..self }
    }

    /// Whether each puzzle with exactly one solution is also tested without each of its givens in turn. The answer has one field
    /// more, `minimality`: `minimal` if every given is needed, or `redundant: ` and the cells of the givens that can be removed, each alone, such
    /// as `r1c2 r9c9`; `unknown` if a limit ended a search. It is empty for any other puzzle.
    /// [`Tally::minimal`](crate::Tally::minimal) counts the minimal ones. The limit must be two solutions.
    pub fn minimal(self, tests_givens: bool) -> Check {
        Check { tests_givens, ..self }.declared()
    }

    /// Whether the nodes and guesses of the search are added, as columns.
    pub fn search_columns(self, search_columns: bool) -> Check {
        Check { search_columns, ..self }.declared()
    }

    fn declared(mut self) -> Check {
        self.columns.clear();
        self.columns.push(ColumnSpec::STATUS);
        if self.tests_givens {
            let about = "`minimal`, or the givens that could be left out, each alone";
            self.columns
                .push(ColumnSpec::new("minimality", ColumnKind::Text, about).in_lines(InLines::Detail));
        }
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| self.search_columns));
        self
    }

    fn reads_answers(&self) -> bool {
        self.verifies_answers || self.only == Some(Status::Mismatch)
    }

    fn needs_givens(&self) -> bool {
        self.tests_givens || self.only_minimal
    }

    fn conflict(&self) -> Option<&'static str> {
        if self.verifies_answers && self.only.is_some_and(|only| only != Status::Mismatch) {
            return Some(ANSWERS_ARE_NOT_CHECKED);
        }
        if self.only.is_some() && (self.tests_givens || self.search_columns) {
            return Some("selected records are written as they are: nothing can be added");
        }
        let unknown = self.needs_givens() && self.limit < 2;
        unknown.then_some("whether a puzzle is minimal is known only if its second solution is searched for")
    }
}

impl Task for Check {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let switches = [
            ("minimal", self.tests_givens),
            ("search-columns", self.search_columns),
            ("verify-answers", self.verifies_answers),
        ];
        let mut options = options_of(("check", self.limit), &switches);
        let only = self.only.map_or("null", Status::word);
        let only = if self.only_minimal { "minimal" } else { only }.to_owned();
        options.push(("only", only));
        options
    }

    fn needs(&self) -> Needs {
        Needs {
            givens: self.needs_givens(),
            own_answers: self.reads_answers(),
            written: self.only.map_or(Written::Answers, |status| Written::Records(Some(status))),
            conflict: self.conflict(),
            ..Needs::default()
        }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(Checker {
            search: Search::new(context, self.limit).verify_answers(self.reads_answers()),
            task: self.clone(),
            givens: GivensTest::default(),
        })
    }
}

struct Checker {
    task: Check,
    search: Search,
    givens: GivensTest,
}

impl TaskWorker for Checker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.search.answer((boards, beside), answers);
        if self.task.needs_givens() {
            self.test_givens(boards, WrongSolution::end(searched, boards), answers)?;
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
        let mut shape = Shape::NINE;
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else { continue };
            if answers.statuses[index] != Status::Unique {
                continue;
            }
            if place.shape != shape {
                self.note_givens(shape, answers)?;
                shape = place.shape;
            }
            if self.givens.add(index, &boards.puzzle(place)) {
                self.note_givens(shape, answers)?;
            }
        }
        self.note_givens(shape, answers)
    }

    /// Tests the givens of the puzzles that were added, and notes the results.
    fn note_givens(&mut self, shape: Shape, answers: &mut Answers<'_>) -> Result<(), WrongSolution> {
        self.givens.test(shape, &mut self.search.engines, |index, givens| {
            answers.tally.minimal += u64::from(givens.is_minimal);
            if let Some(ColumnValues::Texts(notes)) = answers.columns.get_mut(1) {
                notes.push(index, givens.note);
            }
            if self.task.only_minimal && !givens.is_minimal {
                // A status that is not written. Only the tally says whether a search was given up.
                answers.statuses[index] = Status::Unknown;
                let given_up = u64::from(givens.note == b"unknown");
                answers.tally.unique -= given_up;
                answers.tally.unknown += given_up;
            }
        })
    }
}
