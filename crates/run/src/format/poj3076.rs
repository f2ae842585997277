//! `poj3076`: 16×16 boards of an online judge, in letters, `-` for an empty cell, up to the end of
//! the input.

use super::{
    boards::{BoardCodec, Style},
    codec::Format,
    head::{Fit, HeadLines},
    kind::{FormatKind, RecordForm},
};
use quadrille_grid::Symbols;

const BOARDS: BoardCodec = BoardCodec {
    side: 16,
    counted: false,
    symbols: Symbols::Letters,
    style: Style::Blocks,
    empty: b'-',
    naked_singles: false,
};

/// Boards of 16 lines, up to the end of the input. A blank line is written between the answers.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("poj3076", RecordForm::Boards),
    aliases: &[],
    about: "boards of 16 lines in letters",
    detect: |head, _| detect(head),
    open: |head, _| BOARDS.open(head),
};

/// 16 rows of letters and `-`. Rows of `-` alone are read as empty 4×4 boards, one per line.
fn detect(head: &HeadLines<'_>) -> Fit {
    let is_letter = |b: &u8| matches!(b | 32, b'a'..=b'p');
    let is_row = |l: &&&[u8]| l.len() == 16 && l.iter().all(|b| *b == b'-' || is_letter(b));
    let lines = head.lines.iter().take(16);
    let rows = lines.clone().take_while(is_row).count();
    match rows {
        // Letters up to F may also be hexadecimal digits.
        16 => lines.copied().flatten().any(|b| matches!(b | 32, b'g'..=b'p')).into(),
        _ if rows < lines.len() || !head.end.can_grow() => Fit::No,
        _ => Fit::Unsure,
    }
}
