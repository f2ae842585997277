//! Finds the digits that can be placed next.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, InLines, Place, PuzzleView, Record, Task,
    TaskWorker, Texts, WorkerContext, WrongSolution, explain, options_of,
};
use quadrille_core::{
    grid::hint::{HintKind, step},
    grid::{Shape, Variants},
};
use quadrille_puzzles::logic::{Explained, NextDigit, Techniques, cell_name};

/// Makes one step: all digits that the only-number method places, or the next one by techniques.
///
/// ```
/// use quadrille::{Batch, Input, logic::Techniques, tasks::Hint};
///
/// let mut hints = Vec::new();
/// let puzzles = "1...3..2..4.4..1\n".as_bytes();
/// let batch = Batch::new(Hint::new().techniques(Some(Techniques::All)).explain(true));
/// batch.run(vec![Input::reader("puzzles", puzzles)], &mut hints, &mut ())?;
/// assert!(hints.starts_with(b"1.3.3..2..4.4..1"));
/// // One of the naked singles.
/// let single = Hint::new().single(true);
/// # let _ = single;
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hint {
    columns: Vec<ColumnSpec>,
    explains: bool,
    is_single: bool,
    techniques: Option<Techniques>,
}

impl Default for Hint {
    fn default() -> Hint {
        Hint::new()
    }
}

impl Hint {
    /// All digits that the only-number method places.
    pub fn new() -> Hint {
        Hint { columns: Vec::new(), explains: false, is_single: false, techniques: None }.declared()
    }

    /// Whether reasons are written in every format: for each digit its cell and the houses that exclude the other digits, or
    /// the mistake.
    pub fn explain(self, explains: bool) -> Hint {
        Hint { explains, ..self }.declared()
    }

    /// Whether only the first of the cells is filled that the only-number method could fill. Techniques are refused with it.
    pub fn single(self, is_single: bool) -> Hint {
        Hint { is_single, ..self }
    }

    /// Places the next digit that these techniques find, if any are given, one for each record, in place of all that the
    /// only-number method places.
    pub fn techniques(self, techniques: Option<Techniques>) -> Hint {
        Hint { techniques, ..self }.declared()
    }

    fn declared(mut self) -> Hint {
        let text = |name, about| ColumnSpec::new(name, ColumnKind::Text, about);
        self.columns.clear();
        self.columns.push(ColumnSpec::new(
            "hint",
            ColumnKind::Board,
            "the puzzle with the digits that were placed",
        ));
        if self.techniques.is_some() {
            let because = text("because", "the reason, or the mistake");
            self.columns.extend([
                text("cell", "the cell of the digit, such as `r1c5`"),
                ColumnSpec::new("digit", ColumnKind::Digit, "the digit"),
                text("technique", "the technique that finds it"),
                if self.explains { because.in_lines(InLines::Detail) } else { because },
            ]);
        } else if self.explains {
            let about = "the reason for each digit, or the mistake";
            self.columns.push(text("explanation", about).in_lines(InLines::Detail));
        }
        self
    }
}

impl Task for Hint {
    fn conflict(&self) -> Option<&'static str> {
        (self.is_single && self.techniques.is_some()).then_some("techniques place one digit anyway")
    }

    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = options_of(("hint", 1), &[("explain", self.explains), ("single", self.is_single)]);
        options.push(("method", self.techniques.map_or("null", |techniques| techniques.name()).into()));
        options
    }

    fn needs_givens(&self) -> bool {
        true
    }

    fn refuses_variants(&self) -> Option<&'static str> {
        Some("hints (the only-number method) support standard sudoku only, without variants")
    }

    fn worker(&self, _: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(HintWorker { task: self.clone(), text: Vec::new(), hints: Default::default() })
    }
}

struct HintWorker {
    task: Hint,
    /// The results of the only-number method, by shape.
    hints: [Vec<HintKind>; Shape::EACH.len()],
    text: Vec<u8>,
}

impl TaskWorker for HintWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        self.step(boards, answers);
        for (index, record) in boards.records().enumerate() {
            let Record::Board(place) = record else {
                answers.note_unanswered(record);
                continue;
            };
            let puzzle = boards.puzzle(place);
            let simple = self.hints[place.shape.index()][place.nth];
            let hint = match self.task.techniques {
                Some(techniques) => {
                    let names_facts = beside.names_columns() || !self.task.explains;
                    next_digit((index, place), &puzzle, (simple, techniques), names_facts, answers)
                }
                None => {
                    if self.task.explains {
                        self.text.clear();
                        let after = &answers.boards(place.shape)[place.cells()];
                        explain::hint(&puzzle, simple, after, &mut self.text);
                        texts(answers, 1).push(index, &self.text);
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
    /// Makes the step of the only-number method on all boards.
    fn step(&mut self, boards: &Boards, answers: &mut Answers<'_>) {
        for (shape, hints) in Shape::EACH.into_iter().zip(&mut self.hints) {
            let cells = &boards.cells[shape.index()];
            let (after, _) = answers.searched(shape, cells.len());
            let pairs = cells.chunks_exact(shape.area()).zip(after.chunks_exact_mut(shape.area()));
            hints.clear();
            hints.extend(pairs.map(|(board, after)| {
                let hint = step(shape, board, after);
                if self.task.is_single && hint == HintKind::Placed {
                    keep_first(board, after);
                }
                hint
            }));
        }
    }
}

/// Places the next digit of a puzzle by techniques. `simple` is what the only-number method finds: a mistake is one for every
/// method. Unless the facts have columns, the reason tells them too.
fn next_digit(
    (index, place): (usize, Place),
    puzzle: &PuzzleView<'_>,
    (simple, techniques): (HintKind, Techniques),
    names_facts: bool,
    answers: &mut Answers<'_>,
) -> HintKind {
    let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
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
            texts(answers, 1).push(index, cell_name(shape, cell).as_bytes());
            texts(answers, 2).push(index, &[alphabet.symbol(digit)]);
            texts(answers, 3).push(index, found.technique().name().as_bytes());
            let because = if names_facts { found.because(alphabet) } else { found.sentence(alphabet) };
            texts(answers, 4).push(index, because.as_bytes());
        }
        NextDigit::Mistake(mistake) => texts(answers, 4).push(index, mistake.as_bytes()),
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

/// Takes back all cells that a hint has filled but the first.
fn keep_first(board: &[u8], after: &mut [u8]) {
    let filled = board.iter().zip(after).filter(|(before, after)| before != after);
    filled.skip(1).for_each(|(before, after)| *after = *before);
}
