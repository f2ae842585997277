//! Chunks in, results out in the order of the input, on any number of workers.
//!
//! ```text
//!            ┌─────────────── free slots, each with its buffers ◄──────────────┐
//!            ▼                                                                 │
//!   worker: take a slot, then a chunk, answer it ──► (number, slot) ──► sink, in order
//! ```
//!
//! A run has a source of chunks, an answer function for each worker, and a sink. This module alone decides
//! about the rest:
//!
//! - **Memory.** There is a fixed number of slots, and a worker takes a chunk only while it holds one.
//! - **Order.** Chunks are numbered when they are taken; the sink gets the results in that order.
//! - **Failure.** The first error *in the order of the input* ends the run, whether the source, a worker or the
//!   sink reported it, and whatever failed earlier in time. All results before it are written, none after it.
//!   After a failure no worker takes another chunk, but those taken before are finished.
//! - **Stop.** If the stop flag is raised, the chunks in progress fail as [`Stopped`]: a search that was cut short
//!   may be part of their results. A failed run raises the flag itself, to end searches whose results are not needed any more.
//! - **Panics.** A panic in the source or in a worker is the failure [`Panicked`] of its chunk.
//!
//! There is no deadlock. The chunk that the sink waits for has been taken by a worker that holds its slot already,
//! so that it can be finished. Messages never block, because the channel has room for all slots. A worker that
//! finds no more chunks keeps its slot until it returns, so there must be at least one slot for each worker.

use super::sync::{AtomicBool, AtomicUsize, Mutex, Ordering, Receiver, Sender, bounded};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, PoisonError},
};

/// The stop flag was raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The source or a worker panicked; the panic hook has printed the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Panicked;

/// Hands out the chunks of a run, in order.
pub(crate) trait ChunkSource: Send {
    /// A part of the input, or what is known about one whose bytes are in the buffer.
    type Chunk: Send;
    type Error: From<Stopped> + From<Panicked> + Send;

    /// The next chunk, or `None` after the last. `buffer` belongs to the chunk's slot, so that its memory is
    /// reused; it may be overwritten.
    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Self::Chunk>, Self::Error>;

    /// Frees what only the worker that answers the chunk needs. It is called when the answer is ready, which may wait long
    /// for the answers before it.
    fn release(chunk: &mut Self::Chunk) {
        let _ = chunk;
    }

    /// Hands out nothing more of the input that the chunk is from.
    fn skip_rest(&mut self, chunk: &Self::Chunk) {
        let _ = chunk;
    }
}

/// What a worker found out about the input after its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    Read,
    /// There are no records in the rest of the input.
    Skip,
}

/// A chunk as a worker gets it.
pub(crate) struct Job<'a, C> {
    /// Position in the order of all chunks of the run, from 0.
    pub number: u64,
    pub chunk: &'a C,
    /// As the source left it.
    pub buffer: &'a [u8],
}

/// What travels with a chunk from a worker to the sink and back.
struct Slot<C, R> {
    /// The chunk as the source described it; `None` in a free slot.
    meta: Option<C>,
    /// Bytes of a chunk that was read from a stream.
    buffer: Vec<u8>,
    /// What the worker made of the chunk. Reused without being cleared.
    result: R,
}

/// What a worker sends to the sink.
struct Message<C, R, E> {
    number: u64,
    slot: Result<Slot<C, R>, E>,
}

/// A slot with its result, or the error of its chunk.
type Finished<S, R> = Result<Slot<<S as ChunkSource>::Chunk, R>, <S as ChunkSource>::Error>;

/// What the workers of a run share.
pub(crate) struct Shared<S> {
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
}

/// What a worker gets when it asks for a chunk.
enum Taken<C, E> {
    Chunk(u64, C),
    /// The source failed, or the run was stopped, where this chunk would have been.
    Failed(u64, E),
    End,
}

impl<S: ChunkSource> Shared<S> {
    pub fn new(source: S, stop: Arc<AtomicBool>) -> Shared<S> {
        let queue = Queue { source, next: 0, closed: false };
        Shared { queue: Mutex::new(queue), stop, busy: AtomicUsize::new(0) }
    }

    /// Workers that had at least one chunk.
    pub fn busy(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
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
                return Taken::End;
            }
            let got = match self.is_stopped() {
                true => Err(Stopped.into()),
                false => caught(|| queue.source.next(buffer)),
            };
            let number = queue.next;
            queue.closed = !matches!(got, Ok(Some(_)));
            queue.next += 1;
            match got {
                Ok(Some(chunk)) => Taken::Chunk(number, chunk),
                Ok(None) => Taken::End,
                Err(error) => Taken::Failed(number, error),
            }
        })
    }

    /// Takes no more chunks; an error that belongs to no chunk comes after those that were taken.
    fn close(&self) -> Option<u64> {
        self.queue(|queue| {
            let was_open = !std::mem::replace(&mut queue.closed, true);
            queue.next += 1;
            was_open.then_some(queue.next - 1)
        })
    }

    /// Answers chunks until there are no more or the run has ended: the whole life of a worker. `start` makes its
    /// answer function.
    pub fn work<R, W>(&self, handle: WorkerHandle<S, R>, start: impl FnOnce() -> Result<W, S::Error>)
    where
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, S::Error>,
    {
        let Some(mut slot) = handle.slot() else { return };
        let mut answer = match caught(start) {
            Ok(answer) => answer,
            Err(error) => {
                if let Some(number) = self.close() {
                    handle.send(number, Err(error));
                }
                return;
            }
        };
        let mut is_idle = true;
        while let Some(free) = self.answer_next(&handle, slot, &mut answer) {
            slot = free;
            if std::mem::take(&mut is_idle) {
                self.busy.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Takes a chunk, answers it and sends the result. Returns the next free slot, or `None` if the worker has to
    /// return.
    fn answer_next<R, W>(
        &self,
        handle: &WorkerHandle<S, R>,
        mut slot: Slot<S::Chunk, R>,
        answer: &mut W,
    ) -> Option<Slot<S::Chunk, R>>
    where
        W: FnMut(Job<'_, S::Chunk>, &mut R) -> Result<Rest, S::Error>,
    {
        let (number, mut chunk) = match self.take(&mut slot.buffer) {
            Taken::Chunk(number, chunk) => (number, chunk),
            Taken::Failed(number, error) => {
                handle.send(number, Err(error));
                return None;
            }
            Taken::End => return None,
        };
        let job = Job { number, chunk: &chunk, buffer: &slot.buffer };
        let end = caught(|| answer(job, &mut slot.result));
        // A raised flag stays raised: if it is not raised now, no search of this chunk was cut short.
        let end = if self.is_stopped() { Err(Stopped.into()) } else { end };
        let end = end.and_then(|rest| match rest {
            Rest::Read => Ok(()),
            Rest::Skip => self.queue(|queue| {
                caught(|| {
                    queue.source.skip_rest(&chunk);
                    Ok(())
                })
            }),
        });
        if let Err(error) = end {
            self.close();
            handle.send(number, Err(error));
            return None;
        }
        S::release(&mut chunk);
        slot.meta = Some(chunk);
        handle.send(number, Ok(slot));
        handle.slot()
    }
}

/// Runs `call`; a panic becomes an error.
fn caught<T, E: From<Panicked>>(call: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    // Whatever state a panic left broken is not used again: the run ends.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(Panicked.into()))
}

/// A worker's end of the channels: free slots come in, results go out.
pub(crate) struct WorkerHandle<S: ChunkSource, R> {
    free: Receiver<Slot<S::Chunk, R>>,
    results: Sender<Message<S::Chunk, R, S::Error>>,
}

impl<S: ChunkSource, R> Clone for WorkerHandle<S, R> {
    fn clone(&self) -> Self {
        WorkerHandle { free: self.free.clone(), results: self.results.clone() }
    }
}

impl<S: ChunkSource, R> WorkerHandle<S, R> {
    /// A free slot, or `None` if the sink's side has ended.
    fn slot(&self) -> Option<Slot<S::Chunk, R>> {
        self.free.recv().ok()
    }

    /// Never blocks. If the sink's side has ended, the message is dropped.
    fn send(&self, number: u64, slot: Result<Slot<S::Chunk, R>, S::Error>) {
        let _ = self.results.send(Message { number, slot });
    }
}

/// The sink's end of the channels: puts results back into order.
pub(crate) struct Reorderer<S: ChunkSource, R> {
    free: Sender<Slot<S::Chunk, R>>,
    results: Receiver<Message<S::Chunk, R, S::Error>>,
    /// Results that came early: number `n` waits at `n % window`.
    early: Vec<Option<Finished<S, R>>>,
    stop: Arc<AtomicBool>,
    is_complete: bool,
}

impl<S: ChunkSource, R> Drop for Reorderer<S, R> {
    /// Ends the searches that are still going on, also if the sink panicked.
    fn drop(&mut self) {
        if !self.is_complete {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Both ends of the channels, with `slots` free slots.
pub(crate) fn channels<S: ChunkSource, R: Default>(
    shared: &Shared<S>,
    slots: usize,
) -> (WorkerHandle<S, R>, Reorderer<S, R>) {
    let (free_in, free_out) = bounded(slots);
    let (result_in, result_out) = bounded(slots);
    for _ in 0..slots {
        let slot = Slot { meta: None, buffer: Vec::new(), result: R::default() };
        assert!(free_in.send(slot).is_ok(), "there is room for each slot");
    }
    let early = (0..slots).map(|_| None).collect();
    (
        WorkerHandle { free: free_out, results: result_in },
        Reorderer {
            free: free_in,
            results: result_out,
            early,
            stop: shared.stop.clone(),
            is_complete: false,
        },
    )
}

impl<S: ChunkSource, R> Reorderer<S, R> {
    /// Passes every result to `write`, in order, until all workers have returned or something failed.
    ///
    /// # Errors
    /// The first one in the order of the input. The stop flag is raised then.
    pub fn run(
        mut self,
        write: impl FnMut(S::Chunk, &mut R) -> Result<(), S::Error>,
    ) -> Result<(), S::Error> {
        let end = self.write_all(write);
        self.is_complete = end.is_ok();
        end
    }

    fn write_all(
        &mut self,
        mut write: impl FnMut(S::Chunk, &mut R) -> Result<(), S::Error>,
    ) -> Result<(), S::Error> {
        let window = self.early.len() as u64;
        let mut next = 0;
        while let Ok(Message { number, slot }) = self.results.recv() {
            debug_assert!((next..next + window).contains(&number), "slots bound the distance");
            self.early[(number % window) as usize] = Some(slot);
            while let Some(slot) = self.early[(next % window) as usize].take() {
                let mut slot = slot?;
                let chunk = slot.meta.take().expect("a worker describes its chunk");
                write(chunk, &mut slot.result)?;
                next += 1;
                // At the end there may be no worker to take it.
                let _ = self.free.send(slot);
            }
        }
        // A worker that disappeared without a message leaves a gap.
        if self.early.iter().any(Option::is_some) { Err(Panicked.into()) } else { Ok(()) }
    }
}
