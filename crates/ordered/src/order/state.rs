//! The state that the lock of an order guards.

use super::super::window::Window;
use super::slot::{ChunkResult, Slot, SlotLimit};
use std::{any::Any, collections::VecDeque, time::Duration};

/// The most workers that write at the same time. File systems let one thread at a time write to a file (ext4, XFS, tmpfs), and
/// the others spin. A C program that only copies 1.6 GB to a tmpfs takes 0.58 s with 2 threads, 0.63 with 8 and 0.78 with 16
/// (16 cores, Emerald Rapids).
pub const MOST_WRITERS: usize = 2;

/// A result with its number and its place.
pub(super) type Placed<C, R, P> = (u64, P, Box<Slot<C, R>>);

pub(super) struct OrderState<C, R, P, E, K> {
    /// `None` while a worker uses it, and after a failure. Otherwise the next result has not arrived.
    pub sink: Option<K>,
    limit: SlotLimit,
    /// The slot that was freed last is used first, because it is still in the cache.
    free: Vec<Box<Slot<C, R>>>,
    /// The number of slots, free or not.
    slots: usize,
    /// The bytes of the slots that are not free. A slot whose result has not arrived counts as the largest one that has.
    bytes: usize,
    largest: usize,
    /// Results that the sink has not received.
    pub early: Window<Result<Box<Slot<C, R>>, E>>,
    /// Results that have a place, and are not being written.
    pub placed: VecDeque<Placed<C, R, P>>,
    /// The workers that write.
    pub writing: usize,
    /// The number of chunks of the run, once the source has ended.
    pub total: Option<u64>,
    /// The first failure in the order of the chunks.
    pub failure: Option<(u64, E)>,
    /// Workers that wait.
    pub waiting: usize,
    /// Time during which the sink was in use.
    pub in_sink: Duration,
    /// A panic of the sink, and the number of the result that it had received.
    pub panic: Option<(u64, Box<dyn Any + Send>)>,
}

/// A slot for a worker.
pub(super) enum Taken<C, R> {
    Free(Box<Slot<C, R>>),
    /// It has to be made, with this charge; it is counted already.
    New(usize),
}

impl<C, R: ChunkResult, P, E, K> OrderState<C, R, P, E, K> {
    pub fn new(limit: SlotLimit, sink: K) -> Self {
        OrderState {
            sink: Some(sink),
            limit,
            free: Vec::with_capacity(limit.least),
            slots: 0,
            bytes: 0,
            largest: Slot::<C, R>::LEAST,
            early: Window::new(limit.least),
            placed: VecDeque::with_capacity(limit.least),
            writing: 0,
            total: None,
            failure: None,
            waiting: 0,
            in_sink: Duration::ZERO,
            panic: None,
        }
    }

    /// A free slot for another chunk, or a new one if the limit allows it.
    pub fn take_slot(&mut self) -> Option<Taken<C, R>> {
        if !self.has_slot() {
            return None;
        }
        self.bytes += self.largest;
        Some(match self.free.pop() {
            Some(mut slot) => {
                slot.charge = self.largest;
                Taken::Free(slot)
            }
            None => {
                self.slots += 1;
                Taken::New(self.largest)
            }
        })
    }

    /// Whether a worker may answer another chunk.
    fn has_slot(&self) -> bool {
        let awaits_result = self.sink.is_some() && self.placed.is_empty();
        let may_add = || awaits_result && self.bytes + self.largest <= self.limit.bytes;
        self.total.is_none() && (!self.free.is_empty() || self.slots < self.limit.least || may_add())
    }

    /// The number of slots, and the bytes of those that are not free.
    pub fn slots(&self) -> (usize, usize) {
        (self.slots, self.bytes)
    }

    /// Counts the bytes of a slot whose result has arrived.
    pub fn charge(&mut self, slot: &mut Slot<C, R>, bytes: usize) {
        self.bytes = self.bytes - slot.charge + bytes;
        self.largest = self.largest.max(bytes);
        slot.charge = bytes;
    }

    /// Takes back a slot. Gives it to be dropped if there are more than needed.
    #[must_use = "a slot is dropped without the lock"]
    pub fn free(&mut self, mut slot: Box<Slot<C, R>>) -> Option<Box<Slot<C, R>>> {
        self.bytes -= std::mem::take(&mut slot.charge);
        if self.slots > self.limit.least {
            self.slots -= 1;
            return Some(slot);
        }
        self.free.push(slot);
        None
    }

    /// Whether a worker that waits would find a task.
    pub fn has_task(&self) -> bool {
        self.may_write() || self.has_slot()
    }

    fn may_write(&self) -> bool {
        !self.placed.is_empty() && self.writing < MOST_WRITERS
    }

    /// A result for a worker to write, if not enough others do.
    pub fn take_placed(&mut self) -> Option<Placed<C, R, P>> {
        let placed = if self.may_write() { self.placed.pop_front() } else { None };
        self.writing += usize::from(placed.is_some());
        placed
    }
}

impl<C, R, P, E, K> OrderState<C, R, P, E, K> {
    /// Whether the sink has received all results that it will ever receive.
    pub fn is_over(&self) -> bool {
        self.failure.is_some() || self.total == Some(self.early.next())
    }

    /// The next result for the sink, if it has arrived.
    pub fn take_next(&mut self) -> Option<Result<Box<Slot<C, R>>, E>> {
        if self.failure.is_some() { None } else { self.early.take() }
    }

    /// Whether the result of this chunk is needed.
    pub fn is_needed(&self, number: u64) -> bool {
        self.failure.as_ref().is_none_or(|(first, _)| number < *first)
    }

    /// Removes the results with a place that are not needed any more. Their slots are left to the end of the run, which is near.
    pub fn forget_unneeded(&mut self, number: u64) {
        let (needed, rest) =
            std::mem::take(&mut self.placed).into_iter().partition(|(placed, ..)| *placed < number);
        self.placed = needed;
        let rest: VecDeque<_> = rest;
        self.free.extend(rest.into_iter().map(|(.., slot)| slot));
    }
}
