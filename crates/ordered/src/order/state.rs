//! The state that the lock of an order guards.

use super::super::window::Window;
use std::{any::Any, collections::VecDeque, time::Duration};

/// The data that travels with a chunk from a worker to the sink and back.
pub struct Slot<C, R> {
    /// The chunk as the source described it; `None` in a free slot.
    pub meta: Option<C>,
    /// Bytes of a chunk that was read from a stream.
    pub buffer: Vec<u8>,
    /// The worker's result. Reused without being cleared.
    pub result: R,
}

pub(super) struct OrderState<C, R, P, E, K> {
    /// `None` while a worker uses it, and after a failure.
    pub sink: Option<K>,
    /// The slot that was freed last is used first, because it is still in the cache.
    pub free: Vec<Slot<C, R>>,
    /// The number of slots, free or not.
    pub slots: u64,
    /// Results that the sink has not received.
    pub early: Window<Result<Slot<C, R>, E>>,
    /// Results that have a place, and are not being written.
    pub placed: VecDeque<(u64, P, Slot<C, R>)>,
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

impl<C, R: Default, P, E, K> OrderState<C, R, P, E, K> {
    /// With a number of free slots.
    pub fn new(slots: usize, sink: K) -> Self {
        let slot = || Slot { meta: None, buffer: Vec::new(), result: R::default() };
        OrderState {
            sink: Some(sink),
            free: (0..slots).map(|_| slot()).collect(),
            slots: slots as u64,
            early: Window::new(slots),
            placed: VecDeque::with_capacity(slots),
            total: None,
            failure: None,
            waiting: 0,
            in_sink: Duration::ZERO,
            panic: None,
        }
    }
}

impl<C, R, P, E, K> OrderState<C, R, P, E, K> {
    /// Whether the sink has received all results that it will ever receive.
    pub fn is_over(&self) -> bool {
        self.failure.is_some() || self.total == Some(self.early.next())
    }

    /// The next result for the sink, if it has arrived.
    pub fn take_next(&mut self) -> Option<Result<Slot<C, R>, E>> {
        if self.failure.is_some() { None } else { self.early.take() }
    }

    /// Whether the result of this chunk is needed.
    pub fn is_needed(&self, number: u64) -> bool {
        self.failure.as_ref().is_none_or(|(first, _)| number < *first)
    }
}
