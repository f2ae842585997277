//! The header row of a table: which column is what.

use super::{
    beside,
    fields::without_return,
    first_rows::{Layout, Shown, examine},
};
use crate::format::{
    answer::{SOLUTION_NAMES, refuse_several},
    codec::ReadOptions,
    columns,
    error::FormatError,
    head::{Fit, Head, HeadLines},
    kind::CSV,
};
use quadrille_base::{framing::HeadEnd, memory::heap_bytes};
use quadrille_tasks::{ColumnPlace, ColumnSpec};

/// The contents of the header row of a table.
pub(super) struct Header {
    /// The header row of the output, with its newline.
    pub text: Vec<u8>,
    /// The separator of fields.
    pub delimiter: u8,
    /// Number of columns of the input.
    pub columns: usize,
    /// The column with the puzzles.
    pub puzzle: usize,
    /// The name of this column.
    pub puzzle_name: String,
    /// Whether it was found by what it holds and has none of the usual names.
    pub is_found: bool,
    /// The column with expected solutions.
    pub expected: Option<usize>,
    /// The name of this column.
    pub expected_name: Option<String>,
    /// The column of the table that each column of the answers replaces, if there is one of its name.
    pub replaced: [Option<usize>; ColumnSpec::MOST],
    /// The columns of the answers that replace one, in the order of the table.
    pub replacing: Vec<usize>,
    /// The columns that are read or replaced, in order.
    pub used: Vec<usize>,
    /// See [`Capabilities::overwritten`](crate::format::Capabilities::overwritten).
    pub overwritten: Vec<String>,
    /// See [`Capabilities::other_columns`](crate::format::Capabilities::other_columns).
    pub other_columns: bool,
}

impl Header {
    /// Reads a header row, with its newline.
    fn new(row: &[u8], layout: &Layout, options: &ReadOptions) -> Result<Header, FormatError> {
        let Layout { delimiter, ref names, puzzle, .. } = *layout;
        let find = |name: &str| columns::find(names, name).filter(|column| *column != puzzle);
        let expected = expected_column(names, puzzle, options)?;
        let mut text = without_return(row.strip_suffix(b"\n").unwrap_or(row)).to_vec();
        let mut replaced = [None; _];
        for (column, replaced) in options.columns.iter().zip(&mut replaced) {
            *replaced = match column.place {
                ColumnPlace::Puzzle => Some(puzzle),
                ColumnPlace::Solution => expected,
                ColumnPlace::Read => columns::by_name(names, Some(&column.name)),
                ColumnPlace::Named => find(&column.name),
                ColumnPlace::Member => None,
            };
            if column.place == ColumnPlace::Read && replaced.is_none() {
                let requested = column.name.clone().into_owned();
                return Err(FormatError::NoTransformColumn { format: CSV, requested, header: names.clone() });
            }
            if replaced.is_none() && column.is_named() {
                text.push(delimiter);
                text.extend_from_slice(column.name.as_bytes());
            }
        }
        text.extend_from_slice(if row.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        let is_known = options.column.is_some() || columns::is_usual(&names[puzzle]);
        let expected_name = expected.map(|column| names[column].clone());
        let mut replacing: Vec<usize> =
            (0..replaced.len()).filter(|&column| replaced[column].is_some()).collect();
        replacing.sort_by_key(|&column| replaced[column]);
        let compared = expected.filter(|_| options.expected_solutions);
        let mut used: Vec<usize> = replaced.into_iter().chain([Some(puzzle), compared]).flatten().collect();
        used.sort_unstable();
        used.dedup();
        // A column that was found by what it holds is the only one with boards.
        let by_name = used.iter().copied().filter(|&column| column != puzzle || is_known);
        check_names(names, by_name)?;
        let columns = names.len();
        let named = options.columns.iter().zip(replaced).filter(|(column, _)| column.is_named());
        let overwritten = named.filter_map(|(_, column)| Some(names[column?].clone())).collect();
        let other_columns = (0..columns).any(|column| column != puzzle && !replaced.contains(&Some(column)));
        Ok(Header {
            text,
            delimiter,
            columns,
            overwritten,
            other_columns,
            puzzle,
            puzzle_name: names[puzzle].clone(),
            is_found: !is_known,
            expected,
            expected_name,
            replaced,
            replacing,
            used,
        })
    }

    /// The bytes of memory that it has allocated.
    pub fn memory(&self) -> usize {
        let overwritten: usize = self.overwritten.iter().map(String::capacity).sum();
        self.text.capacity()
            + self.puzzle_name.capacity()
            + self.expected_name.as_ref().map_or(0, String::capacity)
            + heap_bytes(&self.replacing)
            + heap_bytes(&self.used)
            + heap_bytes(&self.overwritten)
            + overwritten
    }

    /// Finds and reads the header row of an input, and gives where the next row begins. `Ok(None)` if
    /// more bytes are needed.
    pub fn find(head: &Head<'_>, options: &ReadOptions) -> Result<Option<(Header, usize)>, FormatError> {
        let lines = head.lines();
        let Some(lines) = head.first_text_lines(&lines) else {
            return match head.end {
                HeadEnd::Truncated if !head.unfinished_line().is_empty() => Err(FormatError::EndlessHeader),
                HeadEnd::Truncated | HeadEnd::Eof => Err(FormatError::NoHeader),
                HeadEnd::More | HeadEnd::Long => Ok(None),
            };
        };
        let layout = match examine(&lines, options) {
            Shown::Table(layout) => layout,
            Shown::Refused(error) => return Err(error),
            Shown::Unsure => return Ok(None),
            Shown::NoTable => return Err(FormatError::NoHeader),
        };
        let (row, start) = (&lines.text[..layout.header_len], head.bytes.len() - lines.text.len());
        let end = start + row.len();
        let header = Header::new(row, &layout, options)?;
        if options.moves_solutions && !beside::refuse(&lines, &layout, header.expected, options)? {
            return Ok(None);
        }
        Ok(Some((header, end)))
    }

    /// The same for a table whose rows are not text, by the names of its columns, which are also in this header row, and the fields of
    /// its first rows.
    #[cfg(feature = "parquet")]
    pub fn of_rows(
        (names, row): (&[String], &[u8]),
        rows: &[Vec<Vec<u8>>],
        options: &ReadOptions,
    ) -> Result<Header, FormatError> {
        let layout = match super::first_rows::examine_rows(names, rows, options) {
            Shown::Table(layout) => layout,
            Shown::Refused(error) => return Err(error),
            Shown::Unsure | Shown::NoTable => return Err(FormatError::NoHeader),
        };
        let header = Header::new(row, &layout, options)?;
        if options.moves_solutions {
            beside::refuse_rows(rows, &layout, header.expected, options)?;
        }
        Ok(header)
    }
}

/// The column with the solutions that the records bring.
fn expected_column(
    names: &[String],
    puzzle: usize,
    options: &ReadOptions,
) -> Result<Option<usize>, FormatError> {
    let is_other = |column: &usize| *column != puzzle;
    let expected = match &options.solution_column {
        Some(name) => columns::by_name(names, Some(name)).filter(is_other),
        None => SOLUTION_NAMES.iter().find_map(|name| columns::find(names, name).filter(is_other)),
    };
    if options.expected_solutions && expected.is_none() {
        let (requested, header) = (options.solution_column.clone(), names.to_vec());
        return Err(FormatError::NoSolutionColumn { requested, usual: SOLUTION_NAMES, header });
    }
    if options.expected_solutions && options.solution_column.is_none() {
        let usual = |name: &String| columns::find(SOLUTION_NAMES, name).is_some();
        let others = names.iter().enumerate().filter(|(column, _)| is_other(column));
        refuse_several(CSV, others.map(|(_, name)| name).filter(|name| usual(name)).cloned())?;
    }
    Ok(expected)
}

/// Refuses used columns whose names several columns have.
fn check_names(names: &[String], mut used: impl Iterator<Item = usize>) -> Result<(), FormatError> {
    let count = |name: &String| names.iter().filter(|other| *other == name).count();
    match used.find(|&column| count(&names[column]) > 1) {
        Some(column) => Err(FormatError::SameNames { name: names[column].clone(), header: names.to_vec() }),
        None => Ok(()),
    }
}

/// Whether the first lines of an input are the beginning of a table. An input that may be misread as another format is taken
/// for a table, so that it is refused when it is opened.
pub(super) fn detect(head: &HeadLines<'_>, options: &ReadOptions) -> Fit {
    if !head.at_start {
        return Fit::No;
    }
    match examine(head, options) {
        Shown::Table(_) | Shown::Refused(_) => Fit::Yes,
        Shown::Unsure => Fit::Unsure,
        Shown::NoTable => Fit::No,
    }
}
