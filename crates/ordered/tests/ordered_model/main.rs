//! The pipeline under a scheduler that tries many interleavings of its threads.
//!
//! `src/pipeline.rs`, `order/`, `output.rs`, `numbers.rs` and `jobs.rs` are compiled here a second time, with
//! locks whose every step the scheduler decides. A deadlock, a lost result, a wrong order or the wrong error in any
//! schedule fails, and shuttle prints the schedule.

mod early;
#[path = "../../src/jobs.rs"]
mod jobs;
#[path = "../../src/numbers.rs"]
mod numbers;
#[allow(dead_code, reason = "the whole source of the order")]
#[path = "../../src/order/mod.rs"]
mod order;
#[path = "../../src/output.rs"]
mod output;
#[allow(dead_code, reason = "the whole source of the pipeline")]
#[path = "../../src/pipeline.rs"]
mod pipeline;
#[path = "../../src/window.rs"]
mod window;

/// The primitives of the pipeline, as the scheduler provides them.
mod sync {
    pub use shuttle::sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };
}

use jobs::JobQueue;
use numbers::{ChunkNumber, ChunkRecords, RecordNumbers};
use order::{ChunkResult, MOST_WRITERS, Order, Panicked, SlotLimit, Task};
use output::{OrderedOutput, OutputSink, WriteError};
use pipeline::{ChunkSource, Job, Rest, Shared, Stopped};
use quadrille_base::cases::cases;
use shuttle::thread;
use std::{
    collections::BTreeMap,
    io,
    ops::Range,
    sync::{Arc, PoisonError},
};
use sync::{AtomicBool, Condvar, Mutex, Ordering};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failure {
    Stopped,
    Panicked,
    /// The source, a worker, the sink or the writing of the result failed at this chunk.
    Source(u64),
    Worker(u64),
    Sink(u64),
    Write(u64),
    /// The output was closed while a worker waited for its turn. Must not end a run, because another error came
    /// first.
    Closed,
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Failure {
        Failure::Stopped
    }
}

impl From<Panicked> for Failure {
    fn from(_: Panicked) -> Failure {
        Failure::Panicked
    }
}

/// The event at a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    SourceFails,
    SourcePanics,
    WorkerFails,
    WorkerPanics,
    SinkFails,
    SinkPanics,
    /// The result cannot be written to its place. Without places this happens in the sink.
    WriteFails,
    WritePanics,
    /// The stop flag is raised while the chunk is answered.
    Stop,
    /// The input ends with this chunk, even if more follows.
    LastOfInput,
    /// The worker writes a part of the result when it is the chunk's turn.
    WritePart,
    /// The worker panics before it has counted its records.
    PanicsBeforeCounting,
    /// The chunk takes as long as it takes until a worker has this one.
    WaitsFor(u64),
}

type Events = BTreeMap<u64, Event>;

/// Hands out the numbers of the range.
struct Numbers(Range<u64>, Events);

impl ChunkSource for Numbers {
    type Chunk = u64;
    type Error = Failure;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<u64>, Failure> {
        match self.0.next() {
            Some(n) if self.1.get(&n) == Some(&Event::SourceFails) => Err(Failure::Source(n)),
            Some(n) if self.1.get(&n) == Some(&Event::SourcePanics) => {
                std::panic::resume_unwind(Box::new("on purpose"))
            }
            next => Ok(next),
        }
    }

    fn skip_rest(&mut self, _: &u64) {
        self.0 = 0..0;
    }
}

/// The bytes of a result.
const RESULT: usize = 1 << 20;

impl ChunkResult for u64 {
    fn bytes(&self) -> usize {
        RESULT
    }
}

/// Who writes the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The sink.
    InOrder,
    /// The workers: the sink gives a place to each result.
    Places,
}

const MODES: [Mode; 2] = [Mode::InOrder, Mode::Places];

struct Case {
    mode: Mode,
    workers: usize,
    limit: SlotLimit,
    count: u64,
    events: Events,
    /// Whether the workers find out how many records are before their chunks.
    counts: bool,
    /// The largest number of a chunk that a worker had, and what waits for it.
    reached: Mutex<u64>,
    reaches: Condvar,
    /// The workers that write.
    writing: std::sync::Mutex<usize>,
}

fn case(mode: Mode, workers: usize, slots: usize, count: u64, events: &[(u64, Event)]) -> Case {
    Case {
        mode,
        workers,
        limit: SlotLimit { least: slots, bytes: 0 },
        count,
        events: events.iter().copied().collect(),
        counts: false,
        reached: Mutex::new(0),
        reaches: Condvar::new(),
        writing: std::sync::Mutex::default(),
    }
}

/// How a run ended, and the chunks that were written, each with the number of its parts.
struct End {
    mode: Mode,
    result: Result<(), Failure>,
    written: Vec<u8>,
    is_stopped: bool,
    /// Whether a panic of the sink is to be passed on.
    panicked: bool,
    limit: SlotLimit,
    /// The slots and the bytes of those in use, at most and in the end.
    most: (usize, usize),
    last: (usize, usize),
}

impl Case {
    fn answer(
        &self,
        job: Job<'_, u64>,
        result: &mut u64,
        stop: &AtomicBool,
        output: &OrderedOutput<'_>,
        place: Option<ChunkNumber<'_>>,
    ) -> Result<Rest, Failure> {
        assert_eq!(job.number, *job.chunk);
        *result = *job.chunk;
        self.reach(*job.chunk);
        if let Some(Event::WorkerFails) = self.events.get(job.chunk) {
            return Err(Failure::Worker(job.number));
        }
        if let Some(place) = place {
            self.count(*job.chunk, place)?;
        }
        match self.events.get(job.chunk) {
            Some(Event::WorkerPanics) => std::panic::resume_unwind(Box::new("on purpose")),
            Some(Event::Stop) => stop.store(true, Ordering::Relaxed),
            Some(Event::LastOfInput) => return Ok(Rest::Skip),
            Some(Event::WaitsFor(other)) => self.wait_for(*other),
            Some(Event::WritePart) => {
                output.write_part(job.number, &[job.number as u8]).map_err(|e| match e {
                    WriteError::Closed => Failure::Closed,
                    WriteError::Io(e) => panic!("memory cannot fail: {e}"),
                })?;
            }
            _ => {}
        }
        Ok(Rest::Read)
    }

    /// Another worker may panic while the lock is held, as `numbers.rs` explains.
    fn reach(&self, chunk: u64) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        *reached = chunk.max(*reached);
        drop(reached);
        self.reaches.notify_all();
    }

    fn wait_for(&self, chunk: u64) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        while *reached < chunk {
            reached = self.reaches.wait(reached).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Finds out how many records are before a chunk. Chunk n has n + 1 of them.
    fn count(&self, chunk: u64, place: ChunkNumber<'_>) -> Result<(), Failure> {
        if let Some(Event::PanicsBeforeCounting) = self.events.get(&chunk) {
            std::panic::resume_unwind(Box::new("on purpose"));
        }
        let is_last = |chunk: u64| self.events.get(&chunk) == Some(&Event::LastOfInput);
        let found = ChunkRecords { input: 0, records: chunk + 1, ended: is_last(chunk) };
        let before = place.count(found).ok_or(Stopped)?;
        // Chunks after the last one are not counted.
        let counted = (0..chunk).find(|&chunk| is_last(chunk)).map_or(chunk, |last| last + 1);
        assert_eq!(before, (1..=counted).sum());
        Ok(())
    }

    /// Writes the result of a chunk at its place.
    fn write(&self, place: u64, result: u64, written: &std::sync::Mutex<Vec<u8>>) -> Result<(), Failure> {
        assert_eq!(place, result);
        match self.events.get(&result) {
            Some(Event::WriteFails) => return Err(Failure::Write(result)),
            Some(Event::WritePanics) => std::panic::resume_unwind(Box::new("on purpose")),
            _ => {}
        }
        *self.writing.lock().unwrap() += 1;
        // Another thread may continue here.
        thread::yield_now();
        assert!(*self.writing.lock().unwrap() <= MOST_WRITERS, "no more write at the same time");
        written.lock().unwrap().push(result as u8);
        *self.writing.lock().unwrap() -= 1;
        Ok(())
    }

    /// Runs the workers, and the sink with them, on threads of the scheduler.
    fn run(self) -> End {
        let case = Arc::new(self);
        let stop = Arc::new(AtomicBool::new(false));
        let shared = Arc::new(Shared::new(Numbers(0..case.count, case.events.clone()), stop.clone()));
        // The threads of the scheduler must own what they use.
        let bytes: &'static mut Written = Box::leak(Box::default());
        let written = bytes.0.clone();
        let numbers: Option<&'static RecordNumbers> =
            case.counts.then(|| &*Box::leak(Box::new(RecordNumbers::after(0))));
        let output: &'static OrderedOutput<'static> = Box::leak(Box::new(OrderedOutput::new(bytes)));
        let sink = case.clone().sink(output.sink());
        let most: Arc<std::sync::Mutex<(usize, usize)>> = Arc::default();
        let order = Arc::new(Order::new(case.limit, sink, stop.clone()));
        let workers: Vec<_> = (0..case.workers)
            .map(|_| {
                let (case, shared, stop, order) = (case.clone(), shared.clone(), stop.clone(), order.clone());
                let (written, most) = (written.clone(), most.clone());
                thread::spawn(move || {
                    let answer = |job: Job<'_, u64>, result: &mut u64| {
                        let (slots, bytes) = order.slots();
                        let mut most = most.lock().unwrap();
                        *most = (most.0.max(slots), most.1.max(bytes));
                        drop(most);
                        let place = numbers.map(|numbers| numbers.of_chunk(job.number));
                        case.answer(job, result, &stop, output, place)
                    };
                    let write = |place, result: &u64| case.write(place, *result, &written);
                    shared.work(&order, || Ok(answer), write);
                })
            })
            .collect();
        for worker in workers {
            worker.join().unwrap();
        }
        let order = Arc::into_inner(order).expect("the workers have returned");
        let (last, most) = (order.slots(), *most.lock().unwrap());
        let end = order.into_end();
        let written = written.lock().unwrap().clone();
        let (mode, is_stopped) = (case.mode, stop.load(Ordering::Relaxed));
        let (limit, panicked) = (case.limit, end.panic.is_some());
        End { mode, result: end.result, written, is_stopped, panicked, limit, most, last }
    }

    /// The sink, which owns its end of the output.
    fn sink(
        self: Arc<Case>,
        output: OutputSink<'static, 'static>,
    ) -> impl FnMut(u64, &mut u64) -> Result<Option<u64>, Failure> {
        move |chunk, result: &mut u64| {
            assert_eq!(chunk, *result);
            let has_places = self.mode == Mode::Places;
            match self.events.get(&chunk) {
                Some(Event::SinkFails) => return Err(Failure::Sink(chunk)),
                Some(Event::SinkPanics) => std::panic::resume_unwind(Box::new("on purpose")),
                Some(Event::WriteFails) if !has_places => return Err(Failure::Write(chunk)),
                Some(Event::WritePanics) if !has_places => return Err(Failure::Panicked),
                _ if has_places => return Ok(Some(chunk)),
                _ => {}
            }
            output.finish_chunk(&[chunk as u8]).map_err(|_| Failure::Sink(chunk))?;
            Ok(None)
        }
    }
}

/// An output that the test can read after the run.
#[derive(Default)]
struct Written(Arc<std::sync::Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a case in many schedules and passes each end to `check`.
fn check(
    make: impl Fn() -> Case + Send + Sync + Clone + 'static,
    check: impl Fn(End) + Send + Sync + Clone + 'static,
) {
    let has_threads = make().workers > 1;
    let run = move || check(make().run());
    shuttle::check_random(run.clone(), cases(100, 1000));
    // The scheduler refuses a run of one thread.
    if has_threads {
        shuttle::check_pct(run, cases(100, 1000), 3);
    }
}

/// Every schedule, as far as `most` allows; a tenth of that without the long form.
fn check_all(
    most: usize,
    make: impl Fn() -> Case + Send + Sync + 'static,
    check: impl Fn(End) + Send + Sync + 'static,
) {
    shuttle::check_dfs(move || check(make().run()), Some(cases(most / 10, most)));
}

/// Whether the first chunks were written, each once. Workers that write to places do so in any order.
fn is_prefix(end: &End, count: u64) -> bool {
    let mut written = end.written.clone();
    if end.mode == Mode::Places {
        written.sort_unstable();
    }
    written == (0..count as u8).collect::<Vec<_>>()
}

fn is_whole(count: u64) -> impl Fn(End) + Clone {
    move |end| {
        assert_eq!(end.result, Ok(()));
        assert!(is_prefix(&end, count), "{:?}", end.written);
        assert!(!end.is_stopped, "a run that succeeds leaves the flag alone");
        assert!(end.last.0 <= end.limit.least && end.last.1 == 0, "slots are given back: {:?}", end.last);
    }
}

/// The run ends with this failure, after all chunks before it were written and none after it. A worker that writes to a
/// place may have written others after a place whose writing fails; such an output is discarded.
fn fails(failure: Failure, at: u64) -> impl Fn(End) + Clone {
    move |mut end| {
        assert_eq!(end.result, Err(failure));
        end.written.retain(|&chunk| end.mode != Mode::Places || u64::from(chunk) < at);
        assert!(is_prefix(&end, at), "{:?}", end.written);
        assert!(end.is_stopped, "searches that go on are ended");
        assert!(!end.panicked || failure == Failure::Panicked);
    }
}

#[test]
fn results_come_in_order_in_any_schedule() {
    for mode in MODES {
        for (workers, extra) in [(1, 0), (2, 0), (2, 2), (3, 0), (3, 2)] {
            check(move || case(mode, workers, workers + extra, 6, &[]), is_whole(6));
        }
        check_all(40_000, move || case(mode, 2, 2, 2, &[]), is_whole(2));
    }
}

#[test]
fn the_end_of_an_input_skips_its_rest() {
    // A worker may already have taken a later chunk; the run succeeds in either case.
    for mode in MODES {
        check(
            move || case(mode, 2, 3, 5, &[(1, Event::LastOfInput)]),
            |end| {
                assert_eq!(end.result, Ok(()));
                assert!(end.written.len() >= 2 && is_prefix(&end, end.written.len() as u64));
            },
        );
    }
}

#[test]
fn one_failure_ends_the_run_after_everything_before_it() {
    for (mode, at) in MODES.into_iter().flat_map(|mode| (0..4).map(move |at| (mode, at))) {
        for (event, failure) in FAILURES {
            check(move || case(mode, 2, 3, 5, &[(at, event)]), fails(failure(at), at));
            check(move || case(mode, 3, 3, 5, &[(at, event)]), fails(failure(at), at));
        }
    }
}

type FailureAt = fn(u64) -> Failure;

/// The events that fail at a chunk, and their failures.
const FAILURES: [(Event, FailureAt); 8] = [
    (Event::SourceFails, Failure::Source),
    (Event::SourcePanics, |_| Failure::Panicked),
    (Event::WorkerFails, Failure::Worker),
    (Event::WorkerPanics, |_| Failure::Panicked),
    (Event::SinkFails, Failure::Sink),
    (Event::SinkPanics, |_| Failure::Panicked),
    (Event::WriteFails, Failure::Write),
    (Event::WritePanics, |_| Failure::Panicked),
];

/// Also if a later chunk fails earlier in time, which happens in some of the schedules. Every pair of failures, except that
/// a source fails only once.
#[test]
fn the_first_failure_in_the_order_of_the_input_wins() {
    for (first, failure) in FAILURES {
        for (second, _) in FAILURES {
            for mode in MODES {
                check(move || case(mode, 3, 4, 5, &[(1, first), (2, second)]), fails(failure(1), 1));
                check_all(
                    2000,
                    move || case(mode, 2, 2, 3, &[(0, first), (1, second)]),
                    fails(failure(0), 0),
                );
            }
        }
    }
}

#[test]
fn every_schedule_of_two_failing_workers_has_the_same_end() {
    for mode in MODES {
        check_all(
            20_000,
            move || case(mode, 2, 2, 2, &[(0, Event::WorkerFails), (1, Event::WorkerFails)]),
            fails(Failure::Worker(0), 0),
        );
    }
}

/// A write that fails after the sink has failed at a later chunk is still the first failure.
#[test]
fn every_schedule_of_two_failing_writes_has_the_same_end() {
    for second in [Event::WriteFails, Event::SinkFails, Event::WorkerFails] {
        check_all(
            20_000,
            move || case(Mode::Places, 2, 2, 2, &[(0, Event::WriteFails), (1, second)]),
            fails(Failure::Write(0), 0),
        );
    }
}

/// The output depends on when the flag is seen, but it is a prefix, and does not include a chunk in progress.
#[test]
fn a_stop_ends_the_run_in_any_schedule() {
    for (mode, at) in MODES.into_iter().flat_map(|mode| (0..3).map(move |at| (mode, at))) {
        check(
            move || case(mode, 2, 3, 5, &[(at, Event::Stop)]),
            move |end| {
                assert_eq!(end.result, Err(Failure::Stopped));
                assert!(end.written.len() as u64 <= at);
                assert!(is_prefix(&end, end.written.len() as u64));
            },
        );
    }
}

/// Workers that write parts themselves wait for each other and for the sink, but never without end.
#[test]
fn workers_that_write_for_themselves_keep_the_order() {
    use Event::WritePart;
    let expected = |parts: &'static [u64]| {
        move |end: End| {
            let bytes =
                (0..4u8).flat_map(|n| std::iter::repeat_n(n, 1 + usize::from(parts.contains(&n.into()))));
            assert_eq!((end.result, end.written), (Ok(()), bytes.collect()));
        }
    };
    let mode = Mode::InOrder;
    check(move || case(mode, 1, 2, 4, &[(1, WritePart)]), expected(&[1]));
    check(move || case(mode, 2, 2, 4, &[(1, WritePart)]), expected(&[1]));
    check(
        move || case(mode, 3, 3, 4, &[(0, WritePart), (1, WritePart), (2, WritePart)]),
        expected(&[0, 1, 2]),
    );
    check(move || case(mode, 2, 4, 4, &[(2, WritePart), (3, WritePart)]), expected(&[2, 3]));
}

#[test]
fn a_failure_ends_the_waiting_for_a_turn() {
    use Event::WritePart;
    for (event, failure) in FAILURES {
        check(
            move || case(Mode::InOrder, 3, 4, 5, &[(1, event), (2, WritePart), (3, WritePart)]),
            fails(failure(1), 1),
        );
    }
}

/// Workers that wait for the numbers of their records are never left waiting, and each gets its own.
#[test]
fn records_are_counted_in_any_schedule() {
    let counted = |mode, workers, slots, count, events: &[(u64, Event)]| Case {
        counts: true,
        ..case(mode, workers, slots, count, events)
    };
    for mode in MODES {
        check(move || counted(mode, 2, 3, 5, &[]), is_whole(5));
        check(move || counted(mode, 3, 5, 5, &[]), is_whole(5));
        check_all(20_000, move || counted(mode, 2, 2, 3, &[]), is_whole(3));
        check(
            move || counted(mode, 3, 3, 5, &[(1, Event::LastOfInput)]),
            |end| assert!(end.result == Ok(()) && end.written.len() >= 2),
        );
        for at in 0..3 {
            for (event, failure) in FAILURES {
                check(move || counted(mode, 3, 4, 5, &[(at, event)]), fails(failure(at), at));
            }
            let events = [(at, Event::PanicsBeforeCounting)];
            check(move || counted(mode, 3, 4, 5, &events), fails(Failure::Panicked, at));
            check(
                move || counted(mode, 3, 4, 5, &[(at, Event::Stop)]),
                move |end| assert!(end.result == Err(Failure::Stopped) && end.written.len() as u64 <= at),
            );
        }
    }
}

fn answer_job(job: u64) -> u64 {
    if job == 2 { std::panic::resume_unwind(Box::new("on purpose")) } else { job }
}

/// The owner keeps some jobs under way, like the reader of a table (`waits`), and like the writer, which takes the
/// results that have arrived. Without threads it does them itself. A panic is the result of its job alone.
fn run_jobs(threads: usize, ahead: u64, waits: bool) {
    const COUNT: u64 = 5;
    let queue = Arc::new(JobQueue::default());
    let start = |_| {
        let queue = queue.clone();
        thread::spawn(move || {
            queue.work(answer_job);
        })
    };
    let workers: Vec<_> = (0..threads).map(start).collect();
    let take = |waits| {
        if threads == 0 {
            queue.work_once(answer_job);
        }
        queue.take(waits)
    };
    let mut taken = Vec::new();
    for job in 0..COUNT {
        queue.push(job);
        while (!waits || queue.pending() > ahead)
            && let Some(result) = take(queue.pending() > ahead)
        {
            taken.push(result);
        }
        assert!(queue.pending() <= ahead);
    }
    while let Some(result) = take(true) {
        taken.push(result);
    }
    let expected = (0..COUNT).map(|job| if job == 2 { Err(Panicked) } else { Ok(job) });
    assert_eq!(taken, expected.collect::<Vec<_>>());
    queue.push(COUNT);
    queue.close();
    workers.into_iter().for_each(|worker| worker.join().unwrap());
}

#[test]
fn results_of_jobs_are_taken_in_order_in_any_schedule() {
    for (threads, ahead, waits) in [(1, 1, false), (2, 1, false), (2, 3, true), (3, 2, false)] {
        let run = move || run_jobs(threads, ahead, waits);
        shuttle::check_random(run, cases(100, 1000));
        shuttle::check_pct(run, cases(100, 1000), 3);
    }
    shuttle::check_random(|| run_jobs(0, 1, false), 10);
    shuttle::check_dfs(|| run_jobs(1, 1, false), Some(cases(2000, 20_000)));
}
