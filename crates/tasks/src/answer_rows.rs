//! Collects the answers that are written to a table.

use super::{ColumnKind, ColumnPlace, ColumnSpec, Status, Value, thousandths};
use quadrille_base::memory::heap_bytes;
use quadrille_engines::SearchReport;
use quadrille_grid::Alphabet;
use std::ops::Range;

/// How a board is written in a column. The answer to a puzzle is written like the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Characters.
    Text(Alphabet),
    /// Numbers, 0 for an empty cell.
    Digits,
}

/// The answers to rows of a table in order, by columns. Clearing keeps the memory.
///
/// If a record has no answer, the first text is the message instead.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct AnswerRows {
    /// The columns that are written.
    pub columns: Vec<RowValues>,
}

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum RowValues {
    /// The cells of all boards, the end of each board in them, and its style. A board without cells means that there is none.
    Boards(Vec<u8>, Vec<usize>, Vec<Style>),
    /// The bytes of all texts, and the end of each text in them. An empty text means that there is none.
    Texts(Vec<u8>, Vec<usize>),
    /// The same for lists: a line feed comes before each text of a list.
    Lists(Vec<u8>, Vec<usize>),
    /// Words of a fixed set.
    Statuses(Vec<Status>),
    /// Whole numbers.
    Numbers(Vec<Option<u64>>),
    /// Numbers with a fraction.
    Floats(Vec<Option<f64>>),
}

impl ColumnSpec {
    /// Whether the column is written to tables.
    pub fn is_in_tables(&self) -> bool {
        !matches!(self.place, ColumnPlace::Read | ColumnPlace::Member)
    }
}

/// The columns that are written to tables, with their numbers.
fn written(specs: &[ColumnSpec]) -> impl Iterator<Item = (usize, &ColumnSpec)> {
    specs.iter().enumerate().filter(|(_, spec)| spec.is_in_tables())
}

impl AnswerRows {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Removes the rows from this one on.
    pub fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|column| column.truncate(rows));
    }

    /// How many rows there are, if there are columns.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, RowValues::rows)
    }

    /// How many bytes the boards and texts of some rows take.
    pub fn bytes_of(&self, rows: Range<usize>) -> usize {
        self.columns.iter().map(|column| column.bytes_of(rows.clone())).sum()
    }

    /// How many bytes all boards and texts take.
    pub fn bytes(&self) -> usize {
        self.bytes_of(0..self.rows())
    }

    /// The bytes in memory, used or not.
    pub fn memory(&self) -> usize {
        heap_bytes(&self.columns) + self.columns.iter().map(RowValues::memory).sum::<usize>()
    }

    /// Adds the answer to a record: its values with the styles of boards, and the message, which replaces the first text if that is null.
    /// All rows must have the same columns.
    pub fn push<'v>(
        &mut self,
        specs: &[ColumnSpec],
        message: &[u8],
        value: impl Fn(usize) -> (Value<'v>, Style),
    ) {
        self.begin(specs);
        for ((number, spec), column) in written(specs).zip(&mut self.columns) {
            column.push((number, spec), message, value(number));
        }
    }

    /// Adds the answers to solved puzzles of one shape and style, whose cells are side by side.
    pub fn push_solved(
        &mut self,
        specs: &[ColumnSpec],
        (style, cells): (Style, &[u8]),
        reports: &[SearchReport],
    ) {
        self.begin(specs);
        let area = cells.len() / reports.len().max(1);
        for ((_, spec), column) in written(specs).zip(&mut self.columns) {
            match column {
                RowValues::Boards(boards, ends, styles) => {
                    let start = boards.len();
                    boards.extend_from_slice(cells);
                    ends.extend((1..=reports.len()).map(|row| start + row * area));
                    styles.resize(ends.len(), style);
                }
                RowValues::Statuses(statuses) => {
                    statuses.extend(reports.iter().map(|report| Status::from(report.outcome)));
                }
                RowValues::Numbers(numbers) if spec.kind == ColumnKind::Nodes => {
                    numbers.extend(reports.iter().map(|report| Some(report.nodes)));
                }
                RowValues::Numbers(numbers) => {
                    numbers.extend(reports.iter().map(|report| Some(report.guesses)));
                }
                _ => unreachable!("solutions have no other columns"),
            }
        }
    }

    /// How many of these rows, from the first one on, take this many bytes or more; all rows if they take fewer.
    pub fn rows_of_bytes(&self, rows: Range<usize>, bytes: usize) -> usize {
        let (mut fewer, mut enough) = (0, rows.len());
        while fewer + 1 < enough {
            let middle = fewer.midpoint(enough);
            if self.bytes_of(rows.start..rows.start + middle) < bytes {
                fewer = middle;
            } else {
                enough = middle;
            }
        }
        enough
    }

    /// Appends some rows with the same columns.
    pub fn extend(&mut self, other: &AnswerRows, rows: Range<usize>) {
        if self.columns.is_empty() {
            self.columns.extend(other.columns.iter().map(RowValues::another));
        }
        self.columns
            .iter_mut()
            .zip(&other.columns)
            .for_each(|(column, new)| column.extend(new, rows.clone()));
    }

    fn begin(&mut self, specs: &[ColumnSpec]) {
        if self.columns.is_empty() {
            self.columns.extend(written(specs).map(|(_, spec)| RowValues::new(spec.kind)));
        }
    }
}

impl RowValues {
    fn new(kind: ColumnKind) -> RowValues {
        match kind {
            ColumnKind::Board => RowValues::Boards(Vec::new(), Vec::new(), Vec::new()),
            ColumnKind::Status => RowValues::Statuses(Vec::new()),
            ColumnKind::Count | ColumnKind::Nodes | ColumnKind::Guesses | ColumnKind::Number => {
                RowValues::Numbers(Vec::new())
            }
            ColumnKind::Float => RowValues::Floats(Vec::new()),
            ColumnKind::Text => RowValues::Texts(Vec::new(), Vec::new()),
            ColumnKind::List => RowValues::Lists(Vec::new(), Vec::new()),
        }
    }

    /// A column of the same type without values.
    fn another(&self) -> RowValues {
        let mut column = match self {
            RowValues::Boards(..) => RowValues::new(ColumnKind::Board),
            RowValues::Texts(..) => RowValues::new(ColumnKind::Text),
            RowValues::Lists(..) => RowValues::new(ColumnKind::List),
            RowValues::Statuses(_) => RowValues::new(ColumnKind::Status),
            RowValues::Numbers(_) => RowValues::new(ColumnKind::Number),
            RowValues::Floats(_) => RowValues::new(ColumnKind::Float),
        };
        if let (RowValues::Boards(cells, ends, _), RowValues::Boards(new, new_ends, _)) = (self, &mut column)
        {
            new.reserve(cells.len());
            new_ends.reserve(ends.len());
        }
        column
    }

    /// How many values there are.
    pub fn rows(&self) -> usize {
        match self {
            RowValues::Boards(_, ends, _) | RowValues::Texts(_, ends) | RowValues::Lists(_, ends) => {
                ends.len()
            }
            RowValues::Statuses(statuses) => statuses.len(),
            RowValues::Numbers(numbers) => numbers.len(),
            RowValues::Floats(numbers) => numbers.len(),
        }
    }

    fn bytes_of(&self, rows: Range<usize>) -> usize {
        match self {
            RowValues::Boards(_, ends, _) | RowValues::Texts(_, ends) | RowValues::Lists(_, ends) => {
                start_of(ends, rows.end) - start_of(ends, rows.start)
            }
            _ => 0,
        }
    }

    fn memory(&self) -> usize {
        match self {
            RowValues::Boards(cells, ends, styles) => {
                cells.capacity() + heap_bytes(ends) + heap_bytes(styles)
            }
            RowValues::Texts(bytes, ends) | RowValues::Lists(bytes, ends) => {
                bytes.capacity() + heap_bytes(ends)
            }
            RowValues::Statuses(statuses) => heap_bytes(statuses),
            RowValues::Numbers(numbers) => heap_bytes(numbers),
            RowValues::Floats(numbers) => heap_bytes(numbers),
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            RowValues::Boards(bytes, ends, _)
            | RowValues::Texts(bytes, ends)
            | RowValues::Lists(bytes, ends) => {
                ends.truncate(rows);
                bytes.truncate(ends.last().map_or(0, |end| *end));
            }
            RowValues::Statuses(statuses) => statuses.truncate(rows),
            RowValues::Numbers(numbers) => numbers.truncate(rows),
            RowValues::Floats(numbers) => numbers.truncate(rows),
        }
        if let RowValues::Boards(_, _, styles) = self {
            styles.truncate(rows);
        }
    }

    fn push(
        &mut self,
        (number, spec): (usize, &ColumnSpec),
        message: &[u8],
        (value, style): (Value<'_>, Style),
    ) {
        match (self, value) {
            (RowValues::Boards(cells, ends, styles), value) => {
                if let Value::Board(board) = value {
                    cells.extend_from_slice(board);
                }
                ends.push(cells.len());
                styles.push(style);
            }
            (RowValues::Texts(bytes, ends), value) => {
                match value {
                    Value::Text(text) => bytes.extend_from_slice(text),
                    Value::Null if number == 0 => bytes.extend_from_slice(message),
                    _ => {}
                }
                ends.push(bytes.len());
            }
            (RowValues::Lists(bytes, ends), value) => {
                if let Value::List(lines) = value {
                    bytes.push(b'\n');
                    bytes.extend_from_slice(lines);
                }
                ends.push(bytes.len());
            }
            (RowValues::Statuses(statuses), Value::Status(status)) => statuses.push(status),
            (RowValues::Statuses(statuses), _) => statuses.push(Status::Null),
            (RowValues::Numbers(numbers), value) => numbers.push(match value {
                Value::Number(number) | Value::Count { number, large: None, .. } => Some(number),
                // A puzzle that was not searched took nothing.
                _ => (number > 0 && spec.is_figure()).then_some(0),
            }),
            (RowValues::Floats(numbers), value) => numbers.push(match value {
                Value::Float(number) => thousandths(number),
                _ => None,
            }),
        }
    }

    /// Appends the values of some rows of a column of the same type.
    fn extend(&mut self, other: &RowValues, rows: Range<usize>) {
        match (&mut *self, other) {
            (RowValues::Boards(bytes, ends, _), RowValues::Boards(new, new_ends, _))
            | (RowValues::Texts(bytes, ends), RowValues::Texts(new, new_ends))
            | (RowValues::Lists(bytes, ends), RowValues::Lists(new, new_ends)) => {
                let (start, to) = (start_of(new_ends, rows.start), bytes.len());
                bytes.extend_from_slice(&new[start..start_of(new_ends, rows.end)]);
                ends.extend(new_ends[rows.clone()].iter().map(|end| end - start + to));
            }
            (RowValues::Statuses(statuses), RowValues::Statuses(new)) => {
                statuses.extend_from_slice(&new[rows.clone()]);
            }
            (RowValues::Numbers(numbers), RowValues::Numbers(new)) => {
                numbers.extend_from_slice(&new[rows.clone()]);
            }
            (RowValues::Floats(numbers), RowValues::Floats(new)) => {
                numbers.extend_from_slice(&new[rows.clone()]);
            }
            _ => unreachable!("the columns of a run have the same types in all chunks"),
        }
        if let (RowValues::Boards(_, _, styles), RowValues::Boards(_, _, new)) = (self, other) {
            styles.extend_from_slice(&new[rows]);
        }
    }
}

/// Where the text of a row begins.
fn start_of(ends: &[usize], row: usize) -> usize {
    row.checked_sub(1).map_or(0, |before| ends[before])
}
