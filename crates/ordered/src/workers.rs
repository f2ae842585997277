//! Runs a pipeline on the threads of a run.

#[cfg(test)]
mod tests;

use super::{
    order::{ChunkResult, End, Order, Panicked, SlotLimit},
    pipeline::{ChunkSource, Job, Rest, Shared, Stopped, WorkTimes},
};
use quadrille_base::{
    error::{Error, ErrorKind},
    parallel::thread_count,
};
use std::{
    panic::resume_unwind,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// The threads of a run. A single worker needs no thread besides the one that starts the run.
pub struct Workers {
    threads: usize,
    early_bytes: usize,
}

/// The place of a result in a run without places, in which the sink writes everything.
enum Never {}

/// The report on a run that has succeeded.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// Workers that had a chunk.
    pub busy: usize,
    /// The time that the workers spent at work.
    pub times: WorkTimes,
    /// Time during which the sink was in use.
    pub in_sink: Duration,
}

impl Workers {
    /// This many threads; 0 means one per core.
    pub fn new(threads: usize) -> Workers {
        Workers { threads: thread_count(threads), early_bytes: 0 }
    }

    /// The number of workers.
    pub fn count(&self) -> usize {
        self.threads
    }

    /// Lets the workers go on after a chunk that takes long until results and chunks have this many bytes in memory; one
    /// chunk for each worker may come on top. The default is 0: at most two chunks for each worker and two more are in
    /// memory.
    pub fn early_bytes(self, bytes: usize) -> Workers {
        Workers { early_bytes: bytes, ..self }
    }

    /// At least two for each worker, so that it need not wait for earlier results, and a few for the sink.
    fn limit(&self) -> SlotLimit {
        SlotLimit { least: 2 * self.count() + 2, bytes: self.early_bytes }
    }

    /// Answers all chunks of the source, and passes the results to `sink`, in order, on any of the workers' threads.
    /// `start` makes the answer function of a worker.
    ///
    /// # Errors
    /// The first error in the order of the input; see [`pipeline`](super::pipeline).
    pub fn run<S, R, W>(
        self,
        source: S,
        stop: Arc<AtomicBool>,
        start: impl Fn() -> Result<W, Error> + Sync,
        mut sink: impl FnMut(S::Chunk, &mut R) -> Result<(), Error> + Send,
    ) -> Result<Finished, Error>
    where
        S: ChunkSource<Error = Error>,
        R: ChunkResult + Send,
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, Error>,
    {
        // The sink is owned here, so that it is dropped when it has failed. Workers may wait for that.
        let sink = move |chunk: S::Chunk, result: &mut R| sink(chunk, result).map(|()| None::<Never>);
        self.run_to_places(source, stop, start, sink, |never, _| match never {})
    }

    /// As [`run`](Self::run), but the workers write the results that get a place from the sink there, with `write`, two at a time.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_to_places<S, R, P, W>(
        self,
        source: S,
        stop: Arc<AtomicBool>,
        start: impl Fn() -> Result<W, Error> + Sync,
        sink: impl FnMut(S::Chunk, &mut R) -> Result<Option<P>, Error> + Send,
        write: impl Fn(P, &R) -> Result<(), Error> + Sync,
    ) -> Result<Finished, Error>
    where
        S: ChunkSource<Error = Error>,
        R: ChunkResult + Send,
        P: Send,
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, Error>,
    {
        let shared = Shared::new(source, stop.clone());
        let order = Order::new(self.limit(), sink, stop);
        on_threads(self.threads, || shared.work(&order, &start, &write))?;
        let End { result, in_sink, panic } = order.into_end();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        result.map(|()| Finished { busy: shared.busy(), times: shared.times(), in_sink })
    }
}

/// Calls `work` on each of this many threads of a pool.
#[cfg(feature = "rayon")]
fn on_threads(threads: usize, work: impl Fn() + Sync) -> Result<(), Error> {
    if threads == 1 {
        work();
        return Ok(());
    }
    let fail = |e| Error::new(ErrorKind::Config, format!("cannot start the worker threads: {e}"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(fail)?;
    pool.broadcast(|_| work());
    Ok(())
}

/// Calls `work` on this many threads, or on as many as the system starts: none but this one in a browser.
#[cfg(not(feature = "rayon"))]
fn on_threads(threads: usize, work: impl Fn() + Sync) -> Result<(), Error> {
    quadrille_base::parallel::on_each_thread(0..threads, |_| work());
    Ok(())
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
