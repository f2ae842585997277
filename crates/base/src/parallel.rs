//! Work on several threads.
//!
//! Threads live for one call: no thread remains when a process forks. Starting a thread takes some 30 µs, as long as
//! solving 250 easy 9×9 puzzles. Where the system starts no thread, as in a browser, the calling thread does all the work.

use std::{
    panic::resume_unwind,
    sync::{Mutex, PoisonError},
    thread,
};

/// The number of threads that this number requests: 0 means one for each core.
pub fn thread_count(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// The most puzzles in a chunk: their cells and solutions fit the second-level cache.
const LONGEST: usize = 1024;

/// Puzzles that a thread takes at a time: enough for engines that search many at once, and few enough that all
/// threads finish at about the same time. Large boards take milliseconds each, so that one may be a chunk.
pub fn chunk_len(puzzles: usize, area: usize, threads: usize) -> usize {
    let shortest = if area <= 81 { 256 } else { 1 };
    (puzzles / (8 * threads)).clamp(shortest, LONGEST)
}

/// Calls `work` with every worker: with the first on this thread, with each other on one more thread. A worker for which the system
/// starts no thread is dropped, and so are all after it, so work that is left must be open to all workers.
///
/// A panic of `work` is passed on.
pub fn on_each_thread<W: Send>(workers: impl IntoIterator<Item = W>, work: impl Fn(W) + Sync) {
    let mut workers = workers.into_iter();
    let Some(first) = workers.next() else { return };
    thread::scope(|scope| {
        let start = |worker| thread::Builder::new().spawn_scoped(scope, || work(worker)).ok();
        let threads: Vec<_> = workers.map_while(start).collect();
        work(first);
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}

/// Calls `work` for every chunk, each time with one of the workers, as [`on_each_thread`] does.
pub fn for_each_chunk<W: Send, C: Send>(
    workers: &mut [W],
    chunks: impl Iterator<Item = C> + Send,
    work: impl Fn(&mut W, C) + Sync,
) {
    let chunks = Mutex::new(chunks);
    let take = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_each_thread(workers, |worker| {
        while let Some(chunk) = take() {
            work(worker, chunk);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_worked_on_once() {
        for threads in [1, 2, 5] {
            let mut sums = vec![0; threads];
            for_each_chunk(&mut sums, 1..=1000, |sum, number| *sum += number);
            assert_eq!(sums.iter().sum::<i32>(), 500_500);
        }
    }

    #[test]
    fn chunks_are_neither_too_short_nor_too_long() {
        assert_eq!(chunk_len(1_000_000, 81, 2), LONGEST);
        assert_eq!(chunk_len(100, 81, 8), 256);
        assert_eq!((chunk_len(100, 625, 2), chunk_len(3, 625, 4)), (6, 1));
    }

    #[test]
    #[should_panic = "chunk 7"]
    fn a_panic_is_passed_on() {
        for_each_chunk(&mut [(); 2], 0..10, |(), chunk| assert_ne!(chunk, 7, "chunk {chunk}"));
    }
}
