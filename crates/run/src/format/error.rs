//! Why an input cannot be opened.

mod message;

use super::{codec::RecordLayout, kind::FormatKind, output_format::OutputFormat};

/// Why an input cannot be opened in any format, or in the chosen one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// The input matches no format.
    Unrecognized {
        /// The beginning of its first line that is neither blank nor a comment.
        first_line: String,
    },
    /// A table without a header row.
    NoHeader,
    /// A table whose header row does not end within 16 MiB, or not at all because a quote is not closed.
    EndlessHeader,
    /// A table without a header row: its first row holds a board.
    HeaderlessTable {
        /// The column that holds it, from 1.
        column: usize,
        /// Whether the first column holds a board too: without empty cells or of another size.
        beside_complete: bool,
    },
    /// It is not known which column of a table, or member of objects, holds the puzzles.
    NoPuzzleColumn {
        /// The format.
        format: FormatKind,
        /// Whether the input is a table, whose columns have the names of csv headers.
        is_table: bool,
        /// The name that was asked for; `None` if the usual names were tried.
        requested: Option<String>,
        /// The columns that hold boards, if they are several.
        candidates: Vec<String>,
        /// The names of all columns.
        header: Vec<String>,
    },
    /// The answers cannot be in one output with the answers to the first input.
    OtherHeader {
        /// The name of the first input.
        first: String,
    },
    /// A column was named, but the format has none.
    NoColumns {
        /// The format.
        format: FormatKind,
    },
    /// The header has no column with expected solutions.
    NoSolutionColumn {
        /// The name that was asked for; `None` if the usual names were tried.
        requested: Option<String>,
        /// The usual names.
        usual: &'static [&'static str],
        /// The names in the header.
        header: Vec<String>,
    },
    /// Several columns or members have usual names of expected solutions, and none of them was named.
    SeveralSolutionColumns {
        /// The format.
        format: FormatKind,
        /// Their names, each once.
        columns: Vec<String>,
    },
    /// The header has no column of this name for transformations.
    NoTransformColumn {
        /// The format.
        format: FormatKind,
        /// The name that was asked for.
        requested: String,
        /// The names in the header; none in a format without columns.
        header: Vec<String>,
    },
    /// Several columns have the name of one that is read or written.
    SameNames {
        /// The name.
        name: String,
        /// The names in the header.
        header: Vec<String>,
    },
    /// Solutions are to be changed with their puzzles, but the first records have some where none are looked for.
    UnmovedSolutions {
        /// The format.
        format: FormatKind,
        /// The columns or members that hold them; none if they follow the grids of lines.
        columns: Vec<String>,
        /// The column that is recognized as the column of solutions, if there is one.
        taken: Option<String>,
    },
    /// Several answers to each record are to be written, but the input announces their number.
    NoCopies {
        /// The format.
        format: FormatKind,
    },
    /// The first line should be the number of boards.
    NoBoardCount {
        /// The beginning of the line; `None` if the input is empty.
        found: Option<String>,
    },
    /// The lines end with a carriage return (CR) alone.
    CarriageReturns,
    /// The text after each grid is to be kept, but the format has none, or copies everything anyway.
    NoTextToKeep {
        /// The format.
        format: FormatKind,
    },
    /// The text after each grid is to be kept, but the format of the output cannot hold it.
    NoPlaceForText {
        /// The format of the output.
        output: &'static OutputFormat,
    },
    /// Expected solutions are to be checked or moved, but the format has none.
    NoExpectedSolutions {
        /// The format.
        format: FormatKind,
    },
    /// Each record should have the regions of a jigsaw, but the format has none.
    NoRegions {
        /// The format.
        format: FormatKind,
    },
    /// Details of each answer are to be written, but the format cannot hold them.
    NoDetails {
        /// The format.
        format: FormatKind,
    },
    /// Records are to be written as they are, but the output is to have another format.
    NoConversion {
        /// The format of the input.
        format: FormatKind,
        /// The format of the output.
        output: &'static OutputFormat,
        /// The column or member with the puzzles, if the input has such.
        column: Option<String>,
    },
    /// All solutions of each record are to be written, but the format can hold only one.
    NoRows {
        /// The format.
        format: FormatKind,
    },
    /// The steps of each solution are to be written, but answers in this format cannot hold them.
    NoSteps {
        /// The name of the format.
        format: &'static str,
    },
    /// Some records are to be written as they are, but the input announces their number.
    AnnouncesCount {
        /// The format.
        format: FormatKind,
    },
    /// Givens are needed, but the format has candidates.
    NoGivens {
        /// The format.
        format: FormatKind,
        /// How its records are found.
        layout: RecordLayout,
    },
}

impl std::error::Error for FormatError {}

/// The beginning of a line of the input, for a message.
pub(super) fn excerpt(line: &[u8]) -> String {
    const MAX: usize = 60;
    let dots = if line.len() > MAX { "…" } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(&line[..line.len().min(MAX)]))
}
