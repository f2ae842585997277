//! `matrix` and `sparse`: two numbers, and then as many options as the first one says.

use super::{Cover, Malformed, Problem, Wording, lines, number, refused, shown, words};

pub(super) const COMMENT: u8 = b'#';

pub(super) fn parse(text: &[u8], matrix: bool) -> Result<Problem<'_>, Malformed> {
    let mut lines = lines(text, COMMENT);
    let Some((item_line, line)) = lines.next() else {
        return Err(Malformed { line: 0, what: "no problem".into() });
    };
    let Some((options, items)) = header(line) else {
        let what = format!("{} is not `n m`, the numbers of options and items", shown(line));
        return Err(Malformed { line: item_line, what });
    };
    let mut cover = Cover::new(items, 0);
    let mut row = Vec::new();
    let mut last = item_line;
    for i in 0..rows(options, items, matrix) {
        let Some((at, line)) = lines.next() else {
            return Err(Malformed { line: last, what: format!("ends after {i} of {options} rows") });
        };
        let read = if matrix { matrix_row(line, items, &mut row) } else { sparse_row(line, items, &mut row) };
        read.map_err(|what| Malformed { line: at, what })?;
        cover.add(&row).map_err(|e| Malformed { line: at, what: refused(e, |i| (i + 1).to_string()) })?;
        last = at;
    }
    match lines.next() {
        Some((line, _)) => {
            Err(Malformed { line, what: format!("a line after the {options} rows announced") })
        }
        None => {
            let wording = if matrix { Wording::Matrix } else { Wording::Sparse };
            Ok(Problem { cover, item_line, wording })
        }
    }
}

/// Options and items, as a problem begins.
pub(super) fn header(line: &[u8]) -> Option<(usize, usize)> {
    let mut words = words(line);
    let (options, items) = (number(words.next()?)?, number(words.next()?)?);
    words.next().is_none().then_some((options, items))
}

/// Lines that the options take: those of a matrix without columns would all be blank.
pub(super) fn rows(options: usize, items: usize, matrix: bool) -> usize {
    if matrix && items == 0 { 0 } else { options }
}

/// Reads a line of a 0 or 1 for each item.
pub(super) fn matrix_row(line: &[u8], items: usize, row: &mut Vec<usize>) -> Result<(), String> {
    row.clear();
    let glued = line.len() == items && line.iter().all(|b| matches!(b, b'0' | b'1'));
    let mut count = 0;
    let cells: &mut dyn Iterator<Item = &[u8]> = if glued { &mut line.chunks(1) } else { &mut words(line) };
    for cell in cells {
        match cell {
            b"0" => {}
            b"1" => row.push(count),
            _ => return Err(format!("{} is neither 0 nor 1", shown(cell))),
        }
        count += 1;
    }
    if count == items { Ok(()) } else { Err(format!("{count} numbers in a row of {items}")) }
}

/// Reads a line of the number of items, and each from 1.
pub(super) fn sparse_row(line: &[u8], items: usize, row: &mut Vec<usize>) -> Result<(), String> {
    row.clear();
    let mut words = words(line);
    let count = words.next().unwrap_or_default();
    let count = number(count).ok_or_else(|| format!("{} is no number of items", shown(count)))?;
    for word in words {
        match number(word) {
            Some(item) if (1..=items).contains(&item) => row.push(item - 1),
            _ => return Err(format!("unknown item {}: items are 1 to {items}", shown(word))),
        }
    }
    if row.len() == count { Ok(()) } else { Err(format!("{} items, not {count} as announced", row.len())) }
}
