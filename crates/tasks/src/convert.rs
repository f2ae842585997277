//! Writes puzzles in other formats.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnPlace, ColumnSpec, ColumnValues, PuzzleView, Record, Task,
    TaskWorker, WorkerContext, WrongSolution, position::POSITION,
};
use quadrille_core::engine::Outcome;
use quadrille_core::grid::{
    Refusal, Shape,
    naked_singles::{HintKind, step},
};
use quadrille_puzzles::{
    explanation::{Method, StepFinder},
    techniques::{Explainer, PositionFormat, Step},
};

/// Writes puzzles, or their positions with all candidates, in other formats. Nothing is solved.
///
/// ```
/// use quadrille::{Batch, Input, batch::OutputFormat, tasks::Convert};
///
/// let mut text = Vec::new();
/// let grid = "1 . | . .\n3 . | . 2\n----+----\n. . | 4 .\n4 . | . 1\n".as_bytes();
/// let line = OutputFormat::named("line").expect("a format");
/// Batch::new(Convert::new()).output_format(line).run(vec![Input::reader("grid", grid)], &mut text, &mut ())?;
/// assert_eq!(text, b"1...3..2..4.4..1\n");
///
/// // With the candidates of each cell, and with the step that comes next.
/// use quadrille::techniques::PositionFormat;
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let hodoku = OutputFormat::named("hodoku").expect("a format");
/// for task in [Convert::positions(PositionFormat::Hodoku), Convert::next_steps(PositionFormat::Hodoku)] {
///     let mut text = Vec::new();
///     let input = Input::reader("puzzle", puzzle.as_bytes());
///     Batch::new(task).output_format(hodoku).run(vec![input], &mut text, &mut ())?;
///     assert!(text.starts_with(b":"));
/// }
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Convert {
    columns: [ColumnSpec; 2],
    positions: Option<PositionFormat>,
    steps: bool,
}

impl Default for Convert {
    fn default() -> Convert {
        Convert::new()
    }
}

impl Convert {
    /// The puzzles as they are.
    pub fn new() -> Convert {
        let puzzle =
            ColumnSpec::new("puzzle", ColumnKind::Board, "the puzzle, or its morph").at(ColumnPlace::Puzzle);
        Convert { columns: [puzzle, ColumnSpec::STATUS], positions: None, steps: false }
    }

    /// Positions as text in this format, in a column of their own. Records with candidates have them, and 9×9 boards of givens the
    /// candidates that these leave.
    pub fn positions(format: PositionFormat) -> Convert {
        let columns = [POSITION, ColumnSpec::STATUS];
        Convert { columns, positions: Some(format), steps: false }
    }

    /// The same, with the next step by the techniques of Sudoku Explainer: positions are written after it, and lines of HoDoKu's
    /// library have the position before it and the step.
    pub fn next_steps(format: PositionFormat) -> Convert {
        Convert { steps: true, ..Convert::positions(format) }
    }
}

impl Task for Convert {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let positions = self.positions.map_or("null".into(), |format| format!("{format:?}"));
        [crate::options_of(("convert", 1), &[("steps", self.steps)]), vec![("positions", positions)]].concat()
    }

    fn needs_givens(&self) -> bool {
        self.positions.is_none()
    }

    fn refuses_variants(&self) -> Option<&'static str> {
        self.positions.map(|_| "candidates are written for standard sudoku only, without variants")
    }

    fn refusal(&self, shape: Shape) -> Option<Refusal> {
        (self.positions.is_some() && shape != Shape::NINE).then_some(Refusal::NoPosition(shape))
    }

    fn cost(&self) -> usize {
        // A chain takes as long as hundreds of boards.
        if self.steps { 100 } else { 1 }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let explainer = || {
            let explainer = Explainer::new(true).stop_flag(context.limits.stop_flag.clone());
            Box::new((explainer, StepFinder::new(Method::All)))
        };
        Box::new(ConvertWorker { positions: self.positions, explainer: self.steps.then(explainer) })
    }
}

/// The next step on a board, or why there is none. The techniques need one solution.
fn next_step(
    (explainer, finder): &mut (Explainer, StepFinder),
    puzzle: &PuzzleView<'_>,
) -> Result<Step, HintKind> {
    let (digits, position) = puzzle.position();
    if step(Shape::NINE, &digits, &mut [0; 81]) == HintKind::Mistake || position.has_empty_cell() {
        return Err(HintKind::Mistake);
    }
    match puzzle.explanation(finder).outcome() {
        Outcome::Unique => explainer.next(&position).ok_or(HintKind::Nothing),
        Outcome::None => Err(HintKind::Mistake),
        _ => Err(HintKind::Nothing),
    }
}

struct ConvertWorker {
    positions: Option<PositionFormat>,
    /// Present if steps are made.
    explainer: Option<Box<(Explainer, StepFinder)>>,
}

impl TaskWorker for ConvertWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        if self.positions.is_none() {
            for shape in Shape::EACH {
                let cells = &boards.cells[shape.index()];
                answers.searched(shape, cells.len()).0.copy_from_slice(cells);
            }
        }
        for (index, record) in boards.records().enumerate() {
            let Record::Board(place) = record else {
                answers.note_unanswered(record);
                continue;
            };
            let puzzle = boards.puzzle(place);
            let step = self.explainer.as_mut().map(|explainer| next_step(explainer, &puzzle));
            match &step {
                Some(step) => {
                    let kind = step.as_ref().map_or_else(|kind| *kind, |_| HintKind::Placed);
                    answers.statuses.push(kind.into());
                    answers.has_board.push(false);
                    answers.tally.add_hint(kind);
                }
                None => answers.note_described(),
            }
            let ColumnValues::Texts(texts) = &mut answers.columns[0] else {
                answers.has_board[index] = true;
                continue;
            };
            if let (Some(format), None | Some(Ok(_))) = (self.positions, &step) {
                let step = step.and_then(Result::ok);
                texts.push(index, puzzle.position_text(step.as_ref(), format).as_bytes());
            }
        }
        Ok(())
    }
}
