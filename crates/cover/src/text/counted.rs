//! `matrix` and `sparse`: the numbers of options and items, then the options.

use super::{
    Cover, CoverFormat, Failure, Notation, Problem, Refusal, describe, excerpt, lines, number, words,
};

pub(super) const COMMENT: u8 = b'#';

pub(super) fn parse(text: &[u8], format: CoverFormat) -> Result<Problem<'_>, Failure> {
    let mut lines = lines(text, format);
    let error = |line, message| Err(Refusal::Malformed(message).at(line, ""));
    let Some((item_line, first)) = lines.next() else {
        return error(0, "expected a problem, found none".into());
    };
    let Some((options, items)) = parse_header(first) else {
        let found = excerpt(first);
        return error(item_line, format!("expected `n m`, the numbers of options and items, found {found}"));
    };
    let mut cover = Cover::new(items);
    let mut row = Vec::new();
    let mut last = item_line;
    for i in 0..row_count(options, items, format) {
        let Some((at, line)) = lines.next() else {
            return error(last, format!("expected {options} rows, found {i}"));
        };
        if let Err(message) = parse_row(line, items, format, &mut row) {
            return error(at, message);
        }
        if let Err(refused) = cover.add(&row) {
            return Err(describe(&refused, |item| (item + 1).to_string()).at(at, ""));
        }
        last = at;
    }
    match lines.next() {
        Some((line, _)) => error(line, format!("expected {options} rows, found more")),
        None => Ok(Problem { cover, item_line, notation: Notation::Numbers(format) }),
    }
}

/// The numbers of options and items, at the beginning of a problem.
pub(super) fn parse_header(line: &[u8]) -> Option<(usize, usize)> {
    let mut words = words(line);
    let (options, items) = (number(words.next()?)?, number(words.next()?)?);
    words.next().is_none().then_some((options, items))
}

/// Number of lines that the options take. The lines of a matrix without columns would all be blank.
pub(super) fn row_count(options: usize, items: usize, format: CoverFormat) -> usize {
    if format == CoverFormat::Matrix && items == 0 { 0 } else { options }
}

/// Reads the items of one option.
pub(super) fn parse_row(
    line: &[u8],
    items: usize,
    format: CoverFormat,
    row: &mut Vec<usize>,
) -> Result<(), String> {
    row.clear();
    match format {
        CoverFormat::Matrix => parse_matrix_row(line, items, row),
        _ => parse_sparse_row(line, items, row),
    }
}

/// A 0 or 1 for each item, with or without blanks between them.
fn parse_matrix_row(line: &[u8], items: usize, row: &mut Vec<usize>) -> Result<(), String> {
    let without_blanks = line.len() == items && line.iter().all(|b| matches!(b, b'0' | b'1'));
    let mut count = 0;
    let cells: &mut dyn Iterator<Item = &[u8]> =
        if without_blanks { &mut line.chunks(1) } else { &mut words(line) };
    for cell in cells {
        match cell {
            b"0" => {}
            b"1" => row.push(count),
            _ => return Err(format!("column {}: expected 0 or 1, found {}", count + 1, excerpt(cell))),
        }
        count += 1;
    }
    if count == items { Ok(()) } else { Err(format!("expected {items} numbers, found {count}")) }
}

/// The number of items, and each item, counted from 1.
fn parse_sparse_row(line: &[u8], items: usize, row: &mut Vec<usize>) -> Result<(), String> {
    let mut words = words(line);
    let count = words.next().unwrap_or_default();
    let count =
        number(count).ok_or_else(|| format!("expected a number of items, found {}", excerpt(count)))?;
    for word in words {
        row.push(item(word, items)?);
    }
    if row.len() == count { Ok(()) } else { Err(format!("expected {count} items, found {}", row.len())) }
}

/// An item, from 0, by its number, from 1.
pub(super) fn item(word: &[u8], items: usize) -> Result<usize, String> {
    let item = number(word).filter(|item| (1..=items).contains(item));
    item.map(|item| item - 1)
        .ok_or_else(|| format!("unknown item {}: the items are 1 to {items}", excerpt(word)))
}
