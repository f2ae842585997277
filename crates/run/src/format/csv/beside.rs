//! Columns with solutions that are not recognized as the solutions of the table.

use super::{
    fields::{contents, each_field, is_row, row_len, without_return},
    first_rows::Layout,
};
use crate::format::{
    beside::SolutionColumns, codec::ReadOptions, columns::SAMPLE, error::FormatError, head::HeadLines,
    kind::CSV,
};
use quadrille_base::framing::HeadEnd;

/// Refuses a table if its first rows have solutions in another column than the one that is taken. Returns
/// `false` if more rows are needed to decide.
pub(super) fn refuse(
    head: &HeadLines<'_>,
    layout: &Layout,
    taken: Option<usize>,
    options: &ReadOptions,
) -> Result<bool, FormatError> {
    let (mut solutions, mut rows) = (SolutionColumns::new(options.symbols), 0);
    let Layout { delimiter, header_len, ref names, puzzle } = *layout;
    let mut rest = &head.text[header_len..];
    while rows < SAMPLE
        && !rest.is_empty()
        && let Some(len) = row_len(rest, delimiter, head.end)
    {
        let (row, following) = rest.split_at(len);
        rest = following;
        if !is_row(row, delimiter) {
            continue;
        }
        rows += 1;
        let row = without_return(row.strip_suffix(b"\n").unwrap_or(row));
        let mut fields = Vec::new();
        each_field(row, delimiter, |_, at| fields.push(contents(row[at].trim_ascii())));
        fields.truncate(names.len());
        solutions.note(&fields, (puzzle, taken), |column| column);
    }
    solutions.refuse(CSV, names, taken.map(|column| &*names[column]))?;
    Ok(rows == SAMPLE || head.end != HeadEnd::More)
}

/// The same for the fields of its first rows.
#[cfg(feature = "parquet")]
pub(super) fn refuse_rows(
    rows: &[Vec<Vec<u8>>],
    layout: &Layout,
    taken: Option<usize>,
    options: &ReadOptions,
) -> Result<(), FormatError> {
    let mut solutions = SolutionColumns::new(options.symbols);
    rows.iter().for_each(|row| solutions.note(row, (layout.puzzle, taken), |column| column));
    solutions.refuse(CSV, &layout.names, taken.map(|column| &*layout.names[column]))
}
