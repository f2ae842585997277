//! Puts the results of the workers back into order, and assigns the next task to each worker.
//!
//! ```text
//!             ┌──────────────── free slots, each with its buffers ◄───────────────┐
//!             ▼                                                                   │
//!   answer a chunk ──► (number, slot) ──► sink, in order ──► (place, slot) ──► write it there
//! ```
//!
//! The sink gets the results in order, one at a time. It either processes a result itself, or returns a *place* for it,
//! where any worker then writes it while the sink continues. The sink has no thread of its own: the worker whose result
//! is next calls it, and continues with all results that have arrived. The lock is not held meanwhile, so the others
//! can leave their results and take other work.
//!
//! A worker first writes a result that has a place, unless two others do, else takes a slot to answer a chunk, and waits only
//! if neither exists. So a worker is never idle while a slot is free, and a single worker never waits.
//!
//! Usually there are few slots. While the sink waits for a result that takes long, workers make more, and later results wait
//! there, until the slots in use hold a number of bytes ([`SlotLimit`]). Workers make no slot while the sink is busy or
//! results wait to be written to their places. A slot beyond the few is dropped when it is free again. Until its result
//! arrives, a slot counts as many bytes as the largest result so far. So the bytes exceed the limit only if results in
//! progress become larger than that, one for each worker.
//!
//! Deadlock is impossible: a worker that already has its slot holds the result that the sink waits for, and a worker
//! that writes goes on until no result has a place. A change after which a waiting worker has a task wakes one
//! worker, a worker that takes a task wakes the next if there is another task, and the end of the run wakes all.

mod slot;
mod state;

pub use slot::{ChunkResult, Slot, SlotLimit};
pub use state::MOST_WRITERS;

use super::sync::{AtomicBool, Condvar, Mutex, MutexGuard, Ordering};
use quadrille_base::clock::Stopwatch;
use state::{OrderState, Taken};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, PoisonError},
    time::Duration,
};

/// The source, a worker or the sink panicked; the panic hook has printed the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panicked;

/// The next task of a worker.
pub enum Task<C, R, P> {
    /// Answer a chunk, with the buffers of this slot.
    Answer(Box<Slot<C, R>>),
    /// Write the result of the chunk with this number to its place.
    Write(u64, P, Box<Slot<C, R>>),
    /// Nothing is left to do.
    Return,
}

/// Chunks `C` become results `R`, which the sink `K` takes or gives places `P`.
pub struct Order<C, R, P, E, K> {
    state: Mutex<OrderState<C, R, P, E, K>>,
    /// Workers wait here for a task.
    tasks: Condvar,
    stop: Arc<AtomicBool>,
}

/// How a run ended.
pub struct End<E> {
    /// The first failure in the order of the chunks, if any.
    pub result: Result<(), E>,
    /// Time during which the sink was in use.
    pub in_sink: Duration,
    /// The panic of the sink that is this result, to be passed on to the caller of the run.
    pub panic: Option<Box<dyn Any + Send>>,
}

impl<C, R: ChunkResult, P, E, K> Order<C, R, P, E, K> {
    /// With slots within this limit.
    pub fn new(limit: SlotLimit, sink: K, stop: Arc<AtomicBool>) -> Self {
        Order { state: Mutex::new(OrderState::new(limit, sink)), tasks: Condvar::new(), stop }
    }
}

type Guard<'a, C, R, P, E, K> = MutexGuard<'a, OrderState<C, R, P, E, K>>;

impl<C, R, P, E, K> Order<C, R, P, E, K>
where
    R: ChunkResult,
    E: From<Panicked>,
    K: FnMut(C, &mut R) -> Result<Option<P>, E>,
{
    /// Nothing that may panic or take long is called with the lock held: it is never poisoned, and slots are made,
    /// measured and dropped without it.
    fn lock(&self) -> Guard<'_, C, R, P, E, K> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task of the calling worker; waits until a task is available.
    pub fn next_task(&self) -> Task<C, R, P> {
        let mut state = self.lock();
        loop {
            if let Some((number, place, slot)) = state.take_placed() {
                self.wake(&state);
                return Task::Write(number, place, slot);
            }
            if state.is_over() {
                return Task::Return;
            }
            if let Some(slot) = state.take_slot() {
                self.wake(&state);
                drop(state);
                return Task::Answer(match slot {
                    Taken::Free(slot) => slot,
                    Taken::New(charge) => Slot::new(charge),
                });
            }
            state.waiting += 1;
            state = self.tasks.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Takes the result of a chunk, or its error. Calls the sink if the result is the next one. The worker then asks for its
    /// next task, which wakes the others if slots can be made now.
    pub fn finish(&self, number: u64, mut result: Result<Box<Slot<C, R>>, E>) {
        let bytes = result.as_ref().map_or(0, |slot| slot.bytes());
        let mut state = self.lock();
        debug_assert!(
            state.failure.is_some() || number - state.early.next() < state.slots().0 as u64,
            "slots bound the distance"
        );
        if let Ok(slot) = &mut result {
            state.charge(slot, bytes);
        }
        state.early.put(number, result);
        if state.early.next() != number {
            return;
        }
        if let Some(mut sink) = state.sink.take() {
            // Declared after the sink, so that a sink that is dropped is dropped without the lock.
            let mut state = self.pass(state, &mut sink);
            // After a failure it is dropped, so that all threads that wait for it stop waiting.
            if state.failure.is_none() {
                state.sink = Some(sink);
            }
        }
    }

    /// Passes the results that are next to the sink, as far as they have arrived.
    fn pass<'a>(&'a self, mut state: Guard<'a, C, R, P, E, K>, sink: &mut K) -> Guard<'a, C, R, P, E, K> {
        while let Some(result) = state.take_next() {
            drop(state);
            let (start, mut panic) = (Stopwatch::start(), None);
            let taken = take(result, sink, &mut panic);
            let time = start.elapsed();
            state = self.lock();
            state.in_sink += time;
            let number = state.early.next();
            state.panic = state.panic.take().or(panic.map(|panic| (number, panic)));
            match taken {
                Err(error) => self.fail(&mut state, number, error),
                Ok((slot, place)) => {
                    state.early.advance();
                    let dropped = match place {
                        Some(place) if state.is_needed(number) => {
                            state.placed.push_back((number, place, slot));
                            None
                        }
                        _ => state.free(slot),
                    };
                    self.wake(&state);
                    if dropped.is_some() {
                        drop(state);
                        drop(dropped);
                        state = self.lock();
                    }
                }
            }
        }
        state
    }

    /// Frees the slot of a result that was written to its place, or could not be written.
    pub fn written(&self, number: u64, slot: Box<Slot<C, R>>, end: Result<(), E>) {
        let mut state = self.lock();
        state.writing -= 1;
        let dropped = state.free(slot);
        match end {
            Ok(()) => self.wake(&state),
            Err(error) => self.fail(&mut state, number, error),
        }
        drop(state);
        drop(dropped);
    }

    /// Takes back a slot that found no chunk, because the run has only this many.
    pub fn end(&self, total: u64, slot: Box<Slot<C, R>>) {
        let mut state = self.lock();
        let dropped = state.free(slot);
        state.total = Some(total);
        self.wake(&state);
        drop(state);
        drop(dropped);
    }

    /// Ends the run with an error after all chunks, unless an earlier error occurred.
    pub fn fail_at_end(&self, error: E) {
        self.fail(&mut self.lock(), u64::MAX, error);
    }

    fn fail(&self, state: &mut OrderState<C, R, P, E, K>, number: u64, error: E) {
        if state.is_needed(number) {
            state.failure = Some((number, error));
            state.forget_unneeded(number);
        }
        // Ends the searches whose results are not needed any more.
        self.stop.store(true, Ordering::Relaxed);
        self.wake(state);
    }

    /// Wakes a worker that waits if it has a task, or all if the run is over.
    fn wake(&self, state: &OrderState<C, R, P, E, K>) {
        if state.is_over() {
            self.tasks.notify_all();
        } else if state.waiting > 0 && state.has_task() {
            self.tasks.notify_one();
        }
    }

    /// The slots, free or not, and the bytes of those in use.
    pub fn slots(&self) -> (usize, usize) {
        self.lock().slots()
    }

    /// To be called when all workers have returned.
    pub fn into_end(self) -> End<E> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let failed = state.failure.as_ref().map(|(number, _)| *number);
        let panic = state.panic.filter(|(number, _)| Some(*number) == failed).map(|(_, panic)| panic);
        let result = match state.failure {
            Some((_, error)) => Err(error),
            // A worker that disappeared without a result.
            None if state.total != Some(state.early.next()) => Err(Panicked.into()),
            None => Ok(()),
        };
        if result.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        End { result, in_sink: state.in_sink, panic }
    }
}

/// A slot whose result the sink has received, and the place for it, if a worker has to write it.
type Accepted<C, R, P> = (Box<Slot<C, R>>, Option<P>);

/// Calls the sink. Its panic is an error, and is returned in `panic`.
fn take<C, R, P, E: From<Panicked>>(
    result: Result<Box<Slot<C, R>>, E>,
    sink: &mut impl FnMut(C, &mut R) -> Result<Option<P>, E>,
    panic: &mut Option<Box<dyn Any + Send>>,
) -> Result<Accepted<C, R, P>, E> {
    let mut slot = result?;
    let chunk = slot.meta.take().expect("a worker describes its chunk");
    let place =
        catch_unwind(AssertUnwindSafe(|| sink(chunk, &mut slot.result))).unwrap_or_else(|payload| {
            *panic = Some(payload);
            Err(Panicked.into())
        })?;
    Ok((slot, place))
}
