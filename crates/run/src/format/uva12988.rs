//! `uva12988`: 4×4 boards of an online judge, counted, `*` for an empty cell.

use super::{
    boards::{BoardCodec, Style},
    codec::Format,
    kind::{FormatKind, RecordForm},
};
use quadrille_grid::Symbols;

const BOARDS: BoardCodec = BoardCodec {
    side: 4,
    counted: true,
    symbols: Symbols::Digits,
    style: Style::Cases,
    empty: b'*',
    naked_singles: false,
};

/// A number T, then T boards of four lines. Answers are numbered: `Case #1:` and so on.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("uva12988", RecordForm::Boards),
    aliases: &[],
    about: "a number T, then T boards of 4 lines",
    detect: |head, _| BOARDS.detect_counted(head),
    open: |head, _| BOARDS.open(head),
};
