//! What the fuzz targets have in common. From the repository's root, with cargo-fuzz:
//!
//! ```sh
//! RUSTC_BOOTSTRAP=1 cargo fuzz run csv -- -max_total_time=60
//! ```

use quadrille::{
    Batch, CoverBatch, Input, Shape, Task,
    cover::text::CoverFormat,
    format::{
        Answer, Board, Field, Format, Head, Options, Place, Reader, Sheet, Shown, Slot, Status, Symbols,
    },
    framing::{Framing, Want},
};

fn options() -> Options {
    Options {
        symbols: Symbols::Auto,
        column: None,
        fields: &[Field::Answer("solution"), Field::Status],
        own_answers: false,
        guessed: false,
        regions: false,
    }
}

/// What a text holds: slots and cells in order, and how many records were malformed.
#[derive(Default, PartialEq, Eq, Debug)]
struct Held {
    slots: Vec<Slot>,
    cells: [Vec<u8>; Shape::ALL.len()],
    reasons: Vec<(u64, String)>,
    lines: u64,
}

/// Opens, cuts, reads and writes a text in one format: in chunks as from a file, in chunks as from
/// a pipe, and whole. All must hold the same.
pub fn parse(format: &str, data: &[u8]) {
    let format = Format::named(format).expect("a format of the table");
    // The first byte is the size of the chunks.
    let Some((&size, text)) = data.split_first() else { return };
    let head = Head { bytes: text, whole: true };
    let _ = Format::detect(&head, &options());
    let opened = || (format.open)(&head, &options()).ok().flatten();
    let Some(opening) = opened() else { return };
    let body = &text[opening.skip..];
    let size = usize::from(size) + 1;
    let mut other = opened().expect("as before");
    let mapped =
        read(&*opening.reader, &mut *{ opening.framing }, body, |rest| (rest, Want::Reach(size), true));
    let piped = read(&*other.reader, &mut *other.framing, body, |rest| match rest.get(..size) {
        Some(some) => (some, Want::Last, false),
        None => (rest, Want::Last, true),
    });
    assert_eq!(mapped, piped);
}

fn read<'t>(
    reader: &dyn Reader,
    framing: &mut dyn Framing,
    text: &'t [u8],
    give: impl Fn(&'t [u8]) -> (&'t [u8], Want, bool),
) -> Held {
    let mut held = Held::default();
    let mut sheet = Sheet::default();
    let mut rest = text;
    loop {
        let (bytes, want, ended) = give(rest);
        // Where some bytes have no boundary, more are read: all of them do.
        let cut = framing.cut(bytes, want, ended).or_else(|| framing.cut(rest, Want::Last, true));
        let cut = cut.expect("the end is a boundary");
        sheet.clear();
        reader.read(&rest[..cut.end], cut.records, &mut sheet);
        check(reader, &rest[..cut.end], &sheet);
        held.slots.extend(&sheet.slots);
        held.cells.iter_mut().zip(&sheet.cells).for_each(|(all, some)| all.extend(some));
        held.reasons.extend(sheet.reasons.iter().map(|(line, what)| (held.lines + line, what.to_string())));
        held.lines += sheet.lines;
        if cut.end == 0 || cut.ended || sheet.ended {
            return held;
        }
        rest = &rest[cut.end..];
    }
}

/// A sheet is consistent, and an answer to each of its records can be written.
fn check(reader: &dyn Reader, chunk: &[u8], sheet: &Sheet) {
    let malformed = sheet.slots.iter().filter(|s| **s == Slot::MALFORMED).count();
    assert_eq!(malformed, sheet.reasons.len());
    for (shape, cells) in Shape::ALL.into_iter().zip(&sheet.cells) {
        let count = sheet.slots.iter().filter(|s| **s != Slot::MALFORMED && s.shape_index() == shape.index());
        assert_eq!(cells.len(), count.count() * shape.area());
        assert!(cells.iter().all(|d| usize::from(*d) <= shape.side()));
    }
    assert_eq!(sheet.marks.len(), if reader.marks() { sheet.slots.len() } else { 0 });
    let (mut after, mut text) = (0, Vec::new());
    let grid = [1; Shape::MAX_AREA];
    for (slot, mark) in sheet.slots.iter().zip(&sheet.marks) {
        let board = (*slot != Slot::MALFORMED).then(|| Shape::ALL[slot.shape_index()]).map(|shape| Board {
            shape,
            alphabet: slot.alphabet(),
            cells: &grid[..shape.area()],
            candidates: None,
            regions: None,
        });
        let shown = board.map_or(Shown::Word(b"!invalid: \"x\", y"), |b| Shown::Grid(b.cells));
        let answer = Answer { board, shown, status: Status::Solved };
        reader.write(&Place { chunk, mark: *mark, after, number: 1 }, &answer, &mut text);
        let range = mark.text.range().expect("a marked record");
        assert!(range.start >= after, "records in order");
        after = range.end;
    }
    reader.write_rest(&chunk[after..], &mut text);
}

/// A whole run over a text of any format, in chunks of any size.
pub fn batch(data: &[u8]) {
    let Some((&size, text)) = data.split_first() else { return };
    let run = |batch: Batch| {
        let mut out = Vec::new();
        let batch = batch.threads(1).max_nodes(100);
        let end = batch.run(vec![Input::reader("text", text)], &mut out, &mut ());
        (out, end.map(|summary| summary.tally.records).map_err(|e| e.to_string()))
    };
    let whole = run(Batch::new(Task::Solve));
    let cut = run(Batch::new(Task::Solve).chunk_size(usize::from(size) + 1));
    if whole.1.is_ok() || cut.1.is_ok() {
        assert_eq!(whole, cut);
    }
}

/// A text of exact cover problems in each format: its problems are the text, what is read can be
/// written and read again, and a run over it answers each, in one piece or as a pipe gives it.
pub fn cover(data: &[u8]) {
    let Some((&step, text)) = data.split_first() else { return };
    let _ = CoverFormat::detect(text, true);
    for format in CoverFormat::ALL {
        let mut rest = text;
        for problem in format.problems(text) {
            rest = rest.strip_prefix(problem).expect("end to end");
            let Ok(read) = format.parse(problem) else { continue };
            let mut again = Vec::new();
            // Of these, only the text says more than the cover.
            if read.cover().items() < 1 << 10 && format.write(read.cover(), &mut again).is_ok() {
                let again = format.parse(&again).expect("what was written");
                assert!(read.cover().options().eq(again.cover().options()));
            }
        }
        let run = |reader: &mut (dyn std::io::Read + Send)| {
            let mut out = Vec::new();
            let batch = CoverBatch::new().format(format).threads(1).max_nodes(100).limit(3);
            let summary = batch.run(Input::reader("text", reader), &mut out, &mut ()).expect("from memory");
            (out, summary.tally)
        };
        let whole = run(&mut { text });
        assert_eq!(whole.1.problems, format.problems(text).count() as u64);
        assert_eq!(whole, run(&mut Drip(text, usize::from(step) + 1)));
    }
}

/// Gives so many bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.1.min(buffer.len()).min(self.0.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}
