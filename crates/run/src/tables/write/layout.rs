//! The columns of a table: their names, from the header, and their types.

use super::joined::{InputSchema, joined_type};
use crate::tables::{
    TableSchema, TextLayout,
    dialect::{Column, RowShape, names},
};
use arrow_schema::{
    DECIMAL128_MAX_PRECISION, DECIMAL256_MAX_PRECISION, DataType, Field, Schema, SchemaRef, TimeUnit,
};
use quadrille_tasks::ColumnKind;
use std::{io, sync::Arc};

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub schema: SchemaRef,
    pub columns: Vec<Column>,
    pub rows: RowShape,
    /// The column with the boards, for a file that has nothing else.
    pub board: Option<usize>,
}

impl Layout {
    /// From the header row, with its newline.
    ///
    /// # Errors
    /// If no type holds the values that a column has in the inputs.
    pub fn new(header: &[u8], text: &TextLayout) -> io::Result<Layout> {
        let names = if text.is_lines { vec!["puzzle".to_owned()] } else { names(header, text.delimiter) };
        let carried = text.carried.unwrap_or(names.len()).min(names.len());
        // Boards are the same as text, if no type holds those of all inputs.
        let puzzle_type = |puzzle| joined_type(&text.inputs, puzzle).unwrap_or(DataType::Utf8);
        let board_type = text
            .puzzle
            .map(|puzzle| board_type(puzzle_type(puzzle), sources(&text.inputs, puzzle)))
            .unwrap_or((DataType::Utf8, Vec::new()));
        let column = |(number, name): (usize, &String)| {
            let is_puzzle = text.puzzle == Some(number);
            let is_named = |(answer, _): &(String, _)| answer.eq_ignore_ascii_case(name.trim_ascii());
            let own = text.answers.iter().position(is_named).filter(|_| !is_puzzle);
            let answer = own.map(|own| text.answers[own].1);
            let (data_type, sources) = match answer {
                Some(kind) => answer_type(kind, &board_type),
                None if is_puzzle => (puzzle_type(number), sources(&text.inputs, number)),
                None => (joined_type(&text.inputs, number)?, sources(&text.inputs, number)),
            };
            let is_moved = text.has_moved_boards && is_puzzle;
            let has_boards = is_moved || answer == Some(ColumnKind::Board);
            let is_carried = answer.is_none() && !is_moved;
            Ok(Column {
                name: name.clone(),
                data_type,
                answer: own,
                is_carried,
                is_puzzle,
                has_boards,
                sources,
            })
        };
        let columns: Vec<Column> = names.iter().enumerate().map(column).collect::<io::Result<_>>()?;
        let is_single = |input: &InputSchema| input.schema.columns.len() == 1;
        let rows = RowShape {
            delimiter: (!text.is_lines).then_some(text.delimiter),
            columns: columns.len(),
            carried,
            empty_is_null: columns.len() == 1 || text.inputs.iter().any(is_single),
            skipped: Vec::new(),
        };
        let board = match &text.board {
            Ok(Some(board)) => names.iter().rposition(|name| name.trim_ascii().eq_ignore_ascii_case(board)),
            Ok(None) => text.puzzle,
            Err(_) => None,
        };
        Ok(Layout { schema: schema(&columns), columns, rows, board })
    }

    /// A table without columns: there was nothing to read.
    pub fn empty() -> Layout {
        let rows = RowShape {
            delimiter: Some(b','),
            columns: 0,
            carried: 0,
            empty_is_null: false,
            skipped: Vec::new(),
        };
        Layout { schema: schema(&[]), columns: Vec::new(), rows, board: None }
    }

    /// The same without the columns whose values are those of the inputs.
    pub fn without_carried(mut self) -> Layout {
        self.rows.skipped = (0..self.columns.len()).filter(|n| self.columns[*n].is_carried).collect();
        let written: Vec<Column> = self.columns.iter().filter(|column| !column.is_carried).cloned().collect();
        self.schema = schema(&written);
        self
    }

    /// The same with values in place of dictionaries, for files whose dictionaries must not change.
    pub fn without_dictionaries(self) -> Layout {
        self.with_types(|data_type| match data_type {
            DataType::Dictionary(_, values) => *values,
            other => other,
        })
    }

    /// The same with types that Parquet has.
    pub fn for_parquet(self) -> Layout {
        self.with_types(parquet_type)
    }

    fn with_types(mut self, change: impl Fn(DataType) -> DataType) -> Layout {
        for column in &mut self.columns {
            column.data_type = change(column.data_type.clone());
        }
        self.with_schema()
    }

    /// The same with the schema of its columns.
    pub fn with_schema(mut self) -> Layout {
        self.schema = schema(&self.columns);
        self
    }
}

/// The type that a column has in Parquet: it counts no seconds, and has no dates in milliseconds. Other programs would
/// read plain numbers. Its decimals have no negative scale. Its encoder does not take dictionaries of views.
fn parquet_type(data_type: DataType) -> DataType {
    use DataType::*;
    match data_type {
        Dictionary(keys, values) => {
            let values = match *values {
                Utf8View => Utf8,
                BinaryView => Binary,
                other => other,
            };
            Dictionary(keys, Box::new(values))
        }
        Timestamp(TimeUnit::Second, zone) => Timestamp(TimeUnit::Millisecond, zone),
        Time32(_) => Time32(TimeUnit::Millisecond),
        Date64 => Timestamp(TimeUnit::Millisecond, None),
        Decimal32(digits, scale @ ..0)
        | Decimal64(digits, scale @ ..0)
        | Decimal128(digits, scale @ ..0)
        | Decimal256(digits, scale @ ..0) => match digits.saturating_add(scale.unsigned_abs()) {
            digits @ ..=DECIMAL128_MAX_PRECISION => Decimal128(digits, 0),
            digits @ ..=DECIMAL256_MAX_PRECISION => Decimal256(digits, 0),
            _ => Utf8,
        },
        other => other,
    }
}

fn schema(columns: &[Column]) -> SchemaRef {
    let field = |column: &Column| Field::new(&column.name, column.data_type.clone(), true);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// The columns of the inputs with this number.
fn sources(inputs: &[InputSchema], number: usize) -> Vec<(Arc<TableSchema>, usize)> {
    let schemas = inputs.iter().map(|input| &input.schema);
    schemas.filter(|schema| number < schema.columns.len()).map(|schema| (schema.clone(), number)).collect()
}

/// A type, and where it is told what its bytes are.
type Typed = (DataType, Vec<(Arc<TableSchema>, usize)>);

/// The type of answers that are boards, for puzzles of a type.
fn board_type(puzzles: DataType, sources: Vec<(Arc<TableSchema>, usize)>) -> Typed {
    use DataType::*;
    match puzzles {
        Dictionary(_, values) => board_type(*values, sources),
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView | FixedSizeBinary(_) | List(_)
        | LargeList(_) | FixedSizeList(..) => (puzzles, sources),
        _ => (Utf8, Vec::new()),
    }
}

fn answer_type(kind: ColumnKind, board: &Typed) -> Typed {
    let data_type = match kind {
        ColumnKind::Board => return board.clone(),
        ColumnKind::Count | ColumnKind::Nodes | ColumnKind::Guesses | ColumnKind::Number => DataType::UInt64,
        ColumnKind::Float => DataType::Float64,
        ColumnKind::Status | ColumnKind::Text | ColumnKind::Digit | ColumnKind::List => DataType::Utf8,
    };
    (data_type, Vec::new())
}
