//! Formats: the result does not depend on how an input is cut, and every record has an answer.

use quadrille::{Shape, batch::Format, grid::Symbols};
use quadrille_base::framing::{HeadEnd, Target};
use quadrille_engines::SearchReport;
use quadrille_grid::{Extras, field::parse_field};
use quadrille_run::format::{
    Answer, Codec, Head, OpenedInput, ReadOptions, RecordBatch, RecordLayout, RecordText, Selection, detect_format,
    open_format,
};
use quadrille_tasks::{PuzzleView, RecordTag, Solve, Task as _};

fn read_options() -> ReadOptions {
    ReadOptions {
        symbols: Symbols::Auto,
        column: None,
        columns: Solve::new().columns().into(),
        selection: Selection::Named,
        solution_column: None,
        expected_solutions: false,
        regions: false,
        counts_placed: false,
        givens_only: false,
        keep_trailing: false,
        copies: false,
        unchanged: false,
        moves_solutions: false,
    }
}

/// The records of a text.
#[derive(Default, PartialEq, Eq, Debug)]
struct Records {
    tags: Vec<RecordTag>,
    cells: [Vec<u8>; Shape::ALL.len()],
    malformed: Vec<(u64, String)>,
    lines: u64,
}

/// Opens, cuts, reads and writes a text in one format, in chunks as from a file and in chunks as
/// from a pipe. Both must have the same records.
pub fn parse(format: &str, data: &[u8]) {
    let format = Format::named(format).expect("the name of a format");
    // The first byte is the size of the chunks.
    let Some((&size, text)) = data.split_first() else { return };
    let head = Head { bytes: text, end: HeadEnd::Eof };
    let _ = detect_format(&head, &read_options());
    let opened = || open_format(format, &head, &read_options()).ok().flatten();
    let (Some(mapped), Some(piped)) = (opened(), opened()) else { return };
    let body = &text[mapped.skip..];
    let size = usize::from(size) + 1;
    let mapped = read(mapped, body, |rest| (rest, Target::AtLeast(size)));
    let piped = read(piped, body, |rest| match rest.get(..size) {
        Some(some) => (some, Target::Last),
        None => (rest, Target::End),
    });
    assert_eq!(mapped, piped);
}

fn read<'t>(opened: OpenedInput, text: &'t [u8], give: impl Fn(&'t [u8]) -> (&'t [u8], Target)) -> Records {
    let OpenedInput { codec, mut framing, .. } = opened;
    let mut records = Records::default();
    let mut batch = RecordBatch::default();
    let mut rest = text;
    loop {
        let (bytes, target) = give(rest);
        // Without a boundary in the first bytes, all of them are read.
        let cut = framing.cut(bytes, target).or_else(|| framing.cut(rest, Target::End));
        let cut = cut.expect("the end is a boundary");
        let chunk = &rest[..cut.end];
        batch.clear();
        codec.read(chunk, cut.records, &mut batch);
        check(&*codec, chunk, &batch);
        records.tags.extend(&batch.boards.tags);
        records.cells.iter_mut().zip(&batch.boards.cells).for_each(|(all, some)| all.extend(some));
        let malformed = batch.boards.malformed.iter();
        records.malformed.extend(malformed.map(|(line, error)| (records.lines + line, error.to_string())));
        records.lines += batch.lines;
        if cut.end == 0 || cut.ended || batch.ended {
            return records;
        }
        rest = &rest[cut.end..];
    }
}

/// Checks that a batch is consistent and that an answer to each of its records can be written.
fn check(codec: &dyn Codec, chunk: &[u8], batch: &RecordBatch) {
    let malformed = batch.boards.tags.iter().filter(|tag| tag.shape().is_none()).count();
    assert_eq!(malformed, batch.boards.malformed.len());
    for (shape, cells) in Shape::ALL.iter().copied().zip(&batch.boards.cells) {
        let count = batch.boards.tags.iter().filter(|tag| tag.shape() == Some(shape)).count();
        assert_eq!(cells.len(), count * shape.area());
        assert!(cells.iter().all(|d| usize::from(*d) <= shape.side()));
    }
    let has_spans = codec.capabilities().layout == RecordLayout::Spans;
    assert_eq!(batch.spans.len(), if has_spans { batch.boards.tags.len() } else { 0 });
    let (mut previous_end, mut text) = (0, Vec::new());
    let (grid, columns) = ([1; Shape::MAX_AREA], read_options().columns);
    for (tag, span) in batch.boards.tags.iter().zip(&batch.spans) {
        let puzzle = tag.shape().map(|shape| PuzzleView {
            shape,
            alphabet: tag.alphabet(),
            cells: &grid[..shape.area()],
            extras: Extras::default(),
        });
        let answer = match puzzle {
            Some(puzzle) => Answer::found(&columns, puzzle, Ok(puzzle.cells), &SearchReport::default()),
            None => Answer::malformed(&columns, b"!invalid: \"x\", y"),
        };
        let _ = codec.expected_solution(chunk, span);
        let record = RecordText { chunk, span: *span, previous_end, number: 1 };
        codec.write(&record, &answer, &mut text);
        codec.write_record(&record, &mut text);
        let range = span.text.range().expect("the text of a record");
        assert!(range.start >= previous_end, "records are in order");
        previous_end = range.end;
    }
    codec.write_rest(&chunk[previous_end..], &mut text);
}

/// Reads a field of a table. A board that is read is the same as a list of its numbers; a field that is not a board
/// leaves nothing.
pub fn field(data: &[u8]) {
    let mut cells = vec![7];
    let Ok((shape, _)) = parse_field(data, Symbols::Auto, &mut cells) else { return assert_eq!(cells, [7]) };
    let board = &cells[1..];
    assert_eq!(board.len(), shape.area());
    assert!(board.iter().all(|digit| usize::from(*digit) <= shape.side()));
    let rows: Vec<String> = board.chunks(shape.side()).map(|row| format!("{row:?}")).collect();
    let mut again = Vec::new();
    let read = parse_field(format!("[{}]", rows.join(", ")).as_bytes(), Symbols::Digits, &mut again);
    assert_eq!(read.map(|(shape, _)| (shape, &again[..])), Ok((shape, board)));
}
