//! The columns of a table: their names, from the header, and their types.

use super::joined::{InputSchema, joined_type, plain};
use crate::tables::{
    AnswerPlace, TableSchema, TextLayout,
    carrying::{flat, nested},
    dialect::{Column, RowShape, names},
};
use arrow_schema::{
    DECIMAL128_MAX_PRECISION, DECIMAL256_MAX_PRECISION, DataType, Field, FieldRef, IntervalUnit, Schema,
    SchemaRef, TimeUnit,
};
use parquet::arrow::ArrowSchemaConverter;
use quadrille_columns::table::{answer_type, holds_boards};
use quadrille_tasks::{ColumnKind, ColumnPlace};
use std::{cell::Cell, io, sync::Arc};

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
        // Boards are the same as text, if no type holds the boards of all inputs.
        let puzzle_type = |puzzle| joined_type(&text.inputs, puzzle).unwrap_or(DataType::Utf8);
        let board_type = text.puzzle.map_or(DataType::Utf8, |puzzle| board_type(puzzle_type(puzzle)));
        let column = |(number, name): (usize, &String)| {
            let is_puzzle = text.puzzle == Some(number);
            let answer = text.answers.iter().position(|answer| answer.column == number);
            let place = answer.map(|answer| text.answers[answer]);
            let is_count = |count: &String| count.eq_ignore_ascii_case(name.trim_ascii());
            let data_type = match place {
                Some(AnswerPlace { kind, place: ColumnPlace::Named, .. }) => answer_type(kind, &board_type),
                _ if text.counts.iter().any(is_count) => DataType::UInt64,
                // A morph may begin with an empty cell, which numbers do not have.
                Some(_) if is_puzzle && !holds_boards(&puzzle_type(number)) => DataType::Utf8,
                _ if is_puzzle => puzzle_type(number),
                _ => joined_type(&text.inputs, number)?,
            };
            let sources = sources(&text.inputs, number);
            // A record may bring a value that is not a solution, and keeps it.
            let is_kept = number < carried && place.is_none_or(|at| at.place == ColumnPlace::Solution);
            let kind = place.filter(|at| at.place == ColumnPlace::Named).map(|at| at.kind);
            let (name, kept) = (name.clone(), is_kept.then_some(number));
            let (text, carried) = if text.carrying.is_some() { (None, kept) } else { (kept, None) };
            Ok(Column { name, data_type, text, carried, answer, kind, is_puzzle, sources })
        };
        let columns: Vec<Column> = names.iter().enumerate().map(column).collect::<io::Result<_>>()?;
        let is_single = |input: &InputSchema| input.schema.columns.len() == 1;
        let rows = RowShape {
            delimiter: (!text.is_lines).then_some(text.delimiter),
            columns: carried,
            whole: text.puzzle.filter(|_| text.has_text_columns && text.inputs.is_empty()),
            empty_is_null: columns.len() == 1 || text.inputs.iter().any(is_single),
            skipped: (0..carried).filter(|n| columns[*n].text.is_none()).collect(),
        };

        let answers = text.answers.first().filter(|answer| answer.kind == ColumnKind::Board);
        let board = answers.map(|answer| answer.column).or(text.puzzle).filter(|_| text.boards.is_ok());
        Ok(Layout { schema: schema(&columns), columns, rows, board })
    }

    /// The types of the answers, in their order, without dictionaries of boards.
    pub fn answer_types(&self) -> Vec<DataType> {
        let mut answers: Vec<_> = self.columns.iter().filter(|column| column.answer.is_some()).collect();
        answers.sort_by_key(|column| column.answer);
        let data_type = |column: &&Column| match column.kind {
            Some(_) => column.data_type.clone(),
            None => board_type(flat(&column.data_type)),
        };
        answers.iter().map(data_type).collect()
    }

    /// The same with the column of the boards alone.
    ///
    /// # Errors
    /// If there is none.
    pub fn only_board(mut self) -> io::Result<Layout> {
        if let Some(board) = self.board {
            self.columns = vec![self.columns.swap_remove(board)];
        } else if !self.columns.is_empty() {
            let what = "npy holds boards, and there is no column of boards";
            return Err(io::Error::new(io::ErrorKind::Unsupported, what));
        }
        Ok(self.with_schema())
    }

    /// A table without columns: there was nothing to read.
    pub fn empty() -> Layout {
        let rows = RowShape { delimiter: Some(b','), ..RowShape::default() };
        Layout { schema: schema(&[]), columns: Vec::new(), rows, board: None }
    }

    /// The same with the columns of answers alone.
    pub fn without_carried(mut self) -> Layout {
        self.columns.retain(|column| column.text.is_none() && column.carried.is_none());
        self.rows.columns = 0;
        self.with_schema()
    }

    /// The columns that are carried: their numbers, names and types, and whether they hold puzzles.
    pub fn carried(&self) -> Vec<(usize, &str, &DataType, bool)> {
        let columns = self.columns.iter();
        columns.filter_map(|c| Some((c.carried?, &*c.name, &c.data_type, c.is_puzzle))).collect()
    }

    /// The same with values in place of dictionaries, for files whose dictionaries must not change. The dictionary of statuses never changes.
    pub fn without_dictionaries(mut self) -> Layout {
        for column in self.columns.iter_mut().filter(|column| column.kind != Some(ColumnKind::Status)) {
            column.data_type = nested(column.data_type.clone(), &|data_type| flat(&data_type));
        }
        self.with_schema()
    }

    /// The same with types that Parquet has.
    ///
    /// # Errors
    /// If there is none for a column.
    pub fn for_parquet(self) -> io::Result<Layout> {
        let layout = self.with_types(&|data_type| parquet_type(plain(data_type)));
        for field in layout.schema.fields() {
            if !is_in_parquet(field) {
                let (name, data_type) = (field.name(), field.data_type());
                let what =
                    format!("cannot carry the column {name:?} ({data_type}) along: Parquet has no such type");
                return Err(io::Error::new(io::ErrorKind::Unsupported, what));
            }
        }
        Ok(layout)
    }

    fn with_types(mut self, change: &dyn Fn(DataType) -> DataType) -> Layout {
        for column in &mut self.columns {
            column.data_type = nested(column.data_type.clone(), change);
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

/// Whether Parquet has a type. Its encoder panics at some that it has not.
fn is_in_parquet(field: &FieldRef) -> bool {
    use DataType::*;
    let is_refused = Cell::new(false);
    nested(field.data_type().clone(), &|data_type| {
        let is_rare = match data_type {
            Union(..) | RunEndEncoded(..) | ListView(_) | LargeListView(_) => true,
            Interval(unit) => unit == IntervalUnit::MonthDayNano,
            _ => false,
        };
        is_refused.set(is_refused.get() || is_rare);
        data_type
    });
    !is_refused.get() && ArrowSchemaConverter::new().convert(&Schema::new([field.clone()])).is_ok()
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

/// The type of answers that are boards, for puzzles of a type.
pub(crate) fn board_type(puzzles: DataType) -> DataType {
    use DataType::*;
    match puzzles {
        Dictionary(_, values) => board_type(*values),
        Null => Utf8,
        other if holds_boards(&other) => other,
        _ => Utf8,
    }
}
