//! `hust1565`: 9×9 boards of an online judge's task about hints, counted, `*` for an empty cell.

use super::{
    boards::{BoardCodec, Style},
    codec::Format,
    kind::{FormatKind, RecordForm},
};
use quadrille_grid::Symbols;

const BOARDS: BoardCodec = BoardCodec {
    side: 9,
    counted: true,
    symbols: Symbols::Digits,
    style: Style::Cases,
    empty: b'*',
    naked_singles: true,
};

/// A number T, then T boards of nine lines. Answers are numbered: `Case #1:` and so on.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("hust1565", RecordForm::Boards),
    aliases: &[],
    about: "a number T, then T boards of 9 lines",
    detect: |head, _| BOARDS.detect_counted(head),
    open: |head, _| BOARDS.open(head),
};
