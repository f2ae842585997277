//! The batch: inputs in, answers out in the order of the input, on all cores.
//!
//! The only place that knows io, format, engine and threads together.

#[cfg(feature = "batch")]
mod cover;
mod generation;
#[cfg(feature = "batch")]
mod input_format;
#[cfg(feature = "batch")]
mod resume;
#[cfg(feature = "batch")]
mod shard;
#[cfg(feature = "batch")]
mod tally;
#[cfg(all(test, feature = "batch"))]
mod tests;
#[cfg(feature = "batch")]
mod worker;
#[cfg(feature = "batch")]
mod writer;

#[cfg(feature = "batch")]
pub use cover::{CoverBatch, CoverObserver, CoverSummary, CoverTally};
pub use generation::{Form, Generation};
#[cfg(feature = "batch")]
pub use resume::Resumable;
#[cfg(feature = "batch")]
pub use shard::{Shard, ShardError};
#[cfg(feature = "batch")]
pub use tally::{Summary, Tally};

#[cfg(feature = "batch")]
use crate::{
    Shape, Variants,
    engine::Limits,
    format::{Format, OutputFormat, ReadOptions, Selection, Symbols},
    io::{Chunk, Feed, Input},
};
use crate::{
    engine::{EngineChoice, Engines, Unavailable},
    error::{Error, ErrorKind},
    io::ordered::{Desk, Halt, desk},
};
#[cfg(feature = "batch")]
use input_format::{InputFormat, Recognizer};
#[cfg(feature = "batch")]
use memchr::memchr_iter;
use std::sync::Mutex;
#[cfg(feature = "batch")]
use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
#[cfg(feature = "batch")]
use worker::{Answers, Job, Orders, Worker};
#[cfg(feature = "batch")]
use writer::Writer;

/// How many malformed records of a run are told to its observer.
#[cfg(feature = "batch")]
pub const MALFORMED_SHOWN: usize = 10;

/// What is asked about every record.
#[cfg(feature = "batch")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A solution: the grid, or `!none`.
    Solve,
    /// Whether there is exactly one solution: `unique`, `multiple` or `none`. With a limit of one
    /// solution there is no telling, and `solved` is said in place of the first two.
    Check,
    /// How many solutions: the number, with `+` behind it where the search stopped at the limit.
    Count,
    /// One step of the only-number method: the grid after it, `no suggestion` or `mistake`.
    /// See [`hint`](crate::hint).
    Hint,
}

/// A run over any number of inputs, set up and then started.
///
/// ```
/// use quadrille::{Batch, Input, Task};
///
/// let puzzles = "1...3..2..4.4..1\nnot a puzzle\n1..............1\n".as_bytes();
/// let mut answers = Vec::new();
/// let summary = Batch::new(Task::Check)
///     .threads(2)
///     .run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())
///     .unwrap();
/// let lines: Vec<_> = std::str::from_utf8(&answers).unwrap().lines().collect();
/// assert_eq!(lines[0], "unique");
/// assert!(lines[1].starts_with("!invalid: "));
/// assert_eq!(lines[2], "multiple");
/// assert_eq!((summary.tally.unique, summary.tally.invalid, summary.tally.multiple), (1, 1, 1));
/// ```
#[cfg(feature = "batch")]
#[derive(Clone, Debug)]
pub struct Batch {
    task: Task,
    limits: Limits,
    verify: bool,
    symbols: Symbols,
    engine: EngineChoice,
    threads: usize,
    chunk_size: Option<usize>,
    format: Option<&'static Format>,
    conversion: Option<&'static OutputFormat>,
    column: Option<String>,
    check_own: bool,
    variants: Arc<Variants>,
    shard: Option<Shard>,
}

/// Who is told how a run goes. All methods are called in the order of the records, by the thread
/// that started the run.
#[cfg(feature = "batch")]
pub trait Observer {
    /// A malformed record: the input's name, the line from 1, and what is wrong with it. Only the
    /// first ten of a run are told; [`Tally::invalid`] counts all.
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        let _ = (input, line, reason);
    }

    /// The format that an input was found to be in, where none was named.
    fn recognized(&mut self, input: &str, format: &'static Format) {
        let _ = (input, format);
    }

    /// A record whose own answer is no solution, where these are looked at: input and line. Only
    /// the first ten of a run are told; [`Tally::mismatches`] counts all.
    fn mismatch(&mut self, input: &str, line: u64) {
        let _ = (input, line);
    }

    /// An input that is wrong as a whole, as one with fewer boards than it says: input, line, and
    /// what is wrong. What can be answered of it is.
    fn fault(&mut self, input: &str, line: u64, what: &str) {
        let _ = (input, line, what);
    }

    /// A part has been written: bytes of input and sums so far.
    fn progress(&mut self, bytes: u64, so_far: &Tally) {
        let _ = (bytes, so_far);
    }
}

/// Looks away.
#[cfg(feature = "batch")]
impl Observer for () {}

#[cfg(feature = "batch")]
impl Batch {
    /// A run on all cores, with the limit of the task: 1 solution to solve, 2 to check, none to
    /// count.
    pub fn new(task: Task) -> Batch {
        let solutions = match task {
            Task::Solve | Task::Hint => 1,
            Task::Check => 2,
            Task::Count => u64::MAX,
        };
        Batch {
            task,
            limits: Limits::new(solutions),
            verify: true,
            symbols: Symbols::Auto,
            engine: EngineChoice::Auto,
            threads: 0,
            chunk_size: None,
            format: None,
            conversion: None,
            column: None,
            check_own: false,
            variants: Arc::default(),
            shard: None,
        }
    }

    /// The format of the inputs. Unless it is set, each is in the format that it looks like.
    pub fn format(mut self, format: &'static Format) -> Batch {
        self.format = Some(format);
        self
    }

    /// The format of the output. Unless it is set, each answer is in the format of its input.
    pub fn convert(mut self, conversion: &'static OutputFormat) -> Batch {
        self.conversion = Some(conversion);
        self
    }

    /// The column or member with the puzzle, where it has none of the usual names.
    pub fn column(mut self, name: impl Into<String>) -> Batch {
        self.column = Some(name.into());
        self
    }

    /// Whether answers that the inputs have of their own are checked: each must be a solution of
    /// its puzzle, or empty where there is none. Wrong ones are told to the observer.
    pub fn check_own_answers(mut self, check: bool) -> Batch {
        self.check_own = check;
        self
    }

    /// The rules that hold beside the plain ones, or in their place. Under a jigsaw without regions
    /// each record brings its own: as many characters as its board has cells, right behind the grid.
    ///
    /// A board that the variants do not go with, as windoku with any but 9×9, is malformed.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task, Variant};
    ///
    /// let puzzles = "1...3..2..4.4..1\n12..............\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Count).variants(Variant::X.into());
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"0\n4\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn variants(mut self, variants: Variants) -> Batch {
        self.variants = Arc::new(variants);
        self
    }

    /// Stops each search at the `limit`th solution; 0 is taken as 1.
    pub fn limit(mut self, limit: u64) -> Batch {
        self.limits.solutions = limit.max(1);
        self
    }

    /// Gives up on a puzzle that needs more search-tree nodes than this, as unknown.
    pub fn max_nodes(mut self, nodes: u64) -> Batch {
        self.limits.max_nodes = nodes;
        self
    }

    /// Gives up on a puzzle whose search takes longer than this, as unknown.
    ///
    /// Which puzzles these are depends on the machine. See [`Limits::timeout_per_puzzle`].
    pub fn timeout_per_puzzle(mut self, timeout: Duration) -> Batch {
        self.limits.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Ends the run soon after the flag is raised, also within a search: with an error of kind
    /// [`ErrorKind::Interrupted`], and whole records in order until then.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Batch {
        self.limits.stop_flag = Some(stop);
        self
    }

    /// Answers only the records of this shard: the outputs of all shards, one after the other, are
    /// what a whole run writes. See [`Shard`].
    pub fn shard(mut self, shard: Shard) -> Batch {
        self.shard = Some(shard);
        self
    }

    /// Whether every solution is checked before it is written: yes, unless turned off.
    pub fn verify(mut self, verify: bool) -> Batch {
        self.verify = verify;
        self
    }

    /// The alphabet of boards larger than 9×9.
    pub fn symbols(mut self, symbols: Symbols) -> Batch {
        self.symbols = symbols;
        self
    }

    /// The engine.
    pub fn engine(mut self, engine: EngineChoice) -> Batch {
        self.engine = engine;
        self
    }

    /// Worker threads; 0, as at first, is one for each core.
    pub fn threads(mut self, threads: usize) -> Batch {
        self.threads = threads;
        self
    }

    /// Bytes of input that a worker takes at a time. Chosen by the size of the input unless set;
    /// the answers do not depend on it. More than 1 GiB is taken as that.
    pub fn chunk_size(mut self, bytes: usize) -> Batch {
        // Then a chunk that is too long for its marks ends with a record that is too long itself.
        self.chunk_size = Some(bytes.min(1 << 30));
        self
    }

    /// Answers every record of the inputs, one after the other, into `output`.
    ///
    /// Memory is bounded by the threads and the chunk size, whatever the size of the input.
    ///
    /// # Errors
    /// If an input cannot be read or the output cannot be written; what was written until then is
    /// whole records in order. If an input is in no known format, or has no such column. Malformed
    /// records are no error.
    pub fn run(
        &self,
        inputs: Vec<Input<'_>>,
        output: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        self.run_to(inputs, Writer::new(self, output, observer))
    }

    /// As [`run`](Self::run), from where an earlier run was left that was begun in the same way.
    ///
    /// # Errors
    /// As those of [`run`](Self::run). What is written then, and what was written when the process is
    /// ended at any time, can be taken up again.
    pub fn resume(
        &self,
        inputs: Vec<Input<'_>>,
        output: &mut Resumable,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        self.run_to(inputs, Writer::resumed(self, output, observer))
    }

    fn run_to(&self, inputs: Vec<Input<'_>>, mut writer: Writer<'_>) -> Result<Summary, Error> {
        let start = Instant::now();
        self.check_column()?;
        self.check_variants()?;
        let pool = pool(self.threads)?;
        let threads = pool.current_num_threads();
        writer.begin_run(&inputs);
        let chunk_size = self.chunk_size.unwrap_or_else(|| chunk_size(&inputs, threads));
        let names = inputs.iter().map(|input| input.name().to_owned()).collect();
        let parts = self.shard.map(|shard| shard.parts(&inputs)).transpose()?;
        let mut feed = Feed::new(inputs, chunk_size, self.recognizer());
        if let Some(parts) = parts {
            feed = feed.parts(parts);
        }
        if let Some(spot) = writer.spot() {
            feed = feed.resume(spot);
        }
        if writer.is_kept() {
            feed = feed.again();
        }
        let shop = Shop {
            feed: Mutex::new(feed),
            failure: Mutex::new(None),
            busy: AtomicUsize::new(0),
            orders: self.orders(),
            engine: self.engine,
            variants: &self.variants,
            names,
        };
        let end = in_order(pool, |desk| shop.work(desk), |answers| writer.write(answers));
        let end = conclude(end, shop.failure);
        let elapsed = start.elapsed() + writer.before();
        let tally = writer.conclude(end)?;
        Ok(Summary { tally, threads, busy: shop.busy.into_inner(), elapsed })
    }

    /// An answer must not take the puzzle's place.
    fn check_column(&self) -> Result<(), Error> {
        match &self.column {
            Some(column) if self.task.fields().iter().any(|f| f.name().eq_ignore_ascii_case(column)) => {
                let what = format!("the puzzles cannot be in column {column}: answers are written there");
                Err(Error::new(ErrorKind::Config, what))
            }
            _ => Ok(()),
        }
    }

    /// Variants that go with no board, or with no task.
    fn check_variants(&self) -> Result<(), Error> {
        if self.task == Task::Hint && !self.variants.is_plain() {
            return Err(Error::new(ErrorKind::Config, "the only-number method is for the plain game"));
        }
        match Shape::ALL.map(|shape| self.variants.fit(shape)) {
            fits if fits.iter().any(Result::is_ok) => Ok(()),
            [error, ..] => error.map_err(|e| Error::new(ErrorKind::Config, e.to_string())),
        }
    }

    fn orders(&self) -> Orders {
        Orders {
            task: self.task,
            limits: self.limits.clone(),
            verify: self.verify,
            conversion: self.conversion,
            check_own: self.check_own && self.task != Task::Hint,
        }
    }

    fn recognizer(&self) -> Recognizer {
        let options = ReadOptions {
            symbols: self.symbols,
            column: self.column.clone(),
            fields: self.task.fields(),
            selection: if self.format.is_some() { Selection::Named } else { Selection::Detected },
            expected_solutions: self.check_own,
            regions: self.variants.wants_regions(),
            givens_only: self.task == Task::Hint,
        };
        Recognizer { format: self.format, options }
    }
}

/// A pool of this many workers; 0 is one for each core.
fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let fail = |e| Error::new(ErrorKind::Config, format!("cannot start the worker threads: {e}"));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(fail)
}

/// A worker's engines; a failure is left for the end of the run.
fn engines(choice: EngineChoice, failure: &Mutex<Option<Error>>) -> Option<Engines> {
    let told = |e: Unavailable| {
        if let Ok(mut failure) = failure.lock() {
            *failure = Some(Error::new(ErrorKind::Config, e.to_string()));
        }
    };
    Engines::new(choice).map_err(told).ok()
}

fn interrupted() -> Error {
    Error::new(ErrorKind::Interrupted, "the run was stopped")
}

/// Runs `work` on every thread of the pool, each at its own desk, and passes what they hand over to
/// `write` on this thread, in order.
fn in_order<T: Default + Send>(
    pool: rayon::ThreadPool,
    work: impl Fn(Desk<T>) + Sync,
    write: impl FnMut(&mut T) -> Result<(), Error>,
) -> Result<(), Halt<Error>> {
    // Two for each worker, so that it need not wait for the writer, and a few in the writer's hands.
    let tickets = (0..2 * pool.current_num_threads() + 2).map(|_| T::default()).collect();
    let (desk, sorter) = desk(tickets);
    std::thread::scope(|scope| {
        let work = &work;
        let workers = scope.spawn(move || {
            pool.broadcast(|_| work(desk.clone()));
            drop(desk);
        });
        let end = sorter.run(write);
        // A worker's panic has been printed, and told to the sorter.
        let _ = workers.join();
        end
    })
}

/// How a run ended: a worker's failure comes before what the writer made of it.
fn conclude(end: Result<(), Halt<Error>>, failure: Mutex<Option<Error>>) -> Result<(), Error> {
    if let Some(error) = failure.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(error);
    }
    end.map_err(|halt| match halt {
        Halt::Write(error) => error,
        Halt::Worker => Error::new(ErrorKind::Internal, "a worker panicked; this is a bug"),
    })
}

/// Large chunks keep the cost of handing them over below notice; on small inputs, smaller ones
/// share the work evenly.
#[cfg(feature = "batch")]
fn chunk_size(inputs: &[Input<'_>], threads: usize) -> usize {
    const LARGE: usize = 128 << 10;
    const SMALL: usize = 4 << 10;
    let total: Option<u64> = inputs.iter().map(Input::size).sum();
    match total.and_then(|t| usize::try_from(t).ok()) {
        Some(total) if threads > 1 => (total / (16 * threads)).clamp(SMALL, LARGE),
        _ => LARGE,
    }
}

/// What all workers share.
#[cfg(feature = "batch")]
struct Shop<'a> {
    feed: Mutex<Feed<'a, Recognizer>>,
    failure: Mutex<Option<Error>>,
    /// Workers that have had a chunk.
    busy: AtomicUsize,
    orders: Orders,
    engine: EngineChoice,
    variants: &'a Arc<Variants>,
    /// Of the inputs.
    names: Vec<String>,
}

#[cfg(feature = "batch")]
impl Shop<'_> {
    /// A worker's whole life.
    fn work(&self, desk: Desk<Answers>) {
        let Some(engines) = engines(self.engine, &self.failure) else { return };
        let mut worker = Worker::new(self.orders.clone(), engines, self.variants.clone());
        let mut idle = true;
        while let Some(mut answers) = desk.ticket() {
            let Some(chunk) = self.next_chunk(&mut answers) else { break };
            if std::mem::take(&mut idle) {
                self.busy.fetch_add(1, Ordering::Relaxed);
            }
            let buffer = std::mem::take(&mut answers.buffer);
            let Chunk { first_record, records, .. } = chunk;
            let job = Job { chunk: chunk.bytes(&buffer), reading: &chunk.reading, first_record, records };
            worker.answer(&job, &mut answers);
            // A raised flag stays: if it is not raised now, no search of this chunk was cut short.
            if self.orders.limits.is_stopped() {
                self.interrupt();
                return desk.leave();
            }
            // Before anything of it is handed over.
            if let Err(error) = self.check(&chunk, &answers, &buffer) {
                self.fail(error);
                return desk.leave();
            }
            answers.buffer = buffer;
            (answers.end, answers.last, answers.origin) = (chunk.end, chunk.last, chunk.origin);
            answers.counted = first_record + records.unwrap_or(0);
            answers.input = chunk.input;
            answers.skipped_lines = chunk.skipped_lines;
            answers.fault = chunk.fault;
            answers.reading = Some(chunk.reading);
            if answers.ended
                && let Ok(mut feed) = self.feed.lock()
            {
                feed.skip(chunk.input);
            }
            if !desk.done(chunk.number, answers) {
                break;
            }
        }
    }

    /// Whether what was read of a chunk is what its file has, and the end of the records, if it is in the
    /// chunk, is the end of the file for the other shards too.
    fn check(&self, chunk: &Chunk<Arc<InputFormat>>, answers: &Answers, buffer: &[u8]) -> Result<(), Error> {
        let name = &self.names[chunk.input];
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot read {name}"), e);
        chunk.check().map_err(fail)?;
        if !answers.ended {
            return Ok(());
        }
        let Some(origin) = &chunk.origin else { return Ok(()) };
        let bytes = chunk.bytes(buffer);
        let rest = memchr_iter(b'\n', bytes).nth(answers.lines as usize - 1).map_or(bytes.len(), |i| i + 1);
        if bytes[rest..].trim_ascii().is_empty() && origin.is_blank_after(chunk.end).map_err(fail)? {
            return Ok(());
        }
        let what = format!(
            "{name} has no shards: its records end at a line `end` with more behind it. With --format line it \
             is read to its end"
        );
        Err(Error::new(ErrorKind::Input, what))
    }

    fn interrupt(&self) {
        self.fail(interrupted());
    }

    /// Nobody takes another chunk. What failed before stays told.
    fn fail(&self, error: Error) {
        if let Ok(mut failure) = self.failure.lock() {
            failure.get_or_insert(error);
        }
        if let Ok(mut feed) = self.feed.lock() {
            feed.stop();
        }
    }

    fn next_chunk(&self, answers: &mut Answers) -> Option<Chunk<Arc<InputFormat>>> {
        // A worker that panicked with the feed in its hands has ended the run.
        let mut feed = self.feed.lock().ok()?;
        if self.orders.limits.is_stopped() {
            drop(feed);
            self.interrupt();
            return None;
        }
        match feed.next(&mut answers.buffer) {
            Ok(chunk) => chunk,
            Err(error) => {
                feed.stop();
                self.failure.lock().ok()?.get_or_insert(error);
                None
            }
        }
    }
}
