//! Threads that do the jobs of a queue.

use super::{jobs::JobQueue, order::Panicked};
use std::{
    sync::Arc,
    thread::{Builder, JoinHandle},
};

/// Threads that do the jobs of a queue. They live as long as this.
pub struct JobThreads<J, R> {
    name: String,
    queue: Arc<JobQueue<J, R>>,
    answer: Arc<dyn Fn(J) -> R + Send + Sync>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + 'static, R: Send + 'static> JobThreads<J, R> {
    /// If the system does not start a thread, the others do its part; if none is started, the owner does.
    pub fn new(
        name: &str,
        count: usize,
        answer: impl Fn(J) -> R + Send + Sync + 'static,
    ) -> JobThreads<J, R> {
        let (queue, answer) = (Arc::default(), Arc::new(answer));
        let mut threads = JobThreads { name: name.into(), queue, answer, threads: Vec::new() };
        let _ = (0..count).all(|_| threads.start());
        threads
    }

    /// Starts one more thread. Returns whether the system did.
    pub fn start(&mut self) -> bool {
        let (queue, answer) = (self.queue.clone(), self.answer.clone());
        let started = Builder::new().name(self.name.clone()).spawn(move || queue.work(&*answer));
        started.map(|thread| self.threads.push(thread)).is_ok()
    }

    /// The number of threads besides the owner's.
    pub fn count(&self) -> usize {
        self.threads.len()
    }

    /// Adds a job, whose result comes after the results of all earlier jobs.
    pub fn push(&self, job: J) {
        self.queue.push(job);
    }

    /// See [`JobQueue::pending`].
    pub fn pending(&self) -> u64 {
        self.queue.pending()
    }

    /// See [`JobQueue::take`].
    pub fn take(&self, wait: bool) -> Option<Result<R, Panicked>> {
        if self.threads.is_empty() {
            self.queue.work_once(&*self.answer);
        }
        self.queue.take(wait)
    }
}

impl<J, R> Drop for JobThreads<J, R> {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            // A panic of a job is its result.
            let _ = thread.join();
        }
    }
}
