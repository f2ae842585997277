//! Exact cover problems: a text in, solutions or counts out in the order of the problems.
//!
//! A text of one problem is searched by the thread that started the run, which writes solutions as
//! they are found; a count is split over all threads. Of a text of many problems each is searched by
//! one worker.

mod ordered_output;
mod search;
mod tally;
mod work;

pub use search::SearchProgress;
pub use tally::{CoverObserver, CoverSummary, CoverTally};

use crate::{
    cover::text::CoverFormat,
    engine::Limits,
    error::{Error, ErrorKind},
    framing::HeadEnd,
    io::{Chunk, Feed, Input, Recognize, Start},
};
use ordered_output::Turn;
use std::{
    collections::VecDeque,
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use work::{Answers, Clerk, Found, Wrong};

/// A run over the exact cover problems of a text, set up and then started.
///
/// ```
/// use quadrille::{CoverBatch, Input};
///
/// let problems = "2 2\n1 0\n0 1\n1 2\n1 0\n".as_bytes();
/// let mut answers = Vec::new();
/// let summary = CoverBatch::new().run(Input::reader("p", problems), &mut answers, &mut ())?;
/// assert_eq!(answers, b"1 2\nNo Solution!\n");
/// assert_eq!((summary.tally.solved, summary.tally.none), (1, 1));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverBatch {
    format: Option<CoverFormat>,
    count: bool,
    limit: Option<u64>,
    /// Without the number of solutions.
    limits: Limits,
    threads: usize,
}

impl CoverBatch {
    /// A run on all cores that writes one solution of each `matrix` and `sparse` problem, and all of
    /// `dlx` problems.
    pub fn new() -> CoverBatch {
        CoverBatch { format: None, count: false, limit: None, limits: Limits::default(), threads: 0 }
    }

    /// The format of the text. Unless it is set, it is what [`CoverFormat::detect`] says.
    pub fn format(mut self, format: CoverFormat) -> CoverBatch {
        self.format = Some(format);
        self
    }

    /// Whether solutions are counted and not written. Unless [`limit`](CoverBatch::limit) is set,
    /// all are. A count that stopped early has a `+` behind it.
    pub fn count(mut self, count: bool) -> CoverBatch {
        self.count = count;
        self
    }

    /// Stops each search at the `limit`th solution; 0 is taken as 1.
    pub fn limit(mut self, limit: u64) -> CoverBatch {
        self.limit = Some(limit.max(1));
        self
    }

    /// Gives up on a problem that needs more search-tree nodes than this, as unknown.
    pub fn max_nodes(mut self, nodes: u64) -> CoverBatch {
        self.limits.max_nodes = nodes;
        self
    }

    /// Gives up on a problem after this time, as unknown. The answers then depend on the clock.
    pub fn timeout(mut self, timeout: Duration) -> CoverBatch {
        self.limits.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Ends the run with [`ErrorKind::Interrupted`], within milliseconds, once this is `true`; it is
    /// raised when the run fails, too.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> CoverBatch {
        self.limits.stop_flag = Some(stop);
        self
    }

    /// Threads; 0, as at first, is one for each core.
    pub fn threads(mut self, threads: usize) -> CoverBatch {
        self.threads = threads;
        self
    }

    /// Answers every problem of the input into `output`, malformed ones by `!invalid: reason`,
    /// and those whose search was given up by the solutions found until then and `!unknown`.
    ///
    /// Between problems of which more than one solution may be written, there is a blank line in
    /// `matrix` and `sparse` and a comment `| problem N` in `dlx`. No solution is written
    /// unverified. Memory is bounded by the threads and the largest problem, however many
    /// problems and solutions there are.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written, or the run is stopped.
    pub fn run(
        &self,
        input: Input<'_>,
        output: &mut (dyn Write + Send),
        observer: &mut dyn CoverObserver,
    ) -> Result<CoverSummary, Error> {
        let start = Instant::now();
        let pool = super::pool(self.threads)?;
        let threads = pool.current_num_threads();
        let name = input.name().to_owned();
        let chunk_size = chunk_size(input.size(), threads);
        let mut stock = Stock {
            ready: VecDeque::new(),
            feed: Feed::new(vec![input], chunk_size, Recognizer(self.format)),
        };
        stock.fetch()?;
        let first = stock.ready.front().map(|(chunk, _)| (chunk.reading, chunk.records));
        let (format, records) = first.expect("every input has a chunk");
        if records == Some(1) {
            stock.fetch()?;
        }
        let is_alone = records <= Some(1) && stock.ready.len() == 1;
        let clerk = Clerk::new(self.orders(format));
        let writer = Writer { name, observer, tally: CoverTally::default(), lines: 0, bytes: 0, told: 0 };
        let tally = match is_alone {
            true => alone(&clerk, stock, threads, output, writer)?,
            false => together(&clerk, stock, pool, output, writer)?,
        };
        Ok(CoverSummary { tally, format, threads, elapsed: start.elapsed() })
    }

    fn orders(&self, format: CoverFormat) -> Orders {
        let all = self.count || format == CoverFormat::Dlx;
        let solutions = self.limit.unwrap_or(if all { u64::MAX } else { 1 });
        let stop = self.limits.stop_flag.clone().unwrap_or_default();
        let limits = Limits { solutions, ..self.limits.clone() }.stop_flag(stop.clone());
        Orders { format, count: self.count, limits, stop }
    }
}

impl Default for CoverBatch {
    fn default() -> CoverBatch {
        CoverBatch::new()
    }
}

/// What a worker is told.
struct Orders {
    format: CoverFormat,
    count: bool,
    limits: Limits,
    /// The stop flag of the limits. Ends all searches: nobody wants their answers.
    stop: Arc<AtomicBool>,
}

/// A chunk of some problems: small, since one of them may take long.
fn chunk_size(total: Option<u64>, threads: usize) -> usize {
    const LARGE: usize = 8 << 10;
    match total.and_then(|t| usize::try_from(t).ok()) {
        Some(total) => (total / (64 * threads)).clamp(1, LARGE),
        None => LARGE,
    }
}

struct Recognizer(Option<CoverFormat>);

impl Recognize for Recognizer {
    type Reading = CoverFormat;

    fn recognize(&mut self, _: &str, head: &[u8], end: HeadEnd) -> Result<Option<Start<CoverFormat>>, Error> {
        let format = self.0.or_else(|| CoverFormat::detect_head(head, end));
        Ok(format.map(|format| Start { reading: format, framing: Box::new(format.splitter()), skip: 0 }))
    }
}

/// Where chunks come from: those that were looked at to see how many there are, and the others.
struct Stock<'a> {
    ready: VecDeque<(Chunk<CoverFormat>, Vec<u8>)>,
    feed: Feed<'a, Recognizer>,
}

impl Stock<'_> {
    fn fetch(&mut self) -> Result<(), Error> {
        let mut buffer = Vec::new();
        if let Some(chunk) = self.feed.next(&mut buffer)? {
            self.ready.push_back((chunk, buffer));
        }
        Ok(())
    }

    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<CoverFormat>>, Error> {
        match self.ready.pop_front() {
            Some((chunk, bytes)) => {
                *buffer = bytes;
                Ok(Some(chunk))
            }
            None => self.feed.next(buffer),
        }
    }
}

/// The one who keeps the sums and tells the observer.
struct Writer<'a> {
    name: String,
    observer: &'a mut dyn CoverObserver,
    tally: CoverTally,
    /// Lines and bytes of the input before the current chunk.
    lines: u64,
    bytes: u64,
    told: usize,
}

impl Writer<'_> {
    fn note(&mut self, answers: &Answers) {
        for malformed in &answers.malformed {
            if self.told < super::MALFORMED_SHOWN {
                self.observer.malformed(&self.name, self.lines + malformed.line + 1, &malformed.message);
                self.told += 1;
            }
        }
        self.lines += answers.lines;
        self.bytes += answers.bytes;
        self.tally += &answers.tally;
    }
}

/// The only problem of a text, on this thread.
fn alone(
    clerk: &Clerk,
    mut stock: Stock<'_>,
    threads: usize,
    output: &mut (dyn Write + Send),
    mut writer: Writer<'_>,
) -> Result<CoverTally, Error> {
    let mut answers = Answers::default();
    let mut buffer = Vec::new();
    let chunk = stock.next(&mut buffer)?.expect("a chunk that was fetched");
    let mut failure = None;
    let spill = &mut |text: &mut Vec<u8>| {
        if failure.is_none() {
            failure = output.write_all(text).err();
        }
        text.clear();
        failure.is_none()
    };
    let search = &mut |cover: &_, limits: &_, found: Found<'_>| {
        let tell = &mut |progress| writer.observer.searching(&progress);
        match found {
            None => search::count_on(cover, threads, limits, tell),
            Some(found) => search::list(cover, limits, found, tell),
        }
    };
    let end = clerk.answer(chunk.bytes(&buffer), 0, &mut answers, search, spill);
    spill(&mut answers.text);
    end.map_err(|Wrong| wrong())?;
    if let Some(error) = failure {
        return Err(cannot_write(error));
    }
    if clerk.stop().load(Ordering::Relaxed) {
        return Err(super::interrupted());
    }
    writer.note(&answers);
    Ok(writer.tally)
}

/// Many problems on all threads, each on one.
fn together(
    clerk: &Clerk,
    stock: Stock<'_>,
    pool: rayon::ThreadPool,
    output: &mut (dyn Write + Send),
    mut writer: Writer<'_>,
) -> Result<CoverTally, Error> {
    let turn = Turn::new(output, clerk.stop());
    let shop = work::Shop { clerk, stock: Mutex::new(stock), failure: Mutex::new(None), turn: &turn };
    let end = super::in_order(
        pool,
        |desk| shop.work(desk),
        |answers: &mut Answers| {
            turn.pass(&answers.text).map_err(cannot_write)?;
            writer.note(answers);
            writer.observer.progress(writer.bytes, &writer.tally);
            Ok(())
        },
    );
    // What went wrong where a worker could not wait for the writer.
    let failure = turn.failure().map(cannot_write);
    let work::Shop { failure: other, .. } = shop;
    super::conclude(end, Mutex::new(failure.or(other.into_inner().unwrap_or_else(|e| e.into_inner()))))?;
    Ok(writer.tally)
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the output", error)
}

fn wrong() -> Error {
    Error::new(ErrorKind::Internal, "the solution found is wrong; this is a bug, and nothing was kept")
}
