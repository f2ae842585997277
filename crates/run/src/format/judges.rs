//! The boards of online judges, in blocks of lines.

use super::{
    boards::{BoardCodec, Style},
    codec::Format,
    head::{Fit, HeadLines},
};
use quadrille_core::grid::Symbols;

const UVA_BOARDS: BoardCodec =
    BoardCodec { side: 4, counted: true, symbols: Symbols::Digits, style: Style::Cases, empty: b'*' };

/// A number T, then T boards of four lines. Answers are numbered: `Case #1:` and so on.
pub(super) static UVA12988: Format = Format {
    name: "uva12988",
    aliases: &[],
    about: "a number T, then T boards of 4 lines",
    detect: |head, _| UVA_BOARDS.detect_counted(head),
    open: |head, _| UVA_BOARDS.open(head),
};

const SPOJ_BOARDS: BoardCodec =
    BoardCodec { side: 16, counted: true, symbols: Symbols::Letters, style: Style::Blocks, empty: b'-' };

/// A number T, then T boards of 16 lines. A blank line is written between the answers.
pub(super) static SPOJ1110: Format = Format {
    name: "spoj1110",
    aliases: &[],
    about: "a number T, then T boards of 16 lines in letters",
    detect: |head, _| SPOJ_BOARDS.detect_counted(head),
    open: |head, _| SPOJ_BOARDS.open(head),
};

const HUST_BOARDS: BoardCodec =
    BoardCodec { side: 9, counted: true, symbols: Symbols::Digits, style: Style::Cases, empty: b'*' };

/// A number T, then T boards of nine lines. Answers are numbered: `Case #1:` and so on.
pub(super) static HUST1565: Format = Format {
    name: "hust1565",
    aliases: &[],
    about: "a number T, then T boards of 9 lines",
    detect: |head, _| HUST_BOARDS.detect_counted(head),
    open: |head, _| HUST_BOARDS.open(head),
};

const POJ_BOARDS: BoardCodec =
    BoardCodec { side: 16, counted: false, symbols: Symbols::Letters, style: Style::Blocks, empty: b'-' };

/// Boards of 16 lines, up to the end of the input. A blank line is written between the answers.
pub(super) static POJ3076: Format = Format {
    name: "poj3076",
    aliases: &[],
    about: "boards of 16 lines in letters",
    detect: |head, _| detect_poj3076(head),
    open: |head, _| POJ_BOARDS.open(head),
};

/// 16 rows of letters and `-`. Rows of `-` alone are taken for empty 4×4 boards, one per line.
fn detect_poj3076(head: &HeadLines<'_>) -> Fit {
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
