//! Results that arrive in any order, each with its number, and are taken in order.

use std::collections::VecDeque;

pub(super) struct Window<T> {
    /// The number of the result that is taken next, or was taken last without [`advance`](Self::advance).
    next: u64,
    /// The results from the next one on that have arrived.
    places: VecDeque<Option<T>>,
}

impl<T> Window<T> {
    /// Allocates nothing while all results are less than `size` after the next one.
    pub fn new(size: usize) -> Window<T> {
        Window { next: 0, places: VecDeque::with_capacity(size) }
    }

    /// The number of the next result.
    pub fn next(&self) -> u64 {
        self.next
    }

    pub fn put(&mut self, number: u64, result: T) {
        debug_assert!(number >= self.next, "each result arrives once");
        let place = (number - self.next) as usize;
        while self.places.len() <= place {
            self.places.push_back(None);
        }
        self.places[place] = Some(result);
    }

    /// The next result, if it has arrived. It stays the next one until [`advance`](Self::advance) is called.
    pub fn take(&mut self) -> Option<T> {
        self.places.front_mut()?.take()
    }

    /// Marks the next result as processed.
    pub fn advance(&mut self) {
        self.places.pop_front();
        self.next += 1;
    }
}
