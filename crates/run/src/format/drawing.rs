//! The output format `grid`: boards as people draw them.
//!
//! ```text
//! 5 3 4 | 6 7 8 | 9 1 2
//! 6 7 2 | 1 9 5 | 3 4 8
//! 1 9 8 | 3 4 2 | 5 6 7
//! ------+-------+------
//! ```
//!
//! Lines are drawn where two neighboring cells are in different boxes or, in a jigsaw, in different regions. The input
//! format `grid` reads these drawings.

use super::output_format::{AnswerForm, OutputFormat};
use quadrille_tasks::{ColumnKind, PuzzleView, Value};

/// A drawing of each board, followed by a blank line.
pub(super) static GRID: OutputFormat = OutputFormat {
    name: "grid",
    about: "a drawing of each board, followed by a blank line",
    extensions: &[],
    form: AnswerForm::Drawings,
    number_end: Some(b":\n"),
    header: |_, _| {},
    write: |answer, text| {
        match (answer.board(), answer.puzzle) {
            (Some(cells), Some(puzzle)) => draw(cells, &puzzle, answer.regions, text),
            _ => {
                answer.write(text);
                text.push(b'\n');
            }
        }
        for detail in answer.details() {
            let column = &answer.columns[detail];
            match answer.values[detail] {
                Value::Text(note) => write_note(note, text),
                Value::Null if column.kind == ColumnKind::Text => {}
                _ => {
                    text.extend_from_slice(column.name.as_bytes());
                    text.extend_from_slice(b": ");
                    answer.write_value(detail, text);
                    text.push(b'\n');
                }
            }
        }
        for lines in answer.values.iter().filter_map(|value| value.list()) {
            text.extend_from_slice(lines);
            text.push(b'\n');
        }
        text.push(b'\n');
    },
};

/// Appends each part of a note on a line of its own.
fn write_note(note: &[u8], text: &mut Vec<u8>) {
    for part in note.split(|b| *b == b';').map(<[u8]>::trim_ascii).filter(|part| !part.is_empty()) {
        text.extend_from_slice(part);
        text.push(b'\n');
    }
}

fn draw(cells: &[u8], puzzle: &PuzzleView<'_>, shared: Option<&[u8]>, text: &mut Vec<u8>) {
    match puzzle.extras.regions.or(shared) {
        Some(regions) => draw_regions(cells, regions, puzzle, text),
        None => draw_boxes(cells, puzzle, text),
    }
}

fn draw_boxes(cells: &[u8], puzzle: &PuzzleView<'_>, text: &mut Vec<u8>) {
    let shape = puzzle.shape;
    for (row, cells) in cells.chunks(shape.side()).enumerate() {
        if row > 0 && row % shape.box_rows() == 0 {
            for nth_box in 0..shape.box_rows() {
                let is_outer = nth_box == 0 || nth_box + 1 == shape.box_rows();
                text.extend_from_slice(if nth_box > 0 { b"+" } else { b"" });
                text.resize(text.len() + 2 * shape.box_columns() + usize::from(!is_outer), b'-');
            }
            text.push(b'\n');
        }
        for (col, &digit) in cells.iter().enumerate() {
            text.extend_from_slice(match col {
                0 => b"",
                _ if col % shape.box_columns() == 0 => b" | ",
                _ => b" ",
            });
            text.push(puzzle.alphabet.symbol(digit));
        }
        text.push(b'\n');
    }
}

/// Each cell and each border between two cells takes one character.
fn draw_regions(cells: &[u8], regions: &[u8], puzzle: &PuzzleView<'_>, text: &mut Vec<u8>) {
    let side = puzzle.shape.side();
    let rows = cells.chunks(side).zip(regions.chunks(side));
    let mut above: Option<&[u8]> = None;
    for (cells, regions) in rows {
        if let Some(above) = above.replace(regions).filter(|above| *above != regions) {
            draw_border(above, regions, text);
        }
        for (col, &digit) in cells.iter().enumerate() {
            if col > 0 {
                text.push(if regions[col - 1] == regions[col] { b' ' } else { b'|' });
            }
            text.push(puzzle.alphabet.symbol(digit));
        }
        text.push(b'\n');
    }
}

/// Appends the line between two rows, of which the regions are given.
fn draw_border(above: &[u8], below: &[u8], text: &mut Vec<u8>) {
    let is_border = |col: usize| above[col] != below[col];
    for col in 0..above.len() {
        if col > 0 {
            text.push(if is_border(col - 1) || is_border(col) { b'+' } else { b' ' });
        }
        text.push(if is_border(col) { b'-' } else { b' ' });
    }
    text.truncate(text.trim_ascii_end().len());
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Answer;
    use quadrille_engines::SearchReport;
    use quadrille_grid::{Alphabet, Extras, Shape};
    use quadrille_tasks::ColumnSpec;

    fn drawn(cells: &[u8], regions: Option<&[u8]>) -> String {
        let shape = Shape::from_area(cells.len()).unwrap();
        let extras = Extras { regions, ..Extras::default() };
        let puzzle = PuzzleView { shape, alphabet: Alphabet::Digits, cells, extras };
        let columns = [ColumnSpec::new("solution", ColumnKind::Board, "")];
        let answer = Answer::found(&columns, puzzle, Ok(cells), &SearchReport::default());
        let mut text = Vec::new();
        GRID.write(&answer, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn borders_of_boxes_are_drawn() {
        let cells: Vec<u8> = (0..36).map(|cell| (cell % 7) as u8).collect();
        assert_eq!(
            drawn(&cells, None),
            ". 1 2 | 3 4 5\n6 . 1 | 2 3 4\n------+------\n5 6 . | 1 2 3\n4 5 6 | . 1 2\n------+------\n\
             3 4 5 | 6 . 1\n2 3 4 | 5 6 .\n\n"
        );
    }

    #[test]
    fn borders_of_regions_are_drawn() {
        let regions = [0, 0, 0, 1, 2, 0, 3, 1, 2, 3, 3, 1, 2, 2, 3, 1];
        assert_eq!(
            drawn(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], Some(&regions)),
            "1 2 3|4\n-+ +-+\n3|4|1|2\n +-+\n2|1 4|3\n +-+\n4 3|2|1\n\n"
        );
    }
}
