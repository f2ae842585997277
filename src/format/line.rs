//! `line`: one puzzle a line, its size from the line's length.

use super::{
    Alphabet, Answer, Codec, Fit, Format, Lines, Malformed, OpenedInput, Options, Place, RecordBatch,
    RecordKind, Symbols, pencilmark,
};
use crate::{Shape, framing};
use memchr::memchr;

pub(crate) use crate::grid::cells::push_nine;
pub use crate::grid::cells::{LineError, MAX_LINE, is_record, parse, parse_field};
pub(super) use crate::grid::cells::{Shown, grid_of, parse_grid};

/// One puzzle a line.
pub static FORMAT: Format = Format {
    name: "line",
    aliases: &["sdm"],
    about: "a puzzle of 16, 36, 81, 144, 256 or 625 characters a line",
    fits,
    // A line `end` is known to end some collections: where nobody said what the input is, it does.
    open: |_, options| Ok(Some(opening(options, options.guessed))),
};

/// An input of lines; a line `end` is the end of it if `until_end`.
pub(super) fn opening(options: &Options, until_end: bool) -> OpenedInput {
    if options.regions {
        return pencilmark::opening(options, until_end, false);
    }
    let reader = LineReader { symbols: options.symbols, until_end };
    OpenedInput {
        reader: Box::new(reader),
        framing: Box::new(framing::Lines { longest: Some(MAX_LINE) }),
        skip: 0,
    }
}

fn fits(lines: &Lines<'_>, options: &Options) -> Fit {
    let symbols = options.symbols;
    let mut cells = Vec::new();
    if options.regions && pencilmark::has_regions(lines.lines[0]) {
        return Fit::Yes;
    }
    match parse(lines.lines[0], symbols, &mut cells) {
        // So long a word without a blank is a grid, if not a right one.
        Err(_) => Fit::when(matches!(grid_of(lines.lines[0]).1.len(), 81 | 144 | 256 | 625)),
        Ok(_) if lines.lines[0].len() != 16 => Fit::Yes,
        // A 4×4 board, or a row of a 16×16 one: sixteen such rows tell, if one of them is no board.
        Ok(_) => {
            let run = lines.lines.iter().take(16).take_while(|l| l.len() == 16);
            let (rows, boards) = run.fold((0, true), |(rows, boards), l| {
                (rows + 1, boards && parse(l, symbols, &mut cells).is_ok())
            });
            match rows {
                16 => Fit::when(boards),
                _ if rows < lines.lines.len() || lines.whole => Fit::Yes,
                _ => Fit::Unsure,
            }
        }
    }
}

struct LineReader {
    symbols: Symbols,
    until_end: bool,
}

impl LineReader {
    #[inline(never)]
    fn read_line(&self, text: &[u8], sheet: &mut RecordBatch) {
        let text = &text[..text.len().min(MAX_LINE + 1)];
        if !is_record(text) {
            return;
        }
        if self.until_end && text.len() < 100 && text.trim_ascii() == b"end" {
            sheet.ended = true;
            return;
        }
        sheet.push(sheet.lines, |cells| parse(text, self.symbols, cells).map_err(Malformed::Line));
    }
}

impl Codec for LineReader {
    fn read(&self, chunk: &[u8], _: Option<u64>, sheet: &mut RecordBatch) {
        let mut rest = chunk;
        while !rest.is_empty() && !sheet.ended {
            // A 9×9 record with nothing behind it, found without looking for the newline.
            if let Some((nine, tail)) = rest.split_first_chunk::<81>()
                && tail.first() == Some(&b'\n')
                && push_nine(nine, &mut sheet.cells[Shape::NINE.index()])
            {
                sheet.slots.push(RecordKind::new(Shape::NINE, Alphabet::Digits));
                rest = &tail[1..];
            } else {
                let end = memchr(b'\n', rest).unwrap_or(rest.len());
                self.read_line(&rest[..end], sheet);
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            sheet.lines += 1;
        }
    }

    fn marks(&self) -> bool {
        false
    }

    fn write(&self, _: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        answer.write(text);
        text.push(b'\n');
    }
}
