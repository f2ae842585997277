//! What the fuzz targets have in common. From the repository's root, with cargo-fuzz:
//!
//! ```sh
//! RUSTC_BOOTSTRAP=1 cargo fuzz run csv -- -max_total_time=60
//! ```

use quadrille::{Batch, CoverBatch, CoverTask, Error, ErrorKind, Input, Observer, Resumable, Shape, Shard, Tally, Task, CoverFormat, unstable::{engine::{Engine, Run, dlx::Dlx, lanes::Lanes}, format::{Answer, Board, Field, Head, Options, Place, Codec, RecordBatch, Shown, RecordKind, Status}, framing::{Framing, Target}, verify::is_solution}, Limits, Outcome, Report, Isa, Format, Symbols};
use std::{
    cell::RefCell,
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
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
    slots: Vec<RecordKind>,
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
        read(&*opening.reader, &mut *{ opening.framing }, body, |rest| (rest, Target::AtLeast(size), true));
    let piped = read(&*other.reader, &mut *other.framing, body, |rest| match rest.get(..size) {
        Some(some) => (some, Target::Last, false),
        None => (rest, Target::Last, true),
    });
    assert_eq!(mapped, piped);
}

fn read<'t>(
    reader: &dyn Codec,
    framing: &mut dyn Framing,
    text: &'t [u8],
    give: impl Fn(&'t [u8]) -> (&'t [u8], Target, bool),
) -> Held {
    let mut held = Held::default();
    let mut sheet = RecordBatch::default();
    let mut rest = text;
    loop {
        let (bytes, want, ended) = give(rest);
        // Where some bytes have no boundary, more are read: all of them do.
        let cut = framing.cut(bytes, want, ended).or_else(|| framing.cut(rest, Target::Last, true));
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
fn check(reader: &dyn Codec, chunk: &[u8], sheet: &RecordBatch) {
    let malformed = sheet.slots.iter().filter(|s| **s == RecordKind::MALFORMED).count();
    assert_eq!(malformed, sheet.reasons.len());
    for (shape, cells) in Shape::ALL.into_iter().zip(&sheet.cells) {
        let count = sheet.slots.iter().filter(|s| **s != RecordKind::MALFORMED && s.shape_index() == shape.index());
        assert_eq!(cells.len(), count.count() * shape.area());
        assert!(cells.iter().all(|d| usize::from(*d) <= shape.side()));
    }
    assert_eq!(sheet.marks.len(), if reader.marks() { sheet.slots.len() } else { 0 });
    let (mut after, mut text) = (0, Vec::new());
    let grid = [1; Shape::MAX_AREA];
    for (slot, mark) in sheet.slots.iter().zip(&sheet.marks) {
        let board = (*slot != RecordKind::MALFORMED).then(|| Shape::ALL[slot.shape_index()]).map(|shape| Board {
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
    if text.starts_with(b"\x1F\x8B") || text.starts_with(b"\x28\xB5\x2F\xFD") {
        // These are unpacked before they are read.
        return;
    }
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
            let batch = CoverBatch::new(CoverTask::Solve).format(format).threads(1).max_nodes(100).limit(3);
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

thread_local! {
    /// Prepared once: an engine's answers do not depend on what it solved before, which is to be seen too.
    static ENGINES: RefCell<Vec<(Shape, Vec<Box<dyn Engine>>)>> = RefCell::new(
        Shape::ALL
            .into_iter()
            // Under a sanitizer larger ones take seconds, and the lanes have nothing to say of them.
            .filter(|shape| shape.side() <= 9)
            .map(|shape| {
                let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Dlx::new(shape))];
                if shape == Shape::NINE {
                    engines.extend(Isa::ALL.into_iter().filter_map(Lanes::new).map(|l| Box::new(l) as Box<dyn Engine>));
                }
                (shape, engines)
            })
            .collect(),
    );
}

/// All engines say the same of some boards, and what they say holds.
pub fn engines(data: &[u8]) {
    let [which, limit, data @ ..] = data else { return };
    ENGINES.with_borrow_mut(|all| {
        let count = all.len();
        let (shape, engines) = &mut all[usize::from(*which) % count];
        let (area, side) = (shape.area(), shape.side());
        // A few boards; a missing one is not made up.
        let boards = (data.len() / area).min(6);
        let givens: Vec<u8> =
            data[..boards * area].iter().map(|b| if usize::from(*b) <= side { *b } else { 0 }).collect();
        let limits = Limits::new(u64::from(*limit % 4) + 1).max_nodes(400);
        let said: Vec<_> = engines
            .iter_mut()
            .map(|engine| {
                let (mut solutions, mut reports) = (vec![0; givens.len()], vec![Report::default(); boards]);
                engine.solve(&mut Run::new(*shape, &givens, &mut solutions, &mut reports), &limits);
                for (i, report) in reports.iter().enumerate() {
                    let at = i * area..(i + 1) * area;
                    assert!(report.solutions <= limits.solutions && report.nodes <= limits.max_nodes);
                    if report.solutions > 0 {
                        assert!(is_solution(*shape, &givens[at.clone()], &solutions[at]));
                    }
                }
                (reports, solutions)
            })
            .collect();
        let known = |r: &Report| r.outcome != Outcome::Unknown;
        for (reports, _) in &said[1..] {
            for (a, b) in said[0].0.iter().zip(reports).filter(|(a, b)| known(a) && known(b)) {
                assert_eq!((a.outcome, a.solutions), (b.outcome, b.solutions));
            }
        }
        // The lanes agree to the last bit, whatever their instruction set.
        for lanes in said.iter().skip(2) {
            assert_eq!(lanes.0, said[1].0);
        }
    });
}

/// A file of its own for what cannot be done in memory.
fn file(name: &str, text: &[u8]) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a folder");
    }
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    })
}

/// The file, mapped or read.
fn open(path: &PathBuf, map: bool) -> Result<Input<'static>, Error> {
    // SAFETY: nothing changes the files of this process.
    if map { unsafe { Input::mapped(path) } } else { Input::path(path) }
}

fn solve(batch: &Batch, path: &PathBuf, map: bool) -> Result<(Vec<u8>, u64), String> {
    let mut out = Vec::new();
    let inputs = vec![open(path, map).map_err(|e| e.to_string())?];
    let summary = batch.run(inputs, &mut out, &mut ()).map_err(|e| e.to_string())?;
    Ok((out, summary.tally.records))
}

/// The shards of a file are the whole.
pub fn shard(data: &[u8]) {
    let [count, size, flags, text @ ..] = data else { return };
    let path = file("shard", text);
    let mut batch = Batch::new(Task::Check).threads(1).max_nodes(100);
    if flags & 1 != 0 {
        batch = batch.format(quadrille::FORMATS[usize::from(flags >> 2) % 9]);
    }
    let whole = solve(&batch, &path, true);
    let (count, map) = (u64::from(*count % 20) + 1, flags & 2 == 0);
    let mut all = (Vec::new(), 0);
    for index in 1..=count {
        let shard = Shard::new(index, count).expect("one of them");
        let batch = batch.clone().shard(shard).chunk_size(usize::from(*size) + 1);
        match solve(&batch, &path, map) {
            Ok((out, records)) => {
                all.0.extend(out);
                all.1 += records;
            }
            // It has none, and says so.
            Err(_) => return,
        }
    }
    assert_eq!(Ok(all), whole);
}

/// Stops a run after some chunks.
struct Stopper(u8, Arc<AtomicBool>);

impl Observer for Stopper {
    fn progress(&mut self, _: u64, _: &Tally) {
        match self.0 {
            0 => self.1.store(true, Ordering::Relaxed),
            _ => self.0 -= 1,
        }
    }
}

/// A run that is stopped and gone on with is one run; a state with other bytes in it is refused.
pub fn resume(data: &[u8]) {
    let [steps, size, flags, at, byte, text @ ..] = data else { return };
    let path = file("resume", text);
    let map = flags & 1 == 0;
    let batch = Batch::new(Task::Check).threads(1).max_nodes(100).chunk_size(usize::from(*size) + 1);
    let whole = solve(&batch, &path, map);
    let target = path.with_file_name("out");
    let beside = |what: &str| path.with_file_name(format!("out.quadrille-{what}"));
    for old in [target.clone(), beside("state"), beside("partial")] {
        let _ = fs::remove_file(old);
    }
    for _ in 0..500 {
        let stop = Arc::new(AtomicBool::new(false));
        let batch = batch.clone().stop_flag(stop.clone());
        let inputs = || vec![open(&path, map).expect("a file")];
        if let Ok(state) = fs::read(beside("state"))
            && flags & 2 != 0
        {
            let mut damaged = state.clone();
            let at = (usize::from(*at) + 256 * usize::from(*byte)) % state.len();
            damaged[at] ^= byte | 1;
            fs::write(beside("state"), &damaged).expect("a file");
            assert!(Resumable::open(&target, &batch, &inputs(), Duration::ZERO).is_err());
            fs::write(beside("state"), state).expect("a file");
        }
        let Ok(mut output) = Resumable::open(&target, &batch, &inputs(), Duration::ZERO) else { return };
        match batch.resume(inputs(), &mut output, &mut Stopper(steps % 8 + 1, stop)) {
            Ok(summary) => {
                output.finish().expect("a disk");
                let out = fs::read(&target).expect("an output");
                return assert_eq!(Ok((out, summary.tally.records)), whole);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A stream that may be compressed, whatever is wrong with it: an answer or an error.
pub fn packed(data: &[u8]) {
    let lines = Batch::new(Task::Check).threads(1).max_nodes(100).format(quadrille::FORMATS[6]);
    for magic in [&b""[..], b"\x1F\x8B\x08\0\0\0\0\0\0\xFF", b"\x28\xB5\x2F\xFD"] {
        let bytes = [magic, data].concat();
        let _ = lines.run(vec![Input::reader("packed", &bytes[..])], &mut std::io::sink(), &mut ());
    }
}
