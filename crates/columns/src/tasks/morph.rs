//! Morphs.

use crate::{
    ColumnsError, MorphOptions, MorphSource, Options,
    board_column::{BoardColumn, BoardPart},
    column::{Column, Value},
    puzzles::{Reader, is_no_solution},
    row_texts::RowTexts,
    sink::batch,
    work::{Work, Worker},
};
use arrow_array::{RecordBatch, UInt64Array};
use quadrille_grid::{InputSymbols, NineText, Refusal, Shape};
use quadrille_puzzles::symmetry::{Motion, Transform};
use quadrille_tasks::{Malformed, Motions, Record, Style};
use std::{ops::Range, sync::Arc};

/// The working memory of a thread: the solution of a row, and room for a morph.
struct Mover {
    solution: Reader,
    morph: [u8; Shape::NINE.area()],
    nine_text: NineText,
}

/// The answers of a chunk.
struct Part<'a> {
    boards: BoardPart<'a>,
    /// If there are solutions.
    solutions: Option<BoardPart<'a>>,
}

/// The transformations of a call.
struct Transforms<'a> {
    morphs: &'a MorphOptions,
    motions: Motions,
    /// The texts of the transformations of all rows, if each has its own.
    column: Option<Column<'a>>,
}

/// Columns: morph, solution if there are solutions, group, error.
pub(crate) fn morph(
    column: &Column,
    solutions: Option<&Column>,
    morphs: &MorphOptions,
    options: &Options,
) -> Result<RecordBatch, ColumnsError> {
    let copies = morphs.copies as usize;
    if copies == 0 {
        return Err(ColumnsError::Zero { option: "copies" });
    }
    if morphs.rows.as_ref().is_some_and(|numbers| numbers.len() != column.len()) {
        return Err(ColumnsError::Refused("there must be one number of a row for each puzzle"));
    }
    let rows = column.len().checked_mul(copies).ok_or(ColumnsError::TooManyRows)?;
    let transforms = Transforms::new(morphs, column.len())?;
    let refused = Shape::EACH.map(|shape| {
        Transform::identity(shape).is_none().then_some(Malformed::Refused(Refusal::NoSymmetries(shape)))
    });
    let work = Work::new(column, options, refused).copies(copies);
    let mut boards = BoardColumn::new(column, copies)?;
    let mut moved = solutions.map(|solutions| BoardColumn::new(solutions, copies)).transpose()?;
    let workers = {
        let mut moved_parts = moved.as_mut().map(|moved| moved.parts(work.chunk));
        let moved_parts = std::iter::from_fn(|| Some(moved_parts.as_mut().and_then(Iterator::next)));
        let parts = boards.parts(work.chunk).zip(moved_parts);
        let parts = parts.map(|(boards, solutions)| Part { boards, solutions });
        work.each_chunk(Mover::new, parts, |worker, rows, part| {
            morph_chunk(worker, &transforms, solutions, rows, part);
        })?
    };
    let mut columns = vec![("morph".into(), boards.finish()?)];
    if let Some(moved) = moved {
        columns.push(("solution".into(), moved.finish()?));
    }
    let group = |at: usize| morphs.number(at / copies).wrapping_add(1);
    columns.push(("group".into(), Arc::new(UInt64Array::from_iter_values((0..rows).map(group)))));
    let errors = RowTexts::column(workers.iter().map(|worker| &worker.errors), column.len(), copies);
    columns.push(("error".into(), errors));
    batch(columns)
}

fn morph_chunk(
    worker: &mut Worker<Mover>,
    transforms: &Transforms<'_>,
    solutions: Option<&Column>,
    rows: Range<usize>,
    mut part: Part<'_>,
) {
    let (Worker { puzzles, errors, task: mover }, morphs) = (worker, transforms.morphs);
    for (row, record) in puzzles.boards.records().enumerate() {
        let at = rows.start + row;
        let read = match record {
            Record::Board(place) => {
                let (style, cells) = (puzzles.style(row, place), puzzles.boards.puzzle(place).cells);
                let puzzle = (place.shape, style, cells);
                let transform = transforms.of_row(at, place.shape);
                transform.inspect_err(|reason| errors.push(at, reason)).ok().and_then(|transform| {
                    let solution = mover.read_solution(solutions, at, puzzle, errors)?;
                    Some((puzzle, solution, transform))
                })
            }
            Record::Null | Record::Malformed(_) => None,
        };
        let Some(((shape, style, cells), solution, transform)) = read else {
            part.boards.skip(row);
            part.solutions.iter_mut().for_each(|solutions| solutions.skip(row));
            continue;
        };
        let first = morphs.number(at).wrapping_mul(morphs.copies.into());
        for copy in 0..morphs.copies as usize {
            let number = (shape, first.wrapping_add(copy as u64));
            let motion = transforms.motions.motion(transform.as_ref(), number, mover.nine_text);
            part.boards.write(row, copy, style, mover.moved(&motion, cells));
            if let (Some(solutions), Some(style)) = (&mut part.solutions, solution) {
                solutions.write(row, copy, style, mover.moved_solution(&motion));
            }
        }
        if let (Some(solutions), None) = (&mut part.solutions, solution) {
            solutions.skip(row);
        }
    }
}

impl<'a> Transforms<'a> {
    fn new(morphs: &'a MorphOptions, rows: usize) -> Result<Transforms<'a>, ColumnsError> {
        let same = "several copies of a morph by one transformation would be the same";
        let uneven = "there must be one transformation for each puzzle";
        let column = match &morphs.source {
            MorphSource::Column(texts) if texts.len() != rows => return Err(ColumnsError::Refused(uneven)),
            MorphSource::Column(texts) => Some(Column::new(texts, "transformations")?),
            _ => None,
        };
        match morphs.source {
            MorphSource::By(_) | MorphSource::Column(_) if morphs.copies > 1 => {
                Err(ColumnsError::Refused(same))
            }
            _ => Ok(Transforms { morphs, motions: morphs.motions(), column }),
        }
    }

    /// The transformation of a row, unless it is random.
    fn of_row(&self, row: usize, shape: Shape) -> Result<Option<Transform>, Malformed> {
        self.motions.transform(shape, || match self.column.as_ref().map(|texts| texts.value(row)) {
            Some(Value::Bytes(text)) => Ok(text),
            _ => Err(Malformed::Other("there is no transformation")),
        })
    }
}

impl Mover {
    fn new() -> Mover {
        Mover { solution: Reader::default(), morph: [0; Shape::NINE.area()], nine_text: NineText::default() }
    }

    /// Reads the solution of a row and returns its style, or none if it has no solution. `None` if it is not one of the puzzle, which is
    /// then an error of the row.
    fn read_solution(
        &mut self,
        column: Option<&Column>,
        row: usize,
        (shape, style, cells): (Shape, Style, &[u8]),
        errors: &mut RowTexts,
    ) -> Option<Option<Style>> {
        let value = column.map_or(Value::Null, |column| column.value(row));
        let (Some(column), false) = (column, is_no_solution(&value)) else { return Some(None) };
        let symbols = match style {
            Style::Text(alphabet) => InputSymbols::from(alphabet),
            Style::Digits => InputSymbols::from(quadrille_grid::Symbols::Auto),
        };
        match self.solution.read(column, symbols, value) {
            Ok((found, style)) => match Refusal::of_solution((shape, cells), (found, &self.solution.board)) {
                None => return Some(Some(style)),
                Some(refusal) => errors.push(row, &refusal),
            },
            Err(reason) => errors.push(row, &format_args!("the solution: {reason}")),
        }
        None
    }

    fn moved(&mut self, motion: &Motion, cells: &[u8]) -> &[u8] {
        let morph = &mut self.morph[..cells.len()];
        motion.apply(cells, morph);
        morph
    }

    fn moved_solution(&mut self, motion: &Motion) -> &[u8] {
        let morph = &mut self.morph[..self.solution.board.len()];
        motion.apply(&self.solution.board, morph);
        morph
    }
}
