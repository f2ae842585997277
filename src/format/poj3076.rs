//! `poj3076`: a judge's 16×16 boards in letters up to the end of the input, `-` for an empty cell.

use super::{
    Fit, Format, Lines, Symbols,
    boards::{Boards, Style},
};

const BOARDS: Boards =
    Boards { side: 16, counted: false, symbols: Symbols::Letters, style: Style::Blocks, empty: b'-' };

/// Boards of 16 lines, up to the end. A blank line goes between the answers.
pub static FORMAT: Format = Format {
    name: "poj3076",
    aliases: &[],
    about: "boards of 16 lines in letters",
    fits: |lines, _| fits(lines),
    open: |head, _| BOARDS.open(head),
};

/// Sixteen rows of letters and `-`. Rows of `-` alone may as well be empty 4×4 boards, a line each.
fn fits(lines: &Lines<'_>) -> Fit {
    let is_letter = |b: &u8| matches!(b | 32, b'a'..=b'p');
    let is_row = |l: &&&[u8]| l.len() == 16 && l.iter().all(|b| *b == b'-' || is_letter(b));
    let run = lines.lines.iter().take(16);
    let rows = run.clone().take_while(is_row).count();
    match rows {
        16 => Fit::when(run.copied().flatten().any(is_letter)),
        _ if rows < run.len() || lines.whole => Fit::No,
        _ => Fit::Unsure,
    }
}
