//! Records of more than givens: `pencilmark`, and lines that bring the regions of a jigsaw.
//!
//! ```text
//!   line, with regions    givens: side²         │ regions: side²
//!   pencilmark            candidates: side³     │ regions: side², if the rules ask for them
//! ```

use super::line::{MAX_LINE, grid_of, is_record, parse_grid};
use super::{
    Alphabet, Answer, Codec, Fit, Format, Lines, Malformed, OpenedInput, Options, Place, RecordBatch,
    RecordKind, Symbols,
};
use crate::{Regions, Shape, format::regions::is_mark, framing, grid::symbols::is_empty_cell};
use memchr::memchr;

pub use crate::grid::symbols::{write_candidates, write_regions};

/// Which digits every cell may hold: `side` characters for each cell, in the order of the cells; at
/// the place of each digit the digit itself if it is allowed, or one of `.0*-_` if it is not.
///
/// ```text
///   .2.4 1... 1234 …      cell 1 is 2 or 4, cell 2 is 1, cell 3 anything (written without blanks)
/// ```
pub static FORMAT: Format = Format {
    name: "pencilmark",
    aliases: &[],
    about: "the candidates of every cell, 729 characters a line for 9×9",
    fits,
    open: |_, options| Ok(Some(opening(options, options.guessed, true))),
};

/// An input of lines of candidates, or of givens and regions.
pub(super) fn opening(options: &Options, until_end: bool, candidates: bool) -> OpenedInput {
    let parts = Parts { candidates, regions: options.regions };
    OpenedInput {
        reader: Box::new(PartsReader { parts, symbols: options.symbols, until_end }),
        framing: Box::new(framing::Lines { longest: Some(MAX_LINE) }),
        skip: 0,
    }
}

/// Whether a line has a grid and its regions.
pub(super) fn has_regions(line: &[u8]) -> bool {
    Parts { candidates: false, regions: true }.shape(grid_of(line).1).is_some()
}

fn fits(lines: &Lines<'_>, options: &Options) -> Fit {
    let parts = Parts { candidates: true, regions: options.regions };
    let word = grid_of(lines.lines[0]).1;
    // So many characters are pencil marks, if not right ones; fewer may be anything.
    Fit::when(parts.shape(word).is_some_and(|shape| {
        shape.side() >= 9 || parts.read(shape, word, 0, options.symbols, &mut Scratch::default()).is_ok()
    }))
}

/// What a record is made of.
#[derive(Clone, Copy)]
struct Parts {
    candidates: bool,
    regions: bool,
}

/// The parts of a record that is being read.
#[derive(Default)]
struct Scratch {
    candidates: Vec<u32>,
    regions: Vec<u8>,
}

impl Parts {
    fn shape(self, word: &[u8]) -> Option<Shape> {
        let extra = |s: &Shape| if self.regions { s.area() } else { 0 };
        Shape::ALL.into_iter().find(|s| self.first(*s) + extra(s) == word.len())
    }

    /// Characters before the regions.
    fn first(self, shape: Shape) -> usize {
        if self.candidates { shape.area() * shape.side() } else { shape.area() }
    }

    fn lengths(self) -> &'static str {
        match (self.candidates, self.regions) {
            (true, false) => "pencil marks have 64, 216, 729, 1728, 4096 or 15625",
            (true, true) => "pencil marks with regions have 80, 252, 810, 1872, 4352 or 16250",
            _ => "a grid with its regions has 32, 72, 162, 288, 512 or 1250",
        }
    }

    /// Reads all but the givens of a word that begins at `start`, from 0.
    fn read(
        self,
        shape: Shape,
        word: &[u8],
        start: usize,
        symbols: Symbols,
        scratch: &mut Scratch,
    ) -> Result<(), Malformed> {
        let (first, marks) = word.split_at(self.first(shape));
        scratch.candidates.clear();
        scratch.regions.clear();
        if self.regions {
            if let Some(at) = marks.iter().position(|b| !is_mark(*b)) {
                return Err(Malformed::At("no region: letters and digits are", start + first.len() + at + 1));
            }
            Regions::number(shape, marks, &mut scratch.regions)?;
        }
        if self.candidates {
            let alphabet = symbols.resolve(shape, first);
            for (cell, marks) in first.chunks_exact(shape.side()).enumerate() {
                scratch.candidates.push(mask(marks, alphabet).map_err(|at| {
                    let column = start + cell * shape.side() + at + 1;
                    Malformed::At("neither empty nor the digit whose place it is", column)
                })?);
            }
        }
        Ok(())
    }
}

/// The digits that a cell's characters allow, or the place of one that is wrong.
fn mask(marks: &[u8], alphabet: Alphabet) -> Result<u32, usize> {
    let mut mask = 0;
    for (at, &byte) in marks.iter().enumerate() {
        if !is_empty_cell(byte) {
            if alphabet.digit(byte) != Some(at as u8 + 1) {
                return Err(at);
            }
            mask |= 1 << at;
        }
    }
    Ok(mask)
}

struct PartsReader {
    parts: Parts,
    symbols: Symbols,
    until_end: bool,
}

impl PartsReader {
    fn read_line(&self, text: &[u8], sheet: &mut RecordBatch, scratch: &mut Scratch) {
        let text = &text[..text.len().min(MAX_LINE + 1)];
        if !is_record(text) {
            return;
        }
        if self.until_end && text.trim_ascii() == b"end" {
            sheet.ended = true;
            return;
        }
        let mut found = None;
        sheet.push(sheet.lines, |cells| {
            let (start, word) = grid_of(text);
            let wrong = Malformed::Length { found: word.len(), lengths: self.parts.lengths() };
            let shape = self.parts.shape(word).ok_or(wrong)?;
            self.parts.read(shape, word, start, self.symbols, scratch)?;
            found = Some(shape.index());
            if self.parts.candidates {
                cells.resize(cells.len() + shape.area(), 0);
                return Ok((shape, self.symbols.resolve(shape, &word[..self.parts.first(shape)])));
            }
            let read = parse_grid(&word[..shape.area()], start, self.symbols, cells);
            read.map_err(Malformed::Line)
        });
        if let Some(index) = found.filter(|_| sheet.slots.last() != Some(&RecordKind::MALFORMED)) {
            sheet.candidates[index].extend_from_slice(&scratch.candidates);
            sheet.regions[index].extend_from_slice(&scratch.regions);
        }
    }
}

impl Codec for PartsReader {
    fn read(&self, chunk: &[u8], _: Option<u64>, sheet: &mut RecordBatch) {
        let mut scratch = Scratch {
            candidates: std::mem::take(&mut sheet.spare_candidates),
            regions: std::mem::take(&mut sheet.scratch),
        };
        let mut rest = chunk;
        while !rest.is_empty() && !sheet.ended {
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            self.read_line(&rest[..end], sheet, &mut scratch);
            rest = rest.get(end + 1..).unwrap_or_default();
            sheet.lines += 1;
        }
        (sheet.spare_candidates, sheet.scratch) = (scratch.candidates, scratch.regions);
    }

    fn marks(&self) -> bool {
        false
    }

    fn candidates(&self) -> bool {
        self.parts.candidates
    }

    fn regions(&self) -> bool {
        self.parts.regions
    }

    fn write(&self, _: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        answer.write(text);
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Head;

    fn read(text: &str, candidates: bool, regions: bool) -> RecordBatch {
        let parts = Parts { candidates, regions };
        let reader = PartsReader { parts, symbols: Symbols::Auto, until_end: false };
        let mut sheet = RecordBatch::default();
        reader.read(text.as_bytes(), None, &mut sheet);
        sheet
    }

    fn reason(text: &str, candidates: bool, regions: bool) -> String {
        let sheet = read(text, candidates, regions);
        assert_eq!(sheet.slots, [RecordKind::MALFORMED]);
        assert!(sheet.cells.iter().all(Vec::is_empty) && sheet.regions.iter().all(Vec::is_empty));
        sheet.reasons[0].1.to_string()
    }

    #[test]
    fn candidates_come_out_as_they_go_in() {
        for shape in Shape::ALL {
            let alphabet = Symbols::Letters.resolve(shape, &[]);
            let masks: Vec<u32> = (0..shape.area() as u32)
                .map(|c| c.wrapping_mul(0x9E37_79B9) >> (32 - shape.side()))
                .collect();
            let mut text = Vec::new();
            write_candidates(shape, alphabet, &masks, &mut text);
            let text = String::from_utf8(text).unwrap();
            for text in [text.clone(), format!(" {}\r\n", text.replace('.', "0")), format!("{text} 17 marks")]
            {
                let sheet = read(&text, true, false);
                assert_eq!(sheet.candidates[shape.index()], masks);
                assert_eq!(sheet.cells[shape.index()], vec![0; shape.area()]);
                let head = Head { bytes: text.as_bytes(), whole: true };
                let options = crate::format::tests::options();
                assert_eq!(Format::detect(&head, &options).unwrap().unwrap().name, "pencilmark");
            }
        }
    }

    #[test]
    fn wrong_candidates_are_refused_with_their_place() {
        let right = "1234".repeat(16);
        assert_eq!(
            reason(&right[1..], true, false),
            "63 characters: pencil marks have 64, 216, 729, 1728, 4096 or 15625"
        );
        for wrong in ['1', '5', 'x', '\0'] {
            let text = format!("{}{wrong}{}", &right[..5], &right[6..]);
            assert_eq!(reason(&text, true, false), "column 6: neither empty nor the digit whose place it is");
        }
    }

    #[test]
    fn regions_stand_behind_the_grid() {
        let sheet = read("1...3..2..4.4..1AAABCADBCDDBCCDB\n", false, true);
        assert_eq!(sheet.cells[0][..5], [1, 0, 0, 0, 3]);
        assert_eq!(sheet.regions[0][..6], [0, 0, 0, 1, 2, 0]);
        let sheet = read(&format!("{}AAABCADBCDDBCCDB", "1.34".repeat(16)), true, true);
        assert_eq!((sheet.candidates[0][3], sheet.regions[0].len()), (0b1101, 16));
    }

    #[test]
    fn wrong_regions_of_a_record_are_refused() {
        let grid = "1...3..2..4.4..1";
        assert_eq!(
            reason(grid, false, true),
            "16 characters: a grid with its regions has 32, 72, 162, 288, 512 or 1250"
        );
        let text = format!("{grid}AAABCADBCDDBCCDE");
        assert_eq!(reason(&text, false, true), "region 'B' has 3 cells: 4 are needed");
        let text = format!("{grid}AAABCADBCDDBCC.B");
        assert_eq!(reason(&text, false, true), "column 31: no region: letters and digits are");
        let text = "1...3..2..4.4.x1AAABCADBCDDBCCDB";
        assert_eq!(reason(text, false, true), "column 15: 'x' is no symbol of a 4×4 grid");
    }
}
