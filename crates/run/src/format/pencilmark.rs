//! Records of more than givens: `pencilmark`, and lines of `line` that include the regions of a
//! jigsaw.
//!
//! ```text
//!   line, with regions    givens: side²         │ regions: side²
//!   pencilmark            candidates: side³     │ regions: side², if the variant needs them
//! ```

use super::{
    codec::{Capabilities, CellContent, Codec, Format, OpenedInput, ReadOptions},
    end_line::EndLine,
    head::{Fit, HeadLines},
    kind::{FormatKind, RecordForm},
    malformed::return_within,
    record_batch::RecordBatch,
};
use memchr::memchr;
use quadrille_grid::{
    Alphabet, InputSymbols, OwnedExtras, Readings, Shape,
    cells::{MAX_LINE, ParsePuzzleError, grid_of_line, is_record, parse_grid},
    field::parse_field,
    number_regions,
    regions_text::is_region_symbol,
};
use quadrille_tasks::Malformed;

#[cfg(test)]
mod tests;

/// The digits that every cell may hold: `side` characters for each cell, in the order of the cells.
/// In the place of each digit is the digit itself if it is allowed, or one of `.0*-_` if not.
///
/// ```text
///   .2.4 1... 1234 …      cell 1 is 2 or 4, cell 2 is 1, cell 3 anything (written without blanks)
/// ```
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("pencilmark", RecordForm::Boards),
    aliases: &[],
    about: "the candidates of every cell, 729 characters per line for 9×9",
    detect,
    open: |_, options| Ok(Some(open(CellContent::Candidates, options, options.selection.into()))),
};

/// An input of lines with givens and regions.
pub(super) fn open_givens_with_regions(options: &ReadOptions, end_line: EndLine) -> OpenedInput {
    open(CellContent::Givens, options, end_line)
}

fn open(cells: CellContent, options: &ReadOptions, end_line: EndLine) -> OpenedInput {
    let parts = RecordParts { cells, regions: options.regions };
    OpenedInput {
        codec: Box::new(PencilmarkCodec { parts, symbols: options.symbols.into(), end_line }),
        framing: end_line.framing(options.max_line()),
        skip: 0,
    }
}

/// Whether a line has as many characters as givens with regions.
pub(super) fn has_givens_with_regions(line: &[u8]) -> bool {
    let parts = RecordParts { cells: CellContent::Givens, regions: true };
    parts.shape(grid_of_line(line).1).is_some()
}

fn detect(head: &HeadLines<'_>, options: &ReadOptions) -> Fit {
    let parts = RecordParts { cells: CellContent::Candidates, regions: options.regions };
    let text = grid_of_line(head.lines[0]).1;
    // A line of this length contains candidates, though perhaps malformed ones; a shorter line may be
    // something else.
    let fits = |shape: Shape| {
        shape.side() >= 9
            || parts.read(shape, text, 0, options.symbols.into(), &mut OwnedExtras::default()).is_ok()
    };
    parts.shape(text).is_some_and(fits).into()
}

/// The contiguous parts of a record.
#[derive(Clone, Copy)]
struct RecordParts {
    cells: CellContent,
    regions: bool,
}

impl RecordParts {
    /// The shape of the board whose parts have this length together.
    fn shape(self, text: &[u8]) -> Option<Shape> {
        let regions_len = |s: &Shape| if self.regions { s.area() } else { 0 };
        Shape::EACH.into_iter().find(|s| self.cells_len(*s) + regions_len(s) == text.len())
    }

    /// The length of the part before the regions.
    fn cells_len(self, shape: Shape) -> usize {
        match self.cells {
            CellContent::Givens => shape.area(),
            CellContent::Candidates => shape.area() * shape.side(),
        }
    }

    fn lengths(self) -> &'static str {
        match (self.cells, self.regions) {
            (CellContent::Candidates, false) => {
                "64, 216, 729, 1728, 4096 or 15625 characters of pencil marks"
            }
            (CellContent::Candidates, true) => {
                "80, 252, 810, 1872, 4352 or 16250 characters of pencil marks and regions"
            }
            (CellContent::Givens, _) => "32, 72, 162, 288, 512 or 1250 characters for a grid and its regions",
        }
    }

    /// Reads all parts but givens from a text that begins at position `start` of its line. Gives the alphabet of the
    /// candidates, if there are any.
    fn read(
        self,
        shape: Shape,
        text: &[u8],
        start: usize,
        symbols: InputSymbols,
        extras: &mut OwnedExtras,
    ) -> Result<Option<Alphabet>, Malformed> {
        let (cells, regions) = text.split_at(self.cells_len(shape));
        if self.regions {
            if let Some(at) = regions.iter().position(|b| !is_region_symbol(*b)) {
                return Err(Malformed::At(
                    "expected a letter or digit for a region",
                    start + cells.len() + at + 1,
                ));
            }
            number_regions(shape, regions, &mut extras.regions)?;
        }
        if self.cells == CellContent::Candidates {
            let alphabet = alphabet_of_marks(symbols, shape, cells)?;
            for (cell, marks) in cells.chunks_exact(shape.side()).enumerate() {
                extras.candidates.push(candidates(marks, alphabet).map_err(|at| {
                    let column = start + cell * shape.side() + at + 1;
                    Malformed::At("expected an empty cell or the digit of this position", column)
                })?);
            }
            return Ok(Some(alphabet));
        }
        Ok(None)
    }
}

/// The alphabet of pencil marks. The position of a mark shows its alphabet, except for `0` in the first position.
fn alphabet_of_marks(symbols: InputSymbols, shape: Shape, cells: &[u8]) -> Result<Alphabet, Malformed> {
    if let Some(alphabet) = symbols.fixed(shape) {
        return Ok(alphabet);
    }
    let fits = |alphabet: &Alphabet| {
        cells.chunks_exact(shape.side()).all(|marks| candidates(marks, *alphabet).is_ok())
    };
    let [letters, digits, zero_based] = Alphabet::ALL.map(|alphabet| fits(&alphabet));
    match (letters, digits, zero_based) {
        (true, true, true) if cells.contains(&b'0') => {
            Err(Malformed::Puzzle(ParsePuzzleError::Ambiguous(Readings::ALL)))
        }
        (true, ..) => Ok(Alphabet::Letters),
        (_, _, true) => Ok(Alphabet::ZeroBased),
        _ if digits || cells.iter().any(|b| matches!(b, b'1'..=b'9')) => Ok(Alphabet::Digits),
        _ => Ok(Alphabet::Letters),
    }
}

/// The digits that a cell's characters allow, or the position of a wrong character.
fn candidates(marks: &[u8], alphabet: Alphabet) -> Result<u32, usize> {
    let mut mask = 0;
    for (at, &byte) in marks.iter().enumerate() {
        match alphabet.digit(byte) {
            Some(0) => {}
            Some(digit) if usize::from(digit) == at + 1 => mask |= 1 << at,
            _ => return Err(at),
        }
    }
    Ok(mask)
}

/// The characters of the candidates of a 9×9 board.
const MARKS: usize = Shape::NINE.area() * Shape::NINE.side();

/// Whether a field of a table holds the candidates of a 9×9 board.
pub(super) fn are_marks(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    let fits = |marks: &[u8]| candidates(marks, Alphabet::Digits).is_ok();
    field.len() == MARKS && field.chunks_exact(Shape::NINE.side()).all(fits)
}

/// Reads a field of a table with candidates: the candidates of a 9×9 board, or givens, which leave all candidates to the other cells.
pub(super) fn read_field(
    field: &[u8],
    symbols: InputSymbols,
    cells: &mut Vec<u8>,
    extras: &mut OwnedExtras,
) -> Result<(Shape, Alphabet), Malformed> {
    if field.trim_ascii().len() == MARKS {
        let parts = RecordParts { cells: CellContent::Candidates, regions: false };
        parts.read(Shape::NINE, field.trim_ascii(), 0, Alphabet::Digits.into(), extras)?;
        cells.resize(cells.len() + Shape::NINE.area(), 0);
        return Ok((Shape::NINE, Alphabet::Digits));
    }
    let start = cells.len();
    let (shape, alphabet) = parse_field(field, symbols, cells)?;
    let all = (1 << shape.side()) - 1;
    let allowed = |digit: &u8| if *digit == 0 { all } else { 1 << (digit - 1) };
    extras.candidates.extend(cells[start..].iter().map(allowed));
    Ok((shape, alphabet))
}

/// Adds a record whose candidates are a field.
#[cfg(feature = "parquet")]
pub(crate) fn push_candidates(batch: &mut RecordBatch, line: u64, field: &[u8], symbols: InputSymbols) {
    batch.push_with_extras(line, None, |cells, extras| read_field(field, symbols, cells, extras));
}

struct PencilmarkCodec {
    parts: RecordParts,
    symbols: InputSymbols,
    end_line: EndLine,
}

impl PencilmarkCodec {
    fn read_line(&self, line: &[u8], rest: &[u8], batch: &mut RecordBatch) {
        let line = &line[..line.len().min(MAX_LINE + 1)];
        if !is_record(line) {
            return;
        }
        if self.end_line.read((line, None), rest, batch) {
            return;
        }
        let number = batch.lines;
        batch.push_with_extras(number, None, |cells, extras| self.parse(line, cells, extras));
    }

    fn parse(
        &self,
        line: &[u8],
        cells: &mut Vec<u8>,
        extras: &mut OwnedExtras,
    ) -> Result<(Shape, Alphabet), Malformed> {
        return_within(line)?;
        let (start, text) = grid_of_line(line);
        let wrong_length = Malformed::Length { found: text.len(), lengths: self.parts.lengths() };
        let shape = self.parts.shape(text).ok_or(wrong_length)?;
        match self.parts.read(shape, text, start, self.symbols, extras)? {
            None => parse_grid(&text[..shape.area()], start, self.symbols, cells).map_err(Malformed::Puzzle),
            Some(alphabet) => {
                cells.resize(cells.len() + shape.area(), 0);
                Ok((shape, alphabet))
            }
        }
    }
}

impl Codec for PencilmarkCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        let RecordParts { cells, regions } = self.parts;
        Capabilities { cells, regions, ..Capabilities::LINES }
    }

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut rest = chunk;
        while !rest.is_empty() && !batch.ended {
            let end = memchr(b'\n', rest).unwrap_or(rest.len());
            let line;
            (line, rest) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
            self.read_line(line, rest, batch);
            batch.lines += 1;
        }
    }
}
