//! `line`: one puzzle per line, its size given by the length of the line.

use super::{
    beside,
    codec::{Capabilities, Codec, Format, OpenedInput, ReadOptions},
    end_line::{EndLine, MAX_END_LINE},
    head::{Fit, HeadLines},
    kept_line::KeptLineCodec,
    kind,
    malformed::read_record,
    pencilmark,
    record_batch::RecordBatch,
};
use memchr::memchr;
use quadrille_grid::{
    Alphabet, InputSymbols, Symbols,
    cells::{MAX_LINE, grid_of_line, is_record, parse_line},
    line_text::may_be_spaced_nine,
};

/// One puzzle per line.
pub(super) static FORMAT: Format = Format {
    kind: kind::LINE,
    aliases: &["sdm"],
    about: "a puzzle of 16, 36, 81, 144, 256 or 625 characters per line",
    detect,
    open: |head, options| {
        if !options.moves_solutions || beside::refuse_in_lines(head, options.symbols)? {
            Ok(Some(open(options, options.selection.into())))
        } else {
            Ok(None)
        }
    },
};

/// An input of lines.
pub(super) fn open(options: &ReadOptions, end_line: EndLine) -> OpenedInput {
    if options.regions {
        return pencilmark::open_givens_with_regions(options, end_line);
    }
    if options.keep_trailing {
        let codec = KeptLineCodec { symbols: options.symbols.into(), end_line };
        return OpenedInput { codec: Box::new(codec), framing: end_line.framing(None), skip: 0 };
    }
    OpenedInput {
        codec: Box::new(LineCodec { symbols: options.symbols.into(), end_line }),
        framing: end_line.framing(options.max_line()),
        skip: 0,
    }
}

fn detect(head: &HeadLines<'_>, options: &ReadOptions) -> Fit {
    let first = head.lines[0];
    if options.regions && pencilmark::has_givens_with_regions(first) {
        return Fit::Yes;
    }
    if !is_board(first, options.symbols) {
        // A word of this length is a grid, though perhaps a malformed one. The line may have begun with blanks.
        let is_grid = matches!(grid_of_line(first).1.len(), 81 | 144 | 256 | 625);
        return (is_grid || may_be_spaced_nine(first)).into();
    }
    if first.len() == 16 { detect_sixteen(head, options.symbols) } else { Fit::Yes }
}

fn is_board(line: &[u8], symbols: Symbols) -> bool {
    parse_line(line, symbols, &mut Vec::new()).map_or_else(|error| error.unclear_board().is_some(), |_| true)
}

/// 16 characters are a 4×4 board or a row of a 16×16 board. 16 such lines are 4×4 boards if each of
/// them is a board on its own.
fn detect_sixteen(head: &HeadLines<'_>, symbols: Symbols) -> Fit {
    let rows: Vec<_> = head.lines.iter().take(16).take_while(|l| l.len() == 16).collect();
    match rows.len() {
        16 => rows.iter().all(|line| is_board(line, symbols)).into(),
        n if n < head.lines.len() || !head.end.can_grow() => Fit::Yes,
        _ => Fit::Unsure,
    }
}

struct LineCodec {
    symbols: InputSymbols,
    end_line: EndLine,
}

impl LineCodec {
    #[inline(never)]
    fn read_line(&self, line: &[u8], rest: &[u8], batch: &mut RecordBatch) {
        let line = &line[..line.len().min(MAX_LINE + 1)];
        if !is_record(line) {
            return;
        }
        if line.len() < MAX_END_LINE && self.end_line.read((line, None), rest, batch) {
            return;
        }
        let number = batch.lines;
        batch.push(number, None, |cells| read_record(line, self.symbols, cells));
    }
}

impl Codec for LineCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities::LINES
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut rest = chunk;
        while !rest.is_empty() && !batch.ended {
            rest = &rest[batch.push_nine_lines(rest)..];
            if rest.is_empty() {
                break;
            }
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            let line;
            (line, rest) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
            self.read_line(line, rest, batch);
            batch.lines += 1;
        }
    }
}
