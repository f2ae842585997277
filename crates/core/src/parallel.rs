//! Chunks of work on several threads.
//!
//! Threads live for one call: no thread remains when a process forks. Starting a thread takes some 30 µs, as long as
//! solving 250 easy 9×9 puzzles.

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

/// Calls `work` for every chunk, on this thread with the first worker and on one more thread for each other worker.
///
/// If the system does not start a thread, the others do its part. A panic of `work` is passed on.
pub fn for_each_chunk<W: Send, C: Send>(
    workers: &mut [W],
    chunks: impl Iterator<Item = C> + Send,
    work: impl Fn(&mut W, C) + Sync,
) {
    let chunks = Mutex::new(chunks);
    let take = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_all = |worker: &mut W| {
        while let Some(chunk) = take() {
            work(worker, chunk);
        }
    };
    let Some((first, others)) = workers.split_first_mut() else { return };
    thread::scope(|scope| {
        let start = |worker| thread::Builder::new().spawn_scoped(scope, || work_all(worker)).ok();
        let threads: Vec<_> = others.iter_mut().map_while(start).collect();
        work_all(first);
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
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
