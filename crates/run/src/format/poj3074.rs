//! `poj3074`: 9×9 puzzles of an online judge, one per line, up to a line `end`.

use super::{
    codec::Format,
    end_line::EndLine,
    head::Fit,
    kind::{FormatKind, RecordForm},
    line,
};

/// One puzzle per line, up to a line `end`. Otherwise the same as `line`.
///
/// Never detected: in an input that is detected as `line`, a line `end` is not read if it is the last one.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("poj3074", RecordForm::Boards),
    aliases: &[],
    about: "as `line`, up to a line `end`",
    detect: |_, _| Fit::No,
    open: |_, options| Ok(Some(line::open(options, EndLine::EndsInput))),
};
