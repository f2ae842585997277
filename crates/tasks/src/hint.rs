//! The next step of puzzles.

use crate::{
    Answers, Beside, Boards, CELL, ColumnKind, ColumnPlace, ColumnSpec, InLines, Needs, Pictures, Place,
    PuzzleView, Record, Task, TaskWorker, Total, WorkerContext, Written, WrongSolution,
    column::{RATING, SCORE, STEPS},
    explain,
    hint_row::Row,
    needs::only_nine,
    options_of,
    rate::EXPLAINER_COST,
    steps::write_all_steps,
};
use quadrille_grid::{
    Refusal, Shape, Variants,
    naked_singles::{HintKind, step},
};
use quadrille_techniques::{
    explanation::{ExplainedStep, Method, NextStep, StepFinder},
    logic::{Explained, cell_name},
};

/// Makes the next step of each puzzle, as a person would.
///
/// ```
/// use quadrille::{Batch, Input, batch::Pictures, explanation::Method, tasks::{Hint, HintMethod}};
///
/// let hints = |task| {
///     let mut hints = Vec::new();
///     let puzzles = "1...3..2..4.4..1\n".as_bytes();
///     Batch::new(task).run(vec![Input::reader("puzzles", puzzles)], &mut hints, &mut ()).map(|_| hints)
/// };
/// assert!(hints(Hint::new().explain(true))?.starts_with(b"1.3.3..2..4.4..1,"));
/// // Every cell that has one candidate.
/// assert!(hints(Hint::new().method(HintMethod::NakedSingles))?.starts_with(b"1.3.3412"));
/// // All steps of 9×9 boards, in a column.
/// let by_hodoku = Hint::new().method(HintMethod::Techniques(Method::Hodoku)).all_steps(true);
/// assert!(hints(by_hodoku)?.starts_with(b"!invalid"));
/// assert_eq!(HintMethod::NakedSingles.name(), "naked-singles");
///
/// // A picture of the hint, and no text.
/// let puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000".as_bytes();
/// let drawn = Batch::new(Hint::new().draws(true).only_draws(true));
/// let summary = drawn.run(vec![Input::reader("puzzle", puzzle)], &mut Vec::new(), &mut ())?;
/// assert!(summary.total::<Pictures>().unwrap().all[0].starts_with("<svg"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hint {
    columns: Vec<ColumnSpec>,
    explains: bool,
    method: Option<HintMethod>,
    all_steps: bool,
    draws: bool,
    only_draws: bool,
}

/// The digits of a step, for [`Hint::method`]: see [`Hint`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HintMethod {
    /// The next digit that these techniques find. The methods of Sudoku Explainer and HoDoKu give the next step of any kind, which may only
    /// eliminate candidates, with its rating or score.
    Techniques(Method),
    /// The digit of every cell that has one candidate, all at once; see [`Puzzle::naked_singles`](quadrille_grid::Puzzle::naked_singles).
    NakedSingles,
}

/// The meaning of the member `step`.
const STEP: &str = "the step that `technique` names, as an object";

impl HintMethod {
    /// Its name: `naked-singles`, or the [name of the techniques](Method::name).
    pub fn name(self) -> &'static str {
        match self {
            HintMethod::Techniques(method) => method.name(),
            HintMethod::NakedSingles => "naked-singles",
        }
    }
}

impl Default for Hint {
    fn default() -> Hint {
        Hint::new()
    }
}

impl Hint {
    /// The next digit that all techniques find. An input that asks for naked singles, as the format of a judge does, gets them.
    pub fn new() -> Hint {
        Hint {
            columns: Vec::new(),
            explains: false,
            method: None,
            all_steps: false,
            draws: false,
            only_draws: false,
        }
        .declared()
    }

    /// Whether explanations are written in every format, not only where columns have names.
    pub fn explain(self, explains: bool) -> Hint {
        Hint { explains, ..self }.declared()
    }

    /// Sets the method, whatever the inputs ask for.
    pub fn method(self, method: HintMethod) -> Hint {
        Hint { method: Some(method), ..self }.declared()
    }

    /// Whether all steps that the techniques of HoDoKu find in the position are added, in the column `steps`. Only by
    /// [`Method::Hodoku`]. An open position can have thousands of them, most of them fish, and takes some seconds.
    /// Siamese fish, which are two fish each, are left out.
    pub fn all_steps(self, all_steps: bool) -> Hint {
        Hint { all_steps, ..self }.declared()
    }

    /// Whether the hint of a 9×9 board is drawn, as SVG in the [`Pictures`] of the run. A run of several puzzles fails.
    pub fn draws(self, draws: bool) -> Hint {
        Hint { draws, ..self }
    }

    /// Whether no text is written, only pictures are [drawn](Self::draws).
    pub fn only_draws(self, only_draws: bool) -> Hint {
        Hint { only_draws, ..self }
    }

    /// The techniques, if the method is not naked singles. Inputs that ask for naked singles do not change it.
    fn techniques(&self) -> Option<Method> {
        match self.method {
            None => Some(Method::All),
            Some(HintMethod::Techniques(method)) => Some(method),
            Some(HintMethod::NakedSingles) => None,
        }
    }

    fn conflict(&self) -> Option<&'static str> {
        if self.all_steps && self.techniques() != Some(Method::Hodoku) {
            return Some("all steps of a position are found by the techniques of HoDoKu only");
        }
        (self.draws && self.techniques().is_none()).then_some("a hint of naked singles has no picture")
    }

    fn declared(mut self) -> Hint {
        let text = |name, about| ColumnSpec::new(name, ColumnKind::Text, about);
        let board = ColumnSpec::new("hint", ColumnKind::Board, "the puzzle with the digits that were placed");
        self.columns = vec![board, ColumnSpec::STATUS];
        if let Some(method) = self.techniques() {
            self.columns.extend([
                text("cell", CELL),
                ColumnSpec::new("digit", ColumnKind::Number, "the digit, from 1"),
                text("technique", "the technique that finds the step"),
            ]);
            if method.needs_nine() {
                let rating = match method {
                    Method::Hodoku => ColumnSpec::new("score", ColumnKind::Number, SCORE),
                    _ => ColumnSpec::new("rating", ColumnKind::Float, RATING).in_tenths(),
                };
                self.columns.extend([
                    rating,
                    text("eliminated", "the candidates that the step eliminates, as `r12c5<>3`"),
                    text("notation", "the step in the notation of forums, for techniques that have one"),
                ]);
            }
        }
        let explanation = text("explanation", "why the digits are right, or the mistake");
        let lines = if self.explains { InLines::Detail } else { InLines::No };
        self.columns.push(explanation.in_lines(lines));
        if self.all_steps {
            self.columns.push(ColumnSpec::new("steps", ColumnKind::List, STEPS));
        }
        if self.techniques().is_some() {
            self.columns.push(text("step", STEP).at(ColumnPlace::Member));
        }
        self
    }
}

impl Task for Hint {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let switches = [("explain", self.explains), ("all-steps", self.all_steps)];
        let mut options = options_of(("hint", 1), &switches);
        options.push(("method", self.method.map_or("null", HintMethod::name).into()));
        options
    }

    fn needs(&self) -> Needs {
        let method = self.techniques();
        let needs_nine = self.draws || method.is_some_and(Method::needs_nine);
        Needs {
            givens: method.is_none(),
            placed: true,
            cost: match method {
                Some(_) if self.all_steps => 10 * EXPLAINER_COST,
                Some(method) if method.needs_nine() => EXPLAINER_COST,
                Some(method) if method.has_chains() => EXPLAINER_COST / 10,
                _ => 1,
            },
            refusals: only_nine(needs_nine, Refusal::NoSteps),
            candidate_refusals: only_nine(true, Refusal::NoSteps),
            written: if self.only_draws { Written::Nothing } else { Written::Answers },
            conflict: self.conflict(),
            no_variants: Some("hints support standard sudoku only, without variants"),
            ..Needs::default()
        }
    }

    fn total(&self) -> Option<Box<dyn Total>> {
        let message = "a picture shows the hint of one puzzle, and the input has several; select one";
        self.draws.then(|| Box::new(Pictures::new(1, message)) as _)
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let finder =
            StepFinder::new(self.techniques().unwrap_or_default()).stop_flag(context.limits.stop_flag);
        Box::new(HintWorker { task: self.clone(), finder, singles: Default::default() })
    }
}

struct HintWorker {
    task: Hint,
    finder: StepFinder,
    /// The results of the step of naked singles, by shape.
    singles: [Vec<HintKind>; Shape::EACH.len()],
}

impl TaskWorker for HintWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        self.fill_singles(boards, answers);
        let is_open = self.task.method.is_none() && !self.task.draws;
        let asks_for_singles = is_open && beside.asks_for_naked_singles();
        let by_singles = asks_for_singles || self.task.method == Some(HintMethod::NakedSingles);
        let words = Words {
            written: beside.names_columns() || self.task.explains,
            has_columns: beside.names_columns(),
            has_objects: beside.writes_objects(),
        };
        for (index, record) in boards.records().enumerate() {
            let Record::Board(place) = record else {
                answers.note_unanswered(record);
                continue;
            };
            let puzzle = boards.puzzle(place);
            let simple = self.singles[place.shape.index()][place.nth];
            let hint = if by_singles {
                if words.written && simple != HintKind::Nothing {
                    let text = explain::hint(&puzzle, simple, &answers.boards(place.shape)[place.cells()]);
                    Row { index, columns: &self.task.columns, answers }.text("explanation", &text);
                }
                simple
            } else {
                self.next_step((index, place), &puzzle, (simple, words), answers)
            };
            if self.task.all_steps && !self.task.only_draws && hint != HintKind::Mistake {
                let mut row = Row { index, columns: &self.task.columns, answers };
                row.list("steps", |text| {
                    write_all_steps(&mut self.finder, &puzzle, !words.has_columns, text);
                });
            }
            answers.statuses.push(hint.into());
            answers.has_board.push(hint == HintKind::Placed);
            answers.tally.add_hint(hint);
        }
        Ok(())
    }
}

impl HintWorker {
    /// Fills the naked singles of all boards.
    fn fill_singles(&mut self, boards: &Boards, answers: &mut Answers<'_>) {
        for (shape, singles) in Shape::EACH.into_iter().zip(&mut self.singles) {
            let cells = &boards.cells[shape.index()];
            let (after, _) = answers.searched(shape, cells.len());
            let pairs = cells.chunks_exact(shape.area()).zip(after.chunks_exact_mut(shape.area()));
            singles.clear();
            singles.extend(pairs.map(|(board, after)| step(shape, board, after)));
        }
    }

    /// Makes the next step of a puzzle by techniques. `simple` is what the step of naked singles finds: its mistakes are mistakes for every
    /// method.
    fn next_step(
        &mut self,
        (index, place_of): (usize, Place),
        puzzle: &PuzzleView<'_>,
        (simple, words): (HintKind, Words),
        answers: &mut Answers<'_>,
    ) -> HintKind {
        if let Some(state) = puzzle.given_state() {
            let next = NextStep::from_position(&mut self.finder, puzzle.alphabet, &state);
            answers.draw(|| next.picture(&puzzle.state(), puzzle.alphabet));
            return self.write_step((index, place_of), (puzzle, &state.digits), (&next, words), answers);
        }
        let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
        if !words.written && simple == HintKind::Mistake && !self.task.draws {
            return HintKind::Mistake;
        }
        let explained = |f: &mut dyn FnMut(&Explained<'_>)| explain::with(puzzle, &Variants::default(), f);
        let next = NextStep::find(&mut self.finder, (shape, alphabet, cells), simple, explained);
        answers.draw(|| next.picture(&puzzle.state(), puzzle.alphabet));
        self.write_step((index, place_of), (puzzle, cells), (&next, words), answers)
    }

    /// Writes the board after a step, and what is known about the step.
    fn write_step(
        &self,
        (index, place_of): (usize, Place),
        (puzzle, cells): (&PuzzleView<'_>, &[u8]),
        (next, words): (&NextStep, Words),
        answers: &mut Answers<'_>,
    ) -> HintKind {
        let PuzzleView { shape, alphabet, .. } = *puzzle;
        if let NextStep::Steps(steps) = next {
            place(steps, cells, answers.board_mut(place_of));
        }
        if !words.written {
            return next.kind();
        }
        let mut row = Row { index, columns: &self.task.columns, answers };
        if let (NextStep::Steps(steps), Some(hardest)) = (next, next.hardest()) {
            let placed = steps.iter().find_map(ExplainedStep::placed);
            row.step(hardest, placed.map(|(cell, digit)| (cell_name(shape, cell), digit)));
            if words.has_objects {
                hardest.json().iter().for_each(|json| row.text("step", json));
            }
        }
        if !matches!(next, NextStep::Nothing(None)) {
            row.text("explanation", &next.words(alphabet, words.has_columns));
        }
        next.kind()
    }
}

/// Which words about a step are read.
#[derive(Clone, Copy)]
struct Words {
    /// Whether an explanation is.
    written: bool,
    /// Whether it is beside columns with the facts.
    has_columns: bool,
    /// Whether the step is an object, too.
    has_objects: bool,
}

/// Puts the digits of steps into their cells.
fn place(steps: &[ExplainedStep], before: &[u8], after: &mut [u8]) {
    after.copy_from_slice(before);
    for (cell, digit) in steps.iter().filter_map(ExplainedStep::placed) {
        after[cell] = digit;
    }
}
