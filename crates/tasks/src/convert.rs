//! Writes puzzles in other formats.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnPlace, ColumnSpec, ColumnValues, Needs, PuzzleView, Task,
    TaskWorker, WorkerContext, WrongSolution, needs::only_nine, position::POSITION, rate::EXPLAINER_COST,
};
use quadrille_grid::{Refusal, Shape, naked_singles::HintKind};
use quadrille_techniques::{
    explanation::{ExplainedStep, Method, NextStep, StepFinder},
    techniques::PositionFormat,
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
/// use quadrille::{explanation::Method, techniques::PositionFormat};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let hodoku = OutputFormat::named("hodoku").expect("a format");
/// let next = Convert::next_steps(PositionFormat::Hodoku, Method::Hodoku);
/// for task in [Convert::positions(PositionFormat::Hodoku), next] {
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
    /// The method of the steps that are made, if any are.
    steps: Option<Method>,
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
        Convert { columns: [puzzle, ColumnSpec::STATUS], positions: None, steps: None }
    }

    /// Positions as text in this format, in a column of their own. Records with candidates have them, and 9×9 boards of givens the
    /// candidates that these leave.
    pub fn positions(format: PositionFormat) -> Convert {
        let columns = [POSITION, ColumnSpec::STATUS];
        Convert { columns, positions: Some(format), steps: None }
    }

    /// The same, with the next step by Sudoku Explainer or HoDoKu: positions are written after it, and lines of HoDoKu's library have the
    /// position before it and the step. A position without a step is written as it is.
    pub fn next_steps(format: PositionFormat, method: Method) -> Convert {
        Convert { steps: Some(method), ..Convert::positions(format) }
    }
}

impl Task for Convert {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let positions = self.positions.map_or("null".into(), |format| format!("{format:?}"));
        let steps = self.steps.map_or("null", Method::name).into();
        [crate::options_of(("convert", 1), &[]), vec![("steps", steps), ("positions", positions)]].concat()
    }

    fn needs(&self) -> Needs {
        let has_positions = self.positions.is_some();
        Needs {
            givens: !has_positions,
            placed: true,
            // A chain takes as long as hundreds of boards.
            cost: if self.steps.is_some() { EXPLAINER_COST } else { 1 },
            refusals: only_nine(has_positions, Refusal::NoPosition),
            no_variants: has_positions
                .then_some("candidates are written for standard sudoku only, without variants"),
            ..Needs::default()
        }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let finder = |method| StepFinder::new(method).stop_flag(context.limits.stop_flag.clone());
        Box::new(ConvertWorker { positions: self.positions, finder: self.steps.map(finder) })
    }
}

struct ConvertWorker {
    positions: Option<PositionFormat>,
    /// Present if steps are made.
    finder: Option<StepFinder>,
}

impl ConvertWorker {
    /// The position of a board as text, after its next step if steps are made; `None` if it has a mistake, or cannot be drawn because a cell
    /// has no candidate.
    fn position(
        &mut self,
        puzzle: &PuzzleView<'_>,
        format: PositionFormat,
        answers: &mut Answers<'_>,
    ) -> Option<String> {
        let state = puzzle.state();
        let finder = self.finder.as_mut();
        let next = finder.map(|finder| NextStep::from_position(finder, puzzle.alphabet, &state));
        let step = next.as_ref().and_then(NextStep::hardest).and_then(ExplainedStep::data);
        let step = step.map(|(step, _)| step);
        let is_drawn = format != PositionFormat::Candidates || !state.leaves_empty_cell(step.as_ref());
        let kind = if is_drawn { next.as_ref().map(NextStep::kind) } else { Some(HintKind::Mistake) };
        match kind {
            None => answers.note_described(),
            Some(kind) => {
                answers.statuses.push(kind.into());
                answers.has_board.push(false);
                answers.tally.add_hint(kind);
            }
        }
        (kind != Some(HintKind::Mistake)).then(|| state.text(step.as_ref(), format))
    }
}

impl TaskWorker for ConvertWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let Some(format) = self.positions else {
            for shape in Shape::EACH {
                let cells = &boards.cells[shape.index()];
                answers.searched(shape, cells.len()).0.copy_from_slice(cells);
            }
            answers.note_each(boards, |answers, index, _| {
                answers.note_described();
                answers.has_board[index] = true;
            });
            return Ok(());
        };
        answers.note_each(boards, |answers, index, place| {
            let position = self.position(&boards.puzzle(place), format, answers);
            if let (Some(position), ColumnValues::Texts(texts)) = (position, &mut answers.columns[0]) {
                texts.push(index, position.as_bytes());
            }
        });
        Ok(())
    }
}
