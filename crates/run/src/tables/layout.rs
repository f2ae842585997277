//! The layout of a table, known before its first row.

#[cfg(feature = "parquet")]
use super::{Carrying, CopiedColumns, InputSchema};
use quadrille_tasks::{ColumnKind, ColumnPlace};
#[cfg(feature = "parquet")]
use std::sync::Arc;

/// The layout of a table, known before its first row: typed answers, beside columns that are carried or csv text.
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only tables need it"))]
#[derive(Clone, Debug)]
pub(crate) struct TextLayout {
    /// The separator of fields.
    pub delimiter: u8,
    /// Whether there is no header, and each line is the value of a single column, named `puzzle`.
    pub is_lines: bool,
    /// The column with the puzzles, if there is one.
    pub puzzle: Option<usize>,
    /// How many columns the text has; all of them if that is not known.
    pub carried: Option<usize>,
    /// Where the answers are, in their order.
    pub answers: Vec<AnswerPlace>,
    /// The columns of the text that hold whole numbers from 0, by their names.
    pub counts: Vec<String>,
    /// Whether the first answers or, without any, the rows are boards; or what they are in place of boards.
    pub boards: Result<(), &'static str>,
    /// Threads that encode; 0 means one for each core.
    pub threads: usize,
    /// Whether the columns of csv are strings, whatever they hold. A row with another number of fields is then kept whole, in the
    /// column of the puzzles.
    pub has_text_columns: bool,
    /// The inputs, if there is a table among them.
    #[cfg(feature = "parquet")]
    pub inputs: Vec<InputSchema>,
    /// How the columns of the inputs reach the table, if they are not text.
    #[cfg(feature = "parquet")]
    pub carrying: Option<Arc<Carrying>>,
    /// The columns of the inputs, if all but the answers are copied.
    #[cfg(feature = "parquet")]
    pub copied: Option<Arc<CopiedColumns>>,
}

/// The column of a table that holds answers.
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only tables need it"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerPlace {
    pub column: usize,
    pub kind: ColumnKind,
    /// Whose place they take.
    pub place: ColumnPlace,
}

impl TextLayout {
    /// Text with commas and a header; nothing more is known about it.
    pub fn csv() -> TextLayout {
        TextLayout {
            delimiter: b',',
            is_lines: false,
            puzzle: None,
            carried: None,
            answers: Vec::new(),
            counts: Vec::new(),
            boards: Err("the rows of this table are not boards"),
            threads: 0,
            has_text_columns: false,
            #[cfg(feature = "parquet")]
            inputs: Vec::new(),
            #[cfg(feature = "parquet")]
            carrying: None,
            #[cfg(feature = "parquet")]
            copied: None,
        }
    }

    /// Lines, each with one puzzle.
    pub fn puzzles() -> TextLayout {
        TextLayout { is_lines: true, puzzle: Some(0), boards: Ok(()), ..TextLayout::csv() }
    }
}
