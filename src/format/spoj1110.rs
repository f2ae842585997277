//! `spoj1110`: a judge's 16×16 boards in letters, counted, `-` for an empty cell.

use super::{
    Format, Symbols,
    boards::{Boards, Style},
};

const BOARDS: Boards =
    Boards { side: 16, counted: true, symbols: Symbols::Letters, style: Style::Blocks, empty: b'-' };

/// A number T, then T boards of 16 lines. A blank line goes between the answers.
pub static FORMAT: Format = Format {
    name: "spoj1110",
    aliases: &[],
    about: "a number T, then T boards of 16 lines in letters",
    fits: |lines, _| BOARDS.fits_counted(lines),
    open: |head, _| BOARDS.open(head),
};
