//! `poj3074`: a judge's 9×9 puzzles, one a line, until a line `end`.

use super::{Fit, Format, line};

/// One puzzle a line, until a line `end`. Read as `line` in all else.
///
/// Never taken without being named: an input of lines whose format is not named ends at a line
/// `end` all the same.
pub static FORMAT: Format = Format {
    name: "poj3074",
    aliases: &[],
    about: "as line, until a line `end`",
    fits: |_, _| Fit::No,
    open: |_, options| Ok(Some(line::opening(options, true))),
};
