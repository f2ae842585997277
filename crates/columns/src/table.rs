//! Reads the rows of a table in a file, some at a time, as columns in memory are read, and makes arrays of the answers.

use super::{
    ColumnsError,
    arrays::board_array,
    board_column::Lens,
    column::Column,
    puzzles::{Puzzles, Reader, Reading, is_no_solution},
    sink::status_column,
};
use arrow_array::{
    Array, ArrayRef, Float64Array, StringArray, UInt64Array,
    builder::{ListBuilder, StringBuilder},
    new_empty_array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use quadrille_grid::{Alphabet, InputSymbols, Shape, Symbols};
use quadrille_tasks::{AnswerRows, Boards, ColumnKind, Malformed, Mismatch, RowValues, Style};
use std::{borrow::Cow, sync::Arc};

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

/// The type of answers of this kind; boards have the type `board`.
pub fn answer_type(kind: ColumnKind, board: &DataType) -> DataType {
    match kind {
        ColumnKind::Board => board.clone(),
        ColumnKind::Count | ColumnKind::Nodes | ColumnKind::Guesses | ColumnKind::Number => DataType::UInt64,
        ColumnKind::Float => DataType::Float64,
        ColumnKind::Status => DataType::Dictionary(DataType::Int8.into(), DataType::Utf8.into()),
        ColumnKind::List => DataType::new_list(DataType::Utf8, true),
        ColumnKind::Text => DataType::Utf8,
    }
}

/// The puzzles of some rows, and the solutions that the rows bring.
pub struct PuzzleRows {
    puzzles: Column<'static>,
    solutions: Option<Column<'static>>,
}

impl PuzzleRows {
    /// Rows with these columns.
    ///
    /// # Errors
    /// If the type of one holds no boards.
    pub fn new(puzzles: &dyn Array, solutions: Option<&dyn Array>) -> Result<PuzzleRows, ColumnsError> {
        let puzzles = Column::new(puzzles, "puzzles")?;
        let solutions = solutions.map(|solutions| Column::new(solutions, "solutions")).transpose()?;
        Ok(PuzzleRows { puzzles, solutions })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The solution in a row as text; empty if there is none.
    pub fn solution(&self, row: usize) -> Cow<'_, [u8]> {
        self.solutions.as_ref().map_or(Cow::Borrowed(b""), |solutions| solutions.solution(row))
    }

    /// Appends the solution in a row as numbers, or returns why these are not a board; `None` if the solution is text.
    pub fn solution_numbers(&self, row: usize, cells: &mut Vec<u8>) -> Option<Result<Shape, Mismatch>> {
        self.solutions.as_ref()?.solution_numbers(row, cells)
    }
}

/// The solution in a row.
pub struct RowSolution<'a> {
    /// Its shape.
    pub shape: Shape,
    /// How it is written.
    pub style: Style,
    /// Its cells.
    pub cells: &'a [u8],
}

/// Reads rows. The memory is reused.
#[derive(Default)]
pub struct TableReader {
    puzzles: Puzzles,
    solution: Reader,
}

impl TableReader {
    /// Replaces `boards` by the boards of these rows. Malformed records are numbered by row.
    pub fn read(&mut self, rows: &PuzzleRows, symbols: InputSymbols, boards: &mut Boards) {
        let refused = &[None; Shape::EACH.len()];
        let reading = Reading { column: &rows.puzzles, symbols, refused, refuses_nulls: true };
        std::mem::swap(&mut self.puzzles.boards, boards);
        self.puzzles.read(reading, 0..rows.len());
        std::mem::swap(&mut self.puzzles.boards, boards);
    }

    /// How the board of a row is written, in this alphabet if it is text. The row is one of those read last.
    #[inline]
    pub fn style(&self, row: usize, alphabet: Alphabet) -> Style {
        self.puzzles.style_of(row, alphabet)
    }

    /// Reads the solution in a row, if there is one, in the alphabet of the puzzle.
    ///
    /// # Errors
    /// Why it is not a board.
    pub fn read_solution(
        &mut self,
        rows: &PuzzleRows,
        row: usize,
        alphabet: Alphabet,
    ) -> Result<Option<RowSolution<'_>>, Malformed> {
        let Some(column) = &rows.solutions else { return Ok(None) };
        let value = column.value(row);
        if is_no_solution(&value) {
            return Ok(None);
        }
        let (shape, style) = self.solution.read(column, alphabet.into(), value)?;
        Ok(Some(RowSolution { shape, style, cells: &self.solution.board }))
    }
}

/// The answers as arrays of these types, one for each column. Only the types of columns with boards matter.
///
/// # Errors
/// If boards do not fit their type, or texts are too long.
pub fn arrays<'t>(
    answers: &AnswerRows,
    types: impl Iterator<Item = &'t DataType>,
) -> Result<Vec<ArrayRef>, ColumnsError> {
    let array = |(values, data_type): (&RowValues, &DataType)| -> Result<ArrayRef, ColumnsError> {
        Ok(match values {
            RowValues::Boards(cells, ends, styles) => boards(data_type, cells, ends, styles)?,
            RowValues::Texts(bytes, ends) => Arc::new(texts(bytes, ends)?),
            RowValues::Lists(bytes, ends) => lists(bytes, ends),
            RowValues::Statuses(statuses) => status_column(statuses),
            RowValues::Numbers(numbers) => Arc::new(UInt64Array::from(numbers.clone())),
            RowValues::Floats(numbers) => Arc::new(Float64Array::from(numbers.clone())),
        })
    };
    answers.columns.iter().zip(types).map(array).collect()
}

/// Boards as this type. If it can hold both characters and numbers, the style decides.
fn boards(kind: &DataType, cells: &[u8], ends: &[usize], styles: &[Style]) -> Result<ArrayRef, ColumnsError> {
    use DataType::*;
    let is_text = matches!(kind, Utf8 | LargeUtf8 | Utf8View);
    let is_bytes = matches!(kind, Binary | LargeBinary | BinaryView | FixedSizeBinary(_));
    // A null has as many items as a board where all have the same number.
    let room = match kind {
        FixedSizeBinary(width) => *width as usize,
        FixedSizeList(item, side)
            if matches!(item.data_type(), FixedSizeList(..) | List(_) | LargeList(_)) =>
        {
            (side * side) as usize
        }
        FixedSizeList(_, len) => *len as usize,
        _ => 0,
    };
    let (mut bytes, mut lens) = (Vec::with_capacity(cells.len()), Vec::with_capacity(ends.len()));
    let (mut nulls, mut start) = (vec![true; ends.len()], 0);
    for ((&end, &style), is_valid) in ends.iter().zip(styles).zip(&mut nulls) {
        let board = &cells[std::mem::replace(&mut start, end)..end];
        *is_valid = !board.is_empty();
        match style {
            _ if board.is_empty() => bytes.resize(bytes.len() + room, 0),
            Style::Text(alphabet) if is_text || is_bytes => push_symbols(alphabet, board, &mut bytes),
            Style::Digits if is_text => {
                let alphabet = Shape::from_area(board.len()).map_or(Alphabet::Digits, Alphabet::usual);
                push_symbols(alphabet, board, &mut bytes);
            }
            _ => bytes.extend_from_slice(board),
        }
        lens.push(if board.is_empty() { room } else { board.len() } as u32);
    }
    let lens = match lens.first() {
        Some(first) if lens.iter().all(|len| len == first) => Lens::Same(*first as usize, lens.len()),
        _ => Lens::Each(lens),
    };
    let nulls = Some(NullBuffer::from(nulls)).filter(|nulls| nulls.null_count() > 0);
    board_array(kind, &lens, bytes, nulls)
}

/// Appends a board as characters.
fn push_symbols(alphabet: Alphabet, board: &[u8], bytes: &mut Vec<u8>) {
    if board.len() <= super::NINE {
        // No table: compiles to vector code.
        bytes.extend(board.iter().map(|&digit| if digit == 0 { b'.' } else { digit.wrapping_add(b'0') }));
    } else {
        bytes.extend(board.iter().map(|&digit| alphabet.symbol(digit)));
    }
}

/// Texts with these ends; an empty one is a null. Bytes that are not UTF-8 are replaced by U+FFFD, value by value.
fn texts(bytes: &[u8], ends: &[usize]) -> Result<StringArray, ColumnsError> {
    let lens = std::iter::once(&0).chain(ends).zip(ends).map(|(start, end)| end - start);
    let nulls =
        Some(NullBuffer::from_iter(lens.clone().map(|len| len > 0))).filter(|nulls| nulls.null_count() > 0);
    if i32::try_from(bytes.len()).is_err() {
        return Err(ColumnsError::TooLong { found: DataType::Utf8 });
    }
    let offsets = OffsetBuffer::from_lengths(lens);
    let whole = StringArray::try_new(offsets, Buffer::from_slice_ref(bytes), nulls);
    Ok(whole
        .unwrap_or_else(|_| each(bytes, ends).map(|text| (!text.is_empty()).then(|| lossy(text))).collect()))
}

/// Lists of texts, with a line feed before each; an empty one is a null.
fn lists(bytes: &[u8], ends: &[usize]) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for text in each(bytes, ends) {
        lossy(text).lines().skip(1).for_each(|line| lists.values().append_value(line));
        lists.append(!text.is_empty());
    }
    Arc::new(lists.finish())
}

/// The bytes of each row.
fn each<'b>(bytes: &'b [u8], ends: &'b [usize]) -> impl Iterator<Item = &'b [u8]> {
    std::iter::once(&0).chain(ends).zip(ends).map(|(start, end)| &bytes[*start..*end])
}

fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}
