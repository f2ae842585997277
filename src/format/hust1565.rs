//! `hust1565`: a judge's 9×9 boards for the only-number method, counted, `*` for an empty cell.

use super::{
    Format, Symbols,
    boards::{Boards, Style},
};

const BOARDS: Boards =
    Boards { side: 9, counted: true, symbols: Symbols::Digits, style: Style::Cases, empty: b'*' };

/// A number T, then T boards of nine lines. Answers are numbered, `Case #1:` and so on.
pub static FORMAT: Format = Format {
    name: "hust1565",
    aliases: &[],
    about: "a number T, then T boards of 9 lines",
    fits: |lines, _| BOARDS.fits_counted(lines),
    open: |head, _| BOARDS.open(head),
};
