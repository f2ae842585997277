//! `uva12988`: a judge's 4×4 boards, counted, `*` for an empty cell.

use super::{
    Format, Symbols,
    boards::{Boards, Style},
};

const BOARDS: Boards =
    Boards { side: 4, counted: true, symbols: Symbols::Digits, style: Style::Cases, empty: b'*' };

/// A number T, then T boards of four lines. Answers are numbered, `Case #1:` and so on.
pub static FORMAT: Format = Format {
    name: "uva12988",
    aliases: &[],
    about: "a number T, then T boards of 4 lines",
    fits: |lines, _| BOARDS.fits_counted(lines),
    open: |head, _| BOARDS.open(head),
};
