//! The alphabet that the first records of an input show together.
//!
//! Boards larger than 9×9 may fit several alphabets one by one, but only one of them together. The first large boards of
//! an input are read until that is so; a record that is not a large board ends the search, so that an input of small
//! boards never waits for more bytes.

use super::{
    codec::{CellContent, OpenedInput, ReadOptions},
    head::Head,
    record_batch::RecordBatch,
};
use quadrille_base::framing::{HeadEnd, MAX_HEAD, SeekSupport, Target};
use quadrille_grid::{ParsePuzzleError, Readings, Shape, Shown, Symbols};
use quadrille_tasks::Malformed;

/// Tells the codec which alphabet the first records show. Returns `false` if more bytes are needed to decide.
pub(super) fn settle_symbols(opened: &mut OpenedInput, head: &Head<'_>, options: &ReadOptions) -> bool {
    let has_candidates = opened.codec.capabilities().cells == CellContent::Candidates;
    let is_counted = opened.framing.seek_support() == SeekSupport::Counted;
    if options.symbols != Symbols::Auto || has_candidates || is_counted {
        return true;
    }
    // The same bytes, whether more of them were needed for a long header or not.
    let bytes = &head.bytes[..head.bytes.len().min(MAX_HEAD)];
    let body = bytes.get(opened.skip..).unwrap_or_default();
    let at_eof = head.end == HeadEnd::Eof && bytes.len() == head.bytes.len();
    // The first record nearly always decides, so this begins with few bytes.
    let mut len = FIRST_BYTES.min(body.len());
    loop {
        let is_all = len == body.len();
        let target = if is_all && at_eof { Target::End } else { Target::Last };
        match shown_in(opened, &body[..len], target) {
            Shown::Unsure if is_all => return head.end.is_final(),
            Shown::Unsure => len = (4 * len).min(body.len()),
            Shown::Nothing => return true,
            Shown::Alphabet(alphabet) => {
                opened.codec.assume(alphabet);
                return true;
            }
        }
    }
}

/// How many bytes are read before more are.
const FIRST_BYTES: usize = 2 << 10;

/// The facts from the whole records in some bytes.
fn shown_in(opened: &mut OpenedInput, bytes: &[u8], target: Target) -> Shown {
    let mut batch = RecordBatch::default();
    if let Some(cut) = opened.framing.cut(bytes, target) {
        opened.codec.read(&bytes[..cut.end], None, &mut batch);
    }
    shown(&batch)
}

fn shown(batch: &RecordBatch) -> Shown {
    let mut reasons = batch.boards.malformed.iter();
    let mut cells = batch.boards.cells.each_ref().map(|cells| &cells[..]);
    Shown::by(batch.boards.tags.iter().map(|tag| match tag.shape() {
        Some(shape) => {
            let board = take_board(&mut cells[shape.index()], shape);
            Readings::of_board(shape, tag.alphabet(), board)
        }
        None => match reasons.next() {
            Some((_, Malformed::Puzzle(ParsePuzzleError::Ambiguous(readings)))) => Some(*readings),
            _ => Some(Readings::ALL),
        },
    }))
}

/// The first board of some.
fn take_board<'c>(cells: &mut &'c [u8], shape: Shape) -> &'c [u8] {
    let (board, rest) = cells.split_at(shape.area());
    *cells = rest;
    board
}
