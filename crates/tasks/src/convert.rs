//! Writes puzzles in other formats.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnPlace, ColumnSpec, ColumnValues, Record, Task, TaskWorker,
    WorkerContext, WrongSolution, position::POSITION,
};
use quadrille_core::grid::{Refusal, Shape};
use quadrille_puzzles::techniques::PositionFormat;

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
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Convert {
    columns: [ColumnSpec; 2],
    positions: Option<PositionFormat>,
}

impl Default for Convert {
    fn default() -> Convert {
        Convert::new()
    }
}

impl Convert {
    /// The puzzles as they are.
    pub fn new() -> Convert {
        let puzzle = ColumnSpec::new("puzzle", ColumnKind::Board, "the puzzle").at(ColumnPlace::Puzzle);
        Convert { columns: [puzzle, ColumnSpec::STATUS], positions: None }
    }

    /// Positions as text in this format, in a column of their own. Records with candidates have them, and 9×9 boards of givens the
    /// candidates that these leave.
    pub fn positions(format: PositionFormat) -> Convert {
        Convert { columns: [POSITION, ColumnSpec::STATUS], positions: Some(format) }
    }
}

impl Task for Convert {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let positions = self.positions.map_or("null".into(), |format| format!("{format:?}"));
        [crate::options_of(("convert", 1), &[]), vec![("positions", positions)]].concat()
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

    fn worker(&self, _: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(ConvertWorker { positions: self.positions })
    }
}

struct ConvertWorker {
    positions: Option<PositionFormat>,
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
            answers.note_described();
            match (self.positions, &mut answers.columns[0]) {
                (Some(format), ColumnValues::Texts(texts)) => {
                    texts.push(index, boards.puzzle(place).position_text(None, format).as_bytes());
                }
                _ => answers.has_board[index] = true,
            }
        }
        Ok(())
    }
}
