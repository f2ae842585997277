//! The messages of errors.

use super::FormatError;
use crate::format::kind::{FormatKind, RecordForm};
use quadrille_base::framing::MAX_RECORD;
use std::fmt;

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
            FormatError::NoPuzzleColumn { format, requested: Some(name), header, .. } => {
                write_no_column(f, column_word(*format), name, header)
            }
            FormatError::NoPuzzleColumn { format, is_table, candidates, header, .. } => {
                let column = column_word(*format);
                match candidates[..] {
                    [_, _] => write!(f, "{column}s {} both hold boards", listed(candidates)),
                    [_, _, ..] => write!(f, "{column}s {} hold boards", listed(candidates)),
                    _ => {
                        if *is_table {
                            f.write_str("is a table")?;
                        } else {
                            write!(f, "looks like {format}")?;
                        }
                        let header = listed(header);
                        write!(f, " with {column}s {header}, and none of them is known to hold puzzles")
                    }
                }
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
                write!(f, "the answers to verify may be in any of the {}s {columns}", column_word(*format))
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
                write_unmoved_solutions(f, *format, columns, taken.as_deref())
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
            FormatError::NoConversion { format, output, .. } => {
                write!(
                    f,
                    "selected records keep the format of their input, {format}, and cannot be written as {output}"
                )
            }
            FormatError::NoRows { format } => {
                write!(f, "output in format {format} can hold only one solution of each record")
            }
            FormatError::AnnouncesCount { format } => {
                let why = match format.form() {
                    RecordForm::Array => "is one array",
                    _ => "begins with the number of its boards",
                };
                write!(f, "an input in format {format} {why} and cannot be filtered")
            }
            FormatError::NoGivens { format, .. } => {
                write!(f, "format {format} has candidates, but givens are needed")
            }
        }
    }
}

/// The word for a column in a message about a format.
fn column_word(format: FormatKind) -> &'static str {
    if format.form().are_objects() { "member" } else { "column" }
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
    format: FormatKind,
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
