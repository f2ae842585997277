//! `hodoku`: lines of the library of HoDoKu, a state of a 9×9 board each.
//!
//! ```text
//! :0300:1:+53..7....6..195…:115 216:418:r1c1:
//!  technique            candidates deleted so far: digit, row, column
//!       its candidates      the candidates that the technique eliminates, and more
//!         the cells, with `+` before digits that are placed
//! ```
//!
//! Tasks that take candidates read the whole state, and which digits are placed. All others read the givens, without the digits that are placed
//! unless they count, and refuse a record with deleted candidates, which givens cannot hold.

use super::{
    codec::{Capabilities, CellContent, Codec, Format, OpenedInput},
    kind::{FormatKind, RecordForm},
    malformed::return_within,
    record_batch::RecordBatch,
};
use memchr::{memchr, memchr_iter};
use quadrille_base::framing::LineFraming;
use quadrille_grid::{
    Alphabet, OwnedExtras, Shape,
    cells::{MAX_LINE, is_record},
};
use quadrille_tasks::Malformed;

/// Lines of the library of HoDoKu.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("hodoku", RecordForm::Boards),
    aliases: &[],
    about: "lines of HoDoKu's library, `:technique:candidates:81 cells:deleted candidates:…`",
    // No line in another format begins with a colon and has so many.
    detect: |head, _| {
        let line = head.lines[0];
        (line.starts_with(b":") && memchr_iter(b':', line).count() >= 4).into()
    },
    open: |_, options| {
        let codec =
            Box::new(HodokuCodec { givens_only: options.givens_only, counts_placed: options.counts_placed });
        let framing = Box::new(LineFraming { max_line: options.max_line() });
        Ok(Some(OpenedInput { codec, framing, skip: 0 }))
    },
};

const ALL_DIGITS: u32 = (1 << 9) - 1;

struct HodokuCodec {
    givens_only: bool,
    counts_placed: bool,
}

impl Codec for HodokuCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        let cells = if self.givens_only { CellContent::Givens } else { CellContent::Candidates };
        Capabilities { cells, ..Capabilities::LINES }
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..end.min(MAX_LINE + 1)];
            rest = rest.get(end + 1..).unwrap_or_default();
            if is_record(line) {
                let number = batch.lines;
                batch.push_with_extras(number, None, |cells, extras| self.parse(line, cells, extras));
            }
            batch.lines += 1;
        }
    }
}

impl HodokuCodec {
    fn parse(
        &self,
        line: &[u8],
        cells: &mut Vec<u8>,
        extras: &mut OwnedExtras,
    ) -> Result<(Shape, Alphabet), Malformed> {
        return_within(line)?;
        let start = line.len() - line.trim_ascii_start().len();
        let mut fields = memchr_iter(b':', line).map(|colon| colon + 1);
        let (Some(_), Some(_), Some(grid), Some(deleted)) =
            (fields.next().filter(|first| *first == start + 1), fields.next(), fields.next(), fields.next())
        else {
            return Err(Malformed::Other("expected `:technique:candidates:81 cells:deleted candidates:…`"));
        };
        let state = State::read(&line[grid..deleted - 1], grid)?;
        let end = fields.next().map_or(line.len(), |next| next - 1);
        let deleted = Deleted { text: &line[deleted..end], start: deleted };
        if self.givens_only {
            if !deleted.text.trim_ascii().is_empty() {
                return Err(Malformed::At(
                    "a puzzle of givens cannot hold deleted candidates; empty this field to read the givens alone",
                    deleted.start + 1,
                ));
            }
            cells.extend_from_slice(if self.counts_placed { &state.digits } else { &state.givens });
        } else {
            let mut candidates = state.candidates;
            deleted.remove_from(&state.digits, &mut candidates)?;
            extras.candidates.extend_from_slice(&candidates);
            cells.extend_from_slice(&state.digits);
            let is_placed = |cell: &usize| state.digits[*cell] != state.givens[*cell];
            extras.placed = (0..81).filter(is_placed).fold(0, |set, cell| set | 1 << cell);
        }
        Ok((Shape::NINE, Alphabet::Digits))
    }
}

/// The cells of a board.
struct State {
    /// The digits, and the givens among them.
    digits: [u8; 81],
    givens: [u8; 81],
    candidates: [u32; 81],
}

impl State {
    /// Reads the cells, which begin at position `start` of the line.
    fn read(text: &[u8], start: usize) -> Result<State, Malformed> {
        let mut state = State { digits: [0; 81], givens: [0; 81], candidates: [ALL_DIGITS; 81] };
        let (mut count, mut is_placed) = (0, false);
        for (at, &byte) in text.iter().enumerate() {
            let wrong = Malformed::At("expected a digit, an empty cell, or `+` and a digit", start + at + 1);
            if byte == b'+' && !is_placed {
                is_placed = true;
                continue;
            }
            let digit =
                Alphabet::Digits.cell(byte, 9).filter(|digit| *digit > 0 || !is_placed).ok_or(wrong)?;
            if let Some(candidates) = state.candidates.get_mut(count)
                && digit > 0
            {
                *candidates = 1 << (digit - 1);
                state.digits[count] = digit;
                state.givens[count] = if is_placed { 0 } else { digit };
            }
            (count, is_placed) = (count + 1, false);
        }
        match (count, is_placed) {
            (81, false) => Ok(state),
            _ => Err(Malformed::Length { found: count, lengths: "81 cells" }),
        }
    }
}

/// The candidates that have been deleted, and where they are in the line.
struct Deleted<'a> {
    text: &'a [u8],
    start: usize,
}

impl Deleted<'_> {
    fn remove_from(&self, digits: &[u8; 81], candidates: &mut [u32; 81]) -> Result<(), Malformed> {
        let words = self.text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        for word in words {
            let at = self.start + word.as_ptr().addr() - self.text.as_ptr().addr() + 1;
            match *word {
                [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
                    let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
                    let [digit, row, column] = [digit, row, column].map(|byte| byte - b'0');
                    if digits[cell] == digit {
                        return Err(Malformed::DeletedDigit { at, digit, row, column });
                    }
                    candidates[cell] &= !(1 << (digit - 1));
                }
                _ => {
                    let what = "expected a deleted candidate, such as 715: digit, row, column";
                    return Err(Malformed::At(what, at));
                }
            }
        }
        Ok(())
    }
}
