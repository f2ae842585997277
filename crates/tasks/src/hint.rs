//! The next step of puzzles.

use crate::{
    Answers, Beside, Boards, CELL, ColumnKind, ColumnSpec, ColumnValues, InLines, Place, PuzzleView, Record,
    Task, TaskWorker, Texts, WorkerContext, WrongSolution, explain, options_of,
};
use quadrille_core::{
    grid::naked_singles::{HintKind, step},
    grid::{Alphabet, Shape, Variants},
};
use quadrille_puzzles::logic::{Deduction, Explained, NextDigit, Techniques, cell_name};

/// Makes the next step of each puzzle, as a person would.
///
/// ```
/// use quadrille::{Batch, Input, tasks::{Hint, HintMethod}};
///
/// let hints = |task| {
///     let mut hints = Vec::new();
///     let puzzles = "1...3..2..4.4..1\n".as_bytes();
///     Batch::new(task).run(vec![Input::reader("puzzles", puzzles)], &mut hints, &mut ()).map(|_| hints)
/// };
/// assert!(hints(Hint::new().explain(true))?.starts_with(b"1.3.3..2..4.4..1,"));
/// // Every cell that has one candidate.
/// assert!(hints(Hint::new().method(HintMethod::NakedSingles))?.starts_with(b"1.3.3412"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hint {
    columns: Vec<ColumnSpec>,
    explains: bool,
    method: Option<HintMethod>,
}

/// The digits of a step, for [`Hint::method`]: see [`Hint`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HintMethod {
    /// The next digit that these techniques find.
    Techniques(Techniques),
    /// The digit of every cell that has one candidate, all at once; see [`Puzzle::naked_singles`](quadrille_core::grid::Puzzle::naked_singles).
    NakedSingles,
}

impl HintMethod {
    /// Its name: `naked-singles`, or the name of the techniques.
    pub(crate) fn name(self) -> &'static str {
        match self {
            HintMethod::Techniques(techniques) => techniques.name(),
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
        Hint { columns: Vec::new(), explains: false, method: None }.declared()
    }

    /// Whether explanations are written in every format, not only where columns have names.
    pub fn explain(self, explains: bool) -> Hint {
        Hint { explains, ..self }.declared()
    }

    /// Sets the method, whatever the inputs ask for.
    pub fn method(self, method: HintMethod) -> Hint {
        Hint { method: Some(method), ..self }.declared()
    }

    fn declared(mut self) -> Hint {
        let text = |name, about| ColumnSpec::new(name, ColumnKind::Text, about);
        let board = ColumnSpec::new("hint", ColumnKind::Board, "the puzzle with the digits that were placed");
        self.columns = vec![board, ColumnSpec::STATUS];
        if self.method != Some(HintMethod::NakedSingles) {
            self.columns.extend([
                text("cell", CELL),
                ColumnSpec::new("digit", ColumnKind::Number, "the digit, from 1"),
                text("technique", "the technique that finds the digit"),
            ]);
        }
        let explanation = text("explanation", "why the digits are right, or the mistake");
        let lines = if self.explains { InLines::Detail } else { InLines::No };
        self.columns.push(explanation.in_lines(lines));
        self
    }

    /// The number of the column of explanations.
    fn explanation(&self) -> usize {
        self.columns.len() - 1
    }
}

impl Task for Hint {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = options_of(("hint", 1), &[("explain", self.explains)]);
        options.push(("method", self.method.map_or("null", HintMethod::name).into()));
        options
    }

    fn needs_givens(&self) -> bool {
        true
    }

    fn refuses_variants(&self) -> Option<&'static str> {
        Some("hints support standard sudoku only, without variants")
    }

    fn worker(&self, _: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(HintWorker { task: self.clone(), text: Vec::new(), singles: Default::default() })
    }
}

struct HintWorker {
    task: Hint,
    /// The results of the step of naked singles, by shape.
    singles: [Vec<HintKind>; Shape::EACH.len()],
    text: Vec<u8>,
}

impl TaskWorker for HintWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        self.fill_singles(boards, answers);
        let default = match beside.asks_for_naked_singles() {
            true => HintMethod::NakedSingles,
            false => HintMethod::Techniques(Techniques::All),
        };
        let method = self.task.method.unwrap_or(default);
        let words = words(beside.names_columns(), self.task.explains);
        for (index, record) in boards.records().enumerate() {
            let Record::Board(place) = record else {
                answers.note_unanswered(record);
                continue;
            };
            let puzzle = boards.puzzle(place);
            let simple = self.singles[place.shape.index()][place.nth];
            let hint = match method {
                HintMethod::Techniques(techniques) => {
                    next_digit((index, place), &puzzle, (simple, techniques), words, answers)
                }
                HintMethod::NakedSingles => {
                    if words.is_some() {
                        self.explain_singles((index, place), &puzzle, simple, answers);
                    }
                    simple
                }
            };
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

    /// Explains the naked singles of a board, or its mistake.
    fn explain_singles(
        &mut self,
        (index, place): (usize, Place),
        puzzle: &PuzzleView<'_>,
        found: HintKind,
        answers: &mut Answers<'_>,
    ) {
        if found == HintKind::Nothing {
            return;
        }
        let after = &answers.boards(place.shape)[place.cells()];
        explain::hint(puzzle, found, after, &mut self.text);
        texts(answers, self.task.explanation()).push(index, &self.text);
    }
}

/// Writes the words of an explanation.
type Words = fn(&Deduction, Alphabet) -> String;

/// The words of an explanation, if anybody reads them: beside columns with the facts the reasons alone, otherwise whole sentences.
fn words(names_columns: bool, explains: bool) -> Option<Words> {
    match (names_columns, explains) {
        (true, _) => Some(Deduction::because),
        (false, true) => Some(Deduction::sentence),
        (false, false) => None,
    }
}

/// Places the next digit of a puzzle by techniques. `simple` is what the step of naked singles finds: its mistakes are mistakes for
/// every method.
fn next_digit(
    (index, place): (usize, Place),
    puzzle: &PuzzleView<'_>,
    (simple, techniques): (HintKind, Techniques),
    words: Option<Words>,
    answers: &mut Answers<'_>,
) -> HintKind {
    let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
    if words.is_none() && simple == HintKind::Mistake {
        return HintKind::Mistake;
    }
    let explained = |f: &mut dyn FnMut(&Explained<'_>)| explain::with(puzzle, &Variants::default(), f);
    let next = NextDigit::find((shape, alphabet, cells), simple, techniques, explained);
    match &next {
        NextDigit::Nothing => {}
        NextDigit::Placed(found) => {
            let (step, digit) = (found.placement(), found.placement().digit());
            let cell = step.cell().expect("a digit is placed");
            let after = answers.board_mut(place);
            after.copy_from_slice(cells);
            after[cell] = digit;
            if let Some(words) = words {
                texts(answers, 2).push(index, cell_name(shape, cell).as_bytes());
                push_number(answers, 3, index, digit.into());
                texts(answers, 4).push(index, found.technique().name().as_bytes());
                texts(answers, 5).push(index, words(found, alphabet).as_bytes());
            }
        }
        NextDigit::Mistake(mistake) => texts(answers, 5).push(index, mistake.as_bytes()),
    }
    next.kind()
}

/// The column of texts with this number.
fn texts<'a>(answers: &'a mut Answers<'_>, column: usize) -> &'a mut Texts {
    match &mut answers.columns[column] {
        ColumnValues::Texts(texts) => texts,
        _ => unreachable!("a column of texts"),
    }
}

/// Adds the number of a record to the column with this number.
fn push_number(answers: &mut Answers<'_>, column: usize, index: usize, number: u64) {
    let ColumnValues::Numbers(numbers) = &mut answers.columns[column] else {
        unreachable!("a column of numbers")
    };
    numbers.resize(index, None);
    numbers.push(Some(number));
}
