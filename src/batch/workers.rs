//! Runs a pipeline on a pool of threads.

use super::pipeline::{ChunkSource, Job, Panicked, Rest, Shared, Stopped, channels};
use crate::{
    engine::{EngineChoice, Engines},
    error::{Error, ErrorKind},
};
use std::{
    fmt::Display,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// The number of threads that is meant by this one: 0 means one per core.
pub(super) fn count(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// A pool of this many threads; 0 means one per core.
pub(super) fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new().num_threads(count(threads)).build().map_err(cannot_start)
}

fn cannot_start(error: impl Display) -> Error {
    Error::new(ErrorKind::Config, format!("cannot start the worker threads: {error}"))
}

/// The engines of one worker.
pub(super) fn engines(choice: EngineChoice) -> Result<Engines, Error> {
    Engines::new(choice).map_err(|e| Error::new(ErrorKind::Config, e.to_string()))
}

/// Answers all chunks of the source, with one worker on each thread of the pool, and passes the results to `sink` on
/// this thread, in order. `start` makes the answer function of a worker. Returns how many workers had a chunk.
///
/// # Errors
/// The first one in the order of the input; see [`pipeline`](super::pipeline).
pub(super) fn run<S, R, W>(
    pool: rayon::ThreadPool,
    source: S,
    stop: Arc<AtomicBool>,
    start: impl Fn() -> Result<W, Error> + Sync,
    sink: impl FnMut(S::Chunk, &mut R) -> Result<(), Error>,
) -> Result<usize, Error>
where
    S: ChunkSource<Error = Error>,
    R: Default + Send,
    W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, Error>,
{
    let shared = Shared::new(source, stop);
    // Two for each worker, so that it need not wait for the sink, and a few that the sink is writing.
    let (handle, reorderer) = channels(&shared, 2 * pool.current_num_threads() + 2);
    // One for each worker. The sink ends when all of them are gone.
    let handles = Mutex::new(vec![handle; pool.current_num_threads()]);
    let panicked = AtomicBool::new(false);
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            let handle = handles.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let work = || handle.map(|handle| shared.work(handle, &start));
            // The pipeline catches panics in answer functions, so this one occurred while a worker was dropped.
            if panic::catch_unwind(AssertUnwindSafe(work)).is_err() {
                panicked.store(true, Ordering::Relaxed);
            }
        });
        reorderer.run(sink)
    })?;
    match panicked.into_inner() {
        true => Err(Panicked.into()),
        false => Ok(shared.busy()),
    }
}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Error {
        Error::new(ErrorKind::Interrupted, "the run was stopped")
    }
}

impl From<Panicked> for Error {
    fn from(_: Panicked) -> Error {
        Error::new(ErrorKind::Internal, "a worker panicked; this is a bug")
    }
}

/// The pipeline on real threads; `tests/ordered_model.rs` runs it under a model checker.
#[cfg(test)]
mod tests {
    use super::*;
    use std::{ops::Range, time::Duration};

    struct Numbers(Range<u64>);

    impl ChunkSource for Numbers {
        type Chunk = u64;
        type Error = Error;

        fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<u64>, Error> {
            Ok(self.0.next())
        }
    }

    fn error(number: u64) -> Error {
        Error::new(ErrorKind::Input, format!("chunk {number}"))
    }

    /// The end of a run over 1000 numbers, how many were written, and whether the stop flag is set.
    fn run_numbers(
        threads: usize,
        answer: impl Fn(u64) -> Result<(), Error> + Sync,
        write: impl Fn(u64) -> Result<(), Error>,
    ) -> (Result<usize, Error>, u64, bool) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut written = 0;
        let start = || {
            Ok(|job: Job<'_, u64>, result: &mut u64| {
                *result = job.number;
                answer(job.number).map(|()| Rest::Read)
            })
        };
        let end = run(pool(threads).unwrap(), Numbers(0..1000), stop.clone(), start, |chunk, result| {
            assert_eq!((chunk, *result), (written, written));
            write(chunk)?;
            written += 1;
            Ok(())
        });
        (end, written, stop.load(Ordering::Relaxed))
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in 1..6 {
            let slow = |n: u64| {
                if n.is_multiple_of(7) {
                    std::thread::yield_now();
                }
                Ok(())
            };
            let (end, written, stopped) = run_numbers(threads, slow, |_| Ok(()));
            assert!((1..=threads).contains(&end.unwrap()));
            assert_eq!((written, stopped), (1000, false));
        }
    }

    #[test]
    fn the_first_error_in_the_order_of_the_input_wins() {
        for threads in 2..5 {
            let answer = |n: u64| match n {
                // Fails later in time than the next one.
                20 => {
                    std::thread::sleep(Duration::from_millis(20));
                    Err(error(n))
                }
                21.. => Err(error(n)),
                _ => Ok(()),
            };
            let (end, written, stopped) = run_numbers(threads, answer, |_| Ok(()));
            assert_eq!(end.unwrap_err().to_string(), "chunk 20");
            assert_eq!((written, stopped), (20, true));
        }
    }

    #[test]
    fn a_failed_write_and_a_panic_end_the_run() {
        for threads in 1..4 {
            let write = |n: u64| if n == 10 { Err(error(n)) } else { Ok(()) };
            let (end, written, stopped) = run_numbers(threads, |_| Ok(()), write);
            assert_eq!((end.unwrap_err().to_string().as_str(), written, stopped), ("chunk 10", 10, true));
            let panic = |n: u64| match n {
                20 => std::panic::resume_unwind(Box::new("on purpose")),
                _ => Ok(()),
            };
            let (end, written, stopped) = run_numbers(threads, panic, |_| Ok(()));
            assert_eq!((end.unwrap_err().kind(), written, stopped), (ErrorKind::Internal, 20, true));
        }
    }

    #[test]
    fn a_panic_of_the_source_while_it_skips_ends_the_run() {
        struct Fragile(Numbers);
        impl ChunkSource for Fragile {
            type Chunk = u64;
            type Error = Error;

            fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<u64>, Error> {
                self.0.next(buffer)
            }

            fn skip_rest(&mut self, _: &u64) {
                std::panic::resume_unwind(Box::new("on purpose"));
            }
        }
        for threads in 1..4 {
            let answer = |job: Job<'_, u64>, _: &mut u64| match job.number {
                10 => Ok(Rest::Skip),
                _ => Ok(Rest::Read),
            };
            let mut written = 0;
            let end = run(
                pool(threads).unwrap(),
                Fragile(Numbers(0..1000)),
                Arc::default(),
                || Ok(answer),
                |_, _| {
                    written += 1;
                    Ok(())
                },
            );
            assert_eq!((end.unwrap_err().kind(), written), (ErrorKind::Internal, 10));
        }
    }

    #[test]
    fn a_worker_that_cannot_start_is_an_error() {
        let start = || Err::<fn(Job<'_, u64>, &mut u64) -> Result<Rest, Error>, _>(error(7));
        let end = run(pool(3).unwrap(), Numbers(0..9), Arc::default(), start, |_, _: &mut u64| Ok(()));
        assert_eq!(end.unwrap_err().to_string(), "chunk 7");
    }
}
