//! Why an input cannot be opened.

use quadrille_core::framing::MAX_RECORD;
use std::fmt;

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
        /// The name of the format.
        format: &'static str,
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
        /// The name of the format.
        format: &'static str,
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
        /// The name of the format.
        format: &'static str,
        /// Their names, each once.
        columns: Vec<String>,
    },
    /// The header has no column of this name for transformations.
    NoTransformColumn {
        /// The name of the format.
        format: &'static str,
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
        /// The name of the format.
        format: &'static str,
        /// The columns or members that hold them; none if they follow the grids of lines.
        columns: Vec<String>,
        /// The column that is recognized as the column of solutions, if there is one.
        taken: Option<String>,
    },
    /// Several answers to each record are to be written, but the input announces their number.
    NoCopies {
        /// The name of the format.
        format: &'static str,
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
        /// The name of the format.
        format: &'static str,
    },
    /// The text after each grid is to be kept, but the format of the output cannot hold it.
    NoPlaceForText {
        /// The name of the format of the output.
        output: &'static str,
    },
    /// Expected solutions are to be checked or moved, but the format has none.
    NoExpectedSolutions {
        /// The name of the format.
        format: &'static str,
    },
    /// Each record should have the regions of a jigsaw, but the format has none.
    NoRegions {
        /// The name of the format.
        format: &'static str,
    },
    /// Details of each answer are to be written, but the format cannot hold them.
    NoDetails {
        /// The name of the format.
        format: &'static str,
    },
    /// Records are to be written as they are, but the output is to have another format.
    NoConversion {
        /// The name of the input's format.
        format: &'static str,
        /// The name of the output's format.
        output: &'static str,
    },
    /// All solutions of each record are to be written, but the format can hold only one.
    NoRows {
        /// The name of the format.
        format: &'static str,
    },
    /// The steps of each solution are to be written, but answers in this format cannot hold them.
    NoSteps {
        /// The name of the format.
        format: &'static str,
    },
    /// Some records are to be written as they are, but the input announces their number.
    AnnouncesCount {
        /// The name of the format.
        format: &'static str,
    },
    /// Givens are needed, but the format has candidates.
    NoGivens {
        /// The name of the format.
        format: &'static str,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Unrecognized { first_line } => {
                write!(f, "matches no known format; it begins with {first_line:?}")
            }
            FormatError::NoHeader => {
                f.write_str("expected a header row with the names of columns, found none")
            }
            FormatError::EndlessHeader => {
                write!(f, "the header row has no end within {} MiB; is a quote not closed?", MAX_RECORD >> 20)
            }
            FormatError::HeaderlessTable { column, beside_complete } => {
                let beside =
                    if *beside_complete { "; the first field is a board of another kind" } else { "" };
                write!(f, "a table without a header: field {column} of its first row holds a board{beside}")
            }
            FormatError::NoPuzzleColumn { format, requested, candidates, header } => {
                write_no_puzzle_column(f, format, requested.as_deref(), candidates, header)
            }
            FormatError::OtherHeader { first } => {
                write!(f, "its header differs from the header of {first}, and one output has one header")
            }
            FormatError::NoColumns { format } => write!(f, "format {format} has no columns"),
            FormatError::NoSolutionColumn { requested, usual, header } => {
                write_no_solution_column(f, requested.as_ref(), usual, header)
            }
            FormatError::SeveralSolutionColumns { format, columns } => {
                let columns = listed(columns);
                write!(f, "the answers to verify may be in any of the {}s {columns}", column_word(format))
            }
            FormatError::NoTransformColumn { format, requested, header } if header.is_empty() => {
                write!(f, "format {format} has no column {:?} with transformations", shortened(requested))
            }
            FormatError::NoTransformColumn { requested, header, .. } => {
                write_no_column(f, "column", requested, header)
            }
            FormatError::SameNames { name, header } => write!(
                f,
                "several columns are named {:?}; rename all but one of them (the header: {})",
                shortened(name),
                listed(header)
            ),
            FormatError::UnmovedSolutions { format, columns, taken } => {
                write_unmoved_solutions(f, format, columns, taken.as_deref())
            }
            FormatError::NoCopies { format } => {
                write!(f, "output in format {format} can hold only one morph of each record")
            }
            FormatError::NoBoardCount { found: Some(line) } => {
                write!(f, "expected the number of boards, found {line:?}")
            }
            FormatError::NoBoardCount { found: None } => {
                f.write_str("expected the number of boards, found the end of the input")
            }
            FormatError::CarriageReturns => f.write_str("its lines end with CR alone; expected LF or CR LF"),
            FormatError::NoTextToKeep { format } => {
                write!(f, "format {format} has no text after its grids, only line has")
            }
            FormatError::NoPlaceForText { output } => {
                write!(f, "output format {output} cannot hold the text after a grid")
            }
            FormatError::NoExpectedSolutions { format } => {
                write!(f, "format {format} has no column with answers to verify or to move")
            }
            FormatError::NoRegions { format } => {
                write!(f, "format {format} has no regions with each record")
            }
            FormatError::NoDetails { format } => {
                write!(f, "answers in format {format} cannot hold more than the board")
            }
            FormatError::NoSteps { format } => {
                write!(f, "answers in format {format} cannot hold the steps of a solution")
            }
            FormatError::NoConversion { format, output } => {
                write!(
                    f,
                    "selected records keep the format of their input, {format}, and cannot be written as {output}"
                )
            }
            FormatError::NoRows { format } => {
                write!(f, "output in format {format} can hold only one solution of each record")
            }
            FormatError::AnnouncesCount { format } => {
                let why =
                    if *format == "json" { "is one array" } else { "begins with the number of its boards" };
                write!(f, "an input in format {format} {why} and cannot be filtered")
            }
            FormatError::NoGivens { format } => {
                write!(f, "format {format} has candidates, but givens are needed")
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// The word for the format in [`FormatError::NoPuzzleColumn`] if the input is a table.
pub(super) const TABLE: &str = "a table";

fn write_no_puzzle_column(
    f: &mut fmt::Formatter<'_>,
    format: &str,
    requested: Option<&str>,
    candidates: &[String],
    header: &[String],
) -> fmt::Result {
    let column = column_word(format);
    if let Some(name) = requested {
        return write_no_column(f, column, name, header);
    }
    match candidates {
        [_, _] => return write!(f, "{column}s {} both hold boards", listed(candidates)),
        [_, _, ..] => return write!(f, "{column}s {} hold boards", listed(candidates)),
        _ => {}
    }
    // A table is known to be one.
    let is = if format == TABLE { "is" } else { "looks like" };
    write!(f, "{is} {format} with {column}s {}, and none of them is known to hold puzzles", listed(header))
}

/// The word for a column in a message about a format.
fn column_word(format: &str) -> &'static str {
    if format == "ndjson" || format == "json" { "member" } else { "column" }
}

/// `column`: what the format calls one.
fn write_no_column(f: &mut fmt::Formatter<'_>, column: &str, name: &str, header: &[String]) -> fmt::Result {
    let (name, listed) = (shortened(name), listed(header));
    write!(f, "there is no {column} {name:?}; the {column}s are {listed}")
}

fn write_no_solution_column(
    f: &mut fmt::Formatter<'_>,
    requested: Option<&String>,
    usual: &[&str],
    header: &[String],
) -> fmt::Result {
    match requested {
        Some(name) if header.contains(name) => {
            write!(f, "column {:?} holds the puzzles, not solutions", shortened(name))
        }
        Some(name) => write_no_column(f, "column", name, header),
        None => write!(
            f,
            "there is no column with answers ({}); the columns are {}",
            usual.join(", "),
            listed(header)
        ),
    }
}

fn write_unmoved_solutions(
    f: &mut fmt::Formatter<'_>,
    format: &str,
    columns: &[String],
    taken: Option<&str>,
) -> fmt::Result {
    let column = column_word(format);
    let ending = if columns.len() == 1 { ("", "s") } else { ("s", "") };
    match taken {
        _ if columns.is_empty() => {
            f.write_str("there are solutions after the grids, which would not be moved")
        }
        Some(taken) => {
            let (taken, columns) = (shortened(taken), listed(columns));
            write!(
                f,
                "{column}{} {columns} hold{} solutions too, but only {taken} would be moved",
                ending.0, ending.1
            )
        }
        None => {
            write!(
                f,
                "{column}{} {} hold{} solutions, which would not be moved",
                ending.0,
                listed(columns),
                ending.1
            )
        }
    }
}

/// Names for a message, which has room for some.
fn listed(names: &[String]) -> String {
    const MOST: usize = 20;
    let mut text = names.iter().take(MOST).map(|name| shortened(name)).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        text.push_str(&format!(" and {} more", names.len() - MOST));
    }
    text
}

/// The beginning of a name.
fn shortened(name: &str) -> String {
    const MAX: usize = 40;
    let dots = if name.chars().nth(MAX).is_some() { "…" } else { "" };
    format!("{}{dots}", name.chars().take(MAX).collect::<String>())
}

/// The beginning of a line of the input, for a message.
pub(super) fn excerpt(line: &[u8]) -> String {
    const MAX: usize = 60;
    let dots = if line.len() > MAX { "…" } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(&line[..line.len().min(MAX)]))
}
