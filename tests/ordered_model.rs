//! The pipeline under a scheduler that tries one interleaving of its threads after the other.
//!
//! `src/batch/pipeline.rs` and `src/batch/ordered_output.rs` are compiled here a second time, with locks and channels
//! whose every step is decided by the scheduler. The channels behave as those of crossbeam-channel: bounded, many to
//! many, closed when one side is dropped. A deadlock, a lost result, a wrong order or the wrong error in any schedule
//! fails, and shuttle prints the schedule.

#[path = "../src/batch/ordered_output.rs"]
mod ordered_output;
#[allow(dead_code, reason = "the whole source of the pipeline")]
#[path = "../src/batch/pipeline.rs"]
mod pipeline;

/// The primitives of the pipeline, as the scheduler provides them. The bounded channel consists of its mutex and
/// condition variable.
mod sync {
    use shuttle::sync::Arc;
    pub use shuttle::sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };
    use std::collections::VecDeque;

    struct State<T> {
        queue: VecDeque<T>,
        room: usize,
        senders: usize,
        receivers: usize,
    }

    struct Shared<T>(Mutex<State<T>>, Condvar);

    pub struct Sender<T>(Arc<Shared<T>>);
    pub struct Receiver<T>(Arc<Shared<T>>);

    pub fn bounded<T>(room: usize) -> (Sender<T>, Receiver<T>) {
        let state = State { queue: VecDeque::new(), room, senders: 1, receivers: 1 };
        let shared = Arc::new(Shared(Mutex::new(state), Condvar::new()));
        (Sender(shared.clone()), Receiver(shared))
    }

    impl<T> Sender<T> {
        pub fn send(&self, item: T) -> Result<(), ()> {
            let mut state = self.0.0.lock().unwrap();
            while state.queue.len() == state.room && state.receivers > 0 {
                state = self.0.1.wait(state).unwrap();
            }
            if state.receivers == 0 {
                return Err(());
            }
            state.queue.push_back(item);
            self.0.1.notify_all();
            Ok(())
        }
    }

    impl<T> Receiver<T> {
        pub fn recv(&self) -> Result<T, ()> {
            let mut state = self.0.0.lock().unwrap();
            loop {
                if let Some(item) = state.queue.pop_front() {
                    self.0.1.notify_all();
                    return Ok(item);
                }
                if state.senders == 0 {
                    return Err(());
                }
                state = self.0.1.wait(state).unwrap();
            }
        }
    }

    impl<T> Clone for Sender<T> {
        fn clone(&self) -> Self {
            self.0.0.lock().unwrap().senders += 1;
            Sender(self.0.clone())
        }
    }

    impl<T> Clone for Receiver<T> {
        fn clone(&self) -> Self {
            self.0.0.lock().unwrap().receivers += 1;
            Receiver(self.0.clone())
        }
    }

    impl<T> Drop for Sender<T> {
        fn drop(&mut self) {
            self.0.0.lock().unwrap().senders -= 1;
            self.0.1.notify_all();
        }
    }

    impl<T> Drop for Receiver<T> {
        fn drop(&mut self) {
            let mut state = self.0.0.lock().unwrap();
            state.receivers -= 1;
            if state.receivers == 0 {
                // Messages that can no longer be received are dropped at once, as in crossbeam-channel.
                state.queue.clear();
            }
            self.0.1.notify_all();
        }
    }
}

use ordered_output::{OrderedOutput, WriteError};
use pipeline::{ChunkSource, Job, Panicked, Rest, Shared, Stopped, channels};
use shuttle::thread;
use std::{collections::BTreeMap, io, ops::Range, sync::Arc};
use sync::{AtomicBool, Ordering};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failure {
    Stopped,
    Panicked,
    /// The source, a worker or the sink failed at this chunk.
    Source(u64),
    Worker(u64),
    Sink(u64),
    /// The output was closed while a worker waited for its turn. Must not end a run: another error came before.
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

/// What happens at a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    SourceFails,
    SourcePanics,
    WorkerFails,
    WorkerPanics,
    SinkFails,
    /// The stop flag is raised while the chunk is answered.
    Stop,
    /// The input ends with this chunk, whatever follows.
    LastOfInput,
    /// The worker writes a part of the result when it is the chunk's turn.
    WritePart,
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

struct Case {
    workers: usize,
    slots: usize,
    count: u64,
    events: Events,
}

fn case(workers: usize, slots: usize, count: u64, events: &[(u64, Event)]) -> Case {
    Case { workers, slots, count, events: events.iter().copied().collect() }
}

/// How a run ended, and the chunks that were written, each with the number of its parts.
struct End {
    result: Result<(), Failure>,
    written: Vec<u8>,
    is_stopped: bool,
}

impl Case {
    fn answer(
        &self,
        job: Job<'_, u64>,
        result: &mut u64,
        stop: &AtomicBool,
        output: &OrderedOutput<'_>,
    ) -> Result<Rest, Failure> {
        assert_eq!(job.number, *job.chunk);
        *result = *job.chunk;
        match self.events.get(job.chunk) {
            Some(Event::WorkerFails) => return Err(Failure::Worker(job.number)),
            Some(Event::WorkerPanics) => std::panic::resume_unwind(Box::new("on purpose")),
            Some(Event::Stop) => stop.store(true, Ordering::Relaxed),
            Some(Event::LastOfInput) => return Ok(Rest::Skip),
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

    /// Runs the workers on threads of the scheduler, and the sink on this one.
    fn run(self) -> End {
        let case = Arc::new(self);
        let stop = Arc::new(AtomicBool::new(false));
        let shared = Arc::new(Shared::new(Numbers(0..case.count, case.events.clone()), stop.clone()));
        let (handle, reorderer) = channels::<_, u64>(&shared, case.slots);
        // The threads of the scheduler must own what they use.
        let bytes: &'static mut Written = Box::leak(Box::default());
        let written = bytes.0.clone();
        let output: &'static OrderedOutput<'static> = Box::leak(Box::new(OrderedOutput::new(bytes)));
        let workers: Vec<_> = (0..case.workers)
            .map(|_| {
                let (case, shared, stop, handle) =
                    (case.clone(), shared.clone(), stop.clone(), handle.clone());
                thread::spawn(move || {
                    shared.work(handle, || {
                        Ok(|job: Job<'_, u64>, result: &mut u64| case.answer(job, result, &stop, output))
                    });
                })
            })
            .collect();
        drop(handle);
        let sink = output.sink();
        let events = case.events.clone();
        let result = reorderer.run(move |chunk, result: &mut u64| {
            assert_eq!(chunk, *result);
            if events.get(&chunk) == Some(&Event::SinkFails) {
                return Err(Failure::Sink(chunk));
            }
            sink.finish_chunk(&[chunk as u8]).map_err(|_| Failure::Sink(chunk))
        });
        for worker in workers {
            worker.join().unwrap();
        }
        let written = written.lock().unwrap().clone();
        End { result, written, is_stopped: stop.load(Ordering::Relaxed) }
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
    let run = move || check(make().run());
    shuttle::check_random(run.clone(), 1000);
    shuttle::check_pct(run, 1000, 3);
}

/// Every schedule, as far as `most` allows.
fn check_all(
    most: usize,
    make: impl Fn() -> Case + Send + Sync + 'static,
    check: impl Fn(End) + Send + Sync + 'static,
) {
    shuttle::check_dfs(move || check(make().run()), Some(most));
}

fn is_whole(count: u64) -> impl Fn(End) + Clone {
    move |end| {
        assert_eq!(end.result, Ok(()));
        assert_eq!(end.written, (0..count as u8).collect::<Vec<_>>());
        assert!(!end.is_stopped, "a run that succeeds leaves the flag alone");
    }
}

/// The run ends with this failure, after all chunks before it were written and none after it.
fn fails(failure: Failure, at: u64) -> impl Fn(End) + Clone {
    move |end| {
        assert_eq!(end.result, Err(failure));
        assert_eq!(end.written, (0..at as u8).collect::<Vec<_>>());
        assert!(end.is_stopped, "searches that go on are ended");
    }
}

#[test]
fn results_come_in_order_in_any_schedule() {
    for (workers, extra) in [(1, 0), (2, 0), (2, 2), (3, 0), (3, 2)] {
        check(move || case(workers, workers + extra, 6, &[]), is_whole(6));
    }
    check_all(40_000, || case(2, 2, 2, &[]), is_whole(2));
}

#[test]
fn the_end_of_an_input_skips_its_rest() {
    // A worker may already have taken a later chunk; the run succeeds in either case.
    check(
        || case(2, 3, 5, &[(1, Event::LastOfInput)]),
        |end| {
            assert_eq!(end.result, Ok(()));
            assert!(end.written.len() >= 2 && end.written.iter().copied().eq(0..end.written.len() as u8));
        },
    );
}

#[test]
fn one_failure_ends_the_run_after_everything_before_it() {
    for at in 0..4 {
        for (event, failure) in [
            (Event::SourceFails, Failure::Source(at)),
            (Event::SourcePanics, Failure::Panicked),
            (Event::WorkerFails, Failure::Worker(at)),
            (Event::WorkerPanics, Failure::Panicked),
            (Event::SinkFails, Failure::Sink(at)),
        ] {
            check(move || case(2, 3, 5, &[(at, event)]), fails(failure, at));
            check(move || case(3, 3, 5, &[(at, event)]), fails(failure, at));
        }
    }
}

/// Also if a later chunk fails earlier in time, which happens in some of the schedules.
#[test]
fn the_first_failure_in_the_order_of_the_input_wins() {
    let events = [Event::SourceFails, Event::WorkerFails, Event::WorkerPanics, Event::SinkFails];
    let failure = |event, at| match event {
        Event::SourceFails => Failure::Source(at),
        Event::WorkerFails => Failure::Worker(at),
        Event::SinkFails => Failure::Sink(at),
        _ => Failure::Panicked,
    };
    for first in events {
        for second in events {
            check(move || case(3, 4, 5, &[(1, first), (2, second)]), fails(failure(first, 1), 1));
            check_all(4000, move || case(2, 2, 3, &[(0, first), (1, second)]), fails(failure(first, 0), 0));
        }
    }
}

#[test]
fn every_schedule_of_two_failing_workers_has_the_same_end() {
    check_all(
        60_000,
        || case(2, 2, 2, &[(0, Event::WorkerFails), (1, Event::WorkerFails)]),
        fails(Failure::Worker(0), 0),
    );
}

/// What is written depends on when the flag is seen, but it is a prefix, and a chunk in progress is not part of it.
#[test]
fn a_stop_ends_the_run_in_any_schedule() {
    for at in 0..3 {
        check(
            move || case(2, 3, 5, &[(at, Event::Stop)]),
            move |end| {
                assert_eq!(end.result, Err(Failure::Stopped));
                assert!(end.written.len() as u64 <= at);
                assert!(end.written.iter().copied().eq(0..end.written.len() as u8));
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
    check(|| case(2, 2, 4, &[(1, WritePart)]), expected(&[1]));
    check(|| case(3, 3, 4, &[(0, WritePart), (1, WritePart), (2, WritePart)]), expected(&[0, 1, 2]));
    check(|| case(2, 4, 4, &[(2, WritePart), (3, WritePart)]), expected(&[2, 3]));
}

#[test]
fn a_failure_ends_the_waiting_for_a_turn() {
    use Event::*;
    for (event, failure) in [
        (SourceFails, Failure::Source(1)),
        (WorkerFails, Failure::Worker(1)),
        (WorkerPanics, Failure::Panicked),
        (SinkFails, Failure::Sink(1)),
    ] {
        check(move || case(3, 4, 5, &[(1, event), (2, WritePart), (3, WritePart)]), fails(failure, 1));
    }
}
