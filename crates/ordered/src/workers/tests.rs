//! The pipeline on real threads; `tests/ordered_model` runs it under a model checker.

use super::*;
use std::{
    collections::BTreeSet,
    ops::Range,
    panic::catch_unwind,
    sync::{Mutex, atomic::Ordering, mpsc},
};

impl ChunkResult for u64 {
    fn bytes(&self) -> usize {
        0
    }
}

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

/// The end of a run over 1000 numbers, the number of written ones, and whether the stop flag is set. With places,
/// numbers after a write that failed may have been written too, and are not counted.
fn run_numbers(
    threads: usize,
    has_places: bool,
    answer: impl Fn(u64) -> Result<(), Error> + Sync,
    write: impl Fn(u64) -> Result<(), Error> + Sync,
) -> (Result<usize, Error>, u64, bool) {
    let stop = Arc::new(AtomicBool::new(false));
    let mut written = 0;
    let start = || {
        Ok(|job: Job<'_, u64>, result: &mut u64| {
            *result = job.number;
            answer(job.number).map(|()| Rest::Read)
        })
    };
    let workers = Workers::new(threads);
    let end = if has_places {
        let (mut placed, done) = (0, Mutex::new(BTreeSet::new()));
        let sink = |chunk, result: &mut u64| {
            assert_eq!((chunk, *result), (placed, placed));
            placed += 1;
            Ok(Some(chunk))
        };
        let end = workers.run_to_places(Numbers(0..1000), stop.clone(), start, sink, |place, result| {
            assert_eq!(place, *result);
            write(place)?;
            assert!(done.lock().unwrap().insert(place));
            Ok(())
        });
        let done = done.into_inner().unwrap();
        written = (0..).find(|number| !done.contains(number)).unwrap();
        end
    } else {
        workers.run(Numbers(0..1000), stop.clone(), start, |chunk, result| {
            assert_eq!((chunk, *result), (written, written));
            write(chunk)?;
            written += 1;
            Ok(())
        })
    };
    (end.map(|finished| finished.busy), written, stop.load(Ordering::Relaxed))
}

/// With these numbers of threads, with and without places.
fn each(threads: Range<usize>) -> impl Iterator<Item = (usize, bool)> {
    threads.flat_map(|threads| [(threads, false), (threads, true)])
}

#[test]
fn results_come_in_order_for_any_number_of_threads() {
    for (threads, has_places) in each(1..6) {
        let slow = |n: u64| {
            if n.is_multiple_of(7) {
                std::thread::yield_now();
            }
            Ok(())
        };
        let (end, written, stopped) = run_numbers(threads, has_places, slow, |_| Ok(()));
        assert!((1..=threads).contains(&end.unwrap()));
        assert_eq!((written, stopped), (1000, false));
    }
}

#[test]
fn the_first_error_in_the_order_of_the_input_wins() {
    for (threads, has_places) in each(2..5) {
        let answer = |n: u64| match n {
            // Fails later in time than the next one.
            20 => {
                std::thread::sleep(Duration::from_millis(20));
                Err(error(n))
            }
            21.. => Err(error(n)),
            _ => Ok(()),
        };
        let (end, written, stopped) = run_numbers(threads, has_places, answer, |_| Ok(()));
        assert_eq!(end.unwrap_err().to_string(), "chunk 20");
        assert_eq!((written, stopped), (20, true));
    }
}

#[test]
fn a_failed_write_and_a_panic_end_the_run() {
    for (threads, has_places) in each(1..4) {
        let write = |n: u64| if n == 10 { Err(error(n)) } else { Ok(()) };
        let (end, written, stopped) = run_numbers(threads, has_places, |_| Ok(()), write);
        assert_eq!((end.unwrap_err().to_string().as_str(), written, stopped), ("chunk 10", 10, true));
        let panic = |n: u64| match n {
            20 => std::panic::resume_unwind(Box::new("on purpose")),
            _ => Ok(()),
        };
        let (end, written, stopped) = run_numbers(threads, has_places, panic, |_| Ok(()));
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
        let sink = |_, _: &mut u64| {
            written += 1;
            Ok(())
        };
        let source = Fragile(Numbers(0..1000));
        let end = Workers::new(threads).run(source, Arc::default(), || Ok(answer), sink);
        assert_eq!((end.unwrap_err().kind(), written), (ErrorKind::Internal, 10));
    }
}

#[test]
fn a_worker_that_cannot_start_is_an_error() {
    let start = || Err::<fn(Job<'_, u64>, &mut u64) -> Result<Rest, Error>, _>(error(7));
    for threads in 1..4 {
        let sink = |_, _: &mut u64| Ok(());
        let end = Workers::new(threads).run(Numbers(0..9), Arc::default(), start, sink);
        assert_eq!(end.unwrap_err().to_string(), "chunk 7");
    }
}

/// The answers of a cover problem may be longer than memory: their worker then waits for its turn to write, or for the end of
/// the sink.
#[test]
fn a_sink_that_fails_is_dropped_while_workers_wait_for_its_end() {
    struct Ends(mpsc::Sender<()>);
    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.send(()).expect("the test waits");
        }
    }
    for threads in 2..4 {
        let (ends, end) = mpsc::channel();
        let (ends, end) = (Ends(ends), Mutex::new(end));
        let in_time = AtomicBool::new(true);
        let start = || {
            Ok(|job: Job<'_, u64>, _: &mut u64| {
                if job.number == 1 {
                    let end = end.lock().unwrap().recv_timeout(Duration::from_secs(600));
                    in_time.store(end.is_ok(), Ordering::Relaxed);
                }
                Ok(Rest::Read)
            })
        };
        let sink = move |_, _: &mut u64| {
            let _ = &ends;
            Err(error(0))
        };
        let end = Workers::new(threads).run(Numbers(0..2), Arc::default(), start, sink);
        assert_eq!(end.unwrap_err().to_string(), "chunk 0");
        assert!(in_time.into_inner(), "the sink is dropped, although chunk 1 is not finished");
    }
}

/// The first chunk takes as long as it takes until a much later one is answered.
#[test]
fn a_slow_chunk_stops_no_other_worker() {
    const LAST: u64 = 4000;
    for threads in 2..5 {
        let (answered, reaches) = mpsc::channel();
        let (answered, reaches) = (Mutex::new(answered), Mutex::new(reaches));
        let start = || {
            Ok(|job: Job<'_, u64>, result: &mut u64| {
                *result = job.number;
                match job.number {
                    0 => reaches.lock().unwrap().recv().unwrap(),
                    LAST => answered.lock().unwrap().send(()).unwrap(),
                    _ => {}
                }
                Ok(Rest::Read)
            })
        };
        let mut written = 0;
        let sink = |chunk, result: &mut u64| {
            assert_eq!((chunk, *result), (written, written));
            written += 1;
            Ok(())
        };
        let workers = Workers::new(threads).early_bytes(64 << 20);
        workers.run(Numbers(0..LAST + 10), Arc::default(), start, sink).unwrap();
        assert_eq!(written, LAST + 10);
    }
}

/// As a panic of an observer, which is code of the caller.
#[test]
fn a_panic_of_the_sink_reaches_the_thread_that_started_the_run() {
    for threads in 1..4 {
        let answer = |_: Job<'_, u64>, _: &mut u64| Ok(Rest::Read);
        let sink = |chunk, _: &mut u64| match chunk {
            10 => std::panic::resume_unwind(Box::new("on purpose")),
            _ => Ok(None::<Never>),
        };
        let workers = || Workers::new(threads);
        let here = catch_unwind(|| {
            let sink = |chunk, result: &mut u64| sink(chunk, result).map(drop);
            workers().run(Numbers(0..1000), Arc::default(), || Ok(answer), sink)
        });
        let shared = catch_unwind(|| {
            let write = |never, _: &u64| match never {};
            workers().run_to_places(Numbers(0..1000), Arc::default(), || Ok(answer), sink, write)
        });
        for end in [here, shared] {
            assert_eq!(end.unwrap_err().downcast_ref(), Some(&"on purpose"));
        }
    }
}

/// A worker that panics while it is dropped: its engines are in the answer function.
#[test]
fn a_panic_of_a_worker_that_is_dropped_is_an_error() {
    struct Fragile;
    impl Drop for Fragile {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new("on purpose"));
        }
    }
    for threads in 1..4 {
        let start = || {
            let engines = Fragile;
            Ok(move |_: Job<'_, u64>, _: &mut u64| {
                let _ = &engines;
                Ok(Rest::Read)
            })
        };
        let sink = |_, _: &mut u64| Ok(());
        let end = Workers::new(threads).run(Numbers(0..9), Arc::default(), start, sink);
        assert_eq!(end.unwrap_err().kind(), ErrorKind::Internal);
    }
}
