//! Jobs done on threads of their own, whose results are taken in the order of the jobs by the thread that adds them.
//!
//! The owner decides how many jobs are under way, and thereby how much memory they need. The threads are in
//! `job_threads.rs`; `tests/ordered_model` runs this file under a model checker.

use super::{
    order::Panicked,
    sync::{Condvar, Mutex, MutexGuard},
    window::Window,
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::PoisonError,
};

/// Jobs `J` in, results `R` out.
pub struct JobQueue<J, R> {
    state: Mutex<JobsState<J, R>>,
    /// Threads wait here for a job.
    work: Condvar,
    /// The owner waits here for the next result.
    ready: Condvar,
}

struct JobsState<J, R> {
    jobs: VecDeque<(u64, J)>,
    done: Window<Result<R, Panicked>>,
    /// The number of the next job to be added.
    brought: u64,
    is_closed: bool,
}

impl<J, R> Default for JobQueue<J, R> {
    fn default() -> JobQueue<J, R> {
        let state = JobsState { jobs: VecDeque::new(), done: Window::new(0), brought: 0, is_closed: false };
        JobQueue { state: Mutex::new(state), work: Condvar::new(), ready: Condvar::new() }
    }
}

impl<J, R> JobQueue<J, R> {
    /// Nothing that may panic is called with the lock held, so it is never poisoned.
    fn lock(&self) -> MutexGuard<'_, JobsState<J, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job, whose result comes after the results of all earlier jobs.
    pub fn push(&self, job: J) {
        let mut state = self.lock();
        let number = state.brought;
        state.brought += 1;
        state.jobs.push_back((number, job));
        drop(state);
        self.work.notify_one();
    }

    /// Jobs whose results have not been taken.
    pub fn pending(&self) -> u64 {
        let state = self.lock();
        state.brought - state.done.next()
    }

    /// The result of the first pending job, or `None` if no job is pending. Waits for it; with `wait` unset, returns
    /// `None` if it has not arrived.
    pub fn take(&self, wait: bool) -> Option<Result<R, Panicked>> {
        let mut state = self.lock();
        while state.done.next() < state.brought {
            if let Some(result) = state.done.take() {
                state.done.advance();
                return Some(result);
            }
            if !wait {
                break;
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Ends the queue. Jobs that no thread has begun are dropped.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let dropped = std::mem::take(&mut state.jobs);
        drop(state);
        drop(dropped);
        self.work.notify_all();
    }

    /// Does jobs until the queue is closed: the whole life of a thread.
    pub fn work(&self, answer: impl Fn(J) -> R) {
        let mut state = self.lock();
        while !state.is_closed {
            state = match state.jobs.pop_front() {
                Some(job) => {
                    drop(state);
                    self.answer(job, &answer);
                    self.lock()
                }
                None => self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Does a job on this thread, if one is waiting.
    pub fn work_once(&self, answer: impl Fn(J) -> R) {
        let job = self.lock().jobs.pop_front();
        if let Some(job) = job {
            self.answer(job, answer);
        }
    }

    fn answer(&self, (number, job): (u64, J), answer: impl Fn(J) -> R) {
        let result = catch_unwind(AssertUnwindSafe(|| answer(job))).map_err(|_| Panicked);
        self.lock().done.put(number, result);
        self.ready.notify_one();
    }
}
