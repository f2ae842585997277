//! Columns with solutions that are not taken for those of the table.

use super::{
    fields::{contents, each_field, is_row, row_len, without_return},
    header::Header,
};
use crate::{
    format::{
        beside::SolutionColumns, codec::ReadOptions, columns::SAMPLE, error::FormatError, head::HeadLines,
    },
    framing::HeadEnd,
};

/// Refuses a table if its first rows, which begin at `start`, have solutions in another column than the one that is
/// taken. Returns `false` if more rows are needed to decide.
pub(super) fn refuse(
    head: &HeadLines<'_>,
    (header, names, start): (&Header, &[String], usize),
    options: &ReadOptions,
) -> Result<bool, FormatError> {
    let (mut solutions, mut rows) = (SolutionColumns::new(options.symbols), 0);
    let mut rest = &head.text[start..];
    while rows < SAMPLE
        && !rest.is_empty()
        && let Some(len) = row_len(rest, header.delimiter, head.end)
    {
        let (row, following) = rest.split_at(len);
        rest = following;
        if !is_row(row, header.delimiter) {
            continue;
        }
        rows += 1;
        let row = without_return(row.strip_suffix(b"\n").unwrap_or(row));
        let mut fields = Vec::new();
        each_field(row, header.delimiter, |_, at| fields.push(contents(row[at].trim_ascii())));
        fields.truncate(names.len());
        solutions.note(&fields, (header.puzzle, header.expected), |column| column);
    }
    solutions.refuse("csv", names, header.expected.map(|column| &*names[column]))?;
    Ok(rows == SAMPLE || head.end != HeadEnd::More)
}
