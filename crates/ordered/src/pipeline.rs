//! Chunks in, results out in the order of the input, on any number of workers.
//!
//! A run has a source of chunks, an answer function for each worker, and a sink. [`order`](super::order) assigns the
//! next task to each worker; this module defines the rest:
//!
//! - **Memory.** The number of slots, or their bytes, are bounded, and a worker takes a chunk only while it holds one.
//! - **Order.** Chunks are numbered when they are taken; the sink receives the results in that order.
//! - **Failure.** The first error *in the order of the input* ends the run, whether the source, a worker, the sink or
//!   the writing of a result reported it, and regardless of failures that came earlier in time. The sink has received
//!   all results before it, and the results with a place have been written; it receives none after it. After a failure
//!   no worker takes another chunk, but chunks taken before are finished.
//! - **Stop.** If the stop flag is raised, the chunks in progress fail as [`Stopped`]: a search that was cut short
//!   may be part of their results. A failed run raises the flag itself, to end searches whose results are not needed any more.
//! - **Panics.** A panic in the source or in a worker is the failure [`Panicked`] of its chunk.

use super::order::{ChunkResult, Order, Panicked, Slot, Task};
use super::sync::{AtomicBool, AtomicUsize, Mutex, Ordering};
use quadrille_base::clock::Stopwatch;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, PoisonError},
    time::Duration,
};

/// The stop flag was raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Hands out the chunks of a run, in order.
pub trait ChunkSource: Send {
    /// A part of the input, or the description of a part whose bytes are in the buffer.
    type Chunk: Send;
    /// An error that ends a run.
    type Error: From<Stopped> + From<Panicked> + Send;

    /// The next chunk, or `None` after the last. `buffer` belongs to the chunk's slot, so that its memory is
    /// reused; it may be overwritten.
    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Self::Chunk>, Self::Error>;

    /// Frees the memory that only the worker that answers the chunk needs. It is called when the answer is ready,
    /// because the answer may wait long for earlier answers.
    fn release(chunk: &mut Self::Chunk) {
        let _ = chunk;
    }

    /// The bytes that a chunk then holds in memory beside its own fields. What several chunks share counts for each.
    fn bytes(chunk: &Self::Chunk) -> usize {
        let _ = chunk;
        0
    }

    /// Hands out no more chunks of this chunk's input.
    fn skip_rest(&mut self, chunk: &Self::Chunk) {
        let _ = chunk;
    }
}

/// A worker's finding about the input after its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The input may have more records.
    Read,
    /// The rest of the input has no records.
    Skip,
}

/// A chunk as a worker gets it.
pub struct Job<'a, C> {
    /// Position in the order of all chunks of the run, from 0.
    pub number: u64,
    /// The chunk as the source described it.
    pub chunk: &'a C,
    /// As the source left it.
    pub buffer: &'a [u8],
}

/// The state that the workers of a run share.
pub struct Shared<S> {
    queue: Mutex<Queue<S>>,
    stop: Arc<AtomicBool>,
    /// Workers that had at least one chunk.
    busy: AtomicUsize,
}

struct Queue<S> {
    source: S,
    /// The number of the next chunk.
    next: u64,
    closed: bool,
    times: WorkTimes,
}

/// The time that the workers of a run spent at work, in sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkTimes {
    /// In the source, under its lock, to get chunks, except for the call that finds its end.
    pub source: Duration,
    /// Answering chunks.
    pub answering: Duration,
    /// Writing results to their places.
    pub writing: Duration,
}

/// The answer to a worker that asks for a chunk.
enum Taken<C, E> {
    /// A chunk, and the moment at which it was taken.
    Chunk(u64, C, Stopwatch),
    /// The source failed, or the run was stopped, at the position of this chunk.
    Failed(u64, E),
    /// The source has ended after this number of chunks.
    End(u64),
}

impl<S: ChunkSource> Shared<S> {
    /// The shared state of workers that answer the chunks of this source. They stop when the flag is raised.
    pub fn new(source: S, stop: Arc<AtomicBool>) -> Shared<S> {
        let queue = Queue { source, next: 0, closed: false, times: WorkTimes::default() };
        Shared { queue: Mutex::new(queue), stop, busy: AtomicUsize::new(0) }
    }

    /// Workers that had at least one chunk.
    pub fn busy(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
    }

    /// The times of the workers that have returned.
    pub fn times(&self) -> WorkTimes {
        self.queue(|queue| queue.times)
    }

    /// Runs `with` on the queue. Panics in the source are caught, so the lock is never poisoned.
    fn queue<T>(&self, with: impl FnOnce(&mut Queue<S>) -> T) -> T {
        with(&mut self.queue.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn take(&self, buffer: &mut Vec<u8>) -> Taken<S::Chunk, S::Error> {
        self.queue(|queue| {
            if queue.closed {
                return Taken::End(queue.next);
            }
            let start = Stopwatch::start();
            let got =
                if self.is_stopped() { Err(Stopped.into()) } else { caught(|| queue.source.next(buffer)) };
            let (time, taken_at) = (start.elapsed(), Stopwatch::start());
            let number = queue.next;
            queue.closed = !matches!(got, Ok(Some(_)));
            let taken = match got {
                Ok(Some(chunk)) => Taken::Chunk(number, chunk, taken_at),
                // The time is not counted: the last input is closed, once, for any number of chunks.
                Ok(None) => return Taken::End(number),
                Err(error) => Taken::Failed(number, error),
            };
            queue.times.source += time;
            queue.next += 1;
            taken
        })
    }

    /// Takes no more chunks; an error that does not belong to a chunk comes after the chunks that were taken.
    fn close(&self) -> Option<u64> {
        self.queue(|queue| {
            let was_open = !std::mem::replace(&mut queue.closed, true);
            queue.next += u64::from(was_open);
            was_open.then_some(queue.next - 1)
        })
    }

    /// Does the tasks of `order` until none is left: the whole life of a worker. `start` makes its answer function;
    /// `write` writes a result to its place.
    pub fn work<R, P, K, W>(
        &self,
        order: &Order<S::Chunk, R, P, S::Error, K>,
        start: impl Fn() -> Result<W, S::Error>,
        write: impl Fn(P, &R) -> Result<(), S::Error>,
    ) where
        R: ChunkResult,
        K: FnMut(S::Chunk, &mut R) -> Result<Option<P>, S::Error>,
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, S::Error>,
    {
        let mut answer: Option<W> = None;
        let (mut times, mut had_chunk) = (WorkTimes::default(), false);
        loop {
            match order.next_task() {
                Task::Return => break,
                Task::Write(number, place, slot) => {
                    let start = Stopwatch::start();
                    let end = caught(|| write(place, &slot.result));
                    times.writing += start.elapsed();
                    order.written(number, slot, end);
                }
                Task::Answer(slot) => {
                    let answer = match &mut answer {
                        Some(answer) => answer,
                        None => match caught(&start) {
                            Ok(started) => answer.insert(started),
                            Err(error) => {
                                self.cannot_start(order, slot, error);
                                continue;
                            }
                        },
                    };
                    let time = self.answer_next(order, slot, answer);
                    had_chunk |= time.is_some();
                    times.answering += time.unwrap_or_default();
                }
            }
        }
        let dropped = tried(|| drop(answer));
        if let Err(error) = dropped {
            order.fail_at_end(error);
        }
        self.queue(|queue| {
            queue.times.answering += times.answering;
            queue.times.writing += times.writing;
        });
        self.busy.fetch_add(had_chunk.into(), Ordering::Relaxed);
    }

    /// Ends the run after the chunks that were taken.
    fn cannot_start<R, P, K>(
        &self,
        order: &Order<S::Chunk, R, P, S::Error, K>,
        slot: Box<Slot<S::Chunk, R>>,
        error: S::Error,
    ) where
        R: ChunkResult,
        K: FnMut(S::Chunk, &mut R) -> Result<Option<P>, S::Error>,
    {
        if let Some(number) = self.close() {
            order.finish(number, Err(error));
        }
        order.end(self.queue(|queue| queue.next), slot);
    }

    /// Takes a chunk, answers it and passes the result on. Returns the time that answering took, if a chunk was left.
    fn answer_next<R, P, K, W>(
        &self,
        order: &Order<S::Chunk, R, P, S::Error, K>,
        mut slot: Box<Slot<S::Chunk, R>>,
        answer: &mut W,
    ) -> Option<Duration>
    where
        R: ChunkResult,
        K: FnMut(S::Chunk, &mut R) -> Result<Option<P>, S::Error>,
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, S::Error>,
    {
        let (number, mut chunk, start) = match self.take(&mut slot.buffer) {
            Taken::Chunk(number, chunk, start) => (number, chunk, start),
            Taken::Failed(number, error) => {
                order.finish(number, Err(error));
                return None;
            }
            Taken::End(total) => {
                order.end(total, slot);
                return None;
            }
        };
        let job = Job { number, chunk: &chunk, buffer: &slot.buffer };
        let end = caught(|| answer(job, &mut slot.result));
        // A raised flag stays raised, so if it is not raised now, no search of this chunk was cut short.
        let end = if self.is_stopped() { Err(Stopped.into()) } else { end };
        let end = end.and_then(|rest| self.conclude(rest, &mut chunk));
        let time = start.elapsed();
        match end {
            Ok(()) => {
                slot.meta_bytes = S::bytes(&chunk);
                slot.meta = Some(chunk);
                order.finish(number, Ok(slot));
            }
            Err(error) => {
                self.close();
                order.finish(number, Err(error));
            }
        }
        Some(time)
    }

    /// Updates the source after a chunk has been answered.
    fn conclude(&self, rest: Rest, chunk: &mut S::Chunk) -> Result<(), S::Error> {
        if rest == Rest::Skip {
            self.queue(|queue| tried::<S::Error>(|| queue.source.skip_rest(chunk)))?;
        }
        tried(|| S::release(chunk))
    }
}

/// Runs a call that does not fail; a panic becomes an error.
fn tried<E: From<Panicked>>(call: impl FnOnce()) -> Result<(), E> {
    caught(|| {
        call();
        Ok(())
    })
}

/// Runs `call`; a panic becomes an error.
fn caught<T, E: From<Panicked>>(call: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    // State that a panic left broken is not used again, because the run ends.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(Panicked.into()))
}
