//! Threads of a count, reports of its progress meanwhile, and the items that they take.

use super::step::REPORT_INTERVAL;
use quadrille_base::limits::Budget;
use std::sync::{
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    mpsc::{self, RecvTimeoutError},
};
use std::thread;

/// Calls `work` for each worker on a thread of its own, and `report` some times a second until all are done.
pub(super) fn on_threads<W: Send>(workers: &mut [W], work: impl Fn(&mut W) + Sync, report: &mut dyn FnMut()) {
    let (done, ended) = mpsc::channel::<()>();
    let mut started = 0;
    thread::scope(|scope| {
        for worker in workers.iter_mut() {
            let (work, done) = (&work, done.clone());
            let run = move || {
                work(worker);
                drop(done);
            };
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
            started += 1;
        }
        drop(done);
        // Without a thread there is nothing to wait for, and perhaps no clock.
        while started > 0 && ended.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            report();
        }
    });
    // The threads that the system did not start.
    workers[started..].iter_mut().for_each(work);
}

/// Items that threads take one at a time, until the budget is over or a thread stops them all.
pub(super) struct Queue<'a, T> {
    items: &'a [T],
    next: AtomicUsize,
    is_stopped: AtomicBool,
    budget: &'a Budget<'a>,
}

impl<'a, T> Queue<'a, T> {
    pub fn new(items: &'a [T], budget: &'a Budget<'a>) -> Queue<'a, T> {
        Queue { items, next: AtomicUsize::new(0), is_stopped: AtomicBool::new(false), budget }
    }

    /// The next item. `None` if all are taken, or if the queue is stopped.
    pub fn take(&self) -> Option<&'a T> {
        let item = self.items.get(self.next.fetch_add(1, Relaxed))?;
        if self.budget.is_over() {
            self.stop();
        }
        (!self.is_stopped()).then_some(item)
    }

    /// No thread takes another item.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Whether items may be left that no thread takes.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// The number of all items.
    pub fn len(&self) -> usize {
        self.items.len()
    }
}
