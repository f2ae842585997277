//! Runs a pipeline on a pool of threads.

use super::pipeline::{ChunkSource, Job, Panicked, Rest, Shared, Stopped, channels};
use crate::{
    engine::{EngineChoice, Engines},
    error::{Error, ErrorKind},
};
use std::sync::{Arc, atomic::AtomicBool};

/// A pool of this many threads; 0 means one per core.
pub(super) fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let fail = |e| Error::new(ErrorKind::Config, format!("cannot start the worker threads: {e}"));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(fail)
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
    // Two for each worker, so that it need not wait for the sink, and a few in the sink's hands.
    let (handle, reorderer) = channels(&shared, 2 * pool.current_num_threads() + 2);
    std::thread::scope(|scope| {
        let (shared, start) = (&shared, &start);
        // The broadcast blocks its thread until all workers have returned.
        let workers = scope.spawn(move || {
            pool.broadcast(|_| shared.work(handle.clone(), start));
            drop(handle);
        });
        let end = reorderer.run(sink);
        // Panics while chunks are answered are caught. This would be one while a worker is dropped.
        end.and(workers.join().map_err(|_| Panicked.into()))
    })?;
    Ok(shared.busy())
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
