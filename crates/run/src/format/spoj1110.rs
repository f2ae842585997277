//! `spoj1110`: 16×16 boards of an online judge, in letters, counted, `-` for an empty cell.

use super::{
    boards::{BoardCodec, Style},
    codec::Format,
    kind::{FormatKind, RecordForm},
};
use quadrille_grid::Symbols;

const BOARDS: BoardCodec = BoardCodec {
    side: 16,
    counted: true,
    symbols: Symbols::Letters,
    style: Style::Blocks,
    empty: b'-',
    naked_singles: false,
};

/// A number T, then T boards of 16 lines. A blank line is written between the answers.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("spoj1110", RecordForm::Boards),
    aliases: &[],
    about: "a number T, then T boards of 16 lines in letters",
    detect: |head, _| BOARDS.detect_counted(head),
    open: |head, _| BOARDS.open(head),
};
