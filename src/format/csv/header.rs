//! The header row of a table: which column is what.

use super::fields::{each_field, row_end, unquoted, without_return};
use crate::format::{
    answer::{EXPECTED_NAMES, MAX_FIELDS},
    codec::ReadOptions,
    error::FormatError,
    head::{Fit, Head, HeadLines},
};
use crate::{framing::HeadEnd, grid::cells::is_record};

/// The usual names of the column with the puzzles, in order of preference.
const PUZZLE_NAMES: &[&str] = &["puzzle", "quizzes", "question", "quiz"];

/// What the header row of a table says.
pub(super) struct Header {
    /// The header row of the output, with its newline.
    pub text: Vec<u8>,
    /// Number of columns of the input.
    pub columns: usize,
    /// The column with the puzzles.
    pub puzzle: usize,
    /// The column with expected solutions.
    pub expected: Option<usize>,
    /// The column that each field of the answer replaces, if the table has one of its name.
    pub replaced: [Option<usize>; MAX_FIELDS],
    /// The fields that replace a column, in the order of the columns.
    pub replacing: Vec<usize>,
}

impl Header {
    /// Reads a header row, with its newline.
    fn parse(row: &[u8], options: &ReadOptions) -> Result<Header, FormatError> {
        let text = without_return(row.strip_suffix(b"\n").unwrap_or(row));
        let names = column_names(text);
        let Some(puzzle) = puzzle_column(&names, options) else {
            let requested = options.column.clone();
            return Err(FormatError::NoPuzzleColumn { requested, usual: PUZZLE_NAMES, header: names });
        };
        let find = |name: &str| find_column(&names, name).filter(|column| *column != puzzle);
        let expected = EXPECTED_NAMES.iter().find_map(|name| find_column(&names, name));
        let expected = expected.filter(|column| *column != puzzle);
        if options.expected_solutions && expected.is_none() {
            return Err(FormatError::NoSolutionColumn { usual: EXPECTED_NAMES, header: names });
        }
        let mut text = text.to_vec();
        let mut replaced = [None; MAX_FIELDS];
        for (field, replaced) in options.fields.iter().zip(&mut replaced) {
            *replaced = find(field.name());
            if replaced.is_none() {
                text.push(b',');
                text.extend_from_slice(field.name().as_bytes());
            }
        }
        text.extend_from_slice(if row.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        let mut replacing: Vec<usize> = (0..MAX_FIELDS).filter(|&field| replaced[field].is_some()).collect();
        replacing.sort_by_key(|&field| replaced[field]);
        Ok(Header { text, columns: names.len(), puzzle, expected, replaced, replacing })
    }

    /// Finds and reads the header row of an input, and gives where the next row begins. `Ok(None)` if
    /// more bytes are needed.
    pub fn find(head: &Head<'_>, options: &ReadOptions) -> Result<Option<(Header, usize)>, FormatError> {
        let mut at = 0;
        loop {
            let rest = &head.bytes[at..];
            let len = match row_end(rest) {
                Some(newline) => newline + 1,
                None if head.end.can_grow() => return Ok(None),
                None if head.end == HeadEnd::Truncated => return Err(FormatError::EndlessHeader),
                None => rest.len(),
            };
            if len == 0 {
                return Err(FormatError::NoHeader);
            }
            at += len;
            if is_record(&rest[..len]) {
                return Header::parse(&rest[..len], options).map(|header| Some((header, at)));
            }
        }
    }
}

/// Whether the first line of an input is a header row with a column for the puzzles.
pub(super) fn detect(head: &HeadLines<'_>, options: &ReadOptions) -> Fit {
    (head.at_start && puzzle_column(&column_names(head.lines[0]), options).is_some()).into()
}

fn column_names(header: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    each_field(header, |_, at| {
        let name = unquoted(header[at].trim_ascii()).trim_ascii();
        names.push(String::from_utf8_lossy(name).into_owned());
    });
    names
}

fn find_column(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|n| n.eq_ignore_ascii_case(name))
}

/// The column with the puzzles.
fn puzzle_column(names: &[String], options: &ReadOptions) -> Option<usize> {
    match &options.column {
        Some(column) => names.iter().position(|n| n == column).or_else(|| find_column(names, column)),
        None => PUZZLE_NAMES.iter().find_map(|name| find_column(names, name)),
    }
}
