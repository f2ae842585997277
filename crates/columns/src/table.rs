//! The rows of a table in a file, some at a time: read and answered as columns in memory are, in the form of files.

use super::{
    ColumnsError,
    answer::{Rows, refused},
    column::Column,
    puzzles::{Puzzles, Reading, Refused},
    row_texts::RowTexts,
    sink::{Form, Sink, ThreadTexts, status_array},
};
use arrow_array::{Array, ArrayRef, new_empty_array};
use arrow_schema::DataType;
use quadrille_grid::{InputSymbols, Symbols, Variants};
use quadrille_tasks::{Answers, Beside, Boards, ColumnSpec, Status, Task};

/// Whether a column of this type can hold boards.
pub fn holds_boards(data_type: &DataType) -> bool {
    Column::new(&new_empty_array(data_type), "puzzles").is_ok()
}

/// The symbols of a column of puzzles, as its first rows show them.
///
/// # Errors
/// If its type holds no boards.
pub fn symbols_of(puzzles: &dyn Array, symbols: Symbols) -> Result<InputSymbols, ColumnsError> {
    Ok(Column::new(puzzles, "puzzles")?.symbols(symbols))
}

/// The column of the statuses with these words, as it is in memory.
pub fn statuses<'w>(words: impl Iterator<Item = Option<&'w str>>) -> ArrayRef {
    let key = |word| Status::WORDS.iter().position(|other| Some(*other) == word);
    status_array(words.map(|word| key(word).map_or(Status::Null as i8, |key| key as i8)).collect())
}

/// Some rows: their puzzles and the solutions that they bring.
pub struct TableRows {
    puzzles: Column<'static>,
    solutions: Option<Column<'static>>,
}

impl TableRows {
    /// Rows with these columns.
    ///
    /// # Errors
    /// If the type of one holds no boards.
    pub fn new(puzzles: &dyn Array, solutions: Option<&dyn Array>) -> Result<TableRows, ColumnsError> {
        let puzzles = Column::new(puzzles, "puzzles")?;
        let solutions = solutions.map(|solutions| Column::new(solutions, "solutions")).transpose()?;
        Ok(TableRows { puzzles, solutions })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads rows and makes arrays of their answers. It keeps its memory.
pub struct TableReader {
    puzzles: Puzzles,
    refused: Refused,
    texts: Vec<RowTexts>,
}

impl TableReader {
    /// A reader for a task by these variants.
    pub fn new(task: &dyn Task, variants: &Variants) -> TableReader {
        let texts = task.columns().iter().map(|_| RowTexts::default()).collect();
        TableReader { puzzles: Puzzles::default(), refused: refused(task, variants), texts }
    }

    /// Reads rows in place of those before: their boards, and what is beside them. A malformed record has the number of its row.
    pub fn read<'a>(
        &'a mut self,
        rows: &'a TableRows,
        symbols: InputSymbols,
    ) -> (&'a Boards, impl Beside + 'a) {
        let reading = Reading { column: &rows.puzzles, symbols, refused: &self.refused, refuses_nulls: true };
        self.puzzles.read(reading, 0..rows.len());
        let boards = &self.puzzles.boards;
        (boards, Rows { solutions: rows.solutions.as_ref(), first: 0, boards })
    }

    /// The columns of the answers to the rows that were read last.
    ///
    /// # Errors
    /// If they do not fit the type of the puzzles.
    pub fn answers(
        &mut self,
        rows: &TableRows,
        columns: &[ColumnSpec],
        answers: &Answers<'_>,
    ) -> Result<Vec<ArrayRef>, ColumnsError> {
        let mut sink = Sink::new(&rows.puzzles, columns, Form::File)?;
        self.texts.iter_mut().for_each(RowTexts::clear);
        for part in sink.parts(rows.len().max(1)) {
            part.write((&self.puzzles, 0), answers, None, &mut self.texts);
        }
        let texts = ThreadTexts { columns: std::mem::take(&mut self.texts), errors: RowTexts::default() };
        let texts = [texts];
        let batch = sink.finish(&texts);
        let [ThreadTexts { columns, .. }] = texts;
        self.texts = columns;
        Ok(batch?.columns().to_vec())
    }
}
