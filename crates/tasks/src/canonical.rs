//! Finds canonical forms.

use crate::classes::{FormOf, find_form};
use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, InLines, Needs, Record, Status, Task,
    TaskWorker, WorkerContext, WrongSolution, options_of, search::Search,
};
use quadrille_grid::{Refusal, Shape};
use quadrille_puzzles::symmetry::FormSearch;

/// Finds the canonical form of each puzzle, of its solution or of its givens.
///
/// ```
/// use quadrille::{Batch, Input, tasks::{Canonical, FormOf}};
///
/// let puzzles = "1...3..2..4.4..1\n2...4..3..1.1..2\n".as_bytes();
/// let mut forms = Vec::new();
/// let batch = Batch::new(Canonical::new(FormOf::Puzzle));
/// batch.run(vec![Input::reader("puzzles", puzzles)], &mut forms, &mut ())?;
/// assert_eq!(forms, b".....412.1.34...\n.....412.1.34...\n");
///
/// let mut least = Vec::new();
/// let batch = Batch::new(Canonical::new(FormOf::Givens));
/// batch.run(vec![Input::reader("puzzles", puzzles)], &mut least, &mut ())?;
/// assert_eq!(least, b".....123.2.41...\n.....123.2.41...\n");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canonical {
    columns: Vec<ColumnSpec>,
    of: FormOf,
    transforms: bool,
}

impl Canonical {
    /// Forms of this kind. Boards of 4×4, 6×6 and 9×9 cells have forms; a larger one is malformed.
    pub fn new(of: FormOf) -> Canonical {
        Canonical { columns: Vec::new(), of, transforms: false }.transforms(false)
    }

    /// Whether the [`Transform`](quadrille_puzzles::symmetry::Transform) that leads from each puzzle to the form is added as text.
    ///
    /// ```
    /// use quadrille::{Batch, Input, tasks::{Canonical, FormOf}};
    ///
    /// let mut forms = Vec::new();
    /// let batch = Batch::new(Canonical::new(FormOf::Puzzle).transforms(true));
    /// batch.run(vec![Input::reader("puzzle", "1...3..2..4.4..1\n".as_bytes())], &mut forms, &mut ())?;
    /// assert_eq!(forms, b".....412.1.34...,t-r2143-c3412-d1324\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn transforms(mut self, transforms: bool) -> Canonical {
        self.transforms = transforms;
        let about = "how many transformations leave the board of the form unchanged";
        self.columns = vec![
            ColumnSpec::new("canonical", ColumnKind::Board, "the canonical form"),
            ColumnSpec::STATUS,
            ColumnSpec::new("automorphisms", ColumnKind::Number, about),
        ];
        if transforms {
            let about = "the transformation that leads to the form";
            self.columns
                .push(ColumnSpec::new("transform", ColumnKind::Text, about).in_lines(InLines::Detail));
        }
        self
    }
}

impl Task for Canonical {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let form_of = format!("{:?}", self.of).to_lowercase();
        let mut options = options_of(("canonical", 2), &[("transform", self.transforms)]);
        options.push(("form-of", form_of));
        options
    }

    fn needs(&self) -> Needs {
        Needs {
            givens: true,
            refusals: Shape::EACH
                .map(|shape| (!FormSearch::has_forms(shape)).then_some(Refusal::NoForm(shape))),
            no_variants: Some("only standard sudoku, without variants, has canonical forms"),
            ..Needs::default()
        }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        // A form must not depend on an unverified solution, and with two solutions it is known whether there is one.
        let is_solved = self.of != FormOf::Givens;
        let search = is_solved.then(|| Search::new(WorkerContext { verifies: true, ..context }, 2));
        Box::new(CanonicalWorker { task: self.clone(), search, forms: FormSearch::default() })
    }
}

struct CanonicalWorker {
    task: Canonical,
    /// Forms of the givens need no solution.
    search: Option<Search>,
    forms: FormSearch,
}

impl TaskWorker for CanonicalWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = match &mut self.search {
            Some(search) => search.solve(boards, answers),
            None => {
                note_all_described(boards, answers);
                Ok(())
            }
        };
        let end = WrongSolution::end(searched, boards);
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else {
                answers.has_board.push(false);
                continue;
            };
            let outcome = answers.report(place).copied().unwrap_or_default().outcome;
            let puzzle = (place.shape, boards.puzzle(place).cells);
            let found = (outcome, &answers.boards(place.shape)[place.cells()]);
            let form = find_form(&mut self.forms, self.task.of, puzzle, found);
            answers.has_board.push(form.is_some());
            let Some(form) = form else {
                // One of several solutions is not the solution.
                if answers.statuses[index] == Status::Solved {
                    answers.messages.push(index, Status::Multiple.message());
                }
                continue;
            };
            answers.board_mut(place).copy_from_slice(form.cells());
            if let ColumnValues::Numbers(automorphisms) = &mut answers.columns[2] {
                automorphisms.resize(index, None);
                automorphisms.push(Some(form.automorphisms));
            }
            if let Some(ColumnValues::Texts(transforms)) = answers.columns.get_mut(3) {
                transforms.push_with(index, |text| form.transform.write(text));
            }
        }
        searched
    }
}

/// Notes the status of each record that is not solved, and makes room for its form.
fn note_all_described(boards: &Boards, answers: &mut Answers<'_>) {
    for shape in Shape::EACH {
        answers.searched(shape, boards.cells[shape.index()].len());
    }
    answers.note_each(boards, |answers, _, _| answers.note_described());
    // Whether a record has a form is noted with it.
    answers.has_board.clear();
}
