//! What is known about the csv text that becomes a table.

#[cfg(feature = "parquet")]
use super::{Copying, InputSchema};
use quadrille_tasks::ColumnKind;
#[cfg(feature = "parquet")]
use std::sync::Arc;

/// What is known about the csv text that becomes a table, before its first row.
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only tables need it"))]
#[derive(Clone, Debug)]
pub(crate) struct TextLayout {
    /// What separates fields.
    pub delimiter: u8,
    /// Whether there is no header, and each line is the value of a single column, named `puzzle`.
    pub is_lines: bool,
    /// The column with the puzzles, if there is one.
    pub puzzle: Option<usize>,
    /// How many columns a row has before those that are appended to it.
    pub carried: Option<usize>,
    /// Whether other boards than those of the input are in the column with the puzzles.
    pub has_moved_boards: bool,
    /// The columns that hold answers, appended or in place of columns of the input.
    pub answers: Vec<(String, ColumnKind)>,
    /// The column that a file of boards alone has, by its name, or `None` for that of the puzzles; or what there is in place of
    /// boards.
    pub board: Result<Option<String>, &'static str>,
    /// Threads that encode; 0 means one for each core.
    pub threads: usize,
    /// Whether the columns of csv are strings, whatever they hold.
    pub has_text_columns: bool,
    /// The inputs, if there is a table among them.
    #[cfg(feature = "parquet")]
    pub inputs: Vec<InputSchema>,
    /// The columns that are copied without becoming text, if there are any.
    #[cfg(feature = "parquet")]
    pub copying: Option<Arc<Copying>>,
}

impl TextLayout {
    /// Text with commas and a header, of which nothing more is known.
    pub fn csv() -> TextLayout {
        TextLayout {
            delimiter: b',',
            is_lines: false,
            puzzle: None,
            carried: None,
            has_moved_boards: false,
            answers: Vec::new(),
            board: Err("the rows of this table are no boards"),
            threads: 0,
            has_text_columns: false,
            #[cfg(feature = "parquet")]
            inputs: Vec::new(),
            #[cfg(feature = "parquet")]
            copying: None,
        }
    }

    /// Lines, each with one puzzle.
    pub fn puzzles() -> TextLayout {
        TextLayout { is_lines: true, puzzle: Some(0), board: Ok(None), ..TextLayout::csv() }
    }
}
